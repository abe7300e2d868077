// The Skills view and the commands of skills, inside the extension host, against the installed extension.
'use strict';

const assert = require('node:assert/strict');
const { execFileSync } = require('node:child_process');
const { existsSync, readFileSync } = require('node:fs');
const { mkdir, readFile, rename, rm, symlink, writeFile } = require('node:fs/promises');
const { dirname, join } = require('node:path');
const vscode = require('vscode');
const { extension, folder, skill, start, until } = require('./suite_support');

const text = (name, rest = '', body = 'Text.') =>
  `---\nname: ${name}\ndescription: Does ${name}. Use when a test asks for it.\n${rest}---\n\n${body}\n`;

async function write(path, content) {
  const file = join(folder.fsPath, path);
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, content);
}

const read = (path) => readFile(join(folder.fsPath, path), 'utf8');

exports.run = async () => {
  const { test, end } = start('view');
  const { exports: api, packageJSON } = await extension();
  const { tree, session } = api;

  /** Returns the child nodes of a path of labels, with their items. */
  const children = async (...labels) => {
    let nodes = await tree.getChildren();
    for (const label of labels) {
      const node = nodes.find((one) => tree.getTreeItem(one).label === label);
      if (!node) {
        return [];
      }
      nodes = await tree.getChildren(node);
    }
    return nodes;
  };
  const find = async (agent, scope, name) =>
    (await children('Agents', agent, scope)).find((node) => tree.getTreeItem(node).label === name);
  const item = (node) => tree.getTreeItem(node);
  const wait = (agent, scope, name, fits = () => true) =>
    until(`${name} in ${agent}`, async () => {
      const node = await find(agent, scope, name);
      return node && fits(node) && node;
    });

  await until('the server', () => session.state.kind === 'running');

  await test('says how long it took to activate besides the server', () => {
    assert.ok(api.activation > 0, `${api.activation} ms`);
    return `${api.activation.toFixed(1)} ms`;
  });

  await test('leaves its lines alone where nothing has changed: a menu that is open is of one of them', async () => {
    const told = [];
    const subscription = tree.onDidChangeTreeData((nodes) => told.push(nodes));
    // The end of the first scan and the first preview still change the inventory once.
    await until('a refresh that leaves the lines', async () => {
      const found = await find('Codelia', 'Project', 'release-notes');
      await tree.getChildren(found);
      told.length = 0;
      await vscode.commands.executeCommand('skills-ls.refresh');
      await until('something', () => told.length > 0);
      return told.every((nodes) => Array.isArray(nodes) && nodes.includes(found));
    });
    subscription.dispose();
  });

  await test('has every command that it contributes, and no other in the palette', async () => {
    const known = new Set(await vscode.commands.getCommands(true));
    for (const { command } of packageJSON.contributes.commands) {
      assert.ok(known.has(command), command);
    }
  });

  await test('lists what becomes of skills by agent and scope', async () => {
    await write('.claude/skills/retired/SKILL.md', text('retired'));
    await write('.claude/skills/triage/SKILL.md', text('triage', 'disable-model-invocation: true\n'));
    await write('.claude/settings.json', '{\n  // everybody\n  "skillOverrides": { "retired": "off" }\n}\n');
    await wait('Claude Code', 'Project', 'retired', (node) => node.entry.fate === 'off');
    const agents = (await children('Agents')).map((node) => item(node).label);
    assert.deepEqual(agents, ['Codelia', 'Claude Code', 'Other Agents']);
    const [codelia] = await children('Agents');
    assert.equal(item(codelia).description, '1 skill, 2 rejected');
    assert.match(item(codelia).tooltip.value, /Catalog in the prompt: 1 of 1 skills, (\\~)?\d+ tokens\. It uses 1 of 200 skills and \d+ of 32,768 bytes\./);
    const refused = item(await find('Codelia', 'Project', 'deploy'));
    assert.match(refused.description, /^“invalid description/);
    assert.equal(item(await find('Claude Code', 'Project', 'triage')).description, 'hidden from the model');
    const others = await children('Agents', 'Other Agents');
    assert.ok(others.some((node) => item(node).label === 'OpenAI Codex'));
    assert.ok(others.every((node) => item(node).description === undefined), 'the others were asked about');
    assert.ok((await children('Agents', 'Other Agents', 'OpenAI Codex', 'Project')).length > 0);
  });

  await test('lists every skill once, by directory and plugin, with the agents that load it', async () => {
    await write('skills/loose/SKILL.md', text('loose'));
    await write('.claude-plugin/marketplace.json', '{ "name": "market", "owner": { "name": "x" }, "plugins": [{ "name": "release-tools", "source": "./plugins/release" }] }');
    await write('plugins/release/.claude-plugin/plugin.json', '{ "name": "release-tools" }');
    await write('plugins/release/skills/changelog/SKILL.md', text('changelog'));
    const listed = async () => {
      const groups = (await children()).filter(({ kind }) => kind === 'scope');
      const rows = [];
      for (const group of groups) {
        rows.push(...(await tree.getChildren(group)).map((node) => `${item(group).label} / ${item(node).label}: ${item(node).description}`));
      }
      return rows;
    };
    const rows = await until('all shapes', async () => {
      const found = await listed();
      return found.some((row) => row.includes('changelog')) && found.some((row) => row.includes('loose')) && found;
    });
    assert.ok(rows.every((row) => / · ~?\d+ tokens$/.test(row)), rows.join('\n'));
    assert.deepEqual(rows.map((row) => row.replace(/ · ~?\d+ tokens$/, '').replace(/and \d+ others/g, 'and N others')), [
      '.agents/skills / code_review: rejected by Agent Skills standard, Codelia; loaded by OpenAI Codex, GitHub Copilot in VS Code and N others',
      '.agents/skills / deploy: rejected by Agent Skills standard, Codelia; loaded by GitHub Copilot in VS Code, OpenCode and N others',
      '.agents/skills / release-notes: Codelia and N others',
      '.claude/skills / retired: not loaded by Claude Code; loaded by GitHub Copilot in VS Code, Cursor and N others',
      '.claude/skills / triage: Claude Code and N others; hidden from the model by Claude Code; rejected by Agent Skills standard',
      'Plugin release-tools / changelog: Claude Code once installed, as release-tools:changelog; loaded by MyCodeAgent',
      'skills / loose: Agent Skills standard; loaded by MyCodeAgent',
    ]);
    const [retired] = await children('.claude/skills');
    assert.equal(item(retired).contextValue, 'skill.off');
    const [changelog] = await children('Plugin release-tools');
    const { tooltip } = await tree.resolveTreeItem(item(changelog), changelog, new vscode.CancellationTokenSource().token);
    assert.match(tooltip.value, /Claude Code finds it as release\\-tools:changelog once the plugin is installed/);
    assert.match(tooltip.value, /^\d+ tokens$/m);
    assert.ok(!tooltip.value.includes('`'));
    for (const path of ['skills', 'plugins', '.claude-plugin']) {
      await rm(join(folder.fsPath, path), { recursive: true });
    }
    await until('the groups to go', async () => (await children()).length === 3);
  });

  await test('offers the actions of an agent that finds a skill through a linked directory', async () => {
    await write('skills/stamp/SKILL.md', text('stamp'));
    const link = join(folder.fsPath, '.claude/skills');
    const kept = join(folder.fsPath, '.claude/kept');
    await rename(link, kept);
    await symlink('../skills', link);
    const skillFile = skill('stamp', 'skills');
    await until('the agent', async () => (await wait('Claude Code', 'Project', 'stamp')).entry.path.includes('/.claude/skills/'));
    const node = await until('the skill in its group', async () => {
      const groups = (await children()).filter(({ kind }) => kind === 'scope');
      const nodes = (await Promise.all(groups.map((group) => tree.getChildren(group)))).flat();
      return nodes.find(({ entry }) => entry?.name === 'stamp' && entry.own.length > 0);
    });
    assert.equal(item(node).contextValue, 'skill.mention.on');
    assert.equal(node.entry.path, skillFile.fsPath);
    for (const argument of [node, skillFile, skill('stamp', '.claude/skills')]) {
      await vscode.env.clipboard.writeText('');
      await vscode.commands.executeCommand('skills-ls.copyMention', argument);
      assert.equal(await vscode.env.clipboard.readText(), '/stamp');
    }
    await rm(link);
    await rename(kept, link);
    await rm(join(folder.fsPath, 'skills'), { recursive: true });
    await until('the groups to go', async () => (await children()).length === 3);
  });

  await test('tells of a shadowed skill which one is taken', async () => {
    await write('.agents/skills/sub/release-notes/SKILL.md', text('release-notes'));
    const node = await wait('Codelia', 'Project', 'release-notes', ({ entry }) => entry.fate === 'ambiguous');
    const resolved = await tree.resolveTreeItem(item(node), node, new vscode.CancellationTokenSource().token);
    assert.match(resolved.tooltip.value, /keeps all of them/);
    assert.match(resolved.tooltip.value, /Writes release notes from the merged changes|Does release\\-notes/);
    await rm(join(folder.fsPath, '.agents/skills/sub'), { recursive: true });
    await wait('Codelia', 'Project', 'release-notes', ({ entry }) => entry.fate === 'offered');
  });

  await test('shows the files of a skill, the SKILL.md first', async () => {
    const node = await wait('Codelia', 'Project', 'release-notes');
    const files = (await tree.getChildren(node)).filter(({ kind }) => kind === 'file');
    assert.deepEqual(files.map(({ uri }) => uri.path.split('/').at(-1)), ['SKILL.md', 'references']);
    assert.equal((await tree.getChildren(files[1])).length, 1);
    assert.equal(item(files[0]).command.command, 'vscode.open');
  });

  await test('shows which skills a skill mentions, and which mention it', async () => {
    await write('.agents/skills/publish/SKILL.md', text('publish', '', 'First use $release-notes.'));
    await wait('Codelia', 'Project', 'publish');
    const calls = async (name, label) => {
      const found = await children('.agents/skills', name, label);
      return found.map((node) => item(node));
    };
    const [by] = await until('the mention', async () => {
      const found = await calls('release-notes', 'Mentioned by');
      return found.length > 0 && found;
    });
    assert.deepEqual([by.label, by.description], ['publish', '.agents/skills/publish']);
    await vscode.commands.executeCommand(by.command.command, ...by.command.arguments);
    const editor = vscode.window.activeTextEditor;
    assert.equal(editor.document.getText(editor.selection), 'release-notes');
    const [to] = await calls('publish', 'Mentions');
    assert.equal(to.label, 'release-notes');
    await vscode.commands.executeCommand(to.command.command, ...to.command.arguments);
    assert.equal(vscode.window.activeTextEditor.document.uri.path, skill('release-notes').path);
    assert.deepEqual(await calls('publish', 'Mentioned by'), []);
    // The document may stay open after the file is gone.
    await write('.agents/skills/publish/SKILL.md', text('publish'));
    await until('no mention', async () => (await calls('release-notes', 'Mentioned by')).length === 0);
    await rm(join(folder.fsPath, '.agents/skills/publish'), { recursive: true });
  });

  await test('opens and previews a skill of the view', async () => {
    const node = await wait('Codelia', 'Project', 'release-notes');
    await vscode.commands.executeCommand('skills-ls.openSkill', node);
    assert.equal(vscode.window.activeTextEditor.document.uri.path, skill('release-notes').path);
    await vscode.commands.executeCommand('skills-ls.previewSkill', node);
    await vscode.commands.executeCommand('skills-ls.revealInExplorer', node);
  });

  await test('copies the mention that the agent reads', async () => {
    const node = await wait('Codelia', 'Project', 'release-notes');
    assert.match(item(node).contextValue, /\bmention\b/);
    await vscode.commands.executeCommand('skills-ls.copyMention', node);
    assert.equal(await vscode.env.clipboard.readText(), '$release-notes');
    const slash = await wait('Claude Code', 'Project', 'triage');
    await vscode.commands.executeCommand('skills-ls.copyMention', slash);
    assert.equal(await vscode.env.clipboard.readText(), '/triage');
  });

  await test('switches a skill off and on by edits that keep comments and are not saved', async () => {
    await vscode.commands.executeCommand('skills-ls.switchOn', await wait('Claude Code', 'Project', 'retired'));
    const shared = await until('the settings', () => vscode.workspace.textDocuments.find(({ uri }) => uri.path.endsWith('.claude/settings.json')));
    assert.equal(shared.getText(), '{\n  // everybody\n  "skillOverrides": { "retired": "on" }\n}\n');
    assert.ok(shared.isDirty);
    await wait('Claude Code', 'Project', 'retired', ({ entry }) => entry.fate === 'offered');
    await vscode.commands.executeCommand('undo');
    await wait('Claude Code', 'Project', 'retired', ({ entry }) => entry.fate === 'off');
    await vscode.commands.executeCommand('skills-ls.switchOff', await wait('Claude Code', 'Project', 'triage'));
    await wait('Claude Code', 'Project', 'triage', ({ entry }) => entry.fate === 'off');
    assert.match(vscode.window.activeTextEditor.document.getText(), /"triage": "off"/);
    await vscode.workspace.saveAll();
  });

  await test('offers the lines to disable a skill in the user settings', async () => {
    const [node] = await until('the skills of Codex', async () => {
      const nodes = await children('Agents', 'Other Agents', 'OpenAI Codex', 'Project');
      return nodes.length > 0 && nodes;
    });
    assert.match(item(node).contextValue, /\.on$/);
    const { manual } = node.agent;
    assert.match(manual.file, /\.codex\/config\.toml$/);
    assert.match(manual.note, /~\/\.codex\/config\.toml`\. skills-ls does not read that file/);
    await vscode.env.clipboard.writeText('');
    const done = vscode.commands.executeCommand('skills-ls.switchOff', node);
    // Copy Lines is the first button of the message, Open config.toml that of the next one.
    const opened = () => vscode.window.activeTextEditor?.document.uri.path.endsWith('/.codex/config.toml');
    await until('the file to be opened', async () => {
      await vscode.commands.executeCommand('notification.acceptPrimaryAction');
      return opened();
    });
    await done;
    const { document } = vscode.window.activeTextEditor;
    assert.deepEqual([document.uri.scheme, document.getText()], ['untitled', ''], 'a file that is not there is begun');
    assert.equal(await vscode.env.clipboard.readText(), node.entry.lines);
    assert.match(node.entry.lines, /^\[\[skills\.config\]\]\npath = '.*\/SKILL\.md'\nenabled = false\n$/);
    await vscode.commands.executeCommand('workbench.action.closeActiveEditor');
  });

  await test('renames a skill with its directory, mentions and links', async () => {
    await write('.agents/skills/use-notes/SKILL.md', text('use-notes', '', 'Use $release-notes, and [it](../release-notes/SKILL.md).'));
    await wait('Codelia', 'Project', 'use-notes');
    await vscode.commands.executeCommand('skills-ls.renameSkill', await wait('Codelia', 'Project', 'release-notes'), 'release-log');
    await wait('Codelia', 'Project', 'release-log');
    assert.match(await read('.agents/skills/release-log/SKILL.md'), /^name: release-log$/m);
    assert.match(await read('.agents/skills/use-notes/SKILL.md'), /Use \$release-log, and \[it\]\(\.\.\/release-log\/SKILL\.md\)\./);
    assert.ok(!existsSync(skill('release-notes').fsPath));
    assert.ok(existsSync(join(dirname(skill('release-log').fsPath), 'references')));
  });

  // Answers a question of VS Code with its first or only offer.
  const accept = async (command, done, argument) => {
    const running = vscode.commands.executeCommand(command, argument);
    await until(command, async () => {
      await vscode.commands.executeCommand('workbench.action.acceptSelectedQuickOpenItem');
      return done();
    });
    await running;
  };

  await test('duplicates a skill under another valid name, with its files', async () => {
    const copy = skill('release-log-copy');
    await accept('skills-ls.duplicateSkill', () => existsSync(copy.fsPath) && /^name: release-log-copy$/m.test(readFileSync(copy.fsPath, 'utf8')), skill('release-log'));
    assert.ok(existsSync(join(dirname(copy.fsPath), 'references', 'format.md')));
    assert.match(await read('.agents/skills/release-log/SKILL.md'), /^name: release-log$/m);
    const node = await wait('Codelia', 'Project', 'release-log-copy', ({ entry }) => entry.fate === 'offered');
    assert.match(item(node).contextValue, /^skill/);
    await rm(dirname(copy.fsPath), { recursive: true });
  });

  await test('copies a skill to the directory of another agent', async () => {
    const copy = skill('release-log', '.claude/skills');
    await accept('skills-ls.copySkill', () => existsSync(copy.fsPath), await wait('Codelia', 'Project', 'release-log'));
    assert.equal(await read('.claude/skills/release-log/SKILL.md'), await read('.agents/skills/release-log/SKILL.md'));
    await rm(dirname(copy.fsPath), { recursive: true });
  });

  await test('shows the references of a skill from the line above it', async () => {
    const uri = skill('release-log');
    await vscode.window.showTextDocument(uri);
    const lens = await until('the lens', async () => {
      const lenses = await vscode.commands.executeCommand('vscode.executeCodeLensProvider', uri);
      return lenses.find(({ command }) => /^3 references$/.test(command?.title ?? ''));
    });
    assert.equal(lens.command.command, 'skills-ls.showReferences');
    await vscode.commands.executeCommand(lens.command.command, ...lens.command.arguments);
    await vscode.commands.executeCommand('closeReferenceSearch');
  });

  await test('baselines the existing problems, and reports new ones', async () => {
    await write('.agents/skills/flawed/SKILL.md', text('flawed', '', 'See [it](gone.md).'));
    const uri = skill('flawed');
    const document = await vscode.workspace.openTextDocument(uri);
    await vscode.window.showTextDocument(document);
    const broken = () => vscode.languages.getDiagnostics(uri).filter(({ source, code }) => source === 'skills-ls' && (code.value ?? code) === 'link/broken').length;
    await until('the problem', () => broken() === 1);
    await vscode.commands.executeCommand('skills-ls.baselineProblems'); // does not wait until its message is dismissed
    await until('no problem', () => broken() === 0);
    assert.match(await read('.skills-ls.yaml'), /^baseline: \.skills-ls-baseline\.json$/m);
    assert.match(await read('.skills-ls-baseline.json'), /"\.agents\/skills\/flawed\/SKILL\.md"/);
    const change = new vscode.WorkspaceEdit();
    change.insert(uri, document.lineAt(document.lineCount - 1).range.end, '\nAnd [that](lost.md).\n');
    assert.ok(await vscode.workspace.applyEdit(change));
    await until('the new problem', () => broken() === 1);
    await vscode.commands.executeCommand('workbench.action.files.revert');
    await until('no problem again', () => broken() === 0);
    await Promise.all(['.skills-ls.yaml', '.skills-ls-baseline.json', '.agents/skills/flawed'].map((path) => rm(join(folder.fsPath, path), { recursive: true })));
  });

  await test('shows a thousand skills in pages', async () => {
    const root = join(folder.fsPath, '.agents', 'skills');
    execFileSync('sh', ['-c', 'cd "$1" && i=0; while [ $i -lt 1000 ]; do mkdir "s$i" && printf -- "---\\nname: s%s\\ndescription: Does thing %s. Use when thing %s is wanted.\\n---\\nText.\\n" $i $i $i > "s$i/SKILL.md"; i=$((i+1)); done', 'sh', root]);
    await vscode.commands.executeCommand('skills-ls.refresh');
    const pages = await until('the pages', async () => {
      const nodes = await children('Agents', 'Codelia', 'Project');
      return nodes.length > 4 && nodes;
    });
    assert.ok(pages.every((node) => node.kind === 'page'));
    assert.deepEqual(pages.slice(0, 2).map((page) => item(page).description), ['200, 2 rejected', '200']);
    assert.ok((await tree.getChildren(pages[0])).length <= 200);
    const began = performance.now();
    await tree.getChildren(pages[1]);
    const expanded = performance.now() - began;
    execFileSync('sh', ['-c', 'cd "$1" && rm -rf s[0-9]*', 'sh', root]);
    return `${pages.length} pages, one in ${expanded.toFixed(1)} ms`;
  });

  end();
};
