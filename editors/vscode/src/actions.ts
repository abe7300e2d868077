// What can be done with one skill: from the view, and from the palette with
// the one that is being edited.

import { Uri, commands, env, window, workspace } from 'vscode';
import type { Inventory } from './inventory';
import * as protocol from './protocol';
import type { RenameSite, Session } from './session';
import { skillFor } from './skill';
import { plain } from './tree_item';
import { isSkillNode, skillNode, type SkillNode } from './tree_nodes';

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
 * Renames a skill by the server's rename, with its directory, mentions and
 * links: one edit, undone at once.
 */
export async function renameSkill(session: Session, argument?: unknown, name?: unknown): Promise<void> {
  const uri = skillFor(argument);
  if (!uri) {
    return;
  }
  await workspace.openTextDocument(uri); // which is how the server comes to read it
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

/** Renames the skill that the view's keyboard is at: a key hands over nothing, and the editor beside the view is not meant. */
export async function renameFocused(session: Session, node: SkillNode | undefined): Promise<void> {
  if (node) {
    return renameSkill(session, node);
  }
  void window.showInformationMessage('Select a skill in the Skills view to rename it.');
}

/** Copies the text by which a person has an agent take the skill. */
export async function copyMention(inventory: Inventory, argument?: unknown): Promise<void> {
  const node = await nodeFor(inventory, argument, ({ mention }) => mention !== undefined, 'can be mentioned');
  if (node?.entry.mention !== undefined) {
    await env.clipboard.writeText(node.entry.mention);
    window.setStatusBarMessage(`Copied ${node.entry.mention} for ${node.agent.title}`, 4_000);
  }
}

/**
 * Switches a skill on or off by an edit of the agent's settings, which is shown and not saved. Where the settings are the user's own, it
 * says how that is done.
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

/** Offers the lines that switch a skill off, and the file that they belong into. */
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

/** The skill as an agent has it: one of the view, else of the agents for which that makes sense one that is picked. */
async function nodeFor(
  inventory: Inventory,
  argument: unknown,
  fits: (entry: protocol.InventoryEntry) => boolean,
  what: string,
): Promise<SkillNode | undefined> {
  if (isSkillNode(argument)) {
    return argument;
  }
  const uri = skillFor(argument);
  if (!uri) {
    return undefined;
  }
  const found = (await inventory.get()).flatMap((agent) =>
    agent.skills
      .filter((entry) => Uri.file(entry.path).toString() === uri.toString() && fits(entry))
      .map((entry) => skillNode(agent, entry)),
  );
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
