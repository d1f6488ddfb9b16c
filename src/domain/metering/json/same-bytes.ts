/** Whether the first `length` of `bytes` stand in `chunk` at `from`. Faster than a call of the runtime for as few as names have. */
export function areSame(bytes: Buffer, chunk: Buffer, from: number, length: number): boolean {
  for (let at = 0; at < length; at += 1) if (bytes[at] !== chunk[from + at]) return false;
  return true;
}
