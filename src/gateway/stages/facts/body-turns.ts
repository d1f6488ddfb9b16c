import type { InspectedBody } from '../../../domain/decision/policy/conditions/inspected-body.js';
import { TURN_MS, turnFrom } from '../../../kernel/scheduling/loop-share.js';
import { type Reader, WaitingReaders } from './waiting-readers.js';

/**
 * Decisions that look at bodies, in turns. Most are made at once; one that takes longer goes on in later turns of the
 * event loop, in turn with those of other organizations and agents, so that nobody's body holds everybody (06 §13.6).
 */
export class BodyTurns {
  private readonly waiting = new WaitingReaders();
  /** Milliseconds of this turn of the event loop that new ones have used; what has waited has as much besides. */
  private spent = 0;
  private scheduled = false;

  constructor(private readonly clock: () => number = () => performance.now()) {}

  /** What `decide` makes of the body, which it is asked until it is through. Rejects with what it throws. */
  take<Result>(reader: Reader, body: InspectedBody, decide: () => Result): Promise<Result> | Result {
    if (this.spent < TURN_MS && !this.waiting.has(reader)) {
      const begun = this.clock();
      const over = begun + TURN_MS - this.spent;
      const ended = body.within(() => this.clock() >= over, decide);
      this.spent += this.clock() - begun;
      this.schedule();
      if (ended !== null) return ended.result;
    }
    return this.later(reader, body, decide);
  }

  private later<Result>(reader: Reader, body: InspectedBody, decide: () => Result): Promise<Result> {
    return new Promise((resolve, reject) => {
      const goOn = (isOver: () => boolean): boolean => {
        try {
          const ended = body.within(isOver, decide);
          if (ended !== null) resolve(ended.result);
          return ended !== null;
        } catch (error) {
          reject(error instanceof Error ? error : new Error('The decision failed', { cause: error }));
          return true;
        }
      };
      // What was read without a place is read again with one: what is made of bodies is bounded by the places.
      if (!this.waiting.add(reader, { goOn, size: body.size })) body.forgetReadings();
      this.schedule();
    });
  }

  private schedule(): void {
    if (this.scheduled) return;
    this.scheduled = true;
    setImmediate(() => {
      this.scheduled = false;
      this.spent = 0;
      this.serve();
      if (!this.waiting.empty) this.schedule();
    });
  }

  private serve(): void {
    const isOver = turnFrom(this.clock);
    do {
      const next = this.waiting.next();
      if (next === null) return;
      if (next.goOn(isOver)) this.waiting.remove(next);
    } while (!isOver());
  }
}
