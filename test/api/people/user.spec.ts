import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { organizationKey, type Owner, signUpOwner } from '../../harness/people/accounts.js';
import { api, type ApiClient } from '../../harness/clients/client.js';
import { joinAs } from '../../harness/people/members.js';
import { startServer, type TestServer } from '../../harness/server/server.js';

const WORKSPACE_KEY = /^oc_[0-9a-f]{64}$/;

describe('user', () => {
  let server: TestServer;
  let owner: Owner;
  let session: ApiClient;

  beforeAll(async () => {
    server = await startServer();
  });
  afterAll(() => server.close());

  beforeEach(async () => {
    owner = await signUpOwner(server);
    session = api(server).as(owner.cookie);
  });

  const asOrganization = async () => api(server).as(await organizationKey(server, owner));

  it('tells who holds the credential, the same for session, workspace key and /api', async () => {
    const answer = await session.get('/v1/user');
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({
      id: owner.userId,
      email: owner.email,
      name: 'Test Person',
      createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
    });
    expect((await owner.api.get('/v1/user')).text).toBe(answer.text);
    expect((await owner.api.get('/api/user')).text).toBe(answer.text);
  });

  it('01-4 an organization key without a workspace reads the user but no workspace key', async () => {
    const key = await asOrganization();
    expect((await key.get('/v1/user')).body.id).toBe(owner.userId);
    for (const answer of [await key.get('/v1/user/api-key'), await key.post('/v1/user/api-key/regenerate')]) {
      expect(answer.status).toBe(400);
      expect(answer.body.error).toEqual({
        message: 'X-Project-Id header is required',
        type: 'invalid_request_error',
      });
    }
    const named = await key.inWorkspace(owner.workspaceId).get('/v1/user/api-key');
    expect(named.body).toEqual({ apiKey: owner.apiKey });
  });

  it('a new name is trimmed, stored and audited without its value', async () => {
    const renamed = await session.patch('/v1/user', { name: '  Ada Lovelace ' });
    expect(renamed.status).toBe(200);
    expect(renamed.body).toEqual({ id: owner.userId, email: owner.email, name: 'Ada Lovelace' });
    expect((await owner.api.get('/v1/user')).body.name).toBe('Ada Lovelace');
    const trail = await server.db.query(
      `SELECT action, service, metadata FROM audit_log WHERE user_id = $1 AND action = 'update'`,
      [owner.userId],
    );
    expect(trail).toEqual([{ action: 'update', service: 'auth', metadata: { fields: ['name'] } }]);
  });

  it.each([
    ['nothing', undefined],
    ['an empty object', {}],
    ['blanks', { name: '   ' }],
    ['256 characters', { name: 'a'.repeat(256) }],
    ['a number', { name: 7 }],
    ['null', { name: null }],
  ])('a name that is %s is 400 flat and changes nothing', async (_, body) => {
    const answer = await session.patch('/v1/user', body);
    expect(answer.status).toBe(400);
    expect(answer.body).toEqual({ error: expect.any(String) });
    expect((await session.get('/v1/user')).body.name).toBe('Test Person');
  });

  it('01-24 a regenerated key kills the old one at once and is shown again', async () => {
    const replaced = await owner.api.post('/v1/user/api-key/regenerate');
    expect(replaced.status).toBe(200);
    expect(replaced.body).toEqual({ apiKey: expect.stringMatching(WORKSPACE_KEY) });
    expect(replaced.body.apiKey).not.toBe(owner.apiKey);
    const old = await owner.api.get('/v1/user/api-key');
    expect(old.status).toBe(401);
    expect(old.body.error).toEqual({ message: 'Invalid API key or token.', type: 'authentication_error' });
    const fresh = api(server).as(replaced.body.apiKey);
    expect((await fresh.get('/v1/user/api-key')).body).toEqual(replaced.body);
    expect((await fresh.get('/v1/user/api-key')).body).toEqual(replaced.body);
    expect((await session.get('/v1/user/api-key')).body).toEqual(replaced.body);
    const trail = await server.db.query(
      `SELECT source FROM audit_log WHERE workspace_id = $1 AND service = 'api-key' AND action = 'regenerate'`,
      [owner.workspaceId],
    );
    expect(trail).toEqual([{ source: 'api' }]);
  });

  it('a member’s key is minted once, however many ask at once, and is theirs alone', async () => {
    const member = await joinAs(server, owner);
    const theirs = api(server).as(member.cookie).inWorkspace(owner.workspaceId);
    const answers = await Promise.all(Array.from({ length: 6 }, () => theirs.get('/v1/user/api-key')));
    expect(answers.map((answer) => answer.status)).toEqual([200, 200, 200, 200, 200, 200]);
    const keys = new Set(answers.map((answer) => answer.body.apiKey));
    expect(keys.size).toBe(1);
    const [key] = [...keys];
    expect(key).toMatch(WORKSPACE_KEY);
    expect(key).not.toBe(owner.apiKey);
    expect((await api(server).as(key).get('/v1/user')).body.id).toBe(member.userId);
    expect((await api(server).as(key).get('/v1/user/api-key')).body).toEqual({ apiKey: key });
    const trail = await server.db.query(
      `SELECT action, metadata FROM audit_log WHERE user_id = $1 AND workspace_id = $2 AND service = 'api-key'`,
      [member.userId, owner.workspaceId],
    );
    expect(trail).toEqual([{ action: 'create', metadata: { autoProvisioned: true } }]);
  });

  it('regenerating replaces only the caller’s own key', async () => {
    const member = await joinAs(server, owner);
    const theirs = api(server).as(member.cookie).inWorkspace(owner.workspaceId);
    expect((await theirs.post('/v1/user/api-key/regenerate')).status).toBe(200);
    expect((await owner.api.get('/v1/user')).status).toBe(200);
    expect((await member.api.get('/v1/user')).status).toBe(200);
  });

  it('a workspace of another organization gives no key', async () => {
    const stranger = await signUpOwner(server);
    const theirs = api(server).as(stranger.cookie).inWorkspace(owner.workspaceId);
    for (const answer of [
      await theirs.get('/v1/user/api-key'),
      await theirs.post('/v1/user/api-key/regenerate'),
    ]) {
      expect(answer.status).toBe(401);
    }
    const keys = await server.db.query(`SELECT user_id FROM api_keys WHERE workspace_id = $1`, [
      owner.workspaceId,
    ]);
    expect(keys).toEqual([{ user_id: owner.userId }]);
  });

  it('an audit row that cannot be written fails nothing else', async () => {
    await server.db.query(
      `ALTER TABLE audit_log ADD CONSTRAINT refused CHECK (user_email <> '${owner.email}') NOT VALID`,
    );
    try {
      const renamed = await session.patch('/v1/user', { name: 'Still renamed' });
      expect(renamed.status).toBe(200);
      const replaced = await session.post('/v1/user/api-key/regenerate');
      expect((await api(server).as(replaced.body.apiKey).get('/v1/user')).body.name).toBe('Still renamed');
    } finally {
      await server.db.query(`ALTER TABLE audit_log DROP CONSTRAINT refused`);
    }
  });

  it('no key is stored readable', async () => {
    const rows = await server.db.query<{ row: string }>(
      `SELECT to_jsonb(k)::text || to_jsonb(a)::text AS row FROM api_keys AS k, audit_log AS a`,
    );
    expect(rows.length).toBeGreaterThan(0);
    const readable = owner.apiKey.slice('oc_'.length);
    expect(rows.filter(({ row }) => row.includes(readable))).toEqual([]);
  });

  it('needs a credential', async () => {
    for (const answer of [
      await api(server).get('/v1/user'),
      await api(server).patch('/v1/user', { name: 'X' }),
      await api(server).get('/v1/user/api-key'),
      await api(server).post('/v1/user/api-key/regenerate'),
    ]) {
      expect(answer.status).toBe(401);
    }
  });
});
