import type { Readable } from 'node:stream';
import { KeptBytes } from '../../../kernel/http/body/kept-bytes.js';
import type { AgentRequest, BodySink } from '../transport/agent-leg.js';
import type { Traffic } from '../transport/traffic.js';
import {
  type BodyBudgets,
  type BodyOwner,
  type BodyRefusal,
  BodyRefused,
  type BodyShare,
} from './body-budgets.js';

/**
 * The beginning of a body, kept until it can be passed on, and its share of the agent's budget. The budget may take it
 * away: what was passed on already goes silently, anything else makes the body refused.
 */
export class KeptPrefix {
  /** Why the bytes are gone; null while they are there or have been passed on. */
  refusal: BodyRefusal | null = null;
  private kept: KeptBytes;
  private derived = 0;
  private share: BodyShare | null = null;
  private controller: AbortController | null = null;
  private spare = false;
  private lost = false;

  /** `owner`: null counts against no budget. */
  constructor(
    private readonly budgets: BodyBudgets | null,
    private readonly owner: BodyOwner | null,
    /** Null for a body that does not say. */
    declaredLength: number | null = null,
  ) {
    this.kept = new KeptBytes(declaredLength ?? undefined);
  }

  /** What was kept is still here, refused or passed on as it may be. */
  get whole(): boolean {
    return !this.lost;
  }

  get length(): number {
    return this.kept.length;
  }

  /** Aborts with the refusal. */
  get signal(): AbortSignal {
    this.controller ??= new AbortController();
    if (this.refusal !== null) this.controller.abort(new BodyRefused(this.refusal));
    return this.controller.signal;
  }

  bytes(): Buffer {
    return this.kept.bytes();
  }

  /** The same without putting it together. */
  pieces(): readonly Buffer[] {
    return this.kept.pieces();
  }

  /** Nothing is kept of a body that was refused. */
  add(chunk: Buffer): void {
    if (this.refusal !== null) return;
    this.kept.add(chunk);
    this.count();
  }

  /** Other bytes in their place. */
  replace(bytes: Buffer): void {
    if (this.refusal !== null) return;
    this.kept = new KeptBytes();
    this.kept.add(bytes);
    this.count();
  }

  /** Bytes made of the kept ones that are held besides. */
  holdDerived(bytes: number): void {
    if (this.derived === bytes || this.refusal !== null) return;
    this.derived = bytes;
    this.count();
  }

  refuse(reason: BodyRefusal): void {
    if (this.refusal !== null) return;
    this.refusal = reason;
    this.budgets?.countRefusal(reason);
    this.drop();
    this.controller?.abort(new BodyRefused(reason));
  }

  /** From now on the bytes are kept for a second attempt only. */
  passedOn(): void {
    if (this.refusal !== null) return;
    this.spare = true;
    if (this.share) this.budgets!.spare(this.share);
  }

  dropSpare(): void {
    if (this.spare) this.drop();
  }

  drop(): void {
    this.lost ||= this.kept.length > 0;
    this.kept.forget();
    this.derived = 0;
    if (this.share) this.budgets!.close(this.share);
    this.share = null;
  }

  private count(): void {
    const { budgets, owner } = this;
    if (budgets === null || owner === null) return;
    this.share ??= budgets.open(owner, () => this.givenUp());
    budgets.hold(this.share, this.kept.capacity + this.derived);
  }

  private givenUp(): void {
    this.share = null;
    if (this.spare) this.drop();
    else this.refuse('crowded');
  }
}

export function brokenOff(): Error {
  return new Error('The agent broke off its request body');
}

/** Keeps the beginning of a body, up to as much as somebody wants of it. */
export class PrefixSink implements BodySink {
  ended = false;
  broke = false;
  /** Told when what is wanted is here, or never will be. */
  settled: ((error?: Error) => void) | null = null;
  /** Looks at what arrives; must not hold it up. */
  watcher: ((piece: Buffer) => void) | null = null;
  private wanted = 0;

  constructor(
    private readonly request: AgentRequest,
    private readonly kept: KeptPrefix,
    private readonly traffic: Traffic | null,
  ) {}

  /** Takes what is here already; true when there is something to wait for. */
  read(maxBytes: number): boolean {
    if (this.ended || this.kept.length >= maxBytes || this.kept.refusal !== null) return false;
    this.wanted = maxBytes;
    this.request.readBody(this);
    return !this.ended && this.kept.length < maxBytes && this.kept.refusal === null;
  }

  arrived(piece: Buffer): void {
    if (this.traffic !== null) this.traffic.received += piece.length;
    this.watcher?.(piece);
  }

  data(piece: Buffer): void {
    this.arrived(piece);
    this.kept.add(piece);
    if (this.kept.length < this.wanted && this.kept.refusal === null) return;
    this.request.pauseBody();
    this.settled?.();
  }

  end(): void {
    this.ended = true;
    this.settled?.();
  }

  broken(): void {
    this.broke = true;
    this.settled?.(brokenOff());
  }
}

/** Passes on what is not kept, as fast as it is taken. */
export class StreamedRest implements BodySink {
  private body: Readable | null = null;

  constructor(
    private readonly request: AgentRequest,
    private readonly prefix: PrefixSink,
  ) {}

  readInto(body: Readable): void {
    this.body = body;
    this.request.readBody(this);
  }

  data(piece: Buffer): void {
    this.prefix.arrived(piece);
    if (!this.body!.push(piece)) this.request.pauseBody();
  }

  end(): void {
    this.prefix.ended = true;
    this.body!.push(null);
  }

  broken(): void {
    this.body!.destroy(brokenOff());
  }
}
