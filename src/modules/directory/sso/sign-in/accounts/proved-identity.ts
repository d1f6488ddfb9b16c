import { createHash } from 'node:crypto';

/** An asserted identity that passed what can be judged of it alone. */
export interface ProvedIdentity {
  organizationId: string;
  connectionId: string;
  issuer: string;
  subject: string;
  /** In the form accounts have. */
  email: string;
  name: string | null;
}

/** How the audit log names an account at a provider. */
export function identityHash({ issuer, subject }: Pick<ProvedIdentity, 'issuer' | 'subject'>): string {
  return createHash('sha256')
    .update(JSON.stringify([issuer, subject]))
    .digest('hex');
}
