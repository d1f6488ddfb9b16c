import { hash } from 'node:crypto';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { AgentAccess, AccessibleConnection } from '../../modules/policy/agent-snapshot/agent-access.js';
import {
  canonicalPath,
  resolveDotSegments,
  splitTarget,
} from '../../domain/decision/matching/canonical-path.js';
import type { Authority } from '../../domain/decision/matching/host.js';
import type { RequestFacts } from '../../domain/decision/policy/conditions/facts.js';
import type { Decision } from '../../domain/decision/policy/model.js';
import type { ResourceScope } from '../../domain/decision/resource-scopes/effective-scope.js';
import type { AgentMessage } from '../exchange/agent-message.js';
import { looksLikeAgentToken, tokenRefusal } from '../exchange/agent-token.js';
import type { ConnectionAuthCache } from '../exchange/connection-auth-cache.js';
import {
  type GatewayMode,
  defaultPort,
  type ClientLeg,
  type OutboundRequest,
  type Scheme,
} from '../exchange/exchange.js';
import type { HeaderList } from '../exchange/headers/headers.js';
import {
  isPromise,
  goesOn,
  type Outcome,
  refused,
  type Refused,
  type AdmittedExchange,
  type Produced,
  type SettledApproval,
  type WrittenCredentials,
} from '../exchange/progress.js';
import * as refusals from '../exchange/results/refusals.js';
import { type AgentDirectory, StateUnavailable } from '../exchange/services.js';
import type { BodyBudgets, BodyOwner } from '../exchange/body/body-budgets.js';
import { RequestBody } from '../exchange/body/request-body.js';
import { forwardedHeaders } from '../exchange/forwarded-headers.js';
import type { Traffic } from '../exchange/transport/traffic.js';
import { placeToken } from './message-token.js';
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
    const known = (access: AgentAccess | null): Outcome<Bearer> =>
      access ? goesOn({ access, token, tokenHash, tokenHeader }) : this.withoutToken(mode, true, from);
    try {
      const access = this.agents.identify(tokenHash);
      if (!isPromise(access)) return known(access);
      return access.then(known).catch((error: unknown) => this.unknowable(mode, error));
    } catch (error) {
      return this.unknowable(mode, error);
    }
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

/** `normalise` of 06 §19 and the copying half of `buildRequest`: what is fixed about a request, what goes upstream. */
export function normalise(
  message: AgentMessage,
  headers: HeaderList,
  agent: Bearer,
  budgets: BodyBudgets,
): Outcome<AdmittedExchange> {
  const { authority, target, mode, isWebSocket } = message;
  if (!authority) return refused(refusals.malformedRequest('The destination is not a valid host and port.'));
  const resolved = target.startsWith('/') ? resolveDotSegments(target) : null;
  if (resolved === null) return refused(refusals.malformedRequest('The request target is not a valid path.'));
  const { token, tokenHeader } = agent;
  const forwarded = forwardedHeaders({ headers, mode, isWebSocket, agentToken: token, tokenHeader });
  const outbound = { target: resolved, headers: forwarded.toFlat() };
  return goesOn(new AgentExchange(message, authority, headers, agent, outbound, budgets));
}

/** `owner`: null before the agent is known. */
export function bodyOf(message: AgentMessage, budgets: BodyBudgets, owner: BodyOwner | null): RequestBody {
  const { request, response } = message.client;
  const invite = message.expectsContinue ? () => response.writeContinue() : null;
  return new RequestBody(request, invite, budgets.settings.patienceMs, budgets, owner);
}

/** The one record of a request: what is fixed about it, what goes upstream, and what its steps have found out so far. */
class AgentExchange implements AdmittedExchange {
  readonly mode: GatewayMode;
  readonly method: string;
  readonly scheme: Scheme;
  readonly host: string;
  readonly port: number;
  readonly target: string;
  readonly path: string;
  readonly canonicalPath: string;
  readonly query: string | null;
  readonly body: RequestBody;
  readonly isWebSocket: boolean;
  readonly responseHeaders: [name: string, value: string][] = [];
  readonly startedAt = performance.now();
  readonly client: ClientLeg;
  readonly traffic: Traffic;
  readonly agentToken: string;
  readonly organizationId: string;
  readonly tokenHash: Buffer;
  readonly tokenHeader: string | null;
  access: AgentAccess;
  provider: string | null = null;
  winner: AccessibleConnection | null = null;
  scope: ResourceScope | null = null;
  facts: RequestFacts | null = null;
  decision: Decision | null = null;
  approval: SettledApproval | null = null;
  produced: Produced | null = null;
  injectionCount = 0;
  written: WrittenCredentials | null = null;
  overrides: readonly string[] | undefined = undefined;
  waited = false;
  private signal: AbortSignal | null = null;

  constructor(
    message: AgentMessage,
    authority: Authority,
    readonly headers: HeaderList,
    { access, token, tokenHash, tokenHeader }: Bearer,
    readonly outbound: OutboundRequest,
    budgets: BodyBudgets,
  ) {
    const { client, mode, scheme, target } = message;
    const { path, query } = splitTarget(target);
    this.mode = mode;
    this.method = client.request.method;
    this.scheme = scheme;
    this.host = authority.host;
    this.port = authority.port ?? defaultPort(scheme);
    this.target = target;
    this.path = path;
    this.canonicalPath = canonicalPath(path);
    this.query = query;
    this.access = access;
    this.agentToken = token;
    this.organizationId = access.organization.id;
    this.tokenHash = tokenHash;
    this.tokenHeader = tokenHeader;
    this.body = bodyOf(message, budgets, access);
    this.isWebSocket = message.isWebSocket;
    this.client = client;
    this.traffic = budgets.traffic;
  }

  /** Made when somebody asks for it, as few do. */
  get gone(): AbortSignal {
    return (this.signal ??= goneSignal(this.client));
  }
}

function goneSignal({ response }: ClientLeg): AbortSignal {
  const controller = new AbortController();
  const check = (): void => {
    if (!response.writableFinished) controller.abort();
  };
  if (response.destroyed) check();
  else response.once('close', check);
  return controller.signal;
}
