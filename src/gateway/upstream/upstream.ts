import { destinationOf, type Exchange } from '../exchange/exchange.js';
import type { ClientIdentity } from './dialing/client-identity.js';
import { ForwardedExchange } from './forwarded-exchange.js';
import type { OriginPools } from './pools/origin-pools.js';
import type { ForwardHooks, UpstreamLeg } from './upstream-leg.js';
import { WebSocketLeg } from './websocket.js';

export interface UpstreamSettings {
  idleTimeoutMs: number;
}

/** The upstream leg of the pipeline (06 §19.27 to 29): dials, sends, streams the answer to the agent. */
export class Upstream {
  constructor(
    private readonly pools: OriginPools,
    /** The last step before `forward`. */
    readonly clientIdentity: ClientIdentity,
    private readonly settings: UpstreamSettings,
  ) {}

  forward(exchange: Exchange, hooks: ForwardHooks): UpstreamLeg {
    const { notHome, modelCall } = exchange.outbound;
    const pool = this.pools.poolFor(destinationOf(exchange), notHome, exchange.isWebSocket, modelCall);
    const Leg = exchange.isWebSocket ? WebSocketLeg : ForwardedExchange;
    return new Leg(exchange, pool, hooks, this.settings.idleTimeoutMs).run();
  }

  close(): void {
    this.pools.destroy();
  }
}
