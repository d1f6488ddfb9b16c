import type { StoredEvent } from '../../../../domain/protocols/siem/events.js';

export const SINK_NAMES = ['webhook', 'syslog', 'file'] as const;
export type SinkName = (typeof SINK_NAMES)[number];

export interface Batch {
  /** The same for each attempt, whichever process makes it. */
  readonly id: string;
  /** Those that failed. */
  readonly attempts: number;
  readonly positions: readonly string[];
  readonly events: readonly StoredEvent[];
}

/** Where batches go. */
export interface Sink {
  readonly name: SinkName;
  /** Resolves when the receiver has taken all of it. @throws NotTaken, or whatever else kept it from that. */
  deliver(batch: Batch, signal: AbortSignal): Promise<void>;
  close?(): Promise<void>;
}

/** What a receiver said instead of taking a batch. The text is shown to the operator and names no credential. */
export class NotTaken extends Error {
  constructor(
    message: string,
    /** Seconds it asked to wait. */
    readonly retryAfter: number | null = null,
    readonly tooLarge = false,
  ) {
    super(message);
  }
}
