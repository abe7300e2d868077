// The preview as its user sees it.

import { until } from './workbench.mjs';

/** What can be done with the preview that is in sight. */
export function previewOf(w) {
  const { page } = w;
  const eye = page.locator('.editor-group-container').first().locator('.editor-actions .codicon-eye');
  const tab = (title) => page.locator('.tabs-container .tab', { hasText: title });
  const exact = () => w.preview.locator('main > .exact:visible');
  const verdict = () => w.preview.locator('#verdict');
  const text = async () => (await w.previewFrame()).evaluate(() => [...document.querySelectorAll('main > .exact')].find((node) => !node.hidden)?.textContent ?? '');
  const includes = (part) => until(`the text with ${part}`, async () => (await text()).includes(part));

  async function openPreview(path) {
    await w.openFile(path);
    await eye.click();
    const directory = path.split('/').at(-2);
    await tab(`Preview ${directory.slice(0, 12)}`).and(page.locator('.active')).waitFor();
    await until('the preview', async () => (await verdict().count()) === 1);
  }

  async function pick(title) {
    await w.preview.locator('#picker').click();
    await w.preview.locator('#choices [role=option]', { hasText: title }).click();
    await until(title, async () => (await w.preview.locator('#picker').textContent())?.includes(title));
  }

  async function goToLine(line) {
    await w.focusSource();
    await (await w.quickInput('Control+g')).fill(`:${line}`);
    await page.keyboard.press('Enter');
  }

  async function useTheme(title) {
    await w.runCommand('Preferences: Color Theme');
    await page.waitForTimeout(500);
    await page.locator('.quick-input-widget:visible input:visible').first().fill(title);
    await page.locator('.quick-input-list .monaco-list-row', { hasText: title }).first().waitFor();
    await page.waitForTimeout(300);
    await page.keyboard.press('Enter');
    await page.waitForTimeout(800);
  }

  /** Types, and returns the median of the milliseconds from a key to the text in the preview. */
  async function keystrokes(letters) {
    const frame = await w.previewFrame();
    const times = [];
    let typed = '';
    for (const letter of letters) {
      typed += letter;
      const seen = frame.evaluate(
        (want) =>
          new Promise((resolve) => {
            const node = [...document.querySelectorAll('main > :is(.exact, .rendered)')].find((found) => !found.hidden);
            const observer = new MutationObserver(() => {
              if (node.textContent.includes(want)) {
                observer.disconnect();
                resolve(Date.now());
              }
            });
            observer.observe(node, { childList: true, subtree: true });
          }),
        typed,
      );
      await page.waitForTimeout(100);
      const pressed = Date.now();
      await page.keyboard.press(letter);
      times.push((await seen) - pressed);
    }
    return times.sort((a, b) => a - b)[times.length >> 1];
  }

  return { exact, goToLine, includes, keystrokes, openPreview, pick, tab, text, useTheme, verdict };
}
