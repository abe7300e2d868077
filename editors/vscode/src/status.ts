// The status bar: the state of the server, how many target agents load the skill
// in the active editor or preview, and how many tokens it has.

import {
  CancellationTokenSource,
  DiagnosticSeverity,
  StatusBarAlignment,
  ThemeColor,
  Uri,
  languages,
  window,
  workspace,
  type Disposable,
  type MarkdownString,
} from 'vscode';
import { escaped, paragraphs, prose } from './markdown';
import { sourceOf } from './preview';
import type { Panels } from './preview/panels';
import * as protocol from './protocol';
import type { Session } from './session';
import { tokensIn } from './size';
import { isSkill } from './skill';
import { linesOf, outcomeOf } from './treatment';

const debounce = 150;

interface Answer {
  readonly titleOf: (agent: string) => string;
  readonly compat: readonly protocol.Compatibility[];
  readonly preview: protocol.PreviewResult;
}

export class Status implements Disposable {
  private readonly item = window.createStatusBarItem('skills-ls.status', StatusBarAlignment.Right, 100);
  private readonly subscriptions: Disposable[];
  private source: Uri | undefined;
  private timer: NodeJS.Timeout | undefined;
  private asking: CancellationTokenSource | undefined;
  private answer: Answer | undefined;

  constructor(
    private readonly session: Session,
    private readonly panels: Panels,
  ) {
    this.item.name = 'Agent Skills';
    this.item.command = 'skills-ls.menu';
    this.subscriptions = [
      this.item,
      window.onDidChangeActiveTextEditor(() => this.follow()),
      panels.onDidChangeActive(() => this.follow()),
      workspace.onDidChangeTextDocument(({ document }) => {
        if (document.uri.toString() === this.source?.toString()) {
          this.schedule();
        }
      }),
      languages.onDidChangeDiagnostics(({ uris }) => {
        if (uris.some((uri) => uri.toString() === this.source?.toString())) {
          this.render();
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
    const source = this.panels.active?.source ?? skillInEditor();
    if (source?.toString() !== this.source?.toString()) {
      this.source = source;
      this.answer = undefined;
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
      const [agents, compat, preview] = await Promise.all([
        this.session.agents(),
        this.session.request(protocol.compat, params, asking.token),
        this.session.request(protocol.preview, params, asking.token),
      ]);
      if (asking === this.asking) {
        const titleOf = (agent: string) => agents.get(agent)?.title ?? agent;
        this.answer = { titleOf, compat: compat.agents, preview };
        this.render();
      }
    } catch {
      if (asking === this.asking && this.session.state.kind === 'running') {
        this.answer = undefined;
        this.item.hide(); // it is not a skill
      }
    } finally {
      asking.dispose();
    }
  }

  /** Shows the last answer. The color is that of the worst problem, which waits for a pause in the typing. */
  private render(): void {
    const { answer, source } = this;
    if (!answer || !source || this.session.state.kind !== 'running') {
      return;
    }
    const targets = answer.compat.filter(({ target }) => target);
    const loading = targets.filter((target) => outcomeOf(target) === 'loaded').length;
    const severity = worstProblem(source);
    this.show(
      `$(${severity ?? 'pass'}) Skill: ${loading} of ${targets.length} agents, ${tokensIn(answer.preview.tokens)}`,
      tooltip(answer, targets),
      severity,
    );
  }
}

/** Returns the skill in the active editor, or the one whose preview is shown there as text. */
function skillInEditor(): Uri | undefined {
  const shown = window.activeTextEditor && sourceOf(window.activeTextEditor.document.uri);
  return shown && isSkill(shown) ? shown : undefined;
}

/** Returns the severity of the worst problem that the server reports, or undefined for none that has a color. */
function worstProblem(source: Uri): 'error' | 'warning' | undefined {
  const severities = languages
    .getDiagnostics(source)
    .filter((problem) => problem.source === 'skills-ls')
    .map(({ severity }) => severity);
  if (severities.includes(DiagnosticSeverity.Error)) {
    return 'error';
  }
  return severities.includes(DiagnosticSeverity.Warning) ? 'warning' : undefined;
}

function tooltip({ preview, titleOf }: Answer, targets: readonly protocol.Compatibility[]): MarkdownString {
  return paragraphs(
    ...targets.map((target) => {
      const icon = { loaded: 'pass', unfound: 'circle-slash', off: 'circle-slash', rejected: 'error' };
      return `$(${icon[outcomeOf(target)]}) ${linesOf(titleOf(target.agent), target).map(escaped).join('<br>')}`;
    }),
    escaped(
      `${titleOf(preview.agent)} injects ${preview.bytes.toLocaleString()} bytes, ` +
        `${tokensIn(preview.tokens)} (${preview.tokens.method}).`,
    ),
    ...preview.notes.map(prose),
  );
}
