const EMPTY = Buffer.alloc(0);
/** A buffer costs a few hundred bytes by itself, which is little for one of this size. */
const LARGE_BYTES = 4_096;

/**
 * A body in few blocks. Small chunks are put together, because a list of chunks costs two hundred times its bytes when a
 * client sends them one by one; large ones stay what they are, because copies of large bodies cost more time in garbage
 * collection than everything else that is done with them.
 */
export class KeptBytes {
  private full: Buffer[] = [];
  private fullBytes = 0;
  private fullCapacity = 0;
  private block: Buffer = EMPTY;
  private used = 0;

  /** `expected`: how much there will be at most, where that is known; no more is then set aside. */
  constructor(private readonly expected: number = Infinity) {}

  get length(): number {
    return this.fullBytes + this.used;
  }

  add(chunk: Buffer): void {
    if (isWorthKeeping(chunk)) {
      this.closeBlock();
      this.close(chunk, chunk.buffer.byteLength);
    } else this.append(chunk);
  }

  /** What it occupies, which is up to twice its length. */
  get capacity(): number {
    return this.fullCapacity + this.block.length;
  }

  /** As they are, in order; valid until something is added. */
  pieces(): readonly Buffer[] {
    return this.used === 0 ? this.full : [...this.full, this.tail()];
  }

  /** In one block, which it is from then on. */
  bytes(): Buffer {
    if (this.full.length > 0) {
      const whole = Buffer.concat(this.pieces());
      this.forget();
      this.block = whole;
      this.used = whole.length;
    }
    return this.tail();
  }

  /** All of it, forgotten here. */
  take(): Buffer {
    const bytes = this.bytes();
    this.forget();
    return bytes;
  }

  forget(): void {
    this.full = [];
    this.fullBytes = this.fullCapacity = this.used = 0;
    this.block = EMPTY;
  }

  private append(chunk: Buffer): void {
    const needed = this.used + chunk.length;
    // The first chunk is often all there is and is not copied.
    if (this.used === 0) this.block = chunk;
    else {
      if (needed > this.block.length) {
        const ample = Math.min(2 * this.block.length, this.expected - this.fullBytes);
        const larger = Buffer.allocUnsafe(Math.max(needed, ample));
        this.block.copy(larger, 0, 0, this.used);
        this.block = larger;
      }
      chunk.copy(this.block, this.used);
    }
    this.used = needed;
  }

  private tail(): Buffer {
    return this.block.subarray(0, this.used);
  }

  private closeBlock(): void {
    if (this.used === 0) return;
    this.close(this.tail(), this.block.length);
    this.block = EMPTY;
    this.used = 0;
  }

  private close(piece: Buffer, capacity: number): void {
    this.full.push(piece);
    this.fullBytes += piece.length;
    this.fullCapacity += capacity;
  }
}

/** A view of something much larger would keep all of that. */
function isWorthKeeping({ length, buffer }: Buffer): boolean {
  return length >= LARGE_BYTES && 2 * length >= buffer.byteLength;
}
