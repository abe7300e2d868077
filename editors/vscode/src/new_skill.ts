// Creates a skill: asks for a location, a name and a description. The server
// writes the file and validates the name.

import { window, workspace, type InputBox, type QuickPickItem } from 'vscode';
import { messageOf } from './actions';
import type { Inventory } from './inventory';
import * as protocol from './protocol';
import type { Session } from './session';

interface Place extends QuickPickItem {
  readonly agent?: string;
}

const steps = 3;

export async function createSkill(session: Session, inventory: Inventory): Promise<void> {
  const folder = await pickFolder();
  if (folder === undefined) {
    return;
  }
  let places: Place[];
  try {
    places = await placesFor(session, inventory);
  } catch (error) {
    void window.showErrorMessage(messageOf(error));
    return;
  }
  const place = await window.showQuickPick(places, {
    title: `New Skill (1/${steps}): choose a location`,
    placeHolder: 'Most agents read .agents/skills',
    matchOnDescription: true,
  });
  if (!place) {
    return;
  }
  const description = { value: '' };
  await ask({
    title: `New Skill (2/${steps}): enter a name`,
    prompt: 'Lowercase letters, digits and hyphens. Also used as the directory name',
    placeholder: 'release-notes',
    // Asks for the description here, so that the server's error about the name leads back to it.
    accept: async (name) => {
      const described = await window.showInputBox({
        title: `New Skill (3/${steps}): describe what it does and when to use it`,
        prompt: 'Agents choose a skill by its description. Leave empty to write it later',
        placeHolder: 'Writes release notes. Use when the user prepares a release.',
        value: description.value,
        ignoreFocusOut: true,
      });
      if (described === undefined) {
        return;
      }
      description.value = described;
      await session.request(protocol.executeCommand, {
        command: protocol.newSkill,
        arguments: [
          {
            name,
            description: described,
            cwd: folder,
            ...(place.agent === undefined ? {} : { agent: place.agent }),
          },
        ],
      });
    },
  });
}

async function pickFolder(): Promise<string | undefined> {
  const folders = workspace.workspaceFolders ?? [];
  if (folders.length === 0) {
    void window.showInformationMessage('Open a folder first. A skill is a directory in a project.');
    return undefined;
  }
  const folder =
    folders.length === 1
      ? folders[0]
      : await window.showWorkspaceFolderPick({ placeHolder: 'Choose the project of the skill' });
  return folder?.uri.fsPath;
}

/** Returns the skill directories: the shared one, then those of the target agents, then all others. */
async function placesFor(session: Session, inventory: Inventory): Promise<Place[]> {
  const { agents } = await session.request(protocol.agents, {});
  const targets = new Set((await inventory.get()).filter(({ target }) => target).map(({ agent }) => agent));
  const shared = '.agents/skills';
  const own = agents
    .filter(({ new_in }) => new_in !== shared)
    .sort((a, b) => Number(targets.has(b.id)) - Number(targets.has(a.id)));
  return [
    { label: shared, description: 'read by most agents' },
    ...own.map(({ id, title, new_in }) => ({
      label: new_in,
      description: targets.has(id) ? `${title}, used in this project` : title,
      agent: id,
    })),
  ];
}

interface Question {
  readonly title: string;
  readonly prompt: string;
  readonly placeholder: string;
  readonly accept: (value: string) => Promise<void>;
}

/** Asks until the server accepts the answer or the user cancels. Shows the server's error at the input. */
async function ask(question: Question): Promise<void> {
  let value = '';
  let problem: string | undefined;
  for (;;) {
    const answer = await input(question, value, problem);
    if (answer === undefined) {
      return;
    }
    try {
      return await question.accept(answer);
    } catch (error) {
      problem = messageOf(error);
      const { reason, candidates } = (error as { data?: protocol.ErrorData }).data ?? {
        reason: '',
        candidates: [],
      };
      value = reason === 'invalid_name' ? (candidates[0] ?? answer) : answer;
    }
  }
}

function input(question: Question, value: string, problem: string | undefined): Promise<string | undefined> {
  const box: InputBox = window.createInputBox();
  box.title = question.title;
  box.prompt = question.prompt;
  box.placeholder = question.placeholder;
  box.value = value;
  box.validationMessage = problem;
  box.ignoreFocusOut = true;
  return new Promise((resolve) => {
    box.onDidChangeValue(() => (box.validationMessage = undefined));
    box.onDidAccept(() => {
      if (box.value.trim()) {
        resolve(box.value.trim());
        box.hide();
      }
    });
    box.onDidHide(() => {
      resolve(undefined);
      box.dispose();
    });
    box.show();
  });
}
