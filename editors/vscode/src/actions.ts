// Actions on one skill: from the view, or from the palette for the skill in
// the active editor.

import { Uri, commands, env, window, workspace } from 'vscode';
import type { Inventory } from './inventory';
import * as protocol from './protocol';
import type { RenameSite, Session } from './session';
import { skillFor } from './skill';
import { plain } from './tree_item';
import { isOfAgent, isSkillNode, skillNode, type SkillNode } from './tree_nodes';

export async function openSkill(argument?: unknown): Promise<void> {
  const uri = skillFor(argument);
  if (uri) {
    await window.showTextDocument(uri);
  }
}

export async function previewSkill(argument?: unknown): Promise<void> {
  const uri = skillFor(argument);
  if (uri) {
    await commands.executeCommand('skills-ls.preview', uri);
  }
}

export async function revealSkill(
  command: 'revealInExplorer' | 'revealFileInOS',
  argument?: unknown,
): Promise<void> {
  const uri = skillFor(argument);
  if (uri) {
    await commands.executeCommand(command, uri);
  }
}

/**
 * Renames a skill with its directory, mentions and links. It is a single edit,
 * so one undo reverts it.
 */
export async function renameSkill(session: Session, argument?: unknown, name?: unknown): Promise<void> {
  const uri = skillFor(argument);
  if (!uri) {
    return;
  }
  await workspace.openTextDocument(uri); // so that the server reads it
  let site: RenameSite | undefined;
  try {
    site = await session.skillName(uri);
  } catch (error) {
    void window.showErrorMessage(`The skill cannot be renamed: ${messageOf(error)}`);
    return;
  }
  if (!site) {
    void window.showErrorMessage('The skill has no name. Add a "name" field to its frontmatter.');
    return;
  }
  const old = site.placeholder;
  const wanted =
    typeof name === 'string'
      ? name
      : await window.showInputBox({
          title: `Rename ${old}`,
          prompt: 'Also renames the directory and updates mentions and links',
          value: old,
        });
  if (!wanted || wanted === old) {
    return;
  }
  try {
    const edit = await session.rename(uri, site.position, wanted);
    if (!edit || !(await workspace.applyEdit(edit, { isRefactoring: true }))) {
      void window.showErrorMessage(`${old} cannot be renamed: the editor did not apply the change.`);
      return;
    }
  } catch (error) {
    void window.showErrorMessage(`${old} cannot be renamed: ${messageOf(error)}`);
  }
}

/** Renames the focused skill of the view. A keybinding passes no argument, so the active editor must not be used instead. */
export async function renameFocused(session: Session, node: SkillNode | undefined): Promise<void> {
  if (node) {
    return renameSkill(session, node);
  }
  void window.showInformationMessage('Select a skill in the Skills view to rename it.');
}

/** Copies the text with which a user invokes the skill. */
export async function copyMention(inventory: Inventory, argument?: unknown): Promise<void> {
  const node = await nodeFor(inventory, argument, ({ mention }) => mention !== undefined, 'can be mentioned');
  if (node?.entry.mention !== undefined) {
    await env.clipboard.writeText(node.entry.mention);
    window.setStatusBarMessage(`Copied ${node.entry.mention} for ${node.agent.title}`, 4_000);
  }
}

/**
 * Enables or disables a skill by editing the agent's settings. The edit is shown and not saved. If the settings are outside the
 * workspace, it shows the lines to add instead.
 */
export async function switchSkill(
  session: Session,
  inventory: Inventory,
  on: boolean,
  argument?: unknown,
): Promise<void> {
  const node = await nodeFor(
    inventory,
    argument,
    (entry) => entry.switch?.on === !on || (!on && entry.lines !== undefined),
    on ? 'can be enabled' : 'can be disabled',
  );
  if (!node) {
    return;
  }
  const { manual } = node.agent;
  if (manual && node.entry.lines !== undefined) {
    await switchByHand(manual, node.entry.lines);
    return;
  }
  try {
    await session.request(protocol.executeCommand, {
      command: protocol.switchSkill,
      arguments: [{ path: node.entry.path, agent: node.agent.agent, on }],
    });
  } catch (error) {
    void window.showErrorMessage(messageOf(error));
  }
}

/** Offers to copy the lines that disable a skill and to open the file for them. */
async function switchByHand({ file, note }: protocol.ManualSwitch, lines: string): Promise<void> {
  const uri = Uri.file(file);
  const copy = 'Copy Lines';
  const open = `Open ${uri.path.split('/').at(-1) ?? file}`;
  let picked = await window.showInformationMessage(plain(note), copy, open);
  if (picked === copy) {
    await env.clipboard.writeText(lines);
    picked = await window.showInformationMessage('Lines copied. Paste them at the end of the file.', open);
  }
  if (picked === open) {
    const there = await workspace.fs.stat(uri).then(
      () => true,
      () => false,
    );
    await window.showTextDocument(there ? uri : uri.with({ scheme: 'untitled' }));
  }
}

/** Returns the skill of a view node, or asks the user for one of the agents whose entry fits. */
async function nodeFor(
  inventory: Inventory,
  argument: unknown,
  fits: (entry: protocol.InventoryEntry) => boolean,
  what: string,
): Promise<SkillNode | undefined> {
  if (isSkillNode(argument) && isOfAgent(argument)) {
    return argument;
  }
  const uri = skillFor(argument);
  if (!uri) {
    return undefined;
  }
  const found = (await inventory.entriesOf(uri))
    .filter(({ entry }) => fits(entry))
    .map(({ agent, entry }) => skillNode(agent, entry));
  if (found.length === 0) {
    void window.showInformationMessage(`This skill ${what} in none of the agents of this project.`);
  }
  if (found.length < 2) {
    return found[0];
  }
  const picked = await window.showQuickPick(
    found.map((node) => ({ label: node.agent.title, description: node.entry.mention ?? '', node })),
    { title: 'Choose an agent' },
  );
  return picked?.node;
}

export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
