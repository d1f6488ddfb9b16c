/**
 * Readings of a body in pieces. A body of 1 MiB that is made for it costs most of a second to read in every way that
 * some server could (R26), and the event loop belongs to everybody. So a reading is a generator that yields between
 * pieces, and whoever drives it may stop between any two of them (ADR 122). Pure: time is told from outside.
 */
export type Reading<Result> = Generator<void, Result, void>;

/** Characters between two yields; each costs 1 to 100 nanoseconds. */
export const PIECE = 4_096;
/** The same for what costs about a microsecond each: numbers, names, fields. */
export const ITEMS = 256;

/** Thrown by what needs more time than it was given; asked again, it goes on where it was. */
export class Paused extends Error {}
const PAUSED = new Paused('The body is not read to its end yet');

/** How long the readings of one body may go on. */
export class Pace {
  private isOver: (() => boolean) | null = null;

  /** What `work` returns; null when time was over before it was through. */
  within<Result>(isOver: () => boolean, work: () => Result): { readonly result: Result } | null {
    this.isOver = isOver;
    try {
      return { result: work() };
    } catch (stopped) {
      if (stopped instanceof Paused) return null;
      throw stopped;
    } finally {
      this.isOver = null;
    }
  }

  /** @throws Paused when time is over; what was found out until now has to be kept before. */
  rest(): void {
    if (this.isOver?.()) throw PAUSED;
  }
}

/** A value that is made on first use, over several turns where it has to be. */
export class Derived<Value> {
  private reading: Reading<Value> | null = null;
  private made: { readonly value: Value } | null = null;

  constructor(
    private readonly pace: Pace,
    private readonly begin: () => Reading<Value>,
  ) {}

  /** @throws Paused */
  get(): Value {
    if (this.made !== null) return this.made.value;
    const reading = (this.reading ??= this.begin());
    for (let next = reading.next(); ; next = reading.next()) {
      if (next.done) {
        this.made = { value: next.value };
        this.reading = null;
        // A short reading comes to its end without a yield; many of them are as long as one.
        this.pace.rest();
        return next.value;
      }
      this.pace.rest();
    }
  }
}

/** All of it at once: for texts that are known to be short. */
export function finished<Result>(reading: Reading<Result>): Result {
  for (let next = reading.next(); ; next = reading.next()) if (next.done) return next.value;
}
