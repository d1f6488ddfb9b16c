/** What a request of an agent waits for a read: a database that only hangs must not hold its traffic (06 §17.1.4). */
const PATIENCE_MS = 5_000;

export type Outcome<Value> = { value: Value } | { error: unknown };

/** Nobody knows whether an answer would have come. */
export class NoAnswerInTime extends Error {
  constructor() {
    super('The database did not answer in time');
  }
}

export interface SharedReadTerms<Value> {
  readonly mostKeys: number;
  /** Every key has an outcome; rejects where none of them has. */
  readonly read: (keys: readonly string[]) => Promise<ReadonlyMap<string, Outcome<Value>>>;
  /** What is known to be current at the end of a wait. */
  readonly recent?: (key: string) => Value | undefined;
  readonly onIdle?: () => void;
}

interface Wait<Value> extends PromiseWithResolvers<Value> {
  readonly timer: NodeJS.Timeout;
}

/**
 * One round trip at a time, and who comes meanwhile shares the next: a database is asked no more for being slow. What
 * one is given was read after it asked, or `recent` said at the end of its wait (R17). Who waited long enough is
 * refused; the read goes on, because its like would have to begin from nothing.
 */
export class SharedReads<Value> {
  private readonly waiting = new Map<string, Wait<Value>>();
  private running = false;

  constructor(private readonly terms: SharedReadTerms<Value>) {}

  get(key: string): Promise<Value> {
    const known = this.waiting.get(key);
    if (known !== undefined) return known.promise;
    // After a standstill of this process, what has come meanwhile is taken before anybody is refused.
    const timer = setTimeout(() => setImmediate(() => this.giveUp(key, wait)), PATIENCE_MS);
    const wait: Wait<Value> = { ...Promise.withResolvers<Value>(), timer };
    this.waiting.set(key, wait);
    if (!this.running) void this.run();
    return wait.promise;
  }

  private giveUp(key: string, wait: Wait<Value>): void {
    if (this.waiting.get(key) === wait) this.waiting.delete(key);
    wait.reject(new NoAnswerInTime());
  }

  private async run(): Promise<void> {
    this.running = true;
    while (this.waiting.size > 0) {
      const batch = new Map<string, Wait<Value>>();
      for (const [key, wait] of this.waiting) {
        if (batch.size === this.terms.mostKeys) break;
        this.waiting.delete(key);
        const value = this.terms.recent?.(key);
        if (value === undefined) batch.set(key, wait);
        else settle(wait, { value });
      }
      if (batch.size > 0) await this.readFor(batch);
    }
    this.running = false;
    this.terms.onIdle?.();
  }

  private async readFor(batch: ReadonlyMap<string, Wait<Value>>): Promise<void> {
    try {
      const found = await this.terms.read([...batch.keys()]);
      for (const [key, wait] of batch) settle(wait, found.get(key)!);
    } catch (error) {
      for (const wait of batch.values()) settle(wait, { error });
    }
  }
}

function settle<Value>(wait: Wait<Value>, outcome: Outcome<Value>): void {
  clearTimeout(wait.timer);
  if ('error' in outcome) wait.reject(outcome.error);
  else wait.resolve(outcome.value);
}
