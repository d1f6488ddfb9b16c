import { hash } from 'node:crypto';
import { parseAuthority } from '../domain/matching/host.js';
import { resolveDotSegments } from '../domain/matching/canonical-path.js';
import { findReverseModeToken, looksLikeAgentToken, readProxyAuthorization } from './agent-token.js';
import type { DestinationGuard } from './destination/destination-guard.js';
import {
  defaultPort,
  isVerdict,
  type ClientLeg,
  type Exchange,
  type ExchangeOutcome,
  type GatewayMode,
  type Scheme,
  type Verdict,
} from './exchange.js';
import { HeaderList } from './headers.js';
import { RequestBody } from './request-body.js';
import { answerVerdict, resetClient, sendVerdict } from './responder.js';
import { dropTokenPlaceholder, forwardedHeaders } from './upstream/request-head.js';
import type { Upstream, UpstreamAnswer } from './upstream/upstream.js';
import { detailOf, refusalOf } from './upstream/upstream-failure.js';
import * as verdicts from './verdicts.js';

/** What every ruling says, whatever else it carries; a null refusal lets the request go on. */
export interface Judged {
  refusal: Verdict | null;
}

/**
 * What the gateway asks about an agent's request, in the order of 06 §19. `Access` is what is known about
 * the agent, `Ruling` what policy decided; the pipeline only carries them from stage to stage. A stage that
 * cannot read what it needs throws, which ends the request with `resolution_failed`.
 */
export interface GatewayStages<Access extends object, Ruling extends Judged> {
  /** Steps 3 and 6: agent and state by SHA-256 of the token; null for an unknown token; throws when unknowable. */
  identify(tokenHash: Buffer): Promise<Access | null>;
  /** Steps 8 to 20. */
  decide(exchange: Exchange, access: Access): Promise<Ruling> | Ruling;
  /** Step 21: waits for a person's decision; null lets the request through. */
  hold?(exchange: Exchange, access: Access, ruling: Ruling): Promise<Verdict | null>;
  /** Steps 22 to 25: changes `exchange.outbound`, answers how many credentials went in. */
  inject(
    exchange: Exchange,
    access: Access,
    ruling: Ruling,
  ): Promise<{ count: number } | Verdict> | { count: number } | Verdict;
  /** Step 27, only asked with an injection count of 0 on 400, 401 and 403. */
  hintFor(exchange: Exchange, access: Access, ruling: Ruling, answer: UpstreamAnswer): Verdict | null;
  /** Step 28, never on the request path; `ruling` is null for what was refused before policy. */
  record(exchange: Exchange, access: Access, ruling: Ruling | null, outcome: ExchangeOutcome): void;
}

/** Thrown by `identify` when the agent is known but its rules or credentials are not (06 §19.6). */
export class StateUnavailable extends Error {}

/** A request as the listener classified it, before anybody is authenticated. */
export interface AgentMessage {
  client: ClientLeg;
  mode: GatewayMode;
  scheme: Scheme;
  /** Destination as written; a tunnel's is normalised already. */
  authority: string;
  target: string;
  /** Token of the tunnel; null where the request itself must carry one. */
  tunnelToken: string | null;
  isWebSocket: boolean;
  expectsContinue: boolean;
}

export interface PipelineEvents {
  /** Faults that became a 502; `error` never holds request data. */
  fault(error: unknown): void;
}

/** Runs the numbered steps of 06 §19 for one request at a time; holds no state of its own. */
export class Pipeline<Access extends object, Ruling extends Judged> {
  constructor(
    private readonly stages: GatewayStages<Access, Ruling>,
    private readonly guard: DestinationGuard,
    private readonly upstream: Upstream,
    private readonly events: PipelineEvents,
  ) {}

  /** Steps 3 to 28. Never rejects: every outcome has been answered or cut when it resolves. */
  async run(message: AgentMessage): Promise<void> {
    const { client, mode } = message;
    try {
      const admitted = await this.admit(message);
      if (isVerdict(admitted)) {
        const inTunnel = mode === 'tunnel';
        const body = bodyOf(message);
        sendVerdict(client, mode, admitted, [], {
          close: inTunnel || body.uninvited || admitted.status === 400,
        });
        body.discardRest();
        return;
      }
      await this.process(admitted.exchange, admitted.access, admitted.tokenHeader);
    } catch (error) {
      this.events.fault(error);
      if (!sendVerdict(client, mode, verdicts.lookupFailed(), [], { close: true })) resetClient(client);
    }
  }

  /** Step 3. The refusal says no more than that there is no usable token (06 §3.1.5). */
  async authenticate(
    token: string | null,
    mode: GatewayMode,
  ): Promise<{ access: Access; tokenHash: Buffer } | Verdict> {
    const refusal =
      mode === 'reverse' ? verdicts.agentTokenRequired() : verdicts.proxyAuthenticationRequired();
    if (token === null || !looksLikeAgentToken(token)) return refusal;
    const tokenHash = hash('sha256', token, 'buffer');
    try {
      const access = await this.stages.identify(tokenHash);
      return access ? { access, tokenHash } : refusal;
    } catch (error) {
      this.events.fault(error);
      const resolving = mode === 'tunnel' || error instanceof StateUnavailable;
      return resolving ? verdicts.resolutionFailed() : verdicts.lookupFailed();
    }
  }

  private async admit(
    message: AgentMessage,
  ): Promise<{ exchange: Exchange; access: Access; tokenHeader: string | null } | Verdict> {
    const headers = new HeaderList(message.client.request.rawHeaders);
    const placed = placeToken(message, headers);
    if (isVerdict(placed)) return placed;
    const authenticated = await this.authenticate(placed.token, message.mode);
    if (isVerdict(authenticated)) return authenticated;
    const { access, tokenHash } = authenticated;
    const exchange = openExchange(message, headers, placed.token!, tokenHash, placed.header);
    if (isVerdict(exchange)) return exchange;
    return { exchange, access, tokenHeader: placed.header };
  }

  private async process(exchange: Exchange, access: Access, tokenHeader: string | null): Promise<void> {
    if (exchange.method === 'TRACE') {
      return this.refuse(exchange, access, null, verdicts.methodNotAllowed(exchange.method));
    }
    const refused = this.guard.judgeName(exchange);
    if (refused)
      return this.refuse(exchange, access, null, verdicts.destinationNotAllowed(exchange.host, refused));
    const prepared = await this.prepare(exchange, access);
    if (!('count' in prepared)) return this.refuse(exchange, access, prepared.ruling, prepared.refusal);
    if (tokenHeader !== null) {
      dropTokenPlaceholder(new HeaderList(exchange.outbound.headers), exchange.agentToken);
    }
    await this.forward(exchange, access, prepared.ruling, prepared.count);
  }

  /** Steps 8 to 25: ends with the credentials in place or with the first refusal. */
  private async prepare(
    exchange: Exchange,
    access: Access,
  ): Promise<{ ruling: Ruling; count: number } | { ruling: Ruling | null; refusal: Verdict }> {
    let ruling: Ruling | null = null;
    try {
      ruling = await this.stages.decide(exchange, access);
      const refusal = ruling.refusal ?? (await this.stages.hold?.(exchange, access, ruling)) ?? null;
      if (refusal) return { ruling, refusal };
      const injected = await this.stages.inject(exchange, access, ruling);
      return isVerdict(injected) ? { ruling, refusal: injected } : { ruling, count: injected.count };
    } catch (error) {
      if (!exchange.gone.aborted) this.events.fault(error);
      return { ruling, refusal: verdicts.resolutionFailed() };
    }
  }

  private async forward(exchange: Exchange, access: Access, ruling: Ruling, count: number): Promise<void> {
    const { status, verdict, complete } = await this.upstream.forward(exchange, {
      explain: count > 0 ? null : (answer) => this.stages.hintFor(exchange, access, ruling, answer),
      failed: (error) => this.verdictOfFailure(exchange, error),
    });
    this.record(exchange, access, ruling, { status, verdict, complete, injectionCount: count });
  }

  private verdictOfFailure(exchange: Exchange, error: unknown): Verdict {
    const refusal = refusalOf(error);
    if (refusal) return verdicts.destinationNotAllowed(refusal.host, refusal.reason);
    return verdicts.badGateway(detailOf(error), exchange.host);
  }

  private refuse(exchange: Exchange, access: Access, ruling: Ruling | null, verdict: Verdict): void {
    answerVerdict(exchange, verdict);
    this.record(exchange, access, ruling, {
      status: verdict.status,
      verdict,
      complete: true,
      injectionCount: 0,
    });
  }

  private record(
    exchange: Exchange,
    access: Access,
    ruling: Ruling | null,
    outcome: Omit<ExchangeOutcome, 'latencyMs'>,
  ): void {
    const latencyMs = Math.round(performance.now() - exchange.startedAt);
    this.stages.record(exchange, access, ruling, { ...outcome, latencyMs });
  }
}

/** The token of the message, or the refusal of a message that carries two (06 §3.1.4). */
function placeToken(
  message: AgentMessage,
  headers: HeaderList,
): { token: string | null; header: string | null } | Verdict {
  if (message.mode === 'tunnel') return { token: message.tunnelToken, header: null };
  const proxy = readProxyAuthorization(headers);
  if (proxy.kind === 'repeated')
    return verdicts.malformedRequest('Proxy-Authorization must not be repeated.');
  if (message.mode === 'absolute')
    return { token: proxy.kind === 'token' ? proxy.token : null, header: null };
  const placed = findReverseModeToken(headers);
  return { token: placed?.token ?? null, header: placed?.header ?? null };
}

function bodyOf(message: AgentMessage): RequestBody {
  const { request, response } = message.client;
  return new RequestBody(request, message.expectsContinue ? () => response.writeContinue() : null);
}

/** Step 4 and the copying half of step 23. */
function openExchange(
  message: AgentMessage,
  headers: HeaderList,
  agentToken: string,
  tokenHash: Buffer,
  tokenHeader: string | null,
): Exchange | Verdict {
  const { client, mode, scheme, target, isWebSocket } = message;
  const authority = parseAuthority(message.authority);
  if (!authority) return verdicts.malformedRequest('The destination is not a valid host and port.');
  const resolved = target.startsWith('/') ? resolveDotSegments(target) : null;
  if (resolved === null) return verdicts.malformedRequest('The request target is not a valid path.');
  const input = { headers, mode, isWebSocket, agentToken, tokenHeader };
  let gone: AbortSignal | null = null;
  const query = target.indexOf('?');
  return {
    mode,
    method: client.request.method ?? 'GET',
    scheme,
    host: authority.host,
    port: authority.port ?? defaultPort(scheme),
    target,
    path: query < 0 ? target : target.slice(0, query),
    headers,
    body: bodyOf(message),
    isWebSocket,
    agentToken,
    tokenHash,
    outbound: { target: resolved, headers: forwardedHeaders(input).toFlat() },
    responseHeaders: [],
    startedAt: performance.now(),
    client,
    // Made when somebody asks, which few requests need.
    get gone() {
      return (gone ??= goneSignal(client));
    },
  };
}

function goneSignal({ response }: ClientLeg): AbortSignal {
  const controller = new AbortController();
  if (response.destroyed && !response.writableFinished) controller.abort();
  response.once('close', () => {
    if (!response.writableFinished) controller.abort();
  });
  return controller.signal;
}
