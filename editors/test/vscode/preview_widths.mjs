// The live preview in narrow and wide editor groups, in light, dark and high-contrast themes. In a real VS Code.

import assert from 'node:assert/strict';
import { previewOf } from './preview-page.mjs';
import { settle, until } from './workbench.mjs';

/** The widths of the preview in pixels: about the least that a group can have, and wider ones up to a large screen. */
const widths = [270, 600, 1200];

const themes = [
  ['Light Modern', 'vscode-light', 'light'],
  ['Dark Modern', 'vscode-dark', 'dark'],
  ['Dark High Contrast', 'vscode-high-contrast', 'contrast'],
];

/** What does not fit the page: parts beyond its edges, hidden controls, and words of labels that are broken. Runs in the page. */
function misfits() {
  const found = [];
  const wide = document.documentElement.clientWidth;
  for (const node of document.querySelectorAll('header *, main *')) {
    const { left, right, width } = node.getBoundingClientRect();
    const isSeen = width > 0 && node.checkVisibility() && !node.closest('.unseen, #choices[hidden]');
    if (isSeen && (left < -0.5 || right > wide + 0.5)) {
      found.push(`${node.tagName}.${node.className} ends at ${right} of ${wide}`);
    }
  }
  for (const node of document.querySelectorAll('header button, header label, header .verdict, header .muted, header .badge')) {
    const walker = document.createTreeWalker(node, NodeFilter.SHOW_TEXT);
    while (node.checkVisibility() && walker.nextNode()) {
      const text = walker.currentNode;
      if (text.parentElement.closest('.reasons, .unseen, #choices[hidden]')) {
        continue;
      }
      for (const { index, 0: word } of text.data.matchAll(/\S+/g)) {
        const range = document.createRange();
        range.setStart(text, index);
        range.setEnd(text, index + word.length);
        if (range.getClientRects().length > 1 && !word.includes('-') && !word.includes('/')) {
          found.push(`"${word}" is broken in "${text.data}"`);
        }
      }
    }
  }
  const picked = document.querySelector('#picker .title');
  if (picked.scrollWidth > picked.clientWidth) {
    found.push(`the agent "${picked.textContent}" is cut`);
  }
  return found;
}

/** Tests the preview of a skill that the target agents reject, in a workbench whose folder has the skills of writeSkills. */
export async function testWidths(w) {
  const { page } = w;
  const { isAccessible, openPicker, openPreview, pick, text, useTheme, verdict } = previewOf(w);

  const frameWidth = async () => (await w.previewFrame()).evaluate(() => document.documentElement.clientWidth);
  /** Resizes the window until the preview, which has one of two groups, is as wide as wanted. */
  async function widen(wanted) {
    await until(`a preview of ${wanted} px`, async () => {
      const missing = wanted - (await frameWidth());
      if (missing !== 0) {
        const { width, height } = page.viewportSize();
        await page.setViewportSize({ width: width + 2 * missing, height });
        await page.keyboard.press('Escape');
      }
      await settle(page);
      return missing === 0;
    });
  }
  async function fits() {
    assert.deepEqual(await (await w.previewFrame()).evaluate(misfits), []);
    for (const button of ['Copy', 'Compare…']) {
      const shown = w.preview.locator('.tools > button', { hasText: button });
      assert.ok((await shown.isVisible()) || !(await w.preview.locator('[data-value=exact]').isVisible()), `${button} is hidden`);
    }
  }

  await w.runCommand('View: Close All Editors');
  await page.locator('.tabs-container .tab').first().waitFor({ state: 'detached' });
  await page.keyboard.press('Control+b');
  await page.locator('[id="workbench.parts.sidebar"]').waitFor({ state: 'hidden' });
  await openPreview('.agents/skills/code-review/SKILL.md');

  for (const [title, kind, theme] of themes) {
    await page.setViewportSize({ width: 1280, height: 800 });
    await useTheme(title, kind);
    for (const width of widths) {
      await w.test(`fits a group of ${width} px in ${title}`, async () => {
        await widen(width);
        await pick('Codelia');
        assert.equal(await verdict().textContent(), 'Rejected by Codelia');
        await w.shot(`${theme}-${width}-rejected`);
        await fits();
        await openPicker();
        await w.shot(`${theme}-${width}-agents`);
        await fits();
        await page.keyboard.press('Escape');
        await pick('Claude Code');
        await until('the text', async () => (await text()).includes('Base directory'));
        await w.shot(`${theme}-${width}-loaded`);
        await fits();
        await w.preview.locator('[data-value=rendered]').click();
        await w.preview.locator('.rendered:visible h1').first().waitFor();
        await w.shot(`${theme}-${width}-rendered`);
        await fits();
        await w.preview.locator('[data-value=exact]').click();
        await w.preview.locator('[data-value=catalog]').click();
        await until('the catalog', async () => /skills? in the catalog$/.test((await verdict().textContent()) ?? ''));
        await w.shot(`${theme}-${width}-catalog`);
        await fits();
        await isAccessible();
        await w.preview.locator('[data-value=text]').click();
      });
    }
  }
}
