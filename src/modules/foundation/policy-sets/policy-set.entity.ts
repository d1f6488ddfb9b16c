import { Column, Entity } from 'typeorm';
import { TenantRow } from '../../../kernel/database/statements/owned-columns.js';

/** The rule set of one organization or one workspace; its row is the lock that serialises writers (02 §5.4.4). */
@Entity('policy_sets')
export class PolicySetEntity extends TenantRow {
  @Column('integer', { name: 'live_generation', default: 0 })
  liveGeneration: number;
}
