import {
  canonicalPath,
  resolveDotSegments,
  splitTarget,
} from '../../domain/decision/matching/canonical-path.js';
import type { Authority } from '../../domain/decision/matching/host.js';
import type { AccessibleConnection, AgentAccess } from '../../modules/policy/agent-snapshot/agent-access.js';
import type { RequestFacts } from '../../domain/decision/policy/conditions/facts.js';
import type { Decision } from '../../domain/decision/policy/model.js';
import type { ResourceScope } from '../../domain/decision/resource-scopes/effective-scope.js';
import type { Bearer } from './admission.js';
import type { AgentMessage } from '../exchange/agent-message.js';
import type { BodyBudgets, BodyOwner } from '../exchange/body/body-budgets.js';
import {
  defaultPort,
  type ClientLeg,
  type GatewayMode,
  type OutboundRequest,
  type Scheme,
} from '../exchange/exchange.js';
import type { HeaderList } from '../exchange/headers/headers.js';
import type {
  AdmittedExchange,
  Produced,
  SettledApproval,
  WrittenCredentials,
} from '../exchange/progress.js';
import { RequestBody } from '../exchange/body/request-body.js';
import { goesOn, type Outcome, refused } from '../exchange/results/outcome.js';
import { forwardedHeaders } from '../exchange/upstream-headers.js';
import type { Traffic } from '../exchange/transport/traffic.js';
import * as refusals from '../exchange/results/refusals.js';

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
