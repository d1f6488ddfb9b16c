import { LRUCache } from 'lru-cache';
import { authorityOf } from '../../exchange/exchange.js';
import { ConnectionPool } from './connection-pool.js';
import type { AgentDestination, Connector } from '../dialing/connector.js';
import { DispatchQueue } from './dispatch-queue.js';
import type { PoolDependencies } from './pool-types.js';
import { TimeoutScheduler } from '../channels/timeout-scheduler.js';

export interface PoolSettings {
  responseTimeoutMs: number;
  idleTimeoutMs: number;
  /** Idle keep-alive of an upstream connection (06 §9.11). */
  keepAliveMs: number;
  maxPools: number;
  maxConnectionsPerOrigin: number;
  /** Whether HTTP/2 is offered to origins with TLS. */
  http2: boolean;
}

export const POOL_DEFAULTS = {
  keepAliveMs: 30_000,
  maxPools: 4_000,
  maxConnectionsPerOrigin: 4_096,
} as const;

interface Asked extends AgentDestination {
  readonly notHome: boolean;
  readonly isWebSocket: boolean;
  readonly modelCall: boolean;
  readonly pool: ConnectionPool;
}

/**
 * Keep-alive connections per agent and origin. No two agents share one: an upstream that reads a message's end
 * elsewhere than we do would take what one agent wrote for the start of the other's request, credential included,
 * and one that authenticates connections (NTLM) would take the one agent for the other. Pools are bounded: the
 * least recently used one is closed, its requests in flight finish.
 */
export class OriginPools {
  private readonly pools: LRUCache<string, ConnectionPool>;
  /** What was asked for last, which is mostly what is asked for next; hence nobody used another one since. */
  private latest: Asked | null = null;
  private readonly terms: PoolDependencies;
  private readonly sweeper: TimeoutScheduler;

  constructor(
    private readonly connector: Connector,
    private readonly settings: PoolSettings,
  ) {
    const { responseTimeoutMs, idleTimeoutMs, keepAliveMs } = settings;
    this.sweeper = new TimeoutScheduler(Math.min(responseTimeoutMs, idleTimeoutMs, keepAliveMs));
    this.terms = {
      limits: { timeouts: this.sweeper, responseTimeoutMs, idleTimeoutMs, keepAliveMs },
      departures: new DispatchQueue(),
      mostConnections: settings.maxConnectionsPerOrigin,
    };
    this.pools = new LRUCache({ max: settings.maxPools, dispose: (pool) => this.drop(pool) });
  }

  /**
   * `notHome`: with connections of their own, none of which ends at the deployment's own API. WebSockets have theirs,
   * because they are spoken over HTTP/1.1 alone (06 §9.2), and so have questions to models, which may lead where no
   * other request may.
   */
  poolFor(
    destination: AgentDestination,
    notHome = false,
    isWebSocket = false,
    modelCall = false,
  ): ConnectionPool {
    const { latest } = this;
    if (latest !== null && isAsked(latest, destination, notHome, isWebSocket, modelCall)) return latest.pool;
    const { scheme, host, port, agentToken, organizationId } = destination;
    const home = { scheme, host, port, agentToken, organizationId, notHome, modelCall };
    const pool = this.find(home, isWebSocket);
    this.latest = { ...home, isWebSocket, pool };
    return pool;
  }

  /** Cuts every upstream connection; used at the end of the drain. */
  destroy(): void {
    this.pools.clear();
    this.sweeper.end();
  }

  /** Nothing of an exchange may be kept alive by the pool: `home` is no exchange. */
  private find(home: AgentDestination, isWebSocket: boolean): ConnectionPool {
    const { scheme, host, port, agentToken, notHome, modelCall } = home;
    const authority = authorityOf(scheme, host, port);
    let key = `${agentToken} ${scheme}://${authority}`;
    if (notHome) key += ' elsewhere';
    if (isWebSocket) key += ' websocket';
    if (modelCall) key += ' model';
    let pool = this.pools.get(key);
    if (!pool) {
      const http2 = this.settings.http2 && !isWebSocket;
      pool = new ConnectionPool(() => this.connector.open(home, http2), authority, this.terms);
      this.pools.set(key, pool);
    }
    return pool;
  }

  private drop(pool: ConnectionPool): void {
    if (this.latest?.pool === pool) this.latest = null;
    pool.close();
  }
}

function isAsked(
  asked: Asked,
  { scheme, host, port, agentToken }: AgentDestination,
  notHome: boolean,
  isWebSocket: boolean,
  modelCall: boolean,
): boolean {
  return (
    asked.agentToken === agentToken &&
    asked.host === host &&
    asked.port === port &&
    asked.scheme === scheme &&
    asked.notHome === notHome &&
    asked.isWebSocket === isWebSocket &&
    asked.modelCall === modelCall
  );
}
