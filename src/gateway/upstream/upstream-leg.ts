import type { Exchange } from '../exchange.js';
import type { Verdict } from '../verdicts.js';
import type { ConnectionPool } from './connection-pool.js';
import type { ConnectionAsker } from './connection-asker.js';
import type { AnswerHead, AnswerTaker, Carrier } from './connection-terms.js';
import type { Socket } from 'node:net';

export const UNAUTHORIZED = 401;

/** What the hint stage may look at (06 §12.1, §12.2). */
export interface UpstreamAnswer {
  status: number;
  /** Flat head as the upstream sent it. */
  headers: readonly string[];
  /** First bytes of the body for a 400, null for 401 and 403. */
  bodyPrefix: Buffer | null;
}

export interface ForwardResult {
  status: number;
  /** A hint that replaced the upstream's answer, or the refusal of a failed leg. */
  verdict: Verdict | null;
  complete: boolean;
  /** `verdict` ended what had been let through. */
  cut?: boolean;
  /** It went out, and was given up by the agent, the gateway or time before an answer began. */
  unanswered?: boolean;
  /** Milliseconds to the head of the upstream's answer; undefined when none came. */
  upstreamMs?: number | undefined;
}

/** Changes the body of an answer; what it holds is bounded. */
export interface AnswerFilter {
  /** What passes of the piece, and of what was held before. */
  push(piece: Buffer): Buffer;
  /** What is left at the end. */
  end(): Buffer;
}

/** Looks at an answer that passes. */
export interface AnswerWatch {
  /** The head; null: nobody looks at the body. */
  answered(status: number, headers: readonly string[]): { read(piece: Buffer): void } | null;
  /** What changes the body on its way to the agent; null: nothing does. */
  filter(status: number, headers: readonly string[]): AnswerFilter | null;
}

/** Whose request it is. */
export interface ForwardHooks {
  /** Null: nobody looks at the answer, which is so for nearly all. */
  readonly meter: AnswerWatch | null;
  /** Whether `explain` is to be asked. */
  readonly explains: boolean;
  /** Null: the upstream's answer passes as it is. Only asked on 400, 401 and 403. */
  explain(answer: UpstreamAnswer): Verdict | null;
  /** Whether `renew` is to be asked. */
  readonly renews: boolean;
  /**
   * Asked once, on a 401: whether the request now carries a token that the upstream has not seen (06 §11.4.3). Never
   * rejects.
   */
  renew(): Promise<boolean>;
  /** The refusal for a leg that failed before any answer. */
  failed(error: unknown): Verdict;
  /** Told once: the answer is complete or broken off; of a WebSocket that its handshake is over. Must not throw. */
  ended(result: ForwardResult): void;
}

/** One exchange under way. It is its own taker of the answer, so that no closure is made per request. */
export abstract class UpstreamLeg implements AnswerTaker, ConnectionAsker {
  protected settled = false;
  protected connection: Carrier | null = null;
  private renewed = false;

  constructor(
    protected readonly exchange: Exchange,
    protected readonly pool: ConnectionPool,
    protected readonly hooks: ForwardHooks,
    protected readonly idleTimeoutMs: number,
  ) {}

  get wanted(): boolean {
    return !this.settled;
  }

  abstract run(): this;

  /**
   * Ends it: with the refusal where nothing was answered yet, else by breaking both connections. True when its end
   * was told before, as that of an open WebSocket was.
   */
  abstract cut(refusal: Verdict): boolean;

  /** Sends the request; a connection that came too late goes back. */
  onConnection(connection: Carrier): void {
    if (this.settled) return connection.free();
    this.connection = connection;
    this.send(connection);
  }

  abstract onHead(head: AnswerHead): void;
  abstract onSwitch(head: AnswerHead, rest: Buffer, connection: { takeOver(): Socket }): void;
  abstract onPiece(piece: Buffer): void;
  abstract onPause(): void;
  abstract onEnd(trailers: readonly string[]): void;
  abstract onFailure(error: Error, untouched: boolean): void;

  protected abstract send(connection: Carrier): void;

  /** Lets go of the agent's connection. */
  protected abstract detach(): void;

  /** Whether there is another token, asked once and after a 401 (06 §11.4.3); null where nothing is to be asked. */
  protected anotherToken(): Promise<boolean> | null {
    if (this.renewed || !this.hooks.renews) return null;
    this.renewed = true;
    return this.hooks.renew();
  }

  protected finish(result: ForwardResult): void {
    if (this.settled) return;
    this.settled = true;
    this.detach();
    if (this.connection === null) this.pool.leave(this);
    this.hooks.ended(result);
  }
}
