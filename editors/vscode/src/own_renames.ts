// Renames of files that are a part of the server's own edits. The editor asks
// before it renames a file what else is to change, and then its user whether it
// may: of an edit that holds everything already, nothing is.

import { Uri } from 'vscode';
import { RenameRequest, WillRenameFilesRequest, type Middleware, type RenameFilesParams, type WorkspaceEdit } from 'vscode-languageclient/node';

/** An edit that is made at all is made by then, in milliseconds. */
const memory = 30_000;

export function ownRenames(): NonNullable<Middleware['sendRequest']> {
  const due = new Map<string, number>();
  const key = (from: string, to: string): string => `${Uri.parse(from).toString()} ${Uri.parse(to).toString()}`;

  const note = (edit: WorkspaceEdit | null): void => {
    for (const change of edit?.documentChanges ?? []) {
      if ('kind' in change && change.kind === 'rename') {
        due.set(key(change.oldUri, change.newUri), Date.now() + memory);
      }
    }
  };
  const isOwn = ({ files }: RenameFilesParams): boolean =>
    files.every(({ oldUri, newUri }) => (due.get(key(oldUri, newUri)) ?? 0) > Date.now());

  return async (type, param, token, next) => {
    const method = typeof type === 'string' ? type : type.method;
    if (method === WillRenameFilesRequest.method && isOwn(param as RenameFilesParams)) {
      due.clear();
      return null as Awaited<ReturnType<typeof next>>;
    }
    const result = await next(type, param, token);
    if (method === RenameRequest.method) {
      note(result as WorkspaceEdit | null);
    }
    return result;
  };
}
