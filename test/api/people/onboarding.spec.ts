import { randomBytes, randomInt } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { PASSWORD, signUpOwner } from '../../harness/people/accounts.js';
import { api, type ApiClient } from '../../harness/clients/client.js';
import { startReplica, startServer, type TestServer } from '../../harness/server/server.js';
import type { SessionIssuer } from '../../harness/people/session-issuer.js';
import { withCloud } from '../../harness/server/stands.js';

const SYNC = '/v1/auth/session';

let server: TestServer;
let enterprise: TestServer;

beforeAll(async () => {
  server = await startServer();
  enterprise = await startServer({ ENTERPRISE_ENABLED: '1' });
});

afterAll(async () => {
  await server.close();
  await enterprise.close();
});

interface Newcomer {
  userId: string;
  email: string;
  session: ApiClient;
}

/** An account that was never synced: no organization, no workspace. */
async function newcomer(target: TestServer = server, name = 'New Comer'): Promise<Newcomer> {
  const email = `person-${randomBytes(6).toString('hex')}@example.test`;
  const address = `198.${randomInt(1, 250)}.${randomInt(1, 250)}.${randomInt(1, 250)}`;
  const { body: instance } = await api(target).get('/v1/instance/bootstrap');
  // Whoever is first comes from this machine (R47).
  const from = instance.firstAccount ? api(target) : api(target).with({ 'x-forwarded-for': address });
  const answer = await from.post('/auth/sign-up/email', { name, email, password: PASSWORD });
  expect(answer.status).toBe(200);
  const session = api(target).as(answer.cookies.join('; '));
  return { userId: answer.body.user.id, email, session };
}

async function countOf(
  table: string,
  column: string,
  value: string,
  target: TestServer = server,
): Promise<number> {
  const [row] = await target.db.query<{ n: number }>(
    `SELECT count(*)::int AS n FROM ${table} WHERE ${column} = $1`,
    [value],
  );
  return row!.n;
}

function join(
  target: TestServer,
  userId: string,
  organizationId: string,
  status = 'active',
): Promise<unknown> {
  return target.db.query(
    `INSERT INTO memberships (organization_id, user_id, role, status) VALUES ($1, $2, 'member', $3)`,
    [organizationId, userId, status],
  );
}

describe('session sync (01 §12)', () => {
  it('01-18 a new person gets one organization, even from concurrent calls on two replicas', async () => {
    const { userId, email, session } = await newcomer();
    const replica = await startReplica(server);
    try {
      const elsewhere = await api(replica).post('/auth/sign-in/email', { email, password: PASSWORD });
      const there = api(replica).as(elsewhere.cookies.join('; '));
      const answers = await Promise.all([
        session.get(SYNC),
        there.get(SYNC),
        session.get(SYNC),
        there.get(SYNC),
      ]);
      for (const answer of answers) {
        expect(answer.status).toBe(200);
        expect(answer.body).toEqual(answers[0].body);
      }
      const { workspaceId, organizationId } = answers[0].body;
      expect(answers[0].body).toEqual({
        id: userId,
        email,
        name: 'New Comer',
        workspaceId,
        projectId: workspaceId,
        organizationId,
      });
      expect(await countOf('memberships', 'user_id', userId)).toBe(1);
      expect(await countOf('workspaces', 'organization_id', organizationId)).toBe(1);
      expect(await countOf('api_keys', 'workspace_id', workspaceId)).toBe(1);
      const agents = await server.db.query(
        `SELECT name, identifier, is_default FROM agents WHERE workspace_id = $1`,
        [workspaceId],
      );
      expect(agents).toEqual([{ name: 'Default Agent', identifier: 'default', is_default: true }]);
      const sets = await server.db.query(
        `SELECT workspace_id FROM policy_sets WHERE organization_id = $1 AND live_generation > 0`,
        [organizationId],
      );
      expect(sets).toHaveLength(2);
    } finally {
      await replica.close();
    }
  });

  it('names the organization and the workspace after the person, who owns both', async () => {
    const { userId, session } = await newcomer(server, '  Ada Lovelace ');
    const { organizationId, workspaceId } = (await session.get(SYNC)).body;
    const [row] = await server.db.query(
      `SELECT o.name AS organization, o.slug AS "organizationSlug", w.name AS workspace, w.slug, m.role, b.role AS binding
       FROM organizations o JOIN memberships m ON m.organization_id = o.id
       JOIN workspaces w ON w.organization_id = o.id
       JOIN workspace_bindings b ON b.workspace_id = w.id AND b.user_id = m.user_id
       WHERE o.id = $1 AND w.id = $2`,
      [organizationId, workspaceId],
    );
    expect(row).toEqual({
      organization: 'Ada Lovelace',
      organizationSlug: `ada-lovelace-${userId.slice(0, 8)}`,
      workspace: 'Ada Lovelace',
      slug: 'ada-lovelace',
      role: 'owner',
      binding: 'owner',
    });
  });

  it('is repeatable: the same places, no second key, and the last sign-in noted', async () => {
    const { userId, session } = await newcomer();
    const first = await session.get(SYNC);
    expect((await session.get(SYNC)).body).toEqual(first.body);
    expect(await countOf('api_keys', 'user_id', userId)).toBe(1);
    const [user] = await server.db.query(`SELECT last_login_at FROM users WHERE id = $1`, [userId]);
    expect(user!.last_login_at).not.toBeNull();
  });

  it('does not undo a changed display name', async () => {
    const { session } = await newcomer();
    await session.get(SYNC);
    await session.patch('/v1/user', { name: 'Renamed' });
    expect((await session.get(SYNC)).body.name).toBe('Renamed');
  });

  it.each(['fromInvitation=1', 'fromClaim=1', 'fromInvitation=1&fromClaim=1'])(
    '01-19 %s creates no organization',
    async (query) => {
      const { userId, email, session } = await newcomer();
      const answer = await session.get(`${SYNC}?${query}`);
      expect(answer.status).toBe(200);
      expect(answer.body).toEqual({ id: userId, email, name: 'New Comer', hasOrg: false });
      expect(await countOf('memberships', 'user_id', userId)).toBe(0);
      expect((await session.get(`${SYNC}?fromInvitation=`)).body.workspaceId).toMatch(/^[a-z]{16}$/);
    },
  );

  it('a person whose memberships are all suspended gets nothing (R9)', async () => {
    const owner = await signUpOwner(server);
    const { userId, session } = await newcomer();
    await join(server, userId, owner.organizationId, 'suspended');
    const answer = await session.get(SYNC);
    expect(answer.body).toMatchObject({ hasOrg: false });
    expect(answer.body.workspaceId).toBeUndefined();
    expect(await countOf('memberships', 'user_id', userId)).toBe(1);
  });

  it('the owner of an organization without workspaces gets only the missing workspace', async () => {
    const { userId, session } = await newcomer();
    const before = (await session.get(SYNC)).body;
    await server.db.query(`DELETE FROM workspaces WHERE id = $1`, [before.workspaceId]);
    const after = (await session.get(SYNC)).body;
    expect(after.organizationId).toBe(before.organizationId);
    expect(after.workspaceId).not.toBe(before.workspaceId);
    expect(await countOf('memberships', 'user_id', userId)).toBe(1);
    const [workspace] = await server.db.query(`SELECT slug FROM workspaces WHERE id = $1`, [
      after.workspaceId,
    ]);
    expect(workspace).toEqual({ slug: 'new-comer' });
  });

  it('a member who can use no workspace gets an own one there (roles enforced)', async () => {
    const owner = await signUpOwner(enterprise);
    const { userId, session } = await newcomer(enterprise);
    await join(enterprise, userId, owner.organizationId);
    const { organizationId, workspaceId } = (await session.get(`${SYNC}?fromInvitation=1`)).body;
    expect(organizationId).toBe(owner.organizationId);
    expect(workspaceId).not.toBe(owner.workspaceId);
    const [workspace] = await enterprise.db.query(
      `SELECT slug, created_by_user_id FROM workspaces WHERE id = $1`,
      [workspaceId],
    );
    expect(workspace).toEqual({ slug: `new-comer-${userId.slice(0, 8)}`, created_by_user_id: userId });
    expect(await countOf('memberships', 'user_id', userId, enterprise)).toBe(1);
  });

  it('an own workspace is found even where its slug is taken', async () => {
    const owner = await signUpOwner(enterprise);
    const { userId, session } = await newcomer(enterprise);
    await join(enterprise, userId, owner.organizationId);
    await enterprise.db.query(
      `INSERT INTO workspaces (id, organization_id, name, slug) VALUES ($1, $2, 'x', $3)`,
      [randomBytes(8).toString('hex'), owner.organizationId, `new-comer-${userId.slice(0, 8)}`],
    );
    const answer = await session.get(SYNC);
    expect(answer.status).toBe(200);
    expect(answer.body.organizationId).toBe(owner.organizationId);
  });

  it('in a flat team a member uses the workspace there is, and gets a key for it', async () => {
    const owner = await signUpOwner(server);
    const { userId, session } = await newcomer();
    await join(server, userId, owner.organizationId);
    const { workspaceId } = (await session.get(SYNC)).body;
    expect(workspaceId).toBe(owner.workspaceId);
    const audit = await server.db.query(
      `SELECT metadata FROM audit_log WHERE user_id = $1 AND action = 'create' AND service = 'api-key'`,
      [userId],
    );
    expect(audit).toEqual([{ metadata: { autoProvisioned: true } }]);
  });

  it('without a session it is 401 flat, and a key is no session', async () => {
    const owner = await signUpOwner(server);
    const withKey = api(server).with({ cookie: owner.cookie, authorization: `Bearer ${owner.apiKey}` });
    for (const client of [api(server), api(server).as('cg_session=forged'), withKey]) {
      const answer = await client.get(SYNC);
      expect(answer.status).toBe(401);
      expect(answer.body).toEqual({ error: expect.any(String) });
    }
  });

  it('answers under /api too, and slides a session that was used a day ago', async () => {
    const { session } = await newcomer();
    const first = await session.get(SYNC);
    expect((await session.get('/api/auth/session')).body).toEqual(first.body);
    await server.db.query(
      `UPDATE user_sessions SET updated_at = now() - interval '2 days' WHERE user_id = $1`,
      [first.body.id],
    );
    expect((await session.get(SYNC)).cookies).toHaveLength(1);
  });

  it('what was created is audited at its level', async () => {
    const { userId, session } = await newcomer();
    const { organizationId, workspaceId } = (await session.get(SYNC)).body;
    const rows = await server.db.query(
      `SELECT action, service, organization_id, workspace_id, source FROM audit_log
       WHERE user_id = $1 AND service IN ('organization', 'workspace') ORDER BY service`,
      [userId],
    );
    expect(rows).toEqual([
      {
        action: 'create',
        service: 'organization',
        organization_id: organizationId,
        workspace_id: null,
        source: 'app',
      },
      {
        action: 'create',
        service: 'workspace',
        organization_id: organizationId,
        workspace_id: workspaceId,
        source: 'app',
      },
    ]);
  });
});

describe('session sync on Cloud (01 §12.2)', () => {
  let issuer: SessionIssuer;
  let cloud: TestServer;

  withCloud((stand) => ({ issuer, cloud } = stand));

  async function sync(claims: Record<string, unknown>, query = '') {
    const token = issuer.token(claims);
    return api(cloud)
      .with({ authorization: `Bearer ${token}` })
      .get(SYNC + query);
  }

  function claimsOf(sub = randomBytes(6).toString('hex'), more: object = {}): Record<string, unknown> {
    return { sub, email: `${sub}@example.test`, name: 'Cloud Person', email_verified: true, ...more };
  }

  it('creates the person and, only then, an organization', async () => {
    const claims = claimsOf();
    const joining = await sync(claims, '?fromInvitation=1');
    expect(joining.body).toMatchObject({ email: claims.email, name: 'Cloud Person', hasOrg: false });
    expect((await sync(claims)).body).toMatchObject({ hasOrg: false });
    const other = await sync(claimsOf());
    expect(other.body.workspaceId).toMatch(/^[a-z]{16}$/);
  });

  it('two first calls at once make one person with one organization', async () => {
    const claims = claimsOf();
    const [one, two] = await Promise.all([sync(claims), sync(claims)]);
    expect(one.body.workspaceId).toMatch(/^[a-z]{16}$/);
    expect(two.body).toEqual(one.body);
  });

  it.each([
    ['a verified claim', { email_verified: true }, 200],
    ['a federated Google sign-in', { email_verified: false, identities: [{ providerName: 'Google' }] }, 200],
    ['nothing', { email_verified: false }, 409],
  ])('an e-mail proved by %s: another identity is linked or refused', async (_proof, proof, status) => {
    const claims = claimsOf();
    const first = await sync(claims);
    const sub = randomBytes(6).toString('hex');
    const other = await sync({ ...claims, ...proof, sub });
    expect(other.status).toBe(status);
    if (status === 200) expect(other.body.id).toBe(first.body.id);
    else expect(other.body).toEqual({ error: expect.any(String) });
    const [user] = await cloud.db.query(`SELECT external_auth_id FROM users WHERE email = $1`, [
      claims.email,
    ]);
    expect(user).toEqual({ external_auth_id: status === 200 ? sub : claims.sub });
    const audit = await cloud.db.query(
      `SELECT status FROM audit_log WHERE user_id = $1 AND service = 'auth' AND action = 'update'`,
      [first.body.id],
    );
    expect(audit).toEqual([{ status: status === 200 ? 'success' : 'failure' }]);
  });

  it.each([
    ["ends the keys and agents' tokens of an account nobody had proved", false, 401],
    ['leaves them to an account that was proved', true, 200],
  ])('R36.8 linking another identity %s', async (_what, email_verified, status) => {
    const claims = claimsOf(undefined, { email_verified });
    const { workspaceId } = (await sync(claims)).body;
    const before = api(cloud).as(issuer.token(claims)).inWorkspace(workspaceId);
    const { apiKey } = (await before.get('/v1/user/api-key')).body;
    const [{ accessToken }] = (await before.get('/v1/agents')).body;
    const owner = { ...claims, sub: randomBytes(6).toString('hex'), email_verified: true };
    expect((await sync(owner)).status).toBe(200);
    expect((await before.get('/v1/agents')).status).toBe(401);
    expect((await api(cloud).as(apiKey).get('/v1/agents')).status).toBe(status);
    const after = api(cloud).as(issuer.token(owner)).inWorkspace(workspaceId);
    expect((await after.get('/v1/agents')).body[0].accessToken === accessToken).toBe(status === 200);
    const [audited] = await cloud.db.query(
      `SELECT metadata FROM audit_log WHERE user_email = $1 AND metadata->>'decision' = 'link'`,
      [claims.email],
    );
    expect(audited!.metadata).toEqual({
      decision: 'link',
      previousIdentity: claims.sub,
      credentialsEnded: !email_verified,
    });
  });

  it('an identity that has an account cannot take over a second one', async () => {
    const one = claimsOf();
    const two = claimsOf();
    await sync(one);
    await sync(two);
    const answer = await sync({ ...one, email: two.email });
    expect(answer.status).toBe(409);
  });

  it('a changed e-mail keeps the person', async () => {
    const claims = claimsOf();
    const first = await sync(claims);
    const later = await sync({ ...claims, email: `new-${String(claims.email)}` });
    expect(later.body).toMatchObject({ id: first.body.id, email: claims.email });
  });

  it('a session without e-mail, and a token of somebody else, are 401 flat', async () => {
    expect((await sync({ sub: 'x' })).status).toBe(401);
    const answer = await api(cloud).with({ authorization: 'Bearer not.a.token' }).get(SYNC);
    expect(answer.status).toBe(401);
    expect(answer.body).toEqual({ error: expect.any(String) });
  });
});
