import { resolveDotSegments } from '../domain/matching/canonical-path.js';
import type { Authority } from '../domain/matching/host.js';
import type { BodyBudgets } from './body-budgets.js';
import {
  defaultPort,
  type ClientLeg,
  type Exchange,
  type GatewayMode,
  type OutboundRequest,
  type Scheme,
  type Verdict,
} from './exchange.js';
import type { HeaderList } from './headers.js';
import type { AgentMessage } from './pipeline.js';
import { RequestBody } from './request-body.js';
import { forwardedHeaders } from './upstream/request-head.js';
import * as verdicts from './verdicts.js';

/** Step 4 of 06 §19 and the copying half of step 23: what is fixed about a request, and what goes upstream. */
export function openExchange(
  message: AgentMessage,
  headers: HeaderList,
  agentToken: string,
  tokenHash: Buffer,
  tokenHeader: string | null,
  budgets: BodyBudgets,
): Exchange | Verdict {
  const { authority, target, mode, isWebSocket } = message;
  if (!authority) return verdicts.malformedRequest('The destination is not a valid host and port.');
  const resolved = target.startsWith('/') ? resolveDotSegments(target) : null;
  if (resolved === null) return verdicts.malformedRequest('The request target is not a valid path.');
  const forwarded = forwardedHeaders({ headers, mode, isWebSocket, agentToken, tokenHeader });
  const outbound = { target: resolved, headers: forwarded.toFlat() };
  return new AgentExchange(message, authority, headers, agentToken, tokenHash, outbound, budgets);
}

/** `owner`: the hash of the agent's token; null before anybody is known. */
export function bodyOf(message: AgentMessage, budgets: BodyBudgets, owner: Buffer | null): RequestBody {
  const { request, response } = message.client;
  const invite = message.expectsContinue ? () => response.writeContinue() : null;
  return new RequestBody(request, invite, budgets.settings.patienceMs, budgets, owner);
}

/** A class for its getters: what few requests ask for is made when they do. */
class AgentExchange implements Exchange {
  readonly mode: GatewayMode;
  readonly method: string;
  readonly scheme: Scheme;
  readonly host: string;
  readonly port: number;
  readonly target: string;
  readonly path: string;
  readonly body: RequestBody;
  readonly isWebSocket: boolean;
  readonly responseHeaders: [name: string, value: string][] = [];
  readonly startedAt = performance.now();
  readonly client: ClientLeg;
  private signal: AbortSignal | null = null;

  constructor(
    message: AgentMessage,
    authority: Authority,
    readonly headers: HeaderList,
    readonly agentToken: string,
    readonly tokenHash: Buffer,
    readonly outbound: OutboundRequest,
    budgets: BodyBudgets,
  ) {
    const { client, mode, scheme, target } = message;
    const query = target.indexOf('?');
    this.mode = mode;
    this.method = client.request.method ?? 'GET';
    this.scheme = scheme;
    this.host = authority.host;
    this.port = authority.port ?? defaultPort(scheme);
    this.target = target;
    this.path = query < 0 ? target : target.slice(0, query);
    this.body = bodyOf(message, budgets, tokenHash);
    this.isWebSocket = message.isWebSocket;
    this.client = client;
  }

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
