import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable, Logger } from '@nestjs/common';
import { Database } from '../../kernel/database/database.js';
import { Prepared } from '../../kernel/database/statements/prepared-run.js';
import type { AgentAccess } from '../../modules/policy/agent-snapshot/agent-access.js';
import type { BudgetedSecret } from '../exchange/results/charge.js';
import { DatabaseClock } from './database-clock.js';
import type { Spent } from './ledger-batch.js';
import { MeteringLedger } from './metering-ledger.js';
import { MeteringMetrics } from './metering-metrics.js';

/** Younger, what is known is gone by; older, it is read again meanwhile. */
const FRESH_MS = 1_000;
/** Older than 06 §17.2 allows; it is waited for what is read. */
const STALE_MS = 5_000;
/** A database that says nothing for as long is none, and the request passes. */
const PATIENCE_MS = 2_000;
/** Organizations whose budgets are known. */
const CAPACITY = 10_000;
const NONE: readonly BudgetedSecret[] = [];
const UNREADABLE: BudgetLook = { exceeded: null, inForce: true, measuredOnly: false };
const NANO_CENTS = 1_000_000_000n;

/** With what was spent in the present month of the database's clock, and ever. */
const READ = new Prepared(`
  SELECT b.secret_id AS "secretId", b.period, b.limit_cents AS "limitCents", b.allow_unmetered AS "allowUnmetered",
    coalesce(m.nano_cents, 0)::text AS month, coalesce(t.nano_cents, 0)::text AS total,
    to_char(now() AT TIME ZONE 'UTC', 'YYYY-MM') AS "thisMonth"
  FROM partner_budgets b
  LEFT JOIN partner_spend m ON m.secret_id = b.secret_id AND m.organization_id = b.organization_id
    AND m.budget_window = to_char(now() AT TIME ZONE 'UTC', 'YYYY-MM')
  LEFT JOIN partner_spend t ON t.secret_id = b.secret_id AND t.organization_id = b.organization_id
    AND t.budget_window = 'total'
  WHERE b.organization_id = $1`);

export type BudgetPeriod = 'monthly' | 'total';

export interface ExceededBudget {
  readonly limitCents: number;
  readonly period: BudgetPeriod;
}

/** What the budgets of a call's keys say before it is let through. */
export interface BudgetLook {
  /** The first of them that is spent; null when none is. */
  readonly exceeded: ExceededBudget | null;
  /** Whether one of them is there, or cannot be read. */
  readonly inForce: boolean;
  /** Whether one of them lets nothing pass that it cannot measure (R40.3). */
  readonly measuredOnly: boolean;
}

interface Row extends ExceededBudget {
  readonly allowUnmetered: boolean;
  readonly secretId: string;
  readonly month: string;
  readonly total: string;
  readonly thisMonth: string;
}

interface Budget extends ExceededBudget {
  readonly allowUnmetered: boolean;
  /** In nano-cents: what the database said, and what this process has written since. */
  month: bigint;
  total: bigint;
  /** Which `month` is, as `YYYY-MM`. */
  readonly thisMonth: string;
}

interface Known {
  /** Of the organization when it was asked about. */
  readonly epoch: number;
  budgets: ReadonlyMap<string, Budget>;
  /** Milliseconds of the process; -Infinity: never. */
  readAt: number;
  failed: boolean;
  reading: Promise<void> | null;
}

/**
 * The budgets of organizations and what they have spent, as the gateway asks for it (06 §13.4). A budget that is set,
 * raised or removed raises the epoch of its organization, and what was known before is not gone by any more.
 */
@Injectable()
export class Budgets {
  private readonly logger = new Logger(Budgets.name);
  private readonly known = new Map<string, Known>();

  constructor(
    private readonly db: Database,
    private readonly clock: DatabaseClock,
    private readonly ledger: MeteringLedger,
    private readonly metrics: MeteringMetrics,
  ) {
    ledger.written = (spent) => this.learn(spent);
  }

  /** What the budgets of these secrets say; while they cannot be read, nothing is refused (R22). */
  look(access: AgentAccess, secretIds: readonly string[]): Promise<BudgetLook> | BudgetLook {
    const reading = this.upToDate(access);
    const { id } = access.organization;
    return reading === null ? this.judge(id, secretIds) : reading.then(() => this.judge(id, secretIds));
  }

  /** Which of these secrets of partners a call that is let through now is counted against (07 §A11.4). */
  inForce({ organization }: AgentAccess, secretIds: readonly string[]): readonly BudgetedSecret[] {
    if (secretIds.length === 0) return NONE;
    const known = this.known.get(organization.id);
    if (known === undefined || known.readAt === -Infinity || known.failed)
      return secretIds.map((secretId) => ({
        secretId,
        budgeted: known?.budgets.has(secretId) ? true : null,
      }));
    return secretIds.filter((id) => known.budgets.has(id)).map((secretId) => ({ secretId, budgeted: true }));
  }

  private learn({ secretId, organizationId, total, months }: Spent): void {
    const budget = this.known.get(organizationId)?.budgets.get(secretId);
    if (budget === undefined) return;
    budget.total += total;
    budget.month += months.get(budget.thisMonth) ?? 0n;
  }

  private judge(organizationId: string, secretIds: readonly string[]): BudgetLook {
    const known = this.known.get(organizationId);
    if (known === undefined || known.failed || known.readAt === -Infinity) return UNREADABLE;
    const look = { exceeded: null as ExceededBudget | null, inForce: false, measuredOnly: false };
    for (const secretId of secretIds) {
      const budget = known.budgets.get(secretId);
      if (budget === undefined) continue;
      look.inForce = true;
      look.measuredOnly ||= !budget.allowUnmetered;
      if (look.exceeded === null && this.isSpent(budget, secretId, organizationId)) look.exceeded = budget;
    }
    return look;
  }

  private isSpent(budget: Budget, secretId: string, organizationId: string): boolean {
    const month = budget.period === 'total' ? null : this.clock.month();
    // One that was read in another month says nothing of this one.
    const stored = month === null ? budget.total : month === budget.thisMonth ? budget.month : 0n;
    const spent = stored + this.ledger.unwritten(secretId, organizationId, month);
    return spent >= BigInt(budget.limitCents) * NANO_CENTS;
  }

  /** Null: what is known is young enough. */
  private upToDate(access: AgentAccess): Promise<void> | null {
    const { id } = access.organization;
    const epoch = epochOf(access);
    let known = this.known.get(id);
    if (known === undefined || known.epoch !== epoch) {
      known = { epoch, budgets: new Map(), readAt: -Infinity, failed: false, reading: null };
      this.remember(id, known);
    }
    const age = performance.now() - known.readAt;
    if (age < FRESH_MS) return null;
    const entry = known;
    entry.reading ??= this.read(id, entry).finally(() => (entry.reading = null));
    return age < STALE_MS
      ? null
      : Promise.race([entry.reading, sleep(PATIENCE_MS, undefined, { ref: false })]);
  }

  private async read(organizationId: string, known: Known): Promise<void> {
    try {
      const rows = await this.ledger.inTurn(() => this.db.query<Row>(READ, [organizationId]));
      known.budgets = new Map(rows.map((row) => [row.secretId, budgetOf(row)]));
      known.failed = false;
    } catch (error) {
      known.failed = true;
      this.metrics.storeFailed();
      this.logger.error({ err: error }, 'budgets could not be read; requests are allowed');
    }
    known.readAt = performance.now();
  }

  private remember(organizationId: string, known: Known): void {
    this.known.delete(organizationId);
    const oldest = this.known.size >= CAPACITY ? this.known.keys().next().value : undefined;
    if (oldest !== undefined) this.known.delete(oldest);
    this.known.set(organizationId, known);
  }
}

function budgetOf({ month, total, ...row }: Row): Budget {
  return { ...row, month: BigInt(month), total: BigInt(total) };
}

/** Of everything an agent is judged by: the sum changes whenever one of them does, since epochs only rise. */
function epochOf({ epochs }: AgentAccess): number {
  let sum = 0;
  for (const { epoch } of epochs) sum += epoch;
  return sum;
}
