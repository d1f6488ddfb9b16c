import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { type Owner, signUpOwner } from '../../harness/people/accounts.js';
import { api, type ApiClient } from '../../harness/clients/client.js';
import { connect } from '../../harness/upstreams/connections.js';
import { startServer, type TestServer } from '../../harness/server/server.js';

interface Member extends Owner {
  /** The member's session, in the organization they joined. */
  session: ApiClient;
}

/** A person with an account of their own who also is a plain member of `owner`'s organization. */
async function joinAsMember(server: TestServer, owner: Owner): Promise<Member> {
  const person = await signUpOwner(server);
  await server.db.query(
    `INSERT INTO memberships (organization_id, user_id, role) VALUES ($1, $2, 'member')`,
    [owner.organizationId, person.userId],
  );
  const session = api(server).as(person.cookie).with({ 'x-organization-id': owner.organizationId });
  return { ...person, session };
}

async function bind(
  server: TestServer,
  workspaceId: string,
  userId: string,
  role: 'owner' | 'member',
): Promise<void> {
  await server.db.query(`INSERT INTO workspace_bindings (workspace_id, user_id, role) VALUES ($1, $2, $3)`, [
    workspaceId,
    userId,
    role,
  ]);
}

describe('workspaces', () => {
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

  const create = (name: string) => session.post('/v1/workspaces', { name });

  it('a new workspace has a slug, a creator, a default agent and a key that works', async () => {
    const created = await create('  Sales & Marketing ');
    expect(created.status).toBe(201);
    expect(created.body).toEqual({
      id: expect.stringMatching(/^[a-z]{16}$/),
      name: 'Sales & Marketing',
      slug: 'sales-marketing',
      createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      agentCount: 1,
      resourceCount: 0,
      owner: { name: 'Test Person', email: owner.email, isCurrentUser: true },
      canManage: true,
      apiKey: expect.stringMatching(/^oc_[0-9a-f]{64}$/),
    });
    const { apiKey, ...workspace } = created.body;
    const read = await api(server).as(apiKey).get(`/v1/workspaces/${workspace.id}`);
    expect(read.status).toBe(200);
    expect(read.body).toEqual(workspace);
    const agents = await api(server).as(apiKey).get('/v1/agents');
    expect(agents.body).toEqual([expect.objectContaining({ identifier: 'default', isDefault: true })]);
  });

  it('are listed oldest first', async () => {
    const second = await create('Second');
    const third = await create('Third');
    const list = await session.get('/v1/workspaces');
    expect(list.status).toBe(200);
    expect(list.body.map((item: { id: string }) => item.id)).toEqual([
      owner.workspaceId,
      second.body.id,
      third.body.id,
    ]);
  });

  it('01 §16 count the secrets and connected accounts of the workspace and those inherited from the organization', async () => {
    const other = await create('Other');
    const secret = (workspaceId: string | null) =>
      server.db.query(
        `INSERT INTO secrets (organization_id, workspace_id, name, type, value_source, value_ciphertext, host_pattern)
         VALUES ($1, $2, 'S', 'generic', 'inline', 'x', 'a.test')`,
        [owner.organizationId, workspaceId],
      );
    await secret(owner.workspaceId);
    await secret(null);
    const { organizationId, workspaceId } = owner;
    await connect(server, { organizationId, workspaceId });
    await connect(server, { organizationId, workspaceId: other.body.id });
    await connect(server, { organizationId });
    await connect(server, { organizationId, workspaceId }, { status: 'expired' });
    await connect(server, { organizationId }, { status: 'error' });
    await connect(server, await signUpOwner(server));
    const list = await session.get('/v1/workspaces');
    const counts = Object.fromEntries(
      list.body.map((item: { id: string; resourceCount: number }) => [item.id, item.resourceCount]),
    );
    expect(counts).toEqual({ [workspaceId]: 4, [other.body.id]: 3 });
  });

  it('01-9 answer the same under /v1/projects, which alone is deprecated', async () => {
    await create('Second');
    const legacy = await session.get('/v1/projects');
    const canonical = await session.get('/v1/workspaces');
    expect(legacy.text).toBe(canonical.text);
    expect(legacy.headers.deprecation).toBe('true');
    expect(canonical.headers.deprecation).toBeUndefined();
    const created = await session.post(`/v1/projects?_org=${owner.organizationId}`, {
      name: 'Through the alias',
    });
    expect(created.status).toBe(201);
    expect(created.body.name).toBe('Through the alias');
    const similar = await session.get('/v1/projectsx');
    expect(similar.status).toBe(404);
    expect(similar.headers.deprecation).toBeUndefined();
  });

  it('01-10 in Community a plain member creates and manages workspaces', async () => {
    const member = await joinAsMember(server, owner);
    const created = await member.session.post('/v1/workspaces', { name: 'By a member' });
    expect(created.status).toBe(201);
    const seen = await session.get(`/v1/workspaces/${created.body.id}`);
    expect(seen.body.owner).toEqual({ name: 'Test Person', email: member.email, isCurrentUser: false });
    expect(
      (await member.session.patch(`/v1/workspaces/${owner.workspaceId}`, { name: 'Renamed' })).status,
    ).toBe(200);
  });

  it('01-15 a short name is 400 with one message, a taken one 409', async () => {
    const short = await create(' a ');
    expect(short.status).toBe(400);
    expect(short.body).toEqual({ error: expect.any(String) });
    expect((await create('Ops')).status).toBe(201);
    const again = await create('Ops');
    expect(again.status).toBe(409);
    expect(again.body.error).toEqual({ message: expect.any(String), type: 'invalid_request_error' });
    expect(
      await server.db.query(`SELECT 1 FROM workspaces WHERE slug = 'ops' AND organization_id = $1`, [
        owner.organizationId,
      ]),
    ).toHaveLength(1);
  });

  it('two creations of one name at once: one workspace', async () => {
    const answers = await Promise.all([create('Twin'), create('Twin'), create('Twin')]);
    expect(answers.map((answer) => answer.status).sort()).toEqual([201, 409, 409]);
  });

  it('the same name is free in another organization', async () => {
    await create('Ops');
    const stranger = await signUpOwner(server);
    const theirs = await api(server).as(stranger.cookie).post('/v1/workspaces', { name: 'Ops' });
    expect(theirs.status).toBe(201);
    expect(theirs.body.slug).toBe('ops');
  });

  it.each([
    ['no body', undefined],
    ['an empty body', {}],
    ['a number', { name: 12 }],
    ['null', { name: null }],
    ['51 characters', { name: 'a'.repeat(51) }],
    ['no ASCII letter or digit', { name: 'Ünïö'.replace(/[a-z]/gi, 'ü') }],
    ['a character no text can hold', { name: 'Ops\0' }],
    ['a list', ['name']],
    ['broken JSON', '{not json'],
  ])('creating and updating with %s is 400 flat', async (_, body) => {
    const json = session.with({ 'content-type': 'application/json' });
    for (const answer of [
      await json.post('/v1/workspaces', body),
      await json.patch(`/v1/workspaces/${owner.workspaceId}`, body),
    ]) {
      expect(answer.status).toBe(400);
      expect(answer.body).toEqual({ error: expect.any(String) });
    }
  });

  it('50 characters after trimming are accepted', async () => {
    const created = await create(` ${'a'.repeat(50)} `);
    expect(created.status).toBe(201);
    expect(created.body.name).toHaveLength(50);
  });

  it('renaming moves the slug; the same slug again is fine, another one’s is 409', async () => {
    const { id } = (await create('Ops')).body;
    await create('Dev');
    const renamed = await session.patch(`/v1/workspaces/${id}`, { name: 'Ops Team' });
    expect(renamed.status).toBe(200);
    expect(renamed.body).toMatchObject({ id, name: 'Ops Team', slug: 'ops-team' });
    expect((await session.patch(`/v1/workspaces/${id}`, { name: 'OPS team' })).body.slug).toBe('ops-team');
    expect((await session.patch(`/v1/workspaces/${id}`, { name: 'dev' })).status).toBe(409);
    expect((await session.get(`/v1/workspaces/${id}`)).body.name).toBe('OPS team');
  });

  it('01-16 the only workspace stays; a deleted one takes its key and everything inside along', async () => {
    const only = await session.delete(`/v1/workspaces/${owner.workspaceId}`);
    expect(only.status).toBe(400);
    expect(only.body.error.type).toBe('invalid_request_error');
    const { id, apiKey } = (await create('Short-lived')).body;
    const key = api(server).as(apiKey);
    expect((await key.get('/v1/agents')).status).toBe(200);
    const deleted = await session.delete(`/v1/workspaces/${id}`);
    expect([deleted.status, deleted.text]).toEqual([204, '']);
    expect((await key.get('/v1/agents')).status).toBe(401);
    expect((await session.get(`/v1/workspaces/${id}`)).status).toBe(404);
    expect((await session.delete(`/v1/workspaces/${id}`)).status).toBe(404);
    for (const table of ['agents', 'api_keys', 'policy_sets', 'workspace_bindings', 'audit_log']) {
      expect(await server.db.query(`SELECT 1 FROM ${table} WHERE workspace_id = $1`, [id])).toEqual([]);
    }
    expect((await owner.api.get('/v1/agents')).status).toBe(200);
  });

  it('of two deletions at once that would leave none, one is refused', async () => {
    const { id } = (await create('Second')).body;
    const answers = await Promise.all(
      [owner.workspaceId, id].map((one) => session.delete(`/v1/workspaces/${one}`)),
    );
    expect(answers.map((answer) => answer.status).sort()).toEqual([204, 400]);
    expect((await session.get('/v1/workspaces')).body).toHaveLength(1);
  });

  it('01-17 a workspace key manages its own workspace only', async () => {
    const b = (await create('Bee')).body.id;
    const foreign = await owner.api.patch(`/v1/workspaces/${b}`, { name: 'Changed' });
    expect(foreign.status).toBe(404);
    expect(foreign.body.error.type).toBe('not_found_error');
    expect((await owner.api.delete(`/v1/workspaces/${b}`)).status).toBe(404);
    expect((await owner.api.get(`/v1/workspaces/${b}`)).body).toMatchObject({
      name: 'Bee',
      canManage: false,
    });
    const own = await owner.api.patch(`/v1/workspaces/${owner.workspaceId}`, { name: 'Changed' });
    expect(own.status).toBe(200);
    expect(own.body).toMatchObject({ name: 'Changed', canManage: true });
  });

  it('a workspace of another organization is not there, whatever the body', async () => {
    const stranger = api(server).as((await signUpOwner(server)).cookie);
    const path = `/v1/workspaces/${owner.workspaceId}`;
    for (const answer of [
      await stranger.get(path),
      await stranger.patch(path, { name: 'Mine now' }),
      await stranger.patch(path, {}),
      await stranger.delete(path),
      await session.get('/v1/workspaces/nope'),
    ]) {
      expect(answer.status).toBe(404);
      expect(answer.body.error.type).toBe('not_found_error');
    }
    expect((await session.get(path)).status).toBe(200);
  });

  it('need a credential', async () => {
    const anonymous = api(server);
    for (const answer of [
      await anonymous.get('/v1/workspaces'),
      await anonymous.post('/v1/workspaces', { name: 'Ops' }),
      await anonymous.delete(`/v1/workspaces/${owner.workspaceId}`),
    ]) {
      expect(answer.status).toBe(401);
      expect(answer.body.error).toMatchObject({
        type: 'authentication_error',
        message: 'Invalid API key or token.',
      });
    }
  });

  it('every change is audited, the deletion at organization level', async () => {
    const { id } = (await create('Audited')).body;
    await session.patch(`/v1/workspaces/${id}`, { name: 'Audited twice' });
    const trail = () =>
      server.db.query(
        `SELECT action, workspace_id, source, user_email, status, metadata FROM audit_log
         WHERE service = 'workspace' AND organization_id = $1 AND (workspace_id = $2 OR metadata->>'workspaceId' = $2)
         ORDER BY created_at`,
        [owner.organizationId, id],
      );
    const by = { source: 'app', user_email: owner.email, status: 'success' };
    expect(await trail()).toEqual([
      { ...by, action: 'create', workspace_id: id, metadata: { name: 'Audited' } },
      { ...by, action: 'update', workspace_id: id, metadata: { name: 'Audited twice' } },
    ]);
    await session.delete(`/v1/workspaces/${id}`);
    expect(await trail()).toEqual([
      { ...by, action: 'delete', workspace_id: null, metadata: { workspaceId: id, name: 'Audited twice' } },
    ]);
  });
});

describe('workspaces where roles are enforced', () => {
  let server: TestServer;
  let owner: Owner;
  let member: Member;
  let workspaceId: string;

  beforeAll(async () => {
    server = await startServer({ ENTERPRISE_ENABLED: 'true' });
  });
  afterAll(() => server.close());

  beforeEach(async () => {
    owner = await signUpOwner(server);
    member = await joinAsMember(server, owner);
    workspaceId = (await api(server).as(owner.cookie).post('/v1/workspaces', { name: 'Shared' })).body.id;
  });

  it('01-10 a plain member creates none', async () => {
    const refused = await member.session.post('/v1/workspaces', { name: 'By a member' });
    expect(refused.status).toBe(403);
    expect(refused.body.error).toEqual({ message: 'Insufficient permissions', type: 'authentication_error' });
  });

  it('a member sees only workspaces bound to them, and an unbound one is not there', async () => {
    expect((await member.session.get('/v1/workspaces')).body).toEqual([]);
    for (const answer of [
      await member.session.get(`/v1/workspaces/${workspaceId}`),
      await member.session.patch(`/v1/workspaces/${workspaceId}`, { name: 'Mine' }),
      await member.session.delete(`/v1/workspaces/${workspaceId}`),
    ]) {
      expect(answer.status).toBe(404);
    }
  });

  it('a member binding shows a workspace but does not manage it; permission comes before the body', async () => {
    await bind(server, workspaceId, member.userId, 'member');
    const list = await member.session.get('/v1/workspaces');
    expect(list.body).toEqual([expect.objectContaining({ id: workspaceId, canManage: false })]);
    for (const answer of [
      await member.session.patch(`/v1/workspaces/${workspaceId}`, { name: 'Mine' }),
      await member.session.patch(`/v1/workspaces/${workspaceId}`, {}),
      await member.session.delete(`/v1/workspaces/${workspaceId}`),
    ]) {
      expect(answer.status).toBe(403);
      expect(answer.body.error).toEqual({
        message: 'Insufficient permissions',
        type: 'authentication_error',
      });
    }
  });

  it('an owner binding manages', async () => {
    await bind(server, workspaceId, member.userId, 'owner');
    const renamed = await member.session.patch(`/v1/workspaces/${workspaceId}`, { name: 'Ours' });
    expect(renamed.status).toBe(200);
    expect(renamed.body).toMatchObject({ name: 'Ours', canManage: true });
    expect((await member.session.delete(`/v1/workspaces/${workspaceId}`)).status).toBe(204);
  });

  it('a group binding shows a workspace and never manages it, whatever its role', async () => {
    const groupId = randomUUID();
    await server.db.query(`INSERT INTO user_groups (id, organization_id, name) VALUES ($1, $2, 'G')`, [
      groupId,
      owner.organizationId,
    ]);
    await server.db.query(`INSERT INTO user_group_members (group_id, user_id) VALUES ($1, $2)`, [
      groupId,
      member.userId,
    ]);
    await server.db.query(
      `INSERT INTO workspace_bindings (workspace_id, group_id, role) VALUES ($1, $2, 'owner')`,
      [workspaceId, groupId],
    );
    expect((await member.session.get(`/v1/workspaces/${workspaceId}`)).body.canManage).toBe(false);
    expect((await member.session.patch(`/v1/workspaces/${workspaceId}`, { name: 'Ours' })).status).toBe(403);
  });

  it('an administrator sees and manages what is bound to somebody else', async () => {
    await server.db.query(
      `UPDATE memberships SET role = 'admin' WHERE organization_id = $1 AND user_id = $2`,
      [owner.organizationId, member.userId],
    );
    const list = await member.session.get('/v1/workspaces');
    expect(list.body.map((item: { canManage: boolean }) => item.canManage)).toEqual([true, true]);
    expect((await member.session.patch(`/v1/workspaces/${workspaceId}`, { name: 'Ours' })).status).toBe(200);
  });
});
