// The skills that a skill mentions, and those that mention it, for the Skills view.

import { Uri } from 'vscode';
import * as protocol from './protocol';
import type { Session } from './session';
import { uriOf, type CallNode, type CallsNode } from './tree_nodes';

/** Returns the skills at the other end of the mentions. @throws like the request */
export async function callsOf(session: Session, node: CallsNode): Promise<CallNode[]> {
  const textDocument = { uri: uriOf(node.of).toString() };
  const position = { line: 0, character: 0 }; // where no mention is, so that the skill itself is prepared
  const [item] = (await session.request(protocol.prepareCallHierarchy, { textDocument, position })) ?? [];
  if (!item) {
    return [];
  }
  if (node.incoming) {
    const calls = (await session.request(protocol.incomingCalls, { item })) ?? [];
    return calls.map(({ from, fromRanges }) => callNode(node, from, fromRanges[0]));
  }
  const calls = (await session.request(protocol.outgoingCalls, { item })) ?? [];
  return calls.map(({ to }) => callNode(node, to));
}

function callNode(of: CallsNode, { name, detail, uri }: protocol.CallItem, range?: protocol.Range): CallNode {
  return { kind: 'call', of, name, directory: detail ?? '', uri: Uri.parse(uri), ...(range && { range }) };
}
