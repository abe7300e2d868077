// Maps lines of the source to offsets in the injected text, using the segments
// that were copied.

import type { PreviewResult } from '../protocol';
import type { Part } from './messages';

interface Anchor {
  readonly line: number;
  readonly offset: number;
}

export class ScrollMap {
  // Ascending in line and offset. Segments that are not are skipped.
  private readonly anchors: Anchor[] = [];

  /** @param parts the segments, with their ends in UTF-16 code units */
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

  /** Returns the offset of a line of the source, interpolated between known lines. */
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

  /** Returns the line of an offset. */
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
    return 0; // before the first copied text
  }
  if (!after) {
    return to(before);
  }
  return to(before) + ((to(after) - to(before)) * (at - from(before))) / (from(after) - from(before));
}
