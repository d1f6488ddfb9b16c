import { Column, Entity, PrimaryColumn } from 'typeorm';

/** One audited event (01 §24). The e-mail is the one at the time; it outlives the account. */
@Entity('audit_log')
export class AuditLogEntity {
  @PrimaryColumn('uuid', { default: () => 'gen_random_uuid()' })
  id: string;

  @Column('text', { name: 'organization_id', nullable: true })
  organizationId: string | null;

  @Column('text', { name: 'workspace_id', nullable: true })
  workspaceId: string | null;

  /** Of entries in a partner's own log (07 A14), which stay without it. */
  @Column('uuid', { name: 'partner_id', nullable: true })
  partnerId: string | null;

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
