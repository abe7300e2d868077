// The preview as its user sees or hears it.

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { settle, until } from './workbench.mjs';

/** Functions to use the visible preview. */
export function previewOf(w) {
  const { page } = w;
  const eye = page.locator('.editor-group-container').first().locator('.editor-actions .codicon-eye');
  const tab = (title) => page.locator('.tabs-container .tab', { hasText: title });
  const exact = () => w.preview.locator('#content > .exact:visible');
  const choices = () => w.preview.locator('#choices');
  const verdict = () => w.preview.locator('#verdict');
  const text = async () => (await w.previewFrame()).evaluate(() => [...document.querySelectorAll('#content > .exact')].find((node) => !node.hidden)?.textContent ?? '');
  const includes = (part) => until(`the text with ${part}`, async () => (await text()).includes(part));

  async function openPreview(path) {
    await w.openFile(path);
    await eye.click();
    const directory = path.split('/').at(-2);
    await tab(`Preview ${directory.slice(0, 12)}`).and(page.locator('.active')).waitFor();
    await until('the preview', async () => (await verdict().count()) === 1);
  }

  /** Opens the list of agents. The list closes if the source takes the focus back, as after a keystroke; then this opens it again. */
  async function openPicker() {
    await until('the list of agents', async () => {
      if (!(await choices().isVisible())) {
        await w.preview.locator('#picker').click();
      }
      await settle(page);
      return choices().isVisible();
    });
  }

  async function pick(title) {
    await openPicker();
    await w.preview.locator('#choices [role=option]', { hasText: title }).click();
    await until(title, async () => (await w.preview.locator('#picker').textContent())?.includes(title));
  }

  async function goToLine(line) {
    await w.focusSource();
    await w.goToLine(line);
  }

  /** @param kind the kind of theme for the page, such as vscode-light */
  async function useTheme(title, kind) {
    await w.runCommand('Preferences: Color Theme');
    await page.locator('.quick-input-list .monaco-list-row', { hasText: 'Modern' }).first().waitFor();
    await page.locator('.quick-input-widget:visible input:visible').first().fill(title);
    await w.chosen(title).waitFor();
    await page.keyboard.press('Enter');
    await page.locator('.quick-input-widget').first().waitFor({ state: 'hidden' });
    await until(title, async () => (await w.previewFrame()).evaluate((kind) => document.body.dataset.vscodeThemeKind === kind, kind));
  }

  /** Types, and returns the median time in milliseconds from a key to the text in the preview. */
  async function keystrokes(letters) {
    const frame = await w.previewFrame();
    const times = [];
    let typed = '';
    for (const letter of letters) {
      typed += letter;
      // The observer runs in the page and must be ready before the key is pressed.
      await frame.evaluate((want) => {
        const node = [...document.querySelectorAll('#content > :is(.exact, .rendered)')].find((found) => !found.hidden);
        window.seen = new Promise((resolve) => {
          const observer = new MutationObserver(() => {
            if (node.textContent.includes(want)) {
              observer.disconnect();
              resolve(Date.now());
            }
          });
          observer.observe(node, { childList: true, subtree: true });
        });
      }, typed);
      const pressed = Date.now();
      await page.keyboard.press(letter);
      times.push((await frame.evaluate(() => window.seen)) - pressed);
    }
    return times.sort((a, b) => a - b)[times.length >> 1];
  }

  /** Checks the accessibility of the current page with axe (WCAG 2.2, A and AA). */
  async function isAccessible() {
    const frame = await w.previewFrame();
    await frame.evaluate(await readFile(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8'));
    const faults = await frame.evaluate(async () => {
      const { violations } = await window.axe.run(document, { runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'], rules: { 'aria-allowed-role': { enabled: true }, 'landmark-one-main': { enabled: true } }, resultTypes: ['violations'] });
      return violations.flatMap(({ id, nodes }) => nodes.map(({ html, any }) => `${id}: ${html.slice(0, 160)} ${any[0]?.message ?? ''}`));
    });
    assert.equal(faults.length, 0, faults.slice(0, 3).join('; '));
  }

  return { exact, goToLine, includes, isAccessible, keystrokes, openPicker, openPreview, pick, tab, text, useTheme, verdict };
}
