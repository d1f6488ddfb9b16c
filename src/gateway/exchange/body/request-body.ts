import { Buffer } from 'node:buffer';
import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import type { AgentRequest } from '../transport/agent-leg.js';
import {
  BODY_BUDGET_DEFAULTS,
  type BodyBudgets,
  type BodyOwner,
  type BodyRefusal,
  BodyRefused,
} from './body-budgets.js';
import { brokenOff, PrefixSink, StreamedRest, KeptPrefix } from './body-sinks.js';

/** While somebody waits to see a body. */
const LOOK_AGAIN_MS = 20;
const HIGH_WATER_MARK = 65_536;
/** After the refusal of a body that came too slowly, for the agent to read it. */
const CUT_AFTER_MS = 1_000;

export interface BodyPrefix {
  bytes: Buffer;
  /** True when `bytes` is the whole body. */
  complete: boolean;
}

/**
 * The body of an agent's request. It stays with the connection until somebody asks: `peek` reads a bounded
 * prefix and keeps it for forwarding, `toUpstream` hands over everything once, with back-pressure.
 * The first read sends `100 Continue` when the agent waits for it (06 §9.9). What is kept counts against a budget and
 * may be refused for it (`BodyRefused`).
 */
export class RequestBody {
  readonly present: boolean;
  /** The declared `Content-Length`, null for chunked bodies. */
  declaredLength: number | null;
  private readonly kept: KeptPrefix;
  private readonly prefix: PrefixSink;
  private handedOver = false;

  /** `owner`: whose budget the kept bytes count against. */
  constructor(
    private readonly request: AgentRequest,
    private sendContinue: (() => void) | null,
    private readonly readAheadMs: number = BODY_BUDGET_DEFAULTS.patienceMs,
    budgets: BodyBudgets | null = null,
    owner: BodyOwner | null = null,
  ) {
    this.declaredLength = request.declaredLength;
    this.present = request.hasBody;
    this.kept = new KeptPrefix(budgets, owner, request.declaredLength);
    this.prefix = new PrefixSink(request, this.kept, budgets?.traffic ?? null);
  }

  /** Reads until `maxBytes` are there or the body ends. Throws when the agent breaks off or the body is refused. */
  async peek(maxBytes: number): Promise<BodyPrefix> {
    await this.ahead(maxBytes);
    const bytes = this.kept.bytes();
    return { bytes: bytes.subarray(0, maxBytes), complete: this.ended && bytes.length <= maxBytes };
  }

  /** All of it in the pieces it is kept in; null when it is longer. Throws like `peek`. */
  async whole(maxBytes: number): Promise<readonly Buffer[] | null> {
    // One more, because the end of a body is only seen by reading on.
    await this.ahead(maxBytes + 1);
    return this.ended && this.kept.length <= maxBytes ? this.kept.pieces() : null;
  }

  /** Sends these bytes in place of the agent's, all of which were peeked (06 §11.6). */
  replace(bytes: Buffer): void {
    this.kept.replace(bytes);
    this.declaredLength = bytes.length;
  }

  /**
   * What is here of a body that waits, reading on up to `maxBytes` while there is time: an agent that holds the rest back
   * loses nothing by it. Null once the body is given up.
   */
  async soFar(maxBytes: number, patienceMs: number): Promise<{ bytes: Buffer; whole: boolean } | null> {
    const until = performance.now() + patienceMs;
    // One more, because the end of a body is only seen by reading on.
    if (this.present) this.prefix.read(maxBytes + 1);
    while (!this.ended && this.kept.length <= maxBytes && performance.now() < until) {
      if (this.prefix.broke || this.kept.refusal !== null) break;
      await sleep(LOOK_AGAIN_MS);
    }
    if (this.kept.refusal !== null) return null;
    const bytes = Buffer.from(this.kept.bytes().subarray(0, maxBytes));
    return { bytes, whole: this.ended && this.kept.length <= maxBytes };
  }

  /** Says how many bytes are held that somebody made of the peeked ones; they count as well. */
  holdDerived(bytes: number): void {
    this.kept.holdDerived(bytes);
  }

  /** `read` sees every piece once: what is here now, the others as they arrive. It must not hold them up. */
  watch(read: (piece: Buffer) => void): void {
    for (const piece of this.kept.pieces()) read(piece);
    this.prefix.watcher = read;
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
    this.prefix.read(maxBytes);
    return () => this.request.pauseBody();
  }

  /** The body for the upstream leg: null without one, a Buffer for a small one that is here, else a stream. */
  toUpstream(): Readable | Buffer | null {
    if (!this.present) return null;
    this.invite();
    if (this.request.complete) this.prefix.read(Infinity);
    if (!this.ended) {
      this.handedOver = true;
      return this.stream();
    }
    if (this.kept.refusal !== null) return this.cutWhenRefused(new Readable({ read: () => undefined }));
    // As much as a socket takes at once; more would wait in its queue for an upstream that does not read.
    if (this.kept.length > HIGH_WATER_MARK) return this.replay();
    this.kept.passedOn();
    return this.kept.bytes();
  }

  /** All of it has come from the agent. */
  get ended(): boolean {
    return !this.present || this.prefix.ended;
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

  private async ahead(maxBytes: number): Promise<void> {
    this.invite();
    if (this.prefix.read(maxBytes)) await this.readAhead();
    if (this.kept.refusal !== null) throw new BodyRefused(this.kept.refusal);
  }

  private readAhead(): Promise<void> {
    const { request, refused, prefix } = this;
    if (prefix.broke) return Promise.reject(brokenOff());
    return new Promise((resolve, reject) => {
      const settle = (error?: Error): void => {
        clearTimeout(timer);
        refused.removeEventListener('abort', onRefused);
        prefix.settled = null;
        request.pauseBody();
        if (error) reject(error);
        else resolve();
      };
      const onRefused = (): void => settle(refused.reason as Error);
      // Whoever holds back what is asked for would keep its connection, one of a bounded number, for ever.
      const timer = setTimeout(() => this.cut(), this.readAheadMs);
      refused.addEventListener('abort', onRefused);
      prefix.settled = settle;
    });
  }

  private cut(): void {
    this.kept.refuse('slow');
    setTimeout(() => this.request.destroy(), CUT_AFTER_MS).unref();
  }

  /** All of it is here: handed over as the upstream reads, and kept for another attempt while there is room. */
  private replay(): Readable {
    const pieces = this.kept.pieces();
    let next = 0;
    let at = 0;
    const read = (): void => {
      const piece = pieces[next]!;
      body.push(piece.subarray(at, at + HIGH_WATER_MARK));
      at += HIGH_WATER_MARK;
      if (at < piece.length) return;
      next += 1;
      at = 0;
      if (next < pieces.length) return;
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
    if (refused.aborted) onRefused();
    return body;
  }

  private stream(): Readable {
    const kept = this.kept.bytes();
    const rest = new StreamedRest(this.request, this.prefix);
    let at = 0;
    const read = (): void => {
      if (at < kept.length) body.push(kept.subarray(at, (at += HIGH_WATER_MARK)));
      else {
        this.kept.drop();
        rest.readInto(body);
      }
    };
    const body = new Readable({ highWaterMark: HIGH_WATER_MARK, read });
    if (kept.length > 0) this.cutWhenRefused(body);
    return body.once('close', () => this.request.pauseBody());
  }
}
