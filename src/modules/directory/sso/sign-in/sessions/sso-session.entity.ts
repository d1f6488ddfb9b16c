import { Column, Entity, PrimaryColumn } from 'typeorm';
import { SealedColumn } from '../../../../../kernel/crypto/secret-box.js';

/** What a session owes to an identity provider; goes with the session, and with the connection (05 §8.7 step 8). */
@Entity('sso_sessions')
export class SsoSessionEntity {
  @PrimaryColumn('uuid', { name: 'session_id' })
  sessionId: string;

  @Column('uuid', { name: 'connection_id' })
  connectionId: string;

  @Column('text')
  issuer: string;

  @Column('text')
  subject: string;

  /** `sid` of OpenID Connect, `SessionIndex` of SAML: by it the provider ends one session. */
  @Column('text', { name: 'provider_session_id', nullable: true })
  providerSessionId: string | null;

  /** For `id_token_hint` when the person logs out. */
  @SealedColumn({ name: 'id_token', nullable: true })
  idToken: string | null;
}
