import { Injectable } from '@nestjs/common';
import { isAmbiguousPath } from '../../domain/decision/matching/ambiguous-path.js';
import { isLlmHost } from '../../domain/decision/matching/llm-hosts.js';
import { readingsOfAll, tooManyPaths } from '../../domain/decision/matching/named-paths.js';
import { evaluate } from '../../domain/decision/policy/evaluation/evaluate.js';
import type { RequestFacts } from '../../domain/decision/policy/conditions/facts.js';
import type { Decision } from '../../domain/decision/policy/model.js';
import { Configuration } from '../../kernel/config/configuration.js';
import { llmHosts } from '../../kernel/config/llm-hosts.js';
import { AppCatalog } from '../../modules/foundation/app-catalog/catalog.js';
import type { AccessibleConnection, AgentAccess } from '../../modules/policy/agent-snapshot/agent-access.js';
import { ClaimTokens, claimUrl } from '../../modules/partner/partners/claim-tokens.js';
import { DashboardLinks } from '../refusals/dashboard-links.js';
import type { EvaluatedRequest } from '../exchange/exchange.js';
import { ResourceGuardStage } from '../guards/resource-guard.js';
import {
  appUnavailable,
  approvalImpossible,
  blockedByDefaultPolicy,
  blockedByPolicy,
  claimRequired,
  type RequestLine,
} from '../refusals/policy-refusals.js';
import { GOES_ON, goesOn, refused, type Step } from '../exchange/step.js';
import type { AuthorizationSteps, PassingDecision } from '../exchange/steps.js';
import { ambiguousPath, type Refusal } from '../exchange/refusals.js';
import { BodyTurns } from './body-turns.js';
import { BudgetStage } from './budget.js';
import { ChooseConnectionStage } from './choose-connection.js';
import { somebodyReadsPaths } from './path-readers.js';
import { PlaceholderRefreshStage } from './placeholder-refresh.js';
import { RateLimits } from './rate-limits.js';
import { overridesOf } from '../exchange/path-overrides.js';
import { type FactsSettings, factsOf, readerOf } from './request-facts.js';

/** The steps that judge a request (06 §19), in the order in which `pipeline.ts` asks them. */
@Injectable()
export class DecideStage implements AuthorizationSteps {
  private readonly settings: FactsSettings;
  private readonly placeholders: PlaceholderRefreshStage;
  private readonly turns = new BodyTurns();

  constructor(
    private readonly configuration: Configuration,
    private readonly catalog: AppCatalog,
    private readonly connections: ChooseConnectionStage,
    private readonly limits: RateLimits,
    private readonly guard: ResourceGuardStage,
    private readonly budgets: BudgetStage,
    private readonly claims: ClaimTokens,
  ) {
    this.placeholders = new PlaceholderRefreshStage(catalog);
    this.settings = {
      llmHosts: llmHosts(configuration.llmHostsExtra),
      conditionBodyBytes: configuration.gateway.conditionBodyBytes,
    };
  }

  normalisePath(request: EvaluatedRequest, access: AgentAccess): Step {
    const overrides = overridesOf(request);
    const ambiguous =
      isAmbiguousPath(request.path) || tooManyPaths(overrides) || overrides.some(isAmbiguousPath);
    return ambiguous && somebodyReadsPaths(access, request.host) ? refused(ambiguousPath()) : GOES_ON;
  }

  claim({ host }: EvaluatedRequest, { organization }: AgentAccess): Step {
    if (organization.claimed || isLlmHost(host, this.settings.llmHosts)) return GOES_ON;
    return refused(claimRequired(this.claimLink(organization)));
  }

  detect({ host, path, canonicalPath }: EvaluatedRequest): string | null {
    return this.catalog.detect(host, path, canonicalPath);
  }

  availability(request: EvaluatedRequest, { apps }: AgentAccess, winner: AccessibleConnection | null): Step {
    const { host, path, canonicalPath } = request;
    const lacking =
      winner !== null && !apps.has(winner.provider)
        ? winner.provider
        : (apps.refusedApp(host, path, canonicalPath) ?? this.overridingApp(request, apps));
    if (lacking === null || isLlmHost(host, this.settings.llmHosts)) return GOES_ON;
    return refused(appUnavailable(lacking, this.catalog.nameOf(lacking), lineOf(request)));
  }

  /** The app that a field makes a request to (R42), and that nobody may use. */
  private overridingApp(request: EvaluatedRequest, apps: AgentAccess['apps']): string | null {
    if (!apps.readsPath(request.host)) return null;
    for (const path of readingsOfAll(overridesOf(request))) {
      const app = apps.refusedApp(request.host, path, path);
      if (app !== null) return app;
    }
    return null;
  }

  chooseConnection(request: EvaluatedRequest, access: AgentAccess): Step<AccessibleConnection | null> {
    return this.connections.choose(request, access);
  }

  emptyScope(winner: AccessibleConnection, access: AgentAccess): Step {
    return this.connections.emptyScope(winner, access);
  }

  placeholderRefresh(request: EvaluatedRequest, winner: AccessibleConnection | null): Promise<Step> | Step {
    return this.placeholders.answer(request, winner);
  }

  peekBody(
    request: EvaluatedRequest,
    access: AgentAccess,
    winner: AccessibleConnection | null,
  ): Promise<RequestFacts> | RequestFacts {
    return factsOf(request, access, winner?.id ?? null, this.settings, this.turns);
  }

  evaluate(access: AgentAccess, facts: RequestFacts): Promise<Decision> | Decision {
    return this.inTurns(access, facts, () => evaluate(access.policy, facts));
  }

  /** Whatever asks about the body of a request; it is asked again until the body is read (ADR 122). */
  inTurns<Result>(
    access: AgentAccess,
    { body }: RequestFacts,
    decide: () => Result,
  ): Promise<Result> | Result {
    return body === null ? decide() : this.turns.take(readerOf(access), body, decide);
  }

  policy(request: EvaluatedRequest, access: AgentAccess, decision: Decision): Step<PassingDecision> {
    if (decision.kind === 'pass') return goesOn(decision);
    const links = this.linksFor(access);
    return refused(
      decision.kind === 'block'
        ? blockedByPolicy(decision.rule, lineOf(request), links)
        : blockedByDefaultPolicy(lineOf(request), links),
    );
  }

  rateLimits(access: AgentAccess, { limits }: PassingDecision): Promise<Step> | Step {
    return limits.length === 0 ? GOES_ON : this.limits.count(access, limits);
  }

  resourceGuard(
    request: EvaluatedRequest,
    access: AgentAccess,
    winner: AccessibleConnection | null,
  ): Promise<Step> | Step {
    return this.guard.check(request, access, winner);
  }

  budget(request: EvaluatedRequest, access: AgentAccess): Promise<Step> | Step {
    return this.budgets.foresee(request, access);
  }

  holdable(request: EvaluatedRequest, access: AgentAccess, decision: PassingDecision): Step {
    return decision.approval && request.isWebSocket
      ? refused(this.approvalRefusal(request, access, decision))
      : GOES_ON;
  }

  /** For what cannot wait for a person: a WebSocket, or an exchange under way. */
  approvalRefusal(request: EvaluatedRequest, access: AgentAccess, { rule }: Decision): Refusal {
    return approvalImpossible(rule!.scope, lineOf(request), this.linksFor(access));
  }

  /** The live link, or the one that has expired: its page says so (07 §A8.4). */
  private claimLink({ id, claim }: AgentAccess['organization']): string {
    if (claim === null) throw new Error(`organization ${id} is unclaimed and has no claim`);
    return claimUrl(this.configuration.appUrl, this.claims.open(claim));
  }

  private linksFor(access: AgentAccess): DashboardLinks {
    return new DashboardLinks(this.configuration.appUrl, access.workspaceId);
  }
}

function lineOf({ method, host, target }: EvaluatedRequest): RequestLine {
  return { method, host, path: target };
}
