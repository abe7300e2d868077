// One preview: its state, its requests to the server, and its messages to the page.

import {
  EventEmitter,
  Position,
  Range,
  Uri,
  ViewColumn,
  env,
  window,
  workspace,
  type Disposable,
  type TextDocumentChangeEvent,
  type TextEditor,
  type WebviewPanel,
} from 'vscode';
import type { Address } from '../preview';
import * as protocol from '../protocol';
import type { Session } from '../session';
import { askChoices, choicesOf } from './choices';
import { Lead } from './lead';
import { openLink } from './links';
import type { Memory } from './memory';
import type { Choice, FromPage, State, ToPage } from './messages';
import { catalog, type CatalogParams, type CatalogResult } from './catalog';
import { Question } from './question';
import { ScrollMap } from './scroll';
import { catalogShown, partsOf, previewShown } from './shown';

// Too short to notice, long enough to skip keystrokes of a burst.
const delay = 50;

// The verdicts of all agents change rarely and are not urgent.
const verdictsDelay = 400;

/** Actions of the extension that a preview triggers. */
export interface Actions {
  compare(address: Address, choices: readonly Choice[]): Promise<void>;
  showOutput(): void;
}

export class Panel implements Disposable {
  private readonly preview: Question<protocol.PreviewResult>;
  private readonly catalog: Question<CatalogResult>;
  private readonly verdicts: Question<Choice[]>;
  private readonly disposed = new EventEmitter<void>();
  private readonly subscriptions: Disposable[];

  private choices: readonly Choice[] = [];
  private result: protocol.PreviewResult | undefined;
  private listed: CatalogResult | undefined;
  private scrollMap: ScrollMap | undefined;

  // Whether the page, which is created again whenever it becomes visible, has
  // requested its content, and the texts that it has.
  private ready = false;
  private sent = { preview: '', catalog: '' };

  // Whether the page is scrolled to the position of the source. It is not after
  // its text or format has changed.
  private isPlaced = false;
  // The number of the last `scrolled` message from the page.
  private heard = 0;
  private readonly led = new Lead((editor) => this.scrollTo(editor));

  readonly onDidDispose = this.disposed.event;

  constructor(
    private readonly session: Session,
    private readonly actions: Actions,
    private readonly memory: Memory,
    private readonly panel: WebviewPanel,
    private state: State,
  ) {
    const failed = (tab: State['tab']) => (message: string) => this.post({ type: 'failure', tab, message });
    this.preview = new Question(
      delay,
      (token) => session.request(protocol.preview, this.params(), token),
      (result) => this.showPreview(result),
      failed('text'),
    );
    this.catalog = new Question(
      delay,
      (token) => session.request(catalog, this.catalogParams(), token),
      (result) => this.showCatalog(result),
      failed('catalog'),
    );
    this.verdicts = new Question(
      verdictsDelay,
      () => askChoices(session, this.source),
      (choices) => this.showChoices(choices),
      () => undefined,
    );
    panel.title = `Preview ${this.name}`;
    this.subscriptions = [
      this.preview,
      this.catalog,
      this.verdicts,
      this.led,
      session.onDidChange(() => this.refresh()),
      workspace.onDidChangeTextDocument((event) => this.follow(event)),
      window.onDidChangeTextEditorVisibleRanges(
        ({ textEditor }) => this.isSource(textEditor) && this.led.moved(textEditor),
      ),
      panel.webview.onDidReceiveMessage((message: FromPage) => {
        this.receive(message).catch((error: unknown) => {
          void window.showErrorMessage(error instanceof Error ? error.message : String(error));
        });
      }),
      panel.onDidChangeViewState(() => {
        this.ready &&= panel.visible;
      }),
      panel.onDidDispose(() => this.dispose()),
    ];
  }

  get source(): Uri {
    return Uri.parse(this.state.source, true);
  }

  /** What is shown. */
  get address(): Address {
    const { agent = this.result?.agent, arguments: given } = this.state;
    const title = this.choices.find(({ id }) => id === agent)?.title;
    return {
      source: this.source,
      ...(agent !== undefined && { agent }),
      ...(title !== undefined && { title }),
      ...(given !== undefined && { arguments: given }),
    };
  }

  /** Whether the panel has the focus. */
  get isActive(): boolean {
    return this.panel.active;
  }

  /** Brings the panel to the front in its column. */
  reveal(): void {
    this.panel.reveal(undefined, true);
  }

  dispose(): void {
    for (const subscription of this.subscriptions.splice(0)) {
      subscription.dispose();
    }
    this.disposed.fire();
    this.disposed.dispose();
  }

  /** The name of the skill's directory. */
  private get name(): string {
    return this.source.path.split('/').at(-2) || 'skill';
  }

  private params(): protocol.PreviewParams {
    const { source, agent, arguments: given, mode } = this.state;
    return {
      textDocument: { uri: source },
      ...(agent !== undefined && { agent }),
      ...(given !== undefined && { arguments: given }),
      ...(mode === 'rendered' && { render: 'html' as const }),
    };
  }

  private catalogParams(): CatalogParams {
    const folder = workspace.getWorkspaceFolder(this.source);
    const agent = this.state.agent ?? this.result?.agent;
    return { ...(folder && { cwd: folder.uri.fsPath }), ...(agent !== undefined && { agent }) };
  }

  private post(message: ToPage): void {
    if (this.ready) {
      void this.panel.webview.postMessage(message);
    }
  }

  /** Requests everything that is shown. */
  private refresh(): void {
    if (!this.ready) {
      return;
    }
    this.verdicts.schedule();
    this.preview.schedule();
    if (this.state.tab === 'catalog') {
      this.catalog.schedule();
    }
  }

  private follow({ document, contentChanges }: TextDocumentChangeEvent): void {
    if (contentChanges.length > 0 && document.uri.toString() === this.state.source) {
      this.refresh();
    }
  }

  private showPreview(result: protocol.PreviewResult): void {
    const parts = partsOf(result);
    this.scrollMap = new ScrollMap(result, parts);
    const first = this.result === undefined;
    this.result = result;
    this.post(previewShown(result, parts, this.sent.preview));
    this.sent.preview = result.content;
    if (!this.isPlaced) {
      this.isPlaced = true;
      this.scrollTo(this.editor);
    }
    if (first && this.state.tab === 'catalog') {
      this.catalog.schedule(); // the catalog of the agent of the preview
    }
  }

  private showCatalog(result: CatalogResult): void {
    this.listed = result;
    this.post(catalogShown(result, this.sent.catalog));
    this.sent.catalog = result.content;
  }

  private showChoices(choices: readonly Choice[]): void {
    this.choices = choices;
    this.post({ type: 'choices', choices });
  }

  private isSource(editor: TextEditor): boolean {
    return editor.document.uri.toString() === this.state.source;
  }

  /** The visible editor of the source, if any. */
  private get editor(): TextEditor | undefined {
    return window.visibleTextEditors.find((editor) => this.isSource(editor));
  }

  private scrollTo(editor: TextEditor | undefined): void {
    const top = editor?.visibleRanges[0]?.start.line;
    if (top !== undefined && this.scrollMap && this.state.tab === 'text') {
      const offset = top === 0 ? 0 : this.scrollMap.offsetAt(top);
      this.post({ type: 'scroll', offset, heard: this.heard });
    }
  }

  private lead(offset: number): void {
    const { editor, scrollMap } = this;
    if (editor && scrollMap) {
      this.led.to(editor, Math.min(scrollMap.lineAt(offset), editor.document.lineCount - 1));
    }
  }

  private async select({ start, end }: protocol.Range): Promise<void> {
    const shown = this.editor;
    const document = await workspace.openTextDocument(this.source);
    const selection = new Range(
      new Position(start.line, start.character),
      new Position(end.line, end.character),
    );
    const viewColumn = shown?.viewColumn ?? ViewColumn.One;
    await window.showTextDocument(document, { selection, viewColumn });
  }

  private change(change: Partial<State>): void {
    this.state = { ...this.state, ...change };
    this.isPlaced = false;
    this.postState();
  }

  private postState(): void {
    this.post({ type: 'state', state: this.state, name: this.name });
  }

  private async receive(message: FromPage): Promise<void> {
    switch (message.type) {
      case 'ready':
        return this.fill();
      case 'agent':
        this.change({ agent: message.agent });
        this.memory.keep(this.state);
        return this.askAll();
      case 'arguments': {
        const { arguments: given } = message;
        const state = { ...this.state };
        delete state.arguments;
        this.state = given === undefined ? state : { ...state, arguments: given };
        this.postState();
        return this.preview.schedule();
      }
      case 'tab':
        this.change({ tab: message.tab });
        return this.refresh();
      case 'mode':
        this.change({ mode: message.mode });
        this.memory.keep(this.state);
        return void this.preview.askNow();
      case 'copy':
        return this.copy();
      case 'compare':
        return this.actions.compare(this.address, this.choices);
      case 'reason': {
        const range = this.result?.reasons[message.index]?.range;
        return range && this.select(range);
      }
      case 'skill':
        await window.showTextDocument(Uri.file(message.path), { viewColumn: ViewColumn.One });
        return;
      case 'link':
        return openLink(this.source, message.href);
      case 'scrolled':
        this.heard = message.number;
        return this.lead(message.offset);
      case 'reveal': {
        const line = this.scrollMap?.lineAt(message.offset) ?? 0;
        const at = { line, character: 0 };
        return this.select({ start: at, end: at });
      }
      case 'retry':
        return this.askAll();
      case 'output':
        return this.actions.showOutput();
    }
  }

  /** Sends everything to a new page. */
  private fill(): void {
    this.ready = true;
    this.heard = 0;
    this.isPlaced = false;
    this.sent = { preview: '', catalog: '' };
    this.postState();
    if (this.choices.length > 0) {
      this.post({ type: 'choices', choices: this.choices });
    } else {
      void this.showTitles();
    }
    this.askAll();
  }

  /** Shows the titles of the agents, which are known before their verdicts. */
  private async showTitles(): Promise<void> {
    const agents = await this.session.agents().catch(() => undefined);
    if (agents && this.choices.length === 0) {
      this.showChoices(choicesOf(agents));
    }
  }

  private askAll(): void {
    void this.preview.askNow();
    void this.verdicts.askNow();
    if (this.state.tab === 'catalog' && (this.result || this.state.agent !== undefined)) {
      void this.catalog.askNow();
    }
  }

  private async copy(): Promise<void> {
    const text = this.state.tab === 'catalog' ? this.listed?.content : this.result?.content;
    if (text !== undefined) {
      await env.clipboard.writeText(text);
    }
  }
}
