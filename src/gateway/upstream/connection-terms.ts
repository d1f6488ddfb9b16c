import type { Readable } from 'node:stream';
import type { ResponseHead } from '../../domain/http1/response-head.js';
import type { Sweeper } from './sweeper.js';

export interface OutgoingRequest {
  readonly method: string;
  /** Start line and fields as they go on the wire, one octet per character. */
  readonly head: string;
  readonly body: Readable | Buffer | null;
  /** Of a body that is a stream: what was declared; null for chunks. */
  readonly length: number | null;
}

/** Who has a request on a connection. After `onEnd`, `onSwitch`, `onFailure` or `cut` nothing more is told. */
export interface AnswerTaker {
  onHead(head: ResponseHead): void;
  /** 101; `rest` is what came behind it. The connection is to be taken over or cut. */
  onSwitch(head: ResponseHead, rest: Buffer): void;
  onPiece(piece: Buffer): void;
  /** All that has arrived was handed over, and it is not the end. */
  onPause(): void;
  onEnd(trailers: readonly string[]): void;
  /** `untouched`: a connection that had served others died before an octet of the answer (06 §9.4). */
  onFailure(error: Error, untouched: boolean): void;
}

export interface ConnectionLimits {
  readonly sweeper: Sweeper;
  readonly responseTimeoutMs: number;
  readonly idleTimeoutMs: number;
  readonly keepAliveMs: number;
}
