import type { Splice } from './messages';

/** Returns the difference of two texts: all but their common prefix and suffix. */
export function spliceOf(before: string, after: string): Splice {
  const shorter = Math.min(before.length, after.length);
  let start = 0;
  while (start < shorter && before.charCodeAt(start) === after.charCodeAt(start)) {
    start++;
  }
  let tail = 0;
  while (
    tail < shorter - start &&
    before.charCodeAt(before.length - 1 - tail) === after.charCodeAt(after.length - 1 - tail)
  ) {
    tail++;
  }
  return { start, removed: before.length - tail - start, inserted: after.slice(start, after.length - tail) };
}
