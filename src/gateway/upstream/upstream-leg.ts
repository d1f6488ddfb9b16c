import type { Dispatcher } from 'undici';
import type { Exchange } from '../exchange.js';
import type { Verdict } from '../verdicts.js';
import { MOST_INTERIM_ANSWERS } from './response-head.js';
import { UpstreamFailure } from './upstream-failure.js';

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
  /** Milliseconds to the head of the upstream's answer; undefined when none came. */
  upstreamMs?: number | undefined;
}

export interface ForwardHooks {
  /** Null: the upstream's answer passes as it is. Only asked on 400, 401 and 403. */
  explain: ((answer: UpstreamAnswer) => Verdict | null) | null;
  /** The refusal for a leg that failed before any answer. */
  failed: (error: unknown) => Verdict;
}

/** One exchange under way. */
export abstract class UpstreamLeg {
  /** Settles when the answer is complete or broken off; for a WebSocket at its handshake. */
  readonly result: Promise<ForwardResult>;
  protected settled = false;
  protected controller: Dispatcher.DispatchController | null = null;
  private settle!: (result: ForwardResult) => void;
  private interimAnswers = 0;

  constructor(
    protected readonly exchange: Exchange,
    protected readonly pool: Dispatcher,
    protected readonly hooks: ForwardHooks,
    protected readonly idleTimeoutMs: number,
  ) {
    this.result = new Promise((resolve) => (this.settle = resolve));
  }

  abstract run(): this;

  /**
   * Ends it: with the refusal where nothing was answered yet, else by breaking both connections. True when `result`
   * was told before, as that of an open WebSocket was.
   */
  abstract cut(refusal: Verdict): boolean;

  /** Lets go of the agent's connection. */
  protected abstract detach(): void;

  /** 1xx is between the gateway and the upstream (06 §9.9). */
  protected interim(controller: Dispatcher.DispatchController): void {
    this.interimAnswers += 1;
    if (this.interimAnswers > MOST_INTERIM_ANSWERS) controller.abort(new UpstreamFailure('protocol'));
  }

  protected finish(result: ForwardResult): void {
    if (this.settled) return;
    this.settled = true;
    this.detach();
    this.settle(result);
  }
}

/** Reasons that only end a connection; nobody is told them. */
export const AGENT_GONE = new Error('The agent went away');
export const CUT = new Error('What was let through is not allowed any more');
