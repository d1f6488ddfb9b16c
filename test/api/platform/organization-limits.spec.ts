/** R65, 01 §21.7: what one organization may have, at every door, at two processes. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { expectStatus, signUpOwner, someAddress } from '../../harness/people/accounts.js';
import { type Answer, api, type ApiClient } from '../../harness/clients/client.js';
import { connect } from '../../harness/upstreams/connections.js';
import {
  conversation,
  hostedAgent,
  RUNNER_TOKEN,
  TestRunner,
  TestStream,
} from '../../harness/hosting/hosting.js';
import {
  expectReached,
  limitedPlace,
  limitUsage,
  type Place,
  someName,
} from '../../harness/people/limits.js';
import { someEmail } from '../../harness/people/newcomers.js';
import { startReplica, startServer, type TestServer } from '../../harness/server/server.js';
import { until } from '../../harness/time/until.js';

const MAX_OBJECTS = 6;
const LIMITS = {
  LIMIT_OBJECTS: String(MAX_OBJECTS),
  LIMIT_RULES: '2',
  LIMIT_WORKSPACES: '3',
  LIMIT_STREAMS: '2',
  LIMIT_ORGANIZATIONS_PER_PERSON: '2',
  LIMIT_PENDING_BYTES: '100000',
  LIMIT_STORED_BYTES: '300000',
};

let server: TestServer;
let other: TestServer;

beforeAll(async () => {
  const settings = { ENTERPRISE_ENABLED: 'true', RUNNER_TOKEN, ...LIMITS };
  server = await startServer(settings);
  other = await startReplica(server, settings);
  await signUpOwner(server);
});
afterAll(async () => {
  await other?.close();
  await server?.close();
});

const name = someName;
const place = (): Promise<Place> => limitedPlace(server);
const usage = limitUsage;

const secret = (): object => ({
  name: name(),
  type: 'generic',
  value: 'x',
  hostPattern: 'api.example.test',
  injectionConfig: { headerName: 'x-key' },
});
const skill = (): object => ({ name: name(), description: 'About it.', content: 'Do it.' });
const rule = (): object => ({
  name: name(),
  action: 'block',
  targets: [{ kind: 'network', hostPattern: `${name()}.test` }],
});

describe('R65 objects of each kind', () => {
  const doors: readonly [string, string, (at: Place, agentId: string) => Promise<Answer>][] = [
    [
      'agents',
      'of a workspace',
      ({ api: own }) => own.post('/v1/agents', { name: name(), identifier: name() }),
    ],
    ['secrets', 'of a workspace', ({ api: own }) => own.post('/v1/secrets', secret())],
    ['secrets', 'of the organization', ({ org }) => org.post('/v1/org/secrets', secret())],
    [
      'secrets',
      'of an import',
      ({ api: own }) => own.post('/v1/migrate/import', { version: 1, secrets: [secret()], agents: [] }),
    ],
    [
      'agents',
      'of an import',
      ({ api: own }) =>
        own.post('/v1/migrate/import', {
          version: 1,
          secrets: [],
          agents: [{ name: name(), identifier: name() }],
        }),
    ],
    ['groups', 'of the organization', ({ org }) => org.post('/v1/org/groups', { name: name() })],
    [
      'invitations',
      'to the organization',
      ({ org }) => org.post('/v1/org/invitations', { email: someEmail(), role: 'member' }),
    ],
    ['skills', 'of a workspace', ({ api: own }) => own.post('/v1/skills', skill())],
    ['skills', 'of the organization', ({ org }) => org.post('/v1/org/skills', skill())],
    [
      'memories',
      'of an agent',
      ({ api: own }, agentId) =>
        own.post(`/v1/agents/${agentId}/memories`, { key: name(), content: 'It is.' }),
    ],
    [
      'conversations',
      'of a workspace',
      ({ api: own }, agentId) => own.post('/v1/conversations', { agentId, externalRef: name() }),
    ],
    [
      'schedules',
      'of an agent',
      ({ api: own }, agentId) =>
        own.post(`/v1/agents/${agentId}/crons`, {
          name: name(),
          prompt: 'Look.',
          schedule: '0 9 * * *',
          timezone: 'UTC',
        }),
    ],
  ];

  it.each(doors)('%s %s are as many as may be, at all doors', async (kind, _where, make) => {
    const at = await place();
    const agentId = await hostedAgent(server, at, { runner: null, key: false });
    const before = (await usage(at, kind)).current;
    const answers: Answer[] = [];
    for (let made = before; made < MAX_OBJECTS; made++) answers.push(await make(at, agentId));
    for (const { status, text } of answers) expect([status < 300, text]).toEqual([true, expect.any(String)]);
    expectReached(await make(at, agentId), 'LIMIT_OBJECTS', kind);
    for (const [each, , make] of doors)
      if (each === kind) expectReached(await make(at, agentId), 'LIMIT_OBJECTS', kind);
    expect(await usage(at, kind)).toMatchObject({
      current: MAX_OBJECTS,
      max: MAX_OBJECTS,
      limit: 'LIMIT_OBJECTS',
    });
  });

  it('are as many as may be when all come at once, at both processes', async () => {
    const at = await place();
    const there = api(other).as(at.apiKey);
    const here = api(server).as(at.apiKey);
    const answers = await Promise.all(
      Array.from({ length: 24 }, (_, n) => (n % 2 ? here : there).post('/v1/secrets', secret())),
    );
    const made = answers.filter(({ status }) => status === 201);
    expect(made).toHaveLength(MAX_OBJECTS);
    for (const answer of answers.filter(({ status }) => status !== 201))
      expectReached(answer, 'LIMIT_OBJECTS', 'secrets');
  });

  it('01-43 have room again when one is deleted, and leave other organizations alone', async () => {
    const [full, fresh] = [await place(), await place()];
    let last = '';
    for (let made = 0; made < MAX_OBJECTS; made++)
      last = expectStatus(await full.api.post('/v1/secrets', secret()), 201).body.id;
    expectReached(await full.api.post('/v1/secrets', secret()), 'LIMIT_OBJECTS', 'secrets');
    expect((await fresh.api.post('/v1/secrets', secret())).status).toBe(201);
    expectStatus(await full.api.delete(`/v1/secrets/${last}`), 204);
    expect((await full.api.post('/v1/secrets', secret())).status).toBe(201);
  });

  it('stay where there are more than may be, and can be changed', async () => {
    const at = await place();
    const id = expectStatus(await at.api.post('/v1/secrets', secret()), 201).body.id;
    await server.db.query(
      `INSERT INTO secrets (organization_id, workspace_id, name, type, value_source, op_ref, host_pattern)
       SELECT $1, $2, 'Old ' || n, 'generic', 'onepassword', 'op://a/b/c', 'old.example.test'
       FROM generate_series(1, 10) AS n`,
      [at.organizationId, at.workspaceId],
    );
    expect((await at.api.get('/v1/secrets')).body).toHaveLength(11);
    expect((await at.api.patch(`/v1/secrets/${id}`, { name: 'Another' })).status).toBeLessThan(300);
    expectReached(await at.api.post('/v1/secrets', secret()), 'LIMIT_OBJECTS', 'secrets');
    expect(await usage(at, 'secrets')).toMatchObject({ current: 11, max: MAX_OBJECTS });
  });

  it('members are as many as may be, however they come', async () => {
    const at = await place();
    await server.db.query(
      `WITH people AS (
         INSERT INTO users (email, external_auth_id) SELECT id || '@example.test', id FROM (
           SELECT gen_random_uuid()::text AS id
         FROM generate_series(1, $2::int)) AS ids RETURNING id)
       INSERT INTO memberships (organization_id, user_id, role) SELECT $1, id, 'member' FROM people`,
      [at.organizationId, MAX_OBJECTS - 1],
    );
    const guest = await signUpOwner(server);
    const invited = await at.org.post('/v1/org/invitations', { email: guest.email, role: 'member' });
    const token = /token=([0-9a-f]{64})/.exec(expectStatus(invited, 201).body.joinUrl)![1];
    const accept = () => api(server).as(guest.cookie).post('/v1/invitations/accept', { token });
    expectReached(await accept(), 'LIMIT_OBJECTS', 'members');
    const scim = expectStatus(await at.session.post('/v1/org/scim/tokens', { label: 'Directory' }), 201).body
      .token;
    const user = { schemas: ['urn:ietf:params:scim:schemas:core:2.0:User'], userName: someEmail() };
    const refused = await api(server)
      .as(scim)
      .with({ 'content-type': 'application/scim+json' })
      .post('/scim/v2/Users', user);
    expect([refused.status, refused.body.status, refused.body.scimType]).toEqual([409, '409', undefined]);
    await server.db.query(
      `DELETE FROM memberships WHERE user_id = (
         SELECT user_id FROM memberships WHERE organization_id = $1 AND role = 'member' LIMIT 1)`,
      [at.organizationId],
    );
    expect((await accept()).status).toBe(200);
  });

  it('connections are as many as may be, at both levels', async () => {
    const at = await place();
    for (let made = 0; made < MAX_OBJECTS - 1; made++) await connect(server, at, { label: name() });
    const granola = () => at.api.post('/v1/apps/granola/connect', { fields: { apiKey: name() } });
    const shared = () => at.org.post('/v1/org/apps/granola/connect', { fields: { apiKey: name() } });
    expect((await granola()).status).toBe(200);
    expectReached(await shared(), 'LIMIT_OBJECTS', 'connections');
    // A new credential of the same account is no new connection.
    expect((await granola()).status).toBe(200);
    await server.db.query('DELETE FROM connections WHERE organization_id = $1', [at.organizationId]);
    for (let made = 0; made < MAX_OBJECTS; made++) await connect(server, at, { label: name() });
    expectReached(await granola(), 'LIMIT_OBJECTS', 'connections');
  });

  it('grants are as many as may be', async () => {
    const at = await place();
    const agentId = await hostedAgent(server, at, { runner: null, key: false });
    const [{ id: second }] = (await at.api.get('/v1/agents')).body.filter(
      ({ id }: { id: string }) => id !== agentId,
    );
    const grants: Answer[] = [];
    for (let made = 0; made < 4; made++) {
      const id = expectStatus(await at.api.post('/v1/secrets', secret()), 201).body.id;
      for (const agent of [agentId, second])
        grants.push(await at.api.put(`/v1/agents/${agent}/grants/secrets/${id}`, {}));
    }
    expect(grants.filter(({ status }) => status < 300)).toHaveLength(MAX_OBJECTS);
    for (const refused of grants.slice(MAX_OBJECTS)) expectReached(refused, 'LIMIT_OBJECTS', 'grants');
    expect((await usage(at, 'grants')).current).toBe(MAX_OBJECTS);
  });

  it('04 §9.4 memories that an agent writes back count, too', async () => {
    const at = await place();
    const runner = new TestRunner(server);
    await runner.start({ sandboxes: true });
    const agentId = await hostedAgent(server, at, { runner });
    const id = await conversation(at, agentId);
    expectStatus(await at.api.post(`/v1/conversations/${id}/messages`, { message: 'Go.' }), 201);
    const run = await runner.claim(id);
    await run.say({ type: 'turn.started' });
    const lease = { 'x-lease-id': run.leaseId };
    for (let made = 0; made < MAX_OBJECTS; made++)
      await at.api.post(`/v1/agents/${agentId}/memories`, { key: name(), content: 'x' });
    const put = await api(server)
      .as(RUNNER_TOKEN)
      .with(lease)
      .put(`/v1/runner/agents/${agentId}/memories/${name()}`, { content: 'y', leaseId: run.leaseId });
    expect([put.status, put.body]).toEqual([
      200,
      { ok: false, error: 'This server allows 6 of memories (LIMIT_OBJECTS).' },
    ]);
  });
});

describe('R65 rules, domains and workspaces', () => {
  it('rules and domains are as many as may be', async () => {
    const at = await place();
    for (let made = 0; made < 2; made++) {
      const answer = await at.session.post('/v1/org/policy/rules', rule());
      expect([answer.status, answer.text]).toEqual([201, expect.any(String)]);
      expectStatus(await at.session.post('/v1/org/domains', { domain: `${name()}.com` }), 201);
    }
    expectReached(await at.session.post('/v1/org/policy/rules', rule()), 'LIMIT_RULES', 'rules');
    expectReached(
      await at.session.post('/v1/org/domains', { domain: `${name()}.com` }),
      'LIMIT_RULES',
      'domains',
    );
    expect(await usage(at, 'rules')).toMatchObject({ current: 2, max: 2, limit: 'LIMIT_RULES' });
  });

  it('workspaces are as many as may be, and their first agents count', async () => {
    const at = await place();
    for (let made = 1; made < 3; made++)
      expectStatus(await at.session.post('/v1/workspaces', { name: name() }), 201);
    expectReached(
      await at.session.post('/v1/workspaces', { name: name() }),
      'LIMIT_WORKSPACES',
      'workspaces',
    );
    expect(await usage(at, 'workspaces')).toMatchObject({ current: 3, max: 3 });
    const full = await place();
    for (let made = 1; made < MAX_OBJECTS; made++)
      expectStatus(await full.api.post('/v1/agents', { name: name(), identifier: name() }), 201);
    expectReached(await full.session.post('/v1/workspaces', { name: name() }), 'LIMIT_OBJECTS', 'agents');
  });
});

describe('R65 organizations of one person', () => {
  it('are as many as may be, made or handed over', async () => {
    const person = await place();
    expectStatus(await person.session.post('/v1/orgs', { name: name() }), 201);
    expectReached(
      await person.session.post('/v1/orgs', { name: name() }),
      'LIMIT_ORGANIZATIONS_PER_PERSON',
      'organizations',
    );
    const giver = await place();
    await server.db.query(
      `INSERT INTO memberships (organization_id, user_id, role) VALUES ($1, $2, 'member')`,
      [giver.organizationId, person.userId],
    );
    expectReached(
      await giver.session.post('/v1/org/transfer-ownership', { userId: person.userId }),
      'LIMIT_ORGANIZATIONS_PER_PERSON',
      'organizations',
    );
    expect(await usage(person, 'organizations')).toMatchObject({ current: 2, max: 2 });
  });
});

describe('R65 bytes', () => {
  const upload = (at: ApiClient, id: string, bytes: number): Promise<Answer> =>
    at
      .with({ 'content-type': 'application/octet-stream' })
      .post(`/v1/conversations/${id}/attachments?name=a.bin`, Buffer.alloc(bytes, 1));

  async function threads(at: Place, count: number): Promise<string[]> {
    const agentId = await hostedAgent(server, at, { runner: null });
    const ids: string[] = [];
    for (let made = 0; made < count; made++) ids.push(await conversation(at, agentId));
    return ids;
  }

  it('01-44 that wait in a workspace for a message are as many as may be, over all its conversations', async () => {
    const at = await place();
    const [one, two] = (await threads(at, 2)) as [string, string];
    const there = api(other).as(at.apiKey);
    expectStatus(await upload(at.api, one, 60_000), 201);
    expectStatus(await upload(there, two, 40_000), 201);
    for (const client of [at.api, there])
      expectReached(await upload(client, two, 1), 'LIMIT_PENDING_BYTES', 'pending_bytes');
    expect(await usage(at, 'pending_bytes')).toMatchObject({ current: 100_000, max: 100_000 });
  });

  it('that are stored are as many as may be, whatever they are stored as', async () => {
    const at = await place();
    const [id, next] = (await threads(at, 2)) as [string, string];
    for (const bytes of [90_000, 90_000, 90_000]) {
      const sent = expectStatus(await upload(at.api, id, bytes), 201).body;
      await server.db.query(
        `WITH t AS (INSERT INTO turns (conversation_id, agent_id, status, source, message)
           SELECT id, agent_id, 'done', 'web', '' FROM conversations WHERE id = $1 RETURNING id)
         UPDATE conversation_attachments SET status = 'bound', turn_id = (SELECT id FROM t) WHERE id = $2`,
        [id, sent.id],
      );
    }
    const message = 'm'.repeat(25_000);
    expectStatus(await at.api.post(`/v1/conversations/${id}/messages`, { message }), 201);
    const { current } = await usage(at, 'stored_bytes');
    expect(current).toBeGreaterThanOrEqual(295_000);
    for (const client of [at.api, api(other).as(at.apiKey)]) {
      const agentId = (await client.get(`/v1/conversations/${id}`)).body.agentId;
      for (const refused of [
        await upload(client, next, 10_000),
        await client.post(`/v1/conversations/${next}/messages`, { message: message.slice(0, 10_000) }),
        await client.post('/v1/skills', { ...skill(), content: 's'.repeat(10_000) }),
        await client.post(`/v1/agents/${agentId}/memories`, { key: name(), content: 'w'.repeat(5_000) }),
      ])
        expectReached(refused, 'LIMIT_STORED_BYTES', 'stored_bytes');
    }
    expect((await upload(at.api, next, 100)).status).toBe(201);
  });

  it('are as many as may be when all come at once, at both processes', async () => {
    const at = await place();
    const ids = await threads(at, 4);
    const clients = [at.api, api(other).as(at.apiKey)];
    const answers = await Promise.all(
      Array.from({ length: 16 }, (_, n) => upload(clients[n % 2]!, ids[n % 4]!, 20_000)),
    );
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(5);
  });

  it('of a transcript are counted while it is written', async () => {
    const at = await place();
    const runner = new TestRunner(server);
    await runner.start();
    const agentId = await hostedAgent(server, at, { runner });
    const id = await conversation(at, agentId);
    expectStatus(await at.api.post(`/v1/conversations/${id}/messages`, { message: 'Tell me.' }), 201);
    const before = (await usage(at, 'stored_bytes')).current;
    await (await runner.claim(id)).answer('a'.repeat(8_000));
    expect((await usage(at, 'stored_bytes')).current).toBeGreaterThan(before + 8_000);
  });
});

describe('R65 streams', () => {
  it('and held polls are as many as may be at each process, and leave others alone', async () => {
    const [at, neighbour] = [await place(), await place()];
    const agentId = await hostedAgent(server, at, { runner: null, key: false });
    const id = await conversation(at, agentId);
    // Something to send, so that heads do not wait for the first comment.
    expectStatus(await at.api.post(`/v1/conversations/${id}/messages`, { message: 'Hello.' }), 201);
    const path = `/v1/conversations/${id}/stream`;
    const open = await Promise.all([1, 2].map(() => TestStream.open(server, at, path)));
    expect(open.map(({ status }) => status)).toEqual([200, 200]);
    const third = await api(server).as(at.apiKey).with({ accept: 'text/event-stream' }).get(path);
    expectReached(third, 'LIMIT_STREAMS', 'streams');
    expectReached(await at.api.get('/v1/approvals/pending?wait=1'), 'LIMIT_STREAMS', 'streams');
    expect((await neighbour.api.get('/v1/approvals/pending?wait=0')).status).toBe(200);
    expect((await api(other).as(at.apiKey).get('/v1/approvals/pending?wait=0')).status).toBe(200);
    expect(await usage(at, 'streams')).toMatchObject({ current: 2, max: 2, limit: 'LIMIT_STREAMS' });
    for (const stream of open) stream.close();
    await until(async () => (await at.api.get('/v1/approvals/pending?wait=0')).status === 200);
  });
});

describe('R65 limits of 0', () => {
  it('are none', async () => {
    const none = Object.fromEntries(Object.keys(LIMITS).map((setting) => [setting, '0']));
    const open = await startServer(none);
    try {
      const owner = await signUpOwner(open);
      for (let made = 0; made < MAX_OBJECTS + 2; made++)
        expectStatus(await owner.api.post('/v1/secrets', secret()), 201);
      const session = api(open).as(owner.cookie).with({ 'x-forwarded-for': someAddress() });
      const { limits } = expectStatus(
        await session.with({ 'x-organization-id': owner.organizationId }).get('/v1/org/usage'),
        200,
      ).body;
      expect(limits.every(({ max }: { max: number | null }) => max === null)).toBe(true);
    } finally {
      await open.close();
    }
  });
});
