import { Column, Entity, PrimaryColumn } from 'typeorm';

/** An invitation; one row per organization and e-mail, used again when the address is invited again (01 §15.1). */
@Entity('invitations')
export class InvitationEntity {
  @PrimaryColumn('uuid', { default: () => 'gen_random_uuid()' })
  id: string;

  @Column('text', { name: 'organization_id' })
  organizationId: string;

  /** Lowercase. */
  @Column('text')
  email: string;

  @Column('text')
  role: 'admin' | 'member';

  /** `pending` also after `expiresAt`, until somebody tries to accept it. */
  @Column('text', { default: 'pending' })
  status: 'pending' | 'accepted' | 'cancelled' | 'expired';

  @Column('bytea', { name: 'token_hash' })
  tokenHash: Buffer;

  /** Text, not a reference: it stays when the inviter leaves. */
  @Column('text', { name: 'invited_by_email' })
  invitedByEmail: string;

  @Column('timestamptz', { name: 'expires_at' })
  expiresAt: Date;

  @Column('timestamptz', { name: 'created_at', default: () => 'now()' })
  createdAt: Date;
}
