const COARSEST_MS = 1_000;
const FINEST_MS = 20;
const STEPS_OF_SHORTEST = 4;

/** Something with a time limit that is looked at now and then. */
export interface Swept {
  sweep(now: number): void;
  /** The process ends. */
  end(): void;
}

/**
 * One coarse clock for every time limit of the upstream leg. A timer per request, moved with every piece of a body, is
 * a cost that nobody needs: what is limited is idleness of half a minute and more. It stands still while nobody is
 * watched.
 */
export class TimeoutScheduler {
  /** The time, in steps. */
  now = 0;
  private readonly stepMs: number;
  private readonly watched = new Set<Swept>();
  private timer: NodeJS.Timeout | null = null;

  constructor(shortestMs: number) {
    this.stepMs = Math.max(FINEST_MS, Math.min(COARSEST_MS, shortestMs / STEPS_OF_SHORTEST));
  }

  /** More steps than these have passed: at least so much time has, and at most one step more. */
  stepsOf(milliseconds: number): number {
    return Math.ceil(milliseconds / this.stepMs);
  }

  watch(one: Swept): void {
    this.watched.add(one);
    this.timer ??= setInterval(() => this.step(), this.stepMs).unref();
  }

  forget(one: Swept): void {
    this.watched.delete(one);
  }

  end(): void {
    for (const one of this.watched) one.end();
  }

  private step(): void {
    this.now += 1;
    for (const one of this.watched) one.sweep(this.now);
    if (this.watched.size > 0 || this.timer === null) return;
    clearInterval(this.timer);
    this.timer = null;
  }
}
