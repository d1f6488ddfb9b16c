/** @passwords as-shipped */
import { randomBytes, randomInt } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { organizationKey, type Owner, PASSWORD, signUpOwner } from '../../harness/people/accounts.js';
import { agentWith } from '../../harness/clients/agent.js';
import { api, type Answer, type ApiClient } from '../../harness/clients/client.js';
import { whileHeld } from '../../harness/database/contention.js';
import { joinAs } from '../../harness/people/members.js';
import { startServer, type TestServer } from '../../harness/server/server.js';
import { startSmtpSink, type SmtpSink } from '../../harness/people/smtp-sink.js';
import { roomInThrottleWindow } from '../../harness/time/throttle-window.js';
import { until } from '../../harness/time/until.js';

const SIGN_UP = '/auth/sign-up/email';
const SIGN_IN = '/auth/sign-in/email';
const ANOTHER_PASSWORD = 'a quite different one';

let server: TestServer;
let sink: SmtpSink;

beforeAll(async () => {
  sink = await startSmtpSink();
  server = await startServer({ SMTP_URL: sink.url, MAIL_FROM: 'Gateway <gateway@example.test>' });
  // The first account of a server is made on its machine (R47); the others come from anywhere.
  expect(
    (await api(server).post(SIGN_UP, { name: 'A', email: someEmail(), password: PASSWORD })).status,
  ).toBe(200);
});

afterAll(async () => {
  await server.close();
  await sink.close();
});

function someEmail(): string {
  return `person-${randomBytes(6).toString('hex')}@example.test`;
}

/** A client from an address of its own: throttles by address stay out of the way. */
function stranger(target: TestServer = server): ApiClient {
  const address = `198.${randomInt(1, 250)}.${randomInt(1, 250)}.${randomInt(1, 250)}`;
  return api(target).with({ 'x-forwarded-for': address });
}

async function signUp(email = someEmail()): Promise<{ email: string; answer: Answer; cookie: string }> {
  const answer = await stranger().post(SIGN_UP, { name: 'Test Person', email, password: PASSWORD });
  expect(answer.status).toBe(200);
  return { email, answer, cookie: answer.cookies.join('; ') };
}

async function signIn(email: string, password = PASSWORD, more: object = {}): Promise<Answer> {
  return stranger().post(SIGN_IN, { email, password, ...more });
}

async function cookieOf(email: string, password = PASSWORD): Promise<string> {
  const answer = await signIn(email, password);
  expect(answer.status).toBe(200);
  return answer.cookies.join('; ');
}

function isSignedIn(cookie: string): Promise<boolean> {
  return api(server)
    .as(cookie)
    .get('/auth/get-session')
    .then(({ body }) => body !== null);
}

describe('accounts with email and password (01 §11.3)', () => {
  it('sign-up creates the person with a lowercase address, opens a session and sets the cookie', async () => {
    const email = someEmail();
    const { answer, cookie } = await signUp(` ${email.toUpperCase()} `);
    expect(answer.body).toEqual({
      token: expect.stringMatching(/^[0-9a-f]{32}$/),
      user: {
        id: expect.any(String),
        name: 'Test Person',
        email,
        emailVerified: false,
        image: null,
        createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
        updatedAt: expect.any(String),
        externalAuthId: expect.stringMatching(/^cg:[0-9a-f-]{36}$/),
      },
    });
    const setCookie = String([answer.headers['set-cookie']].flat()[0]);
    expect(setCookie).toMatch(/^cg_session=[0-9a-f]{64}\.[A-Za-z0-9_-]{43}; /);
    for (const attribute of ['Max-Age=2592000', 'Path=/', 'HttpOnly', 'SameSite=Lax']) {
      expect(setCookie).toContain(attribute);
    }
    expect(setCookie).not.toMatch(/Secure|Domain/);
    expect(cookie).not.toContain(answer.body.token);
    const current = await api(server).as(cookie).get('/auth/get-session');
    expect(current.body).toEqual({
      session: {
        id: expect.any(String),
        token: answer.body.token,
        userId: answer.body.user.id,
        expiresAt: expect.any(String),
        createdAt: expect.any(String),
        updatedAt: expect.any(String),
        ipAddress: expect.stringMatching(/^198\./),
        userAgent: null,
      },
      user: answer.body.user,
    });
  });

  it('no token is stored in clear, and the password only as argon2id of the agreed strength', async () => {
    const { answer, cookie } = await signUp();
    const secret = decodeURIComponent(cookie.split('=')[1]!).split('.')[0]!;
    const [row] = await server.db.query<{ session: string; hash: string }>(
      `SELECT s::text AS session, p.password_hash AS hash
       FROM user_sessions s JOIN user_passwords p USING (user_id) WHERE s.user_id = $1`,
      [answer.body.user.id],
    );
    expect(row!.session).not.toContain(secret);
    expect(row!.hash).toMatch(/^\$argon2id\$v=19\$m=19456,(t=2,p=1|p=1,t=2)\$/);
  });

  it.each([
    ['VALIDATION_ERROR', undefined],
    ['VALIDATION_ERROR', '{not json'],
    ['VALIDATION_ERROR', []],
    ['VALIDATION_ERROR', { name: ' ', email: 'a@example.test', password: PASSWORD }],
    ['VALIDATION_ERROR', { name: 'A', email: 7, password: PASSWORD }],
    ['VALIDATION_ERROR', { name: 'A\u0000', email: 'a@example.test', password: PASSWORD }],
    ['VALIDATION_ERROR', { name: 'A', email: 'a@example.test' }],
    ['INVALID_EMAIL', { name: 'A', email: 'nobody', password: PASSWORD }],
    ['INVALID_EMAIL', { name: 'A', email: 'ä@example.test', password: PASSWORD }],
    ['INVALID_EMAIL', { name: 'A', email: 'someone.@example.test', password: PASSWORD }],
    ['INVALID_EMAIL', { name: 'A', email: '.someone@example.test', password: PASSWORD }],
    ['INVALID_EMAIL', { name: 'A', email: 'some..one@example.test', password: PASSWORD }],
    ['INVALID_EMAIL', { name: 'A', email: `${'a'.repeat(65)}@example.test`, password: PASSWORD }],
    ['PASSWORD_TOO_SHORT', { name: 'A', email: 'a@example.test', password: 'seven77' }],
    ['PASSWORD_TOO_LONG', { name: 'A', email: 'a@example.test', password: 'x'.repeat(129) }],
  ])('a sign-up that is wrong by itself is 400 %s (%j)', async (code, body) => {
    const answer = await stranger().post(SIGN_UP, body);
    expect(answer.status).toBe(400);
    expect(answer.body).toEqual({ code, message: expect.any(String) });
  });

  it('a taken address is 422, also for the loser of two simultaneous sign-ups', async () => {
    const email = someEmail();
    const person = { name: 'Twin', email, password: PASSWORD };
    const both = await Promise.all([stranger().post(SIGN_UP, person), stranger().post(SIGN_UP, person)]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 422]);
    const third = await stranger().post(SIGN_UP, { ...person, email: email.toUpperCase() });
    expect(third.status).toBe(422);
    expect(third.body.code).toBe('USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL');
  });

  it('an account without a password is taken too, and stays without one', async () => {
    const email = someEmail();
    await server.db.query(`INSERT INTO users (email, external_auth_id) VALUES ($1, $2)`, [
      email,
      `d:${email}`,
    ]);
    const answer = await stranger().post(SIGN_UP, { name: 'Squatter', email, password: PASSWORD });
    expect(answer.status).toBe(422);
    expect((await signIn(email)).status).toBe(401);
  });

  it('wrong password, unknown address and switched-off account get the same answer', async () => {
    const { email } = await signUp();
    const off = await signUp();
    await server.db.query(`UPDATE users SET deactivated_at = now() WHERE email = $1`, [off.email]);
    const answers = [
      await signIn(email, 'wrong password'),
      await signIn(someEmail()),
      await signIn(off.email),
    ];
    for (const answer of answers) {
      expect(answer.status).toBe(401);
      expect(answer.body).toEqual(answers[0]!.body);
      expect(answer.cookies).toEqual([]);
    }
    expect(answers[0]!.body.code).toBe('INVALID_EMAIL_OR_PASSWORD');
    expect(await isSignedIn(off.cookie)).toBe(false);
    expect((await signIn('nobody')).body.code).toBe('INVALID_EMAIL');
  });

  it('an unknown address costs the time of a password check too', async () => {
    const { email } = await signUp();
    const duration = async (address: string): Promise<number> => {
      const started = performance.now();
      await signIn(address, 'wrong password');
      return performance.now() - started;
    };
    const times: Record<'known' | 'unknown', number[]> = { known: [], unknown: [] };
    for (let n = 0; n < 7; n++) {
      times.known.push(await duration(email));
      times.unknown.push(await duration(someEmail()));
    }
    // Without the decoy an unknown address answers in a tenth of the time.
    expect(Math.min(...times.unknown)).toBeGreaterThan(Math.min(...times.known) / 2);
  });

  it('refused and accepted sign-ins are audited without a trace of the password', async () => {
    const { email } = await signUp();
    await signIn(email, 'wrong password');
    await signIn(email);
    const rows = await server.db.query<{ status: string; row: string }>(
      `SELECT status, a::text AS row FROM audit_log a
       WHERE user_email = $1 AND service = 'auth' AND action = 'verify' ORDER BY created_at`,
      [email],
    );
    expect(rows.map(({ status }) => status)).toEqual(['failure', 'success']);
    for (const { row } of rows) expect(row).not.toMatch(new RegExp(`wrong password|${PASSWORD}`));
  });

  it('rememberMe false gives a session cookie and a day that does not slide', async () => {
    const { email } = await signUp();
    const answer = await signIn(email, PASSWORD, { rememberMe: false });
    expect(String([answer.headers['set-cookie']].flat()[0])).not.toMatch(/Max-Age|Expires/i);
    const cookie = answer.cookies.join('; ');
    const { session } = (await api(server).as(cookie).get('/auth/get-session')).body;
    expect(Date.parse(session.expiresAt) - Date.parse(session.createdAt)).toBe(24 * 3_600_000);
    await server.db.query(
      `UPDATE user_sessions SET updated_at = now() - interval '25 hours', expires_at = now() + interval '1 hour'
       WHERE id = $1`,
      [session.id],
    );
    const later = await api(server).as(cookie).get('/auth/get-session');
    expect(later.cookies).toEqual([]);
    expect(Date.parse(later.body.session.expiresAt)).toBeLessThan(Date.now() + 3_700_000);
  });

  it('a remembered session used after a day slides 30 days and renews its cookie, then expires', async () => {
    const { cookie } = await signUp();
    const { session } = (await api(server).as(cookie).get('/auth/get-session')).body;
    const age = `UPDATE user_sessions SET updated_at = now() - interval '25 hours', expires_at = now() + $2::interval
      WHERE id = $1`;
    await server.db.query(age, [session.id, '1 hour']);
    const slid = await api(server).as(cookie).get('/auth/get-session');
    expect(slid.cookies.join('; ')).toBe(cookie);
    expect(Date.parse(slid.body.session.expiresAt)).toBeGreaterThan(Date.now() + 29 * 86_400_000);
    await server.db.query(age, [session.id, '-1 second']);
    expect(await isSignedIn(cookie)).toBe(false);
  });

  it('sign-out ends the session at once, clears the cookie and can be repeated', async () => {
    const { cookie } = await signUp();
    for (let time = 0; time < 2; time++) {
      const answer = await api(server).as(cookie).post('/auth/sign-out');
      expect(answer.status).toBe(200);
      expect(answer.body).toEqual({ success: true });
      expect(String(answer.headers['set-cookie'])).toMatch(/^cg_session=; .*Max-Age=0/);
    }
    expect(await isSignedIn(cookie)).toBe(false);
    expect((await api(server).as(cookie).get('/v1/user')).status).toBe(401);
  });

  it('get-session without a session, or with a forged one, is the word null', async () => {
    const { cookie } = await signUp();
    for (const forged of [null, 'cg_session=nonsense', `${cookie.slice(0, -3)}abc`]) {
      const answer = await (forged === null ? api(server) : api(server).as(forged)).get('/auth/get-session');
      expect(answer.status).toBe(200);
      expect(answer.text).toBe('null');
      expect(answer.headers['content-type']).toMatch(/^application\/json/);
    }
  });

  it('ok answers without anything', async () => {
    expect((await api(server).get('/auth/ok')).body).toEqual({ ok: true });
  });
});

describe('sessions of a person (01 §11.3)', () => {
  it('are listed newest first and ended by alias, the others, or all', async () => {
    const { email, cookie: first } = await signUp();
    const second = await cookieOf(email);
    const third = await cookieOf(email);
    const list = await api(server).as(first).get('/auth/list-sessions');
    expect(list.status).toBe(200);
    expect(list.body).toHaveLength(3);
    const created = list.body.map((session: { createdAt: string }) => session.createdAt);
    expect(created).toEqual([...created].sort().reverse());
    for (const cookie of [first, second, third]) {
      const secret = decodeURIComponent(cookie.split('=')[1]!).split('.')[0]!;
      expect(list.text).not.toContain(secret);
    }

    const { session } = (await api(server).as(third).get('/auth/get-session')).body;
    const revoked = await api(server).as(first).post('/auth/revoke-session', { token: session.token });
    expect(revoked.body).toEqual({ status: true });
    expect(await isSignedIn(third)).toBe(false);

    const fourth = await cookieOf(email);
    expect((await api(server).as(first).post('/auth/revoke-other-sessions')).body).toEqual({ status: true });
    expect(await Promise.all([first, second, fourth].map(isSignedIn))).toEqual([true, false, false]);

    const last = await cookieOf(email);
    const all = await api(server).as(first).post('/auth/revoke-sessions');
    expect(all.body).toEqual({ status: true });
    expect(String(all.headers['set-cookie'])).toContain('Max-Age=0');
    expect(await Promise.all([first, last].map(isSignedIn))).toEqual([false, false]);
  });

  it("somebody else's alias ends nothing, and neither does an unknown one", async () => {
    const mine = await signUp();
    const theirs = await signUp();
    for (const token of [theirs.answer.body.token, 'unknown']) {
      const answer = await api(server).as(mine.cookie).post('/auth/revoke-session', { token });
      expect(answer.body).toEqual({ status: true });
    }
    expect(await isSignedIn(theirs.cookie)).toBe(true);
  });

  it.each([
    ['GET', '/auth/list-sessions'],
    ['POST', '/auth/revoke-session'],
    ['POST', '/auth/revoke-other-sessions'],
    ['POST', '/auth/revoke-sessions'],
    ['POST', '/auth/change-password'],
  ])('%s %s without a session is 401 UNAUTHORIZED', async (method, path) => {
    const answer = await stranger().send(method, path, {});
    expect(answer.status).toBe(401);
    expect(answer.body).toEqual({ code: 'UNAUTHORIZED', message: expect.any(String) });
  });
});

describe('changing the password (01 §11.3)', () => {
  function change(cookie: string, body: object): Promise<Answer> {
    return stranger().as(cookie).post('/auth/change-password', body);
  }

  it('keeps the other sessions unless asked, and the old password is worth nothing', async () => {
    const { email, cookie, answer } = await signUp();
    const other = await cookieOf(email);
    const changed = await change(cookie, { currentPassword: PASSWORD, newPassword: ANOTHER_PASSWORD });
    expect(changed.status).toBe(200);
    expect(changed.body).toEqual({ token: null, user: answer.body.user });
    expect(await Promise.all([cookie, other].map(isSignedIn))).toEqual([true, true]);
    expect((await signIn(email)).status).toBe(401);
    expect((await signIn(email, ANOTHER_PASSWORD)).status).toBe(200);
  });

  it('with revokeOtherSessions ends the others and gives this one a new cookie', async () => {
    const { email, cookie } = await signUp();
    const other = await cookieOf(email);
    const changed = await change(cookie, {
      currentPassword: PASSWORD,
      newPassword: ANOTHER_PASSWORD,
      revokeOtherSessions: true,
    });
    const rotated = changed.cookies.join('; ');
    expect(await Promise.all([cookie, other, rotated].map(isSignedIn))).toEqual([false, false, true]);
    const current = await api(server).as(rotated).get('/auth/get-session');
    expect(current.body.session.token).toBe(changed.body.token);
  });

  it.each([
    ['INVALID_PASSWORD', { currentPassword: 'wrong password', newPassword: ANOTHER_PASSWORD }],
    ['PASSWORD_TOO_SHORT', { currentPassword: PASSWORD, newPassword: 'short' }],
    ['PASSWORD_TOO_LONG', { currentPassword: PASSWORD, newPassword: 'x'.repeat(129) }],
    ['VALIDATION_ERROR', { newPassword: ANOTHER_PASSWORD }],
  ])('is refused with %s', async (code, body) => {
    const { email, cookie } = await signUp();
    const answer = await change(cookie, body);
    expect(answer.status).toBe(400);
    expect(answer.body.code).toBe(code);
    expect((await signIn(email)).status).toBe(200);
  });

  it('is refused for an account without a password', async () => {
    const { email, cookie } = await signUp();
    await server.db.query(`DELETE FROM user_passwords USING users u WHERE u.id = user_id AND u.email = $1`, [
      email,
    ]);
    const answer = await change(cookie, { currentPassword: PASSWORD, newPassword: ANOTHER_PASSWORD });
    expect(answer.status).toBe(400);
    expect(answer.body.code).toBe('CREDENTIAL_ACCOUNT_NOT_FOUND');
  });
});

describe('resetting the password (01 §11.3, §20)', () => {
  const REQUEST = '/auth/request-password-reset';

  function mailsTo(email: string): string[] {
    return sink.mails.filter(({ to }) => to.includes(email)).map(({ text }) => text);
  }

  const RESET_LINK = /http:\/\/localhost:10254\/auth\/reset-password\?token=([0-9a-f]{64})/;

  /** The mails with a link. What tells that keys have ended has none, and arrives when it likes. */
  function resetMailsTo(email: string): string[] {
    return mailsTo(email).filter((text) => RESET_LINK.test(text));
  }

  /** Asks for a reset and waits for the mail; gives the token of its link. */
  async function resetToken(email: string): Promise<string> {
    const before = resetMailsTo(email).length;
    const answer = await stranger().post(REQUEST, { email });
    expect(answer.body).toEqual({ status: true, message: expect.any(String) });
    await until(() => resetMailsTo(email).length > before);
    return RESET_LINK.exec(resetMailsTo(email).at(-1)!)![1]!;
  }

  function reset(token: string, newPassword = ANOTHER_PASSWORD): Promise<Answer> {
    return stranger().post('/auth/reset-password', { token, newPassword });
  }

  it('01 §11.3 asking for a reset looks at no account, so that nothing shows which addresses have one', async () => {
    const known = await signUp();
    const before = mailsTo(known.email).length;
    const holder = new pg.Client({ connectionString: server.databaseUrl });
    holder.on('error', () => undefined);
    await holder.connect();
    // Whoever waits for the accounts waits until this transaction is gone, and then its end fails.
    await holder.query(`SET idle_in_transaction_session_timeout = '5s'; BEGIN`);
    await holder.query('LOCK TABLE users, user_passwords, password_reset_tokens IN ACCESS EXCLUSIVE MODE');
    const ask = (email: string) => stranger().post(REQUEST, { email });
    const answers = await Promise.all([ask(known.email), ask(someEmail())]);
    await holder.query('COMMIT');
    await holder.end();
    expect(answers.map(({ status, body }) => [status, body])).toEqual([
      [200, { status: true, message: expect.any(String) }],
      [200, answers[0].body],
    ]);
    await until(() => mailsTo(known.email).length > before);
  });

  it('01-34 a completed reset ends every older session, verifies the address and works once', async () => {
    const owner = await signUpOwner(server);
    const older = await cookieOf(owner.email);
    const token = await resetToken(owner.email);
    expect((await reset(token)).body).toEqual({ status: true });
    for (const cookie of [owner.cookie, older]) {
      expect((await api(server).as(cookie).get('/v1/user')).status).toBe(401);
      expect(await isSignedIn(cookie)).toBe(false);
    }
    expect((await signIn(owner.email)).status).toBe(401);
    const again = await signIn(owner.email, ANOTHER_PASSWORD);
    expect(again.body.user.emailVerified).toBe(true);
    const second = await reset(token);
    expect(second.status).toBe(400);
    expect(second.body.code).toBe('INVALID_TOKEN');
  });

  /** What a person was shown of their account, before they lose it. */
  async function possessions(owner: Owner) {
    const inWorkspace = api(server).as(owner.cookie).inWorkspace(owner.workspaceId);
    const [agent] = (await owner.api.get('/v1/agents')).body;
    const { code } = (await stranger().post('/v1/auth/cli/session')).body;
    expect((await inWorkspace.post('/v1/auth/cli/confirm', { code })).status).toBe(200);
    const invited = await api(server)
      .as(owner.cookie)
      .with({ 'x-organization-id': owner.organizationId })
      .post('/v1/org/invitations', { email: someEmail(), role: 'admin' });
    expect(invited.status).toBe(201);
    return {
      keys: [owner.apiKey, await organizationKey(server, owner)],
      agent: agentWith(server, { ...agent, token: agent.accessToken }),
      deviceCode: code as string,
      invitation: new URL(invited.body.joinUrl).searchParams.get('token')!,
    };
  }

  /** Which of them still work: every key, the key a command line has yet to fetch, the agent, the invitation. */
  async function whatWorks({ keys, agent, deviceCode, invitation }: Awaited<ReturnType<typeof possessions>>) {
    const polled = await stranger().get(`/v1/auth/cli/poll?code=${deviceCode}`);
    const fetched = polled.body.api_key ?? 'oc_none';
    const users = await Promise.all(
      [...keys, fetched].map((key: string) => api(server).as(key).get('/v1/user')),
    );
    const seen = await agent.ask('http://nowhere.invalid/');
    const lookup = await stranger().post('/v1/invitations/lookup', { token: invitation });
    return {
      keys: users.map(({ status }) => status),
      agent: seen.status === 407 ? 'refused' : 'known',
      invitation: lookup.status,
    };
  }

  const EVERYTHING = { keys: [200, 200, 200], agent: 'known', invitation: 200 };
  const NOTHING = { keys: [401, 401, 401], agent: 'refused', invitation: 404 };

  it('R28 ends all that whoever made the account knows, where nobody had proved the address', async () => {
    const squatter = await signUpOwner(server);
    const known = await possessions(squatter);
    expect((await reset(await resetToken(squatter.email))).status).toBe(200);
    expect(await whatWorks(known)).toEqual(NOTHING);
    expect((await signIn(squatter.email)).status).toBe(401);
    const session = api(server).as(await cookieOf(squatter.email, ANOTHER_PASSWORD));
    const own = (await session.inWorkspace(squatter.workspaceId).get('/v1/user/api-key')).body.apiKey;
    const [agent] = (await api(server).as(own).get('/v1/agents')).body;
    const asked = await agentWith(server, { ...agent, token: agent.accessToken }).ask(
      'http://nowhere.invalid/',
    );
    expect(asked.status).not.toBe(407);
    const audited = await server.db.query(
      `SELECT service, action, metadata FROM audit_log
       WHERE user_email = $1 AND (metadata ? 'credentialsEnded' OR metadata->>'reason' = 'account-claimed')
       ORDER BY service`,
      [squatter.email],
    );
    expect(audited).toEqual([
      { service: 'agent', action: 'regenerate', metadata: { reason: 'account-claimed', agents: 1 } },
      { service: 'auth', action: 'update', metadata: { password: 'reset', credentialsEnded: true } },
      { service: 'invitation', action: 'delete', metadata: { reason: 'account-claimed', invitations: 1 } },
    ]);
  });

  it('R28 leaves a proved account its keys, agents and invitations, every time', async () => {
    const owner = await signUpOwner(server);
    await reset(await resetToken(owner.email));
    const session = api(server).as(await cookieOf(owner.email, ANOTHER_PASSWORD));
    const apiKey = (await session.inWorkspace(owner.workspaceId).get('/v1/user/api-key')).body.apiKey;
    const cookie = await cookieOf(owner.email, ANOTHER_PASSWORD);
    const known = await possessions({ ...owner, cookie, apiKey, api: api(server).as(apiKey) });
    expect((await reset(await resetToken(owner.email), PASSWORD)).status).toBe(200);
    expect(await whatWorks(known)).toEqual(EVERYTHING);
    expect(await isSignedIn(cookie)).toBe(false);
  });

  it('R28 the mail says what happens to keys before it happens', async () => {
    const { email } = await signUpOwner(server);
    const token = await resetToken(email);
    const unfolded = (text: string) => text.replace(/\s+/g, ' ');
    expect(unfolded(resetMailsTo(email).at(-1)!)).toContain(
      'a new password also ends the API keys of the account',
    );
    await reset(token);
    await resetToken(email);
    expect(unfolded(resetMailsTo(email).at(-1)!)).toContain('Your API keys stay valid');
  });

  it('R28 leaves agents and invitations of an organization alone that others are in', async () => {
    const owner = await signUpOwner(server);
    await joinAs(server, owner, 'member', 'suspended');
    const known = await possessions(owner);
    await reset(await resetToken(owner.email));
    expect(await whatWorks(known)).toEqual({ ...EVERYTHING, keys: NOTHING.keys });
  });

  it.each([
    ['a workspace key', 'GET', '/v1/user/api-key', 'session'],
    ['another workspace key', 'POST', '/v1/user/api-key/regenerate', 'key'],
    ['an organization key', 'GET', '/v1/org/api-key', 'session'],
    ['a workspace with its key', 'POST', '/v1/workspaces', 'session'],
  ])('R28 leaves nobody with %s who asked for it while the account was claimed', async (...row) => {
    const [, method, path, by] = row;
    const squatter = await signUpOwner(server);
    const token = await resetToken(squatter.email);
    const caller =
      by === 'key' ? squatter.api : api(server).as(squatter.cookie).inWorkspace(squatter.workspaceId);
    const asked = caller.with({ 'x-organization-id': squatter.organizationId });
    const membership = 'SELECT 1 FROM memberships WHERE user_id = $1 FOR UPDATE';
    const [answer, claimed] = await whileHeld(server, (query) => query(membership, [squatter.userId]), [
      () => asked.send(method, path, method === 'POST' ? { name: 'Second' } : undefined),
      () => reset(token),
    ]);
    expect(claimed!.status).toBe(200);
    expect([200, 201]).toContain(answer!.status);
    expect((await api(server).as(answer!.body.apiKey).get('/v1/user')).status).toBe(401);
  });

  it('R28 mints nothing for a session that ended between the guard and the key', async () => {
    const squatter = await signUpOwner(server);
    const token = await resetToken(squatter.email);
    const session = api(server).as(squatter.cookie).inWorkspace(squatter.workspaceId);
    const [agent] = (await squatter.api.get('/v1/agents')).body;
    const organization = 'SELECT 1 FROM organizations WHERE id = $1 FOR NO KEY UPDATE';
    const asked = await whileHeld(server, (query) => query(organization, [squatter.organizationId]), [
      () => reset(token),
      // Those below wait for the row of their session, which the claim is about to end.
      () =>
        session
          .with({ 'x-organization-id': squatter.organizationId })
          .post('/v1/org/invitations', { email: someEmail(), role: 'admin' }),
    ]);
    expect(asked.map(({ status }) => status)).toEqual([200, 401]);
    expect((await session.post(`/v1/agents/${agent.id}/regenerate-token`)).status).toBe(401);
  });

  it('a new request makes the older link worthless', async () => {
    const { email } = await signUp();
    const older = await resetToken(email);
    const newer = await resetToken(email);
    expect((await reset(older)).body.code).toBe('INVALID_TOKEN');
    expect((await reset(newer)).status).toBe(200);
  });

  it('a link lives for an hour, and a changed password ends it', async () => {
    const { email, cookie } = await signUp();
    const expired = await resetToken(email);
    await server.db.query(
      `UPDATE password_reset_tokens t SET expires_at = now() - interval '1 second'
       FROM users u WHERE u.id = t.user_id AND u.email = $1`,
      [email],
    );
    expect((await reset(expired)).body.code).toBe('INVALID_TOKEN');
    const unused = await resetToken(email);
    await api(server)
      .as(cookie)
      .post('/auth/change-password', { currentPassword: PASSWORD, newPassword: ANOTHER_PASSWORD });
    expect((await reset(unused)).body.code).toBe('INVALID_TOKEN');
  });

  it('two uses of one token at once: one wins', async () => {
    const { email } = await signUp();
    const token = await resetToken(email);
    const statuses = (await Promise.all([reset(token), reset(token)])).map(({ status }) => status);
    expect(statuses.sort()).toEqual([200, 400]);
  });

  it('an unknown address gets the same answer and no mail', async () => {
    const { email } = await signUp();
    const unknown = someEmail();
    const answers = [
      await stranger().post(REQUEST, { email: unknown }),
      await stranger().post(REQUEST, { email }),
    ];
    expect(answers[0]!.status).toBe(200);
    expect(answers[0]!.body).toEqual(answers[1]!.body);
    await until(() => mailsTo(email).length > 0);
    expect(mailsTo(unknown)).toEqual([]);
    expect((await stranger().post(REQUEST, { email: 'nobody' })).body.code).toBe('INVALID_EMAIL');
  });

  it('the link never names the host a request claims to be for', async () => {
    const { email } = await signUp();
    await stranger().with({ 'x-forwarded-host': 'evil.example' }).post(REQUEST, { email });
    await until(() => mailsTo(email).length > 0);
    expect(mailsTo(email).join()).not.toContain('evil.example');
  });

  it('a wrong new password does not use up the token', async () => {
    const { email } = await signUp();
    const token = await resetToken(email);
    expect((await reset(token, 'short')).body.code).toBe('PASSWORD_TOO_SHORT');
    expect((await reset(token)).status).toBe(200);
    for (const wrong of ['0'.repeat(64), 'x', ''])
      expect((await reset(wrong)).body.code).toBe('INVALID_TOKEN');
  });

  it('nothing in the database shows the token, not even while the mail waits', async () => {
    const { email } = await signUp();
    sink.failing = true;
    try {
      await stranger().post(REQUEST, { email });
      const jobs = await server.db.query<{ payload: string }>(
        `SELECT payload::text FROM graphile_worker._private_jobs`,
      );
      expect(jobs.length).toBeGreaterThan(0);
      for (const { payload } of jobs) {
        expect(payload).not.toContain('reset-password');
        expect(payload).not.toContain(email);
      }
    } finally {
      sink.failing = false;
    }
  });
});

const FOREIGN: Record<string, string>[] = [
  { origin: 'https://evil.example' },
  { origin: 'null' },
  { referer: 'https://evil.example/page' },
  { 'sec-fetch-site': 'cross-site' },
];

describe('where requests come from and lead to (01 §11.3 rules 2 and 4)', () => {
  it.each(['sign-in/email', 'sign-up/email', 'sign-out', 'request-password-reset', 'revoke-sessions'])(
    'POST /auth/%s from a foreign origin is refused',
    async (path) => {
      const { email, cookie } = await signUp();
      const body = { name: 'A', email, password: PASSWORD };
      for (const headers of FOREIGN) {
        const answer = await stranger().as(cookie).with(headers).post(`/auth/${path}`, body);
        expect(answer.status).toBe(403);
        expect(answer.body.code).toBe('INVALID_ORIGIN');
      }
      expect(await isSignedIn(cookie)).toBe(true);
    },
  );

  it("the server's own pages and command-line clients pass", async () => {
    const { email } = await signUp();
    const body = { email, password: PASSWORD };
    const own = await stranger().with({ origin: server.apiUrl }).post(SIGN_IN, body);
    expect(own.status).toBe(200);
    expect((await stranger().post(SIGN_IN, body)).status).toBe(200);
  });

  it.each([
    '//evil.example',
    'https://evil.example/x',
    '/\\evil.example',
    '/\t/evil.example',
    'javascript:alert(1)',
    'http://localhost:10254@evil.example',
    'data:text/html,x',
  ])('a callback to %j is refused before anything happens', async (target) => {
    const { email } = await signUp();
    const attempts = [
      await stranger().post(SIGN_IN, { email, password: PASSWORD, callbackURL: target }),
      await stranger().post(SIGN_UP, {
        name: 'A',
        email: someEmail(),
        password: PASSWORD,
        callbackURL: target,
      }),
      await stranger().post('/auth/request-password-reset', { email, redirectTo: target }),
    ];
    for (const answer of attempts) {
      expect(answer.status).toBe(403);
      expect(answer.body.code).toBe('INVALID_CALLBACK_URL');
      expect(answer.cookies).toEqual([]);
    }
  });

  it('a relative path or a trusted origin is where sign-in sends the browser', async () => {
    const { email } = await signUp();
    for (const callbackURL of ['/w/abc?x=1', 'http://localhost:10254/w/abc']) {
      const { body } = await signIn(email, PASSWORD, { callbackURL });
      expect(body).toMatchObject({ redirect: true, url: callbackURL });
    }
    const { body } = await signIn(email);
    expect(body).toEqual({ redirect: false, token: expect.any(String), user: expect.any(Object) });
  });
});

describe('throttles of the sign-in surface (01 §21)', () => {
  it('01-35 the sixth wrong sign-in for one address from one client is 429 with both headers', async () => {
    const { email } = await signUp();
    await roomInThrottleWindow();
    const client = stranger();
    for (let n = 0; n < 5; n++) {
      expect((await client.post(SIGN_IN, { email, password: 'wrong password' })).status).toBe(401);
    }
    const sixth = await client.post(SIGN_IN, { email: email.toUpperCase(), password: PASSWORD });
    expect(sixth.status).toBe(429);
    const seconds = Number(sixth.headers['retry-after']);
    expect(seconds).toBeGreaterThanOrEqual(1);
    expect(seconds).toBeLessThanOrEqual(60);
    expect(sixth.headers['x-retry-after']).toBe(sixth.headers['retry-after']);
    expect(sixth.body.message).toEqual(expect.any(String));
    expect((await stranger().post(SIGN_IN, { email, password: PASSWORD })).status).toBe(200);
  });

  it('the fourth request for a reset of one address from one client within a minute is 429', async () => {
    await roomInThrottleWindow();
    const client = stranger();
    const email = someEmail();
    const statuses: number[] = [];
    for (let n = 0; n < 4; n++) {
      statuses.push((await client.post('/auth/request-password-reset', { email })).status);
    }
    expect(statuses).toEqual([200, 200, 200, 429]);
  });

  it('nobody fills the mail queue with requests for one invented address each', async () => {
    await roomInThrottleWindow(4, 10);
    const client = stranger();
    const request = () => client.post('/auth/request-password-reset', { email: someEmail() });
    const statuses = (await Promise.all(Array.from({ length: 101 }, request))).map(({ status }) => status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(100);
    expect(statuses.filter((status) => status === 429)).toHaveLength(1);
  });

  it('whoever has an IPv6 network has no counter for each of its addresses', async () => {
    await roomInThrottleWindow();
    const network = `2001:db8:${randomBytes(2).toString('hex')}:${randomBytes(2).toString('hex')}`;
    const email = someEmail();
    const attempt = (host: number) =>
      api(server)
        .with({ 'x-forwarded-for': `${network}::${host}` })
        .post(SIGN_IN, { email, password: 'wrong password' });
    const statuses: number[] = [];
    for (let host = 1; host <= 6; host++) statuses.push((await attempt(host)).status);
    expect(statuses).toEqual([401, 401, 401, 401, 401, 429]);
  });
});

describe('who may register (01 §13.3)', () => {
  const person = () => ({ name: 'A', email: someEmail(), password: PASSWORD });

  it.each(['invite', 'closed'])(
    '%s: the first account is possible, the next is not',
    async (registration) => {
      const other = await startServer({ REGISTRATION: registration });
      try {
        const first = await api(other).post(SIGN_UP, person());
        expect(first.status).toBe(200);
        const second = await stranger(other).post(SIGN_UP, person());
        expect(second.status).toBe(400);
        expect(second.body.code).toBe('EMAIL_PASSWORD_SIGN_UP_DISABLED');
      } finally {
        await other.close();
      }
    },
  );

  it('two first sign-ups at once make one account where registration is not open', async () => {
    const other = await startServer({ REGISTRATION: 'invite' });
    try {
      const both = await Promise.all([
        api(other).post(SIGN_UP, person()),
        api(other).post(SIGN_UP, person()),
      ]);
      expect(both.map(({ status }) => status).sort()).toEqual([200, 400]);
    } finally {
      await other.close();
    }
  });
});

describe('deployments', () => {
  it('01-40 an https deployment on two hosts gets a secure cookie for their common domain', async () => {
    const other = await startServer({
      APP_URL: 'https://cg.example.com',
      API_URL: 'https://api.cg.example.com',
    });
    try {
      const body = { name: 'A', email: someEmail(), password: PASSWORD };
      await api(other).with({ host: 'localhost' }).post(SIGN_UP, body);
      const answer = await stranger(other).with({ origin: 'https://cg.example.com' }).post(SIGN_IN, body);
      const cookie = String([answer.headers['set-cookie']].flat()[0]);
      expect(cookie).toMatch(/^__Secure-cg_session=/);
      for (const attribute of ['Domain=cg.example.com', 'HttpOnly', 'SameSite=Lax', 'Secure']) {
        expect(cookie).toContain(attribute);
      }
      const foreign = await stranger(other).with({ origin: 'http://127.0.0.1' }).post(SIGN_IN, body);
      expect(foreign.body.code).toBe('INVALID_ORIGIN');
    } finally {
      await other.close();
    }
  });

  it('without mail delivery a reset request answers alike and leaves nothing behind', async () => {
    const other = await startServer();
    try {
      const body = { name: 'A', email: someEmail(), password: PASSWORD };
      await stranger(other).post(SIGN_UP, body);
      const answer = await stranger(other).post('/auth/request-password-reset', { email: body.email });
      expect(answer.body.status).toBe(true);
      expect(await other.db.query(`SELECT 1 FROM password_reset_tokens`)).toEqual([]);
    } finally {
      await other.close();
    }
  });

  it('on Cloud every path under /auth is an unknown route', async () => {
    const cloud = await startServer({
      EDITION: 'cloud',
      SESSION_JWT_ISSUER: 'https://issuer.test/',
      SESSION_JWT_JWKS_URL: 'http://127.0.0.1:9/jwks',
    });
    try {
      const paths: [string, string][] = [
        ['POST', SIGN_UP],
        ['POST', SIGN_IN],
        ['POST', '/auth/sign-out'],
        ['GET', '/auth/get-session'],
        ['GET', '/auth/list-sessions'],
        ['POST', '/auth/request-password-reset'],
        ['POST', '/auth/reset-password'],
        ['POST', '/auth/change-password'],
        ['GET', '/auth/ok'],
      ];
      for (const [method, path] of paths) {
        const answer = await stranger(cloud).send(method, path, method === 'POST' ? {} : undefined);
        expect([path, answer.status]).toEqual([path, 404]);
        expect(answer.body.error.type).toBe('invalid_request_error');
      }
    } finally {
      await cloud.close();
    }
  });

  it('what has ended is removed by the upkeep job', async () => {
    const { answer } = await signUp();
    const userId = answer.body.user.id;
    await server.db.query(
      `UPDATE user_sessions SET expires_at = now() - interval '1 minute' WHERE user_id = $1`,
      [userId],
    );
    await server.db.query(`SELECT graphile_worker.add_job('identity.remove-expired')`);
    await until(async () => {
      const rows = await server.db.query(`SELECT 1 FROM user_sessions WHERE user_id = $1`, [userId]);
      return rows.length === 0;
    });
  });
});
