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
  assert.ok(!events.includes('onLanguage:markdown'));
  for (const event of ['onLanguage:skill', 'workspaceContains:.agents/skills', 'workspaceContains:skills', 'workspaceContains:**/SKILL.md']) {
    assert.ok(events.includes(event), event);
  }
});

test('the palette offers a command only where it works', () => {
  const palette = new Map(contributes.menus.commandPalette.map(({ command, when }) => [command, when]));
  const everywhere = ['restart', 'showOutput', 'gatherBugReport'].map((name) => `skills-ls.${name}`);
  for (const { command, enablement } of contributes.commands) {
    assert.ok(everywhere.includes(command) || palette.has(command) || /^skills-ls\.state (== running|!= failed && skills-ls\.state != waiting)$/.test(enablement), command);
    assert.doesNotMatch(palette.get(command) ?? '', /editorIsOpen/, command);
  }
});

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
