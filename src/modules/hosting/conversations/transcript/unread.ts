import { boundedWait } from '../../../../kernel/scheduling/bounded-wait.js';
import type { Listener, TranscriptEvent } from './transcript-bus.js';

/** What one reader has not been given yet; beyond this it is let go (04 §2.3). */
export const MAX_UNREAD = 1_000;

export interface TakenEvents {
  readonly events: readonly TranscriptEvent[];
  /** Something is to be read from the rows: up to a number, or `null` for whatever is there. */
  readonly readTo: number | null | undefined;
}

/** The live side of one reader: what came, in order, until it is taken. Holds references, not copies. */
export class Unread implements Listener {
  private events: TranscriptEvent[] = [];
  private readTo: number | null | undefined;
  private wake: (() => void) | null = null;
  overflowed = false;

  heard(events: readonly TranscriptEvent[]): void {
    if (this.overflowed) return;
    if (this.events.length + events.length > MAX_UNREAD) {
      this.overflowed = true;
      this.events = [];
    } else {
      this.events.push(...events);
    }
    this.wake?.();
  }

  behind(seq: number | null): void {
    this.readTo = seq === null || this.readTo === null ? null : Math.max(seq, this.readTo ?? 0);
    this.wake?.();
  }

  /** Resolves with whatever came, at the latest after the time or when the signal aborts. */
  async take(milliseconds: number, signal: AbortSignal): Promise<TakenEvents> {
    if (!this.hasNews()) await boundedWait(milliseconds, signal, (done) => (this.wake = done));
    this.wake = null;
    const taken = { events: this.events, readTo: this.readTo };
    this.events = [];
    this.readTo = undefined;
    return taken;
  }

  private hasNews(): boolean {
    return this.events.length > 0 || this.readTo !== undefined || this.overflowed;
  }
}
