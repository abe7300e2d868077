// Orders the steps of an edit that moves files, so that it can be undone and
// redone from every document that it affects. The editor records an undo step
// under the URI that a document has when it changes. If the document moves
// afterwards, its new URI has no undo step. So documents change after they move.
// To be redone from a moved document, the edit must also touch its old URI. An
// empty change counts only if the edit changes another document too. If it
// changes none, it touches a spare file that is never edited.

import type { RenameFile, TextDocumentEdit, WorkspaceEdit } from 'vscode-languageclient/node';

type Change = NonNullable<WorkspaceEdit['documentChanges']>[number];

/**
 * Returns the edit with the changes of moved files after the moves. The edit
 * must have all changes before all moves, as the server sends it; any other is
 * returned unchanged. The result can be undone from every changed document, and
 * from the shown document if it moves.
 *
 * @param spare a file to touch together with the shown one if the edit changes no other
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
      // A moved document has no version yet.
      ...texts.filter(isMoved).map((change) => ({
        ...unversioned(relocated(change.textDocument.uri, moves)),
        edits: change.edits,
      })),
      ...company,
    ],
  };
}

/** Returns the URIs of the changed documents before and after an edit that {@link movedFirst} returned. */
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

/** Returns an empty edit of any version of a document. */
function unversioned(uri: string): TextDocumentEdit {
  return { textDocument: { uri, version: null }, edits: [] };
}

/** Returns an edit that inserts nothing. */
function touch(change: TextDocumentEdit): TextDocumentEdit {
  const start = { line: 0, character: 0 };
  return { ...change, edits: [{ range: { start, end: start }, newText: '' }] };
}

/** Returns the URI of a file after the moves of files and directories. */
function relocated(uri: string, moves: readonly RenameFile[]): string {
  return moves.reduce(
    (at, { oldUri, newUri }) =>
      at === oldUri || at.startsWith(`${oldUri}/`) ? newUri + at.slice(oldUri.length) : at,
    uri,
  );
}
