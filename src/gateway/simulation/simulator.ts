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
import type { AccessibleConnection, AgentAccess } from '../../modules/policy/agent-snapshot/agent-access.js';
import { AgentAccessLoader } from '../../modules/policy/agent-snapshot/agent-access.loader.js';
import { agentIn, PolicyStates } from '../../modules/policy/effective-policy/policy-states.js';
import { INLINE } from '../../modules/credentials/secret-sources/secret-source.js';
import { AppCatalog } from '../../modules/foundation/app-catalog/catalog.js';
import type { ConnectionOffer } from '../refusals/connection-refusals.js';
import { DashboardLinks } from '../refusals/dashboard-links.js';
import type { EvaluatedRequest } from '../exchange/exchange.js';
import { DecisionState } from '../exchange/decision-state.js';
import { authorize } from '../pipeline/authorize.js';
import { GOES_ON, type Step } from '../exchange/step.js';
import type { AuthorizationSteps } from '../exchange/steps.js';
import { CallQuotaStage } from '../stages/call-quota.js';
import { ChooseConnectionStage } from '../stages/choose-connection.js';
import { ResourceGuardStage } from '../guards/resource-guard.js';
import { chosenSecrets } from '../stages/chosen-secrets.js';
import { ConnectionCredentials } from '../stages/connection-credentials.js';
import { CredentialDestinations, type Withheld } from '../stages/credential-destinations.js';
import { DecideStage } from '../stages/decide.js';
import { hintFor } from '../stages/hints.js';
import type { Refusal } from '../exchange/refusals.js';

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
    private readonly judging: DecideStage,
    private readonly guard: ResourceGuardStage,
    private readonly connections: ChooseConnectionStage,
    private readonly credentials: ConnectionCredentials,
    private readonly quota: CallQuotaStage,
    private readonly catalog: AppCatalog,
    private readonly configuration: Configuration,
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
    const state = await this.states.ofWorkspace(scope);
    const agent = agentIn(state, agentId);
    const access = this.loader.accessOf(state, agent);
    const decisionState = new DecisionState();
    let guarded = false;
    const steps = withoutCalls(this.judging, async (winner) => {
      const foreseen = winner === null ? GOES_ON : await this.guard.foresee(request, access, winner);
      guarded = foreseen === null;
      return foreseen ?? GOES_ON;
    });
    const judged = await authorize(steps, request, access, decisionState, false);
    const refusal = judged.refused ? judged.refusal : null;
    const { winner, decision } = decisionState;
    const facts = decisionState.facts ?? (await this.judging.peekBody(request, access, winner));
    const input = this.loader.policyInput(state, agent);
    const foreseen = refusal === null ? await this.injection(request, access, facts, winner) : [];
    const withheld = foreseen.length > 0 ? this.destinations.withheldFrom(request) : null;
    const written = withheld === null ? foreseen : [];
    const quota = written.length > 0 ? await this.quota.check(request, access, new Date()) : GOES_ON;
    const injection = quota.refused ? [] : written;
    const explained =
      decision === null
        ? null
        : await this.judging.inTurns(access, facts, () => explainRules(access.policy, input, facts));
    return {
      decision,
      refusal: quota.refused ? quota.refusal : refusal,
      facts,
      provider: decisionState.provider ?? this.judging.detect(request),
      candidates: access.connections
        .on(request.host)
        .connections.map((each) => this.connections.offerOf(each)),
      winner: winner && this.connections.offerOf(winner),
      explained,
      injection,
      withheld,
      hint: refusal === null && written.length === 0 ? this.hintFor(request, access, withheld) : null,
      guarded,
      referring: access.secrets.some(
        ({ id, sourceKind }) => sourceKind !== INLINE && injection.some((each) => each.id === id),
      ),
    };
  }

  /** The gateway's own words, for an upstream that answers 401. */
  private hintFor(request: EvaluatedRequest, access: AgentAccess, withheld: Withheld | null): Refusal | null {
    const links = new DashboardLinks(this.configuration.appUrl, access.workspaceId);
    const refusal = { status: 401, bodyPrefix: null };
    return withheld === 'own_origin'
      ? null
      : hintFor(request, access, refusal, links, this.catalog, withheld);
  }

  /** As the inject stage, of names only: a slot that both write is the secret's. */
  private async injection(
    request: EvaluatedRequest,
    access: AgentAccess,
    facts: RequestFacts,
    winner: AccessibleConnection | null,
  ): Promise<PreviewedInjection[]> {
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

/** The gateway's steps, except that nobody outside is asked what a request is about. */
function withoutCalls(
  judging: AuthorizationSteps,
  guard: (winner: AccessibleConnection | null) => Promise<Step>,
): AuthorizationSteps {
  const steps = Object.create(judging) as AuthorizationSteps;
  steps.resourceGuard = (_request, _access, winner) => guard(winner);
  return steps;
}
