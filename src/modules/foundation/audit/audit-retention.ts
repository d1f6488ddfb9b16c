import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Database } from '../../../kernel/database/database.js';
import { EditionsService } from '../editions/editions.service.js';
import { Jobs } from '../../../kernel/jobs/jobs.js';

const NIGHTLY = '41 2 * * *';

/** Small enough to hold its locks for milliseconds, large enough for millions of rows in one night. */
const BATCH = 5_000;

/**
 * From which moment on entries of an organization with the plan `plan` count. `days` is the SQL parameter that
 * holds the table of days by plan as JSON; an unknown plan reads as `free`, and no number means for ever.
 */
export function retainedSince(plan: string, days: string): string {
  return `coalesce(
    now() - make_interval(days => (coalesce(${days}::jsonb -> ${plan}, ${days}::jsonb -> 'free') #>> '{}')::int),
    '-infinity')`;
}

/** How long the audit trail is kept, and the job that removes what is older (01 §18.9, §28). */
@Injectable()
export class AuditRetention {
  /** Days by plan as the SQL of `retainedSince` takes them. */
  readonly daysByPlan: string;
  private readonly longest: number | null;

  constructor(
    private readonly db: Database,
    editions: EditionsService,
  ) {
    const days = editions.auditRetentionDays();
    this.daysByPlan = JSON.stringify(days);
    const numbers = Object.values(days);
    this.longest = numbers.includes(null) ? null : Math.max(...numbers.map(Number));
  }

  /** Batch by batch, each its own transaction; a row another process is removing is left to that one. */
  async removeExpired(): Promise<void> {
    while ((await this.removeOfOrganizations()) === BATCH);
    while ((await this.removeOfNobody()) === BATCH);
  }

  private async removeOfOrganizations(): Promise<number> {
    const rows = await this.db.query(
      `DELETE FROM audit_log WHERE id IN (
         SELECT expired.id FROM organizations o CROSS JOIN LATERAL (
           SELECT a.id FROM audit_log a
           WHERE a.organization_id = o.id AND a.created_at < ${retainedSince('o.plan', '$1')}
           ORDER BY a.created_at LIMIT $2 FOR UPDATE SKIP LOCKED
         ) expired LIMIT $2
       ) RETURNING 1`,
      [this.daysByPlan, BATCH],
    );
    return rows.length;
  }

  /** Sign-ins and the like belong to no organization: they stay as long as the longest plan allows. */
  private async removeOfNobody(): Promise<number> {
    if (this.longest === null) return 0;
    const rows = await this.db.query(
      `DELETE FROM audit_log WHERE id IN (
         SELECT id FROM audit_log
         WHERE organization_id IS NULL AND created_at < now() - make_interval(days => $1)
         ORDER BY created_at LIMIT $2 FOR UPDATE SKIP LOCKED
       ) RETURNING 1`,
      [this.longest, BATCH],
    );
    return rows.length;
  }
}

/** Removes what nobody may read any more; a night that was missed is made up for (01 §28). */
@Injectable()
export class AuditCleanup implements OnModuleInit {
  constructor(
    private readonly jobs: Jobs,
    private readonly retention: AuditRetention,
  ) {}

  onModuleInit(): void {
    this.jobs.registerPeriodic('audit-trail.remove-expired', NIGHTLY, () => this.retention.removeExpired());
  }
}
