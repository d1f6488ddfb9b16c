import { Injectable } from '@nestjs/common';
import type { BodyForBudget, Unmeterable } from '../../../domain/metering/usage/asked-usage.js';
import { type BudgetedCall, budgetedCallOf } from '../../../domain/metering/prices/budgeted-call.js';
import { isAmbiguousPath } from '../../../domain/decision/matching/canonical-path.js';
import { Configuration } from '../../../kernel/config/configuration.js';
import type { AgentAccess } from '../../../modules/policy/agent-snapshot/agent-access.js';
import { DashboardLinks } from '../../refusals/dashboard-links.js';
import { type Exchange, overridesOf } from '../../exchange/exchange.js';
import { HeaderList } from '../../exchange/headers/headers.js';
import { Budgets } from '../../metering/budgets.js';
import { lentAmong, lentTo, Metering } from '../../metering/metering.js';
import { budgetExceeded, budgetUnmeterable } from '../../refusals/policy-refusals.js';
import {
  goesOn,
  refused,
  type Outcome,
  type Admitted,
  type Authorized,
  type ReadyExchange,
  type Ended,
  type Step,
} from '../../exchange/progress.js';
import { ambiguousPath } from '../../exchange/results/refusals.js';
import { readBudgetedBody } from './budgeted-body.js';
import { CredentialDestinations } from '../credentials/chosen-secrets.js';

/** An agent's other bodies need room as well. */
const SHARE_OF_BODIES = 2;
const AS_IT_IS: Outcome<BodyForBudget | null> = goesOn(null);

/**
 * `budget` of 06 §19: what a partner lends an organization is refused once as much was spent as the partner allows, and
 * what a budget cannot measure is not let pass (R40). No other credential takes its place (07 §A11.10).
 */
@Injectable()
export class BudgetStep {
  readonly foreseen: Step<Authorized> = { name: 'budget', run: (state) => this.foresee(state) };
  /** Once more, of the credentials that will be on the request (06 §13.4.2). */
  readonly settled: Step<ReadyExchange> = { name: 'budgetOfCredentials', run: (state) => this.settle(state) };
  private readonly destinations: CredentialDestinations;
  private readonly maxBodyBytes: number;

  constructor(
    private readonly configuration: Configuration,
    private readonly budgets: Budgets,
    private readonly metering: Metering,
  ) {
    this.destinations = new CredentialDestinations(configuration);
    this.maxBodyBytes = Math.floor(configuration.gateway.agentBodyBytes / SHARE_OF_BODIES);
  }

  /** By what would be on the request, before anybody is asked about it. */
  private foresee(state: Authorized): Promise<Ended> | Ended {
    const { access, host, path, canonicalPath } = state;
    if (lentTo(access).size === 0 || this.destinations.withheldFrom(state) !== null) return null;
    const chosen = access.granted.choose(host, path, canonicalPath).map(({ entry }) => entry.id);
    const lent = lentAmong(access, chosen);
    return lent.length === 0 ? null : this.foreseeOf(state, lent);
  }

  private async foreseeOf(state: Authorized, lent: readonly string[]): Promise<Ended> {
    const checked = await this.check(state, lent);
    return checked.refused ? checked.refusal : null;
  }

  /** Of the secrets that are on a request; changes a body whose answer would not tell what it used (R40.1). */
  private settle(state: ReadyExchange): Promise<Ended> | Ended {
    const lent = lentAmong(state.access, state.produced.secretIds);
    return lent.length === 0 ? null : this.settleOf(state, lent);
  }

  private async settleOf(state: ReadyExchange, lent: readonly string[]): Promise<Ended> {
    const checked = await this.check(state, lent);
    if (checked.refused) return checked.refusal;
    if (checked.found?.unmeterable === null && checked.found.rewritten !== null)
      askForUsage(state, checked.found.rewritten);
    return null;
  }

  /** What was read of the body, where it had to be. */
  private async check(request: Admitted, lent: readonly string[]): Promise<Outcome<BodyForBudget | null>> {
    const { access } = request;
    const look = await this.budgets.look(access, lent);
    if (look.exceeded !== null) return refused(budgetExceeded(look.exceeded, this.linksFor(access)));
    return look.inForce ? this.measurable(request, access, lent, look.measuredOnly) : AS_IT_IS;
  }

  private measurable(
    request: Admitted,
    access: AgentAccess,
    lent: readonly string[],
    measuredOnly: boolean,
  ): Promise<Outcome<BodyForBudget | null>> | Outcome<BodyForBudget | null> {
    if (measuredOnly && (isAmbiguousPath(request.path) || overridesOf(request).length > 0))
      return refused(ambiguousPath());
    const refusedFor = (reason: Unmeterable): Outcome<BodyForBudget | null> =>
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

  private callOf(request: Admitted, access: AgentAccess, lent: readonly string[]): BudgetedCall {
    const { method, canonicalPath: path, isWebSocket, host } = request;
    const prices = this.metering.pricesOf(host, access, lent);
    return prices === null ? 'free' : budgetedCallOf(prices.api, { method, path, isWebSocket });
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
