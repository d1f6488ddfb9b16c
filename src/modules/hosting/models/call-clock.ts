/** A provider that says nothing for this long says nothing any more (04 §11.1). */
const SILENCE_MS = 60_000;
/** What may follow the end of an answer. */
const REST_MS = 1_000;

/** How long one call may take, as a whole and between two pieces of its answer. */
export class CallClock {
  readonly signal: AbortSignal;
  timedOut = false;
  private readonly over = new AbortController();
  private readonly whole: NodeJS.Timeout;
  private silence: NodeJS.Timeout;
  private readonly holds = new Set<symbol>();

  constructor(turn: AbortSignal, wholeMs: number) {
    this.signal = AbortSignal.any([turn, this.over.signal]);
    this.whole = this.after(wholeMs);
    this.silence = this.after(Math.min(SILENCE_MS, wholeMs));
  }

  /** Something came. */
  heard(): void {
    this.silence.refresh();
  }

  /** All that was wanted came; what follows is waited for shortly, so that the connection can be used again. */
  hurry(): void {
    clearTimeout(this.silence);
    this.silence = this.after(REST_MS);
  }

  /** Neither clock runs while somebody decides; both begin anew afterwards. */
  readonly pause = (): (() => void) => {
    const hold = Symbol();
    this.holds.add(hold);
    return () => {
      if (!this.holds.delete(hold) || this.holds.size > 0) return;
      this.whole.refresh();
      this.silence.refresh();
    };
  };

  stop(): void {
    clearTimeout(this.whole);
    clearTimeout(this.silence);
    this.over.abort();
  }

  private after(ms: number): NodeJS.Timeout {
    return setTimeout(() => {
      if (this.holds.size > 0) return;
      this.timedOut = true;
      this.over.abort(new Error('The provider took too long.'));
    }, ms);
  }
}
