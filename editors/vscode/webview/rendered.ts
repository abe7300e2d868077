// The rendered text. The server's HTML is safe, but the page does not rely on it:
// it copies only known elements and attributes.

import { unitsOf } from './exact';
import { appendVisible } from './visible';

const elements = new Set(
  'A BLOCKQUOTE BR CODE DEL EM H1 H2 H3 H4 H5 H6 HR LI OL P PRE STRONG TABLE TBODY TD TH THEAD TR UL'.split(
    ' ',
  ),
);

export class RenderedText {
  readonly node = document.createElement('div');

  private offsets: number[] = [];

  constructor(private readonly follow: (href: string) => void) {
    this.node.className = 'rendered';
    this.node.setAttribute('role', 'group');
    this.node.setAttribute('aria-label', 'Rendered text');
    this.node.addEventListener('click', (event) => this.click(event));
  }

  /** @param text the source of the HTML */
  update(html: string, text: string): void {
    // A document created this way runs no script and loads nothing.
    const parsed = new DOMParser().parseFromString(html, 'text/html').body;
    const bytes: number[] = [];
    const blocks: Element[] = [];
    for (const block of parsed.children) {
      const at = Number(block.getAttribute('data-offset') ?? bytes.at(-1) ?? 0);
      const safe = document.createElement('div');
      copy(block, safe);
      blocks.push(...safe.children);
      bytes.push(...Array.from(safe.children, () => at));
    }
    this.offsets = unitsOf(text, bytes);
    this.place(blocks);
  }

  /** Replaces the blocks between the unchanged ones at the start and at the end. */
  private place(blocks: readonly Element[]): void {
    const before = [...this.node.children];
    const shorter = Math.min(before.length, blocks.length);
    let head = 0;
    while (head < shorter && before[head]!.isEqualNode(blocks[head]!)) {
      head++;
    }
    let tail = 0;
    while (tail < shorter - head && before.at(-1 - tail)!.isEqualNode(blocks.at(-1 - tail)!)) {
      tail++;
    }
    for (const old of before.slice(head, before.length - tail)) {
      old.remove();
    }
    const next = this.node.children[head] ?? null;
    for (const block of blocks.slice(head, blocks.length - tail)) {
      this.node.insertBefore(block, next);
    }
  }

  /** Returns the distance of an offset from the top of the screen. */
  heightOf(offset: number): number {
    const after = this.offsets.findIndex((at) => at > offset);
    const last = (after < 0 ? this.offsets.length : after) - 1;
    const block = this.node.children[Math.max(0, last)]?.getBoundingClientRect();
    if (!block) {
      return 0;
    }
    const start = this.offsets[last] ?? 0;
    const share = after < 0 ? 0 : (offset - start) / (this.offsets[after]! - start);
    return block.top + block.height * share;
  }

  /** Returns the offset of the text at a vertical position of the screen. */
  offsetAt(y: number): number {
    const blocks = [...this.node.children];
    const below = blocks.findIndex((block) => block.getBoundingClientRect().bottom > y);
    const block = blocks[below]?.getBoundingClientRect();
    if (!block) {
      return this.offsets.at(-1) ?? 0;
    }
    const start = this.offsets[below] ?? 0;
    const end = this.offsets[below + 1] ?? start;
    const share = Math.max(0, (y - block.top) / Math.max(1, block.height));
    return Math.round(start + (end - start) * share);
  }

  private click(event: MouseEvent): void {
    const link = event.target instanceof Element ? event.target.closest('a') : null;
    const href = link?.dataset['href'];
    if (href === undefined) {
      return;
    }
    event.preventDefault();
    const heading =
      href.startsWith('#') && this.node.querySelector(`[data-heading="${CSS.escape(href.slice(1))}"]`);
    if (heading) {
      heading.scrollIntoView({ block: 'start' });
    } else {
      this.follow(href);
    }
  }
}

/** Copies a known element, or only the children of an unknown one. */
function copy(from: Element, to: Element): void {
  if (from.tagName === 'IMG') {
    to.append(image(from));
    return;
  }
  if (!elements.has(from.tagName)) {
    copyChildren(from, to);
    return;
  }
  const made = document.createElement(from.tagName);
  if (from.tagName === 'A') {
    made.dataset['href'] = from.getAttribute('href') ?? '';
    // The browser must not follow the link itself.
    made.setAttribute('href', '#');
    made.title = from.getAttribute('href') ?? '';
  }
  if (/^H[1-6]$/.test(from.tagName) && from.id) {
    made.dataset['heading'] = from.id;
  }
  if (from.tagName === 'OL' && from.hasAttribute('start')) {
    made.setAttribute('start', String(Number(from.getAttribute('start')) || 0));
  }
  const kind = from.getAttribute('class');
  if (kind !== null && /^(frontmatter|envelope|files|notice|html)$/.test(kind)) {
    made.className = kind;
  }
  copyChildren(from, made);
  to.append(made);
}

function copyChildren(from: Element, to: Element): void {
  for (const child of from.childNodes) {
    if (child instanceof Element) {
      copy(child, to);
    } else if (child instanceof Text) {
      appendVisible(to, child.data);
    }
  }
}

/** Returns a link in place of an image, because the page loads nothing. */
function image(from: Element): HTMLElement {
  const link = document.createElement('a');
  const file = from.getAttribute('src') ?? '';
  link.dataset['href'] = file;
  link.setAttribute('href', '#');
  link.className = 'image';
  link.title = file;
  appendVisible(link, `Image: ${from.getAttribute('alt') || file}`);
  return link;
}
