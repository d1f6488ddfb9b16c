import { Injectable } from '@nestjs/common';
import { FairTurns } from '../../kernel/scheduling/fair-turns.js';
import { previewSlots } from '../../domain/decision/injection/preview-slots.js';
import { resolveDotSegments } from '../../domain/decision/matching/canonical-path.js';
import {
  type ExplainedRequest,
  explainRules,
} from '../../domain/decision/policy/evaluation/explain-rules.js';
import type { RequestFacts } from '../../domain/decision/policy/conditions/facts.js';
import type { Decision } from '../../domain/decision/policy/model.js';
import type { WorkspaceScope } from '../../kernel/database/scope.js';
import { Configuration } from '../../kernel/config/configuration.js';
import { AgentAccessLoader } from '../../modules/policy/agent-snapshot/agent-access.loader.js';
import { agentIn, PolicyStates } from '../../modules/policy/effective-policy/policy-states.js';
import { INLINE } from '../../modules/credentials/secret-sources/secret-source.js';
import { AppCatalog } from '../../modules/foundation/app-catalog/catalog.js';
import type { ConnectionOffer } from '../refusals/connection-refusals.js';
import type { EvaluatedRequest } from '../exchange/exchange.js';
import {
  type Admitted,
  type Described,
  isDescribed,
  progressOf,
  type Step,
  type Steps,
} from '../exchange/progress.js';
import { CallQuotaStep } from '../stages/authorization/limits.js';
import { ChooseConnectionStep } from '../stages/authorization/app.js';
import { ResourceGuardStep } from '../guards/resource-guard.js';
import {
  chosenSecrets,
  CredentialDestinations,
  type Withheld,
} from '../stages/credentials/chosen-secrets.js';
import { ConnectionCredentials } from '../stages/credentials/connection-credentials.js';
import { AuthorizationSteps } from '../stages/authorization/authorization-steps.js';
import { UpstreamHints } from '../stages/hints.js';
import { PeekBodyStep, PolicyStep } from '../stages/authorization/policy.js';
import type { Refusal } from '../exchange/results/refusals.js';

/** A credential that would be written, by name. */
export interface PreviewedInjection {
  kind: 'secret' | 'connection';
  id: string;
  name: string | null;
  provider: string | null;
  scope: string;
  slots: string[];
}

/** Each reads the whole state of a workspace for itself, which may be large: organizations take turns (R62). */
const AT_ONCE = { most: 4, reserve: 2 };

export interface Simulation {
  readonly decision: Decision | null;
  /** Null when the request would go on. */
  readonly refusal: Refusal | null;
  readonly facts: RequestFacts;
  /** The app of the request. */
  readonly provider: string | null;
  readonly candidates: readonly ConnectionOffer[];
  readonly winner: ConnectionOffer | null;
  /** Null when a step before policy refused. */
  readonly explained: ExplainedRequest | null;
  readonly injection: readonly PreviewedInjection[];
  /** Why credentials of the agent stay out of the request; null when none is kept out. */
  readonly withheld: Withheld | null;
  /** What the agent is told if the upstream refuses it for want of a credential; null where one is written. */
  readonly hint: Refusal | null;
  /** The winner reaches only part of its account, which only the provider can tell apart. */
  readonly guarded: boolean;
  /** A secret that would be written has its value in a source outside, which alone can produce it. */
  readonly referring: boolean;
}

/**
 * Runs the gateway's own stages on a request that nobody makes (02 §8.6), on state loaded for the occasion.
 * Reads, and does nothing else: no counter, no approval, no log record, no credential is touched.
 */
@Injectable()
export class Simulator {
  private readonly destinations: CredentialDestinations;
  private readonly turns = new FairTurns(AT_ONCE);

  constructor(
    private readonly states: PolicyStates,
    private readonly loader: AgentAccessLoader,
    private readonly authorization: AuthorizationSteps,
    private readonly peekBody: PeekBodyStep,
    private readonly policy: PolicyStep,
    private readonly guard: ResourceGuardStep,
    private readonly connections: ChooseConnectionStep,
    private readonly credentials: ConnectionCredentials,
    private readonly quota: CallQuotaStep,
    private readonly catalog: AppCatalog,
    private readonly hints: UpstreamHints,
    configuration: Configuration,
  ) {
    this.destinations = new CredentialDestinations(configuration);
  }

  run(scope: WorkspaceScope, agentId: string, request: EvaluatedRequest): Promise<Simulation> {
    return this.turns.take(scope.organizationId, () => this.simulate(scope, agentId, request));
  }

  private async simulate(
    scope: WorkspaceScope,
    agentId: string,
    request: EvaluatedRequest,
  ): Promise<Simulation> {
    const known = await this.states.ofWorkspace(scope);
    const agent = agentIn(known, agentId);
    const access = this.loader.accessOf(known, agent);
    const state = { ...request, ...progressOf(access), guarded: false };
    const refusal = await this.stepsFor(state).run(state);
    const described = await this.described(state);
    const { winner, decision, facts, provider } = described;
    const input = this.loader.policyInput(known, agent);
    const foreseen = refusal === null ? await this.injection(described) : [];
    const withheld = foreseen.length > 0 ? this.destinations.withheldFrom(request) : null;
    const written = withheld === null ? foreseen : [];
    const overQuota = written.length > 0 ? await this.quota.check(request, access, new Date()) : null;
    const injection = overQuota === null ? written : [];
    const explained =
      decision === null
        ? null
        : await this.policy.decide(access, facts, () => explainRules(access.policy, input, facts));
    return {
      decision,
      refusal: overQuota ?? refusal,
      facts,
      provider: provider ?? this.catalog.detect(request.host, request.path, request.canonicalPath),
      candidates: access.connections
        .on(request.host)
        .connections.map((each) => this.connections.offerOf(each)),
      winner: winner && this.connections.offerOf(winner),
      explained,
      injection,
      withheld,
      hint: refusal === null && written.length === 0 ? this.hintFor(described, withheld) : null,
      guarded: state.guarded,
      referring: access.secrets.some(
        ({ id, sourceKind }) => sourceKind !== INLINE && injection.some((each) => each.id === id),
      ),
    };
  }

  /** The gateway's steps, except that nothing is counted and nobody outside is asked what a request is about. */
  private stepsFor(simulated: { guarded: boolean }): Steps<Admitted> {
    const resourceGuard: Step<Admitted> = {
      name: 'resourceGuard',
      run: async (state) => {
        const { winner, access } = state;
        const foreseen = winner === null ? null : await this.guard.foresee(state, access, winner);
        simulated.guarded = foreseen === 'unknown';
        return foreseen === 'unknown' ? null : foreseen;
      },
    };
    return this.authorization.steps.except('rateLimits').replacing('resourceGuard', resourceGuard);
  }

  /** Also where a step before policy refused. */
  private async described(state: Admitted): Promise<Described> {
    if (state.facts === null) await this.peekBody.run(state);
    if (!isDescribed(state)) throw new Error('What policy looks at is not known');
    return state;
  }

  /** The gateway's own words, for an upstream that answers 401. */
  private hintFor(state: Admitted, withheld: Withheld | null): Refusal | null {
    if (withheld === 'own_origin') return null;
    return this.hints.hintFor(state, { status: 401, bodyPrefix: null }, withheld);
  }

  /** As the inject stage, of names only: a slot that both write is the secret's. */
  private async injection(request: Described): Promise<PreviewedInjection[]> {
    const { access, facts, winner } = request;
    if (!facts.managed) return [];
    const outbound = {
      headers: [...request.headers.toFlat()],
      target: resolveDotSegments(request.target) ?? request.target,
    };
    const written: PreviewedInjection[] = chosenSecrets(access, facts).map(({ entry, slots }) => ({
      kind: 'secret',
      id: entry.id,
      name: entry.name,
      provider: null,
      scope: entry.level,
      slots: previewSlots(outbound, entry, slots),
    }));
    if (winner) {
      const { id, label, provider, level } = winner;
      const taken = new Set(written.flatMap(({ slots }) => slots));
      const slots = (await this.credentials.slotsFor(winner, request)).filter((slot) => !taken.has(slot));
      written.push({ kind: 'connection', id, name: label, provider, scope: level, slots });
    }
    return written.filter(({ slots }) => slots.length > 0);
  }
}
