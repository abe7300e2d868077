// Scrolls the source editor with the page of its preview, and distinguishes this
// scrolling from that of the user, which the page follows.

import { Range, TextEditorRevealType, type Disposable, type TextEditor } from 'vscode';

// How long an editor scrolls after a request, in milliseconds; how much later it
// may report it; and by how many lines it may be off, because sticky lines cover
// the top.
const settling = 300;
const telling = 1500;
const sticking = 6;

export class Lead implements Disposable {
  // The time and the line of the last request from the page.
  private at = 0;
  private line = 0;
  private timer: NodeJS.Timeout | undefined;

  /** @param follow makes the page follow an editor that the user has scrolled */
  constructor(private readonly follow: (editor: TextEditor) => void) {}

  /** Scrolls a line to the top of an editor. */
  to(editor: TextEditor, line: number): void {
    this.at = Date.now();
    this.line = line;
    editor.revealRange(new Range(line, 0, line, 0), TextEditorRevealType.AtTop);
  }

  /** Handles the scrolling of an editor. */
  moved(editor: TextEditor): void {
    const since = Date.now() - this.at;
    if (since < settling) {
      // It may still be scrolling, or the user has scrolled it. The final position shows which.
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
    // Some editors stop when the last line is at the bottom.
    return Math.abs(top - this.line) <= sticking || (top < this.line && bottom >= document.lineCount - 1);
  }
}
