// The source's editor as it is led by the page of its preview: which of its
// movements are that, and which are somebody's wish, that the page follows.

import { Range, TextEditorRevealType, type Disposable, type TextEditor } from 'vscode';

// How long an editor goes on scrolling after it was told to, in milliseconds;
// how much later it may still tell of it, and how many lines it may be off,
// since some stick to its top.
const settling = 300;
const telling = 1500;
const sticking = 6;

export class Lead implements Disposable {
  // When the page has led the editor last, and to which line.
  private at = 0;
  private line = 0;
  private timer: NodeJS.Timeout | undefined;

  /** @param follow has the page follow an editor that somebody has moved */
  constructor(private readonly follow: (editor: TextEditor) => void) {}

  /** Brings a line to the top of an editor. */
  to(editor: TextEditor, line: number): void {
    this.at = Date.now();
    this.line = line;
    editor.revealRange(new Range(line, 0, line, 0), TextEditorRevealType.AtTop);
  }

  /** Hears that an editor has moved. */
  moved(editor: TextEditor): void {
    const since = Date.now() - this.at;
    if (since < settling) {
      // It may be on its way, or somebody's who wanted it elsewhere: where it comes to rest tells.
      this.timer ??= setTimeout(() => {
        this.timer = undefined;
        this.moved(editor);
      }, settling - since);
    } else if (since >= telling || !this.isThere(editor)) {
      this.at = 0;
      this.follow(editor);
    }
  }

  dispose(): void {
    clearTimeout(this.timer);
  }

  private isThere({ visibleRanges, document }: TextEditor): boolean {
    const top = visibleRanges[0]?.start.line ?? 0;
    const bottom = visibleRanges.at(-1)?.end.line ?? 0;
    // Some editors stop where the last line is at the bottom.
    return Math.abs(top - this.line) <= sticking || (top < this.line && bottom >= document.lineCount - 1);
  }
}
