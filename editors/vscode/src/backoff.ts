// How long to wait before a server that died is started again, and when to
// give up.

/** Deaths longer ago than this are forgotten, in milliseconds. */
const memory = 180_000;

const waits = [250, 1_000, 3_000, 8_000];

export class Backoff {
  private deaths: number[] = [];

  get count(): number {
    return this.deaths.length;
  }

  /** Counts a death, and says how many milliseconds to wait: undefined after too many in a row. */
  died(now = Date.now()): number | undefined {
    this.deaths = [...this.deaths.filter((at) => now - at < memory), now];
    return waits[this.deaths.length - 1];
  }

  reset(): void {
    this.deaths = [];
  }
}
