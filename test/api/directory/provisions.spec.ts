import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { type Owner, PASSWORD, signUpOwner } from '../../harness/people/accounts.js';
import { createAgent } from '../../harness/clients/agent.js';
import { api, type Answer, type ApiClient } from '../../harness/clients/client.js';
import { setPlan, signInOnCloud } from '../../harness/people/cloud.js';
import { administrationOf, trailOf } from '../../harness/sign-on/directory.js';
import { joinAs } from '../../harness/people/members.js';
import { newcomer, type Newcomer, someEmail, stranger } from '../../harness/people/newcomers.js';
import { orphans } from '../../harness/database/orphans.js';
import { addGroup, bind } from '../../harness/people/people.js';
import { startReplica, type TestServer } from '../../harness/server/server.js';
import type { SessionIssuer } from '../../harness/people/session-issuer.js';
import { withCloud, withUpstream } from '../../harness/server/stands.js';
import { roomInThrottleWindow } from '../../harness/time/throttle-window.js';
import { Database } from '../../../src/kernel/database/database.js';
import { AccountClaims } from '../../../src/modules/people/identity/accounts/account-claims.js';
import { ProvisionTeardown } from '../../../src/modules/directory/provisions/provision-teardown.service.js';

const PROVISIONS = '/v1/team/provisions';
const WEEK_MS = 7 * 24 * 3_600_000;

let server: TestServer;
let owner: Owner;
let admin: ApiClient;

withUpstream((stand) => ({ server } = stand), { ENTERPRISE_ENABLED: 'true', REGISTRATION: 'open' });

beforeEach(async () => {
  owner = await signUpOwner(server);
  admin = administrationOf(server, owner).session;
});

interface Minted {
  id: string;
  userId: string;
  workspaceId: string;
  apiKey: string;
  token: string;
  key: ApiClient;
}

async function mint(body?: object, by: ApiClient = owner.api): Promise<Minted> {
  const minted = await by.post(PROVISIONS, body);
  expect([minted.status, minted.text]).toEqual([201, expect.any(String)]);
  const token = new URL(minted.body.claimUrl).searchParams.get('token')!;
  return { ...minted.body, token, key: api(server).as(minted.body.apiKey) };
}

async function newPerson(): Promise<Newcomer & { claim: (token: string) => Promise<Answer> }> {
  const person = await newcomer(server);
  await person.session.get('/v1/auth/session?fromClaim=1');
  return { ...person, claim: (token) => person.session.post('/v1/provisions/claim', { token }) };
}

const age = (id: string) =>
  server.db.query(`UPDATE provisions SET expires_at = now() - interval '1 second' WHERE id = $1`, [id]);
const lookup = (token: string) => stranger(server).post('/v1/provisions/lookup', { token });
const trail = () => trailOf(server, owner.organizationId, 'provision');

describe('preparing', () => {
  it('05-40 answers an administrator’s workspace key with a workspace and a key that works at once', async () => {
    const before = Date.now();
    const minted = await owner.api.inWorkspace(owner.workspaceId).post(PROVISIONS, {});
    expect(minted.status).toBe(201);
    expect(minted.body).toEqual({
      id: expect.any(String),
      userId: expect.any(String),
      projectId: minted.body.workspaceId,
      workspaceId: expect.stringMatching(/^[a-z]{16}$/),
      apiKey: expect.stringMatching(/^oc_[0-9a-f]{64}$/),
      claimUrl: expect.stringMatching(/\/claim\?token=[0-9a-f]{64}$/),
      expiresAt: expect.any(String),
    });
    const life = Date.parse(minted.body.expiresAt) - before;
    expect(Math.abs(life - WEEK_MS)).toBeLessThan(60_000);
    const key = api(server).as(minted.body.apiKey);
    expect((await key.get('/v1/agents')).body).toHaveLength(1);
    expect((await admin.get(`/v1/workspaces/${minted.body.workspaceId}`)).body).toMatchObject({
      name: 'Default',
    });
    expect((await key.post(PROVISIONS, {})).status).toBe(403);
    const listed = (await admin.get(PROVISIONS)).body;
    expect(listed).toEqual([
      {
        id: minted.body.id,
        role: 'member',
        provisionedByEmail: owner.email,
        workspaceId: minted.body.workspaceId,
        expiresAt: minted.body.expiresAt,
        createdAt: expect.any(String),
      },
    ]);
    expect(await trail()).toMatchObject([
      {
        action: 'create',
        source: 'api',
        metadata: {
          provisionId: minted.body.id,
          userId: minted.body.userId,
          workspaceId: minted.body.workspaceId,
          role: 'member',
        },
      },
    ]);
  });

  it('05 §11.1 R45 no body and unknown keys mean the defaults; what is not JSON and a wrong role are refused', async () => {
    for (const body of [undefined, {}, { color: 'red' }]) expect((await mint(body)).id).toBeTruthy();
    for (const body of ['{nothing', 'garbage', { role: 'owner' }, { role: 1 }, { skipOnboarding: 'no' }]) {
      const refused = await owner.api.post(PROVISIONS, body);
      expect([refused.status, typeof refused.body.error]).toEqual([400, 'string']);
    }
  });

  it('05 §1.7 nobody sees or addresses the placeholder', async () => {
    const { userId, workspaceId } = await mint({ role: 'admin' });
    const shown = [
      (await admin.get('/v1/org/members')).text,
      (await admin.get('/v1/org/team')).text,
      (await admin.get(`/v1/workspaces/${workspaceId}/access`)).text,
    ];
    expect(shown.some((text) => text.includes(userId))).toBe(false);
    for (const answer of [
      await admin.get(`/v1/org/members/${userId}`),
      await admin.delete(`/v1/org/members/${userId}`),
      await admin.patch(`/v1/org/members/${userId}`, { status: 'suspended' }),
    ])
      expect(answer.status).toBe(404);
    const group = await admin.post('/v1/org/groups', { name: 'Crew' });
    expect((await admin.put(`/v1/org/groups/${group.body.id}/members/${userId}`)).status).toBe(400);
    const rule = {
      name: 'About nobody',
      action: 'block',
      identities: [{ type: 'user', id: userId }],
      targets: [{ kind: 'network', hostPattern: 'blocked.test' }],
    };
    expect((await admin.post('/v1/org/policy/rules', rule)).status).toBeGreaterThanOrEqual(400);
  });

  it('05 §11.2 cancelling takes all of it away, once, and only of one’s own organization', async () => {
    const { id, key, workspaceId, token, userId } = await mint();
    const foreign = administrationOf(server, await signUpOwner(server)).session;
    expect((await foreign.delete(`${PROVISIONS}/${id}`)).status).toBe(404);
    expect((await admin.delete(`${PROVISIONS}/${id}`)).status).toBe(204);
    expect((await key.get('/v1/agents')).status).toBe(401);
    expect((await admin.get(`/v1/workspaces/${workspaceId}`)).status).toBe(404);
    expect((await lookup(token)).status).toBe(404);
    expect(await server.db.query(`SELECT 1 FROM users WHERE id = $1`, [userId])).toEqual([]);
    for (const unknown of [id, randomUUID(), 'nothing'])
      expect((await admin.delete(`${PROVISIONS}/${unknown}`)).status).toBe(404);
    expect((await trail()).map(({ action }) => action)).toEqual(['create', 'delete']);
    expect(await orphans(server.db)).toEqual([]);
  });
});

describe('claiming', () => {
  it('05-40 takes a session; with a key it is 403, with nothing 401, both flat', async () => {
    const { token } = await mint();
    const withKey = await owner.api.post('/v1/provisions/claim', { token });
    expect([withKey.status, typeof withKey.body.error]).toEqual([403, 'string']);
    const withNothing = await stranger(server).post('/v1/provisions/claim', { token });
    expect([withNothing.status, typeof withNothing.body.error]).toEqual([401, 'string']);
    const person = await newPerson();
    for (const body of [{}, { token: '' }, { token, more: 1 }])
      expect((await person.session.post('/v1/provisions/claim', body)).status).toBe(400);
    const unknown = await person.claim('0'.repeat(64));
    expect([unknown.status, typeof unknown.body.error]).toEqual([400, 'string']);
  });

  it('R36.10 lets its holder sign up where registration is by invitation, while it can be claimed', async () => {
    const invite = await startReplica(server, { ENTERPRISE_ENABLED: 'true', REGISTRATION: 'invite' });
    try {
      const { token } = await mint();
      const signUpWith = async (claimToken?: unknown) => {
        const body = { name: 'Ada', email: someEmail(), password: PASSWORD, claimToken };
        const answer = await stranger(invite).post('/auth/sign-up/email', body);
        return { status: answer.status, cookie: answer.cookies.join('; ') };
      };
      for (const wrong of [undefined, null, '', '0'.repeat(64), token.toUpperCase(), `${token}0`])
        expect([wrong, (await signUpWith(wrong)).status]).toEqual([wrong, 400]);
      const { status, cookie } = await signUpWith(token);
      expect(status).toBe(200);
      const session = api(invite).as(cookie);
      await session.get('/v1/auth/session?fromClaim=1');
      expect((await session.post('/v1/provisions/claim', { token })).status).toBe(200);
      expect((await signUpWith(token)).status).toBe(400);
      const late = await mint();
      await age(late.id);
      expect((await signUpWith(late.token)).status).toBe(400);
    } finally {
      await invite.close();
    }
  });

  it('05 §11.5 the workspace with its key and agents becomes the claimer’s', async () => {
    const minted = await mint({ role: 'admin' });
    const agent = await createAgent(server, { api: minted.key });
    const found = await lookup(minted.token);
    expect([found.status, Object.keys(found.body)]).toEqual([200, ['organizationName']]);
    const person = await newPerson();
    const claimed = await person.claim(minted.token);
    expect([claimed.status, claimed.body]).toEqual([
      200,
      { organizationId: owner.organizationId, organizationName: found.body.organizationName },
    ]);
    const me = (await person.session.get('/v1/auth/session')).body;
    expect(me).toMatchObject({ organizationId: owner.organizationId, workspaceId: minted.workspaceId });
    expect((await minted.key.get('/v1/user')).body).toMatchObject({ email: person.email });
    const mine = await person.session.inWorkspace(minted.workspaceId).get('/v1/user/api-key');
    expect(mine.body.apiKey).toBe(minted.apiKey);
    expect((await agent.ask('http://api.u.test/')).status).toBe(200);
    expect((await admin.get(`/v1/workspaces/${minted.workspaceId}`)).body).toMatchObject({
      name: 'New Comer',
      owner: { email: person.email },
    });
    const members = (await admin.get('/v1/org/members')).body.data;
    expect(members.map(({ email, role }: any) => [email, role])).toEqual([
      [owner.email, 'owner'],
      [person.email, 'admin'],
    ]);
    expect((await admin.get(PROVISIONS)).body).toEqual([]);
    expect((await lookup(minted.token)).status).toBe(404);
    expect((await person.claim(minted.token)).status).toBe(400);
    expect((await trail()).at(-1)).toMatchObject({
      action: 'accept',
      metadata: {
        provisionId: minted.id,
        workspaceId: minted.workspaceId,
        role: 'admin',
        email: person.email,
      },
    });
    const keys = await server.db.query(`SELECT expires_at FROM api_keys WHERE workspace_id = $1`, [
      minted.workspaceId,
    ]);
    expect(keys).toEqual([{ expires_at: null }]);
    expect(await orphans(server.db)).toEqual([]);
  });

  it('05-40 of ten claims at once one wins', async () => {
    const minted = await mint();
    const people = await Promise.all(Array.from({ length: 10 }, () => newPerson()));
    const answers = await Promise.all(people.map(({ claim }) => claim(minted.token)));
    const statuses = answers.map(({ status }) => status).sort();
    expect(statuses).toEqual([200, ...Array.from({ length: 9 }, () => 400)]);
    expect((await minted.key.get('/v1/agents')).status).toBe(200);
    expect(await orphans(server.db)).toEqual([]);
  });

  it('05-40 a member stays what they are, suspended too, and their own key gives way', async () => {
    const suspended = await joinAs(server, owner, 'admin');
    await admin.patch(`/v1/org/members/${suspended.userId}`, { status: 'suspended' });
    const first = await mint();
    const claim = (person: { cookie: string }, token: string) =>
      api(server).as(person.cookie).post('/v1/provisions/claim', { token });
    expect((await claim(suspended, first.token)).status).toBe(200);
    expect((await admin.get(`/v1/org/members/${suspended.userId}`)).body).toMatchObject({
      status: 'suspended',
      role: 'admin',
    });
    expect((await first.key.get('/v1/agents')).status).toBe(401);
    const second = await mint();
    const colleague = await joinAs(server, owner);
    await bind(server, second.workspaceId, { userId: colleague.userId });
    const before = await colleague.session.inWorkspace(second.workspaceId).get('/v1/user/api-key');
    expect((await claim(colleague, second.token)).status).toBe(200);
    expect((await api(server).as(before.body.apiKey).get('/v1/agents')).status).toBe(401);
    expect((await second.key.get('/v1/user')).body).toMatchObject({ email: colleague.email });
    const access = await admin.get(`/v1/workspaces/${second.workspaceId}/access`);
    expect(access.body.users).toMatchObject([{ userId: colleague.userId, role: 'owner', isOwner: true }]);
  });

  it('05 §11.5.4 closes the invitation and applies the mapping of groups', async () => {
    const person = await joinAs(server, owner);
    const groupId = await addGroup(server, owner.organizationId, [person.userId]);
    await admin.post('/v1/org/role-mappings', { groupId, role: 'member' });
    await server.db.query(
      `UPDATE memberships SET role = 'admin' WHERE user_id = $1 AND organization_id = $2`,
      [person.userId, owner.organizationId],
    );
    const { token } = await mint();
    await api(server).as(person.cookie).post('/v1/provisions/claim', { token });
    expect((await admin.get(`/v1/org/members/${person.userId}`)).body.role).toBe('member');
    const invited = await newPerson();
    await admin.post('/v1/org/invitations', { email: invited.email, role: 'admin' });
    await invited.claim((await mint()).token);
    expect((await admin.get('/v1/org/invitations')).body).toEqual([]);
    expect(await trailOf(server, owner.organizationId, 'invitation')).toMatchObject([
      { action: 'invite' },
      { action: 'accept', metadata: { via: 'claim' } },
    ]);
  });

  it('05-40 after seven days link and key are dead before the sweep, and all of it is gone after', async () => {
    const overdue = await mint();
    await age(overdue.id);
    await server.db.query(`UPDATE api_keys SET expires_at = now() WHERE workspace_id = $1`, [
      overdue.workspaceId,
    ]);
    expect((await overdue.key.get('/v1/agents')).status).toBe(401);
    expect((await lookup(overdue.token)).status).toBe(404);
    const person = await newPerson();
    expect((await person.claim(overdue.token)).status).toBe(400);
    expect(await server.db.query(`SELECT status FROM provisions WHERE id = $1`, [overdue.id])).toEqual([
      { status: 'expired' },
    ]);
    const alive = await mint();
    expect((await admin.get(PROVISIONS)).body.map((row: any) => row.id)).toEqual([alive.id]);
    expect(await server.db.query(`SELECT 1 FROM workspaces WHERE id = $1`, [overdue.workspaceId])).toEqual(
      [],
    );
    await age(alive.id);
    await server.app.get(ProvisionTeardown).reap(null);
    expect(await server.db.query(`SELECT 1 FROM users WHERE id = $1`, [alive.userId])).toEqual([]);
    expect((await trail()).map(({ action, source }) => [action, source])).toEqual([
      ['create', 'api'],
      ['delete', 'system'],
      ['create', 'api'],
      ['delete', 'system'],
    ]);
    expect(await orphans(server.db)).toEqual([]);
  });

  it('05 §11.4 a workspace that was deleted leaves nothing to claim', async () => {
    const { id, token, workspaceId } = await mint();
    expect((await admin.delete(`/v1/workspaces/${workspaceId}`)).status).toBe(204);
    expect((await (await newPerson()).claim(token)).status).toBe(400);
    expect((await admin.get(PROVISIONS)).body).toMatchObject([{ id, workspaceId: null }]);
    expect((await admin.delete(`${PROVISIONS}/${id}`)).status).toBe(204);
  });

  it('05 §11.6 ends, like SCIM tokens, where the account alone in the organization turns out to be somebody else’s', async () => {
    const prepared = await mint();
    const { token } = (await admin.post('/v1/org/scim/tokens', { label: 'Okta' })).body;
    await server.app.get(Database).tx((tx) => server.app.get(AccountClaims).claim(tx, owner.userId));
    expect((await lookup(prepared.token)).status).toBe(404);
    expect((await prepared.key.get('/v1/agents')).status).toBe(401);
    const kept = await server.db.query(
      `SELECT k.id FROM scim_tokens t LEFT JOIN api_keys k ON k.id = t.id WHERE t.organization_id = $1`,
      [owner.organizationId],
    );
    expect([token.length, kept]).toEqual([56, [{ id: null }]]);
    expect(await trailOf(server, owner.organizationId, 'scim-token', 'provision')).toMatchObject([
      { action: 'create' },
      { action: 'create' },
      { action: 'delete', source: 'system' },
      { action: 'delete', source: 'system' },
    ]);
  });

  it('05 §1.6 the twenty-first look-up of an address in a minute is 429', async () => {
    await roomInThrottleWindow();
    const from = stranger(server);
    const ask = () => from.post('/v1/provisions/lookup', { token: 'x' });
    const answers = await Promise.all(Array.from({ length: 21 }, ask));
    expect(answers.map(({ status }) => status).sort()).toEqual([
      ...Array.from({ length: 20 }, () => 404),
      429,
    ]);
    expect(answers.find(({ status }) => status === 429)?.headers['retry-after']).toMatch(/^\d+$/);
  });
});

describe('on Cloud', () => {
  let cloud: TestServer;
  let issuer: SessionIssuer;

  withCloud((stand) => ({ cloud, issuer } = stand));

  it('05 §2.11.7 a prepared account takes a seat until it is overdue', async () => {
    const person = await signInOnCloud(cloud, issuer);
    await setPlan(cloud, person.organizationId, 'enterprise');
    await cloud.db.query(`UPDATE organizations SET max_seats = 2 WHERE id = $1`, [person.organizationId]);
    const first = await person.api.post(PROVISIONS, {});
    expect(first.status).toBe(201);
    const full = await person.api.post(PROVISIONS, {});
    expect([full.status, full.body.error.type]).toEqual([403, 'authentication_error']);
    const invite = () =>
      person.api.post('/v1/org/invitations', { email: `${randomUUID()}@example.test`, role: 'member' });
    expect((await invite()).status).toBe(403);
    await cloud.db.query(`UPDATE provisions SET expires_at = now() WHERE id = $1`, [first.body.id]);
    expect((await invite()).status).toBe(201);
    expect((await person.api.post(PROVISIONS, {})).status).toBe(403);
  });
});
