import { Injectable } from '@nestjs/common';
import { Configuration } from '../../kernel/config/configuration.js';
import type { AccessibleSecret, AgentAccess } from '../../modules/policy/agent-snapshot/agent-access.js';
import { DashboardLinks } from '../dashboard-links.js';
import type { JudgedRequest } from '../exchange.js';
import { Budgets, type ExceededBudget } from '../metering/budgets.js';
import { budgetExceeded } from '../policy-verdicts.js';
import { GOES_ON, refused, type Step } from '../step.js';
import { CredentialDestinations } from './credential-destinations.js';

const NONE: readonly string[] = [];

/**
 * `budget` of 06 §19: what a partner lends an organization is refused once as much was spent as the partner allows. No
 * other credential takes its place (07 §A11.10).
 */
@Injectable()
export class BudgetStage {
  private readonly destinations: CredentialDestinations;
  /** Of agents, as of one moment. */
  private readonly lent = new WeakMap<AgentAccess, ReadonlySet<string>>();

  constructor(
    private readonly configuration: Configuration,
    private readonly budgets: Budgets,
  ) {
    this.destinations = new CredentialDestinations(configuration);
  }

  /** By what would be on the request, before anybody is asked about it. */
  foresee(request: JudgedRequest, access: AgentAccess): Promise<Step> | Step {
    if (this.lentTo(access).size === 0 || this.destinations.withheldFrom(request) !== null) return GOES_ON;
    const { host, path, canonicalPath } = request;
    const chosen = access.granted.choose(host, path, canonicalPath);
    return this.check(
      access,
      chosen.map(({ entry }) => entry.id),
    );
  }

  /** Of the secrets that are on a request. */
  check(access: AgentAccess, secretIds: readonly string[]): Promise<Step> | Step {
    const lent = this.lentAmong(access, secretIds);
    if (lent.length === 0) return GOES_ON;
    const exceeded = this.budgets.exceeded(access, lent);
    const judged = (budget: ExceededBudget | null): Step =>
      budget === null ? GOES_ON : refused(budgetExceeded(budget, this.linksFor(access)));
    return exceeded instanceof Promise ? exceeded.then(judged) : judged(exceeded);
  }

  /** Those of them that are a partner's. */
  lentAmong(access: AgentAccess, secretIds: readonly string[]): readonly string[] {
    if (secretIds.length === 0) return NONE;
    const lent = this.lentTo(access);
    return lent.size === 0 ? NONE : secretIds.filter((id) => lent.has(id));
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

function isLent({ level }: AccessibleSecret): boolean {
  return level === 'partner';
}
