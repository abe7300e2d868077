// The menu of the status bar.

import { QuickPickItemKind, commands, window, type QuickPickItem, type Uri } from 'vscode';
import type { Inventory } from './inventory';
import type { Session } from './session';
import { skillBeingEdited } from './skill';
import { viewId } from './view';

interface Item extends QuickPickItem {
  readonly command?: string;
}

export async function showMenu(session: Session, inventory: Inventory): Promise<void> {
  const running = session.state.kind === 'running';
  const separator: Item = { label: 'Server', kind: QuickPickItemKind.Separator };
  const skill = skillBeingEdited();
  const ofSkill = skill && running ? await itemsOf(skill, inventory) : [];
  const ofAll: Item[] = [
    { label: '$(book) Show Skills', command: `${viewId}.focus` },
    { label: '$(search) Search Skills…', command: 'skills-ls.search' },
    { label: '$(target) Choose Targets…', command: 'skills-ls.chooseTargets' },
    { label: '$(add) New Skill…', command: 'skills-ls.createSkill' },
  ];
  const ofServer: Item[] = [
    { label: '$(debug-restart) Restart Server', ...describe(session), command: 'skills-ls.restart' },
    { label: '$(output) Show Output', command: 'skills-ls.showOutput' },
    { label: '$(report) Gather Bug Report', command: 'skills-ls.gatherBugReport' },
  ];
  const picked = await window.showQuickPick(
    [...(running ? [...ofSkill, ...ofAll] : []), separator, ...ofServer],
    {
      title: 'Agent Skills',
      placeHolder: session.failure ?? 'Choose a command',
    },
  );
  if (picked?.command !== undefined) {
    await commands.executeCommand(picked.command);
  }
}

async function itemsOf(skill: Uri, inventory: Inventory): Promise<Item[]> {
  const entries = await inventory.entriesOf(skill).catch(() => []);
  const hasMention = entries.some(({ entry }) => entry.mention !== undefined);
  return [
    { label: '$(eye) Preview', description: 'the text that an agent injects', command: 'skills-ls.preview' },
    { label: '$(edit) Rename Skill…', command: 'skills-ls.renameSkill' },
    ...(hasMention ? [{ label: '$(copy) Copy Mention', command: 'skills-ls.copyMention' }] : []),
  ];
}

function describe({ state, version }: Session): { description: string } {
  return { description: [state.kind, version].filter(Boolean).join(', ') };
}
