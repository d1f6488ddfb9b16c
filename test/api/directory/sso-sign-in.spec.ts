import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { expectStatus, type Owner, PASSWORD, signUpOwner } from '../../harness/people/accounts.js';
import { api, type Answer, type ApiClient } from '../../harness/clients/client.js';
import { signInOnCloud } from '../../harness/people/cloud.js';
import { administrationOf, trailOf } from '../../harness/sign-on/directory.js';
import { joinAs } from '../../harness/people/members.js';
import { newcomer, signUp, someEmail, stranger } from '../../harness/people/newcomers.js';
import { type Claims, OpenIdIssuer } from '../../harness/sign-on/openid-issuer.js';
import { addGroup } from '../../harness/people/people.js';
import { connectDirectory, operations, refusalOf } from '../../harness/sign-on/scim.js';
import {
  atSso,
  confirmSignIn,
  connectedTo,
  personOf,
  sessionOf,
  type SignOnOrganization,
  signOnOrganization,
  startSignIn,
  verifiedDomain,
} from '../../harness/sign-on/sign-on.js';
import { startReplica, startServer, type TestServer } from '../../harness/server/server.js';
import type { SessionIssuer } from '../../harness/people/session-issuer.js';
import { trusting, withCloud } from '../../harness/server/stands.js';
import { startUpstream, type Upstream } from '../../harness/upstreams/upstream.js';

const APP = 'https://dashboard.example.test';

let upstream: Upstream;
let trust: Awaited<ReturnType<typeof trusting>>;
let issuer: OpenIdIssuer;
let server: TestServer;
let replica: TestServer;
let acme: SignOnOrganization;
let owner: Owner;
let admin: ApiClient;

beforeAll(async () => {
  upstream = await startUpstream();
  trust = await trusting(upstream);
  issuer = new OpenIdIssuer('login.acme.test', upstream);
  const settings = {
    ...upstream.settings,
    ...trust.settings,
    APP_URL: APP,
    API_URL: 'http://api.example.test',
    ENTERPRISE_ENABLED: 'true',
    REGISTRATION: 'open',
  };
  server = await startServer(settings);
  replica = await startReplica(server, settings);
});

afterAll(async () => {
  await replica?.close();
  await server?.close();
  await trust?.close();
  await upstream?.close();
});

beforeEach(async () => {
  acme = await signOnOrganization(server, issuer.settings);
  owner = acme.owner;
  admin = administrationOf(server, owner).session;
});

function someone(more: Claims = {}): Claims & { sub: string; email: string } {
  return { sub: randomBytes(8).toString('hex'), email: acme.someone(), name: 'Ada Lovelace', ...more };
}

const comeBack = (browser: ApiClient, parameters: URLSearchParams, provider: string) =>
  browser.get(`${atSso(provider, 'callback')}?${parameters.toString()}`);

async function signIn(person: Claims, { provider } = acme, at: TestServer = server): Promise<Answer> {
  const { url, browser } = await startSignIn(at, provider);
  return comeBack(browser, issuer.consent(url, person), provider);
}

function expectRefused(answer: Answer, code: string): void {
  expect([answer.status, answer.headers['location']]).toEqual([302, `${APP}/auth/login?error=${code}`]);
  expect(sessionOf(answer)).toBe('');
}

const sync = async (answer: Answer) => (await api(server).as(sessionOf(answer)).get('/v1/auth/session')).body;
const account = async (email: unknown) =>
  (await server.db.query<any>(`SELECT * FROM users WHERE email = $1`, [email]))[0];
const membershipsOf = (userId: string) =>
  server.db.query<any>(
    `SELECT organization_id AS organization, role, status FROM memberships WHERE user_id = $1 ORDER BY created_at`,
    [userId],
  );
const without = (setting: string) =>
  server.db.query(`UPDATE sso_settings SET ${setting} WHERE organization_id = $1`, [acme.organizationId]);
const authTrail = (email: unknown) =>
  server.db.query<any>(
    `SELECT action, status, source, metadata, organization_id AS organization FROM audit_log
     WHERE service = 'auth' AND user_email = $1 ORDER BY created_at, id`,
    [email],
  );

describe('trust', () => {
  it("05-24 is in one's own verified domains only: another organization's provider vouches for nobody here", async () => {
    const evil = await signOnOrganization(server, issuer.settings);
    const victim = someone();
    const known = await personOf(server, await signIn(victim));
    const attack = { sub: victim.sub, email: victim.email, email_verified: true };
    expectRefused(await signIn(attack, evil), 'sso_domain_not_verified');
    const newFace = acme.someone();
    expectRefused(await signIn({ sub: 'x', email: newFace }, evil), 'sso_domain_not_verified');
    expect(await account(newFace)).toBeUndefined();
    expect(await membershipsOf(known.id)).toMatchObject([{ organization: acme.organizationId }]);
    expect(await trailOf(server, evil.organizationId, 'auth')).toMatchObject([
      { action: 'verify', source: 'sso-login', metadata: { refused: 'sso_domain_not_verified' } },
      { action: 'verify', source: 'sso-login', metadata: { refused: 'sso_domain_not_verified' } },
    ]);
  });

  it('05 §8.7.2 is not in a domain that is claimed, nor below, above or beside a verified one', async () => {
    const { domain } = acme;
    const claimed = `claimed-${domain}`;
    await server.db.query(
      `INSERT INTO domains (organization_id, domain, verification_token) VALUES ($1, $2, 'x')`,
      [acme.organizationId, claimed],
    );
    for (const other of [claimed, `sub.${domain}`, `x${domain}`, `${domain}.evil.test`, 'test.test'])
      expectRefused(await signIn(someone({ email: `ada@${other}` })), 'sso_domain_not_verified');
    expectRefused(await signIn(someone({ email: `ada@evil.test@${domain}` })), 'sso_email_missing');
    const person = someone();
    await personOf(server, await signIn(person));
    await server.db.query(`DELETE FROM domains WHERE organization_id = $1`, [acme.organizationId]);
    expectRefused(await signIn(person), 'sso_domain_not_verified');
  });
});

describe('linking', () => {
  it('05 §8.7.4 finds the account of the address and keeps its other ways to sign in', async () => {
    const { email } = await newcomer(server, { email: acme.someone() });
    await server.db.query(`UPDATE users SET email_verified = true WHERE email = $1`, [email]);
    const { id } = await account(email);
    const person = await personOf(server, await signIn(someone({ email })));
    expect(person).toMatchObject({ id, name: 'New Comer' });
    expect((await stranger(server).post('/auth/sign-in/email', { email, password: PASSWORD })).status).toBe(
      200,
    );
    expect(await authTrail(email)).toContainEqual({
      action: 'update',
      status: 'success',
      source: 'sso-login',
      organization: acme.organizationId,
      metadata: {
        decision: 'link',
        connectionId: acme.connectionId,
        subjectHash: expect.stringMatching(/^[0-9a-f]{64}$/),
        previousIdentity: null,
        credentialsEnded: false,
        consent: 'none',
      },
    });
  });

  it('R36.8 ends what a stranger set up under an address that nobody had proved', async () => {
    const email = acme.someone();
    const squatter = await newcomer(server, { email });
    const { workspaceId } = (await squatter.session.get('/v1/auth/session')).body;
    const key = (await squatter.session.inWorkspace(workspaceId).get('/v1/user/api-key')).body.apiKey;
    expect((await api(server).as(key).get('/v1/agents')).status).toBe(200);
    const { url, browser } = await startSignIn(server, acme.provider);
    const asked = await comeBack(browser, issuer.consent(url, someone({ email })), acme.provider);
    const answer = await confirmSignIn(asked, browser, { endAccess: true });
    const { user } = (await api(server).as(sessionOf(answer)).get('/auth/get-session')).body;
    expect(user).toMatchObject({ email, emailVerified: true });
    expect((await squatter.session.get('/auth/get-session')).body).toBeNull();
    expect((await api(server).as(key).get('/v1/agents')).status).toBe(401);
    const again = await stranger(server).post('/auth/sign-in/email', { email, password: PASSWORD });
    expect(again.status).toBe(401);
    expect(
      (await authTrail(email)).find(({ metadata }) => metadata.decision === 'link').metadata,
    ).toMatchObject({
      decision: 'link',
      credentialsEnded: true,
    });
  });

  it('05-25 gives a recycled address to nobody else, until the old link is undone', async () => {
    const person = someone();
    const { id } = await personOf(server, await signIn(person));
    const successor = { ...person, sub: 'successor' };
    expectRefused(await signIn(successor), 'sso_identity_conflict');
    expect((await authTrail(person.email)).at(-1)).toMatchObject({
      action: 'update',
      status: 'failure',
      metadata: {
        decision: 'reject',
        refused: 'sso_identity_conflict',
        previousIdentity: expect.any(String),
      },
    });
    expect((await personOf(server, await signIn(person))).id).toBe(id);
    expect((await admin.delete(`/v1/org/members/${id}/sso-identity`)).status).toBe(204);
    expect((await personOf(server, await signIn(successor))).id).toBe(id);
    expectRefused(await signIn(person), 'sso_identity_conflict');
  });

  it("R39.2 undoing a link ends sessions through one's own provider, and leaves other organizations' alone", async () => {
    const person = someone();
    const answer = await signIn(person);
    const { id } = await personOf(server, answer);
    const other = await signOnOrganization(server, issuer.settings);
    for (const sql of [
      `INSERT INTO memberships (organization_id, user_id, role) VALUES ($1, $2, 'member')`,
      `INSERT INTO sso_identities (organization_id, user_id, issuer, subject) VALUES ($1, $2, 'https://idp.test', 's')`,
    ])
      await server.db.query(sql, [other.organizationId, id]);
    const unlink = (by: ApiClient) => by.delete(`/v1/org/members/${id}/sso-identity`);
    const isIn = async () => (await api(server).as(sessionOf(answer)).get('/auth/get-session')).body !== null;
    expect((await unlink(administrationOf(server, other.owner).session)).status).toBe(204);
    expect(await isIn()).toBe(true);
    expect((await unlink(admin)).status).toBe(204);
    expect(await isIn()).toBe(false);
  });

  it('05 §8.7.4 forgets the links of an issuer that the connection has no longer', async () => {
    const person = someone();
    const { id } = await personOf(server, await signIn(person));
    const moved = new OpenIdIssuer('login.moved.test', upstream);
    await server.db.query(`UPDATE sso_connections SET issuer = $2 WHERE id = $1`, [
      acme.connectionId,
      moved.settings.issuer,
    ]);
    const { url, browser } = await startSignIn(server, acme.provider);
    const answer = await comeBack(browser, moved.consent(url, { ...person, sub: 'other' }), acme.provider);
    expect((await personOf(server, answer)).id).toBe(id);
    const links = await server.db.query(`SELECT issuer, subject FROM sso_identities WHERE user_id = $1`, [
      id,
    ]);
    expect(links).toEqual([{ issuer: moved.settings.issuer, subject: 'other' }]);
  });

  it('05 §8.7.3 follows the address of somebody whose account the organization manages', async () => {
    const person = someone();
    const { id } = await personOf(server, await signIn(person));
    await stranger(server).post('/auth/request-password-reset', { email: person.email });
    const married = acme.someone();
    expect(await personOf(server, await signIn({ ...person, email: married }))).toMatchObject({
      id,
      email: married,
    });
    expect((await authTrail(married)).find(({ action }) => action === 'update').metadata).toEqual({
      connectionId: acme.connectionId,
      email: married,
      previousEmail: person.email,
    });
    expect(await server.db.query(`SELECT 1 FROM password_reset_tokens WHERE user_id = $1`, [id])).toEqual([]);
    const taken = (await newcomer(server, { email: acme.someone() })).email;
    expect(await personOf(server, await signIn({ ...person, email: taken }))).toMatchObject({
      id,
      email: married,
    });
    const other = await signUpOwner(server);
    await server.db.query(
      `INSERT INTO memberships (organization_id, user_id, role) VALUES ($1, $2, 'member')`,
      [other.organizationId, id],
    );
    const third = await signIn({ ...person, email: acme.someone() });
    expect(await personOf(server, third)).toMatchObject({ id, email: married });
    expectRefused(await signIn({ ...person, email: someEmail() }), 'sso_domain_not_verified');
  });

  it('R39 keeps the address of an account that the person made, and of one they entered otherwise elsewhere', async () => {
    const own = await newcomer(server, { email: acme.someone() });
    await server.db.query(`UPDATE users SET email_verified = true WHERE email = $1`, [own.email]);
    const subject = someone({ email: own.email });
    expect(await personOf(server, await signIn(subject))).toMatchObject({ email: own.email });
    const renamed = await signIn({ ...subject, email: acme.someone() });
    expect(await personOf(server, renamed)).toMatchObject({ email: own.email });
    expectStatus(await admin.delete(`/v1/org/members/${(await account(own.email)).id}`), 204);
    expect((await account(own.email)).deactivated_at).toBeNull();
    expect((await own.session.get('/auth/get-session')).body.user.email).toBe(own.email);
  });

  it('R39.3 an account entered by single sign-on moves to a verified domain only, also within its own', async () => {
    const person = someone();
    const { id } = await personOf(server, await signIn(person));
    const directory = await connectDirectory(server, owner);
    const rename = () =>
      directory.api.patch(`/scim/v2/Users/${id}`, operations({ path: 'userName', value: acme.someone() }));
    await server.db.query(`UPDATE domains SET verified_at = NULL WHERE domain = $1`, [acme.domain]);
    expect(refusalOf(await rename())).toEqual([400, 'mutability']);
    await server.db.query(`UPDATE domains SET verified_at = now() WHERE domain = $1`, [acme.domain]);
    expect((await rename()).status).toBe(200);
  });

  it('05 §8.7.7 fills an empty name and leaves one that is there', async () => {
    const { body } = await admin.post('/v1/org/members', { email: acme.someone() });
    const person = someone({ email: body.email, name: undefined, given_name: 'Ada', family_name: 'King' });
    expect(await personOf(server, await signIn(person))).toMatchObject({ id: body.userId, name: 'Ada King' });
    expect(await personOf(server, await signIn({ ...person, name: 'Other' }))).toMatchObject({
      name: 'Ada King',
    });
    const long = await personOf(server, await signIn(someone({ name: `\u0000${'x'.repeat(300)}` })));
    expect(long.name).toBe('x'.repeat(255));
  });
});

describe('joining', () => {
  it('05 §8.7.6 makes a member with a workspace of their own, and the audit log says how', async () => {
    const person = someone();
    const answer = await signIn(person);
    const { id, organizationId, workspaceId } = await sync(answer);
    expect(organizationId).toBe(acme.organizationId);
    expect(await membershipsOf(id)).toEqual([
      { organization: organizationId, role: 'member', status: 'active' },
    ]);
    const bindings = await server.db.query(`SELECT workspace_id FROM workspace_bindings WHERE user_id = $1`, [
      id,
    ]);
    expect(bindings).toEqual([{ workspace_id: workspaceId }]);
    expect(await trailOf(server, organizationId, 'member')).toEqual([
      {
        action: 'create',
        service: 'member',
        source: 'sso-jit',
        userId: id,
        metadata: {
          targetUserId: id,
          email: person.email,
          role: 'member',
          userCreated: true,
          connectionId: acme.connectionId,
        },
      },
    ]);
    expect(
      (await stranger(server).post('/auth/sign-in/email', { email: person.email, password: PASSWORD }))
        .status,
    ).toBe(401);
    expect((await signUp(server, person.email)).status).toBe(422);
  });

  it('05 §2.11.2 takes the role of an invitation and ends it', async () => {
    const person = someone();
    const invited = await admin.post('/v1/org/invitations', { email: person.email, role: 'admin' });
    expect([invited.status, invited.text]).toEqual([201, expect.any(String)]);
    const { id } = await personOf(server, await signIn(person));
    expect(await membershipsOf(id)).toMatchObject([{ role: 'admin' }]);
    const [invitation] = await server.db.query(`SELECT status FROM invitations WHERE email = $1`, [
      person.email,
    ]);
    expect(invitation).toEqual({ status: 'accepted' });
    expect(await trailOf(server, acme.organizationId, 'invitation')).toContainEqual(
      expect.objectContaining({
        action: 'accept',
        source: 'sso-jit',
        metadata: expect.objectContaining({ via: 'sso' }),
      }),
    );
  });

  it('05-26 needs the permission: without it nothing is made, and a suspension stays one', async () => {
    await without('jit_enabled = false');
    const organizations = () => server.db.query(`SELECT count(*) FROM organizations`);
    const before = await organizations();
    const person = someone();
    expectRefused(await signIn(person), 'sso_not_provisioned');
    expect([await account(person.email), await organizations()]).toEqual([undefined, before]);
    const { email, session } = await newcomer(server, { email: acme.someone() });
    await session.get('/v1/auth/session');
    expectRefused(await signIn(someone({ email })), 'sso_not_provisioned');
    expect(await account(email)).toMatchObject({ email_verified: false });
    const made = (await admin.post('/v1/org/members', { email: acme.someone() })).body;
    await personOf(server, await signIn(someone({ email: made.email })));
    const other = (await admin.post('/v1/org/members', { email: acme.someone() })).body;
    await admin.patch(`/v1/org/members/${other.userId}`, { status: 'suspended' });
    for (const jit of ['false', 'true']) {
      await without(`jit_enabled = ${jit}`);
      expectRefused(await signIn(someone({ email: other.email })), 'sso_suspended');
    }
    expect(await membershipsOf(other.userId)).toMatchObject([{ status: 'suspended' }]);
    const links = await server.db.query(`SELECT 1 FROM sso_identities WHERE user_id = $1`, [other.userId]);
    expect(links).toEqual([]);
  });

  it('05 §8.7.6 brings back whom the organization removed, and nobody whom another switched off', async () => {
    const person = someone();
    const { id } = await personOf(server, await signIn(person));
    expect((await admin.delete(`/v1/org/members/${id}`)).status).toBe(204);
    expect((await account(person.email)).deactivated_at).not.toBeNull();
    expect(await personOf(server, await signIn(person))).toMatchObject({ id });
    await server.db.query(
      `UPDATE users SET deactivated_at = now(), deactivated_by_organization_id = NULL WHERE id = $1`,
      [id],
    );
    expectRefused(await signIn(person), 'sso_suspended');
  });

  it('05 §8.7.6 lets nobody join whose sign-in another organization switched off', async () => {
    const person = someone();
    const former = await signUpOwner(server);
    const held = `UPDATE domains SET organization_id = $2 WHERE domain = $1`;
    await server.db.query(held, [acme.domain, former.organizationId]);
    const formerAdmin = administrationOf(server, former).session;
    const made = await formerAdmin.post('/v1/org/members', { email: person.email });
    expect((await formerAdmin.delete(`/v1/org/members/${made.body.userId}`)).status).toBe(204);
    expect((await account(person.email)).deactivated_by_organization_id).toBe(former.organizationId);
    await server.db.query(held, [acme.domain, acme.organizationId]);
    expectRefused(await signIn(person), 'sso_suspended');
    expect(await membershipsOf(made.body.userId)).toEqual([]);
    expectStatus(await formerAdmin.post('/v1/org/members', { email: person.email }), 201);
    expect(await personOf(server, await signIn(person))).toMatchObject({ id: made.body.userId });
  });

  it('05 §8.7 makes one account, membership and workspace of twenty first sign-ins at once', async () => {
    const person = someone();
    const started = await Promise.all(
      Array.from({ length: 20 }, (_, index) => startSignIn(index % 2 ? server : replica, acme.provider)),
    );
    const answers = await Promise.all(
      started.map(({ url, browser }) => comeBack(browser, issuer.consent(url, person), acme.provider)),
    );
    const ids = new Set<string>();
    for (const answer of answers) ids.add((await personOf(server, answer)).id);
    expect(ids.size).toBe(1);
    const [id] = ids;
    expect(await membershipsOf(id!)).toHaveLength(1);
    expect(await server.db.query(`SELECT 1 FROM workspace_bindings WHERE user_id = $1`, [id])).toHaveLength(
      1,
    );
    const trail = await trailOf(server, acme.organizationId, 'member', 'sso-connection');
    expect(trail.map(({ service, action }) => `${service}/${action}`).sort()).toEqual([
      'member/create',
      'sso-connection/update',
    ]);
  });

  it('05 §8.7.7 resolves roles anew at every sign-in', async () => {
    const person = someone();
    const { id } = await personOf(server, await signIn(person));
    const groupId = await addGroup(server, acme.organizationId, [id]);
    await server.db.query(
      `INSERT INTO role_mappings (organization_id, group_id, role, priority) VALUES ($1, $2, 'admin', 0)`,
      [acme.organizationId, groupId],
    );
    await personOf(server, await signIn(person));
    expect(await membershipsOf(id)).toMatchObject([{ role: 'admin' }]);
    expect(await trailOf(server, acme.organizationId, 'member')).toContainEqual(
      expect.objectContaining({
        source: 'sso-login',
        metadata: { from: 'member', to: 'admin', trigger: 'role-mapping' },
      }),
    );
  });
});

describe('while somebody is at the provider', () => {
  const meanwhile = async (change: (person: { userId: string }) => Promise<unknown>): Promise<Answer> => {
    const person = someone();
    const { id } = await personOf(server, await signIn(person));
    const { url, browser } = await startSignIn(server, acme.provider);
    await change({ userId: id });
    return comeBack(browser, issuer.consent(url, person), acme.provider);
  };
  const onConnection = (sql: string) => () => server.db.query(`${sql} WHERE id = $1`, [acme.connectionId]);

  it('their membership is suspended, and they are not signed in', async () => {
    const suspended = await meanwhile(({ userId }) =>
      admin.patch(`/v1/org/members/${userId}`, { status: 'suspended' }),
    );
    expectRefused(suspended, 'sso_suspended');
  });

  it('the connection is disabled or deleted, and they are not signed in', async () => {
    expectRefused(
      await meanwhile(onConnection(`UPDATE sso_connections SET status = 'disabled'`)),
      'sso_unavailable',
    );
    await onConnection(`UPDATE sso_connections SET status = 'active'`)();
    expectRefused(await meanwhile(onConnection('DELETE FROM sso_connections')), 'sso_unavailable');
  });

  it('the domain goes to another organization, and they are not signed in', async () => {
    const other = await joinAs(server, owner);
    const answer = await meanwhile(async () => {
      await server.db.query(`UPDATE domains SET organization_id = $2 WHERE domain = $1`, [
        acme.domain,
        other.organizationId,
      ]);
      acme.domain = await verifiedDomain(server, acme.organizationId);
    });
    expectRefused(answer, 'sso_domain_not_verified');
  });
});

describe("where the operator's sign-in service stands between (01 §12)", () => {
  let cloud: TestServer;
  let tokens: SessionIssuer;

  withCloud((stand) => ({ cloud, issuer: tokens } = stand));

  /** An organization of Cloud with a connection. */
  const home = async () => {
    const { organizationId } = await signInOnCloud(cloud, tokens);
    return connectedTo(cloud, organizationId, issuer.settings);
  };
  const arrive = (email: string, providers: string[] = [], claims: Claims = {}) =>
    api(cloud)
      .as(
        tokens.token({
          sub: randomBytes(8).toString('hex'),
          email,
          identities: providers.map((providerName) => ({ providerName })),
          ...claims,
        }),
      )
      .get('/v1/auth/session');

  it('the provider of the organization that owns the domain proves the address, and nobody else does', async () => {
    const [own, other] = [await home(), await home()];
    const email = own.someone();
    const first = await arrive(email, [], { email_verified: true });
    expect(first.status).toBe(200);
    for (const providers of [[], [other.provider], ['Okta']]) {
      const refused = await arrive(email, providers);
      expect([refused.status, typeof refused.body.error]).toEqual([409, 'string']);
    }
    const linked = await arrive(email, [own.provider]);
    expect([linked.status, linked.body.id]).toEqual([200, first.body.id]);
    const [{ role }] = await cloud.db.query<any>(
      `SELECT role FROM memberships WHERE user_id = $1 AND organization_id = $2`,
      [first.body.id, own.organizationId],
    );
    expect(role).toBe('member');
    await cloud.db.query(`UPDATE sso_connections SET status = 'disabled' WHERE id = $1`, [own.connectionId]);
    expect((await arrive(email, [own.provider])).status).toBe(409);
  });

  it('who comes by it joins where that is allowed, and gets no organization of their own', async () => {
    const own = await home();
    const joined = await arrive(own.someone(), [own.provider]);
    expect(joined.body.organizationId).toBe(own.organizationId);
    await cloud.db.query(`UPDATE sso_settings SET jit_enabled = false WHERE organization_id = $1`, [
      own.organizationId,
    ]);
    const alone = await arrive(own.someone(), [own.provider]);
    expect(alone.status).toBe(200);
    expect(alone.body.organizationId).not.toBe(own.organizationId);
  });

  it('the browser is not sent to a provider: a sign-in here could end in no session', async () => {
    const own = await home();
    const answer = await stranger(cloud).get(atSso(own.provider, 'login'));
    expect(answer.headers['location']).toMatch(/\/auth\/login\?error=sso_unavailable$/);
  });
});

describe('REGISTRATION=invite (01 §13.3)', () => {
  it('lets whoever is on a domain register that people join by signing in', async () => {
    const invite = await startReplica(server, { ENTERPRISE_ENABLED: 'true', REGISTRATION: 'invite' });
    const unlicensed = await startReplica(server, { REGISTRATION: 'invite' });
    try {
      expect((await signUp(unlicensed, acme.someone())).status).toBe(400);
      expect((await signUp(invite, someEmail())).status).toBe(400);
      const email = acme.someone();
      expect((await signUp(invite, email)).status).toBe(200);
      expect(await membershipsOf((await account(email)).id)).toEqual([]);
      await without('jit_enabled = false');
      expect((await signUp(invite, acme.someone())).status).toBe(400);
    } finally {
      await invite.close();
      await unlicensed.close();
    }
  });
});
