import { Injectable } from '@nestjs/common';
import { Database, type Tx } from '../../../kernel/database/database.js';
import { Epochs } from '../../../kernel/database/epochs.js';
import { organizationAudit } from './organization.audit.js';
import { actingPerson } from '../audit/model/audit-origin.js';
import { loadPlanTable, type Plan } from '../editions/plans.js';

/** What the operator decides about one organization (01 §7.3). A null limit means the plan's own number. */
export interface OrganizationPlan {
  id: string;
  slug: string;
  name: string;
  plan: string;
  maxAgents: number | null;
  maxSeats: number | null;
}

export interface PlanChange {
  plan?: Plan;
  maxAgents?: number | null;
  maxSeats?: number | null;
}

const COLUMNS = 'id, slug, name, plan, max_agents AS "maxAgents", max_seats AS "maxSeats"';

/**
 * Plans and limits of organizations are the operator's to set, never through the public API (01 §7.3.4, §27).
 * Lowering one deletes nothing: quotas block creation only.
 */
@Injectable()
export class OrganizationPlans {
  constructor(
    private readonly db: Database,
    private readonly epochs: Epochs,
  ) {}

  /** The service without the application around it, for commands. */
  static on(db: Database, epochs: Epochs): OrganizationPlans {
    return new OrganizationPlans(db, epochs);
  }

  /** Lowest first, as `config/plans.json` has them. */
  static known(): readonly Plan[] {
    return loadPlanTable().plans;
  }

  /** By id or slug; null when there is no such organization. */
  async find(organization: string): Promise<OrganizationPlan | null> {
    const [found] = await this.db.query<OrganizationPlan>(
      `SELECT ${COLUMNS} FROM organizations WHERE id = $1 OR slug = $1 ORDER BY id = $1 DESC LIMIT 1`,
      [organization],
    );
    return found ?? null;
  }

  /** What is left out stays. Repeating a change writes nothing. */
  async change(organizationId: string, change: PlanChange): Promise<OrganizationPlan | null> {
    return this.db.tx(async (tx) => {
      const before = await this.locked(tx, organizationId);
      if (before === null) return null;
      const after = { ...before, ...change };
      if (isSame(before, after)) return before;
      await tx.query(`UPDATE organizations SET plan = $2, max_agents = $3, max_seats = $4 WHERE id = $1`, [
        organizationId,
        after.plan,
        after.maxAgents,
        after.maxSeats,
      ]);
      await organizationAudit.record(
        tx,
        { organizationId, by: actingPerson(null, null, 'system') },
        'update',
        { before: limitsOf(before), after: limitsOf(after) },
      );
      await this.epochs.raise(tx, { organization: organizationId });
      return after;
    });
  }

  private async locked(tx: Tx, organizationId: string): Promise<OrganizationPlan | null> {
    const [row] = await tx.query<OrganizationPlan>(
      `SELECT ${COLUMNS} FROM organizations WHERE id = $1 FOR NO KEY UPDATE`,
      [organizationId],
    );
    return row ?? null;
  }
}

function limitsOf({ plan, maxAgents, maxSeats }: OrganizationPlan): object {
  return { plan, maxAgents, maxSeats };
}

function isSame(one: OrganizationPlan, other: OrganizationPlan): boolean {
  return JSON.stringify(limitsOf(one)) === JSON.stringify(limitsOf(other));
}
