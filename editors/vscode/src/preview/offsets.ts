// The server counts bytes of UTF-8, strings count UTF-16 units.

/** Converts offsets in ascending order, in one pass over the text. */
export class Offsets {
  private bytes = 0;
  private units = 0;

  constructor(private readonly text: string) {}

  /** @param bytes not less than in the last call */
  unitsAt(bytes: number): number {
    while (this.bytes < bytes && this.units < this.text.length) {
      const code = this.text.charCodeAt(this.units);
      if (code < 0x80) {
        this.bytes += 1;
      } else if (code < 0x800) {
        this.bytes += 2;
      } else if (code >= 0xd800 && code < 0xdc00) {
        this.bytes += 4;
        this.units += 1;
      } else {
        this.bytes += 3;
      }
      this.units += 1;
    }
    return this.units;
  }
}
