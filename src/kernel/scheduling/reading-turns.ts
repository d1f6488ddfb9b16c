import type { Reading } from '../../domain/text/reading.js';
import { TURN_MS, turnFrom } from './loop-share.js';

/** Something that is read in pieces; true once it is through. */
type GoOn = (isOver: () => boolean) => boolean;

/**
 * Readings of what somebody made long, in turns of the event loop: short ones end at once, others go on piece by piece,
 * those who asked for them in turn (R62). How much may wait is bounded by what it is read from.
 */
export class ReadingTurns {
  /** By who asked; whoever was served goes to the end. */
  private readonly queues = new Map<string, GoOn[]>();
  /** Milliseconds of this turn of the event loop that new ones have used. */
  private spent = 0;
  private scheduled = false;

  constructor(private readonly clock: () => number = () => performance.now()) {}

  /** What the reading returns; rejects with what it throws. `asker`: the organization, or who else shares a turn. */
  read<Result>(asker: string, reading: Reading<Result>): Promise<Result> {
    return new Promise((resolve, reject) => {
      const goOn: GoOn = (isOver) => {
        try {
          do {
            const next = reading.next();
            if (!next.done) continue;
            resolve(next.value);
            return true;
          } while (!isOver());
          return false;
        } catch (error) {
          reject(error instanceof Error ? error : new Error('The reading failed', { cause: error }));
          return true;
        }
      };
      if (this.atOnce(asker, goOn)) return;
      const queue = this.queues.get(asker) ?? [];
      queue.push(goOn);
      this.queues.set(asker, queue);
      this.schedule();
    });
  }

  /** Whether it came to its end in what is left of this turn. */
  private atOnce(asker: string, goOn: GoOn): boolean {
    if (this.spent >= TURN_MS || this.queues.has(asker)) return false;
    const begun = this.clock();
    const over = begun + TURN_MS - this.spent;
    const ended = goOn(() => this.clock() >= over);
    this.spent += this.clock() - begun;
    this.schedule();
    return ended;
  }

  private schedule(): void {
    if (this.scheduled) return;
    this.scheduled = true;
    setImmediate(() => {
      this.scheduled = false;
      this.spent = 0;
      this.serve();
      if (this.queues.size > 0) this.schedule();
    });
  }

  private serve(): void {
    const isOver = turnFrom(this.clock);
    do {
      const [next] = this.queues;
      if (next === undefined) return;
      const [asker, queue] = next;
      this.queues.delete(asker);
      if (queue[0]!(isOver)) queue.shift();
      if (queue.length > 0) this.queues.set(asker, queue);
    } while (!isOver());
  }
}

/** Those of this process. */
export const READING = new ReadingTurns();
