import type { Exchange } from '../exchange/exchange.js';
import type { Refusal } from '../exchange/results/refusals.js';
import type { AnswerWatch, UpstreamAnswer } from '../exchange/results/upstream-answer.js';
import type { ConnectionPool } from './pools/connection-pool.js';
import type { ConnectionWaiter } from './pools/connection-waiter.js';
import type { AnswerHead, AnswerTaker, UpstreamChannel } from './channels/upstream-types.js';
import type { Socket } from 'node:net';

export const UNAUTHORIZED = 401;

export interface ForwardResult {
  status: number;
  /** A hint that replaced the upstream's answer, or the refusal of a failed leg. */
  refusal: Refusal | null;
  complete: boolean;
  /** `refusal` ended what had been let through. */
  cut?: boolean;
  /** It went out, and was given up by the agent, the gateway or time before an answer began. */
  unanswered?: boolean;
  /** Milliseconds to the head of the upstream's answer; undefined when none came. */
  upstreamMs?: number | undefined;
}

/** Whose request it is. */
export interface ForwardHooks {
  /** Null: nobody looks at the answer, which is so for nearly all. */
  readonly meter: AnswerWatch | null;
  /** Whether `explain` is to be asked. */
  readonly explains: boolean;
  /** Null: the upstream's answer passes as it is. Only asked on 400, 401 and 403. */
  explain(answer: UpstreamAnswer): Refusal | null;
  /** Whether `renew` is to be asked. */
  readonly renews: boolean;
  /**
   * Asked once, on a 401: whether the request now carries a token that the upstream has not seen (06 §11.4.3). Never
   * rejects.
   */
  renew(): Promise<boolean>;
  /** The refusal for a leg that failed before any answer. */
  failed(error: unknown): Refusal;
  /** Told once: the answer is complete or broken off; of a WebSocket that its handshake is over. Must not throw. */
  ended(result: ForwardResult): void;
}

/** One exchange under way. It is its own taker of the answer, so that no closure is made per request. */
export abstract class UpstreamLeg implements AnswerTaker, ConnectionWaiter {
  protected settled = false;
  protected connection: UpstreamChannel | null = null;
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
  abstract cut(refusal: Refusal): boolean;

  /** Sends the request; a connection that came too late goes back. */
  onConnection(connection: UpstreamChannel): void {
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

  protected abstract send(connection: UpstreamChannel): void;

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
