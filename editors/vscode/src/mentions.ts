// The skills that a skill mentions, and those that mention it, for the Skills view and before a skill is deleted.

import { Uri } from 'vscode';
import * as protocol from './protocol';
import type { Session } from './session';
import { uriOf, type CallNode, type CallsNode } from './tree_nodes';

/** Returns the skills at the other end of the mentions. @throws like the request */
export async function callsOf(session: Session, node: CallsNode): Promise<CallNode[]> {
  if (node.incoming) {
    const calls = await callsTo(session, uriOf(node.of));
    return calls.map(({ from, fromRanges }) => callNode(node, from, fromRanges[0]));
  }
  const item = await itemOf(session, uriOf(node.of));
  const calls = (item && (await session.request(protocol.outgoingCalls, { item }))) ?? [];
  return calls.map(({ to }) => callNode(node, to));
}

/** Returns a sentence about the documents that mention a skill, or nothing if none does. @throws like the request */
export async function mentionedBy(session: Session, uri: Uri): Promise<string> {
  const names = (await callsTo(session, uri)).map(({ from }) => from.name);
  const shown = names.slice(0, maxNames).join(', ');
  const others = names.length - maxNames;
  return names.length > 0
    ? `Mentioned by ${shown}${others > 0 ? ` and ${others.toString()} more` : ''}.`
    : '';
}

const maxNames = 5;

async function callsTo(session: Session, uri: Uri): Promise<readonly protocol.IncomingCall[]> {
  const item = await itemOf(session, uri);
  return (item && (await session.request(protocol.incomingCalls, { item }))) ?? [];
}

async function itemOf(session: Session, uri: Uri): Promise<protocol.CallItem | undefined> {
  const textDocument = { uri: uri.toString() };
  const position = { line: 0, character: 0 }; // where no mention is, so that the skill itself is prepared
  return (await session.request(protocol.prepareCallHierarchy, { textDocument, position }))?.[0];
}

function callNode(of: CallsNode, { name, detail, uri }: protocol.CallItem, range?: protocol.Range): CallNode {
  return { kind: 'call', of, name, directory: detail ?? '', uri: Uri.parse(uri), ...(range && { range }) };
}
