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

  /** Somebody wants to see the body and the holder has not written it yet. */
  @Column('boolean', { name: 'body_asked', default: false })
  bodyAsked: boolean;

  /** Its beginning as it will be sent; null until somebody asks, and once it is settled. */
  @Column('bytea', { nullable: true })
  body: Buffer | null;

  @Column('boolean', { name: 'body_whole', nullable: true })
  bodyWhole: boolean | null;

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
