import { randomUUID } from 'node:crypto';
import { mintToken, sha256 } from '../../../src/kernel/crypto/tokens.js';
import { Database } from '../../../src/kernel/database/database.js';
import { Epochs } from '../../../src/kernel/database/epochs.js';
import { ClaimTokens } from '../../../src/modules/partner/partners/claim-tokens.js';
import { api, type ApiClient } from '../clients/client.js';
import { raiseOrganization } from './people.js';
import type { TestServer } from '../server/server.js';

type At = Pick<TestServer, 'app' | 'db' | 'apiUrl'>;

export interface TestPartner {
  id: string;
  name: string;
  /** A client that carries the partner's key. */
  api: ApiClient;
}

/** A partner as rows, where a test is not about how one is made. */
export async function addPartner(server: At, name = 'Reseller'): Promise<TestPartner> {
  const [id, key] = [randomUUID(), mintToken('partner')];
  await server.db.query(`INSERT INTO partners (id, name, slug) VALUES ($1, $2, $3)`, [id, name, id]);
  await server.db.query(
    `INSERT INTO api_keys (id, family, token_hash, partner_id) VALUES ($1, 'partner', $2, $3)`,
    [randomUUID(), sha256(key), id],
  );
  return { id, name, api: api(server).as(key) };
}

/** Makes the organization one that the partner set up and its owner claimed. */
export async function attach(
  server: At,
  partner: TestPartner,
  owner: { organizationId: string; email: string },
): Promise<void> {
  await link(server, partner, owner.organizationId, owner.email);
}

/** Makes the organization one that nobody has claimed; answers the token of its claim link. */
export async function unclaim(server: At, organizationId: string, partner?: TestPartner): Promise<string> {
  const by = partner ?? (await addPartner(server));
  await server.db.query('UPDATE organizations SET claimed = false WHERE id = $1', [organizationId]);
  return link(server, by, organizationId, null);
}

/** A new claim link in place of the one there was. */
export async function reissue(server: At, organizationId: string): Promise<string> {
  const [row] = await server.db.query<{ id: string }>(
    'SELECT id FROM partner_organizations WHERE organization_id = $1',
    [organizationId],
  );
  const { value, stored } = server.app.get(ClaimTokens).issue(row!.id);
  await server.db.query(
    'UPDATE partner_organizations SET token_hash = $2, token_ciphertext = $3 WHERE id = $1',
    [row!.id, stored.tokenHash, stored.tokenCiphertext],
  );
  await raiseOrganization(server, organizationId);
  return value;
}

export async function claimed(
  server: At,
  { organizationId, email }: { organizationId: string; email: string },
) {
  await server.db.query('UPDATE organizations SET claimed = true WHERE id = $1', [organizationId]);
  await server.db.query(
    `UPDATE partner_organizations SET token_ciphertext = NULL, claimed_at = now(), claimed_by_email = $2
     WHERE organization_id = $1`,
    [organizationId, email],
  );
  await raiseOrganization(server, organizationId);
}

export async function setPartnerStatus(
  server: At,
  { id }: TestPartner,
  status: 'active' | 'suspended',
): Promise<void> {
  await server.db.query('UPDATE partners SET status = $2 WHERE id = $1', [id, status]);
  await raisePartner(server, id);
}

export async function removePartner(server: At, { id }: TestPartner): Promise<void> {
  await server.db.query('DELETE FROM partners WHERE id = $1', [id]);
  await raisePartner(server, id);
}

/** What the product's own writers do with every such change. */
async function raisePartner(server: At, partner: string): Promise<void> {
  const epochs = server.app.get(Epochs);
  await server.app.get(Database).tx((tx) => epochs.raise(tx, { partner }));
}

async function link(
  server: At,
  { id: partnerId }: TestPartner,
  organizationId: string,
  claimedBy: string | null,
): Promise<string> {
  const id = randomUUID();
  const { value, stored } = server.app.get(ClaimTokens).issue(id);
  await server.db.query(
    `INSERT INTO partner_organizations
       (id, organization_id, partner_id, token_hash, token_ciphertext, claimed_at, claimed_by_email)
     VALUES ($1, $2, $3, $4, $5, CASE WHEN $6::text IS NULL THEN NULL ELSE now() END, $6)`,
    [
      id,
      organizationId,
      partnerId,
      stored.tokenHash,
      claimedBy === null ? stored.tokenCiphertext : null,
      claimedBy,
    ],
  );
  await raiseOrganization(server, organizationId);
  return value;
}
