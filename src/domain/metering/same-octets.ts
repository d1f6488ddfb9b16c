/** Whether the first `length` of `octets` stand in `chunk` at `from`. Faster than a call of the runtime for as few as names have. */
export function areSame(octets: Buffer, chunk: Buffer, from: number, length: number): boolean {
  for (let at = 0; at < length; at += 1) if (octets[at] !== chunk[from + at]) return false;
  return true;
}
