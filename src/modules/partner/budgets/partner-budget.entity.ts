import { Column, Entity, PrimaryColumn } from 'typeorm';

/** The most a partner's secret may cost for one organization (07 A11). */
@Entity('partner_budgets')
export class PartnerBudgetEntity {
  @PrimaryColumn('uuid', { name: 'secret_id' })
  secretId: string;

  @PrimaryColumn('text', { name: 'organization_id' })
  organizationId: string;

  @Column('text')
  period: 'monthly' | 'total';

  @Column('integer', { name: 'limit_cents' })
  limitCents: number;

  /** Whether calls pass that cannot be measured (R40.3). */
  @Column('boolean', { name: 'allow_unmetered', default: false })
  allowUnmetered: boolean;

  @Column('timestamptz', { name: 'created_at', default: () => 'now()' })
  createdAt: Date;

  @Column('timestamptz', { name: 'updated_at', default: () => 'now()' })
  updatedAt: Date;
}
