// Creates a skill: asks for a location, a name and a description. The server
// lists the locations, validates the name while it is typed, and makes the file.

import { Uri, window, workspace, type QuickPickItem } from 'vscode';
import { messageOf } from './actions';
import * as protocol from './protocol';
import type { Session } from './session';

interface Place extends QuickPickItem {
  readonly dir: string;
}

const steps = 3;

export async function createSkill(session: Session): Promise<void> {
  const folder = await pickFolder();
  if (folder === undefined) {
    return;
  }
  const cwd = directoryIn(folder);
  try {
    const place = await window.showQuickPick(placesFor(session, cwd), {
      title: `New Skill (1/${steps}): choose a location`,
      placeHolder: 'The directories of the agents that this project uses come first',
      matchOnDescription: true,
    });
    const name =
      place &&
      (await askName(session, {
        dir: place.dir,
        cwd,
        title: `New Skill (2/${steps}): enter a name`,
        prompt: 'Lowercase letters, digits and hyphens. Also used as the directory name',
      }));
    if (!place || name === undefined) {
      return;
    }
    const description = await window.showInputBox({
      title: `New Skill (${steps}/${steps}): describe what it does and when to use it`,
      prompt: 'Agents choose a skill by its description. Leave empty to write it in the file',
      placeHolder: 'Writes release notes. Use when the user prepares a release.',
      ignoreFocusOut: true,
    });
    if (description === undefined) {
      return;
    }
    // The server selects the description.
    const { path } = await request(session, { name, description, dir: place.dir, cwd });
    const document = await workspace.openTextDocument(Uri.file(path));
    await document.save();
  } catch (error) {
    void window.showErrorMessage(messageOf(error));
  }
}

/** Returns the folder of the project of a new skill. With several it asks. */
export async function pickFolder(): Promise<Uri | undefined> {
  const folders = workspace.workspaceFolders ?? [];
  if (folders.length === 0) {
    void window.showInformationMessage('Open a folder first. A skill is a directory in a project.');
    return undefined;
  }
  const folder =
    folders.length === 1
      ? folders[0]
      : await window.showWorkspaceFolderPick({ placeHolder: 'Choose the project' });
  return folder?.uri;
}

/** Returns the directory of the active file, or the folder if the file is not in it. */
function directoryIn(folder: Uri): string {
  const file = window.activeTextEditor?.document.uri;
  const isIn = file !== undefined && workspace.getWorkspaceFolder(file)?.uri.toString() === folder.toString();
  return isIn ? Uri.joinPath(file, '..').fsPath : folder.fsPath;
}

/** Returns the directories in which a skill can be created, those of the project's agents first. */
export async function placesFor(session: Session, cwd: string): Promise<Place[]> {
  const { locations } = await session.request(protocol.locations, { cwd });
  return locations.map(({ path, label, detail }) => ({ label, description: detail, dir: path }));
}

function request(session: Session, skill: protocol.NewSkill): Promise<{ readonly path: string }> {
  return session.request(protocol.createSkill, { command: protocol.newSkill, arguments: [skill] });
}

interface NameProblem {
  readonly reason: string | undefined;
  readonly message: string;
  /** The closest valid name. */
  readonly nearest?: string;
}

async function problemOf(session: Session, skill: protocol.NewSkill): Promise<NameProblem | undefined> {
  try {
    await request(session, { ...skill, check: true });
    return undefined;
  } catch (error) {
    const data = (error as { data?: protocol.ErrorData }).data;
    const reason = data?.reason;
    const nearest = reason === 'invalid_name' ? data?.candidates[0] : undefined;
    const message = messageOf(error);
    return nearest === undefined
      ? { reason, message }
      : { reason, message: `${message} Press Enter to use it`, nearest };
  }
}

interface NameQuestion {
  readonly title: string;
  readonly prompt: string;
  readonly value?: string;
  /** The directory of the skill directory. */
  readonly dir: string;
  readonly cwd: string;
  /** Reasons for which the server would not create the skill, but the name is valid. */
  readonly ignored?: readonly string[];
}

/** Asks for a valid name, or returns undefined if the user cancels. Enter replaces an invalid name by the closest valid one. */
export function askName(session: Session, question: NameQuestion): Promise<string | undefined> {
  const { title, prompt, value = '', dir, cwd, ignored = [] } = question;
  const box = window.createInputBox();
  box.title = title;
  box.prompt = prompt;
  box.value = value;
  box.placeholder = 'release-notes';
  box.ignoreFocusOut = true;
  let checks = 0;
  /** Shows the problem of the name. Returns false if the name is outdated. */
  const check = async (name: string): Promise<NameProblem | undefined | false> => {
    const own = ++checks;
    const found = name === '' ? undefined : await problemOf(session, { dir, cwd, name });
    if (own !== checks) {
      return false;
    }
    const problem = ignored.includes(found?.reason ?? '') ? undefined : found;
    box.validationMessage = problem?.message;
    return problem;
  };
  return new Promise((resolve) => {
    box.onDidChangeValue((value) => void check(value.trim()));
    box.onDidAccept(async () => {
      const name = box.value.trim();
      const problem = await check(name);
      if (problem === undefined && name !== '') {
        resolve(name);
        box.hide();
      } else if (problem && problem.nearest !== undefined) {
        box.value = problem.nearest;
        await check(problem.nearest);
      }
    });
    box.onDidHide(() => {
      resolve(undefined);
      box.dispose();
    });
    box.show();
  });
}
