/** Why a request ended without an answer: its time was over. */
export class TookTooLong extends Error {
  constructor(milliseconds: number) {
    super(`no answer within ${milliseconds / 1_000} s`);
  }
}

/**
 * How long an answer is waited for; aborts `signal` when it is used up. The time stands still while a person is asked
 * (04 §11.4.3), and is there in full afterwards.
 */
export class Patience {
  private readonly controller = new AbortController();
  private timer: NodeJS.Timeout | undefined;

  constructor(private readonly milliseconds: number) {
    this.renew();
  }

  get signal(): AbortSignal {
    return this.controller.signal;
  }

  pause(): void {
    clearTimeout(this.timer);
  }

  renew(): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(
      () => this.controller.abort(new TookTooLong(this.milliseconds)),
      this.milliseconds,
    );
  }
}
