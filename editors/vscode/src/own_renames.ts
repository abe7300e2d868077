// Handles renames of skills and files by the server, including fixes. Before the
// editor renames a file, it requests further edits and asks the user to confirm
// them. For edits of the server that are already complete, this class answers
// with none. The editor saves the files that a rename changes, but not those that
// undo changes, so this class saves these.

import {
  Uri,
  commands,
  window,
  workspace,
  type Disposable,
  type FileRenameEvent,
  type TextDocument,
  type TextDocumentChangeEvent,
} from 'vscode';
import {
  CodeActionResolveRequest,
  RenameRequest,
  WillRenameFilesRequest,
  type CodeAction,
  type Middleware,
  type RenameFilesParams,
  type WorkspaceEdit,
} from 'vscode-languageclient/node';
import { isMove, movedFirst, textsOf } from './moved_first';

/** The time within which the editor applies an edit, in milliseconds. */
const patience = 30_000;

/** The maximum number of remembered edits. */
const memory = 100;

interface OwnRename {
  /** Old and new URIs. */
  readonly moves: readonly (readonly [string, string])[];
  /** The changed documents, by their URIs before and after. */
  readonly texts: readonly { readonly before: string; readonly after: string }[];
  /** The deadline for the one request of further edits that gets no edits. */
  due: number;
  state: 'made' | 'undone';
}

export class OwnRenames implements Disposable {
  private readonly made: OwnRename[] = [];
  /** Renames by the user. The editor sends no request for those that it undoes or redoes. */
  private readonly asked = new Set<string>();
  /** Documents to save when undo or redo changes them. */
  private readonly pending = new Set<string>();
  private readonly subscriptions = [
    workspace.onDidRenameFiles(({ files }) => this.renamed(files)),
    workspace.onDidOpenTextDocument((document) => this.save(document)),
    workspace.onDidChangeTextDocument((event) => this.changed(event)),
  ];

  /** @param spare a file that is never edited */
  constructor(private readonly spare: Uri) {}

  readonly sendRequest: NonNullable<Middleware['sendRequest']> = async (type, param, token, next) => {
    const method = typeof type === 'string' ? type : type.method;
    if (method === WillRenameFilesRequest.method) {
      const { files } = param as RenameFilesParams;
      if (this.isOwn(files)) {
        return null as Awaited<ReturnType<typeof next>>;
      }
      files.forEach((file) => this.asked.add(moveOf(file)));
    }
    const result = await next(type, param, token);
    if (method === RenameRequest.method && result) {
      return this.noted(movedFirst(result)) as typeof result;
    }
    // An action that moves files has no edit until it is resolved.
    const action = method === CodeActionResolveRequest.method ? (result as CodeAction | null) : undefined;
    if (action?.edit) {
      return {
        ...action,
        edit: this.noted(movedFirst(action.edit, shownIn(action.edit), this.spare.toString())),
      } as typeof result;
    }
    return result;
  };

  dispose(): void {
    for (const subscription of this.subscriptions) {
      subscription.dispose();
    }
  }

  private noted(edit: WorkspaceEdit): WorkspaceEdit {
    const moves = (edit.documentChanges ?? [])
      .filter(isMove)
      .map(({ oldUri, newUri }) => [same(oldUri), same(newUri)] as const);
    if (moves.length > 0) {
      const texts = textsOf(edit).map(({ before, after }) => ({ before: same(before), after: same(after) }));
      this.made.push({ moves, texts, due: Date.now() + patience, state: 'made' });
      this.made.splice(0, this.made.length - memory);
    }
    return edit;
  }

  private isOwn(files: RenameFilesParams['files']): boolean {
    const own = this.made.find(
      ({ moves, due }) =>
        due > Date.now() &&
        files.every(({ oldUri, newUri }) =>
          moves.some(([from, to]) => from === same(oldUri) && to === same(newUri)),
        ),
    );
    if (own) {
      own.due = 0;
    }
    return own !== undefined;
  }

  private changed({ document, reason, contentChanges }: TextDocumentChangeEvent): void {
    if (reason === undefined && contentChanges.length > 0) {
      this.pending.delete(document.uri.toString()); // the user is typing
    }
    this.save(document);
  }

  private renamed(files: FileRenameEvent['files']): void {
    const has = ({ moves }: OwnRename, one: 'oldUri' | 'newUri', other: 'oldUri' | 'newUri'): boolean =>
      files.every((file) =>
        moves.some(([from, to]) => from === file[one].toString() && to === file[other].toString()),
      );
    const isAsked = files.some((file) => this.asked.has(moveOf(file)));
    this.asked.clear();
    if (isAsked) {
      return;
    }
    const undone = this.made.findLast((rename) => rename.state === 'made' && has(rename, 'newUri', 'oldUri'));
    const redone = this.made.findLast(
      (rename) => rename.state === 'undone' && has(rename, 'oldUri', 'newUri'),
    );
    if (undone) {
      undone.state = 'undone';
      this.await(undone.texts.map(({ before }) => before));
    } else if (redone) {
      redone.state = 'made';
      this.await(redone.texts.map(({ after }) => after));
    }
  }

  private await(uris: readonly string[]): void {
    this.pending.clear();
    if (!workspace.getConfiguration('files').get('refactoring.autoSave', true)) {
      return;
    }
    uris.forEach((uri) => this.pending.add(uri));
    workspace.textDocuments.forEach((document) => this.save(document));
  }

  private save(document: TextDocument): void {
    if (document.isDirty && this.pending.delete(document.uri.toString())) {
      void saveAndLetGo(document);
    }
  }
}

/**
 * The editor keeps a moved, unsaved document without a tab in memory until
 * something uses and releases it. The command does both immediately.
 */
async function saveAndLetGo(document: TextDocument): Promise<void> {
  try {
    await document.save();
    await commands.executeCommand('vscode.executeDocumentSymbolProvider', document.uri);
  } catch {
    // It was closed in the meantime. The editor reports if it cannot save.
  }
}

/** Returns the URI of the active document as written in an edit that moves it. */
function shownIn({ documentChanges = [] }: WorkspaceEdit): string | undefined {
  const shown = window.activeTextEditor?.document.uri.toString();
  const move = documentChanges
    .filter(isMove)
    .find(({ oldUri }) => shown === same(oldUri) || shown?.startsWith(`${same(oldUri)}/`));
  return move && shown && move.oldUri + shown.slice(same(move.oldUri).length);
}

/** Returns a key for a rename. */
function moveOf({ oldUri, newUri }: { oldUri: Uri | string; newUri: Uri | string }): string {
  return [oldUri, newUri].map((uri) => same(uri.toString())).join(' ');
}

/** Returns a URI in the editor's spelling. */
function same(uri: string): string {
  return Uri.parse(uri).toString();
}
