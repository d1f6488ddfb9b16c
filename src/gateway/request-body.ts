import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import { KeptBytes } from '../kernel/http/kept-bytes.js';

const HIGH_WATER_MARK = 65_536;
/** Time for the bytes that are read before anything is decided; the management API gives a whole body as much. */
const READ_AHEAD_MS = 300_000;

export interface BodyPatience {
  ms: number;
  overdue: 'cut' | 'reject';
}

export class BodyOverdue extends Error {}

export interface BodyPrefix {
  bytes: Buffer;
  /** True when `bytes` is the whole body. */
  complete: boolean;
}

/**
 * The body of an agent's request. It stays in the socket until somebody asks: `peek` reads a bounded
 * prefix and keeps it for forwarding, `toUpstream` hands over everything once, with back-pressure.
 * The first read sends `100 Continue` when the agent waits for it (06 §9.9).
 */
export class RequestBody {
  readonly present: boolean;
  /** The declared `Content-Length`, null for chunked bodies. */
  readonly declaredLength: number | null;
  private readonly kept = new KeptBytes();
  private ended: boolean;
  private handedOver = false;

  constructor(
    private readonly request: IncomingMessage,
    private sendContinue: (() => void) | null,
    private readonly patience: BodyPatience = { ms: READ_AHEAD_MS, overdue: 'cut' },
  ) {
    const length = request.headers['content-length'];
    this.declaredLength = length === undefined ? null : Number(length);
    this.present = (this.declaredLength ?? 0) > 0 || request.headers['transfer-encoding'] !== undefined;
    this.ended = !this.present;
  }

  /** Reads until `maxBytes` are there or the body ends. Throws when the agent breaks off. */
  async peek(maxBytes: number): Promise<BodyPrefix> {
    this.invite();
    if (!this.ended && this.kept.length < maxBytes) await this.readAhead(maxBytes);
    const bytes = this.kept.bytes();
    return { bytes: bytes.subarray(0, maxBytes), complete: this.ended && bytes.length <= maxBytes };
  }

  /**
   * Goes on reading although nobody waits for the bytes, because only a connection that is read shows that it
   * ended. At most `maxBytes` are kept. The returned function must be called before the body is used again.
   */
  readOn(maxBytes: number): () => void {
    const { request } = this;
    if (this.ended || this.kept.length >= maxBytes) return () => undefined;
    const onData = (chunk: Buffer): void => {
      this.kept.add(chunk);
      if (this.kept.length >= maxBytes) request.pause();
    };
    const onEnd = (): void => void (this.ended = true);
    const onError = (): void => undefined;
    request.on('data', onData).on('end', onEnd).on('error', onError);
    request.resume();
    return () => {
      request.off('data', onData).off('end', onEnd).off('error', onError);
      if (!this.ended) request.pause();
    };
  }

  /** The body for the upstream leg: null without one, a Buffer when all of it is here, else a stream. */
  toUpstream(): Readable | Buffer | null {
    if (!this.present) return null;
    this.invite();
    if (this.ended) return this.kept.bytes();
    this.handedOver = true;
    return this.stream();
  }

  /** True when the same body can be sent a second time (06 §9.4). */
  get repeatable(): boolean {
    return this.ended && !this.handedOver;
  }

  /** True while the agent still waits for permission to send, which a refusal does not give. */
  get uninvited(): boolean {
    return this.sendContinue !== null;
  }

  private invite(): void {
    this.sendContinue?.();
    this.sendContinue = null;
  }

  private readAhead(maxBytes: number): Promise<void> {
    const { request } = this;
    return new Promise((resolve, reject) => {
      const settle = (error?: Error): void => {
        clearTimeout(timer);
        request.off('data', onData).off('end', onEnd).off('error', onBroken).off('close', onBroken);
        request.pause();
        if (error) reject(error);
        else resolve();
      };
      const onData = (chunk: Buffer): void => {
        this.kept.add(chunk);
        if (this.kept.length >= maxBytes) settle();
      };
      const onEnd = (): void => {
        this.ended = true;
        settle();
      };
      const onBroken = (): void => settle(new Error('The agent broke off its request body'));
      // Whoever holds back what is asked for would keep its connection, one of a bounded number, for ever.
      const timer = setTimeout(() => {
        if (this.patience.overdue === 'reject') settle(new BodyOverdue());
        else request.socket.destroy();
      }, this.patience.ms);
      request.on('data', onData).on('end', onEnd).on('error', onBroken).on('close', onBroken);
      request.resume();
    });
  }

  /**
   * Not the request itself: undici destroys the body it was given when the upstream answers early, and
   * destroying an IncomingMessage would cut the agent off before it reads that answer.
   */
  private stream(): Readable {
    const { request } = this;
    const body = new Readable({ highWaterMark: HIGH_WATER_MARK, read: () => void request.resume() });
    if (this.kept.length > 0) body.push(this.kept.take());
    const onData = (chunk: Buffer): void => {
      if (!body.push(chunk)) request.pause();
    };
    const onEnd = (): void => {
      this.ended = true;
      body.push(null);
    };
    const onBroken = (): void => {
      if (!request.complete) body.destroy(new Error('The agent broke off its request body'));
    };
    request.on('data', onData).on('end', onEnd).on('error', onBroken).on('close', onBroken);
    body.once('close', () => {
      request.off('data', onData).off('end', onEnd).off('close', onBroken);
      if (!request.complete) request.pause();
    });
    return body;
  }
}
