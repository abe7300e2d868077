// Scrolls the text to a place, and tells where the user scrolls it to.

export class Scroller {
  // Where the page has scrolled by itself, which is nobody's wish.
  private expected: number | undefined;
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
  }

  /** Brings a place so many pixels below the top of the text's window. */
  show(offset: number, below: number): void {
    const { node } = this;
    const before = node.scrollTop;
    node.scrollTop = offset === 0 ? 0 : before + this.heightOf(offset) - node.getBoundingClientRect().top - below;
    // Where that is the end it goes no further.
    this.expected = node.scrollTop === before ? undefined : node.scrollTop;
  }

  private tell(): void {
    if (this.expected !== undefined && Math.abs(this.node.scrollTop - this.expected) < 2) {
      this.expected = undefined;
      return;
    }
    this.expected = undefined;
    if (this.telling) {
      return;
    }
    this.telling = true;
    requestAnimationFrame(() => {
      this.telling = false;
      this.scrolled(this.node.scrollTop === 0 ? 0 : this.offsetAt(this.node.getBoundingClientRect().top + 1));
    });
  }
}
