import { Injectable } from '@nestjs/common';
import { Database } from '../../../kernel/database/database.js';
import { CoalescedLoads } from '../../../kernel/scheduling/coalesced-loads.js';
import { EditionsService } from '../../foundation/editions/editions.service.js';
import type { Quota } from '../../foundation/editions/plans.js';
import { Seats } from '../organizations/seats.js';
import { USAGE_NAMES, type UsageName, type UsageResponse } from './dto/usage.dto.js';

/** Which quota of the plan limits what (01 §7.3, §18.8). */
const QUOTA_OF: Readonly<Record<UsageName, Quota>> = {
  Workspaces: 'workspaces',
  Agents: 'agents',
  Secrets: 'workspace_secrets',
  'OAuth apps': 'workspace_connections',
  'Integration calls': 'monthly_integration_calls',
  Members: 'seats',
};

type PlanUsage = Pick<UsageResponse, 'plan' | 'resources'>;
type Counts = Record<Exclude<UsageName, 'Members'>, number>;

const COUNTS = `
  SELECT (SELECT count(*) FROM workspaces WHERE organization_id = $1)::int AS "Workspaces",
    (SELECT count(*) FROM agents WHERE organization_id = $1)::int AS "Agents",
    (SELECT count(*) FROM secrets WHERE organization_id = $1 AND workspace_id IS NOT NULL)::int AS "Secrets",
    (SELECT count(*) FROM connections WHERE organization_id = $1 AND workspace_id IS NOT NULL)::int AS "OAuth apps",
    coalesce((SELECT calls FROM integration_calls
      WHERE organization_id = $1 AND month = date_trunc('month', now() AT TIME ZONE 'UTC')::date), 0)::float8
      AS "Integration calls"`;

/** What an organization has in use, and how much of it its plan allows. */
@Injectable()
export class UsageService {
  /** Each counts every object of an organization: many who ask at once share one, and others find the database (R62). */
  private readonly loads = new CoalescedLoads((organizationId) => this.count(organizationId));

  constructor(
    private readonly db: Database,
    private readonly editions: EditionsService,
    private readonly seats: Seats,
  ) {}

  /** The six lines of 01 §18.8 in their order; a limit of null is none. */
  of(organizationId: string): Promise<PlanUsage> {
    return this.loads.get(organizationId);
  }

  private async count(organizationId: string): Promise<PlanUsage> {
    const [{ plan, limits }, [counts], members] = await Promise.all([
      this.editions.allowance(this.db, organizationId),
      this.db.query<Counts>(COUNTS, [organizationId]),
      this.seats.inUse(this.db, organizationId),
    ]);
    const used = { ...counts!, Members: members };
    return {
      plan,
      resources: USAGE_NAMES.map((name) => ({ name, current: used[name], limit: limits[QUOTA_OF[name]] })),
    };
  }
}
