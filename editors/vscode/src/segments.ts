// Highlights what the agent adds to the text of a skill.

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
    // The document changes after the result, and the editor normalizes its line endings.
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

/** Converts the byte offsets of segments to the UTF-16 offsets of a document. */
function rangeOf(editor: TextEditor, content: Buffer, { start, end }: Segment): Range {
  const position = (offset: number) => editor.document.positionAt(content.toString('utf8', 0, offset).length);
  return new Range(position(start), position(end));
}
