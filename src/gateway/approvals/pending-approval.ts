import type { HeldBody } from '../../modules/policy/approvals/approval-ledger.js';
import type { Settlement } from '../../modules/policy/approvals/approval-rows.js';

/**
 * One held request in the memory of the process that holds it. Whatever may end it (a decision, its time, the
 * agent, a shutdown) takes its turn; the first to end it wins and the rest do nothing.
 */
export class PendingApproval {
  /** Resolves once; what it says is what happens to the request. */
  readonly outcome: Promise<Settlement>;
  /** When the row existed for certain; null before. */
  recordedAt: number | null = null;
  private resolve!: (settlement: Settlement) => void;
  private over = false;
  private turn: Promise<void>;

  /** `recording` resolves when the row is written; nothing can end the request before. */
  constructor(
    readonly id: string,
    recording: Promise<unknown>,
    /** What is here of the body. */
    readonly readBody: () => Promise<HeldBody | null>,
  ) {
    this.outcome = new Promise((resolve) => (this.resolve = resolve));
    this.turn = recording.then(
      () => void (this.recordedAt = performance.now()),
      () => undefined,
    );
  }

  get settled(): boolean {
    return this.over;
  }

  /** Runs after the attempts before it. Null: not ended by this; `failed` says what a fault means. */
  attempt(
    end: () => Promise<Settlement | null>,
    failed: (error: unknown) => Settlement | null,
  ): Promise<void> {
    this.turn = this.turn.then(async () => {
      if (this.over) return;
      const settlement = await end().catch(failed);
      if (settlement !== null) this.settle(settlement);
    });
    return this.turn;
  }

  /** Resolves when no attempt is under way. */
  async idle(): Promise<void> {
    await this.turn;
  }

  settle(settlement: Settlement): void {
    this.over = true;
    this.resolve(settlement);
  }
}
