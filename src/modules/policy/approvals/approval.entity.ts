import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { ApprovalState, HeldRequest, Offer } from './approval.js';

/** A request that is held, or was until some minutes ago (06 §15.2). */
@Entity('approvals')
export class ApprovalEntity {
  @PrimaryColumn('uuid')
  id: string;

  @Column('text', { name: 'organization_id' })
  organizationId: string;

  @Column('text', { name: 'workspace_id' })
  workspaceId: string;

  @Column('uuid', { name: 'agent_id' })
  agentId: string;

  /** The process that holds it. */
  @Column('uuid', { name: 'owner_id' })
  ownerId: string;

  @Column('text', { default: 'pending' })
  state: ApprovalState;

  /** Null once it is settled: what an agent sent is kept no longer than it is needed. */
  @Column('jsonb', { nullable: true })
  request: HeldRequest | null;

  @Column('jsonb', { nullable: true })
  offer: Offer | null;

  /** Who approved or denied; null for every other end. */
  @Column('uuid', { name: 'decided_by', nullable: true })
  decidedBy: string | null;

  @Column('timestamptz', { name: 'created_at', default: () => 'now()' })
  createdAt: Date;

  @Column('timestamptz', { name: 'expires_at' })
  expiresAt: Date;

  @Column('timestamptz', { name: 'settled_at', nullable: true })
  settledAt: Date | null;
}
