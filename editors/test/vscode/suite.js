// Runs inside the extension host, against the installed extension.
'use strict';

const assert = require('node:assert/strict');
const { readFile } = require('node:fs/promises');
const { join } = require('node:path');
const vscode = require('vscode');
const { extension, folder, skill, start, until } = require('./suite_support');

// Other extensions and the editor report problems, too.
const found = (uri) => vscode.languages.getDiagnostics(uri).filter(({ source }) => source === 'skills-ls');
const rule = ({ code }) => (typeof code === 'object' ? code.value : code);
const finding = (uri, id) => found(uri).find((diagnostic) => rule(diagnostic) === id);

async function edit(document, range, text) {
  const change = new vscode.WorkspaceEdit();
  change.replace(document.uri, range, text);
  assert.ok(await vscode.workspace.applyEdit(change));
}

async function append(document, text) {
  const end = document.lineAt(document.lineCount - 1).range.end;
  await edit(document, new vscode.Range(end, end), text);
}

const tabs = () => vscode.window.tabGroups.all.flatMap((group) => group.tabs);
const panels = () => tabs().filter(({ input }) => input instanceof vscode.TabInputWebview && input.viewType.endsWith('skills-ls.preview'));

// The preview as a document.
const preview = () => vscode.workspace.textDocuments.find(({ uri }) => uri.scheme === 'skills-preview');

exports.run = async () => {
  const { test, end } = start('host');
  const uri = skill('code-review');
  const document = await vscode.workspace.openTextDocument(uri);
  await vscode.window.showTextDocument(document);

  await test(`activates, installed from its package (SKILL.md is "${document.languageId}")`, async () => {
    const extension = vscode.extensions.getExtension('skills-ls.skills-ls');
    assert.ok(extension, 'not installed');
    assert.match(extension.extensionPath, /skills-ls\.skills-ls-/);
    await until('activation', () => extension.isActive);
  });

  await test('shows diagnostics with their rules', async () => {
    const name = await until('name/format', () => finding(uri, 'name/format'));
    assert.equal(document.getText(name.range), 'code_review');
    const link = await until('link/broken', () => finding(uri, 'link/broken'));
    assert.equal(document.getText(link.range), 'references/checklist.md');
  });

  await test('the code of a diagnostic opens the rendered page of its rule', async () => {
    const { target } = finding(uri, 'name/format').code;
    assert.equal(target.scheme, 'command');
    await vscode.commands.executeCommand(target.path, ...JSON.parse(target.query));
    const page = () => tabs().find(({ input }) => input instanceof vscode.TabInputWebview && input.viewType.endsWith('markdown.preview'));
    await until('the page', page);
    assert.match(page().label, /name_format\.md/);
    await vscode.window.tabGroups.close(page());
    await vscode.window.showTextDocument(document);
  });

  await test('applies the fix of a diagnostic', async () => {
    const { range } = finding(uri, 'name/format');
    const fix = await until('the fix', async () => {
      // If another extension returns actions first, the editor sends no more requests.
      const asked = vscode.commands.executeCommand('vscode.executeCodeActionProvider', uri, range, 'quickfix', 5);
      const actions = await asked.then(undefined, (error) => {
        if (error.message === 'Canceled') {
          return [];
        }
        throw error;
      });
      return actions.find(({ edit }) =>
        edit?.entries().some(([, edits]) => edits.some(({ newText }) => newText === 'code-review')),
      );
    });
    assert.ok(await vscode.workspace.applyEdit(fix.edit));
    assert.equal(document.lineAt(1).text, 'name: code-review');
    await until('the diagnostic to go', () => !finding(uri, 'name/format'));
    assert.ok(finding(uri, 'link/broken'));
  });

  await test('completes a mention', async () => {
    await append(document, '\nUse $rel');
    const position = document.lineAt(document.lineCount - 1).range.end;
    const item = await until('$release-notes', async () => {
      const list = await vscode.commands.executeCommand('vscode.executeCompletionItemProvider', uri, position, '$');
      return list.items.find(({ label }) => (label.label ?? label) === '$release-notes');
    });
    const range = item.range.inserting ?? item.range;
    assert.equal(document.getText(range), '$rel');
    await edit(document, range, item.insertText.value ?? item.insertText);
    assert.equal(document.lineAt(document.lineCount - 1).text, 'Use $release-notes');
  });

  await test('shows a hover', async () => {
    const hovers = await vscode.commands.executeCommand('vscode.executeHoverProvider', uri, new vscode.Position(2, 3));
    const text = hovers.flatMap(({ contents }) => contents.map((content) => content.value ?? content)).join('\n');
    assert.match(text, /description/i);
  });

  await test('shows which agents load the skill', async () => {
    const hovers = await vscode.commands.executeCommand('vscode.executeHoverProvider', uri, new vscode.Position(1, 8));
    const text = hovers.flatMap(({ contents }) => contents.map((content) => content.value ?? content)).join('\n');
    for (const agent of ['Codelia', 'Claude Code', 'Goose', 'RemcoChat (off by default)']) {
      assert.ok(text.includes(agent), `no ${agent} in ${text}`);
    }
  });

  await test('sums up the targets above the skill, and opens the preview from there', async () => {
    const lenses = await until('the lenses', async () => {
      // The lenses are not resolved, because each includes its command.
      const found = await vscode.commands.executeCommand('vscode.executeCodeLensProvider', uri);
      return found.length === 3 && found;
    });
    const titles = lenses.map(({ command }) => command.title);
    assert.match(titles[0], /^loaded by (\d+) of \1 agents$/);
    assert.match(titles[1], /^~?[\d,]+ tokens$/);
    assert.match(titles[2], /^(no|\d+) references?$/);
    const { command, arguments: given } = lenses[0].command;
    await vscode.commands.executeCommand(command, ...given);
    await until('the preview', () => panels().length === 1);
    assert.equal(panels()[0].label, 'Preview code-review');
    await vscode.commands.executeCommand(command, ...given);
    assert.equal(panels().length, 1, 'a second preview of the same skill');
    await vscode.window.tabGroups.close(panels());
    await until('the preview to close', () => panels().length === 0);
    await vscode.window.showTextDocument(document);
  });

  await test('previews the injected text of the unsaved document', async () => {
    await vscode.commands.executeCommand('skills-ls.previewText');
    const shown = await until('the preview', preview);
    await until('its text', () => shown.getText().includes('Read the whole change before the first remark.'));
    assert.match(shown.getText(), /^<skill_context name="code-review"/);
    await append(document, '\nTyped, <not> saved.');
    await until('the typed text in the preview', () => shown.getText().includes('Typed, <not> saved.'));
    assert.ok(document.isDirty);
    assert.ok(!(await readFile(uri.fsPath, 'utf8')).includes('Typed'));
    assert.equal(vscode.window.activeTextEditor.document, document, 'the focus moved');
    assert.ok(vscode.window.visibleTextEditors.some((editor) => editor.document === shown), 'not beside the source');
    assert.equal(vscode.workspace.fs.isWritableFileSystem('skills-preview') ?? false, false);
  });

  await test('restarts the server, and the preview goes on', async () => {
    await vscode.commands.executeCommand('skills-ls.restart');
    await until('diagnostics', () => finding(uri, 'link/broken'));
    await append(document, '\nAfter the restart.');
    await until('the preview', () => preview().getText().includes('After the restart.'));
  });

  await test('sends a setting when it changes', async () => {
    const rules = () => vscode.workspace.getConfiguration('skills-ls', uri);
    await rules().update('rules', { 'link/broken': 'off' }, vscode.ConfigurationTarget.Workspace);
    await until('the diagnostic to go', () => !finding(uri, 'link/broken'));
    await rules().update('rules', undefined, vscode.ConfigurationTarget.Workspace);
    await until('the diagnostic to come back', () => finding(uri, 'link/broken'));
  });

  // The table is the same for Neovim.
  await test('attaches the server to the files of documents.txt, and no others', async () => {
    const { exports: api } = await extension();
    const lines = (await readFile(join(__dirname, '../documents.txt'), 'utf8')).split('\n').filter((line) => /^[+-] /.test(line));
    const attached = (path) => vscode.languages.match(api.documents, { uri: vscode.Uri.joinPath(folder, path), languageId: 'plaintext' }) > 0;
    assert.deepEqual(lines.map((line) => `${attached(line.slice(2)) ? '+' : '-'} ${line.slice(2)}`), lines);
  });

  await test('is silent about a document that is not a skill', async () => {
    const notes = await vscode.workspace.openTextDocument(vscode.Uri.joinPath(folder, 'notes.md'));
    await vscode.commands.executeCommand('vscode.executeHoverProvider', notes.uri, new vscode.Position(0, 0));
    assert.deepEqual(found(notes.uri), []);
  });

  await test('reports nothing for a valid skill', async () => {
    const good = await vscode.workspace.openTextDocument(skill('release-notes'));
    const { end } = good.lineAt(good.lineCount - 1).range;
    await append(good, '\n[gone](references/gone.md)\n');
    await until('a finding', () => found(good.uri).length > 0);
    await edit(good, new vscode.Range(end, good.lineAt(good.lineCount - 1).range.end), '');
    await until('no finding', () => found(good.uri).length === 0);
  });

  await test('previews a skill that is only on disk', async () => {
    await vscode.commands.executeCommand('skills-ls.preview', skill('release-notes'));
    await until('its preview', () => panels().some(({ label }) => label === 'Preview release-notes'));
    await vscode.commands.executeCommand('skills-ls.previewText', skill('release-notes'));
    await until('its preview as a document', () =>
      vscode.workspace.textDocuments.some(
        (other) => other.uri.scheme === 'skills-preview' && other.getText().includes('Leave out what a user cannot notice.'),
      ),
    );
  });

  await test('completes the names of rules in the settings', async () => {
    const settings = vscode.Uri.joinPath(folder, '.vscode', 'settings.json');
    await vscode.workspace.fs.writeFile(settings, Buffer.from('{ "skills-ls.rules": {  } }'));
    await vscode.workspace.openTextDocument(settings);
    await until('link/broken', async () => {
      const list = await vscode.commands.executeCommand('vscode.executeCompletionItemProvider', settings, new vscode.Position(0, 23));
      return list.items.some(({ label }) => /link\/broken/.test(label.label ?? label));
    });
    await vscode.workspace.fs.delete(settings);
  });

  await test('gathers a bug report without any text of the skills', async () => {
    await vscode.commands.executeCommand('skills-ls.gatherBugReport');
    const report = await until('the report', () =>
      vscode.workspace.textDocuments.find(
        (other) => other.isUntitled && other.getText().startsWith('# skills-ls bug report'),
      ),
    );
    assert.equal(report.languageId, 'markdown');
    assert.equal(vscode.window.activeTextEditor.document, report);
    const text = report.getText();
    const { version } = vscode.extensions.getExtension('skills-ls.skills-ls').packageJSON;
    for (const part of ['- skills-ls: `', `\`${vscode.version}\``, `- extension: \`${version}\``, '- open documents: `']) {
      assert.ok(text.includes(part), `no ${part} in ${text}`);
    }
    for (const own of ['code-review', 'release-notes', folder.fsPath]) {
      assert.ok(!text.includes(own), `${own} in ${text}`);
    }
  });

  end();
};
