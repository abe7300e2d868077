// The exact text as blocks of whole lines. A change replaces only the blocks that
// it touches, because a skill may be as long as a book.

import type { Part, Splice } from '../src/preview/messages';
import { Offsets } from '../src/preview/offsets';
import { appendVisible } from './visible';

// UTF-16 code units in a block, unless a line is longer.
const blockSize = 4096;

interface Block {
  /** The start in the text. */
  start: number;
  readonly text: string;
  /** Identifies its pieces, to decide whether the block can be reused. */
  readonly look: string;
  readonly node: HTMLElement;
}

interface Piece {
  readonly text: string;
  readonly kind: string;
  readonly note: string;
}

export class ExactText {
  readonly node = document.createElement('div');
  text = '';

  private blocks: Block[] = [];

  constructor(label: string) {
    this.node.className = 'exact';
    this.node.setAttribute('role', 'group');
    this.node.setAttribute('aria-label', label);
    this.node.addEventListener('copy', (event) => this.copy(event));
  }

  update({ start, removed, inserted }: Splice, parts: readonly Part[]): void {
    const growth = inserted.length - removed;
    this.text = this.text.slice(0, start) + inserted + this.text.slice(start + removed);
    // The end of a block that the change touches may no longer be the end of a line.
    const before = this.blocks.findIndex((block) => block.start + block.text.length >= start);
    const first = before < 0 ? this.blocks.length : before;
    let last = this.blocks.length;
    while (last > first && this.blocks[last - 1]!.start >= start + removed) {
      last--;
    }
    const from = this.blocks[first]?.start ?? this.blockEnd();
    const to = last < this.blocks.length ? this.blocks[last]!.start + growth : this.text.length;
    const texts = [
      ...this.blocks.slice(0, first).map(({ text }) => text),
      ...split(this.text.slice(from, to)),
      ...this.blocks.slice(last).map(({ text }) => text),
    ];
    this.show(texts, parts);
  }

  private blockEnd(): number {
    const last = this.blocks.at(-1);
    return last ? last.start + last.text.length : 0;
  }

  /** Replaces the blocks with those of the texts, and reuses unchanged ones. */
  private show(texts: readonly string[], parts: readonly Part[]): void {
    const spare = new Map<string, Block[]>();
    for (const block of this.blocks) {
      const key = block.text + block.look;
      spare.set(key, [...(spare.get(key) ?? []), block]);
    }
    let start = 0;
    let part = 0;
    const blocks = texts.map((text): Block => {
      while (part < parts.length - 1 && parts[part]!.end <= start) {
        part++;
      }
      const pieces = piecesOf(text, start, parts, part);
      const look = pieces.map(({ text, kind, note }) => `\0${text.length} ${kind} ${note}`).join('');
      const kept = spare.get(text + look)?.shift();
      const block = kept ?? { start, text, look, node: blockOf(pieces) };
      block.start = start;
      start += text.length;
      return block;
    });
    this.place(blocks);
    this.blocks = blocks;
  }

  private place(blocks: readonly Block[]): void {
    const kept = new Set(blocks.map(({ node }) => node));
    for (const { node } of this.blocks) {
      if (!kept.has(node)) {
        node.remove();
      }
    }
    let next = this.node.firstElementChild;
    for (const { node } of blocks) {
      if (node === next) {
        next = node.nextElementSibling;
      } else {
        this.node.insertBefore(node, next);
      }
    }
  }

  /** Returns the position of an offset on the screen, or undefined if the text is empty. */
  rectOf(offset: number): DOMRect | undefined {
    const block = this.blocks[lastAt(this.blocks, offset, ({ start }) => start)];
    if (!block) {
      return undefined;
    }
    const at = pointIn(block.node, Math.max(0, Math.min(offset - block.start, block.text.length - 1)));
    if (!at) {
      return block.node.getBoundingClientRect();
    }
    const range = document.createRange();
    range.setStart(at.node, at.offset);
    range.setEnd(at.node, at.offset + 1);
    return range.getClientRects()[0] ?? range.getBoundingClientRect();
  }

  /** Returns the offset of the text at a vertical position of the screen. */
  offsetAt(y: number): number {
    const block = this.blocks[lastAt(this.blocks, y, ({ node }) => node.getBoundingClientRect().top)];
    if (!block) {
      return 0;
    }
    let low = block.start;
    let high = block.start + block.text.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.rectOf(middle)?.bottom ?? 0) <= y) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }

  /** Returns the offset of a DOM position, such as that of the mouse. */
  offsetOf(node: Node, offset: number): number | undefined {
    const block = this.blocks.find((candidate) => candidate.node.contains(node));
    if (!block) {
      return node === this.node ? (this.blocks[offset]?.start ?? this.text.length) : undefined;
    }
    const range = document.createRange();
    range.setStart(block.node, 0);
    range.setEnd(node, offset);
    return block.start + (range.cloneContents().textContent?.length ?? 0);
  }

  // Copies the exact text. A browser would add line endings between the
  // blocks.
  private copy(event: ClipboardEvent): void {
    const selection = document.getSelection();
    if (!selection || selection.rangeCount === 0 || !event.clipboardData) {
      return;
    }
    const { startContainer, startOffset, endContainer, endOffset } = selection.getRangeAt(0);
    const start = this.offsetOf(startContainer, startOffset) ?? 0;
    const end = this.offsetOf(endContainer, endOffset) ?? this.text.length;
    event.clipboardData.setData('text/plain', this.text.slice(start, end));
    event.preventDefault();
  }
}

/** Converts the byte offsets of rendered blocks. */
export function unitsOf(text: string, bytes: readonly number[]): number[] {
  const offsets = new Offsets(text);
  return bytes.map((at) => offsets.unitsAt(at));
}

/** Splits a text into blocks of whole lines. */
function split(text: string): string[] {
  const texts: string[] = [];
  for (let at = 0; at < text.length;) {
    const far = text.lastIndexOf('\n', at + blockSize - 1);
    const end = far >= at ? far : text.indexOf('\n', at);
    const next = end < 0 || text.length - at <= blockSize ? text.length : end + 1;
    texts.push(text.slice(at, next));
    at = next;
  }
  return texts;
}

/** @param part the index of the first part that overlaps the text */
function piecesOf(text: string, start: number, parts: readonly Part[], part: number): Piece[] {
  const pieces: Piece[] = [];
  for (let at = 0; at < text.length; part++) {
    const { end = Infinity, kind = 'body', note = '' } = parts[part] ?? {};
    const next = Math.min(end - start, text.length);
    if (next > at) {
      pieces.push({ text: text.slice(at, next), kind, note });
      at = next;
    }
  }
  return pieces;
}

function blockOf(pieces: readonly Piece[]): HTMLElement {
  const node = document.createElement('div');
  for (const { text, kind, note } of pieces) {
    const piece = document.createElement('span');
    piece.className = `piece ${kind}`;
    if (note) {
      piece.title = note;
    }
    appendVisible(piece, text);
    node.append(piece);
  }
  return node;
}

/** Returns the index of the last element whose key is not greater than at, or 0. */
function lastAt<T>(list: readonly T[], at: number, key: (element: T) => number): number {
  let low = 0;
  let high = list.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (key(list[middle]!) <= at) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return Math.max(0, low - 1);
}

/** Returns the text node that contains a character of an element's text. */
function pointIn(parent: Node, offset: number): { node: Text; offset: number } | undefined {
  const walker = document.createTreeWalker(parent, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode() as Text | null; node; node = walker.nextNode() as Text | null) {
    if (offset < node.data.length) {
      return { node, offset };
    }
    offset -= node.data.length;
  }
  return undefined;
}
