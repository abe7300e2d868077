// An untrusted project in a real VS Code, by mouse and keyboard: it cannot choose the program or add directories outside of itself, and
// everything else works.

import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { openUi } from './ui_support.mjs';

/** Returns how many tests have failed. */
export default async function (setup) {
  const { folder } = setup;
  const outside = join(folder, '../outside');
  const marker = join(folder, '../was-run');

  async function write(file, text, mode = 0o644) {
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, text, { mode });
  }

  await write(join(folder, 'evil.sh'), `#!/bin/sh\ntouch '${marker}'\n`, 0o755);
  await write(join(outside, 'elsewhere/SKILL.md'), '---\nname: elsewhere\ndescription: Lies elsewhere. Use when a test asks for it.\n---\n\nText.\n');
  await write(
    join(folder, '.vscode/settings.json'),
    JSON.stringify({ 'skills-ls.server.path': join(folder, 'evil.sh'), 'skills-ls.roots': [outside], 'skills-ls.rules': { 'body/empty': 'error' } }),
  );

  const ui = await openUi(setup, [['openFile', '.agents/skills/code-review/SKILL.md']]);
  const { page, source, status } = ui;

  await source.locator('.view-line').first().waitFor();

  await ui.test('an untrusted project has problems, previews and skills', async () => {
    await page.locator('.statusbar', { hasText: 'Restricted Mode' }).waitFor();
    await ui.showProblems();
    await ui.problem('name/format').first().waitFor();
    await ui.until('the status', async () => /agents, [\d,]+ tokens/.test((await status.textContent()) ?? ''));
    await ui.openView();
    await ui.row('release-notes').waitFor();
    assert.equal(await ui.rows.filter({ hasText: 'elsewhere' }).count(), 0, 'a directory outside was looked into');
    await ui.focusSource();
    await page.locator('.editor-group-container').first().locator('.editor-actions .codicon-eye').click();
    await ui.until('the preview', async () => ((await ui.preview.locator('#content > .exact').first().textContent()) ?? '').includes('<skill_context name="code_review"'));
    await ui.shot('restricted');
    assert.ok(!existsSync(marker), 'a program of the project was run');
  });

  await ui.test('a trusted project can add directories, but cannot choose the program', async () => {
    await ui.runCommand('Workspaces: Manage Workspace Trust');
    await page.locator('.workspace-trust-buttons-row .monaco-button', { hasText: /^Trust$/ }).first().click();
    await page.locator('.statusbar', { hasText: 'Restricted Mode' }).waitFor({ state: 'detached' }).catch(() => undefined);
    await ui.openView();
    await ui.row('elsewhere').waitFor();
    assert.ok(!existsSync(marker), 'a program of the project was run');
  });

  return ui.end();
}
