import type { BodyKey } from '../../../protocols/bodies/key-paths.js';
import { Derived, type Pace, type Reading } from '../../../text/reading.js';
import type { Needle } from './needle.js';

/** `some`: one reading of the body is enough, `every`: all of them have to (R26). */
export type Quantifier = 'some' | 'every';

interface Question {
  readonly reach: Quantifier;
  readonly needle: string;
  readonly key: string;
  /** What was found out in this order, and what is being found out now. */
  readonly parts: Derived<unknown>[];
}

const NO_KEY = '';

/**
 * What was answered about one body. Whoever was stopped in the middle asks everything again from the beginning: what was
 * answered is remembered, and the question that was being answered goes on with the part at which it stopped.
 */
export class Answers {
  /** By dotted key and needle. */
  private readonly known = {
    some: new Map<string, Map<string, boolean>>(),
    every: new Map<string, Map<string, boolean>>(),
  };
  private open: Question | null = null;
  private next = 0;

  constructor(private readonly pace: Pace) {}

  /** `answer` does the same each time it is asked, as far as its parts go. @throws Paused */
  to(reach: Quantifier, { text: needle }: Needle, at: BodyKey | null, answer: () => boolean): boolean {
    const key = at?.dotted ?? NO_KEY;
    const answers = this.answersAt(reach, key);
    const known = answers.get(needle);
    if (known !== undefined) return known;
    if (this.open?.reach !== reach || this.open.needle !== needle || this.open.key !== key)
      this.open = { reach, needle, key, parts: [] };
    this.next = 0;
    const found = answer();
    answers.set(needle, found);
    this.open = null;
    this.pace.rest();
    return found;
  }

  /** One part of what is being answered, which may take several turns. Only inside of `to`. @throws Paused */
  part<Found>(begin: () => Reading<Found>): Found {
    const { parts } = this.open!;
    const part = (parts[this.next++] ??= new Derived<unknown>(this.pace, begin));
    return part.get() as Found;
  }

  forget(): void {
    this.known.some.clear();
    this.known.every.clear();
    this.open = null;
  }

  private answersAt(reach: Quantifier, key: string): Map<string, boolean> {
    const known = this.known[reach].get(key);
    if (known !== undefined) return known;
    const answers = new Map<string, boolean>();
    this.known[reach].set(key, answers);
    return answers;
  }
}
