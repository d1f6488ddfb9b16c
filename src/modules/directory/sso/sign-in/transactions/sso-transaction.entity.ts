import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { SsoProtocol } from '../../connections/store/sso-connection.entity.js';

/** A sign-in on its way through an identity provider; deleting the row is using it (05 §8.6 rule 1). */
@Entity('sso_transactions')
export class SsoTransactionEntity {
  /** Of `state`, or of what goes as `RelayState`. */
  @PrimaryColumn('bytea', { name: 'handle_hash' })
  handleHash: Buffer;

  @Column('uuid', { name: 'connection_id' })
  connectionId: string;

  @Column('text')
  protocol: SsoProtocol;

  /** Of the cookie of the browser that began; only it may finish. */
  @Column('bytea', { name: 'browser_hash' })
  browserHash: Buffer;

  /** A path of our own origin. */
  @Column('text', { name: 'return_to' })
  returnTo: string;

  /** The session of the profile it was begun from; null for a sign-in. */
  @Column('uuid', { name: 'link_session_id', nullable: true })
  linkSessionId: string | null;

  @Column('timestamptz', { name: 'expires_at' })
  expiresAt: Date;
}
