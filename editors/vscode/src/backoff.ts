// The delays before restarting a server that crashed, and when to give up.

/** Older crashes do not count, in milliseconds. */
const memory = 180_000;

const waits = [250, 1_000, 3_000, 8_000];

export class Backoff {
  private deaths: number[] = [];

  get count(): number {
    return this.deaths.length;
  }

  /** Counts a crash and returns the delay in milliseconds, or undefined after too many crashes. */
  died(now = Date.now()): number | undefined {
    this.deaths = [...this.deaths.filter((at) => now - at < memory), now];
    return waits[this.deaths.length - 1];
  }

  reset(): void {
    this.deaths = [];
  }
}
