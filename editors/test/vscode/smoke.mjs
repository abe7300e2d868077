// A smoke test for the oldest supported VS Code, by mouse and keyboard.

import assert from 'node:assert/strict';
import { openUi } from './ui_support.mjs';

/** Returns how many tests have failed. */
export default async function (setup) {
  const ui = await openUi(setup, [['openFile', '.agents/skills/code-review/SKILL.md']]);
  const { page, source, suggestions } = ui;
  await source.locator('.view-line').first().waitFor();

  await ui.test('starts, and shows diagnostics', async () => {
    await ui.showProblems();
    await ui.problem('name/format').first().waitFor();
    await ui.problem('link/broken').first().waitFor();
  });

  await ui.test('completes a mention', async () => {
    await ui.focusSource();
    await page.keyboard.press('Control+End');
    await page.keyboard.type('\nUse $rel');
    await suggestions.and(page.locator('.focused')).filter({ hasText: '$release-notes' }).waitFor();
    await page.keyboard.press('Enter');
    await ui.until('the line', async () => (await ui.lines(source)).includes('Use $release-notes'));
  });

  await ui.test('previews the unsaved text', async () => {
    await page.locator('.editor-group-container').first().locator('.editor-actions .codicon-eye').click();
    const text = ui.preview.locator('#content > .exact').first();
    await ui.until('the text', async () => ((await text.textContent()) ?? '').includes('Use $release-notes'));
    await ui.closeTab('Preview code-review');
  });

  await ui.test('lists the skills, and opens one', async () => {
    await ui.openView();
    await ui.row('release-notes').click();
    await page.locator('.monaco-editor[data-uri$="release-notes/SKILL.md"]').first().waitFor();
  });

  await ui.test('runs a command', async () => {
    await ui.runCommand('Skills: Preview as Text');
    const text = page.locator('.monaco-editor[data-uri^="skills-preview"]').first();
    await ui.until('the text', async () => /skill_context/.test((await text.textContent()) ?? ''));
  });

  await ui.test('offers nothing about duplicates, because this version of VS Code has no checks', async () => {
    await ui.runCommand('Notifications: Show Notifications');
    assert.equal(await page.locator('.notification-list-item', { hasText: 'VS Code also checks' }).count(), 0);
  });

  return ui.end();
}
