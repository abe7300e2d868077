// Newer versions of VS Code also check a SKILL.md: the message about it and the setting that avoids duplicates. In a real VS Code, by
// mouse and keyboard.

import assert from 'node:assert/strict';
import { openUi } from './ui_support.mjs';

/** Returns how many tests have failed. */
export default async function (setup) {
  const ui = await openUi(setup, [['openFile', '.agents/skills/code-review/SKILL.md']]);
  const { page, source } = ui;

  await source.locator('.view-line').first().waitFor();
  await ui.showProblems();
  await ui.problem('name/format').first().waitFor();

  const language = page.locator('[id="status.editor.mode"]');
  const own = page.locator('.markers-panel .monaco-list-row[aria-level="2"]').filter({ hasNotText: 'skills-ls' });

  await ui.test('duplicate diagnostics are explained, and the offered setting avoids them', async () => {
    await own.first().waitFor();
    const offer = await ui.notification('VS Code also checks SKILL.md files');
    await ui.shot('overlap');
    await offer.getByText('Treat SKILL.md as Markdown').click();
    await ui.until('Markdown', async () => (await language.textContent()).trim() === 'Markdown');
    await ui.until('its own findings to go', async () => (await own.count()) === 0);
    await ui.problem('name/format').first().waitFor();
  });

  return ui.end();
}
