// A server that is not running and a folder without skills in a real VS Code, by mouse and keyboard.

import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { openUi } from './ui_support.mjs';

/** Returns how many tests have failed. */
export default async function (setup) {
  const { folder, server } = setup;
  const file = '.agents/skills/code-review/SKILL.md';

  await writeFile(join(folder, file), (await readFile(join(folder, file), 'utf8')).replace('code_review', 'code-review'));

  // The panel contains only visible lines, and VS Code's own problems would take half of them.
  await mkdir(join(folder, '.vscode'));
  await writeFile(join(folder, '.vscode/settings.json'), '{ "files.associations": { "SKILL.md": "markdown" } }');
  await rm(join(folder, '.agents/skills/deploy'), { recursive: true });

  /** Returns the servers of this test. Extension hosts of earlier tests and their servers live on for a while. */
  function servers() {
    return allServers().filter((pid) => !earlier.includes(pid));
  }

  function allServers() {
    return readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .filter((pid) => {
        try {
          const [program, command] = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0');
          return program.includes('skills-ls.skills-ls-') && command === 'serve' && readFileSync(`/proc/${pid}/environ`, 'utf8').includes(`HOME=${server.home}\0`);
        } catch {
          return false; // ended, or of another test
        }
      })
      .map(Number);
  }

  const earlier = allServers();
  const ui = await openUi(setup, [['openFile', file]]);
  const { page, source, status } = ui;
  const read = (path) => readFile(join(folder, path), 'utf8');

  await source.locator('.view-line').first().waitFor();
  await ui.showProblems();
  await ui.problem('link/broken').first().waitFor();
  await ui.openView();
  await ui.row('code-review').waitFor();

  await ui.test('a server that is killed while the user types is restarted, and its diagnostics are right', async () => {
    await ui.focusSource();
    await page.keyboard.press('Control+End');
    const [pid, ...others] = servers();
    assert.ok(pid && others.length === 0, `${servers().length} servers`);
    await page.keyboard.type('\n[another](references/gone.md) and');
    process.kill(pid, 'SIGKILL');
    await page.keyboard.type(' [more](references/lost.md)');
    await ui.until('another server', () => servers().length === 1 && servers()[0] !== pid);
    await ui.until('all three findings', async () => (await ui.problem('link/broken').count()) === 3);
    await ui.until('the status', async () => /agents, [\d,]+ tokens/.test((await status.textContent()) ?? ''));
    await ui.row('code-review').waitFor();
    await ui.focusSource();
    await page.keyboard.press('Control+End');
    await page.keyboard.type('\n[last](references/last.md)');
    await ui.until('the fourth', async () => (await ui.problem('link/broken').count()) === 4);
  });

  await ui.test('a server that keeps crashing is given up, with the reason and solution', async () => {
    await ui.until('the server to have answered', async () => /agents, [\d,]+ tokens/.test((await status.textContent()) ?? ''));
    const givenUp = page.locator('.welcome-view-content', { hasText: 'is not running' }).first();
    const killed = new Set();
    // Kills each server immediately, so that a slow machine starts five of them within three minutes.
    await ui.until('the server to be given up', async () => {
      for (const pid of servers().filter((pid) => !killed.has(pid))) {
        killed.add(pid);
        try {
          process.kill(pid, 'SIGKILL');
        } catch (error) {
          if (error.code !== 'ESRCH') throw error; // the client has ended this server since /proc was read
        }
      }
      return givenUp.isVisible();
    });
    assert.deepEqual(servers(), []);
    await ui.until('the status', async () => /Skills/.test((await status.textContent()) ?? ''));
    await ui.shot('dead');
    const message = await ui.notification(/was killed \(SIGKILL\), 5 times in three minutes/);
    for (const button of ['Show Output', 'Restart', 'Report']) {
      await message.getByText(button, { exact: true }).waitFor();
    }
    await message.getByText('Restart', { exact: true }).click();
    await ui.until('the findings', async () => (await ui.problem('link/broken').count()) === 4);
    await ui.row('code-review').waitFor();
  });

  await ui.test('a server of another version works, with warnings about it and about unsupported requests', async () => {
    const program = join(folder, '../older-skills-ls');
    const call = [process.execPath, join(import.meta.dirname, '../nvim/other-version.mjs'), join(import.meta.dirname, '../../../skills-ls'), '9.8.7'];
    await writeFile(program, `#!/bin/sh\nSKILLS_LS_UNKNOWN=skills/inventory exec ${call.map((part) => `'${part}'`).join(' ')} "$@"\n`, { mode: 0o755 });
    server.setOfMachine({ 'skills-ls.server.path': program });
    await ui.notification(/server is version 9\.8\.7, but this extension was built for \d/);
    await ui.openView();
    await page.locator('.pane-body', { hasText: 'Cannot list the skills: the server answered "unknown method skills/inventor' }).first().waitFor();
    await ui.shot('older');
    assert.equal(await page.locator('.welcome-view-content:visible', { hasText: 'No skills yet' }).count(), 0);
    await ui.focusSource();
    await page.keyboard.press('Control+End');
    await page.keyboard.type('\n[fifth](references/fifth.md)');
    await ui.until('the fifth', async () => (await ui.problem('link/broken').count()) === 5);
    server.setOfMachine({});
    await ui.openView();
    await ui.row('code-review').waitFor();
  });

  await ui.test('a folder without skills has a welcome', async () => {
    await ui.focusSource();
    await page.keyboard.press('Control+s');
    await ui.until('the text on disk', async () => (await read(file)).includes('[fifth]'));
    await ui.runCommand('View: Close All Editors');
    await page.locator('.tabs-container .tab').first().waitFor({ state: 'detached' });
    await rm(join(folder, '.agents'), { recursive: true });
    await ui.openView();
    await ui.runCommand('Skills: Refresh');
    await page.locator('.welcome-view-content', { hasText: 'No skills yet' }).first().waitFor();
    await page.locator('.welcome-view-content').getByText('New Skill').first().waitFor();
    await ui.until('the problems of removed files to disappear', async () => (await ui.problem('link/broken').count()) === 0);
    await ui.shot('empty');
  });

  return ui.end();
}
