import { Injectable } from '@nestjs/common';
import type { PartnerCaller } from '../../../kernel/access/declaration/caller.js';
import { Database, type Queryable, type Tx } from '../../../kernel/database/database.js';
import { Epochs } from '../../../kernel/database/epochs.js';
import { isUuid } from '../../../kernel/database/uuid.js';
import { AppError } from '../../../kernel/errors/app-error.js';
import { secretErrors } from '../../credentials/secrets/secret.errors.js';
import { declareAudited } from '../../foundation/audit/audited.js';
import { PartnerLock } from '../partners/partner-lock.js';
import { PartnerOrganizationsStore, statusOf } from '../partners/partner-organizations.store.js';
import { recordForBoth } from '../partners/partner-trail.js';
import { partnerErrors } from '../partners/partner.errors.js';
import type { PartnerBudgetResponse, SetPartnerBudgetRequest } from './dto/partner-budget.dto.js';
import { partnerBudgetErrors } from './partner-budget.errors.js';

/** Kinds of keys whose use can be read and has prices (07 §A11.1). */
const METERED_TYPES: ReadonlySet<string> = new Set(['anthropic', 'openai']);

/** Spend of the present window, in whole cents: nano-cents by 10^9, rounded down. */
const SELECT = `
  SELECT b.secret_id AS "secretId", b.organization_id AS "organizationId", b.limit_cents AS "limitCents", b.period,
    b.allow_unmetered AS "allowUnmetered", coalesce(s.nano_cents / 1000000000, 0)::float8 AS "spentCents"
  FROM partner_budgets b
  JOIN secrets k ON k.id = b.secret_id
  LEFT JOIN partner_spend s ON s.secret_id = b.secret_id AND s.organization_id = b.organization_id
    AND s.budget_window = CASE b.period WHEN 'total' THEN 'total' ELSE to_char(now() AT TIME ZONE 'UTC', 'YYYY-MM') END
  WHERE k.partner_id = $1 AND b.organization_id = $2`;

const budgetAudit = declareAudited('budget');

/** What a partner lets organizations spend of the keys it lends (07 §A11). */
@Injectable()
export class PartnerBudgetsService {
  constructor(
    private readonly db: Database,
    private readonly lock: PartnerLock,
    private readonly organizations: PartnerOrganizationsStore,
    private readonly epochs: Epochs,
  ) {}

  /** Oldest first. An unknown organization is refused flat, here alone. */
  async list({ partnerId }: PartnerCaller, organizationId: string): Promise<PartnerBudgetResponse[]> {
    try {
      await this.organizations.require(this.db, partnerId, organizationId);
    } catch (error) {
      if (error instanceof AppError && error.definition === partnerErrors.partner_organization_not_found)
        throw new AppError(partnerBudgetErrors.budget_organization_not_found, { cause: error });
      throw error;
    }
    return this.db.query(`${SELECT} ORDER BY b.created_at, b.secret_id`, [partnerId, organizationId]);
  }

  /** Sets or replaces it; what was spent in its window counts on (07 §A11.4). */
  set(
    caller: PartnerCaller,
    organizationId: string,
    secretId: string,
    { limitCents, period, allowUnmetered = false }: SetPartnerBudgetRequest,
  ): Promise<PartnerBudgetResponse> {
    return this.db.tx(async (tx) => {
      const { detached, type } = await this.hold(tx, caller, organizationId, secretId);
      if (detached) throw new AppError(partnerBudgetErrors.budget_organization_detached);
      if (!METERED_TYPES.has(type)) throw new AppError(partnerBudgetErrors.budget_secret_not_metered);
      await tx.query(
        `INSERT INTO partner_budgets (secret_id, organization_id, period, limit_cents, allow_unmetered)
         VALUES ($1, $2, $3, $4, $5)
         ON CONFLICT (secret_id, organization_id)
         DO UPDATE SET period = excluded.period, limit_cents = excluded.limit_cents,
           allow_unmetered = excluded.allow_unmetered, updated_at = now()`,
        [secretId, organizationId, period, limitCents, allowUnmetered],
      );
      await this.epochs.raise(tx, { organization: organizationId });
      await recordForBoth(tx, budgetAudit, { caller, organizationId }, 'update', {
        secretId,
        limitCents,
        period,
        allowUnmetered,
      });
      return this.one(tx, caller, organizationId, secretId);
    });
  }

  /** Counters stay. One that was never set is gone as well, and nothing is written about it. */
  clear(caller: PartnerCaller, organizationId: string, secretId: string): Promise<void> {
    return this.db.tx(async (tx) => {
      await this.hold(tx, caller, organizationId, secretId);
      const [cleared] = await tx.query<{ limitCents: number; period: string; allowUnmetered: boolean }>(
        `DELETE FROM partner_budgets WHERE secret_id = $1 AND organization_id = $2
         RETURNING limit_cents AS "limitCents", period, allow_unmetered AS "allowUnmetered"`,
        [secretId, organizationId],
      );
      if (cleared === undefined) return;
      await this.epochs.raise(tx, { organization: organizationId });
      await recordForBoth(tx, budgetAudit, { caller, organizationId }, 'delete', { secretId, ...cleared });
    });
  }

  private async one(
    q: Queryable,
    { partnerId }: PartnerCaller,
    organizationId: string,
    secretId: string,
  ): Promise<PartnerBudgetResponse> {
    const [row] = await q.query<PartnerBudgetResponse>(`${SELECT} AND b.secret_id = $3`, [
      partnerId,
      organizationId,
      secretId,
    ]);
    return row!;
  }

  /** Organization and secret until the transaction ends; another partner's look like none. */
  private async hold(
    tx: Tx,
    caller: PartnerCaller,
    organizationId: string,
    secretId: string,
  ): Promise<{ detached: boolean; type: string }> {
    await this.lock.share(tx, caller, 'admin');
    const organization = await this.organizations.lock(tx, caller.partnerId, organizationId);
    const [secret] = isUuid(secretId)
      ? await tx.query<{ type: string }>(
          'SELECT type FROM secrets WHERE id = $1 AND partner_id = $2 FOR KEY SHARE',
          [secretId, caller.partnerId],
        )
      : [];
    if (secret === undefined) throw new AppError(secretErrors.secret_not_found);
    return { detached: statusOf(organization) === 'detached', type: secret.type };
  }
}
