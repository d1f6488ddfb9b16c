/** A measurement is used again for so many times as long as it took: a twentieth of a connection's time goes into it. */
const REUSED = 20;
const MAX_REMEMBERED = 10_000;

export interface Measure {
  /** Whoever adds to what was measured adds here, too. */
  value: number;
}

interface Remembered extends Measure {
  readonly until: number;
}

/** What was measured a moment ago, so that who is far from a limit does not measure for everything that is added. */
export class RememberedMeasures {
  private readonly measured = new Map<string, Remembered>();

  constructor(private readonly mostMs: number) {}

  async of(key: string, measure: () => Promise<number>): Promise<Measure> {
    const known = this.measured.get(key);
    if (known !== undefined && performance.now() < known.until) return known;
    const began = performance.now();
    const value = await measure();
    const now = performance.now();
    const remembered = { value, until: now + Math.min((now - began) * REUSED, this.mostMs) };
    this.measured.delete(key);
    this.measured.set(key, remembered);
    const [oldest] = this.measured.keys();
    if (this.measured.size > MAX_REMEMBERED) this.measured.delete(oldest!);
    return remembered;
  }
}
