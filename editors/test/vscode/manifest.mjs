// Compares the extension's manifest with its README: the README documents everything that exists, and nothing else.
//
// usage: node manifest.mjs EXTENSION

import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { tests } from './tests.mjs';

const [, , extension] = process.argv;
const read = (name) => readFileSync(join(extension, name), 'utf8');
const manifest = JSON.parse(read('package.json'));
const { contributes } = manifest;
const readme = read('README.md');

const test = tests('manifest');

const section = (title) => readme.split(`\n## ${title}\n`)[1]?.split('\n## ')[0] ?? '';

/** Returns the code spans in the first column of a section's table. */
const rows = (title) =>
  [...section(title).matchAll(/^\| (.*?) \|/gm)].flatMap(([, cell]) => [...cell.matchAll(/`([^`]+)`/g)].map(([, code]) => code));

const same = (got, want) => assert.deepEqual([...new Set(got)].sort(), [...new Set(want)].sort());

test('the README documents the commands of the palette, and no others', () => {
  const hidden = new Set(contributes.menus.commandPalette.filter(({ when }) => when === 'false').map(({ command }) => command));
  const offered = contributes.commands.filter(({ command }) => !hidden.has(command));
  same(rows('Commands'), offered.map(({ category, title }) => `${category}: ${title}`));
});

const settings = Object.entries(contributes.configuration.properties);

test('the README documents the settings, and no others', () => {
  same(rows('Settings'), settings.map(([name]) => name));
});

test('every setting has a description and a default', () => {
  for (const [name, { markdownDescription, default: value, scope }] of settings) {
    assert.ok(markdownDescription?.endsWith('.') || markdownDescription?.endsWith('`.'), name);
    assert.notEqual(value, undefined, name);
    assert.notEqual(scope, undefined, name);
  }
});

test('a project cannot choose the program, and an untrusted one cannot add paths outside of it', () => {
  assert.equal(contributes.configuration.properties['skills-ls.server.path'].scope, 'machine');
  const { supported, restrictedConfigurations } = manifest.capabilities.untrustedWorkspaces;
  assert.equal(supported, 'limited');
  same(restrictedConfigurations, ['skills-ls.server.path', 'skills-ls.roots', 'skills-ls.agents']);
});

// VS Code looks for a path at once, and gives up a search for a pattern after some seconds.
test('the extension starts for skills, and not for all Markdown', () => {
  const events = manifest.activationEvents;
  for (const event of ['onLanguage:markdown', 'onStartupFinished', '*']) {
    assert.ok(!events.includes(event), event);
  }
  for (const event of ['onLanguage:skill', 'workspaceContains:.agents/skills', 'workspaceContains:skills', 'workspaceContains:**/SKILL.md']) {
    assert.ok(events.includes(event), event);
  }
});

/** Evaluates a when clause without parentheses. */
function holds(clause, context) {
  const term = (text) => {
    const [, not, key, operator, value] = /^(!?)([\w.-]+)(?: (==|!=|=~) (.*))?$/.exec(text);
    const is = context[key];
    const pattern = operator === '=~' && /^\/(.*)\/(i?)$/.exec(value);
    const test = {
      '==': () => String(is ?? '') === value.replace(/^'(.*)'$/, '$1'),
      '!=': () => String(is ?? '') !== value,
      '=~': () => is !== undefined && new RegExp(pattern[1], pattern[2]).test(is),
      undefined: () => (key === 'false' ? false : Boolean(is)),
    }[operator]();
    return not ? !test : test;
  };
  return clause.split(' || ').some((all) => all.split(' && ').every(term));
}

const folder = { 'workspaceFolderCount': 1, 'remoteName': '', 'skills-ls.state': 'running' };
const skill = { ...folder, 'resourceFilename': 'SKILL.md', 'resourceScheme': 'file', 'skills-ls.skill': 'skill' };

/** What is open. The server runs and there is a folder, unless the name says otherwise. */
const situations = {
  nothing: { ...folder, 'workspaceFolderCount': 0 },
  folder,
  readme: { ...folder, 'resourceFilename': 'README.md', 'resourceScheme': 'file' },
  skill,
  remote: { ...skill, 'resourceScheme': 'vscode-remote', 'remoteName': 'ssh-remote' },
  alone: { ...skill, 'workspaceFolderCount': 0 },
  // A skill with a mention that an agent can disable, and one that it can enable.
  enabled: { ...skill, 'skills-ls.skill': 'skill.mention.on' },
  disabled: { ...skill, 'skills-ls.skill': 'skill.off' },
  untitled: { ...skill, 'resourceScheme': 'untitled' },
  revision: { ...folder, 'resourceFilename': 'SKILL.md', 'resourceScheme': 'git' },
  preview: { ...folder, 'activeWebviewPanelId': 'skills-ls.preview' },
  text: { ...folder, 'resourceFilename': 'deploy (Codelia).md', 'resourceScheme': 'skills-preview' },
  // The extension has not started, and its server has crashed or cannot start.
  inactive: { ...skill, 'skills-ls.state': undefined, 'skills-ls.skill': undefined },
  waiting: { ...skill, 'skills-ls.state': 'waiting', 'skills-ls.skill': undefined },
  failed: { ...skill, 'skills-ls.state': 'failed', 'skills-ls.skill': undefined },
};

const all = Object.keys(situations);
const except = (...names) => all.filter((name) => !names.includes(name));
const down = ['waiting', 'failed'];
const onDisk = ['skill', 'remote', 'alone', 'enabled', 'disabled'];

/** Where the palette has each command. */
const offered = {
  preview: [...onDisk, 'untitled', 'inactive', ...down], // which shows why there is no text
  previewText: [...onDisk, 'untitled', 'preview', 'inactive'],
  comparePreviews: [...onDisk, 'untitled', 'preview', 'text', 'inactive'],
  search: except(...down),
  createSkill: except('nothing', 'alone', ...down),
  openSkill: [],
  previewSkill: [],
  renameSkill: onDisk,
  renameFocused: [],
  duplicateSkill: onDisk,
  copySkill: onDisk.filter((name) => name !== 'alone'),
  deleteSkill: [...onDisk, 'inactive', ...down],
  copyMention: ['enabled'],
  switchOff: ['enabled'],
  switchOn: ['disabled'],
  revealInExplorer: [...onDisk.filter((name) => name !== 'alone'), 'inactive', ...down],
  revealInOS: [...onDisk.filter((name) => name !== 'remote'), 'inactive', ...down],
  chooseTargets: except(...down),
  baselineProblems: except('nothing', 'alone', 'inactive', ...down),
  refresh: except('inactive', ...down),
  menu: [],
  restart: all,
  showOutput: all,
  gatherBugReport: all,
};

test('the table of the palette has every command', () => {
  same(Object.keys(offered).map((name) => `skills-ls.${name}`), contributes.commands.map(({ command }) => command));
});

const palette = new Map(contributes.menus.commandPalette.map(({ command, when }) => [command, when]));

for (const { command, enablement } of contributes.commands) {
  test(`the palette offers ${command} only where it works`, () => {
    const clauses = [palette.get(command), enablement].filter((clause) => clause !== undefined);
    same(all.filter((name) => clauses.every((clause) => holds(clause, situations[name]))), offered[command.slice('skills-ls.'.length)]);
  });
}

test('the icon is a PNG of 128 pixels', () => {
  const icon = readFileSync(join(extension, manifest.icon));
  assert.equal(icon.subarray(1, 4).toString(), 'PNG');
  assert.deepEqual([icon.readUInt32BE(16), icon.readUInt32BE(20)], [128, 128]);
});

test('menus and links use existing commands', () => {
  const known = new Set(contributes.commands.map(({ command }) => command));
  const used = [
    ...Object.values(contributes.menus).flat().map(({ command }) => command),
    ...contributes.keybindings.map(({ command }) => command),
    ...[...JSON.stringify([contributes.viewsWelcome, contributes.walkthroughs]).matchAll(/ommand:(skills-ls\.[\w.]+)/g)].map(([, command]) => command),
  ];
  for (const command of used) {
    assert.ok(known.has(command) || command === 'skills-ls.skills.focus', command);
  }
});

test('keybindings of the view do not affect editors and inputs, and are in the README', () => {
  for (const { key, when } of contributes.keybindings) {
    assert.match(when, /^focusedView == skills-ls\.skills && listFocus && !inputFocus$/);
    assert.ok(readme.includes(`\`${key.toUpperCase()}\``), key);
  }
});

test('the file manager is hidden in browsers and remote windows', () => {
  const places = Object.values(contributes.menus).flat().filter(({ command }) => command === 'skills-ls.revealInOS');
  assert.equal(places.length, 2);
  for (const { when } of places) {
    assert.match(when, / && !isWeb && remoteName == ''$/);
  }
});

test('the view has welcome texts without a folder, without skills and without a server, each with a command', () => {
  assert.equal(contributes.viewsWelcome.length, 3);
  for (const { contents } of contributes.viewsWelcome) {
    assert.match(contents, /\]\(command:/);
  }
});

test('brackets support both languages of a SKILL.md, and no snippet appears in frontmatter', () => {
  same(contributes.snippets, undefined); // the server offers them where they belong
  same(contributes.languages.map(({ id }) => id), ['skill']); // the editor defines Markdown itself
});

test('files in the manifest exist', () => {
  const named = [...JSON.stringify(contributes).matchAll(/"(?:\.\/)?(media\/[^"]+|[\w-]+\.json)"/g)].map(([, path]) => path);
  assert.ok(named.length > 6, `${named}`);
  for (const path of named) {
    assert.ok(existsSync(join(extension, path)), path);
  }
});
