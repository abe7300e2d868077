// The exact text that an agent injects as a live document: for the diff of two
// agents, and for `Preview as Text`.

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

// Long enough to skip most keystrokes of a burst, too short to notice.
const debounce = 150;

/** Identifies the text of a preview. */
export interface Address {
  readonly source: Uri;
  /** Undefined for the owner of the skill's directory. */
  readonly agent?: string;
  /** The title of the agent, which is part of the title of the tab. */
  readonly title?: string;
  /** The text after the skill's name. Some agents distinguish undefined and empty. */
  readonly arguments?: string;
}

/**
 * Returns the URI of a preview document. The query has the address, and the path
 * is the title of the tab.
 */
export function previewUri({ source, agent, title = agent ?? 'preview', arguments: given }: Address): Uri {
  const directory = source.path.split('/').at(-2) || 'skill';
  const query = new URLSearchParams({ source: source.toString() });
  if (agent !== undefined) {
    query.set('agent', agent);
  }
  if (given !== undefined) {
    query.set('arguments', given);
  }
  const path = `/${directory} (${title.replaceAll('/', ' ')}).md`;
  return Uri.from({ scheme, path, query: query.toString() });
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

/** Returns the source to preview for a document. For a preview it is its source. */
export function sourceOf(uri: Uri): Uri {
  return uri.scheme === scheme ? addressOf(uri).source : uri;
}

export function isPreview({ uri }: TextDocument): boolean {
  return uri.scheme === scheme;
}

/** Reports whether the document is a SKILL.md or a preview. */
export function isPreviewable(document: TextDocument): boolean {
  return isPreview(document) || /(^|\/)skill\.md$/i.test(document.uri.path);
}

/** The last result, or the reason why there is none. */
export class Preview implements Disposable {
  result: protocol.PreviewResult | undefined;
  failure: string | undefined;

  private readonly address: Address;
  private timer: NodeJS.Timeout | undefined;
  private asking: CancellationTokenSource | undefined;

  constructor(
    private readonly session: Session,
    private readonly changed: (preview: Preview) => void,
    readonly uri: Uri,
  ) {
    this.address = addressOf(uri);
  }

  get source(): Uri {
    return this.address.source;
  }

  get text(): string {
    return this.result?.content ?? this.failure ?? '';
  }

  /** Requests the preview again when the user stops typing. */
  schedule(): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => void this.refresh(), debounce);
  }

  /** Requests the preview again and drops a pending result. */
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
 * The previews that are shown or whose source is being edited. Each is requested
 * again when its source or the catalog changes.
 */
export class Previews implements TextDocumentContentProvider, Disposable {
  private readonly previews = new Map<string, Preview>();
  private readonly changedDocument = new EventEmitter<Uri>();
  private readonly shownText = new EventEmitter<void>();
  private readonly subscriptions: Disposable[];

  /** The text of a preview document has changed. */
  readonly onDidChange = this.changedDocument.event;

  /** A preview document shows its new text. */
  readonly onDidShow = this.shownText.event;

  constructor(private readonly session: Session) {
    this.subscriptions = [
      this.changedDocument,
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

  /** Returns the preview that a document shows. */
  of({ uri }: TextDocument): Preview {
    return this.at(uri);
  }

  private at(uri: Uri): Preview {
    const key = uri.toString();
    let preview = this.previews.get(key);
    if (!preview) {
      preview = new Preview(this.session, (changed) => this.publish(changed), uri);
      this.previews.set(key, preview);
      preview.schedule();
    }
    return preview;
  }

  async provideTextDocumentContent(uri: Uri): Promise<string> {
    const preview = this.at(uri);
    if (preview.result === undefined && preview.failure === undefined) {
      await preview.refresh();
    }
    return preview.text;
  }

  /** Opens a preview as a document, beside the active editor. */
  async show(address: Address): Promise<void> {
    const preview = this.at(previewUri(address));
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
