import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type Owner, signUpOwner } from '../../harness/people/accounts.js';
import { api, type Answer, type ApiClient } from '../../harness/clients/client.js';
import { setPlan, signInOnCloud } from '../../harness/people/cloud.js';
import { inTurn } from '../../harness/database/contention.js';
import { joinAs, memberOf } from '../../harness/people/members.js';
import { newcomer, type Newcomer, signUp, someEmail, stranger } from '../../harness/people/newcomers.js';
import { setMembership } from '../../harness/people/people.js';
import { startReplica, startServer, type TestServer } from '../../harness/server/server.js';
import { type SessionIssuer, startSessionIssuer } from '../../harness/people/session-issuer.js';
import { roomInThrottleWindow } from '../../harness/time/throttle-window.js';

const INVITATIONS = '/v1/org/invitations';
const ACCEPT = '/v1/invitations/accept';
const LOOKUP = '/v1/invitations/lookup';
const WEEK_MS = 7 * 24 * 3_600_000;

let server: TestServer;
let issuer: SessionIssuer;
let cloud: TestServer;
let enterprise: TestServer;

beforeAll(async () => {
  issuer = await startSessionIssuer();
  [server, enterprise, cloud] = await Promise.all([
    startServer(),
    startServer({ ENTERPRISE_ENABLED: 'true' }),
    startServer(issuer.settings),
  ]);
});

afterAll(async () => {
  await Promise.all([server.close(), enterprise.close(), cloud.close()]);
  await issuer.close();
});

interface Invited {
  id: string;
  token: string;
}

async function invite(by: ApiClient, email: string, role = 'member'): Promise<Invited> {
  const answer = await by.post(INVITATIONS, { email, role });
  expect([answer.status, answer.text]).toEqual([201, expect.any(String)]);
  return { id: answer.body.id, token: tokenOf(answer) };
}

function tokenOf(answer: Answer): string {
  return new URL(answer.body.joinUrl).searchParams.get('token') ?? '';
}

/** An organization, and somebody invited to it who is signed in. */
async function invitedPerson(role = 'member'): Promise<Newcomer & Invited & { owner: Owner }> {
  const owner = await signUpOwner(server);
  const person = await newcomer(server);
  return { ...person, ...(await invite(owner.api, person.email, role)), owner };
}

async function age(at: TestServer, id: string): Promise<void> {
  await at.db.query(`UPDATE invitations SET expires_at = now() - interval '1 second' WHERE id = $1`, [id]);
}

async function storedStatus(id: string): Promise<string> {
  const [row] = await server.db.query<{ status: string }>(`SELECT status FROM invitations WHERE id = $1`, [
    id,
  ]);
  return row!.status;
}

/** What accepting makes, for one e-mail in one organization. */
async function made(organizationId: string, email: string): Promise<unknown> {
  const [row] = await server.db.query(
    `SELECT (SELECT count(*) FROM memberships WHERE organization_id = $1 AND user_id = u.id)::int AS memberships,
       (SELECT count(*) FROM workspaces WHERE organization_id = $1 AND created_by_user_id = u.id)::int AS workspaces,
       (SELECT count(*) FROM api_keys WHERE organization_id = $1 AND user_id = u.id)::int AS keys,
       (SELECT count(*) FROM audit_log WHERE organization_id = $1 AND user_id = u.id AND action = 'accept')::int AS accepted
     FROM users u WHERE u.email = $2`,
    [organizationId, email],
  );
  return row;
}

const ONE_OF_EACH = { memberships: 1, workspaces: 1, keys: 1, accepted: 1 };
const NOTHING = { memberships: 0, workspaces: 0, keys: 0, accepted: 0 };

function expectFlat(answer: Answer, status: number): void {
  expect([answer.status, answer.body]).toEqual([status, { error: expect.any(String) }]);
}

describe('inviting (01 §15)', () => {
  it('answers id, link and whether a mail went out; the list shows who invited whom', async () => {
    const owner = await signUpOwner(server);
    const email = someEmail();
    const answer = await owner.api.post(INVITATIONS, { email: ` ${email.toUpperCase()} `, role: 'admin' });
    expect([answer.status, answer.body]).toEqual([
      201,
      { id: expect.any(String), joinUrl: `${server.apiUrl}/join?token=${tokenOf(answer)}`, emailed: false },
    ]);
    expect(tokenOf(answer)).toMatch(/^[0-9a-f]{64}$/);
    const list = await owner.api.get(INVITATIONS);
    expect([list.status, list.body]).toEqual([
      200,
      [
        {
          id: answer.body.id,
          email,
          role: 'admin',
          invitedByEmail: owner.email,
          expiresAt: expect.any(String),
          createdAt: expect.any(String),
          status: 'pending',
        },
      ],
    ]);
    const lives = Date.parse(list.body[0].expiresAt) - Date.now();
    expect(lives).toBeGreaterThan(WEEK_MS - 60_000);
    expect(lives).toBeLessThanOrEqual(WEEK_MS);
  });

  it('links lead to a configured dashboard', async () => {
    const configured = await startServer({ APP_URL: 'https://cg.example.com' });
    try {
      const owner = await signUpOwner(configured);
      const answer = await owner.api.post(INVITATIONS, { email: someEmail(), role: 'member' });
      expect(answer.body.joinUrl).toMatch(/^https:\/\/cg\.example\.com\/join\?token=[0-9a-f]{64}$/);
    } finally {
      await configured.close();
    }
  });

  it.each([
    ['no body', undefined],
    ['no e-mail', { role: 'member' }],
    ['no role', { email: 'a@example.test' }],
    ['a role nobody is invited to', { email: 'a@example.test', role: 'owner' }],
    ['what is no e-mail', { email: 'nobody', role: 'member' }],
    ['an e-mail that is a number', { email: 7, role: 'member' }],
    ['an address of placeholders', { email: 'a@placeholder.invalid', role: 'member' }],
    ['a field nobody knows', { email: 'a@example.test', role: 'member', note: 'hi' }],
  ])('refuses %s', async (_what, body) => {
    const owner = await signUpOwner(server);
    expectFlat(await owner.api.post(INVITATIONS, body), 400);
    expect((await owner.api.get(INVITATIONS)).body).toEqual([]);
  });

  it('refuses whoever is a member, a suspended one too', async () => {
    const owner = await signUpOwner(server);
    const { email, session } = await newcomer(server);
    const { token } = await invite(owner.api, email);
    expect((await session.post(ACCEPT, { token })).status).toBe(200);
    const again = await owner.api.post(INVITATIONS, { email, role: 'member' });
    expect([again.status, again.body.error.type]).toEqual([409, 'invalid_request_error']);
    const [user] = await server.db.query<{ id: string }>('SELECT id FROM users WHERE email = $1', [email]);
    await setMembership(server, owner.organizationId, user!.id, 'suspended');
    expect((await owner.api.post(INVITATIONS, { email, role: 'member' })).status).toBe(409);
    expect((await owner.api.post(INVITATIONS, { email: owner.email, role: 'member' })).status).toBe(409);
  });

  it('01-21 inviting the same e-mail again keeps the id, kills the old link and restarts the time', async () => {
    const { owner, email, session, id, token } = await invitedPerson();
    await server.db.query(`UPDATE invitations SET expires_at = now() + interval '1 hour' WHERE id = $1`, [
      id,
    ]);
    const again = await invite(owner.api, email.toUpperCase(), 'admin');
    expect(again.id).toBe(id);
    expectFlat(await session.post(ACCEPT, { token }), 400);
    expectFlat(await stranger(server).post(LOOKUP, { token }), 404);
    const [row] = (await owner.api.get(INVITATIONS)).body;
    expect(row.role).toBe('admin');
    expect(Date.parse(row.expiresAt) - Date.now()).toBeGreaterThan(WEEK_MS - 60_000);
    expect((await session.post(ACCEPT, { token: again.token })).status).toBe(200);
    const [membership] = await server.db.query(
      `SELECT m.role FROM memberships m JOIN users u ON u.id = m.user_id WHERE m.organization_id = $1 AND u.email = $2`,
      [owner.organizationId, email],
    );
    expect(membership).toEqual({ role: 'admin' });
  });

  it('shows an overdue invitation as expired and no cancelled or accepted one, newest first', async () => {
    const owner = await signUpOwner(server);
    const person = await newcomer(server);
    const first = await invite(owner.api, someEmail());
    const second = await invite(owner.api, someEmail());
    const cancelled = await invite(owner.api, someEmail());
    const accepted = await invite(owner.api, person.email);
    await age(server, first.id);
    await owner.api.delete(`${INVITATIONS}/${cancelled.id}`);
    await person.session.post(ACCEPT, { token: accepted.token });
    const list = (await owner.api.get(INVITATIONS)).body;
    expect(list.map(({ id, status }: any) => [id, status])).toEqual([
      [second.id, 'pending'],
      [first.id, 'expired'],
    ]);
  });

  it('a cancelled link is dead; cancelling again, elsewhere or nonsense is 404 flat', async () => {
    const { owner, session, id, token } = await invitedPerson();
    const other = await signUpOwner(server);
    expectFlat(await other.api.delete(`${INVITATIONS}/${id}`), 404);
    expect((await owner.api.delete(`${INVITATIONS}/${id}`)).status).toBe(204);
    expectFlat(await owner.api.delete(`${INVITATIONS}/${id}`), 404);
    expectFlat(await owner.api.delete(`${INVITATIONS}/nonsense`), 404);
    expectFlat(await session.post(ACCEPT, { token }), 400);
    expectFlat(await stranger(server).post(LOOKUP, { token }), 404);
  });

  it('an overdue invitation can be cancelled, because it is listed', async () => {
    const { owner, id } = await invitedPerson();
    await age(server, id);
    expect((await owner.api.delete(`${INVITATIONS}/${id}`)).status).toBe(204);
    expect((await owner.api.get(INVITATIONS)).body).toEqual([]);
  });

  it('outlives its inviter: removed from the organization, and the account deleted', async () => {
    const owner = await signUpOwner(server);
    const session = api(server).as(owner.cookie);
    const inviter = await memberOf(server, owner);
    const { id: userId, email: by } = (await inviter.get('/v1/user')).body;
    const { token, id } = await invite(inviter, someEmail());
    expect((await session.delete(`/v1/org/team/${userId}`)).status).toBe(204);
    expect((await inviter.delete('/v1/user')).status).toBe(200);
    const [row] = (await owner.api.get(INVITATIONS)).body;
    expect([row.id, row.invitedByEmail]).toEqual([id, by]);
    expect((await stranger(server).post(LOOKUP, { token })).status).toBe(200);
  });

  it('brings back somebody who was removed, with the same row and nothing of before', async () => {
    const { owner, email, session, id, token } = await invitedPerson('admin');
    await session.post(ACCEPT, { token });
    const before = (await session.get('/v1/auth/session')).body;
    const removed = await api(server).as(owner.cookie).delete(`/v1/org/team/${before.id}`);
    expect(removed.status).toBe(204);
    expectFlat(await session.post(ACCEPT, { token }), 400);
    const again = await invite(owner.api, email);
    expect(again.id).toBe(id);
    expect((await session.post(ACCEPT, { token: again.token })).status).toBe(200);
    const after = (await session.get('/v1/auth/session')).body;
    expect(after.organizationId).toBe(owner.organizationId);
    expect(after.workspaceId).not.toBe(before.workspaceId);
    expect(await made(owner.organizationId, email)).toEqual({ ...ONE_OF_EACH, accepted: 2 });
  });

  it.each([
    ['Community', () => server, 201],
    ['Enterprise', () => enterprise, 403],
  ] as const)('a plain member on %s', async (_edition, at, status) => {
    const member = await memberOf(at(), await signUpOwner(at()));
    const answer = await member.post(INVITATIONS, { email: someEmail(), role: 'member' });
    expect(answer.status).toBe(status);
    expect((await member.get(INVITATIONS)).status).toBe(status === 201 ? 200 : 403);
  });

  it('is open to workspace key, organization key and session alike, and to nobody without', async () => {
    const owner = await signUpOwner(server);
    const session = api(server).as(owner.cookie);
    const { apiKey } = (await session.get('/v1/org/api-key')).body;
    for (const by of [owner.api, session, api(server).as(apiKey)]) {
      expect((await by.get(INVITATIONS)).status).toBe(200);
      await invite(by, someEmail());
    }
    const anonymous = await stranger(server).get(INVITATIONS);
    expect([anonymous.status, anonymous.body.error.type]).toEqual([401, 'authentication_error']);
  });

  it('keeps no token but its hash, and none in the audit trail', async () => {
    const { owner, session, id, token } = await invitedPerson();
    await session.post(ACCEPT, { token });
    const other = await invite(owner.api, someEmail());
    await owner.api.delete(`${INVITATIONS}/${other.id}`);
    const stored = await server.db.query(
      `SELECT to_jsonb(i)::text AS row FROM invitations i UNION ALL SELECT to_jsonb(a)::text FROM audit_log a`,
    );
    const text = JSON.stringify(stored);
    expect(text).not.toContain(token);
    expect(text).not.toContain(other.token);
    const audited = await server.db.query<{ action: string; metadata: any }>(
      `SELECT action, metadata FROM audit_log WHERE service = 'invitation' AND organization_id = $1
       ORDER BY created_at, id`,
      [owner.organizationId],
    );
    expect(audited.map(({ action, metadata }) => [action, metadata.invitationId])).toEqual([
      ['invite', id],
      ['accept', id],
      ['invite', other.id],
      ['delete', other.id],
    ]);
  });
});

describe('looking an invitation up (01 §15)', () => {
  it('tells whoever holds the link whom it is for and where it leads', async () => {
    const { owner, email, token } = await invitedPerson();
    const answer = await stranger(server).post(LOOKUP, { token });
    expect([answer.status, answer.body]).toEqual([
      200,
      {
        email,
        organizationName: 'Test Person',
        organizationSlug: expect.any(String),
        expiresAt: expect.any(String),
      },
    ]);
    expect(answer.body.organizationSlug).toContain(owner.userId.slice(0, 8));
  });

  it('is 404 flat for used, overdue and unknown tokens and 400 flat for none', async () => {
    const used = await invitedPerson();
    await used.session.post(ACCEPT, { token: used.token });
    const overdue = await invitedPerson();
    await age(server, overdue.id);
    for (const token of [used.token, overdue.token, 'f'.repeat(64), 'nonsense', 'é'.repeat(100)]) {
      expectFlat(await stranger(server).post(LOOKUP, { token }), 404);
    }
    for (const body of [undefined, {}, { token: '' }, { token: 7 }, { token: 'x', more: 1 }]) {
      expectFlat(await stranger(server).post(LOOKUP, body), 400);
    }
  });

  it('is throttled by address: 20 in a minute', async () => {
    await roomInThrottleWindow();
    const someone = stranger(server);
    const answers: Answer[] = [];
    for (let i = 0; i < 21; i++) answers.push(await someone.post(LOOKUP, { token: 'f'.repeat(64) }));
    expect(answers.slice(0, 20).every(({ status }) => status === 404)).toBe(true);
    const last = answers.at(-1)!;
    expect([last.status, last.body.error.type]).toEqual([429, 'rate_limit_error']);
    expect(Number(last.headers['retry-after'])).toBeGreaterThan(0);
    expect((await stranger(server).post(LOOKUP, { token: 'f'.repeat(64) })).status).toBe(404);
  });
});

describe.each([
  ['Community', (): TestServer => server, (): SessionIssuer | undefined => undefined],
  ['Enterprise', (): TestServer => enterprise, (): SessionIssuer | undefined => undefined],
  ['Cloud', (): TestServer => cloud, (): SessionIssuer | undefined => issuer],
])('joining on %s', (_edition, at, issuerOf) => {
  const inviter = async (): Promise<{ organizationId: string; api: ApiClient }> =>
    issuerOf() ? signInOnCloud(at(), issuer) : signUpOwner(at());

  it('01-19 01-20 from the link to work: sign up, sync without an organization, accept, create a secret', async () => {
    const owner = await inviter();
    const email = someEmail();
    const { token } = await invite(owner.api, email.replace('person', 'Person'));
    const found = await stranger(at()).post(LOOKUP, { token });
    expect(found.body.email).toBe(email);

    const { session } = await newcomer(at(), { email, issuer: issuerOf() });
    const synced = await session.get('/v1/auth/session?fromInvitation=1');
    expect([synced.status, synced.body]).toEqual([
      200,
      { id: expect.any(String), email, name: 'New Comer', hasOrg: false },
    ]);
    const owned = await at().db.query(`SELECT 1 FROM memberships WHERE user_id = $1`, [synced.body.id]);
    expect(owned).toEqual([]);

    const accepted = await session.post(ACCEPT, { token });
    expect([accepted.status, accepted.body]).toEqual([
      200,
      { organizationId: owner.organizationId, organizationName: found.body.organizationName },
    ]);
    expectFlat(await session.post(ACCEPT, { token }), 400);

    const after = (await session.get('/v1/auth/session')).body;
    expect(after.organizationId).toBe(owner.organizationId);
    const here = session.inWorkspace(after.workspaceId);
    const workspaces = (await here.get('/v1/workspaces')).body;
    const own = workspaces.find(({ id }: any) => id === after.workspaceId);
    expect(own).toMatchObject({ name: 'New Comer', agentCount: 1, canManage: true });
    expect(own.slug).toBe(`new-comer-${after.id.slice(0, 8)}`);
    const [agent] = (await here.get('/v1/agents')).body;
    expect([agent.name, agent.identifier]).toEqual(['Default Agent', 'default']);
    const { apiKey } = (await here.get('/v1/user/api-key')).body;
    const secret = await api(at())
      .as(apiKey)
      .post('/v1/secrets', {
        name: 'Mine',
        type: 'generic',
        value: 'v',
        hostPattern: 'api.example.test',
        injectionConfig: { headerName: 'x-key' },
      });
    expect(secret.status).toBe(201);
  });

  it('the invited role counts where roles are enforced', async () => {
    const owner = await inviter();
    const statuses = [];
    for (const role of ['member', 'admin']) {
      const person = await newcomer(at(), { issuer: issuerOf() });
      await person.session.get('/v1/auth/session?fromInvitation=1');
      const { token } = await invite(owner.api, person.email, role);
      expect((await person.session.post(ACCEPT, { token })).status).toBe(200);
      const inside = person.session.with({ 'x-organization-id': owner.organizationId });
      statuses.push((await inside.get(INVITATIONS)).status);
    }
    expect(statuses).toEqual(at() === server ? [200, 200] : [403, 200]);
  });

  it('01-22 an API key cannot accept, whatever else the request carries', async () => {
    const owner = await inviter();
    const person = await newcomer(at(), { issuer: issuerOf() });
    const { token } = await invite(owner.api, person.email);
    const key = `oc_${'0'.repeat(64)}`;
    expectFlat(await stranger(at()).as(key).post(ACCEPT, { token }), 403);
    expectFlat(await person.session.with({ authorization: `Bearer ${key}` }).post(ACCEPT, { token }), 403);
    expectFlat(await stranger(at()).post(ACCEPT, { token }), 401);
  });
});

describe('accepting (01 §15.4 to 15.6)', () => {
  it.each([
    ['no token', {}],
    ['an empty one', { token: '' }],
    ['an unknown one', { token: 'f'.repeat(64) }],
    ['nonsense', { token: 'nonsense' }],
    ['a field nobody knows', { token: 'f'.repeat(64), role: 'admin' }],
  ])('is 400 flat with %s', async (_what, body) => {
    const { session } = await newcomer(server);
    expectFlat(await session.post(ACCEPT, body), 400);
  });

  it('is 400 flat for somebody else, who learns nothing and changes nothing', async () => {
    const { owner, id, token } = await invitedPerson();
    const thief = await newcomer(server);
    expectFlat(await thief.session.post(ACCEPT, { token }), 400);
    expect(await made(owner.organizationId, thief.email)).toEqual(NOTHING);
    expect(await storedStatus(id)).toBe('pending');
  });

  it('is 400 flat when overdue, and the invitation is stored as expired until it is sent again', async () => {
    const { owner, email, session, id, token } = await invitedPerson();
    await age(server, id);
    expectFlat(await session.post(ACCEPT, { token }), 400);
    expect(await storedStatus(id)).toBe('expired');
    expect(await made(owner.organizationId, email)).toEqual(NOTHING);
    const again = await invite(owner.api, email);
    expect(again.id).toBe(id);
    expect((await session.post(ACCEPT, { token: again.token })).status).toBe(200);
    expect(await made(owner.organizationId, email)).toEqual(ONE_OF_EACH);
  });

  it.each(['active', 'suspended'] as const)(
    'a member who is %s stays what they are: 200, no other role, no workspace',
    async (status) => {
      const { owner, email, session, id, token } = await invitedPerson('admin');
      const [user] = await server.db.query<{ id: string }>('SELECT id FROM users WHERE email = $1', [email]);
      await server.db.query(
        `INSERT INTO memberships (organization_id, user_id, role, status) VALUES ($1, $2, 'member', $3)`,
        [owner.organizationId, user!.id, status],
      );
      const answer = await session.post(ACCEPT, { token });
      expect([answer.status, answer.body.organizationId]).toEqual([200, owner.organizationId]);
      expect(await storedStatus(id)).toBe('accepted');
      const [membership] = await server.db.query(
        'SELECT role, status FROM memberships WHERE organization_id = $1 AND user_id = $2',
        [owner.organizationId, user!.id],
      );
      expect(membership).toEqual({ role: 'member', status });
      expect(await made(owner.organizationId, email)).toMatchObject({ workspaces: 0, keys: 0 });
    },
  );

  it('somebody with an organization of their own joins another one and has both', async () => {
    const owner = await signUpOwner(server);
    const person = await signUpOwner(server, { name: 'Two Places' });
    const session = api(server).as(person.cookie);
    const { token } = await invite(owner.api, person.email);
    expect((await session.post(ACCEPT, { token })).status).toBe(200);
    const there = session.with({ 'x-organization-id': owner.organizationId });
    const workspaces = (await there.get('/v1/workspaces')).body;
    expect(workspaces.map(({ name }: any) => name)).toContain('Two Places');
    expect((await session.get('/v1/auth/session')).body.organizationId).toBe(person.organizationId);
  });

  it('REGISTRATION=invite opens sign-up to whoever is invited and to nobody else', async () => {
    const closed = await startServer({ REGISTRATION: 'invite' });
    try {
      const owner = await signUpOwner(closed);
      const refused = async (email: string): Promise<void> => {
        const answer = await signUp(closed, email);
        expect([answer.status, answer.body.code]).toEqual([400, 'EMAIL_PASSWORD_SIGN_UP_DISABLED']);
      };
      const [pending, overdue, cancelled] = [someEmail(), someEmail(), someEmail()] as const;
      await refused(pending);
      const invited = await invite(owner.api, pending);
      await age(closed, (await invite(owner.api, overdue)).id);
      await owner.api.delete(`${INVITATIONS}/${(await invite(owner.api, cancelled)).id}`);
      await refused(overdue);
      await refused(cancelled);
      const person = await newcomer(closed, { email: pending.toUpperCase() });
      expect((await person.session.post(ACCEPT, { token: invited.token })).status).toBe(200);
    } finally {
      await closed.close();
    }
  });

  it('is throttled by person: 20 in a minute', async () => {
    await roomInThrottleWindow();
    const { session } = await newcomer(server);
    const statuses = [];
    for (let i = 0; i < 21; i++)
      statuses.push((await session.post(ACCEPT, { token: 'f'.repeat(64) })).status);
    expect(statuses).toEqual([...Array<number>(20).fill(400), 429]);
    expect((await (await newcomer(server)).session.post(ACCEPT, { token: 'x' })).status).toBe(400);
  });
});

describe('at the same moment', () => {
  it('two acceptances, on two processes: one wins and one workspace exists', async () => {
    const replica = await startReplica(server);
    try {
      const { owner, email, session, cookie, token } = await invitedPerson();
      const elsewhere = api(replica).as(cookie);
      const answers = await Promise.all(
        [session, elsewhere, session, elsewhere].map((by) => by.post(ACCEPT, { token })),
      );
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400, 400]);
      expect(await made(owner.organizationId, email)).toEqual(ONE_OF_EACH);
    } finally {
      await replica.close();
    }
  });

  it('acceptance and cancellation: one of them wins, nothing is half done', async () => {
    for (let round = 0; round < 5; round++) {
      const { owner, email, session, id, token } = await invitedPerson();
      const [accepted, cancelled] = await Promise.all([
        session.post(ACCEPT, { token }),
        owner.api.delete(`${INVITATIONS}/${id}`),
      ]);
      const outcome = [accepted.status, cancelled.status];
      expect([
        [200, 404],
        [400, 204],
      ]).toContainEqual(outcome);
      expect(await storedStatus(id)).toBe(accepted.status === 200 ? 'accepted' : 'cancelled');
      expect(await made(owner.organizationId, email)).toEqual(
        accepted.status === 200 ? ONE_OF_EACH : NOTHING,
      );
    }
  });

  it('who is being removed leaves no way back behind, and takes none of others away', async () => {
    const owner = await signUpOwner(server);
    const member = await joinAs(server, owner, 'admin');
    const { id } = await invite(owner.api, someEmail());
    const answers = await inTurn(server, owner.organizationId, [
      () => api(server).as(owner.cookie).delete(`/v1/org/team/${member.userId}`),
      () => member.session.post(INVITATIONS, { email: someEmail(), role: 'admin' }),
      () => member.session.delete(`${INVITATIONS}/${id}`),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([204, 401, 401]);
    expect((await owner.api.get(INVITATIONS)).body).toEqual([expect.objectContaining({ id })]);
  });

  it('two invitations of one e-mail: one row, one id, and exactly the later link works', async () => {
    const owner = await signUpOwner(server);
    const { email, session } = await newcomer(server);
    const invited = await Promise.all([1, 2, 3].map(() => invite(owner.api, email)));
    expect(new Set(invited.map(({ id }) => id)).size).toBe(1);
    expect((await owner.api.get(INVITATIONS)).body).toHaveLength(1);
    const found = await Promise.all(invited.map(({ token }) => stranger(server).post(LOOKUP, { token })));
    expect(found.map(({ status }) => status).sort()).toEqual([200, 404, 404]);
    const live = invited[found.findIndex(({ status }) => status === 200)]!;
    expect((await session.post(ACCEPT, { token: live.token })).status).toBe(200);
  });

  it('invitation and acceptance of the older link: whoever is a member holds no open invitation', async () => {
    for (let round = 0; round < 5; round++) {
      const { owner, email, session, token } = await invitedPerson();
      const [accepted, again] = await Promise.all([
        session.post(ACCEPT, { token }),
        owner.api.post(INVITATIONS, { email, role: 'member' }),
      ]);
      expect([
        [200, 409],
        [400, 201],
      ]).toContainEqual([accepted.status, again.status]);
      expect((await owner.api.get(INVITATIONS)).body).toHaveLength(accepted.status === 200 ? 0 : 1);
    }
  });

  it('acceptance while the organization is deleted: joined and gone, or refused, and no fault', async () => {
    for (let round = 0; round < 5; round++) {
      const { owner, email, session, token } = await invitedPerson();
      const [accepted, deleted] = await Promise.all([
        session.post(ACCEPT, { token }),
        api(server).as(owner.cookie).delete('/v1/org'),
      ]);
      expect(deleted.status).toBe(204);
      expect([200, 400]).toContain(accepted.status);
      expect(await made(owner.organizationId, email)).toEqual(NOTHING);
      expectFlat(await session.post(ACCEPT, { token }), 400);
    }
  });

  it('acceptance and session sync: one workspace in the organization', async () => {
    for (let round = 0; round < 5; round++) {
      const { owner, email, session, token } = await invitedPerson();
      const [accepted, synced] = await Promise.all([
        session.post(ACCEPT, { token }),
        session.get('/v1/auth/session?fromInvitation=1'),
      ]);
      expect([accepted.status, synced.status]).toEqual([200, 200]);
      expect(await made(owner.organizationId, email)).toEqual(ONE_OF_EACH);
    }
  });
});

describe('seats of a Cloud plan (01 §7.3.1)', () => {
  async function organization(): Promise<{ organizationId: string; api: ApiClient }> {
    return signInOnCloud(cloud, issuer);
  }

  function expectFull(answer: Answer): void {
    expect([answer.status, answer.body.error?.type]).toEqual([403, 'authentication_error']);
    expect(answer.body.error.message).toMatch(/Free plan allows 3 seats, and 3 are in use/);
  }

  it('count members and live invitations; a new link is free, reviving one is not', async () => {
    const { api: admin, organizationId } = await organization();
    const email = someEmail();
    const first = await invite(admin, email);
    const second = await invite(admin, someEmail());
    const fresh = { email: someEmail(), role: 'member' };
    expectFull(await admin.post(INVITATIONS, fresh));
    expect((await invite(admin, email)).id).toBe(first.id);

    await admin.delete(`${INVITATIONS}/${first.id}`);
    const third = await invite(admin, fresh.email);
    expectFull(await admin.post(INVITATIONS, { email, role: 'member' }));
    await age(cloud, third.id);
    expect((await invite(admin, email)).id).toBe(first.id);
    expectFull(await admin.post(INVITATIONS, fresh));

    await setPlan(cloud, organizationId, 'team');
    expect((await invite(admin, fresh.email)).id).toBe(third.id);
    await setPlan(cloud, organizationId, 'free');
    expect((await admin.get(INVITATIONS)).body).toHaveLength(3);
    expect((await admin.delete(`${INVITATIONS}/${second.id}`)).status).toBe(204);
  });

  it('an accepted invitation stays one seat, also for a member who is suspended', async () => {
    const { api: admin, organizationId } = await organization();
    const person = await newcomer(cloud, { issuer });
    const { id } = (await person.session.get('/v1/auth/session?fromInvitation=1')).body;
    const { token } = await invite(admin, person.email);
    await invite(admin, someEmail());
    expect((await person.session.post(ACCEPT, { token })).status).toBe(200);
    expectFull(await admin.post(INVITATIONS, { email: someEmail(), role: 'member' }));
    await setMembership(cloud, organizationId, id, 'suspended');
    expectFull(await admin.post(INVITATIONS, { email: someEmail(), role: 'member' }));
  });

  it("the placeholder of a partner's organization holds none", async () => {
    const { api: admin, organizationId } = await organization();
    await cloud.db.query(
      `WITH placeholder AS (
         INSERT INTO users (email, external_auth_id) VALUES ($2, $2) RETURNING id
       ), former AS (
         UPDATE memberships SET role = 'admin' WHERE organization_id = $1
       )
       SELECT 1`,
      [organizationId, `partner-${organizationId}@placeholder.invalid`],
    );
    await cloud.db.query(
      `INSERT INTO memberships (organization_id, user_id, role)
       SELECT $1, id, 'owner' FROM users WHERE email = $2`,
      [organizationId, `partner-${organizationId}@placeholder.invalid`],
    );
    await invite(admin, someEmail());
    await invite(admin, someEmail());
    expectFull(await admin.post(INVITATIONS, { email: someEmail(), role: 'member' }));
  });

  it('two invitations at once cannot share the last one', async () => {
    const { api: admin } = await organization();
    await invite(admin, someEmail());
    const answers = await Promise.all(
      [1, 2, 3].map(() => admin.post(INVITATIONS, { email: someEmail(), role: 'member' })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 403, 403]);
  });
});
