// What the runtime makes of the skill being edited: its verdict and the size
// of what it would inject.

import { MarkdownString, StatusBarAlignment, ThemeColor, window, type Disposable } from 'vscode';
import { isPreviewable, sourceOf, type Preview, type Previews } from './preview';
import type { PreviewResult } from './protocol';

export class Status implements Disposable {
  private readonly item = window.createStatusBarItem('skills-ls.status', StatusBarAlignment.Right, 100);
  private readonly subscriptions: Disposable[];
  private shown: Preview | undefined;

  constructor(private readonly previews: Previews) {
    this.item.name = 'Agent Skills';
    this.item.command = 'skills-ls.preview';
    this.subscriptions = [
      this.item,
      window.onDidChangeActiveTextEditor(() => this.follow()),
      previews.onDidAnswer((preview) => {
        if (preview === this.shown) {
          this.render(preview);
        }
      }),
    ];
    this.follow();
  }

  dispose(): void {
    for (const subscription of this.subscriptions) {
      subscription.dispose();
    }
  }

  private follow(): void {
    const document = window.activeTextEditor?.document;
    this.shown = document && isPreviewable(document) ? this.previews.get(sourceOf(document.uri)) : undefined;
    if (this.shown) {
      this.render(this.shown);
    } else {
      this.item.hide();
    }
  }

  private render({ result }: Preview): void {
    if (!result) {
      this.item.hide();
      return;
    }
    const tokens = `${result.tokens.count.toLocaleString()} tokens`;
    this.item.text = result.accepted ? `$(pass) ${tokens}` : `$(error) Refused, ${tokens}`;
    this.item.backgroundColor = result.accepted ? undefined : new ThemeColor('statusBarItem.errorBackground');
    this.item.tooltip = tooltip(result);
    this.item.accessibilityInformation = {
      label: `${result.runtime} ${result.accepted ? 'accepts' : 'refuses'} this skill, ${tokens}`,
    };
    this.item.show();
  }
}

function tooltip(result: PreviewResult): MarkdownString {
  const text = new MarkdownString();
  text.appendText(`${result.runtime} ${result.accepted ? 'accepts' : 'refuses'} this skill.`);
  for (const reason of result.reasons) {
    text.appendMarkdown('\n\n').appendText(reason);
  }
  text
    .appendMarkdown('\n\n')
    .appendText(
      `It would inject ${result.bytes.toLocaleString()} bytes, ` +
        `${result.tokens.count.toLocaleString()} tokens (${result.tokens.method}).`,
    );
  for (const note of result.notes) {
    text.appendMarkdown('\n\n').appendText(note);
  }
  return text;
}
