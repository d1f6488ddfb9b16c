/** 04 §8.4.1. */
const LEASE_MS = 60_000;
/** Tools end before the lease does, however long that takes (04 §9.1.5). */
const MARGIN_MS = 8_000;

/** How long a turn is ours, by our own clock: from when the server was asked, since it renewed after that. */
export class Lease {
  private timer: NodeJS.Timeout | undefined;
  private readonly over = new AbortController();

  constructor(
    askedAt: number,
    private readonly runsOut: () => void,
  ) {
    this.renewed(askedAt);
  }

  get signal(): AbortSignal {
    return this.over.signal;
  }

  renewed(askedAt: number): void {
    if (this.over.signal.aborted) return;
    clearTimeout(this.timer);
    const left = askedAt + LEASE_MS - MARGIN_MS - performance.now();
    this.timer = setTimeout(this.runsOut, Math.max(0, left));
  }

  end(): void {
    clearTimeout(this.timer);
    this.over.abort();
  }
}
