/** Thrown by the next step of a boot that was told to end. */
export class BootInterrupted extends Error {}

type Close = () => Promise<void>;

/**
 * A server that is only starting: what already runs because of it, and whether it should go on. An application that
 * could not be built runs no shutdown hooks, so what outlives the process, such as the embedded database, is noted
 * here and closed by whoever gives the boot up.
 */
export class Boot {
  private readonly closers: Close[] = [];
  private interrupted = false;
  private unbroken: Promise<unknown> = Promise.resolve();

  /** The boot ends at its next step: what is half started cannot be stopped in order. */
  interrupt(): void {
    this.interrupted = true;
  }

  /** Between two steps. Throws `BootInterrupted`. */
  proceed(): void {
    if (this.interrupted) throw new BootInterrupted('The start was interrupted');
  }

  /** A step that leaves something half made where it is cut short: an interruption waits for it. */
  whole<T>(step: Promise<T>): Promise<T> {
    this.unbroken = step.catch(() => undefined);
    return step;
  }

  /** Resolves when no such step is at work. */
  get betweenSteps(): Promise<unknown> {
    return this.unbroken;
  }

  /** Notes how to close what has just been started. */
  started(close: Close): void {
    this.closers.push(close);
  }

  /** Closes what was started, latest first. Never rejects: what kept the server from starting is what is told. */
  async giveUp(): Promise<void> {
    for (const close of this.closers.splice(0).toReversed()) await close().catch(() => undefined);
  }
}
