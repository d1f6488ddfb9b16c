import type { Readable } from 'node:stream';
import type { Socket } from 'node:net';
import type { ResponseHead } from '../../../domain/protocols/http1/heads/response-head.js';
import type { Exchange } from '../../exchange/exchange.js';
import type { TimeoutScheduler } from './timeout-scheduler.js';

export interface OutgoingRequest {
  readonly method: string;
  /** Start line and fields as they go on the wire, one byte per character. */
  readonly head: string;
  readonly body: Readable | Buffer | null;
  /** Of a body that is a stream: what was declared; null for chunks. */
  readonly length: number | null;
  /** Behind a body that is a stream, once it has ended. */
  readonly trailers: () => readonly string[];
}

/** A request on a stream of HTTP/2. */
export interface OutgoingStream {
  /** Pseudo-header fields first, then all others; names and values in turn. */
  readonly fields: string[];
  readonly body: Readable | Buffer | null;
  readonly trailers: () => readonly string[];
}

/** Of whatever carries an answer. The reason is empty where there is none. */
export type AnswerHead = Pick<ResponseHead, 'status' | 'reason' | 'rawHeaders'>;

/** What carries one request: a connection, or a stream of one. */
export interface UpstreamChannel {
  readonly usable: boolean;
  /** Throws, with nothing sent, for parts that cannot stand in a head. */
  forward(exchange: Exchange, taker: AnswerTaker): void;
  /** The agent does not take what it gets. */
  pause(): void;
  resume(): void;
  /** Ends it without telling whoever has a request on it. */
  cut(): void;
  /** Nobody has a request on it. */
  free(): void;
}

/** Who has a request on a connection. After `onEnd`, `onSwitch`, `onFailure` or `cut` nothing more is told. */
export interface AnswerTaker {
  onHead(head: AnswerHead): void;
  /** 101; `rest` is what came behind it. The connection is to be taken over or cut. */
  onSwitch(head: AnswerHead, rest: Buffer, connection: { takeOver(): Socket }): void;
  onPiece(piece: Buffer): void;
  /** All that has arrived was handed over, and it is not the end. */
  onPause(): void;
  onEnd(trailers: readonly string[]): void;
  /** `untouched`: for certain the upstream did nothing about the request, or nobody can know better (06 §9.4). */
  onFailure(error: Error, untouched: boolean): void;
}

export interface ConnectionLimits {
  readonly timeouts: TimeoutScheduler;
  readonly responseTimeoutMs: number;
  readonly idleTimeoutMs: number;
  readonly keepAliveMs: number;
}
