import { randomBytes, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { Database } from '../../../src/kernel/database/database.js';
import {
  organizationKey,
  type Owner,
  PASSWORD,
  signUpOwner,
  someAddress,
} from '../../harness/people/accounts.js';
import { addPartner } from '../../harness/people/attached.js';
import { type Answer, api, type ApiClient } from '../../harness/clients/client.js';
import { setPlan, signInOnCloud } from '../../harness/people/cloud.js';
import { administrationOf, trailOf } from '../../harness/sign-on/directory.js';
import { type StandInGoogle, startGoogle } from '../../harness/upstreams/google.js';
import { joinAs } from '../../harness/people/members.js';
import { startReplica, startServer, type TestServer } from '../../harness/server/server.js';
import type { SessionIssuer } from '../../harness/people/session-issuer.js';
import { withCloud } from '../../harness/server/stands.js';
import { roomInThrottleWindow } from '../../harness/time/throttle-window.js';

const ENFORCEMENT = '/v1/org/sso/enforcement';
const LOOKUP = '/v1/auth/sso/lookup';

let google: StandInGoogle;
let server: TestServer;
let owner: Owner;
let admin: ApiClient;
let domain: string;

beforeAll(async () => {
  google = await startGoogle();
  server = await startServer({
    ...google.settings,
    ENTERPRISE_ENABLED: 'true',
    TRUST_PROXY: '127.0.0.1',
    API_URL: 'https://gateway.acme.test',
  });
});

afterAll(async () => {
  await server?.close();
  await google?.close();
});

beforeEach(async () => {
  domain = `acme-${randomBytes(6).toString('hex')}.test`;
  owner = await signUpOwner(server, { email: `owner@${domain}` });
  admin = administrationOf(server, owner).session;
});

const from = (at: { apiUrl: string } = server) => api(at).with({ 'x-forwarded-for': someAddress() });

async function verifyDomain(organizationId: string, name = domain, db = server.db): Promise<void> {
  await db.query(
    `INSERT INTO domains (organization_id, domain, verification_token, verified_at) VALUES ($1, $2, 'x', now())`,
    [organizationId, name],
  );
}

/** What a first sign-in leaves behind. */
async function connect(
  by: ApiClient,
  organizationId: string,
  status: 'pending' | 'active' | 'disabled' = 'active',
  db = server.db,
): Promise<{ id: string; providerName: string }> {
  const { body } = await by.get('/v1/org/sso/service-provider');
  const [row] = await db.query<{ id: string }>(
    `INSERT INTO sso_connections (organization_id, type, status, display_name, issuer, client_id)
     VALUES ($1, 'oidc', $2, 'Okta', 'https://idp.acme.test', 'client') RETURNING id`,
    [organizationId, status],
  );
  return { id: row!.id, providerName: body.providerName };
}

async function requiring(): Promise<{ id: string; providerName: string }> {
  await verifyDomain(owner.organizationId);
  const connection = await connect(admin, owner.organizationId);
  expect((await admin.patch(ENFORCEMENT, { ssoRequired: true })).status).toBe(200);
  return connection;
}

/** As a sign-in through the connection marks it. */
const throughConnection = (userId: string, connectionId: string) =>
  server.db.query(
    `INSERT INTO sso_sessions (session_id, connection_id, issuer, subject)
     SELECT id, $2, 'https://idp.acme.test', 'subject' FROM user_sessions WHERE user_id = $1`,
    [userId, connectionId],
  );

const exempt = (organizationId: string, userId: string, value = true) =>
  server.db.query('UPDATE memberships SET sso_exempt = $3 WHERE organization_id = $1 AND user_id = $2', [
    organizationId,
    userId,
    value,
  ]);

function expectRefused(answer: Answer): void {
  expect([answer.status, answer.body.error?.type, answer.body.error?.code]).toEqual([
    401,
    'authentication_error',
    'sso_required',
  ]);
}

const signIn = (email: string, password = PASSWORD, at?: TestServer) =>
  from(at).post('/auth/sign-in/email', { email, password });

describe('requiring single sign-on', () => {
  it('07 §A2.8 binds nobody in a partner’s portal, which is no organization’s', async () => {
    const partner = await addPartner(server);
    await server.db.query(
      `INSERT INTO partner_members (user_id, partner_id, role) VALUES ($1, $2, 'member')`,
      [owner.userId, partner.id],
    );
    await requiring();
    await exempt(owner.organizationId, owner.userId, false);
    expectRefused(await admin.get('/v1/org'));
    const portal = await api(server).as(owner.cookie).get('/v1/partner');
    expect([portal.status, portal.body.viewer?.role]).toEqual([200, 'member']);
  });

  it('05-27 needs an active connection and a domain, binds at once, spares keys and the exempt', async () => {
    expect((await admin.get(ENFORCEMENT)).body).toEqual({
      ssoRequired: false,
      hasActiveConnection: false,
      hasVerifiedDomain: false,
      canRequire: false,
      exemptMemberCount: 0,
      jitEnabled: true,
      overriddenByOperator: false,
    });
    const tooEarly = async () => {
      const { status, body } = await admin.patch(ENFORCEMENT, { ssoRequired: true });
      expect(status).toBe(400);
      return body.error;
    };
    expect(await tooEarly()).toMatch(/connection/);
    const { id } = await connect(admin, owner.organizationId, 'pending');
    expect(await tooEarly()).toMatch(/connection/);
    await server.db.query(`UPDATE sso_connections SET status = 'active' WHERE id = $1`, [id]);
    expect(await tooEarly()).toMatch(/domain/);
    await verifyDomain(owner.organizationId);
    const key = api(server).as(await organizationKey(server, owner));
    const on = await admin.patch(ENFORCEMENT, { ssoRequired: true });
    expect([on.status, on.body]).toEqual([
      200,
      {
        ssoRequired: true,
        hasActiveConnection: true,
        hasVerifiedDomain: true,
        canRequire: true,
        exemptMemberCount: 0,
        jitEnabled: true,
        overriddenByOperator: false,
      },
    ]);
    expectRefused(await admin.get('/v1/user'));
    expectRefused(await admin.patch(ENFORCEMENT, { ssoRequired: false }));
    const sync = await admin.get('/v1/auth/session');
    expect([sync.status, sync.body]).toEqual([401, { error: expect.any(String), code: 'sso_required' }]);
    const sessions = await admin.get('/auth/list-sessions');
    expect([sessions.status, sessions.body]).toEqual([
      401,
      { code: 'sso_required', message: expect.any(String) },
    ]);
    expect((await owner.api.get('/v1/agents')).status).toBe(200);
    expect((await key.patch(`/v1/org/sso/connections/${id}`, { enabled: false })).status).toBe(409);
    expect((await key.delete(`/v1/org/sso/connections/${id}`)).status).toBe(409);
    await exempt(owner.organizationId, owner.userId);
    expect((await admin.get('/v1/user')).status).toBe(200);
    expect((await admin.get(ENFORCEMENT)).body.exemptMemberCount).toBe(1);
    await exempt(owner.organizationId, owner.userId, false);
    expectRefused(await admin.get('/v1/user'));
    expect((await key.patch(ENFORCEMENT, { ssoRequired: false })).body.ssoRequired).toBe(false);
    expect((await admin.get('/v1/user')).status).toBe(200);
    expect((await key.delete(`/v1/org/sso/connections/${id}`)).status).toBe(204);
    const trail = await trailOf(server, owner.organizationId, 'organization');
    expect(trail.slice(-2).map(({ action, source, metadata }) => [action, source, metadata])).toEqual([
      ['update', 'app', { ssoRequired: true }],
      ['update', 'api', { ssoRequired: false }],
    ]);
  });

  it('05 §8.8 no change writes nothing, and joining is a switch of its own', async () => {
    for (const body of [{}, { ssoRequired: 'yes' }, { jitEnabled: null }])
      expect((await admin.patch(ENFORCEMENT, body)).status).toBe(400);
    const before = (await trailOf(server, owner.organizationId, 'organization')).length;
    const same = await admin.patch(ENFORCEMENT, { ssoRequired: false, jitEnabled: true });
    expect([same.status, same.body.jitEnabled]).toEqual([200, true]);
    expect((await admin.patch(ENFORCEMENT, { jitEnabled: false })).body.jitEnabled).toBe(false);
    expect((await admin.get(ENFORCEMENT)).body.jitEnabled).toBe(false);
    const trail = (await trailOf(server, owner.organizationId, 'organization')).slice(before);
    expect(trail.map(({ metadata }) => metadata)).toEqual([{ jitEnabled: false }]);
    const member = await joinAs(server, owner);
    expect((await member.session.get(ENFORCEMENT)).status).toBe(403);
    expect((await owner.api.get(ENFORCEMENT)).status).toBe(200);
    const byWorkspaceKey = await owner.api.patch(ENFORCEMENT, { jitEnabled: true });
    expect([byWorkspaceKey.status, byWorkspaceKey.body.error.message]).toEqual([
      403,
      'Insufficient permissions',
    ]);
  });

  it('05 §8.8.1 accepts sessions through this very connection only, wherever the person belongs', async () => {
    const stranger = await signUpOwner(server, { email: `stranger@${domain}` });
    const elsewhere = administrationOf(server, stranger).session;
    const outsider = await joinAs(server, owner);
    const other = await signUpOwner(server);
    const foreign = await connect(administrationOf(server, other).session, other.organizationId);
    const { id } = await requiring();
    expectRefused(await elsewhere.get('/v1/user'));
    expectRefused(await elsewhere.get('/v1/org'));
    expect((await outsider.session.get('/v1/user')).status).toBe(200);
    await throughConnection(stranger.userId, foreign.id);
    expectRefused(await elsewhere.get('/v1/user'));
    await server.db.query('DELETE FROM sso_sessions');
    await throughConnection(stranger.userId, id);
    expect((await elsewhere.get('/v1/user')).status).toBe(200);
    await server.db.query(`UPDATE sso_connections SET status = 'disabled' WHERE id = $1`, [id]);
    expectRefused(await elsewhere.get('/v1/user'));
    await server.db.query(`UPDATE sso_connections SET status = 'active' WHERE id = $1`, [id]);
    await server.db.query(`UPDATE domains SET verified_at = NULL WHERE domain = $1`, [domain]);
    expect((await admin.get('/v1/user')).status).toBe(200);
    expect((await admin.get(ENFORCEMENT)).body).toMatchObject({ ssoRequired: true, canRequire: false });
  });

  it('05 §8.8.1 an exemption is of an active member of that organization', async () => {
    await requiring();
    const colleague = await signUpOwner(server, { email: 'a@elsewhere.test' });
    await server.db.query('UPDATE users SET email = $2 WHERE id = $1', [colleague.userId, `new@${domain}`]);
    const session = api(server).as(colleague.cookie);
    await exempt(colleague.organizationId, colleague.userId);
    expectRefused(await session.get('/v1/user'));
    await server.db.query(
      `INSERT INTO memberships (organization_id, user_id, role, sso_exempt) VALUES ($1, $2, 'member', true)`,
      [owner.organizationId, colleague.userId],
    );
    expect((await session.get('/v1/user')).status).toBe(200);
    await server.db.query(
      `UPDATE memberships SET status = 'suspended' WHERE organization_id = $1 AND user_id = $2`,
      [owner.organizationId, colleague.userId],
    );
    expectRefused(await session.get('/v1/user'));
  });

  it('05 §8.8.5 of requiring and ending the connection at once one wins', async () => {
    await verifyDomain(owner.organizationId);
    const key = api(server).as(await organizationKey(server, owner));
    for (let round = 0; round < 8; round++) {
      const { id } = await connect(admin, owner.organizationId);
      const path = `/v1/org/sso/connections/${id}`;
      const end = () => (round % 2 ? key.delete(path) : key.patch(path, { enabled: false }));
      const [required, ended] = await Promise.all([key.patch(ENFORCEMENT, { ssoRequired: true }), end()]);
      const outcome = [required.status === 200, ended.status < 300];
      expect(outcome.filter(Boolean)).toHaveLength(1);
      const [row] = await server.db.query(
        `SELECT (SELECT required FROM sso_settings WHERE organization_id = $1) AS required,
           EXISTS (SELECT FROM sso_connections WHERE organization_id = $1 AND status = 'active') AS usable`,
        [owner.organizationId],
      );
      expect([
        { required: true, usable: true },
        { required: false, usable: false },
      ]).toContainEqual(row);
      await key.patch(ENFORCEMENT, { ssoRequired: false });
      await key.delete(path);
    }
  });

  it('05 §8.8 reaches the control endpoints of the gateway', async () => {
    await requiring();
    const there = api({ apiUrl: server.gatewayUrl }).as(owner.cookie).inWorkspace(owner.workspaceId);
    expectRefused(await there.get('/v1/approvals/pending'));
    await exempt(owner.organizationId, owner.userId);
    expect((await there.get('/v1/approvals/pending?wait=0')).status).not.toBe(401);
  });
});

describe('other ways in, where single sign-on is required', () => {
  const refusal = { code: 'sso_required', message: expect.any(String) };

  it('R36.4 passwords are one answer, but for the right one of an exempt person', async () => {
    const colleague = await signUpOwner(server, { email: `colleague@${domain}` });
    await requiring();
    const answers = [
      await signIn(owner.email),
      await signIn(owner.email.toUpperCase()),
      await signIn(owner.email, 'wrong password'),
      await signIn(`nobody@${domain}`),
      await from().post('/auth/sign-up/email', { name: 'x', email: owner.email, password: PASSWORD }),
      await from().post('/auth/sign-up/email', { name: 'x', email: `new@${domain}`, password: PASSWORD }),
    ];
    for (const answer of answers) {
      expect([answer.status, answer.body, answer.cookies]).toEqual([401, refusal, []]);
      expect(answer.text).toBe(answers[0]!.text);
    }
    await exempt(owner.organizationId, owner.userId);
    expect((await signIn(owner.email, 'wrong password')).text).toBe(answers[0]!.text);
    expect((await signIn(colleague.email)).text).toBe(answers[0]!.text);
    const good = await signIn(owner.email);
    expect(good.status).toBe(200);
    expect((await api(server).as(good.cookies.join('; ')).get('/v1/user')).status).toBe(200);
    expect((await signIn(`nobody@sub.${domain}`)).body.code).toBe('INVALID_EMAIL_OR_PASSWORD');
    const [{ count }] = (await server.db.query(
      `SELECT count(*)::int FROM audit_log WHERE user_email = $1 AND action = 'verify' AND status = 'failure'`,
      [owner.email],
    )) as [{ count: number }];
    expect(count).toBe(4);
  });

  it('05 §8.8 Google opens nothing either, linked or not, and makes no account', async () => {
    const byGoogle = async (account: { sub: string; email: string }) => {
      const started = await from().post('/auth/sign-in/social', { provider: 'google' });
      const callback = google.consent(started.body.url, { email_verified: true, ...account });
      const back = from().as(started.cookies.join('; '));
      return back.get(`/auth/callback/google?${callback.toString()}`);
    };
    await server.db.query('UPDATE users SET email_verified = true WHERE id = $1', [owner.userId]);
    const linked = { sub: randomUUID(), email: owner.email };
    expect((await byGoogle(linked)).headers.location).not.toContain('error');
    await requiring();
    for (const account of [
      linked,
      { sub: randomUUID(), email: owner.email },
      { sub: randomUUID(), email: `new@${domain}` },
    ]) {
      const { status, headers, cookies } = await byGoogle(account);
      expect([status, headers.location, cookies]).toEqual([
        302,
        expect.stringContaining('error=sso_required'),
        [],
      ]);
    }
    expect(await server.db.query('SELECT 1 FROM users WHERE email = $1', [`new@${domain}`])).toEqual([]);
    await exempt(owner.organizationId, owner.userId);
    expect((await byGoogle(linked)).headers.location).not.toContain('error');
  });

  it('05 §2.11.5 an invitation is accepted by a session that passes', async () => {
    const invitee = await signUpOwner(server, { email: `invitee@${domain}` });
    await requiring();
    const other = await signUpOwner(server);
    const invited = await administrationOf(server, other).session.post('/v1/org/invitations', {
      email: invitee.email,
      role: 'member',
    });
    const token = new URL(invited.body.joinUrl).searchParams.get('token');
    expectRefused(await api(server).as(invitee.cookie).post('/v1/invitations/accept', { token }));
  });

  it('05 §1.1.4, §8.8.6 nobody is locked out without the licence, or when the operator opens the doors', async () => {
    await requiring();
    const without = await startReplica(server, { ENTERPRISE_ENABLED: 'false' });
    const log: string[] = [];
    const open = await startReplica(
      server,
      { ENTERPRISE_ENABLED: 'true', SSO_ENFORCEMENT_DISABLED: 'true', LOG_LEVEL: 'warn' },
      { write: (line) => void log.push(line) },
    );
    try {
      for (const replica of [without, open]) {
        expect((await api(replica).as(owner.cookie).get('/v1/user')).status).toBe(200);
        expect((await signIn(owner.email, PASSWORD, replica)).status).toBe(200);
        expect((await signIn(owner.email, 'wrong password', replica)).body.code).toBe(
          'INVALID_EMAIL_OR_PASSWORD',
        );
      }
      expect(log.join()).toContain('SSO_ENFORCEMENT_DISABLED');
      const { body } = await api(open)
        .as(owner.cookie)
        .with({ 'x-organization-id': owner.organizationId })
        .get(ENFORCEMENT);
      expect(body).toMatchObject({ ssoRequired: true, overriddenByOperator: true });
      const found = await from(open).post(LOOKUP, { email: owner.email });
      expect(found.body).toMatchObject({ sso: true, enforced: false });
      expect((await from(without).post(LOOKUP, { email: owner.email })).status).toBe(403);
    } finally {
      await open.close();
      await without.close();
    }
    expectRefused(await admin.get('/v1/user'));
  });
});

describe('the look-up of an address', () => {
  const look = (email: string) => from().post(LOOKUP, { email });

  it('05-20 tells by the domain alone, while the connection is not disabled', async () => {
    expect((await look(owner.email)).body).toEqual({ sso: false });
    await server.db.query(
      `INSERT INTO domains (organization_id, domain, verification_token) VALUES ($1, $2, 'x')`,
      [owner.organizationId, domain],
    );
    const { id, providerName } = await connect(admin, owner.organizationId, 'pending');
    expect((await look(owner.email)).body).toEqual({ sso: false });
    await server.db.query('UPDATE domains SET verified_at = now() WHERE domain = $1', [domain]);
    const known = await look(owner.email);
    expect([known.status, known.body]).toEqual([
      200,
      {
        sso: true,
        provider: providerName,
        enforced: false,
        loginUrl: `https://gateway.acme.test/v1/auth/sso/${providerName}/login`,
      },
    ]);
    expect((await look(`nobody@${domain}`)).text).toBe(known.text);
    expect((await look(` Nobody@${domain.toUpperCase()} `)).text).toBe(known.text);
    expect((await look(`nobody@sub.${domain}`)).body).toEqual({ sso: false });
    const path = `/v1/org/sso/connections/${id}`;
    await admin.patch(path, { enabled: false });
    expect((await look(owner.email)).body).toEqual({ sso: false });
    await admin.patch(path, { enabled: true, clientSecret: 'secret' });
    expect((await look(owner.email)).text).toBe(known.text);
    await server.db.query(`UPDATE sso_connections SET status = 'active' WHERE id = $1`, [id]);
    await admin.patch(ENFORCEMENT, { ssoRequired: true });
    expect((await look(`nobody@${domain}`)).body.enforced).toBe(true);
    for (const email of ['', 'x', `a@b@${domain}`, `${'x'.repeat(250)}@${domain}`, 7]) {
      const refused = await from().post(LOOKUP, { email });
      expect([refused.status, typeof refused.body.error]).toEqual([400, 'string']);
    }
    await roomInThrottleWindow();
    const office = from();
    const answers = await Promise.all(
      Array.from({ length: 21 }, () => office.post(LOOKUP, { email: owner.email })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([...Array<number>(20).fill(200), 429]);
    expect(answers.find(({ status }) => status === 429)?.headers['retry-after']).toMatch(/^\d+$/);
  });

  it('05 §8.6 reads nothing about people, so that it cannot take longer for some', async () => {
    await verifyDomain(owner.organizationId);
    await connect(admin, owner.organizationId);
    await server.app.get(Database).tx(async (tx) => {
      await tx.query(
        'LOCK TABLE users, memberships, user_sessions, user_passwords, sso_identities IN ACCESS EXCLUSIVE MODE',
      );
      for (const email of [owner.email, `nobody@${domain}`, 'nobody@elsewhere.test'])
        expect((await look(email)).body.sso).toBe(email.endsWith(domain));
    });
  });
});

describe('on Cloud', () => {
  let cloud: TestServer;
  let issuer: SessionIssuer;

  withCloud((stand) => ({ cloud, issuer } = stand));

  it('05 §8.8, 01 §12.2 a token names the provider it came by; requiring takes the plan, opening again never does', async () => {
    const person = await signInOnCloud(cloud, issuer);
    const by = person.api;
    await verifyDomain(person.organizationId, domain, cloud.db);
    const { providerName } = await connect(by, person.organizationId, 'active', cloud.db);
    const withoutPlan = await by.patch(ENFORCEMENT, { ssoRequired: true });
    expect([withoutPlan.status, withoutPlan.body.error.message]).toEqual([
      403,
      expect.stringContaining('Enterprise'),
    ]);
    await setPlan(cloud, person.organizationId, 'enterprise');
    expect((await by.patch(ENFORCEMENT, { ssoRequired: true })).status).toBe(200);
    const sub = randomUUID();
    const claims = { sub, email: `a@${domain}`, email_verified: true };
    const ask = (more: object = {}) =>
      api(cloud)
        .as(issuer.token({ ...claims, ...more }))
        .get('/v1/auth/session');
    const refused = await ask();
    expect([refused.status, refused.body.code]).toEqual([401, 'sso_required']);
    expect(await cloud.db.query('SELECT 1 FROM users WHERE email = $1', [claims.email])).toEqual([]);
    expect((await ask({ identities: [{ providerName: 'org-000000000000000000000000' }] })).status).toBe(401);
    expect((await ask({ identities: [{ providerName }] })).status).toBe(200);
    expect((await ask()).status).toBe(401);
    const again = { sub: randomUUID(), email: claims.email, email_verified: false };
    for (const [identities, status] of [
      [[], 409],
      [[{ providerName: 'org-000000000000000000000000' }], 409],
      [[{ providerName }], 200],
    ] as const)
      expect([(await ask({ ...again, identities })).status, identities]).toEqual([status, identities]);
    await setPlan(cloud, person.organizationId, 'free');
    expect((await by.patch(ENFORCEMENT, { ssoRequired: false })).status).toBe(200);
    expect((await ask()).status).toBe(200);
  });
});
