// The status bar: the state of the server, how many target agents load the skill
// in the active editor, and how many tokens it has.

import {
  CancellationTokenSource,
  StatusBarAlignment,
  ThemeColor,
  Uri,
  window,
  workspace,
  type Disposable,
  type MarkdownString,
} from 'vscode';
import { escaped, paragraphs } from './markdown';
import * as protocol from './protocol';
import type { Session } from './session';
import { skillBeingEdited } from './skill';

const debounce = 150;

interface Answer {
  readonly compat: readonly protocol.Compatibility[];
  readonly preview: protocol.PreviewResult;
}

export class Status implements Disposable {
  private readonly item = window.createStatusBarItem('skills-ls.status', StatusBarAlignment.Right, 100);
  private readonly subscriptions: Disposable[];
  private source: Uri | undefined;
  private timer: NodeJS.Timeout | undefined;
  private asking: CancellationTokenSource | undefined;

  constructor(private readonly session: Session) {
    this.item.name = 'Agent Skills';
    this.item.command = 'skills-ls.menu';
    this.subscriptions = [
      this.item,
      window.onDidChangeActiveTextEditor(() => this.follow()),
      workspace.onDidChangeTextDocument(({ document }) => {
        if (document.uri.toString() === this.source?.toString()) {
          this.schedule();
        }
      }),
      session.onDidChange(() => this.schedule()),
      session.onDidChangeState(() => this.follow()),
    ];
    this.follow();
  }

  dispose(): void {
    clearTimeout(this.timer);
    this.asking?.cancel();
    for (const subscription of this.subscriptions) {
      subscription.dispose();
    }
  }

  private follow(): void {
    const source = skillBeingEdited();
    if (source?.toString() !== this.source?.toString()) {
      this.source = source;
      this.item.hide();
    }
    const { state } = this.session;
    switch (state.kind) {
      case 'running':
        return source ? this.schedule(0) : this.item.hide();
      case 'starting':
        this.show('$(loading~spin) Skills', 'The skills-ls server is starting.');
        return;
      case 'waiting':
        this.show('$(loading~spin) Skills', state.reason);
        return;
      case 'failed':
        this.show('$(error) Skills', state.reason, 'error');
        return;
      case 'stopped':
        this.item.hide();
    }
  }

  private show(text: string, tooltip: string | MarkdownString, severity?: 'error' | 'warning'): void {
    this.item.text = text;
    this.item.tooltip = tooltip;
    this.item.backgroundColor = severity && new ThemeColor(`statusBarItem.${severity}Background`);
    this.item.accessibilityInformation = {
      label: typeof tooltip === 'string' ? tooltip : `Agent ${text.replace(/\$\([^)]*\) /, '')}`,
    };
    this.item.show();
  }

  private schedule(wait = debounce): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => void this.ask(), wait);
  }

  /** Requests the status and drops outdated results. */
  private async ask(): Promise<void> {
    this.asking?.cancel();
    const { source } = this;
    if (!source || this.session.state.kind !== 'running') {
      return;
    }
    const asking = (this.asking = new CancellationTokenSource());
    const params = { textDocument: { uri: source.toString() } };
    try {
      const [compat, preview] = await Promise.all([
        this.session.request(protocol.compat, params, asking.token),
        this.session.request(protocol.preview, params, asking.token),
      ]);
      if (asking === this.asking) {
        this.render({ compat: compat.agents, preview });
      }
    } catch {
      if (asking === this.asking && this.session.state.kind === 'running') {
        this.item.hide(); // it is not a skill
      }
    } finally {
      asking.dispose();
    }
  }

  private render(answer: Answer): void {
    const targets = answer.compat.filter(({ target }) => target);
    const accepting = targets.filter(({ accepted }) => accepted).length;
    const tokens = `${answer.preview.tokens.count.toLocaleString()} tokens`;
    const [icon, severity] =
      accepting === targets.length ? (['pass'] as const) : (['error', 'error'] as const);
    this.show(
      `$(${icon}) Skill: ${accepting} of ${targets.length} agents, ${tokens}`,
      tooltip(answer, targets),
      severity,
    );
  }
}

function tooltip({ preview }: Answer, targets: readonly protocol.Compatibility[]): MarkdownString {
  return paragraphs(
    ...targets.map(({ agent, accepted, discovered, reasons }) => {
      const said = discovered ? ' loads it' : ' does not find it here';
      return accepted
        ? `$(pass) ${escaped(agent + said)}`
        : `$(error) ${escaped(`${agent}: ${reasons.join('; ')}`)}`;
    }),
    escaped(
      `${preview.agent} injects ${preview.bytes.toLocaleString()} bytes, ` +
        `${preview.tokens.count.toLocaleString()} tokens (${preview.tokens.method}).`,
    ),
    ...preview.notes.map(escaped),
  );
}
