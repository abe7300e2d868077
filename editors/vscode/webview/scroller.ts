// Scrolls the text to an offset, and reports the offset to which the user scrolls.

export class Scroller {
  // Whether the page itself scrolls the text, not the user.
  private quiet = false;
  private changes = 0;
  private telling = false;

  /**
   * @param heightOf returns the distance of an offset from the top of the screen
   * @param offsetAt returns the offset at a vertical position
   */
  constructor(
    private readonly node: HTMLElement,
    private readonly heightOf: (offset: number) => number,
    private readonly offsetAt: (y: number) => number,
    private readonly scrolled: (offset: number) => void,
  ) {
    node.addEventListener('scroll', () => this.tell(), { passive: true });
    for (const wish of ['wheel', 'touchmove', 'pointerdown', 'keydown']) {
      node.addEventListener(wish, () => (this.quiet = false), { passive: true });
    }
    new ResizeObserver(() => this.quietly(() => undefined)).observe(node);
  }

  /** Scrolls an offset to the given number of pixels below the top of the text. */
  show(offset: number, below: number): void {
    const { node } = this;
    this.quietly(() => {
      node.scrollTop =
        offset === 0 ? 0 : node.scrollTop + this.heightOf(offset) - node.getBoundingClientRect().top - below;
    });
  }

  /**
   * Changes the content without reporting the scrolling that it causes. The
   * browser may scroll to the new end of the text or to keep content in view. It
   * does so when it draws the next frame, and sends the event before the one after.
   */
  quietly(change: () => void): void {
    this.quiet = true;
    const number = ++this.changes;
    change();
    requestAnimationFrame(() =>
      requestAnimationFrame(() => {
        if (number === this.changes) {
          this.quiet = false;
        }
      }),
    );
  }

  private tell(): void {
    if (this.quiet || this.telling) {
      return;
    }
    this.telling = true;
    requestAnimationFrame(() => {
      this.telling = false;
      this.scrolled(this.node.scrollTop === 0 ? 0 : this.offsetAt(this.node.getBoundingClientRect().top + 1));
    });
  }
}
