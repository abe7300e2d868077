// Opens repositories of each shape in a real VS Code: what the Skills view shows, and which agent the preview speaks for.

import assert from 'node:assert/strict';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { previewOf } from './preview-page.mjs';
import { openUi } from './ui_support.mjs';
import { appears } from './workbench.mjs';

/** Writes the shapes of ../shapes.txtar, each as a directory of the folder. */
async function writeShapes(folder) {
  const archive = await readFile(new URL('../shapes.txtar', import.meta.url), 'utf8');
  const [, ...parts] = archive.split(/^-- (.+) --\n/m);
  for (let at = 0; at < parts.length; at += 2) {
    const path = join(folder, parts[at]);
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, parts[at + 1]);
  }
}

/** Returns how many tests have failed. */
export default async function (setup) {
  const folder = join(setup.folder, '..');
  await writeShapes(folder);
  const ui = await openUi({ ...setup, folder: join(folder, 'root') });
  const { page, rows } = ui;
  const { openPreview } = previewOf(ui);

  /**
   * Returns the rows of the view, indented by their level: the label and, after a colon, the description, without the
   * number of tokens and of agents.
   */
  const view = () =>
    rows.evaluateAll((found) =>
      found
        .sort((a, b) => a.dataset.index - b.dataset.index)
        .map((row) => {
          const [label, description] = ['.label-name', '.label-description'].map((part) => row.querySelector(part)?.textContent ?? '');
          const agents = description.replace(/ · ~?\d+ tokens$/, '').replace(/and \d+ others/, 'and N others');
          return '  '.repeat(row.ariaLevel - 1) + [label, agents].filter(Boolean).join(': ');
        }),
    );

  async function shape(name, { workspace, shows, skill, agent }) {
    await ui.test(`the view of a repository of the shape ${name}`, async () => {
      const query = new URLSearchParams(workspace ? { workspace: join(folder, name, workspace) } : { folder: join(folder, name) });
      if (!page.url().includes(`${query}`)) {
        await page.goto(`${setup.base}/?${query}`);
      }
      // VS Code sometimes shows a workspace without its folders until the page is loaded again.
      for (let tries = 0; tries < 5 && !(await appears(page.locator('.explorer-folders-view .monaco-list-row'))); tries++) {
        await page.reload();
      }
      await ui.openView();
      let found;
      await ui
        .until('the rows', async () => isDeepStrictEqual((found = await view()), shows))
        .catch(() => assert.deepEqual(found, shows));
      await ui.shot(name);
    });
    await ui.test(`the preview in a repository of the shape ${name} speaks for ${agent}`, async () => {
      await openPreview(skill);
      // Until the agents are known, the picker shows an ID.
      await ui.preview.locator('#picker', { hasText: new RegExp(`^${agent}$`) }).waitFor();
      await ui.shot(`${name}-preview`);
    });
  }

  await shape('root', {
    shows: ['skills: 2', '  Brand_Voice: rejected by Agent Skills standard', '  pdf-forms: Agent Skills standard; loaded by MyCodeAgent', 'Agents'],
    skill: 'skills/pdf-forms/SKILL.md',
    agent: 'MyCodeAgent',
  });
  await shape('plugin', {
    shows: ['Plugin release-tools: 2', '  changelog: Claude Code once installed, as release-tools:changelog; loaded by MyCodeAgent', '  tag-release: Claude Code once installed, as release-tools:tag-release; loaded by MyCodeAgent', 'Agents'],
    skill: 'skills/changelog/SKILL.md',
    agent: 'Claude Code',
  });
  await shape('marketplace', {
    shows: [
      'Plugin office: 1',
      '  spreadsheet: Claude Code once installed, as office:spreadsheet; loaded by MyCodeAgent',
      'Plugin release-tools: 1',
      '  changelog: Claude Code once installed, as release-tools:changelog; loaded by MyCodeAgent',
      'Agents',
    ],
    skill: 'plugins/release/skills/changelog/SKILL.md',
    agent: 'Claude Code',
  });
  await shape('claude', {
    shows: ['.claude/skills: 2', '  triage: Claude Code and N others', '  weekly-report: Claude Code and N others', 'Agents'],
    skill: '.claude/skills/triage/SKILL.md',
    agent: 'Claude Code',
  });
  await shape('mixed', {
    shows: [
      '.agents/skills: 1',
      '  code-review: Codelia and N others',
      '.claude/skills: 1',
      '  triage: Claude Code and N others',
      'Plugin release-tools: 1',
      '  changelog: Claude Code once installed, as release-tools:changelog; loaded by MyCodeAgent',
      'skills: 1',
      '  pdf-forms: Agent Skills standard; loaded by MyCodeAgent',
      'Agents',
    ],
    skill: '.agents/skills/code-review/SKILL.md',
    agent: 'Codelia',
  });
  await shape('multi', {
    workspace: 'acme.code-workspace',
    shows: [
      'api: .claude/skills: 1',
      '  triage: Claude Code and N others',
      'skills-of-acme: skills: 1',
      '  pdf-forms: Agent Skills standard; loaded by MyCodeAgent',
      'Agents',
    ],
    skill: 'skills/pdf-forms/SKILL.md',
    agent: 'MyCodeAgent',
  });

  return ui.end();
}
