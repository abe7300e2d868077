// The runtimes to choose from, and what each makes of a skill.

import type { Uri } from 'vscode';
import type { Session } from '../session';
import type { Choice } from './messages';
import * as protocol from '../protocol';

/** In the server's order: those that the skill is meant for first. Of what is no skill nothing is told but the names. */
export async function askChoices(session: Session, source: Uri): Promise<Choice[]> {
  const { runtimes } = await session.request(protocol.runtimes, {});
  const compat = await session.request(protocol.compat, { textDocument: { uri: source.toString() } }).catch(() => undefined);
  if (!compat) {
    return runtimes.map(({ id, title }) => ({ id, title }));
  }
  const titles = new Map(runtimes.map(({ id, title }) => [id, title]));
  return compat.runtimes.map(({ runtime, accepted, discovered, target, reasons }) => ({
    id: runtime,
    title: titles.get(runtime) ?? runtime,
    verdict: { accepted, discovered, target, reasons },
  }));
}
