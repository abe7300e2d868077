// The open previews, one for each skill. They are restored with the window.

import {
  EventEmitter,
  Uri,
  ViewColumn,
  window,
  type Disposable,
  type WebviewOptions,
  type WebviewPanel,
  type WebviewPanelSerializer,
} from 'vscode';
import type { Address } from '../preview';
import type { Session } from '../session';
import type { Memory } from './memory';
import type { State } from './messages';
import { page } from './page';
import { Panel, type Actions } from './panel';

const viewType = 'skills-ls.preview';

// The page is self-contained.
const options: WebviewOptions = { enableScripts: true, enableForms: false, localResourceRoots: [] };

export class Panels implements WebviewPanelSerializer, Disposable {
  private readonly panels = new Set<Panel>();
  private readonly registration = window.registerWebviewPanelSerializer(viewType, this);
  private readonly focused = new EventEmitter<void>();

  /** A preview got the focus, lost it, or was closed. */
  readonly onDidChangeActive = this.focused.event;

  constructor(
    private readonly session: Session,
    private readonly extension: Uri,
    private readonly memory: Memory,
    private readonly actions: Actions,
  ) {}

  /** The skill whose preview has the focus, with the agent that it shows, if any. */
  get active(): Address | undefined {
    return [...this.panels].find((panel) => panel.isActive)?.address;
  }

  /** Shows the preview of a skill beside the active editor, or reveals it if it is open. */
  show(source: Uri): void {
    const open = [...this.panels].find((panel) => panel.source.toString() === source.toString());
    if (open) {
      open.reveal();
      return;
    }
    const column = { viewColumn: ViewColumn.Beside, preserveFocus: true };
    const panel = window.createWebviewPanel(viewType, 'Preview', column, {
      enableFindWidget: true,
      ...options,
    });
    this.adopt(panel, this.memory.stateOf(source));
  }

  // The page keeps the last state that it received.
  deserializeWebviewPanel(panel: WebviewPanel, state: unknown): Promise<void> {
    const known = stateFrom(state);
    if (known) {
      panel.webview.options = options;
      this.adopt(panel, known);
    } else {
      panel.dispose();
    }
    return Promise.resolve();
  }

  dispose(): void {
    this.registration.dispose();
    this.focused.dispose();
    for (const panel of this.panels) {
      panel.dispose();
    }
  }

  private adopt(panel: WebviewPanel, state: State): void {
    panel.iconPath = {
      light: Uri.joinPath(this.extension, 'media', 'preview-light.svg'),
      dark: Uri.joinPath(this.extension, 'media', 'preview-dark.svg'),
    };
    const adopted = new Panel(this.session, this.actions, this.memory, panel, state);
    this.panels.add(adopted);
    panel.onDidChangeViewState(() => this.focused.fire());
    adopted.onDidDispose(() => {
      this.panels.delete(adopted);
      this.focused.fire();
    });
    panel.webview.html = page(this.extension);
  }
}

/** Validates the state that a page kept. Another version of the extension may have written it. */
function stateFrom(state: unknown): State | undefined {
  if (typeof state !== 'object' || state === null) {
    return undefined;
  }
  const { source, agent, arguments: given, tab, mode } = state as Record<string, unknown>;
  if (typeof source !== 'string' || !URL.canParse(source)) {
    return undefined;
  }
  return {
    source,
    tab: tab === 'catalog' ? 'catalog' : 'text',
    mode: mode === 'rendered' ? 'rendered' : 'exact',
    ...(typeof agent === 'string' && { agent }),
    ...(typeof given === 'string' && { arguments: given }),
  };
}
