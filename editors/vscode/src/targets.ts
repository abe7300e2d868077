// Lets the user choose the target agents.

import { isDeepStrictEqual } from 'node:util';
import { ConfigurationTarget, window, workspace, type QuickPickItem } from 'vscode';
import { messageOf } from './actions';
import type { Inventory } from './inventory';
import type { Session } from './session';
import { section } from './settings';

interface Item extends QuickPickItem {
  readonly id: string;
}

/**
 * Shows the targets that are in effect, whether the setting, a configuration file or the directories of the project name them.
 * Writes the setting `skills-ls.targets` of the workspace if the user changes them, or removes it if nothing is selected.
 */
export async function chooseTargets(session: Session, inventory: Inventory): Promise<void> {
  const configuration = workspace.getConfiguration(section);
  let items: Item[];
  let chosen: readonly string[];
  try {
    const agents = [...(await session.agents()).values()];
    chosen = (await inventory.latest()).targets;
    items = agents.map(({ id, title, new_in }) => ({
      id,
      label: title,
      description: new_in,
      picked: chosen.includes(id),
    }));
  } catch (error) {
    void window.showErrorMessage(messageOf(error));
    return;
  }
  const picked = await window.showQuickPick(items, {
    title: 'Choose the agents that skills in this workspace must work in',
    placeHolder: 'None selected: the standard and the agents that the project is set up for',
    canPickMany: true,
  });
  if (picked && !isDeepStrictEqual(picked.map(({ id }) => id).sort(), [...chosen].sort())) {
    const targets = picked.length > 0 ? picked.map(({ id }) => id) : undefined;
    const where =
      workspace.workspaceFolders === undefined ? ConfigurationTarget.Global : ConfigurationTarget.Workspace;
    await configuration.update('targets', targets, where);
  }
}
