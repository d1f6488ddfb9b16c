import type { SecretBox } from '../../../kernel/crypto/secret-box.js';
import type { Database } from '../../../kernel/database/database.js';
import { AuthorityRow } from '../certificate-authority/authority-records.js';
import { generateAuthority } from '../certificate-authority/certificate-issuer.js';

/** Stores a new certificate authority for the next start of the servers; answers its certificate. */
export async function replaceAuthority(db: Database, box: SecretBox): Promise<string> {
  const authority = await generateAuthority();
  await new AuthorityRow(db, box).replace(authority);
  return authority.certificatePem;
}
