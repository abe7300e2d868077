// Duplicates, copies and deletes the directory of a skill.

import {
  FileSystemError,
  Range,
  TabInputText,
  Uri,
  WorkspaceEdit,
  window,
  workspace,
  type Tab,
} from 'vscode';
import { messageOf } from './actions';
import { mentionedBy } from './mentions';
import { askName, pickFolder, placesFor } from './new_skill';
import type { Session } from './session';
import { skillFor } from './skill';

/** Copies a skill to a directory beside it, under another name, which the copy has in its frontmatter, too. */
export async function duplicateSkill(session: Session, argument?: unknown): Promise<void> {
  const uri = skillFor(argument);
  if (!uri) {
    return;
  }
  const directory = Uri.joinPath(uri, '..');
  const old = nameOf(directory);
  const parent = Uri.joinPath(directory, '..').fsPath;
  const name = await askName(session, {
    title: `Duplicate ${old}`,
    prompt: 'The name of the copy and its directory',
    value: `${old}-copy`,
    dir: parent,
    cwd: (workspace.getWorkspaceFolder(uri) ?? workspace.workspaceFolders?.[0])?.uri.fsPath ?? parent,
    ignored: ['outside', 'not_found'], // a skill outside the workspace can be copied beside it
  });
  if (name === undefined) {
    return;
  }
  const copy = await copied(uri, Uri.joinPath(directory, '..', name));
  if (!copy) {
    return;
  }
  const document = await workspace.openTextDocument(copy);
  try {
    const range = await session.nameField(copy);
    if (range) {
      const edit = new WorkspaceEdit();
      edit.replace(
        copy,
        new Range(range.start.line, range.start.character, range.end.line, range.end.character),
        `name: ${name}`,
      );
      await workspace.applyEdit(edit);
      await document.save();
    }
  } catch (error) {
    void window.showErrorMessage(`The name of the copy is unchanged: ${messageOf(error)}`);
  }
  await window.showTextDocument(document);
}

/** Copies a skill to the directory of another agent, under the same name. */
export async function copySkill(session: Session, argument?: unknown): Promise<void> {
  const uri = skillFor(argument);
  const folder = uri && (workspace.getWorkspaceFolder(uri)?.uri ?? (await pickFolder()));
  if (!uri || !folder) {
    return;
  }
  const directory = Uri.joinPath(uri, '..');
  const parent = Uri.joinPath(directory, '..').fsPath;
  try {
    const places = await placesFor(session, folder.fsPath);
    const place = await window.showQuickPick(
      places.filter(({ dir }) => dir !== parent),
      { title: `Copy ${nameOf(directory)} to a directory`, matchOnDescription: true },
    );
    const copy = place && (await copied(uri, Uri.joinPath(Uri.file(place.dir), nameOf(directory))));
    if (copy) {
      await window.showTextDocument(copy);
    }
  } catch (error) {
    void window.showErrorMessage(messageOf(error));
  }
}

/** Moves the directory of a skill to the trash, after a confirmation that names the documents that mention it. */
export async function deleteSkill(session: Session, argument?: unknown): Promise<void> {
  const uri = skillFor(argument);
  if (!uri) {
    return;
  }
  const directory = Uri.joinPath(uri, '..');
  const shown = workspace.asRelativePath(directory);
  const mentions = await mentionedBy(session, uri).catch(() => ''); // it can be deleted without the server
  const detail = `Moves ${shown} to the trash. ${mentions}`.trim();
  if (await confirms(`Delete ${nameOf(directory)}?`, detail, 'Move to Trash')) {
    try {
      await workspace.fs.delete(directory, { recursive: true, useTrash: true });
      await closeEditors(directory);
    } catch (error) {
      await deleteForever(directory, `${shown} cannot be moved to the trash: ${messageOf(error)}`);
    }
  }
}

// A remote file system may have no trash.
async function deleteForever(directory: Uri, reason: string): Promise<void> {
  if (await confirms(`Delete ${nameOf(directory)} permanently?`, reason, 'Delete Permanently')) {
    try {
      await workspace.fs.delete(directory, { recursive: true, useTrash: false });
      await closeEditors(directory);
    } catch (error) {
      void window.showErrorMessage(messageOf(error));
    }
  }
}

/** Closes the editors of deleted files, which VS Code leaves open, except those with unsaved text. */
async function closeEditors(directory: Uri): Promise<void> {
  const isWithin = ({ input, isDirty }: Tab): boolean =>
    !isDirty && input instanceof TabInputText && input.uri.toString().startsWith(`${directory.toString()}/`);
  await window.tabGroups.close(window.tabGroups.all.flatMap(({ tabs }) => tabs.filter(isWithin)));
}

async function confirms(question: string, detail: string, action: string): Promise<boolean> {
  return (await window.showWarningMessage(question, { modal: true, detail }, action)) === action;
}

function nameOf(directory: Uri): string {
  return directory.path.split('/').at(-1) ?? '';
}

/** Copies the directory of a SKILL.md, and returns the SKILL.md of the copy, or undefined after a message. */
async function copied(uri: Uri, target: Uri): Promise<Uri | undefined> {
  try {
    await workspace.fs.copy(Uri.joinPath(uri, '..'), target, { overwrite: false });
  } catch (error) {
    const exists = error instanceof FileSystemError && error.code === 'FileExists';
    void window.showErrorMessage(
      exists ? `${workspace.asRelativePath(target)} already exists.` : messageOf(error),
    );
    return undefined;
  }
  return Uri.joinPath(target, uri.path.split('/').at(-1) ?? 'SKILL.md');
}
