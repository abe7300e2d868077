// The agents to choose from, and what each makes of a skill.

import type { Uri } from 'vscode';
import type { Session } from '../session';
import type { Choice } from './messages';
import * as protocol from '../protocol';

/**
 * In the server's order, those that the skill is meant for first, but with those that have nothing to show at the end. Of what is no skill
 * nothing is told but the names.
 */
export async function askChoices(session: Session, source: Uri): Promise<Choice[]> {
  const { agents } = await session.request(protocol.agents, {});
  const compat = await session
    .request(protocol.compat, { textDocument: { uri: source.toString() } })
    .catch(() => undefined);
  const known = new Map(agents.map((agent) => [agent.id, agent]));
  const choices: Choice[] = compat
    ? compat.agents.map(({ agent, accepted, discovered, target, reasons }) => ({
        id: agent,
        title: known.get(agent)?.title ?? agent,
        injects: known.get(agent)?.injects ?? true,
        verdict: { accepted, discovered, target, reasons },
      }))
    : agents.map(({ id, title, injects }) => ({ id, title, injects }));
  return choices.sort((a, b) => Number(b.injects) - Number(a.injects));
}
