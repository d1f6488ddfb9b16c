import { Injectable } from '@nestjs/common';

/** Whether any runner of hosted agents has ever registered, and whether one is there now (04 §8.3.4). */
export interface RunnersSeen {
  registered: boolean;
  online: boolean;
}

/** 04 §8.3.4: anybody may ask as often as they like. */
const KEPT_MS = 5_000;

/** Port for what an area below knows about runners; nothing of it is told but these two facts. */
@Injectable()
export class RunnerLiveness {
  private look: () => Promise<RunnersSeen> = () => Promise.resolve({ registered: false, online: false });
  private kept: { until: number; seen: Promise<RunnersSeen> } | null = null;

  register(look: () => Promise<RunnersSeen>): void {
    this.look = look;
  }

  /** At most five seconds old; whoever asks meanwhile shares the answer. */
  seen(): Promise<RunnersSeen> {
    const now = performance.now();
    if (this.kept !== null && now < this.kept.until) return this.kept.seen;
    const kept = { until: now + KEPT_MS, seen: this.look() };
    kept.seen.catch(() => {
      if (this.kept === kept) this.kept = null;
    });
    this.kept = kept;
    return kept.seen;
  }
}
