import { Injectable } from '@nestjs/common';
import { Configuration } from '../../kernel/config/configuration.js';
import type { Queryable, Tx } from '../../kernel/database/database.js';
import { AppError } from '../../kernel/errors/app-error.js';
import { includes, loadPlanTable, nameOf, type Plan, type PlanGate, planOf, type Quota } from './plans.js';

/** Licensed features that are refused deeper than the router, in human words (01 §7.2 rule 2). */
const LICENSED = {
  groups: 'Naming groups in organization rules',
  granular_access: 'Limiting access to chosen resources',
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

interface PlanRow {
  plan: string;
  max_agents: number | null;
  max_seats: number | null;
}

/** The one place that knows what a licence, a plan or a quota allows (01 §7.2, §7.3). */
@Injectable()
export class EditionsService {
  private readonly table = loadPlanTable();

  constructor(private readonly configuration: Configuration) {}

  /** Self-hosted without the Enterprise flag: `enterprise_license_required`. Cloud is always entitled. */
  requireLicence(feature: LicensedFeature): void {
    if (this.configuration.entitled) return;
    const message = `${LICENSED[feature]} needs an Enterprise license.`;
    throw new AppError('enterprise_license_required', { message });
  }

  /** The organization's plan on Cloud must be high enough; self-hosted deployments have no plans. */
  async requirePlan(q: Queryable, organizationId: string, gate: PlanGate): Promise<void> {
    if (this.configuration.edition !== 'cloud') return;
    const { plan } = await this.read(q, organizationId);
    const least = this.table.gates[gate];
    if (includes(this.table, plan, least)) return;
    const message = `The ${nameOf(least)} plan or a higher one is required for ${GATED[gate]}.`;
    throw new AppError('plan_required', { message });
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
    const { plan, limits } = await this.read(tx, organizationId);
    const limit = limits[quota] ?? this.table.quotas[quota][plan];
    if (limit === null) return;
    await tx.lock(`quota:${quota}:${organizationId}`);
    const inUse = await used();
    if (inUse < limit) return;
    const message = `Your ${nameOf(plan)} plan allows ${limit} ${COUNTED[quota]}, and ${inUse} are in use.`;
    throw new AppError('quota_exhausted', { message });
  }

  /** The operator's limits for one organization win over the plan's, in both directions (01 §7.3.2). */
  private async read(
    q: Queryable,
    organizationId: string,
  ): Promise<{ plan: Plan; limits: Partial<Record<Quota, number | null>> }> {
    const [row] = await q.query<PlanRow>(
      `SELECT plan, max_agents, max_seats FROM organizations WHERE id = $1`,
      [organizationId],
    );
    if (!row) throw new Error(`organization ${organizationId} has no row`);
    return {
      plan: planOf(this.table, row.plan),
      limits: { agents: row.max_agents, seats: row.max_seats },
    };
  }
}
