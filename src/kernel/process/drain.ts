import { Injectable } from '@nestjs/common';

/**
 * Whether this process is on its way out (06 §18.3). Readiness turns 503 as soon as it begins; what waits for
 * long (held requests, polls, streams) listens to `signal` and lets go.
 */
@Injectable()
export class Drain {
  private readonly controller = new AbortController();

  /** Idempotent; there is no way back. */
  begin(): void {
    this.controller.abort();
  }

  get draining(): boolean {
    return this.controller.signal.aborted;
  }

  get signal(): AbortSignal {
    return this.controller.signal;
  }
}
