const EMPTY = Buffer.alloc(0);

/** A body in one block: a list of chunks costs two hundred times its bytes when a client sends them one by one. */
export class KeptBytes {
  private block: Buffer = EMPTY;
  length = 0;

  /** `expected`: how much there will be at most, where that is known; no more is then set aside. */
  constructor(private readonly expected: number = Infinity) {}

  add(chunk: Buffer): void {
    const needed = this.length + chunk.length;
    // The first chunk is often all there is and is not copied.
    if (this.length === 0) this.block = chunk;
    else {
      if (needed > this.block.length) {
        const ample = Math.min(2 * this.block.length, this.expected);
        const larger = Buffer.allocUnsafe(Math.max(needed, ample));
        this.block.copy(larger, 0, 0, this.length);
        this.block = larger;
      }
      chunk.copy(this.block, this.length);
    }
    this.length = needed;
  }

  /** What it occupies, which is up to twice its length, and no more than was expected. */
  get capacity(): number {
    return this.block.length;
  }

  bytes(): Buffer {
    return this.block.subarray(0, this.length);
  }

  /** All of it, forgotten here. */
  take(): Buffer {
    const bytes = this.bytes();
    this.block = EMPTY;
    this.length = 0;
    return bytes;
  }
}
