import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { type Owner, PASSWORD, signUpOwner } from '../../harness/people/accounts.js';
import { type Agent, askThrough, createAgent } from '../../harness/clients/agent.js';
import { api, type ApiClient, gateway } from '../../harness/clients/client.js';
import { setPlan, signInOnCloud } from '../../harness/people/cloud.js';
import {
  administrationOf,
  everyPage,
  trailOf,
  withOrganizationKey,
} from '../../harness/sign-on/directory.js';
import { joinAs, type Member } from '../../harness/people/members.js';
import { someEmail, stranger } from '../../harness/people/newcomers.js';
import { orphans } from '../../harness/database/orphans.js';
import { addGroup, addMember, bind } from '../../harness/people/people.js';
import { openTunnel } from '../../harness/clients/plain-tunnel.js';
import { connectDirectory, operations } from '../../harness/sign-on/scim.js';
import { network, publishRules } from '../../harness/policy/rules.js';
import type { TestServer } from '../../harness/server/server.js';
import { verifiedDomain } from '../../harness/sign-on/sign-on.js';
import type { SessionIssuer } from '../../harness/people/session-issuer.js';
import { withCloud, withReplica } from '../../harness/server/stands.js';
import { until } from '../../harness/time/until.js';

const MEMBERS = '/v1/org/members';
const A_SECOND_MS = 1_000;

let server: TestServer;
let replica: TestServer;
let owner: Owner;
let admin: ApiClient;

withReplica((stand) => ({ server, replica } = stand), {
  ENTERPRISE_ENABLED: 'true',
  REGISTRATION: 'open',
});

beforeEach(async () => {
  owner = await signUpOwner(server);
  admin = administrationOf(server, owner).session;
});

const patch = (userId: string, body: object) => admin.patch(`${MEMBERS}/${userId}`, body);
const suspend = (userId: string) => patch(userId, { status: 'suspended' });
const reinstate = (userId: string) => patch(userId, { status: 'active' });

async function create(email = someEmail(), name?: string): Promise<{ userId: string; email: string }> {
  const created = await admin.post(MEMBERS, { email, name });
  expect([created.status, created.text]).toEqual([201, expect.any(String)]);
  return created.body;
}

/** A member whose account the organization manages: made by it, on its domain, entered by a password that was reset. */
async function ownPerson(): Promise<{ userId: string; email: string; cookie: string }> {
  const made = await create(`person@${await verifiedDomain(server, owner.organizationId)}`);
  const donor = await signUpOwner(server);
  await server.db.query(
    `INSERT INTO user_passwords (user_id, password_hash) SELECT $1, password_hash FROM user_passwords WHERE user_id = $2`,
    [made.userId, donor.userId],
  );
  const signIn = await signInWith(made.email);
  expect(signIn.status).toBe(200);
  const cookie = signIn.cookies.join('; ');
  const sync = await api(server).as(cookie).get('/v1/auth/session');
  expect([sync.status, sync.body.organizationId]).toEqual([200, owner.organizationId]);
  return { ...made, cookie };
}

const signInWith = (email: string) =>
  stranger(server).post('/auth/sign-in/email', { email, password: PASSWORD });

describe('the gate and the roles', () => {
  it('05-4 a plain member is refused, and an organization key made before a demotion is dead', async () => {
    const person = await joinAs(server, owner, 'admin');
    const key = await withOrganizationKey(server, person, owner);
    expect((await key.get(MEMBERS)).status).toBe(200);
    expect((await patch(person.userId, { role: 'member' })).body).toMatchObject({ role: 'member' });
    const refused = await person.session.get(MEMBERS);
    expect([refused.status, refused.body.error]).toEqual([
      403,
      { message: 'Insufficient permissions', type: 'authentication_error' },
    ]);
    expect((await key.get(MEMBERS)).status).toBe(401);
    expect(await trailOf(server, owner.organizationId, 'api-key')).toMatchObject([
      {},
      { action: 'delete', metadata: { reason: 'role_change', revokedCount: 1 } },
    ]);
  });

  it('05 §1.3.3 a key of one workspace does not unlink identities', async () => {
    const person = await joinAs(server, owner);
    const answer = await owner.api.delete(`${MEMBERS}/${person.userId}/sso-identity`);
    expect([answer.status, answer.body.error.message]).toEqual([403, 'Insufficient permissions']);
    expect((await admin.delete(`${MEMBERS}/${person.userId}/sso-identity`)).status).toBe(204);
    expect((await admin.delete(`${MEMBERS}/${randomUUID()}/sso-identity`)).status).toBe(404);
  });
});

describe('listing', () => {
  it('05-5 pages neither skip nor repeat anybody although members go meanwhile', async () => {
    const ids: string[] = [owner.userId];
    for (let index = 1; index < 120; index++) ids.push(await addMember(server, owner.organizationId));
    const first = await admin.get(`${MEMBERS}?limit=50`);
    expect((await admin.delete(`${MEMBERS}/${ids[1]}`)).status).toBe(204);
    const second = await admin.get(`${MEMBERS}?limit=50&cursor=${first.body.nextCursor}`);
    const third = await admin.get(`${MEMBERS}?limit=50&cursor=${second.body.nextCursor}`);
    const pages = [first, second, third].map(({ body }) => body.data.map((row: any) => row.userId));
    expect(pages.map((page) => page.length)).toEqual([50, 50, 20]);
    expect(pages.flat()).toEqual(ids);
    expect(third.body.nextCursor).toBeNull();
    for (const query of ['limit=201', 'limit=0', 'cursor=xx', 'status=gone', 'q=']) {
      const refused = await admin.get(`${MEMBERS}?${query}`);
      expect([query, refused.status, typeof refused.body.error]).toEqual([query, 400, 'string']);
    }
  });

  it('05 §2.3 finds by e-mail, name and status, and leaves placeholders out', async () => {
    const person = await joinAs(server, owner);
    await server.db.query(`UPDATE users SET name = 'Percy 100% _Sure' WHERE id = $1`, [person.userId]);
    const ghost = await addMember(server, owner.organizationId);
    await server.db.query(`UPDATE users SET email = $2 WHERE id = $1`, [
      ghost,
      `ghost-${ghost}@placeholder.invalid`,
    ]);
    await suspend(person.userId);
    const found = async (query: string) =>
      (await admin.get(`${MEMBERS}?${query}`)).body.data.map((row: any) => row.userId);
    expect(await found('q=100%25%20_s')).toEqual([person.userId]);
    expect(await found(`q=${person.email.toUpperCase()}`)).toEqual([person.userId]);
    expect(await found('q=100__s')).toEqual([]);
    expect(await found('status=suspended')).toEqual([person.userId]);
    expect(await found('status=active')).toEqual([owner.userId]);
    expect(await found('whatever=1')).toEqual([owner.userId, person.userId]);
    for (const path of ['', '/removal-impact'])
      expect((await admin.get(`${MEMBERS}/${ghost}${path}`)).status).toBe(404);
    expect((await suspend(ghost)).status).toBe(404);
  });

  it('05 §2.5 one member comes with groups and the link to the identity provider', async () => {
    const person = await joinAs(server, owner);
    const groupId = await addGroup(server, owner.organizationId, [person.userId]);
    await server.db.query(
      `INSERT INTO sso_identities (organization_id, user_id, issuer, subject) VALUES ($1, $2, 'https://idp.test', 's')`,
      [owner.organizationId, person.userId],
    );
    const { body } = await admin.get(`${MEMBERS}/${person.userId}`);
    expect(body).toEqual({
      userId: person.userId,
      email: person.email,
      name: 'Test Person',
      role: 'member',
      status: 'active',
      ssoExempt: false,
      joinedAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      roleManagedByIdp: false,
      lastLoginAt: expect.any(String),
      groups: [{ id: groupId, name: `Group ${groupId}`, source: 'manual' }],
      ssoIdentity: { linkedAt: expect.any(String), lastUsedAt: null },
    });
    const groups = await admin.get(`${MEMBERS}/${person.userId}/groups`);
    expect(groups.body).toMatchObject({ data: [{ id: groupId, memberCount: 1 }], nextCursor: null });
    for (const unknown of [randomUUID(), 'nobody'])
      expect((await admin.get(`${MEMBERS}/${unknown}/groups`)).body).toEqual({ data: [], nextCursor: null });
    expect((await admin.delete(`${MEMBERS}/${person.userId}/sso-identity`)).status).toBe(204);
    expect((await admin.get(`${MEMBERS}/${person.userId}`)).body.ssoIdentity).toBeNull();
    expect(await trailOf(server, owner.organizationId, 'member')).toMatchObject([
      { action: 'update', metadata: { targetUserId: person.userId, ssoIdentity: 'unlinked' } },
    ]);
  });
});

describe('creating', () => {
  it('05-6 the same address in another case is a member already, and of two at once one wins', async () => {
    const email = someEmail();
    expect((await admin.post(MEMBERS, { email: ` ${email.toUpperCase()} ` })).status).toBe(201);
    const again = await admin.post(MEMBERS, { email });
    expect([again.status, again.body.error.type]).toEqual([409, 'invalid_request_error']);
    const twice = someEmail();
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => admin.post(MEMBERS, { email: twice })),
    );
    const statuses = answers.map(({ status }) => status);
    expect(statuses.sort()).toEqual([201, ...Array.from({ length: 19 }, () => 409)]);
    expect(await orphans(server.db)).toEqual([]);
  });

  it('05 §2.4 makes an account nobody can sign up for, and never renames one that exists', async () => {
    const made = await create(someEmail(), ' Dora ');
    expect(made).toEqual({
      userId: expect.any(String),
      email: made.email,
      name: 'Dora',
      role: 'member',
      status: 'active',
      joinedAt: expect.any(String),
    });
    const signUp = await stranger(server).post('/auth/sign-up/email', {
      name: 'Somebody',
      email: made.email,
      password: PASSWORD,
    });
    expect(signUp.status).toBe(422);
    const known = await signUpOwner(server);
    expect(await create(known.email, 'Other name')).toMatchObject({
      userId: known.userId,
      name: 'Test Person',
    });
    for (const body of [
      {},
      { email: 'nobody' },
      { email: someEmail(), name: ' ' },
      { email: someEmail(), role: 'admin' },
      { email: 'ghost@placeholder.invalid' },
    ]) {
      const refused = await admin.post(MEMBERS, body);
      expect([body, refused.status, typeof refused.body.error]).toEqual([body, 400, 'string']);
    }
    expect(await trailOf(server, owner.organizationId, 'member')).toMatchObject([
      {
        action: 'create',
        source: 'app',
        metadata: { targetUserId: made.userId, email: made.email, userCreated: true },
      },
      { action: 'create', metadata: { targetUserId: known.userId, userCreated: false } },
    ]);
  });

  it('05 §2.11.2 closes the invitation of the address; the role stays member', async () => {
    const email = someEmail();
    const invited = await admin.post('/v1/org/invitations', { email, role: 'admin' });
    expect(await create(email)).toMatchObject({ role: 'member' });
    expect((await admin.get('/v1/org/invitations')).body).toEqual([]);
    const token = new URL(invited.body.joinUrl).searchParams.get('token');
    expect((await stranger(server).post('/v1/invitations/lookup', { token })).status).toBe(404);
    expect(await trailOf(server, owner.organizationId, 'invitation')).toMatchObject([
      { action: 'invite' },
      { action: 'accept', metadata: { invitationId: invited.body.id, via: 'api' } },
    ]);
  });

  it('05 §2.9 a first sign-in gives a workspace in the organization, not an organization', async () => {
    const person = await ownPerson();
    const orgs = await api(server).as(person.cookie).get('/v1/orgs');
    expect(orgs.body).toMatchObject([{ id: owner.organizationId, role: 'member' }]);
  });
});

describe('suspending', () => {
  let person: Member;
  let workspace: { id: string; apiKey: string };
  let agent: Agent;
  let orgKey: ApiClient;

  beforeEach(async () => {
    person = await joinAs(server, owner, 'admin');
    workspace = (await person.session.post('/v1/workspaces', { name: `Own ${randomUUID()}` })).body;
    agent = await createAgent(server, { api: api(server).as(workspace.apiKey) });
    orgKey = await withOrganizationKey(server, person, owner);
  });

  const statuses = async () =>
    Promise.all(
      [
        api(server).as(workspace.apiKey).get('/v1/agents'),
        orgKey.get('/v1/org'),
        person.session.get('/v1/org'),
        gateway(server).as(workspace.apiKey).get('/v1/approvals/pending?wait=0'),
      ].map(async (answer) => (await answer).status),
    );
  const asked = async (at: TestServer) => (await askThrough(at, agent.token, 'http://api.u.test/')).status;

  it('05-7 session, keys and agents end with the answer, and all of them work again afterwards', async () => {
    expect(await statuses()).toEqual([200, 200, 200, 200]);
    expect([await asked(server), await asked(replica)]).toEqual([200, 200]);
    expect((await suspend(person.userId)).body).toEqual({
      userId: person.userId,
      status: 'suspended',
      ssoExempt: false,
      revocation: 'membership_only',
    });
    expect(await statuses()).toEqual([401, 401, 401, 401]);
    const unknown = await askThrough(server, `aoc_${'0'.repeat(64)}`, 'http://api.u.test/');
    const refused = await askThrough(server, agent.token, 'http://api.u.test/');
    expect([refused.status, refused.text]).toEqual([unknown.status, unknown.text]);
    await until(async () => (await asked(replica)) === unknown.status, A_SECOND_MS);
    expect((await api(replica).as(workspace.apiKey).get('/v1/agents')).status).toBe(401);
    expect((await reinstate(person.userId)).body).toMatchObject({ status: 'active', revocation: 'skipped' });
    expect(await statuses()).toEqual([200, 200, 200, 200]);
    expect(await asked(server)).toBe(200);
    await until(async () => (await asked(replica)) === 200, A_SECOND_MS);
    expect(await trailOf(server, owner.organizationId, 'member')).toMatchObject([
      {
        action: 'update',
        metadata: { targetUserId: person.userId, status: 'suspended', revocation: 'membership_only' },
      },
      {
        action: 'update',
        metadata: { targetUserId: person.userId, status: 'active', revocation: 'skipped' },
      },
    ]);
  });

  it('05-8 agents of a workspace that an active colleague holds as well go on', async () => {
    const colleague = await joinAs(server, owner);
    await bind(server, workspace.id, { userId: colleague.userId });
    await suspend(person.userId);
    expect(await asked(server)).toBe(200);
    expect(await statuses()).toEqual([401, 401, 401, 401]);
  });

  it('05 §2.8 by a directory ends every way in within a second, on both processes', async () => {
    const directory = await connectDirectory(server, owner);
    const processes = [server, replica];
    const token = agent.token;
    const ways = await Promise.all(
      processes.map(async (at) => {
        const tunnel = await openTunnel(at, token, 'api.u.test:80');
        const session = api(at).as(person.cookie).with({ 'x-organization-id': owner.organizationId });
        return {
          at,
          tunnel,
          ask: {
            session: async () => (await session.get('/v1/org')).status,
            'workspace key': async () => (await api(at).as(workspace.apiKey).get('/v1/agents')).status,
            'agent request': async () => (await askThrough(at, token, 'http://api.u.test/')).status,
          },
          poll: gateway(at).as(workspace.apiKey).get('/v1/approvals/pending?wait=20'),
          pollByKey: api(at).as(workspace.apiKey).get('/v1/approvals/pending?wait=20'),
        };
      }),
    );
    for (const { ask, tunnel } of ways) {
      for (const way of Object.values(ask)) expect(await way()).toBe(200);
      expect((await tunnel.ask('/')).status).toBe(200);
    }
    const path = `/scim/v2/Users/${person.userId}`;
    const answer = await directory.api.patch(
      path,
      operations({ op: 'replace', path: 'active', value: false }),
    );
    expect(answer.status).toBe(200);
    const since = performance.now();
    const took: Record<string, number> = {};
    await Promise.all(
      ways.flatMap(({ at, ask, poll, pollByKey, tunnel }) => {
        const where = at === server ? 'here' : 'elsewhere';
        const note = (way: string): void => void (took[`${way}, ${where}`] = performance.now() - since);
        return [
          ...Object.entries(ask).map(async ([way, status]) => {
            await until(async () => [401, 407].includes(await status()));
            note(way);
          }),
          ...[poll, pollByKey].map(async (held, n) => {
            expect((await held).status).toBe(401);
            note(`long poll ${n}`);
          }),
          (async () => {
            await until(async () => (await tunnel.ask('/')).status === 407);
            note('request in an open tunnel');
            tunnel.close();
          })(),
        ];
      }),
    );
    expect(Object.keys(took)).toHaveLength(12);
    expect(Object.entries(took).filter(([, ms]) => ms > A_SECOND_MS)).toEqual([]);
  });

  it('05-9 not the owner, not oneself, not twice, and one change at a time', async () => {
    expect((await suspend(owner.userId)).status).toBe(400);
    const byThemselves = await person.session.patch(`${MEMBERS}/${person.userId}`, { status: 'suspended' });
    expect([byThemselves.status, byThemselves.body.error.type]).toEqual([400, 'invalid_request_error']);
    expect((await suspend(person.userId)).status).toBe(200);
    const twice = await suspend(person.userId);
    expect([twice.status, twice.body.error.type]).toEqual([409, 'invalid_request_error']);
    expect((await reinstate(owner.userId)).status).toBe(409);
    for (const body of [
      { status: 'suspended', ssoExempt: true },
      {},
      { status: 'gone' },
      { role: 'owner' },
      { ssoExempt: 'yes' },
      { ssoExempt: true, other: 1 },
    ]) {
      const refused = await patch(person.userId, body);
      expect([body, refused.status, typeof refused.body.error]).toEqual([body, 400, 'string']);
    }
    expect((await suspend(randomUUID())).status).toBe(404);
  });

  it('05 §2.2 an invitation and a second creation are no way back in', async () => {
    await suspend(person.userId);
    const { email } = person;
    expect((await admin.post('/v1/org/invitations', { email, role: 'member' })).status).toBe(409);
    expect((await admin.post(MEMBERS, { email })).status).toBe(409);
    expect(await statuses()).toEqual([401, 401, 401, 401]);
  });
});

describe('identities that belong to the organization', () => {
  it('05 §2.6 sign-in ends with the suspension and comes back with the reinstatement', async () => {
    const person = await ownPerson();
    expect((await suspend(person.userId)).body.revocation).toBe('disabled');
    expect((await api(server).as(person.cookie).get('/v1/orgs')).status).toBe(401);
    expect((await signInWith(person.email)).status).toBe(401);
    expect((await reinstate(person.userId)).body.revocation).toBe('enabled');
    const again = await signInWith(person.email);
    expect(again.status).toBe(200);
    expect((await api(server).as(again.cookies.join('; ')).get('/v1/orgs')).body).toHaveLength(1);
    const quiet = await create();
    expect((await suspend(quiet.userId)).body.revocation).toBe('skipped');
    expect((await reinstate(quiet.userId)).body.revocation).toBe('skipped');
  });

  it('05 §2.7.6 a removal switches sign-in off, and the same organization takes the person back with it', async () => {
    const person = await ownPerson();
    expect((await admin.delete(`${MEMBERS}/${person.userId}`)).status).toBe(204);
    expect((await signInWith(person.email)).status).toBe(401);
    expect(await trailOf(server, owner.organizationId, 'member')).toMatchObject([
      { action: 'create' },
      {
        action: 'delete',
        metadata: { targetUserId: person.userId, email: person.email, revocation: 'disabled' },
      },
    ]);
    await create(person.email);
    expect((await signInWith(person.email)).status).toBe(200);
  });

  it('05 §2.10.1 leaving never switches sign-in off', async () => {
    const person = await ownPerson();
    const session = api(server).as(person.cookie).with({ 'x-organization-id': owner.organizationId });
    expect((await session.post('/v1/org/leave')).status).toBe(204);
    expect((await signInWith(person.email)).status).toBe(200);
  });

  it('05 §2.6 a verified domain manages an account that the directory made and nobody else has a part in', async () => {
    const email = `${randomUUID()}@owned-${owner.organizationId}.test`;
    const elsewhere = await signUpOwner(server);
    const mine = await create(email);
    await server.db.query(
      `UPDATE users SET last_login_at = now(), independent_entry_at = now() WHERE id = $1`,
      [mine.userId],
    );
    const revocation = async () => {
      const { body } = await suspend(mine.userId);
      await reinstate(mine.userId);
      return body.revocation;
    };
    expect(await revocation()).toBe('membership_only');
    await server.db.query(
      `INSERT INTO domains (organization_id, domain, verification_token) VALUES ($1, $2, 'x')`,
      [owner.organizationId, email.split('@')[1]],
    );
    expect(await revocation()).toBe('membership_only');
    await server.db.query(`UPDATE domains SET verified_at = now() WHERE organization_id = $1`, [
      owner.organizationId,
    ]);
    expect(await revocation()).toBe('disabled');
    await server.db.query(
      `INSERT INTO memberships (organization_id, user_id, role) VALUES ($1, $2, 'member')`,
      [elsewhere.organizationId, mine.userId],
    );
    expect(await revocation()).toBe('membership_only');
  });
});

describe('removing', () => {
  it('05-10 only the unshared personal workspace goes, and coming back restores nothing', async () => {
    const person = await joinAs(server, owner, 'admin');
    const alone = (await person.session.post('/v1/workspaces', { name: `Alone ${randomUUID()}` })).body;
    const shared = (await person.session.post('/v1/workspaces', { name: `Shared ${randomUUID()}` })).body;
    const colleague = await joinAs(server, owner);
    await bind(server, shared.id, { userId: colleague.userId });
    const groupId = await addGroup(server, owner.organizationId, [person.userId]);
    await publishRules(server, owner, [
      {
        name: 'Only for them',
        action: 'block',
        identities: [{ type: 'user', id: person.userId }],
        targets: [network('blocked.test')],
      },
    ]);
    await admin.put('/v1/org/app-availability', {
      mode: 'restricted',
      rules: [{ userIds: [person.userId], groupIds: [], providers: ['slack'] }],
    });
    const impact = await admin.get(`${MEMBERS}/${person.userId}/removal-impact`);
    expect(impact.body).toEqual({ workspaces: [{ id: alone.id, name: alone.name, channelApps: [] }] });
    expect((await admin.delete(`${MEMBERS}/${person.userId}`)).status).toBe(204);
    expect((await admin.get(`/v1/workspaces/${alone.id}`)).status).toBe(404);
    expect((await admin.get(`/v1/workspaces/${shared.id}`)).status).toBe(200);
    expect((await api(server).as(shared.apiKey).get('/v1/agents')).status).toBe(401);
    expect((await admin.get('/v1/org/app-availability')).body).toEqual({ mode: 'restricted', rules: [] });
    expect(await trailOf(server, owner.organizationId, 'member')).toMatchObject([
      { action: 'delete', metadata: { targetUserId: person.userId, disabledRules: [expect.any(String)] } },
    ]);
    await create(person.email);
    expect((await person.session.get(`/v1/workspaces/${shared.id}`)).status).toBe(404);
    expect((await admin.get(`${MEMBERS}/${person.userId}`)).body.groups).toEqual([]);
    expect((await admin.get(`/v1/org/groups/${groupId}`)).body.memberCount).toBe(0);
    expect(await orphans(server.db)).toEqual([]);
  });

  it('05 §2.7 not the owner and not oneself, and what is unknown is not there', async () => {
    const person = await joinAs(server, owner, 'admin');
    expect((await person.session.delete(`${MEMBERS}/${owner.userId}`)).status).toBe(400);
    expect((await person.session.delete(`${MEMBERS}/${person.userId}`)).status).toBe(400);
    const foreign = await signUpOwner(server);
    for (const userId of [foreign.userId, randomUUID(), 'nobody'])
      for (const answer of [
        await admin.get(`${MEMBERS}/${userId}`),
        await admin.delete(`${MEMBERS}/${userId}`),
        await admin.patch(`${MEMBERS}/${userId}`, { role: 'admin' }),
        await admin.get(`${MEMBERS}/${userId}/removal-impact`),
      ])
        expect([answer.status, answer.body.error.type]).toEqual([404, 'not_found_error']);
  });
});

describe('writes at once', () => {
  it('two administrators who demote or suspend each other: one of them is still there to do it', async () => {
    const [one, other] = [await joinAs(server, owner, 'admin'), await joinAs(server, owner, 'admin')];
    const answers = await Promise.all([
      one.session.patch(`${MEMBERS}/${other.userId}`, { status: 'suspended' }),
      other.session.patch(`${MEMBERS}/${one.userId}`, { role: 'member' }),
    ]);
    expect(answers.map(({ status }) => status).filter((status) => status === 200)).toHaveLength(1);
  });

  it('twenty contrary changes of one member end as one of them says, and the trail tells every one', async () => {
    const person = await joinAs(server, owner, 'admin');
    const changes = Array.from({ length: 20 }, (_, index) =>
      [
        { status: 'suspended' },
        { status: 'active' },
        { role: index % 3 ? 'admin' : 'member' },
        { ssoExempt: index % 3 > 0 },
      ].at(index % 4)!,
    );
    const answers = await Promise.all(changes.map((change) => patch(person.userId, change)));
    expect(answers.map(({ status }) => status).filter((status) => ![200, 409].includes(status))).toEqual([]);
    const { body } = await admin.get(`${MEMBERS}/${person.userId}`);
    const trail = await trailOf(server, owner.organizationId, 'member');
    const last = (field: string) =>
      trail.map(({ metadata }) => metadata[field]).findLast((value) => value !== undefined);
    expect(body.status).toBe(last('status') ?? 'active');
    expect(body.role).toBe(last('to') ?? 'admin');
    expect(body.ssoExempt).toBe(last('ssoExempt') ?? false);
    expect(await orphans(server.db)).toEqual([]);
  });

  it('the owner stays one and active whoever aims at them while the ownership moves', async () => {
    const heirs = await Promise.all(Array.from({ length: 3 }, () => joinAs(server, owner, 'admin')));
    const ownerClient = admin;
    await Promise.all([
      ...heirs.map(({ userId }) => ownerClient.post('/v1/org/transfer-ownership', { userId })),
      ...heirs.flatMap(({ userId, session }) => [
        session.patch(`${MEMBERS}/${owner.userId}`, { status: 'suspended' }),
        ownerClient.patch(`${MEMBERS}/${userId}`, { status: 'suspended' }),
        session.delete(`${MEMBERS}/${owner.userId}`),
        ownerClient.patch(`${MEMBERS}/${userId}`, { role: 'member' }),
        session.delete(`${MEMBERS}/${userId}`),
      ]),
    ]);
    expect(await orphans(server.db)).toEqual([]);
  });
});

describe('on Cloud', () => {
  let cloud: TestServer;
  let issuer: SessionIssuer;

  withCloud((stand) => ({ cloud, issuer } = stand));

  it('05 §1.2 only creating takes the plan, and is refused for it before its body is looked at', async () => {
    const person = await signInOnCloud(cloud, issuer);
    const created = await person.api.post(MEMBERS, {});
    expect([created.status, created.body.error.type]).toEqual([403, 'authentication_error']);
    expect(created.body.error.message).toContain('Enterprise');
    expect((await person.api.get(MEMBERS)).status).toBe(200);
    await setPlan(cloud, person.organizationId, 'enterprise');
    expect((await person.api.post(MEMBERS, {})).status).toBe(400);
    const email = someEmail();
    expect((await person.api.post(MEMBERS, { email })).status).toBe(201);
    const members = (await everyPage(person.api, MEMBERS, 1)).flat();
    expect(members.map((row) => row.email)).toEqual([expect.any(String), email]);
  });
});
