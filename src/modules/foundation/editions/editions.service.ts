import { Injectable } from '@nestjs/common';
import { Configuration } from '../../../kernel/config/configuration.js';
import type { Queryable, Tx } from '../../../kernel/database/database.js';
import { AppError } from '../../../kernel/errors/app-error.js';
import {
  includes,
  loadPlanTable,
  planNameOf,
  type Plan,
  type PlanGate,
  planOf,
  type PlanTable,
  type Quota,
  QUOTAS,
} from './plans.js';
import { platformErrors } from '../../../kernel/errors/platform-errors.js';
import { editionErrors } from './edition.errors.js';

/** Licensed features that are refused deeper than the router, in human words (01 §7.2 rule 2). */
const LICENSED = {
  groups: 'Naming groups in organization rules',
  granular_access: 'Limiting access to chosen resources',
  provisioning: 'Provisioning of accounts',
  multi_org: 'Owning more than one organization',
} as const;
export type LicensedFeature = keyof typeof LICENSED;

const GATED: Readonly<Record<PlanGate, string>> = {
  deny_by_default: 'blocking by default',
  rate_limits: 'rate limits on rules',
  sso: 'single sign-on',
  groups: 'user groups',
  rule_identities: 'naming users and groups in organization rules',
  app_availability: 'app availability',
  provisioning: 'directory provisioning',
  workspace_sharing: 'workspace sharing',
  resource_scopes: 'limiting access to chosen resources',
};

const COUNTED: Readonly<Record<Quota, string>> = {
  agents: 'agents',
  workspaces: 'workspaces',
  workspace_secrets: 'workspace secrets',
  workspace_connections: 'app connections of workspaces',
  seats: 'seats',
  monthly_integration_calls: 'integration calls a month',
};

export interface Allowance {
  plan: Plan;
  /** Null is unlimited. */
  limits: Readonly<Record<Quota, number | null>>;
}

/** The one place that knows what a licence, a plan or a quota allows (01 §7.2, §7.3). */
@Injectable()
export class EditionsService {
  private readonly table = loadPlanTable();
  /** Self-hosted deployments have no plans and say so with the name of the highest. */
  private readonly unlimited: Allowance = { plan: 'enterprise', limits: byQuota(() => null) };

  constructor(private readonly configuration: Configuration) {}

  /** Self-hosted without the Enterprise flag: `enterprise_license_required`. Cloud is always entitled. */
  requireLicence(feature: LicensedFeature): void {
    if (this.configuration.entitled) return;
    const message = `${LICENSED[feature]} requires an Enterprise license.`;
    throw new AppError(platformErrors.enterprise_license_required, { message });
  }

  /** The plan as `Organization.plan` shows it: self-hosted deployments are unlimited (01 §18). */
  shownPlan(stored: string): Plan {
    return this.configuration.edition === 'cloud' ? planOf(this.table, stored) : 'enterprise';
  }

  /**
   * Whether a person who owns organizations of these plans may create one more (01 §18.1). The operator's cap comes
   * first, because no license lifts it. The caller holds the person, so that two creations cannot share a place.
   */
  requireRoomToOwn(plansOfOwned: readonly string[]): void {
    const owned = plansOfOwned.length;
    const { maxOrgsPerUser, edition } = this.configuration;
    if (maxOrgsPerUser !== null && owned >= maxOrgsPerUser)
      throw new AppError(editionErrors.organization_cap_reached);
    if (owned > 0) this.requireLicence('multi_org');
    if (edition !== 'cloud') return;
    const free = plansOfOwned.filter((stored) => planOf(this.table, stored) === 'free').length;
    const limit = this.table.freeOrganizationsPerOwner;
    if (free < limit) return;
    const message = `You may own ${limit} organizations on the ${planNameOf('free')} plan, and you own ${free}.`;
    throw new AppError(editionErrors.quota_exhausted, { message });
  }

  /** The organization's plan on Cloud must be high enough; self-hosted deployments have no plans. */
  async requirePlan(q: Queryable, organizationId: string, gate: PlanGate): Promise<void> {
    if (this.configuration.edition !== 'cloud') return;
    const { plan } = await this.read(q, organizationId);
    const least = this.table.gates[gate];
    if (includes(this.table, plan, least)) return;
    const message = `The ${planNameOf(least)} plan or a higher one is required for ${GATED[gate]}.`;
    throw new AppError(editionErrors.plan_required, { message });
  }

  /**
   * One more of what `used` counts must fit into the quota. Creations of one organization wait for each other
   * from here to the end of the transaction, so that two cannot share the last place. Self-hosted deployments
   * are not counted at all.
   */
  async requireRoom(
    tx: Tx,
    organizationId: string,
    quota: Quota,
    used: () => Promise<number>,
  ): Promise<void> {
    if (this.configuration.edition !== 'cloud') return;
    const { plan, limits } = await this.allowance(tx, organizationId);
    const limit = limits[quota];
    if (limit === null) return;
    await tx.lock(`quota:${quota}:${organizationId}`);
    const inUse = await used();
    if (inUse < limit) return;
    const message = `Your ${planNameOf(plan)} plan allows ${limit} ${COUNTED[quota]}, and ${inUse} are in use.`;
    throw new AppError(editionErrors.quota_exhausted, { message });
  }

  /** Calls with an injected credential that a plan allows a month (06 §13.3); null is unlimited. */
  callLimit(stored: string): number | null {
    if (this.configuration.edition !== 'cloud') return null;
    return this.table.quotas.monthly_integration_calls[planOf(this.table, stored)];
  }

  /** For how many days audit entries are kept, by plan; self-hosted deployments have one number for all. */
  auditRetentionDays(): PlanTable['auditRetentionDays'] {
    if (this.configuration.edition === 'cloud') return this.table.auditRetentionDays;
    const days = this.configuration.auditRetentionDays;
    return { free: days, pro: days, team: days, scale: days, enterprise: days };
  }

  /** The plan an organization has, and its limits with the operator's own; null is unlimited (01 §18.8). */
  async allowance(q: Queryable, organizationId: string): Promise<Allowance> {
    if (this.configuration.edition !== 'cloud') return this.unlimited;
    const { plan, limits } = await this.read(q, organizationId);
    return { plan, limits: byQuota((quota) => limits[quota] ?? this.table.quotas[quota][plan]) };
  }

  /** The operator's limits for one organization win over the plan's, in both directions (01 §7.3.2). */
  private async read(
    q: Queryable,
    organizationId: string,
  ): Promise<{ plan: Plan; limits: Partial<Record<Quota, number | null>> }> {
    // The entity is that of an area below this one, which asks here.
    const [row] = await q.query<{ plan: string; maxAgents: number | null; maxSeats: number | null }>(
      `SELECT plan, max_agents AS "maxAgents", max_seats AS "maxSeats" FROM organizations WHERE id = $1`,
      [organizationId],
    );
    if (!row) throw new Error(`organization ${organizationId} has no row`);
    return {
      plan: planOf(this.table, row.plan),
      limits: { agents: row.maxAgents, seats: row.maxSeats },
    };
  }
}

function byQuota(limitOf: (quota: Quota) => number | null): Record<Quota, number | null> {
  return Object.fromEntries(QUOTAS.map((quota) => [quota, limitOf(quota)])) as Record<Quota, number | null>;
}
