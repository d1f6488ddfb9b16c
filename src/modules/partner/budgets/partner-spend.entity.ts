import { Column, Entity, PrimaryColumn } from 'typeorm';

/** What was spent in one window; it outlives its budget, so that setting one again goes on from here (07 A11.4). */
@Entity('partner_spend')
export class PartnerSpendEntity {
  @PrimaryColumn('uuid', { name: 'secret_id' })
  secretId: string;

  @PrimaryColumn('text', { name: 'organization_id' })
  organizationId: string;

  /** `total`, or a month of UTC like `2026-01`. */
  @PrimaryColumn('text', { name: 'budget_window' })
  budgetWindow: string;

  /** A cent has a milliard of them (06 §13.4); a bigint, which the driver gives as text. */
  @Column('bigint', { name: 'nano_cents', default: () => '0' })
  nanoCents: string;

  @Column('timestamptz', { name: 'updated_at', default: () => 'now()' })
  updatedAt: Date;
}
