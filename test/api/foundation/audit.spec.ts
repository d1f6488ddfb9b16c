import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from '@jest/globals';
import { type Owner, signUpOwner } from '../../harness/people/accounts.js';
import { api, type ApiClient } from '../../harness/clients/client.js';
import { startServer, type TestServer } from '../../harness/server/server.js';

let server: TestServer;
let owner: Owner;
let session: ApiClient;
let log: string;

beforeAll(async () => {
  server = await startServer({ LOG_LEVEL: 'error' }, { write: (line) => void (log += line) });
  await server.db.query('CREATE SEQUENCE attempts');
});
afterAll(() => server.close());

beforeEach(async () => {
  owner = await signUpOwner(server);
  session = api(server).as(owner.cookie);
  log = '';
});
afterEach(() => server.db.query('DROP FUNCTION IF EXISTS refuse_event CASCADE'));

/** Makes the store of events fail with this SQLSTATE while `condition` holds. */
async function failEvents(sqlState: string, condition: string): Promise<void> {
  await server.db.query(
    `CREATE FUNCTION refuse_event() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
       IF ${condition} THEN RAISE EXCEPTION 'refused' USING ERRCODE = '${sqlState}'; END IF;
       RETURN NEW;
     END $$`,
  );
  await server.db.query(
    `CREATE TRIGGER refuse_event BEFORE INSERT ON audit_log FOR EACH ROW EXECUTE FUNCTION refuse_event()`,
  );
}

const renamings = (): Promise<unknown[]> =>
  server.db.query(
    `SELECT metadata FROM audit_log
     WHERE organization_id = $1 AND service = 'workspace' AND action = 'update'`,
    [owner.organizationId],
  );

const rename = () => session.patch(`/v1/workspaces/${owner.workspaceId}`, { name: 'Renamed' });

it('01 §24.1 an event that cannot be written is logged and fails nothing', async () => {
  await failEvents('P0001', 'true');
  expect((await rename()).body.name).toBe('Renamed');
  expect(await renamings()).toEqual([]);
  expect(log).toContain('audit event could not be written');
});

it('a deadlock in an event repeats the whole, and the event is there once', async () => {
  await failEvents('40P01', `nextval('attempts') = 1`);
  expect((await rename()).body.name).toBe('Renamed');
  expect(await renamings()).toEqual([{ metadata: { name: 'Renamed' } }]);
  expect(log).toBe('');
});

it('01 §24 the words of entries are exactly those of the contract, and a filter takes no other', async () => {
  const contract = readFileSync(join(import.meta.dirname, '../../../docs/contract/01-platform.md'), 'utf8');
  const [, audit = ''] = contract.split('\n## 24. Audit events\n');
  const { body } = await api(server).get('/openapi.json');
  const logs = session.with({ 'x-organization-id': owner.organizationId });
  for (const field of ['action', 'service']) {
    const [row = ''] = new RegExp(`^\\| \`${field}\` .*$`, 'm').exec(audit) ?? [];
    const words = [...row.matchAll(/`([a-z-]+)`/g)].slice(1).map(([, word]) => word);
    const documented = body.components.schemas.AuditEntryResponse.properties[field].enum;
    expect([...documented].sort()).toEqual(words.sort());
    for (const word of [words[0], words.at(-1)])
      expect((await logs.get(`/v1/org/audit-logs?${field}=${word}`)).status).toBe(200);
    expect((await logs.get(`/v1/org/audit-logs?${field}=elsewhere`)).status).toBe(400);
  }
});
