import { hash } from 'node:crypto';
import type { Authority } from '../domain/matching/host.js';
import { BodyBudgets, BodyRefused } from './body-budgets.js';
import { bodyRefused } from './body-verdicts.js';
import { looksLikeAgentToken } from './agent-token.js';
import type { DestinationGuard } from '../kernel/egress/destination/destination-guard.js';
import {
  isVerdict,
  type ClientLeg,
  type Exchange,
  type ExchangeOutcome,
  type GatewayMode,
  type Scheme,
  type Verdict,
} from './exchange.js';
import { HeaderList } from './headers.js';
import { bodyOf, openExchange } from './open-exchange.js';
import { placeToken, tokenRefusal } from './message-token.js';
import { answerVerdict, resetClient, sendVerdict } from './responder.js';
import { dropTokenPlaceholder } from './upstream/request-head.js';
import type { Upstream, UpstreamAnswer } from './upstream/upstream.js';
import { detailOf, refusalOf } from './upstream/upstream-failure.js';
import * as verdicts from './verdicts.js';

const SWITCHING_PROTOCOLS = 101;

/** What every ruling says, whatever else it carries; a null refusal lets the request go on. */
export interface Judged {
  refusal: Verdict | null;
}

/** What is known of agent and request once nobody has to be asked any more. */
export interface Held<Access extends object, Ruling extends Judged> {
  access: Access;
  ruling: Ruling;
}

/**
 * What the gateway asks about an agent's request, in the order of 06 §19. `Access` is what is known about
 * the agent, `Ruling` what policy decided; the pipeline only carries them from stage to stage. A stage that
 * cannot read what it needs throws, which ends the request with `resolution_failed`.
 */
export interface GatewayStages<Access extends object, Ruling extends Judged> {
  /** Steps 3 and 6: agent and state by SHA-256 of the token; null for an unknown token; throws when unknowable. */
  identify(tokenHash: Buffer): Promise<Access | null> | Access | null;
  /** Steps 8 to 20. */
  decide(exchange: Exchange, access: Access): Promise<Ruling> | Ruling;
  /** Step 21: waits for a person's decision; what it answers was judged anew after that. Null: nobody is asked. */
  hold?(exchange: Exchange, access: Access, ruling: Ruling): Promise<Held<Access, Ruling>> | null;
  /** Steps 22 to 25: changes `exchange.outbound`, answers how many credentials went in. */
  inject(
    exchange: Exchange,
    access: Access,
    ruling: Ruling,
  ): Promise<{ count: number } | Verdict> | { count: number } | Verdict;
  /** Step 27, only asked with an injection count of 0 on 400, 401 and 403. */
  hintFor(exchange: Exchange, access: Access, ruling: Ruling, answer: UpstreamAnswer): Verdict | null;
  /** Follows what is forwarded until the returned function is called; `cut` ends it with that refusal (R29). */
  watch?(exchange: Exchange, access: Access, ruling: Ruling, cut: (refusal: Verdict) => void): () => void;
  /** Step 28, never on the request path; `ruling` is null for what was refused before policy. */
  record(exchange: Exchange, access: Access, ruling: Ruling | null, outcome: ExchangeOutcome): void;
}

/** Thrown by `identify` when the agent is known but its rules or credentials are not (06 §19.6). */
export class StateUnavailable extends Error {}

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
  isWebSocket: boolean;
  expectsContinue: boolean;
}

export interface PipelineEvents {
  /** Faults that became a 502; `error` never holds request data. */
  fault(error: unknown): void;
  /** A tunnel or a request without a valid token was refused. */
  authFailed?(): void;
}

/** Runs the numbered steps of 06 §19 for one request at a time; holds no state of its own. */
export class Pipeline<Access extends object, Ruling extends Judged> {
  constructor(
    private readonly stages: GatewayStages<Access, Ruling>,
    private readonly guard: DestinationGuard,
    private readonly upstream: Upstream,
    private readonly events: PipelineEvents,
    private readonly budgets: BodyBudgets = new BodyBudgets(),
  ) {}

  /** Steps 3 to 28. Never rejects: every outcome has been answered or cut when it resolves. */
  async run(message: AgentMessage): Promise<void> {
    const { client, mode } = message;
    try {
      const admitted = await this.admit(message);
      if (isVerdict(admitted)) {
        const inTunnel = mode === 'tunnel';
        const body = bodyOf(message, this.budgets, null);
        sendVerdict(client, mode, admitted, [], {
          close: inTunnel || body.uninvited || admitted.status === 400,
        });
        return;
      }
      await this.process(admitted.exchange, admitted.access, admitted.tokenHeader);
    } catch (error) {
      this.events.fault(error);
      if (!sendVerdict(client, mode, verdicts.lookupFailed(), [], { close: true })) resetClient(client);
    }
  }

  /** Step 3; `connect` is the request for a tunnel, which knows no refusal of its inside (06 §4.2). */
  async authenticate(
    token: string | null,
    mode: GatewayMode | 'connect',
  ): Promise<{ access: Access; tokenHash: Buffer } | Verdict> {
    if (token === null || !looksLikeAgentToken(token)) return this.refuseToken(mode);
    // By way of a string: Node's own buffer for a hash costs more than the hash.
    return this.lookUp(Buffer.from(hash('sha256', token, 'binary'), 'latin1'), mode);
  }

  private async lookUp(
    tokenHash: Buffer,
    mode: GatewayMode | 'connect',
  ): Promise<{ access: Access; tokenHash: Buffer } | Verdict> {
    try {
      const access = await this.stages.identify(tokenHash);
      return access ? { access, tokenHash } : this.refuseToken(mode);
    } catch (error) {
      this.events.fault(error);
      const resolving = mode === 'tunnel' || (mode !== 'connect' && error instanceof StateUnavailable);
      return resolving ? verdicts.resolutionFailed() : verdicts.lookupFailed();
    }
  }

  private refuseToken(mode: GatewayMode | 'connect'): Verdict {
    this.events.authFailed?.();
    return tokenRefusal(mode);
  }

  private async admit(
    message: AgentMessage,
  ): Promise<{ exchange: Exchange; access: Access; tokenHeader: string | null } | Verdict> {
    const { tunnel, mode } = message;
    const headers = new HeaderList(message.client.request.rawHeaders);
    const placed = tunnel ? { token: tunnel.token, header: null } : placeToken(mode, headers);
    if (isVerdict(placed)) return placed;
    const authenticated = tunnel
      ? await this.lookUp(tunnel.tokenHash, mode)
      : await this.authenticate(placed.token, mode);
    if (isVerdict(authenticated)) return authenticated;
    const { access, tokenHash } = authenticated;
    const exchange = openExchange(message, headers, placed.token!, tokenHash, placed.header, this.budgets);
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
    if (!('count' in prepared))
      return this.refuse(exchange, prepared.access, prepared.ruling, prepared.refusal);
    if (tokenHeader !== null) {
      dropTokenPlaceholder(new HeaderList(exchange.outbound.headers), exchange.agentToken);
    }
    const settling = this.upstream.prepare(exchange);
    if (settling !== null) await settling;
    await this.forward(exchange, prepared.access, prepared.ruling, prepared.count);
  }

  /** Steps 8 to 25: ends with the credentials in place or with the first refusal. */
  private async prepare(
    exchange: Exchange,
    access: Access,
  ): Promise<
    (Held<Access, Ruling> & { count: number }) | { access: Access; ruling: Ruling | null; refusal: Verdict }
  > {
    let reached: { access: Access; ruling: Ruling | null } = { access, ruling: null };
    try {
      const ruling = await this.stages.decide(exchange, access);
      reached = { access, ruling };
      if (ruling.refusal) return { ...reached, refusal: ruling.refusal };
      const holding = this.stages.hold?.(exchange, access, ruling) ?? null;
      const held = holding === null ? { access, ruling } : await holding;
      reached = held;
      if (held.ruling.refusal) return { ...held, refusal: held.ruling.refusal };
      const injected = await this.stages.inject(exchange, held.access, held.ruling);
      if (isVerdict(injected)) return { ...held, refusal: injected };
      if (exchange.body.refusal !== null) throw new BodyRefused(exchange.body.refusal);
      return { ...held, count: injected.count };
    } catch (error) {
      if (error instanceof BodyRefused) return { ...reached, refusal: bodyRefused(error.reason) };
      if (!exchange.gone.aborted) this.events.fault(error);
      return { ...reached, refusal: verdicts.resolutionFailed() };
    }
  }

  private async forward(exchange: Exchange, access: Access, ruling: Ruling, count: number): Promise<void> {
    const leg = this.upstream.forward(exchange, {
      explain: count > 0 ? null : (answer) => this.stages.hintFor(exchange, access, ruling, answer),
      failed: (error) => this.verdictOfFailure(exchange, error),
    });
    const release = this.stages.watch?.(exchange, access, ruling, (verdict) => {
      if (!leg.cut(verdict)) return;
      const { status } = verdict;
      this.record(exchange, access, ruling, {
        status,
        verdict,
        complete: false,
        cut: true,
        injectionCount: 0,
      });
    });
    const result = await leg.result;
    this.record(exchange, access, ruling, { ...result, injectionCount: count });
    if (release === undefined) return;
    const { socket } = exchange.client;
    if (result.status === SWITCHING_PROTOCOLS && !socket.destroyed) socket.once('close', release);
    else release();
  }

  private verdictOfFailure(exchange: Exchange, error: unknown): Verdict {
    if (exchange.body.refusal !== null) return bodyRefused(exchange.body.refusal);
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
    exchange.body.release();
    const latencyMs = Math.round(performance.now() - exchange.startedAt);
    this.stages.record(exchange, access, ruling, { ...outcome, latencyMs });
  }
}
