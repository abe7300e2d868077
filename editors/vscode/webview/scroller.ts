// Scrolls the text to a place, and tells where the user scrolls it to.

export class Scroller {
  // Whether the text scrolls because of the page itself, which is nobody's wish.
  private quiet = false;
  private changes = 0;
  private telling = false;

  /**
   * @param heightOf how far below the top of the screen a place is
   * @param offsetAt the place at a height of the screen
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

  /** Brings a place so many pixels below the top of the text's window. */
  show(offset: number, below: number): void {
    const { node } = this;
    this.quietly(() => {
      node.scrollTop =
        offset === 0 ? 0 : node.scrollTop + this.heightOf(offset) - node.getBoundingClientRect().top - below;
    });
  }

  /**
   * Changes what is shown. The browser may scroll because of it, to where the
   * text ends now, or to keep in sight what is: it finds that out when it draws
   * the next frame, and tells of it before the one after that.
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
