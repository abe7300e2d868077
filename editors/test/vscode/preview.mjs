// Uses the live preview in a real VS Code by mouse and keyboard, and takes
// screenshots.

import assert from 'node:assert/strict';
import { readFile, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { remote } from './browser.mjs';
import { foreign, hostile, long, manualLines, writeSkills } from './preview-skills.mjs';
import { previewOf } from './preview-page.mjs';
import { near, placesOf } from './preview-places.mjs';
import { isKept, settle, until, Workbench } from './workbench.mjs';

const manifest = JSON.parse(await readFile(new URL('../../vscode/package.json', import.meta.url), 'utf8'));
const agents = manifest.contributes.configuration.properties['skills-ls.targets'].items.anyOf[0].enum;

/** Returns how many tests have failed. */
export default async function (setup) {
  const { base, folder } = setup;
  const reviewed = 'code-review/SKILL.md';

  await writeSkills(folder);
  const open = [['openFile', remote(base, `${folder}/.agents/skills/${reviewed}`)]];
  const w = await Workbench.open(setup, open, (page) => page.context().grantPermissions(['clipboard-read', 'clipboard-write']));
  const { page } = w;

  // Records all requests of all frames, and violations of the page's policy.
  const requests = [];
  const dialogs = [];
  const logged = [];
  page.on('console', (message) => logged.push(message.text()));
  page.context().on('request', (request) => requests.push(request.url()));
  page.on('dialog', (dialog) => {
    dialogs.push(dialog.type());
    return dialog.type() === 'beforeunload' ? dialog.accept() : dialog.dismiss();
  });

  const { exact, goToLine, includes, isAccessible, keystrokes, openPicker, openPreview, pick, tab, text, useTheme, verdict } = previewOf(w);
  const { inStep, shownAtTop, sourceAtTop } = placesOf(w, 'manual/SKILL.md');

  await w.editorOf(reviewed).locator('.view-line').first().waitFor();
  await w.editorOf(reviewed).locator('.codelens-decoration a', { hasText: 'tokens' }).waitFor(); // the server has answered

  await w.test('opens beside the source, which keeps the focus', async () => {
    await w.focusSource();
    await page.locator('.editor-group-container').first().locator('.editor-actions .codicon-eye').click();
    await includes('<skill_context name="code_review"');
    assert.equal(await page.locator('.editor-group-container').count(), 2);
    // Versions of the editor show the icon in different elements.
    const looks = await page.locator('.tab', { hasText: 'Preview' }).evaluate((tab) =>
      [tab, ...tab.querySelectorAll('*')].flatMap((one) => [getComputedStyle(one), getComputedStyle(one, '::before')]).map(({ backgroundImage, maskImage, content }) => `${backgroundImage} ${maskImage} ${content}`),
    );
    assert.match(looks.join(), /preview-light\.svg/);
    assert.equal(await page.locator('.editor-group-container').first().locator('.monaco-editor.focused').count(), 1, 'the focus moved');
  });

  await w.test('has a self-contained page that loads nothing', async () => {
    assert.deepEqual(requests.filter((url) => /preview\.(js|css)/.test(decodeURIComponent(url))), []);
    const frame = await w.previewFrame();
    assert.deepEqual(await frame.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => name)), []);
  });

  await w.test('shows why the skill is rejected, and a reason links to its source', async () => {
    assert.equal(await verdict().textContent(), 'Rejected by Codelia');
    const reason = w.preview.locator('.reasons button');
    assert.match(await reason.first().textContent(), /^invalid name/);
    await w.shot('refused');
    await isAccessible();
    await reason.first().click();
    await until('the selection', async () => /\(11 selected\)/.test(await page.locator('.statusbar').textContent()));
    await page.keyboard.type('code-review');
    await until('accepted', async () => (await verdict().textContent()) === 'Loaded by Codelia');
    await includes('<skill_context name="code-review"');
    await until('the announcement', async () => /^Loaded by Codelia\. [\d,]+ tokens, [\d,]+ bytes\.$/.test((await w.preview.locator('#said').textContent()) ?? ''));
  });

  await w.test('shows unsaved text', async () => {
    await w.focusSource();
    await page.keyboard.press('Control+End');
    await page.keyboard.type('\nTyped: ');
    const median = await keystrokes('abcdefghijklmno');
    await w.shot('typed');
    return `median of 15 keystrokes: ${median} ms`;
  });

  await w.test('shows another agent, and the verdict of each', async () => {
    await openPicker();
    const options = w.preview.locator('#choices [role=option]');
    assert.equal(await options.count(), agents.length);
    await until('the verdicts', async () => /rejected|loaded/.test((await options.allTextContents()).join()));
    await w.shot('agents');
    await isAccessible();
    // The standard has a verdict but no text.
    const standard = options.last();
    assert.match(await standard.textContent(), /^Agent Skills standard.*valid, no text$/);
    assert.match(await standard.getAttribute('title'), /Choose an agent/);
    await standard.click({ force: true });
    assert.equal(await verdict().textContent(), 'Loaded by Codelia');
    await options.filter({ hasText: 'Claude Code' }).click();
    await includes('Base directory for this skill');
    assert.equal(await verdict().textContent(), 'Not found here by Claude Code');
    assert.equal(await w.preview.locator('#place').textContent(), 'Claude Code would load it, but does not look in .agents/skills.');
    await w.shot('not-found-here');
    await isAccessible();
  });

  await w.test('is used by keyboard alone', async () => {
    const frame = await w.previewFrame();
    const focused = () => frame.evaluate(() => {
      const { id, textContent, dataset } = document.activeElement;
      return id || dataset.value || textContent.trim();
    });
    await w.preview.locator('[data-value=text]').focus();
    const order = [await focused()];
    for (let i = 0; i < 7; i++) {
      await page.keyboard.press('Tab');
      order.push(await focused());
    }
    assert.deepEqual(order.slice(0, 7), ['text', 'exact', 'Copy', 'Compare…', 'picker', 'given', 'arguments']);
    await w.preview.locator('#picker').focus();
    await page.keyboard.press('Enter');
    await page.keyboard.press('Home');
    await page.keyboard.press('ArrowDown');
    assert.equal(await w.preview.locator('#picker').getAttribute('aria-activedescendant'), 'choice-1');
    await page.keyboard.press('Escape');
    assert.equal(await w.preview.locator('#choices').isVisible(), false);
    await page.keyboard.type('goo');
    await page.keyboard.press('Enter');
    await until('Goose', async () => (await verdict().textContent())?.includes('Goose'));
    await w.preview.locator('[data-value=exact]').focus();
    await page.keyboard.press('ArrowRight');
    await w.preview.locator('.rendered:visible h1').first().waitFor();
    await page.keyboard.press('ArrowLeft');
    await exact().waitFor();
  });

  await w.test('copies the exact text', async () => {
    await pick('Codelia');
    await includes('<skill_context');
    const shown = await text();
    await w.preview.locator('button', { hasText: 'Copy' }).click();
    await until('the clipboard', async () => (await page.evaluate(() => navigator.clipboard.readText())) === shown);
    // Copying a selection has the same result.
    await exact().click();
    await page.evaluate(() => navigator.clipboard.writeText('')).catch(() => undefined);
    const frame = await w.previewFrame();
    const selected = await frame.evaluate(() => {
      document.getSelection().selectAllChildren(document.querySelector('#content > .exact'));
      const data = new DataTransfer();
      const event = new ClipboardEvent('copy', { clipboardData: data, bubbles: true, cancelable: true });
      document.querySelector('#content > .exact > div > span').dispatchEvent(event);
      return data.getData('text/plain');
    });
    assert.equal(selected, shown);
  });

  await w.test('compares two agents in the diff editor', async () => {
    await w.preview.locator('button', { hasText: 'Compare…' }).click();
    const rows = page.locator('.quick-input-list .monaco-list-row');
    await rows.filter({ hasText: 'OpenAI Codex' }).waitFor();
    await page.keyboard.type('OpenAI');
    await w.chosen('OpenAI Codex').waitFor();
    await page.keyboard.press('Enter');
    await tab('Codelia ↔ OpenAI Codex').waitFor();
    const diff = page.locator('.monaco-diff-editor');
    await diff.locator('.editor.modified .view-line').first().waitFor();
    await until('both texts', async () => /skill_context/.test(await diff.textContent()));
    await w.shot('diff');
    await w.closeTab('Codelia ↔ OpenAI Codex');
  });

  await w.test('shows the text as a document, of the preview that has the focus', async () => {
    await w.preview.locator('#content').focus();
    await w.runCommand('Skills: Preview as Text');
    const editor = page.locator('.monaco-editor[data-uri^="skills-preview"]');
    await until('the text', async () => /skill_context/.test((await editor.first().textContent()) ?? ''));
    await w.closeTab('(Codelia).md');
  });

  await w.test('supports arguments, and marks substituted text and commands that are not executed', async () => {
    await openPreview('.claude/skills/ship/SKILL.md');
    await until('the agent of its place', async () => (await verdict().textContent()) === 'Loaded by Claude Code');
    const box = w.preview.locator('#arguments');
    await box.click();
    await page.keyboard.type('staging now');
    await includes('Ship to staging now, the first being staging.');
    assert.equal(await w.preview.locator('#given').isChecked(), true);
    assert.deepEqual(await exact().locator('.substituted').allTextContents(), ['staging now', 'staging']);
    assert.equal(await exact().locator('.unexecuted').count(), 1);
    await w.preview.locator('.legend button', { hasText: 'not executed here (1)' }).click();
    await w.shot('arguments');
    await isAccessible();
    await box.click();
    await page.keyboard.press('Escape');
    await until('no arguments', async () => (await exact().locator('.substituted').allTextContents()).every((found) => !found.includes('staging')));
  });

  await w.test('shows the catalog and its budget', async () => {
    await pick('OpenAI Codex');
    await w.preview.locator('[data-value=catalog]').click();
    await until('the catalog', async () => /^\d+ of \d+ skills in the catalog$/.test((await verdict().textContent()) ?? ''));
    assert.match(await w.preview.locator('.meter').textContent(), /8,000 characters/);
    const shortened = w.preview.locator('details', { hasText: /^Shortened: \d+ skills/ });
    await shortened.locator('summary').click();
    await shortened.locator('button', { hasText: 'topic-07' }).waitFor();
    await w.shot('catalog');
    await isAccessible();
    await shortened.locator('button', { hasText: 'topic-07' }).click();
    await w.editorOf('topic-07/SKILL.md').first().waitFor();
    await w.preview.locator('[data-value=text]').click();
  });

  await w.test('shows a hostile skill as text, and executes and requests nothing', async () => {
    await openPreview('.agents/skills/hostile/SKILL.md');
    await includes('window.pwned = 1');
    assert.ok((await text()).includes(hostile), 'not the exact text');
    const check = async (where) => {
      await settle(page); // a script or a request in the text would have run by now
      const frame = await w.previewFrame();
      const found = await frame.evaluate(() => ({
        pwned: window.pwned,
        strange: [...document.querySelectorAll('#content :is(script, img, style, iframe, base, link, meta, svg, form, input, object, embed)')].map((node) => node.outerHTML),
        attributes: [...document.querySelectorAll('#content *')].flatMap((node) => [...node.attributes].map(({ name }) => name)).filter((name) => name === 'style' || /^on/.test(name)),
        links: [...document.querySelectorAll('#content a')].map((link) => link.getAttribute('href')),
        header: getComputedStyle(document.querySelector('header')).display,
      }));
      assert.deepEqual({ ...found, links: [...new Set(found.links)].filter((href) => href !== '#') }, { pwned: undefined, strange: [], attributes: [], links: [], header: 'flex' }, where);
      for (const other of page.frames()) {
        assert.equal(await other.evaluate(() => window.pwned).catch(() => undefined), undefined, where);
      }
      assert.deepEqual(requests.filter((url) => url.includes(foreign)), [], where);
      assert.deepEqual(dialogs, [], where);
    };
    await check('exact');
    for (const code of ['U+001B', 'U+0007', 'U+202E', 'U+2066', 'U+200B', 'U+E0041']) {
      assert.ok((await exact().locator(`.control[data-code="${code}"]`).count()) > 0, code);
    }
    await w.shot('hostile');
    await w.preview.locator('[data-value=rendered]').click();
    await w.preview.locator('.rendered:visible h1').first().waitFor();
    await check('rendered');
    await isAccessible();
    await w.shot('hostile-rendered');
  });

  await w.test('follows only safe links', async () => {
    const rendered = w.preview.locator('.rendered:visible');
    for (const dead of ['script', 'command', 'data', 'editor', 'file', 'host']) {
      assert.equal(await rendered.locator('a', { hasText: new RegExp(`^${dead}$`) }).count(), 0, dead);
    }
    await rendered.locator('a', { hasText: /^web$/ }).click();
    // Some versions do not show dialogs in tests and log the question.
    const dialog = page.locator('.monaco-dialog-box');
    await until('the question', async () => (await dialog.count()) > 0 || logged.some((line) => /refused to show dialog.*external website/.test(line)));
    await w.shot('link');
    if ((await dialog.count()) > 0) {
      assert.match(await dialog.textContent(), /external website.*https:\/\/example\.com\/docs\?q=1/s);
      await dialog.locator('.monaco-button', { hasText: 'Cancel' }).click();
    }
    assert.deepEqual(requests.filter((url) => url.includes('example.com')), []);
    await rendered.locator('a', { hasText: /^out$/ }).click();
    await w.notification('leaves the project');
    await w.runCommand('Notifications: Clear All Notifications');
    await rendered.locator('a', { hasText: /^beside$/ }).click();
    await page.locator('.monaco-editor[data-uri$="references/guide.md"]').first().waitFor();
  });

  await w.test('shows long names and long lines within its width', async () => {
    await openPreview(`.agents/skills/${long}/SKILL.md`);
    await w.preview.locator('[data-value=exact]').click(); // the format of the last preview was another one
    await until('the text', async () => (await text()).includes('UnbrokenUnbroken'));
    const frame = await w.previewFrame();
    assert.equal(await frame.evaluate(() => document.querySelector('#content').scrollWidth > document.querySelector('#content').clientWidth), false);
    assert.equal(await frame.evaluate(() => document.querySelector('header').scrollWidth > document.querySelector('header').clientWidth), false);
    await w.shot('long');
  });

  await w.test('keeps up with a skill of 200 kilobytes, and patches what has changed', async () => {
    await openPreview('.agents/skills/manual/SKILL.md');
    await includes(`Step ${manualLines - 1}:`);
    const frame = await w.previewFrame();
    const blocks = await frame.evaluate(() => {
      const all = [...document.querySelectorAll('#content > .exact:not([hidden]) > div')];
      all.forEach((block) => (block.seen = true));
      return all.length;
    });
    await goToLine(1200);
    await page.keyboard.press('End');
    const median = await keystrokes(' zyxwvu');
    const added = await frame.evaluate(() => [...document.querySelectorAll('#content > .exact:not([hidden]) > div')].filter((block) => !block.seen).length);
    assert.ok(added <= 2, `${added} of ${blocks} blocks are new`);
    await w.preview.locator('[data-value=rendered]').click();
    await w.preview.locator('.rendered:visible h2').first().waitFor();
    await goToLine(1200);
    await page.keyboard.press('End');
    const rendered = await keystrokes(' tsrqpon');
    await w.preview.locator('[data-value=exact]').click();
    await exact().waitFor();
    return `median of 7 keystrokes: ${median} ms, rendered ${rendered} ms; ${added} of ${blocks} blocks created`;
  });

  await w.test('scrolls together with the source in both directions', async () => {
    for (const line of [1800, 500]) {
      await goToLine(line);
      await inStep(`about line ${line}`, near(line));
    }
    const { x, y, width, height } = await w.page.locator('iframe.webview.ready:visible').boundingBox();
    await page.mouse.move(x + width / 2, y + height * 0.8);
    const before = await shownAtTop();
    for (let i = 0; i < 6; i++) {
      await page.mouse.wheel(0, 900);
    }
    await inStep('the source', (source) => source > before + 50);
    // If the user scrolls the source right after the page has scrolled it, the page follows the user.
    const led = await sourceAtTop();
    await page.mouse.wheel(0, 900);
    await until('the source to follow', async () => (await sourceAtTop()) > led);
    await page.keyboard.press('Control+Home');
    await until('the beginning', async () => (await w.editorOf('manual/SKILL.md').locator('.view-line', { hasText: 'name:' }).count()) > 0);
    await until('the beginning of the preview', async () => (await w.previewFrame()).evaluate(() => document.querySelector('#content').scrollTop === 0));
  });

  await w.test('keeps its position when it shows something else', async () => {
    const isAt = near(1200);
    await goToLine(1200);
    await inStep('exact', isAt);
    const rendered = w.preview.locator('.rendered:visible');
    await w.preview.locator('[data-value=rendered]').click();
    await rendered.locator('h2').first().waitFor();
    await until('the place in the rendered text', async () => (await w.previewFrame()).evaluate(() => {
      const { left, top } = document.querySelector('#content').getBoundingClientRect();
      const text = document.elementFromPoint(left + 60, top + 60)?.textContent ?? '';
      return [...text.matchAll(/(?:Step|Section) (\d+)/g)].some(([, line]) => Math.abs(Number(line) - 1200) < 100);
    }));
    assert.ok(isAt(await sourceAtTop()), 'the source has moved');
    await w.preview.locator('[data-value=exact]').click();
    await exact().waitFor();
    await inStep('exact again', isAt);
    await w.preview.locator('[data-value=catalog]').click();
    await until('the catalog', async () => /skills in the catalog$/.test((await verdict().textContent()) ?? ''));
    await w.preview.locator('[data-value=text]').click();
    await inStep('the text again', isAt);
    // The page of a hidden tab is created again.
    await tab('Preview ship').click();
    await until('another skill', async () => (await text()).includes('The branch is'));
    await tab('Preview manual').click();
    await includes(`Step ${manualLines - 1}:`);
    await inStep('the page that was created again', isAt);
  });

  await w.test('is restored when the window is reloaded', async () => {
    await w.focusSource();
    await page.keyboard.press('Control+k');
    await page.keyboard.press('Control+w');
    const save = page.locator('.monaco-dialog-box .monaco-button', { hasText: "Don't Save" });
    await until('all to be closed', async () => {
      if (await save.count()) {
        await save.first().click();
      }
      return (await tab('SKILL.md').count()) === 0;
    });
    await openPreview('.claude/skills/ship/SKILL.md');
    await pick('MyCodeAgent');
    await w.preview.locator('#arguments').click();
    await page.keyboard.type('production');
    await w.preview.locator('[data-value=rendered]').click();
    await until('rendered', async () => /production/.test((await w.preview.locator('.rendered:visible').textContent()) ?? ''));
    await until('the workbench to write down what is open', () => page.evaluate(isKept, ['ship/SKILL.md', 'mycodeagent', 'production', 'rendered']));
    // The URL of the tests opens a file, which keeps the workbench from restoring its editors.
    await page.goto(`${base}/?folder=${encodeURIComponent(folder)}`);
    await until('the preview', async () => /production/.test((await w.preview.locator('.rendered:visible').textContent({ timeout: 1000 }).catch(() => '')) ?? ''));
    // The preview shows the ID of an agent until the server has listed the agents.
    await until('the agent', async () => /MyCodeAgent/.test((await w.preview.locator('#picker').textContent()) ?? ''));
    assert.equal(await w.preview.locator('#arguments').inputValue(), 'production');
    await w.shot('restored');
  });

  await w.test('has the colors of dark and high-contrast themes', async () => {
    await w.preview.locator('[data-value=exact]').click();
    await pick('Claude Code');
    const background = async () => (await w.previewFrame()).evaluate(() => getComputedStyle(document.body).backgroundColor);
    const light = await background();
    await useTheme('Dark Modern', 'vscode-dark');
    assert.notEqual(await background(), light);
    await w.shot('dark');
    await isAccessible();
    await useTheme('Dark High Contrast', 'vscode-high-contrast');
    assert.equal(await background(), 'rgb(0, 0, 0)');
    await w.shot('contrast');
    await isAccessible();
    await openPicker();
    await w.shot('contrast-agents');
    await page.keyboard.press('Escape');
    await useTheme('Light High Contrast', 'vscode-high-contrast-light');
    await w.shot('contrast-light');
    await useTheme('Light Modern', 'vscode-light');
  });

  await w.test('shows why there is no preview', async () => {
    await w.closeTab('SKILL.md');
    await unlink(join(folder, '.claude/skills/ship/SKILL.md'));
    await w.preview.locator('button', { hasText: 'Try Again' }).waitFor();
    assert.match(await w.preview.locator('#message').textContent(), /does not exist/);
    await w.shot('failure');
    await isAccessible();
  });

  return w.end();
}
