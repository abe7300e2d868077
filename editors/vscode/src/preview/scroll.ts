// Which place of the injected text is which line of the source: by the
// segments that were copied.

import type { PreviewResult } from '../protocol';
import type { Part } from './messages';

interface Anchor {
  readonly line: number;
  readonly offset: number;
}

export class ScrollMap {
  // By line and by offset alike: what goes back in either is left out.
  private readonly anchors: Anchor[] = [];

  /** @param parts those of the segments, with their ends in UTF-16 units */
  constructor({ content, segments }: PreviewResult, parts: readonly Part[]) {
    let start = 0;
    segments.forEach(({ range }, index) => {
      const end = parts[index]?.end ?? start;
      if (range) {
        this.addLines(content, start, end, range.start.line, range.end.line);
      }
      start = end;
    });
  }

  /** The place of a line of the source; between known lines in proportion. */
  offsetAt(line: number): number {
    return Math.round(
      interpolate(
        this.anchors,
        line,
        ({ line }) => line,
        ({ offset }) => offset,
      ),
    );
  }

  /** The line of a place. */
  lineAt(offset: number): number {
    return Math.floor(
      interpolate(
        this.anchors,
        offset,
        ({ offset }) => offset,
        ({ line }) => line,
      ),
    );
  }

  private addLines(content: string, start: number, end: number, first: number, last: number): void {
    let line = first;
    for (let at = start; at < end && line <= last; line++) {
      this.add({ line, offset: at });
      const next = content.indexOf('\n', at);
      if (next < 0 || next >= end) {
        break;
      }
      at = next + 1;
    }
    this.add({ line: last, offset: end });
  }

  private add(anchor: Anchor): void {
    const before = this.anchors.at(-1);
    if (!before || (anchor.line > before.line && anchor.offset > before.offset)) {
      this.anchors.push(anchor);
    }
  }
}

function interpolate(
  anchors: readonly Anchor[],
  at: number,
  from: (a: Anchor) => number,
  to: (a: Anchor) => number,
): number {
  let low = 0;
  let high = anchors.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (from(anchors[middle]!) <= at) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  const before = anchors[low - 1];
  const after = anchors[low];
  if (!before) {
    return 0; // what stands before the skill's first words
  }
  if (!after) {
    return to(before);
  }
  return to(before) + ((to(after) - to(before)) * (at - from(before))) / (from(after) - from(before));
}
