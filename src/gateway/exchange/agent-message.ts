import type { Authority } from '../../domain/decision/matching/host.js';
import type { ConnectionAuthCache } from './connection-auth-cache.js';
import type { ClientLeg, GatewayMode, Scheme } from './exchange.js';

/** Who opened a tunnel; looked up anew for every request inside it (06 §3.1.6). */
export interface TunnelIdentity {
  token: string;
  tokenHash: Buffer;
}

/** A request as the listener classified it, before anybody is authenticated. */
export interface AgentMessage {
  client: ClientLeg;
  mode: GatewayMode;
  scheme: Scheme;
  /** Normalised destination; null for a malformed one. */
  authority: Authority | null;
  target: string;
  /** Null where the request itself must carry a token. */
  tunnel: TunnelIdentity | null;
  /** Of its connection, outside of tunnels. */
  lastSaid: ConnectionAuthCache | null;
  isWebSocket: boolean;
  expectsContinue: boolean;
}
