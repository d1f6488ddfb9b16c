import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { signUpOwner } from '../../harness/accounts.js';
import { api } from '../../harness/client.js';
import { startServer, type TestServer } from '../../harness/server.js';
import { until } from '../../harness/until.js';

const NOTICE = '/v1/org/notice';

let server: TestServer;

beforeAll(async () => {
  server = await startServer();
});

afterAll(() => server?.close());

it('an organization shows the notice that was put up last, until it ends and the job removes it', async () => {
  const owner = await signUpOwner(server);
  const session = api(server).as(owner.cookie).with({ 'x-organization-id': owner.organizationId });
  expect((await session.get(NOTICE)).status).toBe(404);
  for (const text of ['first', 'second']) expect((await session.put(NOTICE, { text })).status).toBe(200);
  expect((await session.get(NOTICE)).body.text).toBe('second');
  expect((await session.put(NOTICE, { text: '' })).status).toBe(400);
  expect((await session.put(NOTICE, { text: 'third' })).status).toBe(429);
  await server.db.query(`UPDATE organization_notices SET ends_at = now() - interval '1 second'`);
  expect((await session.get(NOTICE)).status).toBe(404);
  await server.db.query(`SELECT graphile_worker.add_job('notices.remove-ended')`);
  await until(async () => (await server.db.query('SELECT 1 FROM organization_notices')).length === 0);
});
