import type { Readable } from 'node:stream';
import type { AgentRequest, BodySink } from '../transport/agent-leg.js';
import type { KeptPrefix } from './kept-prefix.js';
import type { Traffic } from '../transport/traffic.js';

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
