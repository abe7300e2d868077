// Tests functions of the extension: splices, offsets, scroll maps, and versions.
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

const test = tests('extension');

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
