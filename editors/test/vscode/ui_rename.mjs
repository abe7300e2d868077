// Renames a skill in a real VS Code, by mouse, keyboard and fixes, and undoes each rename with one Ctrl+Z.

import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { openUi } from './ui_support.mjs';
import { appears } from './workbench.mjs';

/** Returns how many tests have failed. */
export default async function (setup) {
  const { folder } = setup;
  const skills = '.agents/skills';
  const file = `${skills}/code-review/SKILL.md`;
  const user = `${skills}/use-review/SKILL.md`;

  async function write(path, text) {
    await mkdir(join(folder, path, '..'), { recursive: true });
    await writeFile(join(folder, path), text);
  }

  // A skill that links to itself, a file in its directory, and closed files that refer to it, with either line ending and a byte order mark.
  await write(file, '---\r\nname: code-review\r\ndescription: Reviews code. Use when code is to be reviewed.\r\n---\r\n\r\nRead [more](references/more.md).\r\nSee $code-review.\r\n');
  await write(`${skills}/code-review/references/more.md`, 'Back to [the skill](../SKILL.md), and to [itself](../../code-review/SKILL.md).\n');
  await write(user, '---\nname: use-review\ndescription: Uses the review. Use when a test asks for it.\n---\n\nUse $code-review, and [the text](../code-review/SKILL.md).\n');
  await write(`${skills}/use-twice/SKILL.md`, '\ufeff---\nname: use-twice\ndescription: Uses it twice. Use when a test asks for it.\n---\n\n$code-review, then $code-review.\n');
  // Skills that fixes rename. The same files refer to them.
  await write(`${skills}/Write_Docs/SKILL.md`, '---\r\nname: Write_Docs # for now\r\ndescription: Writes texts. Use when a test asks for it.\r\n---\r\n\r\nSee [more](../Write_Docs/more.md).\r\n');
  await write(`${skills}/Write_Docs/more.md`, 'Back to [the skill](SKILL.md), and to [itself](../Write_Docs/SKILL.md).\n');
  await write(`${skills}/use-docs/SKILL.md`, '---\nname: use-docs\ndescription: Uses the texts. Use when a test asks for it.\n---\n\nSee [it](../Write_Docs/SKILL.md) and [that](../helper/SKILL.md).\n');
  await write(`${skills}/helper/SKILL.md`, '---\nname: ask-somebody\ndescription: Is called otherwise than its directory. Use when a test asks for it.\n---\n\nAsk.\n');
  await write(`${skills}/alone/SKILL.md`, '---\nname: unlinked\ndescription: Has no links to it. Use when a test asks for it.\n---\n\nAsk.\n');
  const nameless = `${skills}/nameless/SKILL.md`;
  await write(nameless, '---\ndescription: Has no name. Use when a test asks for it.\n---\n\nname: text\n');
  await write('.vscode/settings.json', '{ "files.associations": { "SKILL.md": "markdown" } }');

  /** Returns all files of skills on disk by path. */
  async function read() {
    const found = {};
    for (const path of (await readdir(join(folder, skills), { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile())) {
      const at = join(path.parentPath ?? path.path, path.name);
      found[at.slice(folder.length + 1)] = await readFile(at, 'latin1');
    }
    return found;
  }

  /** Returns the files after a rename. */
  function renamed(before, from = 'code-review', to = 'code-audit') {
    const swapped = Object.entries(before).map(([path, text]) => [path, text].map((part) => part.replaceAll(from, to)));
    return Object.fromEntries(swapped);
  }

  const ui = await openUi(setup, [['openFile', file]]);
  const { page, rows } = ui;
  const editor = (path) => page.locator(`.editor-group-container .monaco-editor[data-uri$="${path}"]`);
  const same = (one, other) => {
    try {
      assert.deepEqual(one, other);
      return true;
    } catch {
      return false;
    }
  };

  async function diskIs(what, wanted) {
    const disk = () => read().catch(() => undefined); // the directory was removed while it was read
    await ui.until(what, async () => same(await disk(), wanted)).catch(async () => assert.deepEqual(await disk(), wanted, what));
  }

  /** Presses keys in a file, and returns whether the disk changes. */
  async function press(path, keys, was) {
    await focus(path);
    await page.keyboard.press(keys);
    const end = Date.now() + 5_000;
    while (Date.now() < end) {
      if (!same(await read().catch(() => undefined), was)) {
        return true;
      }
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    return false;
  }

  /**
   * Presses keys in a file until the disk changes, and waits for the expected state. The editor ignores keys while it completes an
   * earlier undo, without any indication.
   */
  async function pressIn(path, keys, what, was, wanted) {
    await ui.until(what, () => press(path, keys, was));
    await diskIs(what, wanted);
  }

  /** The badge that counts unsaved documents, including those without an editor. */
  const unsaved = page.locator('.activitybar [aria-label*="unsaved file"]');

  /** Waits until no document is unsaved. */
  async function nothingUnsaved() {
    await ui.until('everything to be saved', async () => (await page.locator('.tab.dirty').count()) + (await unsaved.count()) === 0);
    assert.equal(await page.locator('.monaco-dialog-box').count(), 0, 'a dialog');
    assert.equal(await page.locator('.notification-list-item').count(), 0, 'a notification');
  }

  async function focus(path) {
    await editor(path).locator('.view-line').first().waitFor();
    await ui.focusSource();
  }

  const before = await read();
  const after = renamed(before);

  async function renameByKey() {
    await focus(file);
    await ui.goToLine(2, 8);
    const input = page.locator('.rename-box input');
    await ui.pressFor('F2', input);
    await input.fill('code-audit');
    await page.keyboard.press('Enter');
  }

  /** Opens a file, which may be new. */
  async function open(path) {
    const name = path.split('/').slice(-2).join('/');
    // Enter opens the first row, which may still be a result of the last query.
    const found = page.locator('.quick-input-list .monaco-list-row[data-index="0"]', { hasText: name.split('/')[0] });
    await ui.until(`${name} to be open`, async (attempt) => {
      await page.keyboard.press('Escape');
      await ui.find('Control+p', name, found);
      await page.keyboard.press('Enter');
      return appears(editor(path), attempt);
    });
    await focus(path);
  }

  const box = page.locator('.quick-input-widget', { hasText: 'Rename code-review' });

  async function fill() {
    const input = page.locator('.quick-input-widget input').first();
    await box.waitFor();
    await input.fill('code-audit');
    await page.keyboard.press('Enter');
  }

  async function renameByCommand() {
    await focus(file);
    await ui.runCommand('Skills: Rename Skill...');
    await fill();
  }

  async function renameInView() {
    await ui.openView();
    await ui.row('code-review').waitFor();
    // The box closes if the menu returns the focus to the view after it has opened.
    await ui.until('the box', async (attempt) => {
      await ui.chooseFromMenu(ui.row('code-review'), 'Rename Skill...');
      return appears(box, attempt);
    });
    await fill();
  }

  await editor(file).locator('.view-line').first().waitFor();
  await ui.openView();
  await ui.row('code-review').waitFor();

  /** Reverts everything with one Ctrl+Z in the SKILL.md. */
  async function undo() {
    const moved = file.replace('code-review', 'code-audit');
    await diskIs('the rename', after);
    assert.ok(!existsSync(join(folder, skills, 'code-review')), 'the old directory');
    await nothingUnsaved();
    await pressIn(moved, 'Control+z', 'all to be undone', after, before);
    assert.ok(!existsSync(join(folder, skills, 'code-audit')), 'the new directory');
    await ui.until('the editor', async () => (await ui.lines(editor(file)))[1] === 'name: code-review');
    await nothingUnsaved();
    await ui.row('code-review').waitFor();
    // The view updates in steps: the old row may remain after the new one has appeared.
    await rows.filter({ hasText: 'code-audit' }).first().waitFor({ state: 'detached' });
  }

  /**
   * Makes and undoes a rename, and redoes it with Ctrl+Shift+Z. Undo moves the file before it restores the text. If the editor reads
   * the file in between, VS Code drops its redo steps: its ModelService keeps them only if the text is the one that they were made
   * for. The rename is then made again.
   */
  async function redone(makeAndUndo, path, was, wanted) {
    for (let attempt = 1; attempt <= 5; attempt++) {
      await makeAndUndo();
      for (let presses = 0; presses < 4; presses++) {
        if (await press(path, 'Control+Shift+z', was)) {
          await diskIs('all to be made again', wanted);
          await nothingUnsaved();
          return;
        }
      }
    }
    assert.fail('VS Code lost the redo each time');
  }

  for (const [how, rename] of [
    ['by F2', renameByKey],
    ['by the command', renameByCommand],
  ]) {
    await ui.test(`a skill that is renamed ${how} is as before after one Ctrl+Z`, async () => {
      await rename();
      await undo();
    });
  }

  await ui.test('a rename that was undone is made again by redo', async () => {
    const renameAndUndo = async () => {
      await renameByKey();
      await undo();
    };
    await redone(renameAndUndo, file, before, after);
    await undo();
  });

  for (const [from, to, title] of [
    ['Write_Docs', 'write-docs', 'Rename skill and directory to'],
    ['helper', 'ask-somebody', 'Rename directory to'],
    ['alone', 'unlinked', 'Rename directory to'], // only the directory changes
  ]) {
    await ui.test(`a skill that a fix renames from ${from} is as before after one Ctrl+Z in it`, async () => {
      const old = `${skills}/${from}/SKILL.md`;
      const fixed = renamed(before, from, to);
      const text = `${skills}/${to}/SKILL.md`;
      fixed[text] = fixed[text].replace(/name: (\S+) (# .*)\r\n/, '$2\r\nname: $1\r\n'); // so that no agent reads the comment as part of the name
      const fixAndUndo = async () => {
        await open(old);
        await ui.goToLine(2, 8);
        await ui.take(await ui.offered(new RegExp(`${title}.*${to}`)));
        await diskIs('the fix', fixed);
        assert.ok(!existsSync(join(folder, skills, from)), 'the old directory');
        await nothingUnsaved();
        await pressIn(text, 'Control+z', 'all to be undone', fixed, before);
        assert.ok(!existsSync(join(folder, skills, to)), 'the new directory');
        await nothingUnsaved();
      };
      if (from !== 'Write_Docs') {
        await fixAndUndo();
        return;
      }
      await redone(fixAndUndo, old, before, fixed);
      await pressIn(text, 'Control+z', 'all to be undone again', fixed, before);
      await nothingUnsaved();
    });
  }

  await ui.test('a skill without a name cannot be renamed by a line of its body', async () => {
    await open(nameless);
    await ui.runCommand('Skills: Rename Skill...');
    const notice = await ui.notification('The skill has no name');
    await ui.runCommand('Notifications: Clear All Notifications');
    await notice.waitFor({ state: 'hidden' }); // some versions keep the row of a cleared notification
    await diskIs('nothing', before);
  });

  await ui.test('a fix that cannot be applied shows the reason', async () => {
    await write(`${skills}/unlinked/notes.md`, 'In the way.\n');
    await open(`${skills}/alone/SKILL.md`);
    await ui.goToLine(2, 8);
    // Some versions show no toast.
    const told = page.locator('[id="status.notifications"] .codicon-bell-dot, .notification-toast').first();
    // Until the server knows the directory, the editor itself does not rename and shows nothing.
    await ui.until('the reason', async (attempt) => {
      await ui.take(await ui.offered(/Rename directory to.*unlinked/));
      return appears(told, attempt);
    });
    const notice = await ui.notification('already exists');
    await rm(join(folder, skills, 'unlinked'), { recursive: true });
    await ui.runCommand('Notifications: Clear All Notifications');
    await notice.waitFor({ state: 'hidden' }); // some versions keep the row of a cleared notification
    await diskIs('nothing', before);
  });

  for (const [what, path] of [
    ['the SKILL.md', file.replace('code-review', 'code-audit')],
    ['a file that mentions it', user],
  ]) {
    await ui.test(`a rename of a skill that is not open is undone in ${what}, opened afterwards`, async () => {
      await ui.runCommand('View: Close All Editors');
      await page.locator('.tabs-container .tab').first().waitFor({ state: 'detached' });
      await renameInView();
      await diskIs('the rename', after);
      await nothingUnsaved();
      await open(path);
      await pressIn(path, 'Control+z', 'all to be undone', after, before);
      await nothingUnsaved();
    });
  }

  await ui.test('an unsaved rename is undone without saving', async () => {
    // A visible effect of the settings shows that the editor has read them.
    await write('.vscode/settings.json', '{ "files.associations": { "SKILL.md": "markdown" }, "files.refactoring.autoSave": false, "workbench.statusBar.visible": false }');
    await page.locator('.part.statusbar').waitFor({ state: 'hidden' });
    await ui.runCommand('View: Close All Editors');
    await page.locator('.tabs-container .tab').first().waitFor({ state: 'detached' });
    await renameInView();
    await page.locator('.tab.dirty').first().waitFor();
    await unsaved.first().waitFor();
    assert.ok(!(await readFile(join(folder, user), 'utf8')).includes('code-audit'), 'it was saved');
    await open(file.replace('code-review', 'code-audit'));
    await page.keyboard.press('Control+z');
    await diskIs('all to be undone', before);
    await nothingUnsaved();
  });

  return ui.end();
}
