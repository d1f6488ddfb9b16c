import { Column, Entity, PrimaryColumn } from 'typeorm';

/** The one live reset token of an account, as a hash; a new request replaces the row. */
@Entity('password_reset_tokens')
export class PasswordResetTokenEntity {
  @PrimaryColumn('uuid', { name: 'user_id' })
  userId: string;

  @Column('bytea', { name: 'token_hash' })
  tokenHash: Buffer;

  @Column('timestamptz', { name: 'expires_at' })
  expiresAt: Date;

  /** Gives an account its first password, and is good for nothing else (07 A12.3). */
  @Column('boolean', { default: false })
  setup: boolean;

  @Column('timestamptz', { name: 'created_at', default: () => 'now()' })
  createdAt: Date;
}
