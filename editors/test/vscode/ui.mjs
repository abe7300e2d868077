// Uses a real VS Code by mouse and keyboard, and takes screenshots.

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { openUi } from './ui_support.mjs';

/** Returns how many tests have failed. */
export default async function (setup) {
  const { folder, server } = setup;
  const file = '.agents/skills/code-review/SKILL.md';

  const ui = await openUi(setup, [['openFile', file]]);
  const { page, source, status, suggestions } = ui;

  const previewText = async () => (await ui.preview.locator('#content > .exact').first().textContent()) ?? '';
  const previewButton = page.locator('.editor-group-container').first().locator('.editor-actions .codicon-eye');

  await source.locator('.view-line').first().waitFor();
  await ui.focusSource();

  await ui.test('the problems panel shows the diagnostics', async () => {
    await ui.showProblems();
    await ui.problem('name/format').first().waitFor();
    await ui.problem('link/broken').first().waitFor();
    await ui.shot('problems');
  });

  await ui.test('the status bar shows that no target loads the skill', async () => {
    await ui.until('no targets', async () => /0 of 2 agents, [\d,]+ tokens/.test((await status.textContent()) ?? ''));
    await page.locator('.statusbar-item.error-kind', { hasText: '0 of 2 agents' }).waitFor();
  });

  await ui.test('the preview opens beside the source', async () => {
    await previewButton.click();
    await ui.until('the text', async () => (await previewText()).includes('<skill_context name="code_review"'));
    await page.keyboard.press('Control+b');
    await ui.shot('overview');
    await page.keyboard.press('Control+b');
    await ui.closeTab('Preview code-review');
  });

  await ui.test('a hover documents a field', async () => {
    await source.locator('.view-line', { hasText: 'description:' }).locator('span > span').first().hover();
    await page.locator('.monaco-hover:not(.hidden) .hover-row', { hasText: 'description' }).first().waitFor();
    await ui.shot('hover');
    await page.keyboard.press('Escape');
  });

  await ui.test('a hover on the name shows which agents load the skill', async () => {
    await source.locator('.view-line', { hasText: 'name:' }).locator('span > span').last().hover();
    const hover = page.locator('.monaco-hover:not(.hidden) .hover-row', { hasText: 'Verdict' }).first();
    await hover.waitFor();
    assert.match(await hover.textContent(), /Also loaded by .*Goose.*Not found here by Claude Code\./s);
    await ui.shot('agents');
    await page.keyboard.press('Escape');
  });

  await ui.test('Alt+F8 shows the problem and, below it, the agents that it affects', async () => {
    await ui.focusSource();
    await ui.goToLine(1, 1);
    const peek = page.locator('.marker-widget');
    // Each press shows the next problem of the file. VS Code reports some itself.
    for (let shown = ''; !/invalid name.*reject the skill/s.test(shown); ) {
      const before = shown;
      await page.keyboard.press('Alt+F8');
      await ui.until('another problem', async () => {
        shown = (await peek.allTextContents()).join('');
        return shown !== '' && shown !== before;
      });
    }
    await ui.shot('peek');
    await page.keyboard.press('Escape');
    await peek.first().waitFor({ state: 'detached' });
  });

  await ui.test('the lens above the skill sums that up and opens the preview', async () => {
    await ui.focusSource();
    const lens = source.locator('.codelens-decoration a');
    await lens.filter({ hasText: /^loaded by \d+ of \d+ agents/ }).waitFor();
    await lens.filter({ hasText: 'tokens' }).click();
    await ui.until('the text', async () => (await previewText()).includes('<skill_context name="code_review"'));
    await ui.closeTab('Preview code-review');
  });

  await ui.test('a quick fix corrects the name', async () => {
    await ui.focusSource();
    await ui.goToLine(2, 9);
    const action = await ui.offered('code-review');
    await ui.shot('fix');
    await ui.take(action);
    await ui.until('the corrected line', async () => (await ui.lines(source)).includes('name: code-review'));
    await ui.until('the diagnostic to go', async () => (await ui.problem('name/format').count()) === 0);
  });

  await ui.test('the status bar shows that all targets load it now', async () => {
    await ui.until('accepted', async () => /2 of 2 agents, [\d,]+ tokens/.test((await status.textContent()) ?? ''));
    // The color is that of the worst problem, which is a broken link now.
    await page.locator('.statusbar-item.warning-kind', { hasText: '2 of 2 agents' }).waitFor();
  });

  await ui.test('typing $ offers the mentions, and Enter inserts one', async () => {
    await ui.focusSource();
    await page.keyboard.press('Control+End');
    await page.keyboard.type('\nUse $rel');
    await suggestions.and(page.locator('.focused')).filter({ hasText: '$release-notes' }).waitFor();
    await ui.shot('completion');
    await page.keyboard.press('Enter');
    await ui.until('the line', async () => (await ui.lines(source)).includes('Use $release-notes'));
  });

  await ui.test('the preview shows unsaved text', async () => {
    await ui.focusSource();
    await previewButton.click();
    await ui.until('the mention', async () => (await previewText()).includes('Use $release-notes'));
    await ui.focusSource();
    await page.keyboard.press('Control+End');
    await page.keyboard.type(' for the release notes, never <saved>.');
    await ui.until('the typed text', async () => (await previewText()).includes('notes, never <saved>.'));
    assert.ok(!(await readFile(join(folder, file), 'utf8')).includes('never <saved>'));
    await ui.shot('preview');
  });

  await ui.test('an empty search lists the skills, and those not loaded at the end', async () => {
    await ui.runCommand('Skills: Search Skills...');
    const rows = page.locator('.quick-input-list .monaco-list-row');
    await rows.filter({ hasText: 'release-notes' }).first().waitFor();
    await ui.until('the one that is not loaded, at the end', async () => /deploy/.test((await rows.allTextContents()).at(-1) ?? ''));
    assert.match((await rows.allTextContents()).at(-1) ?? '', /rejected by Agent Skills standard, Codelia/);
    await ui.shot('list');
    await page.keyboard.type('release-notes', { delay: 50 }); // each letter may come before the last one's answer
    await page.keyboard.press('Enter'); // opens the first result, even if it has not arrived yet
    await page.locator('.tabs-container .tab.active', { hasText: 'SKILL.md' }).first().waitFor();
    await ui.until('the skill', async () => {
      const editors = page.locator('.monaco-editor[data-uri*="release-notes/SKILL.md"]');
      return (await editors.count()) > 0;
    });
  });

  await ui.test('duplicate diagnostics are explained, and the offered setting avoids them', async () => {
    await ui.openFile(file);
    await ui.focusSource();
    await ui.showProblems();
    const own = page.locator('.markers-panel .monaco-list-row[aria-level="2"]').filter({ hasNotText: 'skills-ls' });
    await own.first().waitFor();
    const offer = await ui.notification('VS Code also checks SKILL.md files');
    await ui.shot('overlap');
    await offer.getByText('Treat SKILL.md as Markdown').click();
    await ui.until('Markdown', async () => (await page.locator('[id="status.editor.mode"]').textContent()).trim() === 'Markdown');
    await ui.until('its own findings to go', async () => (await own.count()) === 0);
    await ui.problem('link/broken').first().waitFor();
  });

  await ui.test('a missing program is reported with the solution', async () => {
    server.setOfMachine({ 'skills-ls.server.path': '/nonexistent/skills-ls' });
    // The browser asks whether to discard unsaved text.
    page.on('dialog', (dialog) => dialog.accept());
    await page.reload();
    await source.locator('.view-line').first().waitFor();
    // Some versions show no toast while they start.
    const bell = page.locator('[id="status.notifications"] .codicon-bell-dot, .notification-toast');
    await bell.first().waitFor();
    const message = await ui.notification('There is no program at /nonexistent/skills-ls.');
    assert.match(await message.textContent(), /Change the setting/);
    await ui.shot('missing');
    await message.getByText('Open Settings').click();
    await page.locator('.settings-editor', { hasText: 'skills-ls program to run' }).waitFor();
  });

  server.setOfMachine({});
  return ui.end();
}
