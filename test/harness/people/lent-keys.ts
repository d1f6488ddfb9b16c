import { createHash, randomBytes, randomUUID } from 'node:crypto';
import type { Owner } from './accounts.js';
import { api, type ApiClient } from '../clients/client.js';
import { raiseOrganization } from './people.js';
import type { TestServer } from '../server/server.js';

/** A partner with its key, to which an organization that somebody owns already is attached as if it had been claimed. */
export interface Lender {
  id: string;
  api: ApiClient;
  attach(owner: Owner): Promise<void>;
  /** A secret of the partner; its id. */
  lend(secret: { type: string; hostPattern: string; [field: string]: unknown }): Promise<string>;
}

export async function createLender(server: TestServer): Promise<Lender> {
  const id = randomUUID();
  await server.db.query(`INSERT INTO partners (id, name, slug) VALUES ($1, 'Lender', $2)`, [id, id]);
  const key = `oc_partner_${randomBytes(32).toString('hex')}`;
  await server.db.query(`INSERT INTO api_keys (token_hash, family, partner_id) VALUES ($1, 'partner', $2)`, [
    createHash('sha256').update(key).digest(),
    id,
  ]);
  const client = api(server).as(key);
  return {
    id,
    api: client,
    async attach({ organizationId }) {
      await server.db.query(
        `INSERT INTO partner_organizations (organization_id, partner_id, token_hash, claimed_at, claimed_by_email)
         VALUES ($1, $2, $3, now(), 'somebody@example.test')`,
        [organizationId, id, randomBytes(32)],
      );
      await raiseOrganization(server, organizationId);
    },
    async lend(secret) {
      const created = await client.post('/v1/partner/secrets', {
        name: 'Lent',
        value: 'sk-ant-api03-lent',
        ...secret,
      });
      if (created.status !== 201) throw new Error(`Lending: ${created.status} ${created.text}`);
      return created.body.id;
    },
  };
}
