import { Injectable } from '@nestjs/common';
import type { BodyForBudget, Unmeterable } from '../../domain/metering/usage/asked-usage.js';
import { type BudgetedCall, budgetedCallOf } from '../../domain/metering/prices/budgeted-call.js';
import { isAmbiguousPath } from '../../domain/decision/matching/ambiguous-path.js';
import { Configuration } from '../../kernel/config/configuration.js';
import type { AccessibleSecret, AgentAccess } from '../../modules/policy/agent-snapshot/agent-access.js';
import { thenSync } from '../exchange/maybe-async.js';
import { DashboardLinks } from '../refusals/dashboard-links.js';
import type { Exchange, EvaluatedRequest } from '../exchange/exchange.js';
import { HeaderList } from '../exchange/headers.js';
import { type BudgetLook, Budgets } from '../metering/budgets.js';
import { Metering } from '../metering/metering.js';
import { budgetExceeded, budgetUnmeterable } from '../refusals/policy-refusals.js';
import { GOES_ON, goesOn, refused, type Step } from '../exchange/step.js';
import { ambiguousPath } from '../exchange/refusals.js';
import { readBudgetedBody } from './budgeted-body.js';
import { CredentialDestinations } from './credential-destinations.js';
import { overridesOf } from '../exchange/path-overrides.js';

const NONE: readonly string[] = [];
/** An agent's other bodies need room as well. */
const SHARE_OF_BODIES = 2;
const AS_IT_IS: Step<BodyForBudget | null> = goesOn(null);

/**
 * `budget` of 06 §19: what a partner lends an organization is refused once as much was spent as the partner allows, and
 * what a budget cannot measure is not let pass (R40). No other credential takes its place (07 §A11.10).
 */
@Injectable()
export class BudgetStage {
  private readonly destinations: CredentialDestinations;
  private readonly maxBodyBytes: number;
  /** Of agents, as of one moment. */
  private readonly lent = new WeakMap<AgentAccess, ReadonlySet<string>>();

  constructor(
    private readonly configuration: Configuration,
    private readonly budgets: Budgets,
    private readonly metering: Metering,
  ) {
    this.destinations = new CredentialDestinations(configuration);
    this.maxBodyBytes = Math.floor(configuration.gateway.agentBodyBytes / SHARE_OF_BODIES);
  }

  /** By what would be on the request, before anybody is asked about it. */
  foresee(request: EvaluatedRequest, access: AgentAccess): Promise<Step> | Step {
    if (this.lentTo(access).size === 0 || this.destinations.withheldFrom(request) !== null) return GOES_ON;
    const { host, path, canonicalPath } = request;
    const chosen = access.granted.choose(host, path, canonicalPath);
    const checked = this.check(
      request,
      access,
      chosen.map(({ entry }) => entry.id),
    );
    return thenSync<Step<BodyForBudget | null>, Step>(checked, (step) => (step.refused ? step : GOES_ON));
  }

  /** Of the secrets that are on a request; changes a body whose answer would not tell what it used (R40.1). */
  settle(exchange: Exchange, access: AgentAccess, secretIds: readonly string[]): Promise<Step> | Step {
    const checked = this.check(exchange, access, secretIds);
    return thenSync<Step<BodyForBudget | null>, Step>(checked, (step) => {
      if (step.refused) return step;
      if (step.found?.unmeterable === null && step.found.rewritten !== null)
        askForUsage(exchange, step.found.rewritten);
      return GOES_ON;
    });
  }

  /** Those of them that are a partner's. */
  lentAmong(access: AgentAccess, secretIds: readonly string[]): readonly string[] {
    if (secretIds.length === 0) return NONE;
    const lent = this.lentTo(access);
    return lent.size === 0 ? NONE : secretIds.filter((id) => lent.has(id));
  }

  /** What was read of the body, where it had to be. */
  private check(
    request: EvaluatedRequest,
    access: AgentAccess,
    secretIds: readonly string[],
  ): Promise<Step<BodyForBudget | null>> | Step<BodyForBudget | null> {
    const lent = this.lentAmong(access, secretIds);
    if (lent.length === 0) return AS_IT_IS;
    return thenSync<BudgetLook, Step<BodyForBudget | null>>(this.budgets.look(access, lent), (look) => {
      if (look.exceeded !== null) return refused(budgetExceeded(look.exceeded, this.linksFor(access)));
      return look.inForce ? this.measurable(request, access, lent, look.measuredOnly) : AS_IT_IS;
    });
  }

  private measurable(
    request: EvaluatedRequest,
    access: AgentAccess,
    lent: readonly string[],
    measuredOnly: boolean,
  ): Promise<Step<BodyForBudget | null>> | Step<BodyForBudget | null> {
    if (measuredOnly && (isAmbiguousPath(request.path) || overridesOf(request).length > 0))
      return refused(ambiguousPath());
    const refusedFor = (reason: Unmeterable): Step<BodyForBudget | null> =>
      measuredOnly ? refused(budgetUnmeterable(reason, this.linksFor(access))) : AS_IT_IS;
    const call = this.callOf(request, access, lent);
    if (call === 'unmeterable') return refusedFor('call');
    if ((call !== 'asked' && call !== 'read') || !request.body.present) return AS_IT_IS;
    const { id } = access.organization;
    const reading = readBudgetedBody(request, id, this.maxBodyBytes, call === 'asked');
    return reading.then((found) =>
      found.unmeterable === null ? goesOn(found) : refusedFor(found.unmeterable),
    );
  }

  private callOf(request: EvaluatedRequest, access: AgentAccess, lent: readonly string[]): BudgetedCall {
    const { method, canonicalPath: path, isWebSocket, host } = request;
    const prices = this.metering.pricesOf(host, access, lent);
    return prices === null ? 'free' : budgetedCallOf(prices.api, { method, path, isWebSocket });
  }

  private lentTo(access: AgentAccess): ReadonlySet<string> {
    let lent = this.lent.get(access);
    if (lent === undefined) {
      lent = new Set(access.secrets.filter(isLent).map(({ id }) => id));
      this.lent.set(access, lent);
    }
    return lent;
  }

  private linksFor({ workspaceId }: AgentAccess): DashboardLinks {
    return new DashboardLinks(this.configuration.appUrl, workspaceId);
  }
}

/** The agent's own body was read decoded, and so it is sent. */
function askForUsage({ body, outbound }: Exchange, rewritten: Buffer): void {
  body.replace(rewritten);
  new HeaderList(outbound.headers).removeWhere((name) => isContentEncoding(name));
  outbound.usageAsked = true;
}

function isContentEncoding(name: string): boolean {
  return name.replace(/[^a-z]/g, '-') === 'content-encoding';
}

function isLent({ level }: AccessibleSecret): boolean {
  return level === 'partner';
}
