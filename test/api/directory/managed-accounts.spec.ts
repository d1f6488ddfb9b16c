import { randomBytes, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { REFERENCES_TO_PEOPLE } from '../../../src/modules/people/identity/users/references-to-people.js';
import { expectStatus, type Owner, PASSWORD, signUpOwner } from '../../harness/people/accounts.js';
import { api, type Answer, type ApiClient } from '../../harness/clients/client.js';
import { setPlan, signInOnCloud } from '../../harness/people/cloud.js';
import { whileHeld } from '../../harness/database/contention.js';
import { administrationOf } from '../../harness/sign-on/directory.js';
import { newcomer, someEmail, stranger } from '../../harness/people/newcomers.js';
import { OPERATOR, operator } from '../../harness/people/partners.js';
import { connectDirectory, type Directory, operations, refusalOf } from '../../harness/sign-on/scim.js';
import { startServer, type TestServer } from '../../harness/server/server.js';
import type { SessionIssuer } from '../../harness/people/session-issuer.js';
import { connectedTo } from '../../harness/sign-on/sign-on.js';
import { type SmtpSink, startSmtpSink } from '../../harness/people/smtp-sink.js';
import { withCloud } from '../../harness/server/stands.js';
import { until } from '../../harness/time/until.js';

const USERS = '/scim/v2/Users';
const MEMBERS = '/v1/org/members';

let sink: SmtpSink;
let server: TestServer;
let owner: Owner;
let admin: ApiClient;
let directory: Directory;

beforeAll(async () => {
  sink = await startSmtpSink();
  server = await startServer({
    ...OPERATOR,
    ENTERPRISE_ENABLED: 'true',
    REGISTRATION: 'open',
    SMTP_URL: sink.url,
    MAIL_FROM: 'Gateway <gateway@example.test>',
  });
});

afterAll(async () => {
  await server?.close();
  await sink?.close();
});

beforeEach(async () => {
  owner = await signUpOwner(server);
  admin = administrationOf(server, owner).session;
  directory = await connectDirectory(server, owner);
});

async function provision(userName = someEmail(), more: object = {}): Promise<{ id: string; email: string }> {
  const { body } = expectStatus(await directory.api.post(USERS, { userName, ...more }), 201);
  return { id: body.id, email: userName };
}

const patch = (id: string, path: string, value: unknown): Promise<Answer> =>
  directory.api.patch(`${USERS}/${id}`, operations({ op: 'replace', path, value }));
const rename = (id: string, to: string) => patch(id, 'userName', to);
const suspend = async (id: string): Promise<string> =>
  expectStatus(await admin.patch(`${MEMBERS}/${id}`, { status: 'suspended' }), 200).body.revocation;
const reinstate = (id: string) => admin.patch(`${MEMBERS}/${id}`, { status: 'active' });
const signIn = (email: string) => stranger(server).post('/auth/sign-in/email', { email, password: PASSWORD });
const isIn = async (session: ApiClient) => (await session.get('/auth/get-session')).body !== null;

const RESET_TOKEN = /reset-password\?token=([0-9a-f]{64})/;

/** Sets a password by the mail of the address and signs in with it. */
async function enter(email: string): Promise<ApiClient> {
  const mails = () => sink.mails.filter(({ to, text }) => to.includes(email) && RESET_TOKEN.test(text));
  const before = mails().length;
  expectStatus(await stranger(server).post('/auth/request-password-reset', { email }), 200);
  await until(() => mails().length > before);
  const token = RESET_TOKEN.exec(mails().at(-1)!.text)![1]!;
  const from = stranger(server);
  expectStatus(await from.post('/auth/reset-password', { token, newPassword: PASSWORD }), 200);
  return from.as(expectStatus(await signIn(email), 200).cookies.join('; '));
}

async function verify(domain: string, organizationId = owner.organizationId): Promise<void> {
  await server.db.query(
    `INSERT INTO domains (organization_id, domain, verification_token, verified_at) VALUES ($1, $2, 'x', now())`,
    [organizationId, domain],
  );
}

const waitingResets = () =>
  server.db.query(`SELECT 1 FROM graphile_worker.jobs WHERE task_identifier = 'identity.password-reset'`);

const someDomain = () => `d-${randomBytes(6).toString('hex')}.test`;

describe('R39.2 an account that a person made', () => {
  let victim: Awaited<ReturnType<typeof newcomer>>;
  let id: string;

  beforeEach(async () => {
    victim = await newcomer(server, { name: 'Own Name' });
    id = (await victim.session.get('/auth/get-session')).body.user.id;
  });

  async function expectUntouched(): Promise<void> {
    expect(await isIn(victim.session)).toBe(true);
    expect((await signIn(victim.email)).status).toBe(200);
    const { user } = (await victim.session.get('/auth/get-session')).body;
    expect([user.email, user.name]).toEqual([victim.email, 'Own Name']);
  }

  it('is neither renamed, named nor locked by a directory that adds it', async () => {
    expect((await provision(victim.email, { displayName: 'Other' })).id).toBe(id);
    for (const to of [`mallory-${victim.email}`, someEmail()]) {
      expect(refusalOf(await rename(id, to))).toEqual([400, 'mutability']);
      const replaced = await directory.api.put(`${USERS}/${id}`, { userName: to });
      expect(refusalOf(replaced)).toEqual([400, 'mutability']);
    }
    expect((await patch(id, 'displayName', 'Here')).body.displayName).toBe('Here');
    expect((await patch(id, 'active', false)).body.active).toBe(false);
    await expectUntouched();
    expect((await patch(id, 'active', true)).body.active).toBe(true);
    expect((await directory.api.delete(`${USERS}/${id}`)).status).toBe(204);
    await expectUntouched();
  });

  it('is not by a member that an administrator created, nor by removing that one', async () => {
    expectStatus(await admin.post(MEMBERS, { email: victim.email, name: 'Other' }), 201);
    expect(refusalOf(await rename(id, `mallory-${victim.email}`))).toEqual([400, 'mutability']);
    expect(await suspend(id)).toBe('membership_only');
    await expectUntouched();
    await reinstate(id);
    expect((await admin.delete(`${MEMBERS}/${id}`)).status).toBe(204);
    await expectUntouched();
    expectStatus(await admin.post(MEMBERS, { email: victim.email }), 201);
    expect((await admin.delete(`/v1/org/team/${id}`)).status).toBe(204);
    await expectUntouched();
  });

  it('is not on a verified domain of the organization either', async () => {
    const domain = someDomain();
    await server.db.query(`UPDATE users SET email = $2 WHERE id = $1`, [id, `ada@${domain}`]);
    await verify(domain);
    await provision(`ada@${domain}`);
    expect(refusalOf(await rename(id, `mallory@${domain}`))).toEqual([400, 'mutability']);
    expect(await suspend(id)).toBe('membership_only');
    expect(await isIn(victim.session)).toBe(true);
  });
});

describe('R39.1 an account that a directory made', () => {
  it('is the person’s once they enter it by the mail of its address, unless the domain is the organization’s', async () => {
    const domain = someDomain();
    const { id, email } = await provision(`ada@${domain}`);
    const session = await enter(email);
    expect(refusalOf(await rename(id, `mallory@${domain}`))).toEqual([400, 'mutability']);
    expect(await suspend(id)).toBe('membership_only');
    expect(await isIn(session)).toBe(true);
    await reinstate(id);
    await verify(domain);
    expect(refusalOf(await rename(id, someEmail()))).toEqual([400, 'mutability']);
    expect((await rename(id, `ada.l@${domain}`)).body.userName).toBe(`ada.l@${domain}`);
    expect(await suspend(id)).toBe('disabled');
    expect(await isIn(session)).toBe(false);
  });

  it('is the person’s also when the password they once entered with is gone', async () => {
    const { id, email } = await provision();
    await enter(email);
    await server.db.query(`DELETE FROM user_sessions WHERE user_id = $1`, [id]);
    await server.db.query(`DELETE FROM user_passwords WHERE user_id = $1`, [id]);
    expect(refusalOf(await rename(id, someEmail()))).toEqual([400, 'mutability']);
  });

  it('R39.3 moves anywhere before anybody enters it, and afterwards to a verified domain only', async () => {
    const domain = someDomain();
    const { id } = await provision();
    expect((await rename(id, `ada@${domain}`)).status).toBe(200);
    await server.db.query(`UPDATE users SET last_login_at = now() WHERE id = $1`, [id]);
    expect(refusalOf(await rename(id, `other@${domain}`))).toEqual([400, 'mutability']);
    await verify(domain);
    expect((await rename(id, `other@${domain}`)).status).toBe(200);
  });

  it('R39.1 is not managed by who adds it after another organization made it', async () => {
    const other = await signUpOwner(server);
    const { id, email } = await provision();
    const second = await connectDirectory(server, other);
    expectStatus(await second.api.post(USERS, { userName: email }), 201);
    for (const each of [directory, second]) {
      const answer = await each.api.patch(
        `${USERS}/${id}`,
        operations({ path: 'userName', value: someEmail() }),
      );
      expect(refusalOf(answer)).toEqual([400, 'mutability']);
    }
    expectStatus(await administrationOf(server, other).session.delete(`${MEMBERS}/${id}`), 204);
    expect((await rename(id, someEmail())).status).toBe(200);
  });

  it('R39.2 whose owner has meanwhile a partner is not locked by any removal', async () => {
    for (const remove of [
      (id: string) => directory.api.delete(`${USERS}/${id}`),
      (id: string) => admin.delete(`${MEMBERS}/${id}`),
      (id: string) => admin.delete(`/v1/org/team/${id}`),
    ]) {
      const domain = someDomain();
      await verify(domain);
      const { id, email } = await provision(`ada@${domain}`);
      const session = await enter(email);
      const made = await operator(server).post('/v1/operator/partners', { name: 'P', ownerEmail: email });
      expect(expectStatus(made, 201).body.owner.userId).toBe(id);
      expect(refusalOf(await rename(id, `mallory@${domain}`))).toEqual([400, 'mutability']);
      expectStatus(await remove(id), 204);
      expect((await session.get('/v1/partner')).status).toBe(200);
      expect((await signIn(email)).status).toBe(200);
    }
  });

  it('R39.2 that nobody entered is not kept from the stranger whose address it names', async () => {
    const { id, email } = await provision();
    expect((await patch(id, 'active', false)).body.active).toBe(false);
    expect(await isIn(await enter(email))).toBe(true);
    const second = await provision();
    expectStatus(await admin.delete(`${MEMBERS}/${second.id}`), 204);
    expect(await isIn(await enter(second.email))).toBe(true);
  });

  it('R39.2 that nobody entered is kept from an address on the organization’s own domain', async () => {
    const domain = someDomain();
    await verify(domain);
    const { id, email } = await provision(`ada@${domain}`);
    expectStatus(await admin.delete(`${MEMBERS}/${id}`), 204);
    expectStatus(await stranger(server).post('/auth/request-password-reset', { email }), 200);
    await until(async () => (await waitingResets()).length === 0);
    expect(await server.db.query(`SELECT 1 FROM password_reset_tokens WHERE user_id = $1`, [id])).toEqual([]);
  });

  it('R39.2 that its organization switched off is open again once the organization is gone', async () => {
    const domain = someDomain();
    await verify(domain);
    const { id, email } = await provision(`ada@${domain}`);
    await enter(email);
    expect(await suspend(id)).toBe('disabled');
    expect((await signIn(email)).status).toBe(401);
    await server.db.query(`DELETE FROM domains WHERE domain = $1`, [domain]);
    expectStatus(await admin.delete('/v1/org'), 204);
    expect((await signIn(email)).status).toBe(200);
  });

  it('is judged after whoever is giving somebody else a part in it', async () => {
    const other = await signUpOwner(server);
    const { id } = await provision();
    const [answer] = await whileHeld(
      server,
      (query) =>
        query(`INSERT INTO memberships (organization_id, user_id, role) VALUES ($1, $2, 'member')`, [
          other.organizationId,
          id,
        ]),
      [() => rename(id, someEmail())],
    );
    expect(refusalOf(answer!)).toEqual([400, 'mutability']);
  });

  const parts: [string, (id: string, organizationId: string) => Promise<unknown>][] = [
    [
      'a suspended membership elsewhere',
      (id, organizationId) =>
        server.db.query(
          `INSERT INTO memberships (organization_id, user_id, role, status) VALUES ($1, $2, 'member', 'suspended')`,
          [organizationId, id],
        ),
    ],
    [
      'an identity at another organization’s provider',
      async (id, organizationId) => {
        await server.db.query(
          `INSERT INTO memberships (organization_id, user_id, role) VALUES ($1, $2, 'member')`,
          [organizationId, id],
        );
        await server.db.query(
          `INSERT INTO sso_identities (organization_id, user_id, issuer, subject) VALUES ($1, $2, 'i', 's')`,
          [organizationId, id],
        );
      },
    ],
    [
      'a place in a partner',
      async (id) => {
        const [row] = await server.db.query<{ email: string }>(`SELECT email FROM users WHERE id = $1`, [id]);
        const body = { name: 'P', ownerEmail: row!.email };
        expectStatus(await operator(server).post('/v1/operator/partners', body), 201);
      },
    ],
  ];

  it.each(parts)(
    'R39.1 is nobody’s while somebody else has %s, also on a verified domain',
    async (_, give) => {
      const other = await signUpOwner(server);
      const domain = someDomain();
      await verify(domain);
      const { id } = await provision(`ada@${domain}`);
      await give(id, other.organizationId);
      expect(refusalOf(await rename(id, `mallory@${domain}`))).toEqual([400, 'mutability']);
      expect(await suspend(id)).toBe('membership_only');
    },
  );

  it('R39.1 is the person’s once they sign in with Google', async () => {
    const { id } = await provision();
    await server.db.query(
      `INSERT INTO linked_sign_ins (provider, subject, user_id) VALUES ('google', $1, $2)`,
      [randomUUID(), id],
    );
    expect(refusalOf(await rename(id, someEmail()))).toEqual([400, 'mutability']);
    expect(await suspend(id)).toBe('membership_only');
  });
});

it('R39.4 every column that refers to people is considered', async () => {
  const found = await server.db.query<{ name: string }>(
    `SELECT c.conrelid::regclass || '.' || a.attname AS name
     FROM pg_constraint c
     CROSS JOIN LATERAL unnest(c.conkey, c.confkey) AS k(own, other)
     JOIN pg_attribute a ON a.attrelid = c.conrelid AND a.attnum = k.own
     JOIN pg_attribute f ON f.attrelid = c.confrelid AND f.attnum = k.other
     WHERE c.contype = 'f' AND (c.confrelid = 'users'::regclass OR f.attname LIKE '%user_id')
     UNION
     SELECT c.relname || '.' || a.attname FROM pg_attribute a
     JOIN pg_class c ON c.oid = a.attrelid AND c.relkind IN ('r', 'p') AND c.relnamespace = 'public'::regnamespace
     WHERE a.attname ~ '(^|_)user_id$' AND a.atttypid = 'uuid'::regtype AND NOT a.attisdropped
     ORDER BY 1`,
  );
  expect(found.map(({ name }) => name)).toEqual(Object.keys(REFERENCES_TO_PEOPLE).sort());
});

describe('R39.1 where the operator’s sign-in service stands between (01 §12)', () => {
  let cloud: TestServer;
  let tokens: SessionIssuer;

  withCloud((stand) => ({ cloud, issuer: tokens } = stand));

  it('only the provider of the organization, named alone, is its single sign-on', async () => {
    const administrator = await signInOnCloud(cloud, tokens);
    await setPlan(cloud, administrator.organizationId, 'enterprise');
    const connection = { issuer: 'https://login.test', clientId: 'c', clientSecret: 's' };
    const own = await connectedTo(cloud, administrator.organizationId, connection);
    const arrive = async (providers: string[]) => {
      const email = own.someone();
      const { body } = expectStatus(await administrator.api.post(MEMBERS, { email }), 201);
      const identities = providers.map((providerName) => ({ providerName }));
      const token = tokens.token({ sub: randomUUID(), email, email_verified: true, identities });
      expectStatus(await api(cloud).as(token).get('/v1/auth/session'), 200);
      return body.userId as string;
    };
    const people = [await arrive([own.provider]), await arrive([]), await arrive([own.provider, 'Google'])];
    await cloud.db.query(`DELETE FROM domains WHERE organization_id = $1`, [administrator.organizationId]);
    const answers = await Promise.all(
      people.map((id) => administrator.api.patch(`${MEMBERS}/${id}`, { status: 'suspended' })),
    );
    expect(answers.map(({ body }) => body.revocation)).toEqual([
      'disabled',
      'membership_only',
      'membership_only',
    ]);
  });
});
