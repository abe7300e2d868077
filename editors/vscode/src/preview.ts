// The exact text that an agent would inject, live, as a document: for the
// status bar, for the diff of two agents, and for who prefers a plain text.

import {
  CancellationTokenSource,
  EventEmitter,
  TabInputText,
  Uri,
  ViewColumn,
  window,
  workspace,
  type Disposable,
  type TextDocument,
  type TextDocumentContentProvider,
} from 'vscode';
import * as protocol from './protocol';
import type { Session } from './session';

const scheme = 'skills-preview';

// Long enough to skip most keystrokes of a burst, too short to be noticed.
const debounce = 150;

/** Which text a preview is. */
export interface Address {
  readonly source: Uri;
  /** Undefined for the one in whose place the skill lies. */
  readonly agent?: string;
  /** What a user wrote after the skill's name; undefined and empty differ to some agents. */
  readonly arguments?: string;
}

/**
 * The address of a preview as a document: what it shows is in the query, and
 * the path is only there to be read in the tab.
 */
export function previewUri({ source, agent, arguments: given }: Address): Uri {
  const directory = source.path.split('/').at(-2) || 'skill';
  const query = new URLSearchParams({ source: source.toString() });
  if (agent !== undefined) {
    query.set('agent', agent);
  }
  if (given !== undefined) {
    query.set('arguments', given);
  }
  return Uri.from({ scheme, path: `/${directory} (${agent ?? 'preview'}).md`, query: query.toString() });
}

function addressOf(uri: Uri): Address {
  const query = new URLSearchParams(uri.query);
  const agent = query.get('agent');
  const given = query.get('arguments');
  return {
    source: Uri.parse(query.get('source') ?? '', true),
    ...(agent !== null && { agent }),
    ...(given !== null && { arguments: given }),
  };
}

/** What to preview for a document: of a preview, its own source. */
export function sourceOf(uri: Uri): Uri {
  return uri.scheme === scheme ? addressOf(uri).source : uri;
}

export function isPreview({ uri }: TextDocument): boolean {
  return uri.scheme === scheme;
}

/** Whether there is something to preview in the document, or it is a preview. */
export function isPreviewable(document: TextDocument): boolean {
  return isPreview(document) || /(^|\/)skill\.md$/i.test(document.uri.path);
}

/** The last answer: the result, or why there is none. */
export class Preview implements Disposable {
  result: protocol.PreviewResult | undefined;
  failure: string | undefined;

  private timer: NodeJS.Timeout | undefined;
  private asking: CancellationTokenSource | undefined;

  constructor(
    private readonly session: Session,
    private readonly changed: (preview: Preview) => void,
    readonly address: Address,
  ) {}

  get source(): Uri {
    return this.address.source;
  }

  get uri(): Uri {
    return previewUri(this.address);
  }

  get text(): string {
    return this.result?.content ?? this.failure ?? '';
  }

  /** Asks again, once the typing pauses. */
  schedule(): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => void this.refresh(), debounce);
  }

  /** Asks again; an answer still under way is out of date and dropped. */
  async refresh(): Promise<void> {
    this.dispose();
    const asking = (this.asking = new CancellationTokenSource());
    const { source, ...rest } = this.address;
    const params = { textDocument: { uri: source.toString() }, ...rest };
    let result: protocol.PreviewResult | undefined;
    let failure: string | undefined;
    try {
      result = await this.session.request(protocol.preview, params, asking.token);
    } catch (error) {
      failure = error instanceof Error ? error.message : String(error);
    }
    if (asking === this.asking) {
      this.asking = undefined;
      this.result = result;
      this.failure = failure;
      this.changed(this);
    }
    asking.dispose();
  }

  dispose(): void {
    clearTimeout(this.timer);
    this.asking?.cancel();
    this.asking = undefined;
  }
}

/**
 * The previews that are shown, or whose source is being edited. Each is asked
 * for anew when its source or the catalogue changes.
 */
export class Previews implements TextDocumentContentProvider, Disposable {
  private readonly previews = new Map<string, Preview>();
  private readonly changedDocument = new EventEmitter<Uri>();
  private readonly changedPreview = new EventEmitter<Preview>();
  private readonly shownText = new EventEmitter<void>();
  private readonly subscriptions: Disposable[];

  /** A preview's document is to be asked for again. */
  readonly onDidChange = this.changedDocument.event;

  /** A preview was asked for again, and answered. */
  readonly onDidAnswer = this.changedPreview.event;

  /** A preview's document shows its new text. */
  readonly onDidShow = this.shownText.event;

  constructor(private readonly session: Session) {
    this.subscriptions = [
      this.changedDocument,
      this.changedPreview,
      this.shownText,
      workspace.registerTextDocumentContentProvider(scheme, this),
      workspace.onDidChangeTextDocument(({ document, contentChanges }) => {
        if (isPreview(document)) {
          this.shownText.fire();
        } else if (contentChanges.length > 0) {
          this.schedule((preview) => preview.source.toString() === document.uri.toString());
        }
      }),
      workspace.onDidCloseTextDocument(() => this.forgetUnused()),
      window.onDidChangeActiveTextEditor(() => this.forgetUnused()),
      session.onDidChange(() => this.schedule(() => true)),
    ];
  }

  /** The preview of a source, asked for if it is new. */
  get(source: Uri): Preview {
    return this.at({ source });
  }

  /** The preview that a document shows. */
  of({ uri }: TextDocument): Preview {
    return this.at(addressOf(uri));
  }

  private at(address: Address): Preview {
    const key = previewUri(address).toString();
    let preview = this.previews.get(key);
    if (!preview) {
      preview = new Preview(this.session, (changed) => this.publish(changed), address);
      this.previews.set(key, preview);
      preview.schedule();
    }
    return preview;
  }

  async provideTextDocumentContent(uri: Uri): Promise<string> {
    const preview = this.at(addressOf(uri));
    if (preview.result === undefined && preview.failure === undefined) {
      await preview.refresh();
    }
    return preview.text;
  }

  /** Opens a preview as a document, beside the active editor. */
  async show(address: Address): Promise<void> {
    const preview = this.at(address);
    await preview.refresh();
    if (preview.failure !== undefined) {
      void window.showErrorMessage(`Preview failed: ${preview.failure}`);
      return;
    }
    const document = await workspace.openTextDocument(preview.uri);
    await window.showTextDocument(document, {
      viewColumn: columnOf(preview.uri) ?? ViewColumn.Beside,
      preserveFocus: true,
      preview: false,
    });
  }

  dispose(): void {
    for (const disposable of [...this.subscriptions, ...this.previews.values()]) {
      disposable.dispose();
    }
    this.previews.clear();
  }

  private schedule(affected: (preview: Preview) => boolean): void {
    for (const preview of this.previews.values()) {
      if (affected(preview)) {
        preview.schedule();
      }
    }
  }

  private publish(preview: Preview): void {
    this.changedDocument.fire(preview.uri);
    this.changedPreview.fire(preview);
  }

  private forgetUnused(): void {
    const documents = workspace.textDocuments.filter(isPreview);
    const active = window.activeTextEditor?.document;
    const shown = documents.map(({ uri }) => uri);
    const used = new Set(
      (active ? [previewUri({ source: sourceOf(active.uri) }), ...shown] : shown).map(String),
    );
    for (const [key, preview] of this.previews) {
      if (!used.has(key)) {
        preview.dispose();
        this.previews.delete(key);
      }
    }
  }
}

function columnOf(uri: Uri): ViewColumn | undefined {
  const group = window.tabGroups.all.find(({ tabs }) =>
    tabs.some(({ input }) => input instanceof TabInputText && input.uri.toString() === uri.toString()),
  );
  return group?.viewColumn;
}
