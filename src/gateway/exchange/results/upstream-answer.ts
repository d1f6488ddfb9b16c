/** The parts of an upstream's answer that steps read, before and while it passes to the agent. */

import type { Charge } from './charge.js';

/** What the hint step may read (06 §12.1, §12.2). */
export interface UpstreamAnswer {
  status: number;
  /** Flat head as the upstream sent it. */
  headers: readonly string[];
  /** First bytes of the body for a 400, null for 401 and 403. */
  bodyPrefix: Buffer | null;
}

/** Changes the body of an answer; the bytes that it holds back are bounded. */
export interface AnswerFilter {
  /** The bytes to pass on, of this piece and of those held back. */
  push(piece: Buffer): Buffer;
  /** The bytes that are left at the end. */
  end(): Buffer;
}

/** Reads an answer while it passes. */
export interface AnswerWatch {
  /** Takes the head; returns the reader of the body, null where the body is not read. */
  answered(status: number, headers: readonly string[]): { read(piece: Buffer): void } | null;
  /** Returns the filter of the body, null where the body passes unchanged. */
  filter(status: number, headers: readonly string[]): AnswerFilter | null;
}

/** Reads the usage of one call to a model provider from its answer (06 §13.4.4). */
export interface CallMeter extends AnswerWatch {
  /**
   * Reports the charge once the answer is complete or broken off; null: the call costs nothing (07 §A11.5).
   * `unanswered`: the request went out and no answer began.
   */
  settle(unanswered: boolean, settled: (charge: Charge | null) => void): void;
}
