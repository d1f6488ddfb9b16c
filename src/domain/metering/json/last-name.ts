/** Longer names are no names of models. */
const MAX_KEPT = 64;

/** Decodes names. Most are the same as the last one, which is then the same string again. */
export class LastName {
  private readonly bytes = Buffer.alloc(MAX_KEPT);
  private length = 0;
  private name = '';

  read(chunk: Buffer, from: number, to: number): string {
    const length = to - from;
    if (length === this.length && areSame(this.bytes, chunk, from, length)) return this.name;
    const name = chunk.toString('utf8', from, to);
    if (length <= MAX_KEPT) {
      chunk.copy(this.bytes, 0, from, to);
      this.length = length;
      this.name = name;
    }
    return name;
  }
}

/** Whether the first `length` of `bytes` stand in `chunk` at `from`. Faster than a call of the runtime for as few as names have. */
export function areSame(bytes: Buffer, chunk: Buffer, from: number, length: number): boolean {
  for (let at = 0; at < length; at += 1) if (bytes[at] !== chunk[from + at]) return false;
  return true;
}
