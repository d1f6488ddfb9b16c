/** The marked words of a text. */
export function marksIn(text: string): string[] {
  return text.match(/zq\d+x/g) ?? [];
}

/** mulberry32: the same choices for the same seed everywhere. */
export class Chance {
  private marks = 0;
  private state: number;

  constructor(seed: number) {
    this.state = seed;
  }

  next(): number {
    this.state = (this.state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.state ^ (this.state >>> 15), 1 | this.state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  }

  below(count: number): number {
    return Math.floor(this.next() * count);
  }

  of<T>(values: readonly T[]): T {
    return values[this.below(values.length)]!;
  }

  maybe(share: number): boolean {
    return this.next() < share;
  }

  list<T>(count: number, make: () => T): T[] {
    return Array.from({ length: count }, make);
  }

  mark(): string {
    return `zq${++this.marks}x`;
  }

  /** A few words, one of them marked, with what hides others between them. */
  text(): string {
    const blank = this.of([' ', ' ', '  ', '\t', ' \u200b', '\u3164', ' '.repeat(300), '\u00a0'.repeat(60)]);
    return this.of([
      () => this.mark(),
      () => `pay ${this.mark()}`,
      () => `a${blank}${this.mark()}`,
      () => `${this.mark()}${blank}é ${this.mark()}`,
    ])();
  }

  /** With letters of any case. */
  anyCase(name: string): string {
    return this.of([name, name, name.toUpperCase(), name[0]!.toUpperCase() + name.slice(1)]);
  }
}
