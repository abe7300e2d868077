// Renames of skills and files by the server. The editor asks before it renames
// a file what else is to change, and then its user whether it may: of an edit
// that holds everything already, nothing is. It saves what such an edit has
// changed, but not what undoing it changes.

import { TextDocumentChangeReason, Uri, commands, workspace, type Disposable, type FileRenameEvent, type TextDocument, type TextDocumentChangeEvent } from 'vscode';
import {
  RenameRequest,
  WillRenameFilesRequest,
  type Middleware,
  type RenameFilesParams,
  type WorkspaceEdit,
} from 'vscode-languageclient/node';
import { isMove, movedFirst, textsOf } from './moved_first';

/** An edit that is made at all is made by then, in milliseconds. */
const patience = 30_000;

/** How many edits are remembered, to save what undoing them changes. */
const memory = 100;

interface OwnRename {
  /** From and to. */
  readonly moves: readonly (readonly [string, string])[];
  /** The documents that are changed, by their names before and after. */
  readonly texts: readonly { readonly before: string; readonly after: string }[];
  /** Until when the editor need not ask, once, what else is to change. */
  due: number;
  /** Undoing begins with texts that were moved and goes on with the moves. */
  state: 'made' | 'undoing' | 'undone';
}

export class OwnRenames implements Disposable {
  private readonly made: OwnRename[] = [];
  /** Documents that are saved as soon as undoing or redoing has changed them. */
  private readonly pending = new Set<string>();
  private readonly subscriptions = [
    workspace.onDidRenameFiles(({ files }) => this.renamed(files)),
    workspace.onDidOpenTextDocument((document) => this.save(document)),
    workspace.onDidChangeTextDocument((event) => this.changed(event)),
  ];

  readonly sendRequest: NonNullable<Middleware['sendRequest']> = async (type, param, token, next) => {
    const method = typeof type === 'string' ? type : type.method;
    if (method === WillRenameFilesRequest.method && this.isOwn(param as RenameFilesParams)) {
      return null as Awaited<ReturnType<typeof next>>;
    }
    const result = await next(type, param, token);
    return (method === RenameRequest.method && result ? this.noted(movedFirst(result as WorkspaceEdit)) : result) as typeof result;
  };

  dispose(): void {
    this.subscriptions.forEach((subscription) => subscription.dispose());
  }

  private noted(edit: WorkspaceEdit): WorkspaceEdit {
    const moves = (edit.documentChanges ?? []).filter(isMove).map(({ oldUri, newUri }) => [same(oldUri), same(newUri)] as const);
    if (moves.length > 0) {
      const texts = textsOf(edit).map(({ before, after }) => ({ before: same(before), after: same(after) }));
      this.made.push({ moves, texts, due: Date.now() + patience, state: 'made' });
      this.made.splice(0, this.made.length - memory);
    }
    return edit;
  }

  private isOwn({ files }: RenameFilesParams): boolean {
    const own = this.made.find(
      ({ moves, due }) => due > Date.now() && files.every(({ oldUri, newUri }) => moves.some(([from, to]) => from === same(oldUri) && to === same(newUri))),
    );
    if (own) {
      own.due = 0;
    }
    return own !== undefined;
  }

  private changed({ document, reason, contentChanges }: TextDocumentChangeEvent): void {
    const uri = document.uri.toString();
    if (reason === TextDocumentChangeReason.Undo) {
      const rename = this.made.findLast(({ state, texts }) => state === 'made' && texts.some(({ after }) => after === uri));
      if (rename) {
        rename.state = 'undoing';
      }
    }
    if (reason === undefined && contentChanges.length > 0) {
      this.pending.delete(uri); // somebody types
    }
    this.save(document);
  }

  private renamed(files: FileRenameEvent['files']): void {
    const has = ({ moves }: OwnRename, one: 'oldUri' | 'newUri', other: 'oldUri' | 'newUri'): boolean =>
      files.every((file) => moves.some(([from, to]) => from === file[one].toString() && to === file[other].toString()));
    const undone = this.made.findLast((rename) => rename.state === 'undoing' && has(rename, 'newUri', 'oldUri'));
    const redone = this.made.findLast((rename) => rename.state === 'undone' && has(rename, 'oldUri', 'newUri'));
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
 * The editor keeps a document for good that it moved unsaved and that nobody
 * has open: until somebody uses it and is done, as this command is at once.
 */
async function saveAndLetGo(document: TextDocument): Promise<void> {
  try {
    await document.save();
    await commands.executeCommand('vscode.executeDocumentSymbolProvider', document.uri);
  } catch {
    // It was closed meanwhile. What cannot be saved the editor says itself.
  }
}

/** One spelling of a URI, that of the editor. */
function same(uri: string): string {
  return Uri.parse(uri).toString();
}
