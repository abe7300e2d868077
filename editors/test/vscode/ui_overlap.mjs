// Newer versions of VS Code check a SKILL.md, too: what is said of that, and the setting that keeps each fault to one finding. In
// a real VS Code, by mouse and keyboard.
//
// usage: node ui_overlap.mjs BASE FOLDER SHOTS NAME

import assert from 'node:assert/strict';
import { openUi } from './ui_support.mjs';

const ui = await openUi([['openFile', '.agents/skills/code-review/SKILL.md']]);
const { page, source } = ui;

await source.locator('.view-line').first().waitFor({ timeout: 60_000 });
await ui.showProblems();
await ui.problem('name/directory').first().waitFor({ timeout: 60_000 });

const language = page.locator('[id="status.editor.mode"]');
const own = page.locator('.markers-panel .monaco-list-row[aria-level="2"]').filter({ hasNotText: 'skills-ls' });
const offer = page.locator('.notification-list-item', { hasText: 'VS Code checks SKILL.md files, too' });

if ((await language.textContent()).trim() === 'Skill') {
  await ui.test('a fault that is found twice is explained, and seen once by the setting that is offered', async () => {
    await own.first().waitFor();
    await ui.runCommand('Notifications: Show Notifications');
    await offer.first().waitFor();
    await ui.shot('overlap');
    await offer.first().getByText('Treat SKILL.md as Markdown').click();
    await ui.until('Markdown', async () => (await language.textContent()).trim() === 'Markdown');
    await ui.until('its own findings to go', async () => (await own.count()) === 0);
    await ui.problem('name/directory').first().waitFor();
  });
} else {
  await ui.test('nothing is offered where VS Code checks nothing itself', async () => {
    await page.waitForTimeout(3_000); // for what must not happen
    assert.equal(await own.count(), 0);
    await ui.runCommand('Notifications: Show Notifications');
    assert.equal(await offer.count(), 0);
  });
}

await ui.end();
