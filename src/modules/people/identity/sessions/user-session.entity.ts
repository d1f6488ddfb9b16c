import { Column, Entity, PrimaryColumn } from 'typeorm';

/** One signed-in browser. The row is the session: deleting it ends the session at once (01 §3.3). */
@Entity('user_sessions')
export class UserSessionEntity {
  @PrimaryColumn('uuid', { default: () => 'gen_random_uuid()' })
  id: string;

  @Column('uuid', { name: 'user_id' })
  userId: string;

  @Column('bytea', { name: 'token_hash' })
  tokenHash: Buffer;

  /** The non-secret alias shown as `token` by `/auth/*` and accepted by `revoke-session` (01 §11.1). */
  @Column('text')
  handle: string;

  @Column('text', { name: 'sign_in_method' })
  signInMethod: 'password' | 'google' | 'sso';

  /** False for `rememberMe: false`: 24 hours, never extended, cookie without `Max-Age`. */
  @Column('boolean')
  sliding: boolean;

  @Column('timestamptz', { name: 'expires_at' })
  expiresAt: Date;

  @Column('text', { name: 'ip_address', nullable: true })
  ipAddress: string | null;

  @Column('text', { name: 'user_agent', nullable: true })
  userAgent: string | null;

  @Column('timestamptz', { name: 'created_at', default: () => 'now()' })
  createdAt: Date;

  @Column('timestamptz', { name: 'updated_at', default: () => 'now()' })
  updatedAt: Date;
}
