import { LRUCache } from 'lru-cache';
import { Client, Pool, type Dispatcher } from 'undici';
import { authorityOf } from '../exchange.js';
import type { AgentDestination, Connector } from './connector.js';

export interface PoolSettings {
  responseTimeoutMs: number;
  idleTimeoutMs: number;
  /** Idle keep-alive of an upstream connection (06 §9.11). */
  keepAliveMs: number;
  maxPools: number;
  maxConnectionsPerOrigin: number;
}

export const POOL_DEFAULTS = {
  keepAliveMs: 30_000,
  maxPools: 4_000,
  maxConnectionsPerOrigin: 4_096,
} as const;

/** A handler that wants to know whether its request goes out on a connection that served others before. */
export interface ReuseAware {
  reused: boolean;
}

const MAXIMUM_RESPONSE_HEAD = 65_536;

/** One connection of a pool; tells handlers whether they got a fresh one, for the one replay of 06 §9.4. */
class PooledConnection extends Client {
  private served = 0;

  constructor(origin: URL, options: Client.Options) {
    super(origin, options);
    // `connect` follows the dispatch that caused it.
    this.on('connect', () => (this.served = 1));
    this.on('disconnect', () => (this.served = 0));
  }

  override dispatch(options: Dispatcher.DispatchOptions, handler: Dispatcher.DispatchHandler): boolean {
    if ('reused' in handler) (handler as ReuseAware).reused = this.served > 0;
    this.served += 1;
    return super.dispatch(options, handler);
  }
}

/**
 * Keep-alive connections per agent and origin. No two agents share one: an upstream that reads a message's end
 * elsewhere than we do would take what one agent wrote for the start of the other's request, credential included,
 * and one that authenticates connections (NTLM) would take the one agent for the other. Pools are bounded: the
 * least recently used one is closed, its requests in flight finish.
 */
export class OriginPools {
  private readonly pools: LRUCache<string, Pool>;

  constructor(
    private readonly connector: Connector,
    private readonly settings: PoolSettings,
  ) {
    this.pools = new LRUCache({
      max: settings.maxPools,
      dispose: (pool) => void pool.close().catch(() => undefined),
    });
  }

  /** `notHome`: with connections of their own, none of which ends at the deployment's own API. */
  poolFor(destination: AgentDestination, notHome = false): Pool {
    const { scheme, host, port, agentToken } = destination;
    const origin = `${scheme}://${authorityOf(scheme, host, port)}`;
    const key = notHome ? `${agentToken} ${origin} elsewhere` : `${agentToken} ${origin}`;
    let pool = this.pools.get(key);
    if (!pool) {
      // Nothing of the exchange may be kept alive by the pool.
      pool = this.createPool(origin, { scheme, host, port, agentToken, notHome });
      this.pools.set(key, pool);
    }
    return pool;
  }

  /** Cuts every upstream connection; used at the end of the drain. */
  async destroy(): Promise<void> {
    const all = [...this.pools.values()];
    await Promise.all(all.map((pool) => pool.destroy().catch(() => undefined)));
    this.pools.clear();
  }

  private createPool(origin: string, destination: AgentDestination): Pool {
    const { keepAliveMs, responseTimeoutMs, idleTimeoutMs, maxConnectionsPerOrigin } = this.settings;
    const pool = new Pool(origin, {
      connections: maxConnectionsPerOrigin,
      pipelining: 1,
      allowH2: false,
      keepAliveTimeout: keepAliveMs,
      keepAliveMaxTimeout: keepAliveMs,
      headersTimeout: responseTimeoutMs,
      bodyTimeout: idleTimeoutMs,
      maxHeaderSize: MAXIMUM_RESPONSE_HEAD,
      connect: (_options, callback) => {
        this.connector.open(destination).then(
          (socket) => callback(null, socket),
          (error: Error) => callback(error, null),
        );
      },
      factory: (url, options) => new PooledConnection(url, options),
    });
    // Pools report broken connections as events; each request hears of its own through its handler.
    pool.on('connectionError', () => undefined);
    return pool;
  }
}
