// Tests functions of the extension: splices, offsets, scroll maps, versions, and the groups of the Skills view.
//
// usage: node units.mjs EXTENSION

import assert from 'node:assert/strict';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { tests } from './tests.mjs';

const [, , extension] = process.argv;
const { buildSync } = createRequire(join(extension, 'package.json'))('esbuild');

async function load(name) {
  const path = join(extension, 'src', `${name}.ts`);
  const { outputFiles } = buildSync({ entryPoints: [path], bundle: true, format: 'esm', write: false });
  return import(`data:text/javascript,${encodeURIComponent(outputFiles[0].text)}`);
}

const { spliceOf } = await load('preview/splice');
const { Offsets } = await load('preview/offsets');
const { ScrollMap } = await load('preview/scroll');
const { scriptWithin } = await load('preview/within');

const { versionIn, mayDiffer } = await load('release');
const { movedFirst, textsOf } = await load('moved_first');

const { groupsOf, standingOf } = await load('groups');
const { linesOf, wordsOf } = await load('treatment');
const { spansOf } = await load('prose');
const { catalogSentences, problemsIn, tokensIn } = await load('size');

const test = tests('extension');

test('code in a sentence of the server has no backticks', () => {
  const marked = (text) => spansOf(text).map((span) => (span.isCode ? `<${span.text}>` : span.text)).join('');
  assert.equal(marked('A skill with `paths` is listed later.'), 'A skill with <paths> is listed later.');
  assert.equal(marked('`a`, `b`'), '<a>, <b>');
  assert.equal(marked('one ` only'), 'one ` only');
});

test('estimated tokens have a tilde', () => {
  const method = 'bytes/4';
  assert.deepEqual(
    [{ count: 37, method }, { count: 999, method }, { count: 1249, method }, { count: 37, method: 'o200k_base' }].map(tokensIn),
    ['~37 tokens', '~999 tokens', '~1.2k tokens', '37 tokens'],
  );
});

test('errors and warnings are counted, hints are not', () => {
  const said = (errors, warnings) => problemsIn({ errors, warnings, information: 1, hints: 2 });
  assert.deepEqual([said(0, 0), said(1, 0), said(2, 1), said(0, 1200)], ['', '1 error', '2 errors, 1 warning', '1,200 warnings']);
});

test('a catalog says what it uses of its budget, and what it drops', () => {
  const tokens = { count: 2000, method: 'bytes/4' };
  const dropped = Array.from({ length: 12 }, (_, i) => ({ name: `s${i}` }));
  assert.deepEqual(catalogSentences({ entries: 2, total: 14, tokens, budget: { entries: 2, bytes: 9000 }, used: { entries: 2, bytes: 8000 }, dropped, shortened: 3 }), [
    'Catalog in the prompt: 2 of 14 skills, ~2.0k tokens.',
    'It uses 2 of 2 skills and 8,000 of 9,000 bytes.',
    'It drops s0, s1, s2, s3, s4, s5, s6, s7, s8, s9, 2 more.',
    'It shortens 3 of the descriptions.',
  ]);
  assert.deepEqual(catalogSentences({ entries: 1, total: 1, tokens, budget: {}, used: {}, dropped: [], shortened: 0 }), ['Catalog in the prompt: 1 of 1 skills, ~2.0k tokens.']);
});

test('every skill is in one group: its plugin, its directory, or the home directory', () => {
  const skill = (kind, group, path) => ({ kind, group, path: `/${path}/SKILL.md` });
  const titles = (skills, folderOf) => groupsOf(skills, folderOf).map(({ title, skills }) => `${title}: ${skills.length}`);
  for (const [shape, skills, want] of [
    ['skills at the root', [skill('loose', 'skills', 'ws/skills/a'), skill('loose', 'skills', 'ws/skills/b')], ['skills: 2']],
    ['a plugin', [skill('plugin', 'tools', 'ws/skills/a')], ['Plugin tools: 1']],
    ['a marketplace', [skill('plugin', 'one', 'ws/plugins/one/skills/a'), skill('plugin', 'two', 'ws/plugins/two/skills/b')], ['Plugin one: 1', 'Plugin two: 1']],
    ['an agent', [skill('project', '.claude/skills', 'ws/.claude/skills/a')], ['.claude/skills: 1']],
    [
      'all of these',
      [skill('project', '.claude/skills', 'ws/.claude/skills/a'), skill('plugin', 'one', 'ws/plugins/one/skills/a'), skill('loose', 'skills', 'ws/skills/a'), skill('user', 'home', 'home/me/.claude/skills/a')],
      ['.claude/skills: 1', 'Plugin one: 1', 'skills: 1', 'Home: 1'],
    ],
  ]) {
    assert.deepEqual(titles(skills), want, shape);
  }
  const folderOf = (path) => /^\/(one|two)\//.exec(path)?.[1];
  const both = [skill('project', '.claude/skills', 'one/.claude/skills/a'), skill('project', '.claude/skills', 'two/.claude/skills/a'), skill('user', 'home', 'one/x')];
  assert.deepEqual(titles(both, folderOf), ['one: .claude/skills: 1', 'two: .claude/skills: 1', 'Home: 1']);
});

test('a skill says which agents load it, and which find it', () => {
  const [id, path] = ['5a', '/ws/.claude/skills/a/SKILL.md'];
  const others = [{ id: '5b', path: '/ws/.claude/skills/b/SKILL.md', fate: 'refused' }, { path: '/ws/gone/SKILL.md', fate: 'refused' }];
  const inventories = (entry) => [
    { agent: 'claude-code', title: 'Claude Code', skills: [...others, ...(entry ? [{ id, path, ...entry }] : [])] },
    { agent: 'codex', title: 'OpenAI Codex', skills: [] },
  ];
  const elsewhere = { code: 'not-found-here', message: 'does not look in .claude/skills', silent: true };
  const claude = (finds, loads) => ({ agent: 'claude-code', finds, loads });
  const codex = { agent: 'codex', finds: false, loads: true, reasons: [elsewhere] };
  const standing = (agents, entry) => standingOf({ id, path, agents }, inventories(entry), '.claude/skills');
  assert.deepEqual(standing([claude(true, true), codex], { fate: 'offered' }), {
    fate: 'offered',
    sentences: ['Claude Code loads it.', 'OpenAI Codex would load it, but does not look in .claude/skills.'],
  });
  assert.deepEqual(standing([claude(true, false), codex], { fate: 'off', why: 'Settings switch it off.' }), {
    fate: 'off',
    sentences: ['Settings switch it off.', 'OpenAI Codex would load it, but does not look in .claude/skills.'],
  });
  const linked = standingOf({ id, path: '/ws/skills/a/SKILL.md', agents: [claude(true, false)] }, inventories({ fate: 'off', why: 'Off.' }), 'skills');
  assert.deepEqual(linked, { fate: 'off', sentences: ['Off.'] }, 'an agent finds it through a link');
  assert.deepEqual(standing([{ ...claude(false, true), installed: 'one:a', alsoInstalled: ['two:a'] }]).sentences, [
    'Claude Code finds it as one:a or two:a once the plugin is installed.',
  ]);
  assert.deepEqual(standing([{ ...codex, loads: false, reasons: [elsewhere, { code: 'name/format', message: 'invalid name "A"', silent: true }] }]), {
    fate: 'unfound',
    sentences: ['OpenAI Codex would reject it, and does not look in .claude/skills.'],
  });
  assert.deepEqual(standing([{ ...claude(false, true), installed: 'tools:a' }, codex]), {
    fate: 'unfound',
    sentences: [
      'Claude Code finds it as tools:a once the plugin is installed.',
      'OpenAI Codex would load it, but does not look in .claude/skills.',
    ],
  });
  assert.deepEqual(standing([claude(true, false)], { fate: 'refused', why: 'bad name' }).sentences, ['Claude Code rejects it: “bad name”']);
  assert.deepEqual(standing([claude(true, false)], { fate: 'refused', why: 'no frontmatter', silent: true }).sentences, ['Claude Code ignores it without an error: no frontmatter']);
  const standard = (loads) => ({ agent: 'agent-skills', finds: true, loads });
  assert.equal(standing([standard(true), claude(true, true)], { fate: 'ambiguous' }).fate, 'ambiguous');
  assert.deepEqual(standing([standard(false), claude(true, true)], { fate: 'offered' }), {
    fate: 'offered',
    sentences: ['Claude Code loads it.', 'It does not follow the Agent Skills standard.'],
  });
  assert.deepEqual(standing([standard(true)]), {
    fate: 'offered',
    sentences: ['No target agent looks in .claude/skills.'],
  });
  assert.deepEqual(standing([standard(false)]), {
    fate: 'refused',
    sentences: ['No target agent looks in .claude/skills.', 'It does not follow the Agent Skills standard.'],
  });
  assert.equal(standing([]).fate, 'unfound');
});

test('what an agent does says apart whether it finds and whether it loads the skill', () => {
  const elsewhere = { code: 'not-found-here', message: 'does not look in skills', silent: true };
  const invalid = { code: 'name/format', message: 'invalid name "A"', silent: false };
  const said = (treatment) => [wordsOf(treatment), ...linesOf('Codex', treatment)];
  for (const [treatment, words] of [
    [{ finds: true, loads: true, reasons: [] }, ['loaded', 'Codex loads it.']],
    [{ finds: true, loads: false, reasons: [invalid] }, ['rejected', 'Codex rejects it.', 'invalid name "A"']],
    [{ finds: false, loads: true, reasons: [elsewhere] }, ['not found here', 'Codex would load it, but does not look in skills.']],
    [
      { finds: false, loads: false, reasons: [elsewhere, invalid] },
      ['would be rejected', 'Codex would reject it, and does not look in skills.', 'invalid name "A"'],
    ],
    [
      { finds: false, loads: true, installed: 'tools:a', reasons: [elsewhere] },
      ['found once installed', 'Codex finds it as tools:a once the plugin is installed.'],
    ],
    [
      { finds: false, loads: true, installed: 'one:a', alsoInstalled: ['two:a', 'three:a'], reasons: [elsewhere] },
      ['found once installed', 'Codex finds it as one:a or two:a or three:a once the plugin is installed.'],
    ],
    [
      { finds: false, loads: false, installed: 'tools:A', reasons: [elsewhere, invalid] },
      ['would be rejected', 'Codex would reject it, and finds it once the plugin is installed.', 'invalid name "A"'],
    ],
  ]) {
    assert.deepEqual(said(treatment), words);
  }
});

test('versions are compared by what a release can do', () => {
  for (const [text, version] of [
    ['skills-ls 0.1.0 (go1.26.8, linux/amd64)', '0.1.0'],
    ['skills-ls (devel) (go1.26.8, linux/amd64)', undefined],
    ['skills-ls v1.2.3-rc.1', '1.2.3-rc.1'],
    [undefined, undefined],
  ]) {
    assert.equal(versionIn(text), version, text);
  }
  for (const [server, extension, differ] of [
    ['0.1.0', '0.1.0', false],
    ['0.1.7', '0.1.0', false],
    ['0.2.0', '0.1.0', true],
    ['1.1.0', '0.1.0', true],
    ['0.0.0-20261122144105-64edcd4a3f51', '0.1.0', false],
    ['0.2.1-0.20261122144105-64edcd4a3f51+dirty', '0.1.0', false],
  ]) {
    assert.equal(mayDiffer(server, extension), differ, server);
  }
});

test('what an edit moves is changed after it was moved, and touched before', () => {
  const change = (uri, newText) => ({ textDocument: { uri, version: 3 }, edits: [{ range: { start: { line: 1, character: 6 }, end: { line: 1, character: 7 } }, newText }] });
  const move = (oldUri, newUri) => ({ kind: 'rename', oldUri, newUri });
  const nothing = { range: { start: { line: 0, character: 0 }, end: { line: 0, character: 0 } }, newText: '' };
  const [inside, other, beside] = [change('file:///s/a/SKILL.md', 'b'), change('file:///s/c/SKILL.md', '$b'), change('file:///s/a-b/SKILL.md', '$b')];
  const moved = movedFirst({ documentChanges: [inside, other, beside, move('file:///s/a', 'file:///s/b')] });
  assert.deepEqual(moved.documentChanges, [
    { ...inside, edits: [nothing] },
    other,
    beside,
    move('file:///s/a', 'file:///s/b'),
    { ...inside, textDocument: { uri: 'file:///s/b/SKILL.md', version: null } },
  ]);
  assert.deepEqual(textsOf(moved), [
    { before: 'file:///s/a/SKILL.md', after: 'file:///s/b/SKILL.md' },
    { before: 'file:///s/c/SKILL.md', after: 'file:///s/c/SKILL.md' },
    { before: 'file:///s/a-b/SKILL.md', after: 'file:///s/a-b/SKILL.md' },
  ]);
  const still = { ...inside, textDocument: { uri: 'file:///s/a/SKILL.md', version: null }, edits: [nothing] };
  assert.deepEqual(movedFirst({ documentChanges: [other, move('file:///s/a', 'file:///s/b')] }, 'file:///s/a/SKILL.md').documentChanges, [
    other,
    still,
    move('file:///s/a', 'file:///s/b'),
    { ...still, textDocument: { uri: 'file:///s/b/SKILL.md', version: null } },
    { ...still, textDocument: { uri: 'file:///s/c/SKILL.md', version: null } },
  ]);
  const spare = { textDocument: { uri: 'file:///x/spare', version: null }, edits: [nothing] };
  assert.deepEqual(movedFirst({ documentChanges: [move('file:///s/a', 'file:///s/b')] }, 'file:///s/a/SKILL.md', 'file:///x/spare').documentChanges, [
    spare,
    still,
    move('file:///s/a', 'file:///s/b'),
    { ...still, textDocument: { uri: 'file:///s/b/SKILL.md', version: null } },
    spare,
  ]);
  for (const shown of ['file:///s/a/SKILL.md', 'file:///s/c/SKILL.md']) {
    assert.deepEqual(movedFirst({ documentChanges: [inside, other, beside, move('file:///s/a', 'file:///s/b')] }, shown), moved);
  }
  for (const same of [{}, { changes: {} }, { documentChanges: [inside] }, { documentChanges: [move('file:///s/a', 'file:///s/b'), other] }, { documentChanges: [{ kind: 'create', uri: 'file:///s/d' }, inside, move('file:///s/a', 'file:///s/b')] }]) {
    assert.equal(movedFirst(same), same);
  }
});

test('a splice makes one text of another', () => {
  const texts = ['', 'a', 'aa', 'aba', 'größe', 'a\u{1f680}b', 'a\u{1f681}b', 'x\r\ny\r\n', 'x\ny\n'];
  for (const before of texts) {
    for (const after of texts) {
      const { start, removed, inserted } = spliceOf(before, after);
      assert.equal(before.slice(0, start) + inserted + before.slice(start + removed), after, JSON.stringify([before, after]));
    }
  }
  assert.deepEqual(spliceOf('one two', 'one, two'), { start: 3, removed: 0, inserted: ',' });
});

test('offsets in bytes become offsets in UTF-16 units', () => {
  const text = 'a größe €\u{1f680}!\ud800';
  const offsets = new Offsets(text);
  for (let units = 0; units <= text.length - 1; units++) {
    if (!/[\udc00-\udfff]/.test(text[units] ?? '')) {
      assert.equal(offsets.unitsAt(Buffer.byteLength(text.slice(0, units))), units);
    }
  }
  assert.equal(new Offsets('abc').unitsAt(99), 3);
});

const range = (from, to) => ({ start: { line: from, character: 0 }, end: { line: to, character: 0 } });

test('lines and places lead to each other', () => {
  const content = '<skill>\n---\nname: x\n---\n# X\n\nDo it.\n</skill>\n';
  const parts = [{ end: 8 }, { end: 24 }, { end: 36 }, { end: content.length }];
  const map = new ScrollMap({ content, segments: [{}, { range: range(0, 3) }, { range: range(3, 6) }, {}] }, parts);
  for (const [line, text] of [[0, '---'], [1, 'name'], [3, '# X'], [5, 'Do it']]) {
    assert.ok(content.slice(map.offsetAt(line)).startsWith(text), `line ${line} is at ${map.offsetAt(line)}`);
    assert.equal(map.lineAt(map.offsetAt(line)), line);
  }
  assert.equal(map.lineAt(0), 0);
  assert.equal(map.lineAt(content.length), 6);
});

test('places that are written in one line lead to the lines they are of', () => {
  const content = `{"body":"${'a\\n'.repeat(100)}"}`;
  const parts = [{ end: 9 }, { end: content.length - 2 }, { end: content.length }];
  const map = new ScrollMap({ content, segments: [{}, { range: range(4, 104) }, {}] }, parts);
  assert.ok(Math.abs(map.lineAt(9 + 150) - 54) <= 1);
  assert.ok(Math.abs(map.offsetAt(54) - (9 + 150)) <= 3);
});

test('a script within a page means the same, and does not end it', () => {
  for (const text of ['</script>', '</SCRIPT ', '<script>', '<!-- a', 'a < b', '<div>']) {
    const within = scriptWithin(JSON.stringify(text));
    assert.doesNotMatch(within, /<\/?script|<!--/i);
    assert.equal(new Function(`return ${within}`)(), text);
  }
});

test('a text of which nothing was copied has no places', () => {
  const map = new ScrollMap({ content: 'made up', segments: [{}] }, [{ end: 7 }]);
  assert.equal(map.offsetAt(12), 0);
  assert.equal(map.lineAt(5), 0);
});
