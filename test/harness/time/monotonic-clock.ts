const now = performance.now.bind(performance);

let stoodAt: number | undefined;

/**
 * Stops this process's clock, so that a test says how much time has passed and a slow machine does not add to it.
 * What looks at timers goes on; what compares times sees only `later`.
 */
export function stopTheClock(): void {
  stoodAt = now();
  later(0);
}

/** Lets this process believe that so much time has passed since the clock was stopped: what it remembers grows old. */
export function later(ms: number): void {
  if (stoodAt === undefined) throw new Error('the clock runs: stop it first');
  const at = stoodAt + ms;
  performance.now = () => at;
}

export function backToNow(): void {
  stoodAt = undefined;
  performance.now = now;
}
