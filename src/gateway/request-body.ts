import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import { BODY_BUDGET_DEFAULTS, type BodyBudgets, type BodyRefusal } from './body-budgets.js';
import type { Traffic } from './traffic.js';
import { KeptPrefix } from './kept-prefix.js';

const HIGH_WATER_MARK = 65_536;
/** After the refusal of a body that came too slowly, for the agent to read it. */
const CUT_AFTER_MS = 1_000;

export interface BodyPrefix {
  bytes: Buffer;
  /** True when `bytes` is the whole body. */
  complete: boolean;
}

/**
 * The body of an agent's request. It stays in the socket until somebody asks: `peek` reads a bounded
 * prefix and keeps it for forwarding, `toUpstream` hands over everything once, with back-pressure.
 * The first read sends `100 Continue` when the agent waits for it (06 §9.9). What is kept counts against a budget and
 * may be refused for it (`BodyRefused`).
 */
export class RequestBody {
  readonly present: boolean;
  /** The declared `Content-Length`, null for chunked bodies. */
  readonly declaredLength: number | null;
  private readonly kept: KeptPrefix;
  private readonly traffic: Traffic | null;
  private ended: boolean;
  private handedOver = false;

  /** `owner`: whose budget the kept bytes count against, by the hash of the agent's token. */
  constructor(
    private readonly request: IncomingMessage,
    private sendContinue: (() => void) | null,
    private readonly readAheadMs: number = BODY_BUDGET_DEFAULTS.patienceMs,
    budgets: BodyBudgets | null = null,
    owner: Buffer | null = null,
  ) {
    const length = request.headers['content-length'];
    this.declaredLength = length === undefined ? null : Number(length);
    this.present = (this.declaredLength ?? 0) > 0 || request.headers['transfer-encoding'] !== undefined;
    this.ended = !this.present;
    this.kept = new KeptPrefix(budgets, owner);
    this.traffic = budgets?.traffic ?? null;
  }

  /** Reads until `maxBytes` are there or the body ends. Throws when the agent breaks off or the body is refused. */
  async peek(maxBytes: number): Promise<BodyPrefix> {
    this.invite();
    if (!this.ended && this.kept.length < maxBytes) await this.readAhead(maxBytes);
    this.refused.throwIfAborted();
    const bytes = this.kept.bytes();
    return { bytes: bytes.subarray(0, maxBytes), complete: this.ended && bytes.length <= maxBytes };
  }

  /** Says how many bytes are held that somebody made of the peeked ones; they count as well. */
  holdDerived(bytes: number): void {
    this.kept.holdDerived(bytes);
  }

  /** Why nothing of the body can be forwarded any more; null for a body that was not given up. */
  get refusal(): BodyRefusal | null {
    return this.kept.refusal;
  }

  /** Aborts when the body is given up. */
  get refused(): AbortSignal {
    return this.kept.signal;
  }

  /**
   * Goes on reading although nobody waits for the bytes, because only a connection that is read shows that it
   * ended. At most `maxBytes` are kept. The returned function must be called before the body is used again.
   */
  readOn(maxBytes: number): () => void {
    const { request } = this;
    if (this.ended || this.kept.length >= maxBytes) return () => undefined;
    const onData = (chunk: Buffer): void => {
      this.keep(chunk);
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

  /** The body for the upstream leg: null without one, a Buffer for a small one that is here, else a stream. */
  toUpstream(): Readable | Buffer | null {
    if (!this.present) return null;
    this.invite();
    if (!this.ended) {
      this.handedOver = true;
      return this.stream();
    }
    // As much as a socket takes at once; more would wait in its queue for an upstream that does not read.
    if (this.kept.length > HIGH_WATER_MARK) return this.replay();
    this.kept.passedOn();
    return this.kept.bytes();
  }

  /** True when the same body can be sent a second time (06 §9.4). */
  get repeatable(): boolean {
    return this.ended && !this.handedOver && this.kept.whole;
  }

  /** The upstream answers: what it has taken is not sent again. */
  answered(): void {
    this.kept.dropSpare();
  }

  /** Nobody asks for the body any more. */
  release(): void {
    this.kept.drop();
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
    const { request, refused } = this;
    return new Promise((resolve, reject) => {
      const settle = (error?: Error): void => {
        clearTimeout(timer);
        refused.removeEventListener('abort', onRefused);
        request.off('data', onData).off('end', onEnd).off('error', onBroken).off('close', onBroken);
        request.pause();
        if (error) reject(error);
        else resolve();
      };
      const onData = (chunk: Buffer): void => {
        this.keep(chunk);
        if (this.kept.length >= maxBytes) settle();
      };
      const onEnd = (): void => {
        this.ended = true;
        settle();
      };
      const onBroken = (): void => settle(new Error('The agent broke off its request body'));
      const onRefused = (): void => settle(refused.reason as Error);
      // Whoever holds back what is asked for would keep its connection, one of a bounded number, for ever.
      const timer = setTimeout(() => this.cut(), this.readAheadMs);
      refused.addEventListener('abort', onRefused);
      request.on('data', onData).on('end', onEnd).on('error', onBroken).on('close', onBroken);
      request.resume();
    });
  }

  private keep(chunk: Buffer): void {
    this.arrived(chunk);
    this.kept.add(chunk);
  }

  private arrived({ length }: Buffer): void {
    if (this.traffic !== null) this.traffic.received += length;
  }

  private cut(): void {
    this.kept.refuse('slow');
    setTimeout(() => this.request.socket.destroy(), CUT_AFTER_MS).unref();
  }

  /** All of it is here: handed over as the upstream reads, and kept for another attempt while there is room. */
  private replay(): Readable {
    const bytes = this.kept.bytes();
    let at = 0;
    const read = (): void => {
      body.push(bytes.subarray(at, at + HIGH_WATER_MARK));
      at += HIGH_WATER_MARK;
      if (at < bytes.length) return;
      this.kept.passedOn();
      body.push(null);
    };
    const body = new Readable({ highWaterMark: HIGH_WATER_MARK, read });
    return this.cutWhenRefused(body);
  }

  private cutWhenRefused(body: Readable): Readable {
    const { refused } = this;
    const onRefused = (): void => void body.destroy(refused.reason as Error);
    refused.addEventListener('abort', onRefused);
    body.once('close', () => refused.removeEventListener('abort', onRefused));
    return body;
  }

  /**
   * Not the request itself: undici destroys the body it was given when the upstream answers early, and
   * destroying an IncomingMessage would cut the agent off before it reads that answer.
   */
  private stream(): Readable {
    const { request } = this;
    const kept = this.kept.bytes();
    let at = 0;
    const read = (): void => {
      if (at < kept.length) body.push(kept.subarray(at, (at += HIGH_WATER_MARK)));
      else {
        this.kept.drop();
        request.resume();
      }
    };
    const body = new Readable({ highWaterMark: HIGH_WATER_MARK, read });
    if (kept.length > 0) this.cutWhenRefused(body);
    const onData = (chunk: Buffer): void => {
      this.arrived(chunk);
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
