// The agents to choose from, and their verdicts on a skill.

import type { Uri } from 'vscode';
import type { Agents, Session } from '../session';
import type { Choice } from './messages';
import * as protocol from '../protocol';

/** Returns the agents in the server's order, targets first, and those without a text to show last. */
export async function askChoices(session: Session, source: Uri): Promise<Choice[]> {
  const known = await session.agents();
  const compat = await session
    .request(protocol.compat, { textDocument: { uri: source.toString() } })
    .catch(() => undefined);
  return choicesOf(known, compat?.agents);
}

/** @param compat what the agents do with the skill; undefined until it is known, or if the file is no skill */
export function choicesOf(known: Agents, compat?: readonly protocol.Compatibility[]): Choice[] {
  const choices: Choice[] = compat
    ? compat.map(({ agent, finds, loads, installed, alsoInstalled, target, reasons }) => ({
        id: agent,
        title: known.get(agent)?.title ?? agent,
        injects: known.get(agent)?.injects ?? true,
        verdict: { finds, loads, installed, alsoInstalled, target, reasons },
      }))
    : [...known.values()].map(({ id, title, injects }) => ({ id, title, injects }));
  return choices.sort((a, b) => Number(b.injects) - Number(a.injects));
}
