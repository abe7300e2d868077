// Sets off what the agent adds to a skill from the skill's own words.

import { DecorationRangeBehavior, Range, ThemeColor, window, type Disposable, type TextEditor } from 'vscode';
import { isPreview, type Preview, type Previews } from './preview';
import type { Segment } from './protocol';

const added = new Set(['envelope', 'files', 'notice']);

export class Segments implements Disposable {
  private readonly faint = window.createTextEditorDecorationType({
    opacity: '0.6',
    rangeBehavior: DecorationRangeBehavior.ClosedClosed,
  });
  private readonly changed = window.createTextEditorDecorationType({
    backgroundColor: new ThemeColor('editor.wordHighlightBackground'),
    rangeBehavior: DecorationRangeBehavior.ClosedClosed,
  });
  private readonly subscriptions: Disposable[];

  constructor(private readonly previews: Previews) {
    this.subscriptions = [
      this.faint,
      this.changed,
      window.onDidChangeVisibleTextEditors((editors) => this.renderAll(editors)),
      previews.onDidShow(() => this.renderAll(window.visibleTextEditors)),
    ];
  }

  dispose(): void {
    for (const subscription of this.subscriptions) {
      subscription.dispose();
    }
  }

  private renderAll(editors: readonly TextEditor[]): void {
    for (const editor of editors) {
      if (isPreview(editor.document)) {
        this.render(editor, this.previews.of(editor.document));
      }
    }
  }

  private render(editor: TextEditor, { result }: Preview): void {
    // The document follows the answer, and is brought to one kind of line ends.
    if (!result || editor.document.getText() !== result.content) {
      return;
    }
    const content = Buffer.from(result.content);
    const rangesOf = (kinds: (kind: string) => boolean): Range[] =>
      result.segments.filter(({ kind }) => kinds(kind)).map((segment) => rangeOf(editor, content, segment));
    editor.setDecorations(
      this.faint,
      rangesOf((kind) => added.has(kind)),
    );
    editor.setDecorations(
      this.changed,
      rangesOf((kind) => kind === 'substituted' || kind === 'unexecuted'),
    );
  }
}

/** A segment is in bytes of UTF-8, a document in UTF-16. */
function rangeOf(editor: TextEditor, content: Buffer, { start, end }: Segment): Range {
  const position = (offset: number) => editor.document.positionAt(content.toString('utf8', 0, offset).length);
  return new Range(position(start), position(end));
}
