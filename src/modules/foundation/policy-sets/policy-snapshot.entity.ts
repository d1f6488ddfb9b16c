import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { PublishedRule } from '../../../domain/decision/policy/model.js';

/** One published generation of a set, whole, in first-match order with the Default Rule last. */
@Entity('policy_snapshots')
export class PolicySnapshotEntity {
  @PrimaryColumn('uuid', { name: 'set_id' })
  setId: string;

  @PrimaryColumn('integer')
  generation: number;

  @Column('jsonb')
  rules: PublishedRule[];

  /** The Default Rule counts (R24.5). */
  @Column('integer', { name: 'rule_count' })
  ruleCount: number;

  @Column('timestamptz', { name: 'applied_at', default: () => 'now()' })
  appliedAt: Date;

  @Column('uuid', { name: 'applied_by_user_id', nullable: true })
  appliedByUserId: string | null;
}
