import { Column, Entity, PrimaryColumn } from 'typeorm';
import type {
  PublishedRule,
  RuleConditions,
  RuleIdentity,
  RuleTarget,
} from '../../../domain/decision/policy/model.js';

/** A rule of a draft (generation 0): stable id, edited in place (02 §6.3). */
@Entity('policy_rules')
export class PolicyRuleEntity {
  @PrimaryColumn('uuid', { default: () => 'gen_random_uuid()' })
  id: string;

  @Column('uuid', { name: 'set_id' })
  setId: string;

  @Column('uuid', { name: 'logical_id' })
  logicalId: string;

  @Column('integer')
  priority: number;

  @Column('boolean', { name: 'is_default', default: false })
  isDefault: boolean;

  @Column('text')
  source: PublishedRule['source'];

  @Column('text')
  name: string;

  @Column('text', { nullable: true })
  description: string | null;

  @Column('boolean', { default: true })
  enabled: boolean;

  @Column('text')
  action: PublishedRule['action'];

  @Column('integer', { name: 'rate_limit', nullable: true })
  rateLimit: number | null;

  @Column('text', { name: 'rate_limit_window', nullable: true })
  rateLimitWindow: PublishedRule['rateLimitWindow'];

  @Column('boolean', { name: 'require_approval', default: false })
  requireApproval: boolean;

  @Column('text', { nullable: true })
  coverage: PublishedRule['coverage'];

  @Column('jsonb', { nullable: true })
  conditions: RuleConditions | null;

  @Column('jsonb', { default: () => `'[]'` })
  identities: RuleIdentity[];

  @Column('jsonb', { default: () => `'[]'` })
  targets: RuleTarget[];

  @Column('timestamptz', { name: 'created_at', default: () => 'now()' })
  createdAt: Date;
}
