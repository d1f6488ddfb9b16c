import { connect as netConnect, isIP, type LookupFunction, type Socket } from 'node:net';
import {
  connect as tlsConnect,
  type SecureContext,
  type TLSSocket,
  createSecureContext,
  getCACertificates,
} from 'node:tls';
import { LRUCache } from 'lru-cache';
import {
  hostMatches,
  compileHostPattern,
  type CompiledHost,
} from '../../../domain/decision/matching/host.js';
import { stripBrackets } from '../../../kernel/egress/destination/address-class.js';
import {
  DestinationRefused,
  type Destination,
  type DestinationGuard,
  type ResolvedAddress,
} from '../../../kernel/egress/destination/destination-guard.js';
import { LOOKUPS } from '../../../kernel/egress/lookup-turns.js';
import type { EgressProxy } from './egress-proxy.js';
import { UpstreamFailure } from '../channels/upstream-failure.js';

const REMEMBERED_SESSIONS = 2_000;

/** Where to, and on whose behalf. */
export type AgentDestination = Destination & {
  readonly agentToken: string;
  readonly organizationId: string;
  /** Requests here say who their client is: the connection must not end at the deployment's own API (R31). */
  readonly notHome?: boolean;
};

export interface ConnectorSettings {
  connectTimeoutMs: number;
  /** Roots for verification; null = the built-in ones. */
  secureContext: SecureContext | null;
  skipVerifyHosts: readonly string[];
  acceptInvalidCertificates: boolean;
}

/**
 * Opens upstream connections: look-up and check of every address, TCP to a checked one, TLS with the name
 * (06 §8.2, §9.1). The connect timeout covers all of it. Used by the pools and by WebSocket legs alike.
 */
export class Connector {
  private readonly skipVerify: CompiledHost[];
  private readonly sessions = new LRUCache<string, Buffer>({ max: REMEMBERED_SESSIONS });

  constructor(
    private readonly guard: DestinationGuard,
    private readonly settings: ConnectorSettings,
    private readonly egress: EgressProxy | null = null,
  ) {
    this.skipVerify = settings.skipVerifyHosts.map(compileHostPattern);
  }

  /** Offers HTTP/2 where asked to. Rejects with `DestinationRefused` or `UpstreamFailure`. */
  async open(destination: AgentDestination, http2 = false): Promise<Socket> {
    const deadline = new Deadline(this.settings.connectTimeoutMs);
    try {
      const socket = await deadline.race(this.connectPlain(destination, deadline));
      if (destination.scheme === 'http') return socket;
      return await deadline.race(this.secure(socket, destination, http2, deadline));
    } catch (error) {
      deadline.abandon();
      throw error;
    } finally {
      deadline.clear();
    }
  }

  /**
   * Whether a request to the destination may end at the deployment's own API, under whatever name. True also where
   * nobody here can tell: for names that do not resolve, and for those that the operator's proxy resolves anew.
   */
  async mayLeadHome(destination: AgentDestination): Promise<boolean> {
    const { host, port } = destination;
    if (this.guard.namesHome(destination)) return true;
    if (!isIP(stripBrackets(host)) && this.egress?.appliesTo(host, port)) return true;
    const deadline = new Deadline(this.settings.connectTimeoutMs);
    try {
      const addresses = await deadline.race(this.addressesOf(destination, false, deadline));
      return await deadline.race(this.guard.leadsHome(addresses, port));
    } catch {
      return true;
    } finally {
      deadline.clear();
    }
  }

  private async connectPlain(destination: AgentDestination, deadline: Deadline): Promise<Socket> {
    const proxied = this.egress?.appliesTo(destination.host, destination.port) ?? false;
    const addresses = await this.addressesOf(destination, proxied, deadline);
    if (destination.notHome && (await this.guard.leadsHome(addresses, destination.port)))
      throw new DestinationRefused(destination.host, 'self');
    if (proxied && this.egress) return this.egress.connect(destination, (socket) => deadline.own(socket));
    return connectTo(addresses, destination.port, deadline);
  }

  /** With an egress proxy a name that does not resolve here is left to the proxy (06 §8.7). */
  private async addressesOf(
    destination: AgentDestination,
    proxied: boolean,
    deadline: Deadline,
  ): Promise<ResolvedAddress[]> {
    try {
      const look = (): Promise<ResolvedAddress[]> => {
        if (deadline.over) throw new Error('Nobody waits for it any more');
        return this.guard.resolve(destination);
      };
      return await LOOKUPS.take(destination.organizationId, look, destination.agentToken);
    } catch (cause) {
      if (cause instanceof DestinationRefused) throw cause;
      if (proxied) return [];
      throw new UpstreamFailure('dns', { cause });
    }
  }

  private secure(
    socket: Socket,
    destination: Destination,
    http2: boolean,
    deadline: Deadline,
  ): Promise<TLSSocket> {
    const host = stripBrackets(destination.host);
    const key = `${host}:${destination.port}`;
    return new Promise((resolve, reject) => {
      const secured = tlsConnect({
        socket,
        host,
        servername: isIP(host) ? undefined : host,
        ALPNProtocols: http2 ? ['h2', 'http/1.1'] : ['http/1.1'],
        rejectUnauthorized: !this.skipsVerification(destination.host),
        session: this.sessions.get(key),
        ...(this.settings.secureContext ? { secureContext: this.settings.secureContext } : {}),
      });
      deadline.own(secured);
      const fail = (cause: Error): void => reject(new UpstreamFailure('tls', { cause }));
      const closed = (): void => fail(new Error('Closed during the TLS handshake'));
      secured.once('error', fail).once('close', closed);
      secured.on('session', (session: Buffer) => this.sessions.set(key, session));
      secured.once('secureConnect', () => {
        secured.off('error', fail).off('close', closed);
        resolve(secured);
      });
    });
  }

  private skipsVerification(host: string): boolean {
    return (
      this.settings.acceptInvalidCertificates || this.skipVerify.some((pattern) => hostMatches(pattern, host))
    );
  }
}

/** One clock for look-up, TCP, proxy and TLS; on expiry the socket in hand is destroyed. */
class Deadline {
  private readonly timer: NodeJS.Timeout;
  private readonly expired: Promise<never>;
  private held: Socket | null = null;
  over = false;

  constructor(milliseconds: number) {
    let expire: (error: Error) => void = () => undefined;
    this.expired = new Promise<never>((_resolve, reject) => (expire = reject));
    this.expired.catch(() => undefined);
    this.timer = setTimeout(() => {
      expire(new UpstreamFailure('timeout'));
      this.abandon();
    }, milliseconds);
  }

  /** Registers the socket to destroy when the attempt is abandoned. */
  own(socket: Socket): void {
    this.held = socket;
    if (this.over) socket.destroy();
  }

  race<T>(work: Promise<T>): Promise<T> {
    return Promise.race([work, this.expired]);
  }

  clear(): void {
    clearTimeout(this.timer);
  }

  abandon(): void {
    this.over = true;
    this.held?.on('error', () => undefined);
    this.held?.destroy();
  }
}

/**
 * TCP to one of the given addresses and to no other: the "look-up" that Node performs answers with them,
 * so that happy eyeballs works without a second resolution.
 */
function connectTo(
  addresses: readonly ResolvedAddress[],
  port: number,
  deadline: Pick<Deadline, 'own'>,
): Promise<Socket> {
  const pinned: LookupFunction = (_hostname, options, callback) => {
    if (options.all) callback(null, [...addresses]);
    else callback(null, addresses[0]!.address, addresses[0]!.family);
  };
  return new Promise((resolve, reject) => {
    const socket = netConnect({
      host: addresses.length === 1 ? addresses[0]!.address : 'pinned.invalid',
      port,
      lookup: pinned,
      autoSelectFamily: true,
      noDelay: true,
      keepAlive: true,
    });
    deadline.own(socket);
    const fail = (cause: Error): void => reject(new UpstreamFailure('connect', { cause }));
    socket.once('error', fail);
    socket.once('connect', () => {
      socket.off('error', fail);
      resolve(socket);
    });
  });
}

/**
 * The roots upstream certificates are verified against: Node's built-in ones, those of
 * NODE_EXTRA_CA_CERTS and the operator's bundle (06 §2, §9.1). Null when there is no bundle: Node's
 * default store is shared by all connections and need not be parsed again.
 */
export function trustedRoots(bundlePem: string | null): SecureContext | null {
  if (bundlePem === null) return null;
  return createSecureContext({ ca: [...getCACertificates('default'), bundlePem] });
}
