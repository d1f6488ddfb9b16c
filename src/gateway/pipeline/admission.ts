import { hash } from 'node:crypto';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { AgentAccess } from '../../modules/policy/agent-snapshot/agent-access.js';
import type { AgentMessage } from '../exchange/agent-message.js';
import {
  findReverseModeToken,
  looksLikeAgentToken,
  readProxyAuthorization,
  tokenRefusal,
} from '../exchange/agent-token.js';
import type { ConnectionAuthCache } from '../exchange/connection-auth-cache.js';
import type { GatewayMode } from '../exchange/exchange.js';
import type { HeaderList } from '../exchange/headers/headers.js';
import { catchSync, thenSync } from '../exchange/results/maybe-async.js';
import { goesOn, type Outcome, refused, type Refused } from '../exchange/results/outcome.js';
import * as refusals from '../exchange/results/refusals.js';
import { type AgentDirectory, StateUnavailable } from '../exchange/services.js';
import type { TokenRefusal } from './refused-tokens.js';

/** Whose token a message carries, and what it may do. */
export interface Bearer {
  readonly access: AgentAccess;
  readonly token: string;
  readonly tokenHash: Buffer;
  /** The field the token came in where it is the upstream's as well, as in reverse mode; else null. */
  readonly tokenHeader: string | null;
}

export interface AdmissionEvents {
  /** Faults that became a 502; `error` never holds request data. */
  fault(error: unknown): void;
  /** A tunnel or a request without a valid token was refused. */
  authFailed?(refusal: TokenRefusal): void;
}

/** `authenticate` and `loadState` of 06 §19; `connect` is the request for a tunnel (06 §4.2). */
export class Admission {
  constructor(
    private readonly agents: AgentDirectory,
    private readonly events: AdmissionEvents,
  ) {}

  /** Inside a tunnel the token is its opener's, looked up anew for each request (06 §3.1.6). */
  ofMessage(
    { tunnel, mode, lastSaid, client }: AgentMessage,
    headers: HeaderList,
  ): Promise<Outcome<Bearer>> | Outcome<Bearer> {
    if (tunnel === null) return this.ofHeaders(mode, headers, client.socket, lastSaid);
    return this.lookUp(tunnel, null, mode, client.socket);
  }

  ofHeaders(
    mode: GatewayMode | 'connect',
    headers: HeaderList,
    from: Duplex,
    lastSaid: ConnectionAuthCache | null = null,
  ): Promise<Outcome<Bearer>> | Outcome<Bearer> {
    // Elsewhere the token may come in other fields.
    const last = mode === 'absolute' ? lastSaid : null;
    const known = last?.bearerOf(headers) ?? null;
    if (known !== null) return this.lookUp(known, null, mode, from);
    const placed = placeToken(mode, headers);
    if (placed.refused) return placed;
    if (placed.found === null || !looksLikeAgentToken(placed.found.token))
      return this.withoutToken(mode, placed.found !== null, from);
    const { token, header } = placed.found;
    // By way of a string: Node's own buffer for a hash costs more than the hash.
    const tokenHash = Buffer.from(hash('sha256', token, 'binary'), 'latin1');
    last?.keep(headers, { token, tokenHash });
    return this.lookUp({ token, tokenHash }, header, mode, from);
  }

  private lookUp(
    { token, tokenHash }: Pick<Bearer, 'token' | 'tokenHash'>,
    tokenHeader: string | null,
    mode: GatewayMode | 'connect',
    from: Duplex,
  ): Promise<Outcome<Bearer>> | Outcome<Bearer> {
    return catchSync(
      () =>
        thenSync<AgentAccess | null, Outcome<Bearer>>(this.agents.identify(tokenHash), (access) =>
          access ? goesOn({ access, token, tokenHash, tokenHeader }) : this.withoutToken(mode, true, from),
        ),
      (error) => this.unknowable(mode, error),
    );
  }

  private unknowable(mode: GatewayMode | 'connect', error: unknown): Refused {
    this.events.fault(error);
    const resolving = mode === 'tunnel' || (mode !== 'connect' && error instanceof StateUnavailable);
    return refused(resolving ? refusals.resolutionFailed() : refusals.lookupFailed());
  }

  private withoutToken(mode: GatewayMode | 'connect', presented: boolean, from: Duplex): Refused {
    const { remoteAddress = null } = from as Partial<Socket>;
    this.events.authFailed?.({ mode, presented, clientAddress: remoteAddress });
    return refused(tokenRefusal(mode));
  }
}

/** The token of the message, null without one, or the refusal of a message that carries two (06 §3.1.4). */
function placeToken(
  mode: GatewayMode | 'connect',
  headers: HeaderList,
): Outcome<{ token: string; header: string | null } | null> {
  const proxy = readProxyAuthorization(headers);
  if (proxy.kind === 'repeated')
    return refused(refusals.malformedRequest('Proxy-Authorization must not be repeated.'));
  if (mode === 'reverse') return goesOn(findReverseModeToken(headers));
  return goesOn(proxy.kind === 'token' ? { token: proxy.token, header: null } : null);
}
