// The order of the steps of an edit that moves files, and what of it is done
// under which name. The editor undoes an edit from each document that it has
// changed, by the name of then: in a document that is moved afterwards there is
// nothing to be undone. So what is moved is changed after it was moved. To be
// made again from it, the edit must touch it by its old name, too. What does not
// change can be touched together with something else; alone it counts for nothing.
// Where nothing changes at all, that is a file that nobody edits.

import type { RenameFile, TextDocumentEdit, WorkspaceEdit } from 'vscode-languageclient/node';

type Change = NonNullable<WorkspaceEdit['documentChanges']>[number];

/**
 * The edit with its changes of files that it moves after these moves: one in
 * the order that the server says things in, with all changes before all moves.
 * Any other stays as it is. Undone it can be from all that it changes, and from
 * a document that it moves and that is shown.
 *
 * @param spare a file to be touched together with that one, where the edit changes no other
 */
export function movedFirst(edit: WorkspaceEdit, shown?: string, spare?: string): WorkspaceEdit {
  const changes = edit.documentChanges ?? [];
  const texts = changes.filter(isText);
  const moves = changes.filter(isMove);
  if (
    moves.length === 0 ||
    texts.length + moves.length !== changes.length ||
    changes.slice(0, texts.length).some(isMove)
  ) {
    return edit;
  }
  const isMoved = ({ textDocument: { uri } }: TextDocumentEdit): boolean => relocated(uri, moves) !== uri;
  const company: TextDocumentEdit[] = [];
  if (
    shown !== undefined &&
    relocated(shown, moves) !== shown &&
    !texts.some(({ textDocument: { uri } }) => uri === shown)
  ) {
    if (texts.length === 0 && spare !== undefined) {
      texts.push(touch(unversioned(spare)));
    }
    if (!texts.some(isMoved)) {
      company.push(...texts.slice(0, 1).map((change) => touch(unversioned(change.textDocument.uri))));
    }
    texts.push(touch(unversioned(shown)));
  }
  return {
    ...edit,
    documentChanges: [
      ...texts.map((change) => (isMoved(change) ? touch(change) : change)),
      ...moves,
      // A document of a new name has no version yet.
      ...texts.filter(isMoved).map((change) => ({
        ...unversioned(relocated(change.textDocument.uri, moves)),
        edits: change.edits,
      })),
      ...company,
    ],
  };
}

/** The documents that an edit changes, by their names before and after it. The edit is one of {@link movedFirst}. */
export function textsOf({ documentChanges = [] }: WorkspaceEdit): { before: string; after: string }[] {
  const moves = documentChanges.filter(isMove);
  const before = documentChanges.slice(0, documentChanges.findIndex(isMove)).filter(isText);
  return before.map(({ textDocument: { uri } }) => ({ before: uri, after: relocated(uri, moves) }));
}

export function isMove(change: Change): change is RenameFile {
  return 'kind' in change && change.kind === 'rename';
}

function isText(change: Change): change is TextDocumentEdit {
  return 'textDocument' in change;
}

/** No change of a document, which may have any version. */
function unversioned(uri: string): TextDocumentEdit {
  return { textDocument: { uri, version: null }, edits: [] };
}

/** A change that changes nothing. */
function touch(change: TextDocumentEdit): TextDocumentEdit {
  const start = { line: 0, character: 0 };
  return { ...change, edits: [{ range: { start, end: start }, newText: '' }] };
}

/** Where a file is after files and directories, which it may be or lie in, have been moved. */
function relocated(uri: string, moves: readonly RenameFile[]): string {
  return moves.reduce(
    (at, { oldUri, newUri }) =>
      at === oldUri || at.startsWith(`${oldUri}/`) ? newUri + at.slice(oldUri.length) : at,
    uri,
  );
}
