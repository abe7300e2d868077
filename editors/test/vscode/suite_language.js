// The language features of a SKILL.md, which is "skill" in newer versions of VS Code and "markdown" in others or by choice. Runs
// inside the extension host, against the installed extension.
'use strict';

const assert = require('node:assert/strict');
const vscode = require('vscode');
const { extension, skill, start, until } = require('./suite_support');

exports.run = async () => {
  const { test, end } = start('language');
  await extension();
  const opened = await vscode.workspace.openTextDocument(skill('release-notes'));

  for (const language of ['skill', 'markdown']) {
    const document = await vscode.languages.setTextDocumentLanguage(opened, language);
    const editor = await vscode.window.showTextDocument(document);
    const last = () => document.lineAt(document.lineCount - 1).range.end;
    const undoAll = async () => {
      await vscode.commands.executeCommand('workbench.action.files.revert');
      await until('the text of the disk', () => !document.isDirty);
    };

    const replaceAll = async (text) => {
      const change = new vscode.WorkspaceEdit();
      change.replace(document.uri, new vscode.Range(new vscode.Position(0, 0), last()), text);
      assert.ok(await vscode.workspace.applyEdit(change));
    };
    const offered = async (line) => {
      const list = await vscode.commands.executeCommand('vscode.executeCompletionItemProvider', document.uri, document.lineAt(line).range.end);
      return list.items.map(({ label }) => label.label ?? label);
    };

    await test(`${language}: offers sections on a line of the body, and none in a value`, async () => {
      await replaceAll('---\nname: x\ndescription: skill-\n---\n\nskill-');
      await until('a section', async () => (await offered(5)).includes('skill-steps'));
      const inValue = await offered(2);
      assert.ok(!inValue.some((label) => /skill-(steps|examples|references)|of a skill/.test(label)), inValue.join());
      await undoAll();
    });

    await test(`${language}: offers the frontmatter after three hyphens`, async () => {
      await replaceAll('---');
      await until('the frontmatter', async () => (await offered(0)).includes('---'));
      await undoAll();
    });

    await test(`${language}: comments a line out as Markdown does`, async () => {
      editor.selection = new vscode.Selection(6, 0, 6, 0);
      const before = document.lineAt(6).text;
      await vscode.commands.executeCommand('editor.action.commentLine');
      await until('the comment', () => document.lineAt(6).text === `<!-- ${before} -->`);
      await undoAll();
    });

    await test(`${language}: closes a bracket`, async () => {
      // The editor closes brackets only after it knows whether the position is in text or in a string.
      await until('a bracket that is closed', async () => {
        await undoAll();
        editor.selection = new vscode.Selection(last(), last());
        await vscode.commands.executeCommand('type', { text: '\n' });
        await vscode.commands.executeCommand('type', { text: '[' });
        return document.lineAt(document.lineCount - 1).text === '[]';
      });
      await undoAll();
    });

    await test(`${language}: has the server's findings`, async () => {
      const change = new vscode.WorkspaceEdit();
      change.insert(document.uri, last(), '\n[gone](references/gone.md)\n');
      assert.ok(await vscode.workspace.applyEdit(change));
      await until('link/broken', () => vscode.languages.getDiagnostics(document.uri).some(({ source, code }) => source === 'skills-ls' && (code.value ?? code) === 'link/broken'));
      await undoAll();
    });
  }

  end();
};
