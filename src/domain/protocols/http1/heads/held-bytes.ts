const FIRST_BYTES = 1_024;
const NOTHING = Buffer.alloc(0);

/** What arrived of something that has to be whole to be read; grows by doubling, so that a byte is copied twice. */
export class HeldBytes {
  size = 0;
  private bytes: Buffer = NOTHING;

  constructor(private readonly limit: number) {}

  /** How many bytes may still be added. */
  get room(): number {
    return this.limit - this.size;
  }

  /** Answers all that is held, of which `size` bytes count. */
  add(chunk: Buffer, from: number, to: number): Buffer {
    const size = this.size + to - from;
    if (size > this.bytes.length) {
      const larger = Buffer.allocUnsafeSlow(Math.min(Math.max(2 * size, FIRST_BYTES), this.limit));
      this.bytes.copy(larger, 0, 0, this.size);
      this.bytes = larger;
    }
    chunk.copy(this.bytes, this.size, from, to);
    this.size = size;
    return this.bytes;
  }

  clear(): void {
    this.size = 0;
    this.bytes = NOTHING;
  }
}
