import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { type Owner, PASSWORD, signUpOwner } from '../../harness/people/accounts.js';
import { type Answer, api, type ApiClient, gateway } from '../../harness/clients/client.js';
import { type CloudPerson, setPlan, signInOnCloud } from '../../harness/people/cloud.js';
import { joinAs } from '../../harness/people/members.js';
import { setMembership } from '../../harness/people/people.js';
import { startReplica, startServer, type TestServer } from '../../harness/server/server.js';
import type { SessionIssuer } from '../../harness/people/session-issuer.js';
import { withCloud } from '../../harness/server/stands.js';

const LICENSE = 'enterprise_license_required';
const INSUFFICIENT = { error: { message: 'Insufficient permissions', type: 'authentication_error' } };
const UNKNOWN = { error: { message: 'Invalid API key or token.', type: 'authentication_error' } };
const KEY_REFUSED = { error: expect.any(String) };

let community: TestServer;
let enterprise: TestServer;

beforeAll(async () => {
  community = await startServer();
  enterprise = await startReplica(community, { ENTERPRISE_ENABLED: 'true' });
});

afterAll(async () => {
  await enterprise.close();
  await community.close();
});

const statusesOf = (answers: Answer[]) => answers.map(({ status }) => status).sort();

/** A signed-in account that has not met the dashboard yet, and so is in no organization. */
async function newAccount(): Promise<ApiClient> {
  await signUpOwner(community);
  const email = `new-${randomBytes(6).toString('hex')}@example.test`;
  const from = api(community).with({ 'x-forwarded-for': `198.51.100.${email.charCodeAt(4)}` });
  const signUp = await from.post('/auth/sign-up/email', { name: 'New Person', email, password: PASSWORD });
  expect(signUp.status).toBe(200);
  return api(community).as(signUp.cookies.join('; '));
}

function expectRefused(answer: Answer, status: number, type: string): void {
  expect([answer.status, answer.body.error?.type]).toEqual([status, type]);
}

describe('GET /v1/orgs', () => {
  it('lists by the age of the membership, each with the role; a key sees its own organization', async () => {
    const host = await signUpOwner(community);
    const person = await joinAs(community, host, 'admin');
    const session = api(community).as(person.cookie);
    const listed = await session.get('/v1/orgs');
    expect(listed.status).toBe(200);
    expect(listed.body).toEqual([
      {
        id: person.organizationId,
        name: 'Test Person',
        slug: `test-person-${person.userId.slice(0, 8)}`,
        role: 'owner',
      },
      {
        id: host.organizationId,
        name: 'Test Person',
        slug: `test-person-${host.userId.slice(0, 8)}`,
        role: 'admin',
      },
    ]);
    const { apiKey } = (await person.session.get('/v1/org/api-key')).body;
    const ids = async (by: ApiClient) => (await by.get('/v1/orgs')).body.map((one: { id: string }) => one.id);
    expect(await ids(person.api)).toEqual([person.organizationId]);
    expect(await ids(api(community).as(apiKey))).toEqual([host.organizationId]);
  });

  it('leaves out where the person is suspended, and is empty for a new account', async () => {
    const host = await signUpOwner(community);
    const person = await joinAs(community, host, 'member', 'suspended');
    const listed = await api(community).as(person.cookie).get('/v1/orgs');
    expect(listed.body).toEqual([expect.objectContaining({ id: person.organizationId })]);
    expect((await (await newAccount()).get('/v1/orgs')).body).toEqual([]);
  });
});

describe('POST /v1/orgs', () => {
  let person: Owner;
  let session: ApiClient;

  beforeEach(async () => {
    person = await signUpOwner(community);
    session = api(enterprise).as(person.cookie);
  });

  it('creates the organization with its owner, one workspace, key, default agent and policy', async () => {
    const created = await session.post('/v1/orgs', { name: '  Acme & Sons ' });
    expect(created.status).toBe(201);
    expect(created.body).toEqual({
      organizationId: expect.stringMatching(/^[a-z]{16}$/),
      workspaceId: expect.stringMatching(/^[a-z]{16}$/),
    });
    const { organizationId, workspaceId } = created.body;
    const inside = session.with({ 'x-organization-id': organizationId });
    expect((await inside.get('/v1/org')).body).toMatchObject({
      name: 'Acme & Sons',
      slug: `acme-sons-${person.userId.slice(0, 8)}`,
      role: 'owner',
      memberCount: 1,
      workspaceCount: 1,
      claimed: true,
    });
    expect((await inside.get('/v1/workspaces')).body).toEqual([
      expect.objectContaining({ id: workspaceId, name: 'Test Person', slug: 'test-person', agentCount: 1 }),
    ]);
    const { apiKey } = (await session.inWorkspace(workspaceId).get('/v1/user/api-key')).body;
    const agents = await api(enterprise).as(apiKey).get('/v1/agents');
    expect(agents.body).toEqual([expect.objectContaining({ identifier: 'default', isDefault: true })]);
    expect((await inside.get('/v1/org/policy/default')).body).toMatchObject({ action: 'allow' });
    const audited = await community.db.query(
      `SELECT action, service, source, user_id FROM audit_log WHERE organization_id = $1 ORDER BY created_at, service`,
      [organizationId],
    );
    const by = { action: 'create', source: 'app', user_id: person.userId };
    expect(audited).toEqual([
      { ...by, service: 'organization' },
      { ...by, service: 'workspace' },
    ]);
  });

  it('completes the onboarding of the person, once', async () => {
    const completedAt = async () => {
      const rows = await community.db.query<{ at: Date | null }>(
        `SELECT onboarding_completed_at AS at FROM users WHERE id = $1`,
        [person.userId],
      );
      return rows[0]!.at;
    };
    expect(await completedAt()).toBeNull();
    expect((await session.post('/v1/orgs', { name: 'First' })).status).toBe(201);
    const first = await completedAt();
    expect(first).toBeInstanceOf(Date);
    expect((await session.post('/v1/orgs', { name: 'Second' })).status).toBe(201);
    expect(await completedAt()).toEqual(first);
  });

  it.each([
    ['no body', undefined],
    ['an empty body', {}],
    ['blanks', { name: '   ' }],
    ['a number', { name: 12 }],
    ['null', { name: null }],
    ['256 characters', { name: 'a'.repeat(256) }],
    ['a character no text can hold', { name: 'Acme\0' }],
    ['broken JSON', '{not json'],
  ])('%s is 400 flat, as in PATCH /v1/org', async (_, body) => {
    const json = session.with({ 'content-type': 'application/json' });
    for (const answer of [await json.post('/v1/orgs', body), await json.patch('/v1/org', body)]) {
      expect(answer.status).toBe(400);
      expect(answer.body).toEqual({ error: expect.any(String) });
    }
    expect((await session.get('/v1/orgs')).body).toHaveLength(1);
  });

  it('255 characters after trimming and names without ASCII letters are fine', async () => {
    for (const name of [` ${'a'.repeat(255)} `, '愛']) {
      const created = await session.post('/v1/orgs', { name });
      expect(created.status).toBe(201);
      const inside = session.with({ 'x-organization-id': created.body.organizationId });
      expect((await inside.get('/v1/org')).body.name).toBe(name.trim());
    }
  });

  it('a name that gives the same slug as one the caller owns is 409; in other hands it does not matter', async () => {
    expect((await session.post('/v1/orgs', { name: 'Acme' })).status).toBe(201);
    const again = await session.post('/v1/orgs', { name: ' ACME! ' });
    expect(again.status).toBe(409);
    expect(again.body.error).toEqual({ message: expect.any(String), type: 'invalid_request_error' });
    const other = await signUpOwner(community);
    expect((await api(enterprise).as(other.cookie).post('/v1/orgs', { name: 'Acme' })).status).toBe(201);
    const member = await joinAs(community, other, 'admin');
    expect((await member.session.patch('/v1/org', { name: 'Beta' })).status).toBe(403);
    expect((await session.get('/v1/orgs')).body).toHaveLength(2);
  });

  it('of the same name five times at once: one organization', async () => {
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => session.post('/v1/orgs', { name: 'Twin' })),
    );
    expect(statusesOf(answers)).toEqual([201, 409, 409, 409, 409]);
    expect((await session.get('/v1/orgs')).body).toHaveLength(2);
  });

  it('keys create nothing, and nobody does without a credential or from a foreign page', async () => {
    const { apiKey } = (await session.get('/v1/org/api-key')).body;
    for (const key of [person.apiKey, apiKey]) {
      const refused = await api(enterprise).as(key).post('/v1/orgs', { name: 'By key' });
      expect([refused.status, refused.body.error.type]).toEqual([403, 'authentication_error']);
    }
    expect(await api(enterprise).post('/v1/orgs', { name: 'By nobody' })).toMatchObject({
      status: 401,
      body: UNKNOWN,
    });
    const forged = await session
      .with({ origin: 'https://evil.example' })
      .post('/v1/orgs', { name: 'Forged' });
    expect(forged.status).toBe(403);
    expect((await session.get('/v1/orgs')).body).toHaveLength(1);
  });
});

describe('caps on creating organizations (01 §18.1)', () => {
  const replicas: TestServer[] = [];
  afterAll(async () => {
    for (const replica of replicas) await replica.close();
  });

  const serverWith = async (settings: Record<string, string>) => {
    const replica = await startReplica(community, settings);
    replicas.push(replica);
    return api(replica);
  };
  const create = (by: ApiClient, name = `Org ${randomBytes(4).toString('hex')}`) =>
    by.post('/v1/orgs', { name });

  it('in Community one is owned without the license, whose message says so; who owns none may create one', async () => {
    const owner = await signUpOwner(community);
    const refused = await create(api(community).as(owner.cookie));
    expectRefused(refused, 403, LICENSE);
    expect(refused.body.error.message).toMatch(/license/i);
    const joined = await newAccount();
    const { userId } = await idsOf(joined);
    await community.db.query(
      `INSERT INTO memberships (organization_id, user_id, role) VALUES ($1, $2, 'member')`,
      [owner.organizationId, userId],
    );
    expect((await create(joined)).status).toBe(201);
    expectRefused(await create(joined), 403, LICENSE);
  });

  it("the operator's number binds every edition, and then no license would lift it", async () => {
    const owner = await signUpOwner(community);
    for (const flag of ['', 'true']) {
      const server = await serverWith({ ENTERPRISE_ENABLED: flag, MAX_ORGS_PER_USER: '1' });
      expectRefused(await create(server.as(owner.cookie)), 403, 'authentication_error');
    }
    const community2 = await serverWith({ MAX_ORGS_PER_USER: '2' });
    expectRefused(await create(community2.as(owner.cookie)), 403, LICENSE);
    const enterprise2 = (await serverWith({ ENTERPRISE_ENABLED: 'true', MAX_ORGS_PER_USER: '2' })).as(
      owner.cookie,
    );
    expect((await create(enterprise2)).status).toBe(201);
    expectRefused(await create(enterprise2), 403, 'authentication_error');
  });

  it('0 forbids additional organizations only: a new account gets its first', async () => {
    const none = await serverWith({ ENTERPRISE_ENABLED: 'true', MAX_ORGS_PER_USER: '0' });
    const account = await newAccount();
    const session = none.with({
      cookie: (account as unknown as { headers: { cookie: string } }).headers.cookie,
    });
    expectRefused(await create(session), 403, 'authentication_error');
    expect((await session.get('/v1/auth/session')).body).toMatchObject({
      organizationId: expect.any(String),
    });
  });

  it.each(['many', '-1', '1.5', ' '])('a number that is none (%j) is no cap', async (value) => {
    const server = await serverWith({ ENTERPRISE_ENABLED: 'true', MAX_ORGS_PER_USER: value });
    const session = server.as((await signUpOwner(community)).cookie);
    expect((await create(session)).status).toBe(201);
  });

  it('of five at once at the cap exactly one is created', async () => {
    const server = await serverWith({ ENTERPRISE_ENABLED: 'true', MAX_ORGS_PER_USER: '2' });
    const session = server.as((await signUpOwner(community)).cookie);
    const answers = await Promise.all(Array.from({ length: 5 }, () => create(session)));
    expect(statusesOf(answers)).toEqual([201, 403, 403, 403, 403]);
    expect((await session.get('/v1/orgs')).body).toHaveLength(2);
  });

  it('a new account that is synced and creates at the same moment has one organization', async () => {
    for (let round = 0; round < 3; round++) {
      const account = await newAccount();
      const [synced, created] = await Promise.all([account.get('/v1/auth/session'), create(account)]);
      expect(synced.status).toBe(200);
      expect([201, 403]).toContain(created.status);
      expect((await account.get('/v1/orgs')).body).toHaveLength(1);
    }
  });

  const idsOf = async (session: ApiClient): Promise<{ userId: string }> => ({
    userId: (await session.get('/v1/user')).body.id,
  });
});

describe('organizations on Cloud', () => {
  let issuer: SessionIssuer;
  let cloud: TestServer;
  let person: CloudPerson;
  const create = (name: string) => person.api.post('/v1/orgs', { name });

  withCloud((stand) => ({ issuer, cloud } = stand));
  beforeEach(async () => {
    person = await signInOnCloud(cloud, issuer);
  });

  it('three free ones may be owned; others count by their plan, an unknown plan as free', async () => {
    expect((await create('Two')).status).toBe(201);
    const third = await create('Three');
    expect(third.status).toBe(201);
    const refused = await create('Four');
    expectRefused(refused, 403, 'authentication_error');
    expect(refused.body.error.message).toContain('Free');
    await setPlan(cloud, third.body.organizationId, 'pro');
    expect((await create('Four')).status).toBe(201);
    await setPlan(cloud, third.body.organizationId, 'platinum');
    expectRefused(await create('Five'), 403, 'authentication_error');
  });

  it('of four at once two fit', async () => {
    const answers = await Promise.all(['a', 'b', 'c', 'd'].map(create));
    expect(statusesOf(answers)).toEqual([201, 201, 403, 403]);
    expect((await person.api.get('/v1/orgs')).body).toHaveLength(3);
  });

  it('show their plan, an unknown one as free', async () => {
    const plan = async () => (await person.api.get('/v1/org')).body.plan;
    expect(await plan()).toBe('free');
    await setPlan(cloud, person.organizationId, 'team');
    expect(await plan()).toBe('team');
    await setPlan(cloud, person.organizationId, 'platinum');
    expect(await plan()).toBe('free');
  });

  it('several owned are deleted one after the other, and a session names which', async () => {
    const second = (await create('Two')).body.organizationId;
    const session = person.api.with({ 'x-workspace-id': '' });
    expect((await session.delete('/v1/org')).status).toBe(401);
    for (const id of [second, person.organizationId])
      expect((await session.with({ 'x-organization-id': id }).delete('/v1/org')).status).toBe(204);
    expect((await session.get('/v1/orgs')).body).toEqual([]);
  });
});

describe('GET and PATCH /v1/org', () => {
  let owner: Owner;
  let session: ApiClient;

  beforeEach(async () => {
    owner = await signUpOwner(community);
    session = api(community).as(owner.cookie);
  });

  it('every member and every credential reads it, each with their own role', async () => {
    const member = await joinAs(community, owner);
    await joinAs(community, owner, 'member', 'suspended');
    const expected = {
      id: owner.organizationId,
      name: 'Test Person',
      slug: `test-person-${owner.userId.slice(0, 8)}`,
      role: 'owner',
      plan: 'enterprise',
      memberCount: 3,
      workspaceCount: 1,
      createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      claimed: true,
    };
    const { apiKey } = (await session.get('/v1/org/api-key')).body;
    for (const by of [session, owner.api, api(community).as(apiKey)]) {
      const read = await by.get('/v1/org');
      expect([read.status, read.body]).toEqual([200, expected]);
    }
    for (const server of [community, enterprise]) {
      const read = await api(server)
        .as(member.cookie)
        .with({ 'x-organization-id': owner.organizationId })
        .get('/v1/org');
      expect([read.status, read.body]).toEqual([200, { ...expected, role: 'member' }]);
    }
    expect(await api(community).get('/v1/org')).toMatchObject({ status: 401, body: UNKNOWN });
  });

  it("01-38 the named organization is read, not the default; a stranger's workspace is 401", async () => {
    const member = await joinAs(community, owner);
    const both = api(community).as(member.cookie);
    expect((await both.get('/v1/org')).body.id).toBe(member.organizationId);
    const named = both.with({ 'x-organization-id': owner.organizationId });
    expect((await named.get('/v1/org')).body.id).toBe(owner.organizationId);
    const stranger = await signUpOwner(community);
    expect(await both.inWorkspace(stranger.workspaceId).get('/v1/org')).toMatchObject({
      status: 401,
      body: UNKNOWN,
    });
    const foreign = both.with({ 'x-organization-id': stranger.organizationId });
    expect((await foreign.get('/v1/org')).status).toBe(401);
  });

  it('renaming keeps the slug, is trimmed and audited; the organization key of the owner does it too', async () => {
    const renamed = await session.patch('/v1/org', { name: '  New Name  ', slug: 'mine', plan: 'free' });
    expect(renamed.status).toBe(200);
    expect(renamed.body).toMatchObject({
      name: 'New Name',
      slug: `test-person-${owner.userId.slice(0, 8)}`,
      plan: 'enterprise',
    });
    const { apiKey } = (await session.get('/v1/org/api-key')).body;
    expect((await api(community).as(apiKey).patch('/v1/org', { name: 'Once more' })).status).toBe(200);
    expect((await session.get('/v1/org')).body.name).toBe('Once more');
    const audited = await community.db.query(
      `SELECT action, source, user_id, metadata FROM audit_log
       WHERE organization_id = $1 AND service = 'organization' AND action = 'update' ORDER BY created_at`,
      [owner.organizationId],
    );
    const by = { action: 'update', user_id: owner.userId };
    expect(audited).toEqual([
      { ...by, source: 'app', metadata: { name: 'New Name' } },
      { ...by, source: 'api', metadata: { name: 'Once more' } },
    ]);
  });

  it('in every edition only the owner renames, before the body is looked at; workspace keys never do', async () => {
    const admin = await joinAs(community, owner, 'admin');
    for (const server of [community, enterprise]) {
      const theirs = api(server).as(admin.cookie).with({ 'x-organization-id': owner.organizationId });
      const { apiKey } = (await theirs.get('/v1/org/api-key')).body;
      for (const by of [theirs, api(server).as(apiKey), api(server).as(owner.apiKey)])
        for (const body of [{ name: 'Taken over' }, {}])
          expect(await by.patch('/v1/org', body)).toMatchObject({ status: 403, body: INSUFFICIENT });
    }
    expect((await session.get('/v1/org')).body.name).toBe('Test Person');
  });
});

describe('the organization key', () => {
  let owner: Owner;
  let session: ApiClient;

  beforeEach(async () => {
    owner = await signUpOwner(community);
    session = api(community).as(owner.cookie);
  });

  const read = async (by: ApiClient): Promise<string> => {
    const answer = await by.get('/v1/org/api-key');
    expect(answer.status).toBe(200);
    return answer.body.apiKey;
  };
  const asks = (key: string) =>
    Promise.all([
      api(community).as(key).get('/v1/org'),
      gateway(community).as(key).inWorkspace(owner.workspaceId).get('/me'),
    ]);

  it('is minted once, on the first request, is personal, and opens both origins', async () => {
    const stored = () =>
      community.db.query(`SELECT 1 FROM api_keys WHERE organization_id = $1 AND family = 'organization'`, [
        owner.organizationId,
      ]);
    expect(await stored()).toEqual([]);
    const answers = await Promise.all([1, 2, 3].map(() => session.get('/v1/org/api-key')));
    const keys = new Set(answers.map(({ body }) => body.apiKey));
    expect([...keys]).toEqual([expect.stringMatching(/^oc_org_[0-9a-f]{64}$/)]);
    expect(await stored()).toHaveLength(1);
    const [key] = [...keys];
    expect(await read(api(community).as(key))).toBe(key);
    expect(answers[0]!.headers['cache-control']).toContain('no-store');
    expect(statusesOf(await asks(key))).toEqual([200, 200]);
    const member = await joinAs(community, owner);
    expect(await read(member.session)).not.toBe(key);
  });

  it('regenerated, the old value is refused on both origins at once, and the new one is read back', async () => {
    const old = await read(session);
    expect(statusesOf(await asks(old))).toEqual([200, 200]);
    const regenerated = await api(community).as(old).post('/v1/org/api-key/regenerate');
    expect(regenerated.status).toBe(200);
    expect(statusesOf(await asks(old))).toEqual([401, 401]);
    expect(regenerated.body).toEqual({ apiKey: await read(session) });
    expect(statusesOf(await asks(regenerated.body.apiKey))).toEqual([200, 200]);
  });

  it('regenerating before the first read mints one', async () => {
    const { status, body } = await session.post('/v1/org/api-key/regenerate');
    expect([status, body]).toEqual([200, { apiKey: await read(session) }]);
  });

  it('is audited with its scope and never with its value', async () => {
    const key = await read(session);
    await read(session);
    await api(community).as(key).post('/v1/org/api-key/regenerate');
    const audited = await community.db.query(
      `SELECT action, source, workspace_id, metadata FROM audit_log
       WHERE organization_id = $1 AND service = 'api-key' ORDER BY created_at`,
      [owner.organizationId],
    );
    expect(audited).toEqual([
      {
        action: 'create',
        source: 'app',
        workspace_id: null,
        metadata: { scope: 'organization', autoProvisioned: true },
      },
      { action: 'regenerate', source: 'api', workspace_id: null, metadata: { scope: 'organization' } },
    ]);
  });

  it('takes an administrator where roles are enforced, any member in Community; workspace keys never read it', async () => {
    const member = await joinAs(community, owner);
    const inEnterprise = api(enterprise)
      .as(member.cookie)
      .with({ 'x-organization-id': owner.organizationId });
    expect((await member.session.get('/v1/org/api-key')).status).toBe(200);
    for (const by of [inEnterprise, api(enterprise).as(owner.apiKey)]) {
      expect(await by.get('/v1/org/api-key')).toMatchObject({ status: 403, body: INSUFFICIENT });
      expect(await by.post('/v1/org/api-key/regenerate')).toMatchObject({ status: 403, body: INSUFFICIENT });
    }
    const refused = await api(community).as(member.apiKey).get('/v1/org/api-key');
    expect(refused).toMatchObject({ status: 403, body: INSUFFICIENT });
  });

  it('01-11 dies with the administrator role of its holder in Enterprise and lives on in Community', async () => {
    const admin = await joinAs(community, owner, 'admin');
    const key = await read(admin.session);
    const statuses = async () =>
      statusesOf([
        await api(enterprise).as(key).get('/v1/org'),
        await api(enterprise).as(key).get('/v1/user'),
        await gateway(enterprise).as(key).inWorkspace(owner.workspaceId).get('/me'),
      ]);
    expect(await statuses()).toEqual([200, 200, 200]);
    await community.db.query(
      `UPDATE memberships SET role = 'member' WHERE organization_id = $1 AND user_id = $2`,
      [owner.organizationId, admin.userId],
    );
    await setMembership(community, owner.organizationId, admin.userId, 'active');
    expect(await statuses()).toEqual([401, 401, 401]);
    expect(statusesOf(await asks(key))).toEqual([200, 200]);
  });
});

describe('what only a signed-in person does', () => {
  it('01 §4 a key is refused flat, whatever cookie stands beside it', async () => {
    const owner = await signUpOwner(community);
    const session = api(community).as(owner.cookie);
    const { apiKey } = (await session.get('/v1/org/api-key')).body;
    for (const key of [owner.apiKey, apiKey, `oc_${'0'.repeat(64)}`]) {
      for (const answer of [
        await session.as(key).delete('/v1/org'),
        await session.as(key).post('/v1/org/transfer-ownership', { userId: owner.userId }),
      ])
        expect([answer.status, answer.body]).toEqual([403, KEY_REFUSED]);
    }
    for (const answer of [
      await api(community).delete('/v1/org'),
      await api(community).post('/v1/org/transfer-ownership', {}),
    ])
      expect(answer).toMatchObject({ status: 401, body: UNKNOWN });
    expect((await session.get('/v1/org')).status).toBe(200);
  });
});
