/** What came is no answer, or not the whole of one: cut off, not in the provider's format, or beyond all bounds. */
export class BrokenAnswer extends Error {
  override readonly name = 'BrokenAnswer';
}
