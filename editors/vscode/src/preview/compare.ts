// The texts of two agents side by side, in VS Code's own diff editor.

import { commands, window, type QuickPickItem, type Uri } from 'vscode';
import { previewUri, type Address } from '../preview';
import { linesOf, outcomeOf, wordsOf } from '../treatment';
import type { Choice } from './messages';

interface Item extends QuickPickItem {
  readonly id: string;
}

/**
 * Asks for an agent, or for two if the address has none, and shows the difference
 * of their texts.
 */
export async function compare(address: Address, choices: readonly Choice[]): Promise<void> {
  const left = address.agent ?? (await pick('Choose the first agent', choices));
  if (left === undefined) {
    return;
  }
  const title = (id: string): string => choices.find((choice) => choice.id === id)?.title ?? id;
  const others = choices.filter(({ id }) => id !== left);
  const right = await pick(`Choose an agent to compare with ${title(left)}`, others);
  if (right === undefined) {
    return;
  }
  const uri = (agent: string): Uri => previewUri({ ...address, agent, title: title(agent) });
  await commands.executeCommand('vscode.diff', uri(left), uri(right), `${title(left)} ↔ ${title(right)}`);
}

async function pick(placeHolder: string, choices: readonly Choice[]): Promise<string | undefined> {
  const items = choices
    .filter(({ injects }) => injects)
    .map(({ id, title, verdict }): Item => {
      const icon = !verdict ? '' : verdict.loads ? '$(pass) ' : '$(error) ';
      return {
        id,
        label: icon + title,
        ...(verdict &&
          outcomeOf(verdict) !== 'loaded' && {
            description: wordsOf(verdict),
            detail: linesOf(title, verdict).join(' · '),
          }),
      };
    });
  return (await window.showQuickPick(items, { placeHolder, matchOnDescription: true }))?.id;
}
