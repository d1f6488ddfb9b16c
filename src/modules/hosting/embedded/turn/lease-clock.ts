import { LEASE_SECONDS } from '../../conversations/records/conversation-rules.js';

/** Tools are stopped before anybody else may have the turn (04 §9.1.5). */
const MARGIN_MS = 3_000;
const LEASE_MS = LEASE_SECONDS * 1_000 - MARGIN_MS;

/** Until when a lease holds, by this process's clock and on the safe side: counted from before it was asked for. */
export class LeaseClock {
  private until: number;
  private timer: NodeJS.Timeout | undefined;

  constructor(
    asked: number,
    private readonly lost: () => void,
  ) {
    this.until = asked + LEASE_MS;
    this.arm();
  }

  get leftMs(): number {
    return this.until - performance.now();
  }

  /** By a request that was made at that moment. */
  renewed(asked: number): void {
    this.until = Math.max(this.until, asked + LEASE_MS);
    this.arm();
  }

  stop(): void {
    clearTimeout(this.timer);
  }

  private arm(): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(this.lost, Math.max(0, this.leftMs)).unref();
  }
}
