import type { Exchange, Verdict } from '../exchange.js';
import type { ClientIdentity } from './client-identity.js';
import { ForwardedExchange } from './forwarded-exchange.js';
import type { OriginPools } from './origin-pools.js';
import { WebSocketLeg } from './websocket.js';

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
export interface UpstreamLeg {
  /** Settles when the answer is complete or broken off; for a WebSocket at its handshake. */
  readonly result: Promise<ForwardResult>;
  /**
   * Ends it: with the refusal where nothing was answered yet, else by breaking both connections. True when `result`
   * was told before, as that of an open WebSocket was.
   */
  cut(refusal: Verdict): boolean;
}

export interface UpstreamSettings {
  idleTimeoutMs: number;
}

/** The upstream leg of the pipeline (06 §19.26 to 28): dials, sends, streams the answer to the agent. */
export class Upstream {
  constructor(
    private readonly pools: OriginPools,
    private readonly identity: ClientIdentity,
    private readonly settings: UpstreamSettings,
  ) {}

  /** The last thing before `forward`; null when there is nothing to wait for, which is nearly always. */
  prepare(exchange: Exchange): Promise<void> | null {
    return this.identity.settle(exchange);
  }

  forward(exchange: Exchange, hooks: ForwardHooks): UpstreamLeg {
    const pool = this.pools.poolFor(exchange, exchange.outbound.notHome);
    const Leg = exchange.isWebSocket ? WebSocketLeg : ForwardedExchange;
    return new Leg(exchange, pool, hooks, this.settings.idleTimeoutMs).run();
  }

  async close(): Promise<void> {
    await this.pools.destroy();
  }
}
