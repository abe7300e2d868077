// The agents to choose from, and their verdicts on a skill.

import type { Uri } from 'vscode';
import type { Session } from '../session';
import type { Choice } from './messages';
import * as protocol from '../protocol';

/**
 * Returns the agents in the server's order, targets first, and those without a text to show last. If the file is not a skill, they
 * have no verdicts.
 */
export async function askChoices(session: Session, source: Uri): Promise<Choice[]> {
  const known = await session.agents();
  const compat = await session
    .request(protocol.compat, { textDocument: { uri: source.toString() } })
    .catch(() => undefined);
  const choices: Choice[] = compat
    ? compat.agents.map(({ agent, finds, loads, installed, target, reasons }) => ({
        id: agent,
        title: known.get(agent)?.title ?? agent,
        injects: known.get(agent)?.injects ?? true,
        verdict: { finds, loads, installed, target, reasons },
      }))
    : [...known.values()].map(({ id, title, injects }) => ({ id, title, injects }));
  return choices.sort((a, b) => Number(b.injects) - Number(a.injects));
}
