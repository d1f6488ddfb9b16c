import { Column, Entity, PrimaryColumn } from 'typeorm';
import { SealedColumn } from '../../../kernel/crypto/secret-box.js';

/** A sign-in on its way through the provider. The row is the permission to finish it; deleting it is using it. */
@Entity('sign_in_flows')
export class SignInFlowEntity {
  @PrimaryColumn('bytea', { name: 'state_hash' })
  stateHash: Buffer;

  /** Hash of the cookie of the browser that began; only it may finish. */
  @Column('bytea', { name: 'browser_hash' })
  browserHash: Buffer;

  /** Both legs must name the same one (01 §22.5 rule 2). */
  @Column('text', { name: 'redirect_uri' })
  redirectUri: string;

  /** Sealed, like the next one: where somebody goes on to may hold a token, as the link of an invitation does. */
  @SealedColumn({ name: 'success_url' })
  successUrl: string;

  @SealedColumn({ name: 'error_url' })
  errorUrl: string;

  @Column('timestamptz', { name: 'expires_at' })
  expiresAt: Date;
}
