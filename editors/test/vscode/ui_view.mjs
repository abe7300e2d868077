// Uses the Skills view, the status bar and the walkthrough of a real VS Code by mouse and keyboard, and takes screenshots.

import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { openUi } from './ui_support.mjs';
import { testWalkthrough } from './ui_walkthrough.mjs';
import { appears } from './workbench.mjs';

/** Returns how many tests have failed. */
export default async function (setup) {
  const { folder } = setup;

  async function write(path, text) {
    await mkdir(join(folder, path, '..'), { recursive: true });
    await writeFile(join(folder, path), text);
  }

  const skill = (name, rest = '') =>
    `---\nname: ${name}\ndescription: Does ${name.replaceAll('-', ' ')}. Use when a test asks for it.\n${rest}---\n\n# ${name}\n\nText.\n`;

  const long = 'summarize-quarterly-incident-reviews-for-the-steering-committee';
  const settings = (values) => write('.vscode/settings.json', JSON.stringify(values));

  await write('.claude/skills/triage/SKILL.md', skill('triage', 'disable-model-invocation: true\n'));
  await write('.claude/skills/retired/SKILL.md', skill('retired'));
  await write('.claude/settings.json', '{\n  // of everybody\n  "skillOverrides": { "retired": "off" }\n}\n');
  await write(`.agents/skills/${long}/SKILL.md`, skill(long));
  await write('.agents/skills/sub/release-notes/SKILL.md', skill('release-notes'));
  await write('.agents/skills/use-deploy/SKILL.md', skill('use-deploy').replace('Text.', 'Use $code-review, and [the text](../code-review/SKILL.md).'));

  await write('plugins/release/.claude-plugin/plugin.json', '{ "name": "release-tools" }');
  await write('plugins/release/skills/changelog/SKILL.md', skill('changelog'));

  const ui = await openUi(setup, [['openFile', '.agents/skills/code-review/SKILL.md']]);
  const { page, source, rows, status } = ui;

  const collapse = (group) => ui.until('the group to collapse', async (attempt) => {
    await group.click();
    return appears(group.and(page.locator('[aria-expanded="false"]')), attempt);
  });

  await source.locator('.view-line').first().waitFor();

  await ui.test('the view lists the skills by plugin and directory, with the agents that load them', async () => {
    await ui.openView();
    await ui.row(/Plugin release-tools/).waitFor();
    await ui.row(/changelog.*Claude Code once installed/).waitFor();
    await ui.row(/retired.*not loaded by Claude Code/).waitFor();
    await ui.row(/code_review.*rejected by .*Codelia/).waitFor();
    await ui.shot('view-groups');
  });

  await ui.test('the view lists the skills of the target agents', async () => {
    // The tests below are about the skills of the agents.
    for (const group of [/^Plugin release-tools/, /^\.claude\/skills/, /^\.agents\/skills/]) {
      await collapse(ui.row(group));
    }
    await ui.row(/^Agents/).click();
    await ui.row('Codelia').waitFor();
    await ui.row('Claude Code').waitFor();
    await ui.row(/code-review.*invalid name/).waitFor();
    await ui.row(/retired.*off/).waitFor();
    await ui.row(/triage.*hidden/).waitFor();
    await ui.row('Other Agents').waitFor();
    const ambiguous = rows.filter({ hasText: /release-notes.*ambiguous/ });
    await ui.until('both skills of one name', async () => (await ambiguous.count()) === 2);
    await ui.shot('view-light');
  });

  await ui.test('a skill has its files as children', async () => {
    const triage = ui.row(/triage.*hidden/);
    const turn = async (expanded) => {
      const turned = triage.and(page.locator(`[aria-expanded="${expanded}"]`));
      await ui.until(`the skill with aria-expanded="${expanded}"`, async (attempt) => {
        await ui.leaveHovers();
        await triage.locator('.monaco-tl-twistie').click({ timeout: 5_000 }).catch(() => undefined);
        return appears(turned, attempt);
      });
    };
    await turn('true');
    await ui.row('SKILL.md').waitFor();
    await turn('false');
  });

  await ui.test('a hover shows the state of a skill and the reason', async () => {
    const hover = page.locator('.monaco-hover:not(.hidden), .workbench-hover', { hasText: 'switches this skill off' }).first();
    await ui.until('the hover', async (attempt) => {
      await page.mouse.move(640, 780); // a hover that is late never appears
      await ui.row(/retired.*off/).locator('.label-name').hover();
      return appears(hover, attempt);
    });
    await ui.shot('view-hover');
    await ui.focusSource();
  });

  await ui.test('a menu of a skill has its actions', async () => {
    await ui.row(/code-review.*invalid name/).click({ button: 'right' });
    const menu = page.locator('.monaco-menu');
    for (const action of ['Open', 'Preview', 'Reveal in Explorer View', 'Rename Skill...']) {
      await menu.getByText(action, { exact: true }).first().waitFor();
    }
    await ui.shot('view-menu');
    await page.keyboard.press('Escape');
  });

  await ui.test('F2 in the view renames the focused skill, whichever is open', async () => {
    const box = (name) => page.locator('.quick-input-widget:visible', { hasText: `Rename ${name}` });
    const focused = rows.and(page.locator('.focused'));
    /** Moves down to a line from the top. */
    const goTo = async (line) => {
      await page.keyboard.press('Home');
      await ui.until(`${line}`, async () => {
        const at = await focused.textContent();
        return line.test(at) || (await page.keyboard.press('ArrowDown'));
      });
    };
    await ui.row(/code-review.*invalid name/).click();
    await page.locator('.tabs-container .tab.active', { hasText: 'code-review' }).or(page.locator('.tabs-container .tab.active', { hasText: 'SKILL.md' })).first().waitFor();
    await ui.runCommand('Skills: Focus on Skills View');
    for (const name of ['retired', 'triage']) {
      await goTo(new RegExp(`^${name}`));
      await ui.pressFor('F2', box(name));
      await page.keyboard.press('Escape');
      await box(name).waitFor({ state: 'hidden' });
    }
    await goTo(/^Claude Code/);
    await ui.pressFor('F2', page.locator('[id="status.notifications"] .codicon-bell-dot, .notification-toast').first());
    await ui.notification('Select a skill in the Skills view');
    await ui.runCommand('Notifications: Clear All Notifications');
    await ui.focusSource();
  });

  await ui.test('search finds the skills of the workspace', async () => {
    await ui.runCommand('Skills: Search Skills...');
    await page.locator('.quick-input-widget', { hasText: 'Search Skills' }).waitFor();
    await page.locator('.quick-input-widget input').first().fill('steering');
    await ui.chosen(long).waitFor();
    const items = page.locator('.quick-input-list .monaco-list-row');
    const item = async (name) => (await items.filter({ hasText: name }).allTextContents())[0] ?? '';
    await ui.until('the only result', async () => (await items.count()) === 1);
    assert.match(await item(long), /~?\d+ tokens · Codelia and \d+ others.*\.agents\/skills/s);
    await ui.shot('search');
    await page.locator('.quick-input-widget input').first().fill('');
    await ui.until('the others', async () => /~?\d+ tokens · not loaded by Claude Code/.test(await item('retired')));
    assert.match(await item('code_review'), /~?\d+ tokens · 1 error, 1 warning · rejected by .*Codelia/);
    await ui.shot('search-all');
    await page.locator('.quick-input-widget input').first().fill('steering');
    await ui.chosen(long).waitFor();
    await page.keyboard.press('Enter');
    await page.locator(`.monaco-editor[data-uri*="${long}/SKILL.md"]`).waitFor();
  });

  await ui.test('the status bar counts targets and tokens, and offers a menu', async () => {
    await ui.until('targets', async () => /\d of \d agents, [\d,]+ tokens/.test((await status.textContent()) ?? ''));
    const hover = page.locator('.workbench-hover:visible', { hasText: 'Agent Skills standard loads it.' });
    await ui.until('the hover', async (attempt) => {
      await page.mouse.move(640, 400);
      await status.hover();
      return appears(hover, attempt);
    });
    const said = await hover.textContent();
    assert.match(said, /Codelia loads it\..*(Codelia|Claude Code) injects [\d,]+ bytes/s);
    assert.doesNotMatch(said, /agent-skills|codelia|claude-code/);
    await ui.leaveHovers();
    const restart = page.locator('.quick-input-list .monaco-list-row', { hasText: 'Restart Server' });
    await ui.until('the menu', async (attempt) => {
      await status.click();
      return appears(restart, attempt);
    });
    await ui.shot('menu');
    await page.keyboard.press('Escape');
  });

  await ui.test('a skill is disabled by an unsaved edit of the settings, and undone', async () => {
    await ui.openView();
    await ui.chooseFromMenu(ui.row(/triage.*hidden/), 'Disable for an Agent');
    const editor = page.locator('.monaco-editor[data-uri$="settings.local.json"]');
    await ui.until('the edit', async () => (await ui.text(editor)).includes('"triage": "off"'));
    await ui.row(/triage.*off/).waitFor();
    await ui.shot('view-off');
    await editor.click();
    await page.keyboard.press('Control+z');
  });

  await ui.test('a skill is created, and its name is checked', async () => {
    await ui.runCommand('Skills: New Skill...');
    const input = page.locator('.quick-input-widget input').first();
    // The directories of the agents of the project come first, then those of its plugins.
    await ui.chosen('.claude/skills').waitFor();
    const places = page.locator('.quick-input-list .monaco-list-row');
    await ui.until('the locations', async () => {
      const [first, second, third] = await places.allTextContents();
      return /^\.claude\/skills.*used in this project/.test(first) && /^\.agents\/skills.*used in this project/.test(second) && /plugins\/release\/skills.*release-tools/.test(third);
    });
    await ui.shot('new-1');
    await input.fill('.agents/skills');
    await ui.chosen('.agents/skills').waitFor();
    await page.keyboard.press('Enter');
    await page.locator('.quick-input-widget', { hasText: '(2/3)' }).waitFor();
    await input.fill('Write Changelog');
    await page.locator('.quick-input-message', { hasText: 'did you mean "write-changelog"?' }).waitFor();
    await ui.shot('new-2');
    // Enter takes the closest valid name.
    await page.keyboard.press('Enter');
    await ui.until('a name', async () => (await input.inputValue()) === 'write-changelog');
    await page.locator('.quick-input-message', { hasText: 'Lowercase letters' }).waitFor();
    await page.keyboard.press('Enter');
    await page.locator('.quick-input-widget', { hasText: '(3/3)' }).waitFor();
    await page.keyboard.press('Enter');
    const editor = page.locator('.monaco-editor[data-uri*="write-changelog/SKILL.md"]');
    const skill = join(folder, '.agents/skills/write-changelog/SKILL.md');
    await ui.until('the new skill on the disk', async () => (await readFile(skill, 'utf8').catch(() => '')).includes('description: "TODO: '));
    // The placeholder of the description is selected.
    await editor.locator('textarea, .native-edit-context').first().waitFor({ state: 'attached' });
    await ui.until('the focus', () => editor.evaluate((element) => element.contains(document.activeElement)));
    await page.keyboard.type('Writes a changelog. Use when a release is near.');
    await ui.until('the description', async () => (await ui.text(editor)).includes('description: "Writes a changelog. Use when a release is near."'));
    await ui.shot('new-3');
    await page.keyboard.press('Control+s');
    await ui.openView();
    await ui.row('write-changelog').waitFor();
  });

  await ui.test('the name of a copy is checked by the server, and corrected', async () => {
    const input = page.locator('.quick-input-widget input').first();
    await ui.chooseFromMenu(ui.row('write-changelog'), 'Duplicate Skill...');
    await page.locator('.quick-input-widget', { hasText: 'Duplicate write-changelog' }).waitFor();
    assert.equal(await input.inputValue(), 'write-changelog-copy');
    await input.fill('write-changelog');
    await page.locator('.quick-input-message', { hasText: 'already exists' }).waitFor();
    await input.fill('Changelog Draft');
    await page.locator('.quick-input-message', { hasText: 'did you mean "changelog-draft"?' }).waitFor();
    await page.keyboard.press('Enter');
    await ui.until('the corrected name', async () => (await input.inputValue()) === 'changelog-draft');
    await page.keyboard.press('Escape');
  });

  await ui.test('a skill is deleted after a confirmation', async () => {
    const dialog = page.locator('.monaco-dialog-box');
    const press = (title) => dialog.locator('.monaco-button', { hasText: title }).click();
    const directory = join(folder, '.agents/skills/write-changelog');
    const mentioning = join(folder, '.agents/skills/use-changelog');
    await mkdir(mentioning);
    await writeFile(
      join(mentioning, 'SKILL.md'),
      '---\nname: use-changelog\ndescription: Uses a changelog. Use when testing.\n---\n\nUse $write-changelog.\n',
    );
    await ui.openView();
    await ui.row('use-changelog').waitFor();
    await ui.until('the skill that mentions it', async () => {
      await ui.chooseFromMenu(ui.row('write-changelog'), 'Delete Skill...');
      await dialog.filter({ hasText: 'Delete write-changelog?' }).waitFor();
      const detail = await dialog.textContent();
      await ui.shot('delete');
      await press('Cancel');
      await dialog.waitFor({ state: 'detached' });
      return detail.includes('Mentioned by use-changelog.');
    });
    assert.ok(existsSync(directory));
    await rm(mentioning, { recursive: true });
    await ui.chooseFromMenu(ui.row('write-changelog'), 'Delete Skill...');
    await press('Move to Trash');
    // The server of the tests may have no trash.
    await ui.until('the directory to go', async () => {
      if (await dialog.filter({ hasText: 'permanently' }).count()) {
        await press('Delete Permanently');
      }
      return !existsSync(directory);
    });
    await ui.row('write-changelog').waitFor({ state: 'detached' });
    await page.locator('.tabs-container .tab', { hasText: 'write-changelog' }).waitFor({ state: 'detached' });
  });

  await ui.test('targets are chosen and cleared', async () => {
    const rows = page.locator('.quick-input-list .monaco-list-row');
    const targets = async () => {
      try {
        return JSON.parse(await readFile(join(folder, '.vscode/settings.json'), 'utf8'))['skills-ls.targets'];
      } catch {
        return 'being written';
      }
    };
    // Toggles agents when the given number of them is selected: the server receives new settings a moment later.
    const toggle = async (selected, ...agents) => {
      await ui.until('the targets in effect', async () => {
        await ui.runCommand('Skills: Choose Targets...');
        await rows.first().waitFor();
        if ((await rows.filter({ has: page.locator('[aria-checked="true"], :checked') }).count()) === selected) {
          return true;
        }
        await page.keyboard.press('Escape');
        return false;
      });
      for (const agent of agents) {
        await rows.filter({ hasText: agent }).first().click();
      }
      await ui.shot('targets');
      await page.keyboard.press('Enter');
    };
    // Those that are in effect are selected: the standard, Codelia and Claude Code, by the directories of the project.
    await toggle(3, 'Gemini CLI');
    await ui.until('the setting', async () => String((await targets())?.sort?.()) === 'agent-skills,claude-code,codelia,gemini-cli');
    await toggle(4, 'Gemini CLI', 'Codelia', 'Claude Code', 'Agent Skills standard');
    await ui.until('no setting', async () => (await targets()) === undefined);
  });

  await ui.test('the walkthrough leads from the first skill to the targets', async () => {
    await ui.runCommand('Welcome: Open Walkthrough...');
    await page.locator('.quick-input-widget input').first().fill('Write Agent Skills');
    await ui.chosen('Write Agent Skills').waitFor();
    await page.keyboard.press('Enter');
    // A slow VS Code shows the list of all walkthroughs.
    const card = page.locator('button.getting-started-category:enabled', { hasText: 'Write Agent Skills' });
    await ui.until('the walkthrough', async () => {
      if (await card.count()) {
        await card.click();
      }
      return page.locator('.getting-started-step', { hasText: 'Create a skill' }).first().isVisible();
    });
    await ui.shot('walkthrough');
  });
  await testWalkthrough(ui);
  await page.keyboard.press('Control+F4');

  for (const [theme, what, kind] of [
    ['Default Dark Modern', 'dark', 'vs-dark'],
    ['Default High Contrast', 'contrast', 'hc-black'],
  ]) {
    await ui.test(`the view is legible in ${theme}`, async () => {
      await settings({ 'workbench.colorTheme': theme });
      await page.locator(`.monaco-workbench.${kind}`).waitFor();
      await ui.openView();
      await ui.row(/retired.*off/).waitFor();
      await ui.shot(`view-${what}`);
    });
  }
  await settings({});

  return ui.end();
}
