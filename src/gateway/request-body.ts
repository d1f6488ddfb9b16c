import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';

const HIGH_WATER_MARK = 65_536;
/** What is read and thrown away after a refusal, so that the connection can be reused (06 §12 rule 6). */
const DISCARD_LIMIT = 1_048_576;
const DISCARD_TIME_MS = 10_000;

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
  private readonly kept: Buffer[] = [];
  private keptBytes = 0;
  private ended: boolean;
  private handedOver = false;

  constructor(
    private readonly request: IncomingMessage,
    private sendContinue: (() => void) | null,
  ) {
    const length = request.headers['content-length'];
    this.declaredLength = length === undefined ? null : Number(length);
    this.present = (this.declaredLength ?? 0) > 0 || request.headers['transfer-encoding'] !== undefined;
    this.ended = !this.present;
  }

  /** Reads until `maxBytes` are there or the body ends. Throws when the agent breaks off. */
  async peek(maxBytes: number): Promise<BodyPrefix> {
    this.invite();
    if (!this.ended && this.keptBytes < maxBytes) await this.readAhead(maxBytes);
    const bytes = this.kept.length === 1 ? this.kept[0]! : Buffer.concat(this.kept);
    return { bytes: bytes.subarray(0, maxBytes), complete: this.ended && bytes.length <= maxBytes };
  }

  /**
   * Goes on reading although nobody waits for the bytes, because only a connection that is read shows that it
   * ended. At most `maxBytes` are kept. The returned function must be called before the body is used again.
   */
  readOn(maxBytes: number): () => void {
    const { request } = this;
    if (this.ended || this.keptBytes >= maxBytes) return () => undefined;
    const onData = (chunk: Buffer): void => {
      this.kept.push(chunk);
      this.keptBytes += chunk.length;
      if (this.keptBytes >= maxBytes) request.pause();
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
    if (this.ended) return Buffer.concat(this.kept);
    this.handedOver = true;
    return this.stream();
  }

  /** True when the same body can be sent a second time (06 §9.4). */
  get repeatable(): boolean {
    return this.ended && !this.handedOver;
  }

  /** After an answer that did not need the body: reads on up to 1 MiB, then cuts the connection. */
  discardRest(): void {
    const { request } = this;
    if (request.complete || request.destroyed) return;
    let left = DISCARD_LIMIT;
    const cut = (): void => void request.socket.destroy();
    const timer = setTimeout(cut, DISCARD_TIME_MS).unref();
    request.on('data', (chunk: Buffer) => {
      left -= chunk.length;
      if (left < 0) cut();
    });
    request.on('error', () => undefined);
    request.once('close', () => clearTimeout(timer));
    request.once('end', () => clearTimeout(timer));
    request.resume();
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
        request.off('data', onData).off('end', onEnd).off('error', onBroken).off('close', onBroken);
        request.pause();
        if (error) reject(error);
        else resolve();
      };
      const onData = (chunk: Buffer): void => {
        this.kept.push(chunk);
        this.keptBytes += chunk.length;
        if (this.keptBytes >= maxBytes) settle();
      };
      const onEnd = (): void => {
        this.ended = true;
        settle();
      };
      const onBroken = (): void => settle(new Error('The agent broke off its request body'));
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
    for (const chunk of this.kept.splice(0)) body.push(chunk);
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
