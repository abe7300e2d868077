// Uses a real VS Code by mouse and keyboard, and takes pictures.
//
// usage: node ui.mjs BASE FOLDER SHOTS NAME

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { openWorkbench, remote } from './browser.mjs';
import { setOfMachine } from './machine.mjs';

const [, , base, folder, shots, name] = process.argv;
const file = '.agents/skills/code-review/SKILL.md';

let failures = 0;
const { browser, page } = await openWorkbench(base, folder, [['openFile', remote(base, `${folder}/${file}`)]]);
page.setDefaultTimeout(20_000);

async function test(what, body) {
  try {
    await body();
    console.log(`ok   ${name}: ${what}`);
  } catch (error) {
    failures++;
    console.log(`FAIL ${name}: ${what}: ${error.message.split('\n').slice(0, 3).join(' | ')}`);
    await shot(`fail-${failures}`);
  }
}

async function shot(what) {
  await page.screenshot({ path: join(shots, `${name}-${what}.png`) });
}

// The editor keeps its lines in no order, and writes spaces as no-break spaces.
const lines = (editor) =>
  editor
    .locator('.view-line')
    .evaluateAll((found) =>
      found
        .sort((a, b) => parseFloat(a.style.top) - parseFloat(b.style.top))
        .map((line) => line.textContent.replaceAll('\u00a0', ' ')),
    );

// What does not fit goes on in the next line.
const text = async (editor) => (await lines(editor)).join('');

async function until(what, condition) {
  const end = Date.now() + 20_000;
  for (;;) {
    const value = await condition();
    if (value) {
      return value;
    }
    if (Date.now() > end) {
      throw new Error(`timed out: ${what}`);
    }
    await page.waitForTimeout(50);
  }
}

async function runCommand(title) {
  await page.keyboard.press('F1');
  await page.locator('.quick-input-widget input').first().fill(`>${title}`);
  await page.locator('.quick-input-list .monaco-list-row', { hasText: title }).first().waitFor();
  await page.keyboard.press('Enter');
}

const source = page.locator('.editor-group-container').first().locator('.monaco-editor[data-uri^="vscode-remote"]');
const preview = page.frameLocator('iframe.webview.ready:visible').frameLocator('iframe#active-frame');
const previewText = async () => (await preview.locator('main > .exact').first().textContent()) ?? '';
const previewTab = page.locator('.tabs-container .tab', { hasText: 'Preview code-review' });
const status = page.locator('[id$="skills-ls.status"]');
const previewButton = page.locator('.editor-group-container').first().locator('.editor-actions .codicon-eye');
const problems = page.locator('.markers-panel .monaco-list-row');
const suggestions = page.locator('.suggest-widget.visible .monaco-list-row');

async function focusSource() {
  await page.mouse.move(640, 780);
  await page.keyboard.press('Escape');
  await page.keyboard.press('Control+1');
}

const problem = (rule) => problems.filter({ hasText: 'skills-ls' }).filter({ hasText: rule });

async function goToLine(line, column = 1) {
  await page.keyboard.press('Control+g');
  await page.locator('.quick-input-widget input').first().fill(`:${line}:${column}`);
  await page.keyboard.press('Enter');
}

await source.locator('.view-line').first().waitFor({ timeout: 60_000 });
await focusSource();

await test('the problems panel shows the diagnostics', async () => {
  await page.keyboard.press('Control+Shift+M');
  await problem('name/directory').first().waitFor({ timeout: 60_000 });
  await problem('link/broken').first().waitFor();
  await page.waitForTimeout(500);
  await shot('problems');
});

await test('the status bar says that no target accepts the skill', async () => {
  await until('no targets', async () => /0\/2 targets, [\d,]+ tokens/.test((await status.textContent()) ?? ''));
});

await test('the preview stands beside the source', async () => {
  await previewButton.click();
  await until('the text', async () => (await previewText()).includes('<skill_context name="code_review"'));
  await page.keyboard.press('Control+b');
  await page.waitForTimeout(700);
  await shot('overview');
  await page.keyboard.press('Control+b');
  await previewTab.click({ button: 'middle' });
  await previewTab.waitFor({ state: 'detached' });
});

await test('a hover documents a field', async () => {
  await source.locator('.view-line', { hasText: 'description:' }).locator('span > span').first().hover();
  const hover = page.locator('.monaco-hover:not(.hidden) .hover-row').first();
  await hover.waitFor();
  assert.match(await hover.textContent(), /description/i);
  await page.waitForTimeout(700);
  await shot('hover');
  await page.keyboard.press('Escape');
});

await test('a hover on the name says what every agent makes of the skill', async () => {
  await source.locator('.view-line', { hasText: 'name:' }).locator('span > span').last().hover();
  const hover = page.locator('.monaco-hover:not(.hidden) .hover-row', { hasText: 'Runtime' }).first();
  await hover.waitFor();
  assert.match(await hover.textContent(), /Claude Code.*Goose/s);
  await page.waitForTimeout(700);
  await shot('agents');
  await page.keyboard.press('Escape');
});

await test('the line above the skill sums that up, and opens the preview', async () => {
  await focusSource();
  const lens = source.locator('.codelens-decoration a');
  await lens.filter({ hasText: /^accepted by \d+ of \d+ targets/ }).waitFor();
  await lens.filter({ hasText: 'tokens' }).click();
  await until('the text', async () => (await previewText()).includes('<skill_context name="code_review"'));
  await previewTab.click({ button: 'middle' });
  await previewTab.waitFor({ state: 'detached' });
});

await test('a quick fix corrects the name', async () => {
  await focusSource();
  await goToLine(2, 9);
  await page.keyboard.press('Control+.');
  const action = page.locator('.action-widget .monaco-list-row', { hasText: 'code-review' }).first();
  await action.waitFor();
  await page.waitForTimeout(300);
  await shot('fix');
  // The list lies under a block that catches the mouse until it is used.
  const { x, y, width, height } = await action.boundingBox();
  await page.mouse.move(x + width / 2, y + height / 2 - 2);
  await page.mouse.click(x + width / 2, y + height / 2);
  await until('the corrected line', async () => (await lines(source)).includes('name: code-review'));
  await until('the diagnostic to go', async () => (await problem('name/directory').count()) === 0);
});

await test('the status bar says that all targets accept it now', async () => {
  await until('accepted', async () => /2\/2 targets, [\d,]+ tokens/.test((await status.textContent()) ?? ''));
});

await test('typing $ offers the mentions, and Enter takes one', async () => {
  await page.keyboard.press('Control+End');
  await page.keyboard.type('\nUse $rel', { delay: 60 });
  await suggestions.filter({ hasText: '$release-notes' }).first().waitFor();
  await page.waitForTimeout(700);
  await shot('completion');
  await page.keyboard.press('Enter');
  await until('the line', async () => (await lines(source)).includes('Use $release-notes'));
});

await test('the preview shows what is typed and not saved', async () => {
  await page.keyboard.press('Control+Shift+M');
  await page.keyboard.press('Control+Shift+M');
  await focusSource();
  await previewButton.click();
  await until('the mention', async () => (await previewText()).includes('Use $release-notes'));
  await focusSource();
  await page.keyboard.press('Control+End');
  await page.keyboard.type(' for the release notes, never <saved>.');
  await until('the typed text', async () => (await previewText()).includes('notes, never <saved>.'));
  assert.ok(!(await readFile(join(folder, file), 'utf8')).includes('never <saved>'));
  await page.waitForTimeout(700);
  await shot('preview');
});

await test('a search that is empty lists the skills, and what is not loaded at the end', async () => {
  await runCommand('Skills: Search Skills...');
  const rows = page.locator('.quick-input-list .monaco-list-row');
  await rows.filter({ hasText: 'release-notes' }).first().waitFor();
  await page.waitForTimeout(300);
  const texts = await rows.allTextContents();
  assert.match(texts.at(-1), /deploy/, 'the last one is not the one that is not loaded');
  await shot('list');
  await page.keyboard.type('release-notes');
  await page.waitForTimeout(300);
  await page.keyboard.press('Enter');
  await page.locator('.tabs-container .tab.active', { hasText: 'SKILL.md' }).first().waitFor();
  await until('the skill', async () => {
    const editors = page.locator('.monaco-editor[data-uri*="release-notes/SKILL.md"]');
    return (await editors.count()) > 0;
  });
});

await test('a program that is not there is reported, with what to do', async () => {
  await setOfMachine({ 'skills-ls.server.path': '/nonexistent/skills-ls' });
  // The browser asks whether to leave unsaved text.
  page.on('dialog', (dialog) => dialog.accept());
  await page.reload();
  await source.locator('.view-line').first().waitFor({ timeout: 60_000 });
  // Some versions show no toast while they start.
  const bell = page.locator('[id="status.notifications"] .codicon-bell-dot, .notification-toast');
  await bell.first().waitFor();
  await runCommand('Notifications: Show Notifications');
  const message = page.locator('.notification-list-item', { hasText: 'There is no program at /nonexistent/skills-ls.' });
  await message.first().waitFor();
  assert.match(await message.first().textContent(), /Correct the setting/);
  await page.waitForTimeout(500);
  await shot('missing');
  await message.first().getByText('Open Settings').click();
  await page.locator('.settings-editor', { hasText: 'skills-ls program to run' }).waitFor();
});

await setOfMachine({});
await browser.close();
process.exit(failures > 0 ? 1 : 0);
