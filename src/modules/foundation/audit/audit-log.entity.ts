import { Column, Entity } from 'typeorm';
import { OwnedRow } from '../../../kernel/database/statements/owned-columns.js';

/** One audited event (01 §24). The e-mail is the one at the time; it outlives the account; an entry of a partner's
 * own log (07 A14) has no organization and stays without it. */
@Entity('audit_log')
export class AuditLogEntity extends OwnedRow {
  @Column('uuid', { name: 'user_id', nullable: true })
  userId: string | null;

  @Column('text', { name: 'user_email', nullable: true })
  userEmail: string | null;

  @Column('text')
  action: string;

  @Column('text')
  service: string;

  @Column('text')
  status: 'success' | 'failure';

  @Column('text')
  source: string;

  @Column('jsonb', { nullable: true })
  metadata: Record<string, unknown> | null;

  @Column('timestamptz', { name: 'created_at', default: () => 'now()' })
  createdAt: Date;
}
