import { randomBytes, randomInt } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { PASSWORD, signUpOwner } from '../../harness/people/accounts.js';
import { api, type Answer, type ApiClient } from '../../harness/clients/client.js';
import {
  type Behaviour,
  type GoogleAccount,
  startGoogle,
  type StandInGoogle,
} from '../../harness/upstreams/google.js';
import { startSessionIssuer } from '../../harness/people/session-issuer.js';
import { startReplica, startServer, type TestServer } from '../../harness/server/server.js';

const SOCIAL = '/auth/sign-in/social';
const CALLBACK = '/auth/callback/google';
const APP = 'https://dashboard.example.test';
const TRUSTED = 'https://another.example.test';

let google: StandInGoogle;
let server: TestServer;

beforeAll(async () => {
  google = await startGoogle();
  server = await startServer({ ...google.settings, APP_URL: APP, CORS_ALLOWED_ORIGINS: TRUSTED });
  await signUpOwner(server);
});

afterAll(async () => {
  await server.close();
  await google.close();
});

/** A browser with an address of its own, so that throttles by address stay out of the way. */
function browser(target: TestServer = server): ApiClient {
  const address = `198.${randomInt(1, 250)}.${randomInt(1, 250)}.${randomInt(1, 250)}`;
  return api(target).with({ 'x-forwarded-for': address });
}

function someAccount(more: Partial<GoogleAccount> = {}): GoogleAccount {
  const id = randomBytes(6).toString('hex');
  return {
    sub: `1${id}`,
    email: `g-${id}@example.test`,
    email_verified: true,
    name: 'Google Person',
    ...more,
  };
}

interface Begun {
  url: string;
  /** Of the browser that began. */
  cookie: string;
}

async function begin(body: object = {}, from: ApiClient = browser()): Promise<Begun> {
  const answer = await from.post(SOCIAL, { provider: 'google', ...body });
  expect([answer.status, answer.body]).toEqual([200, { url: expect.any(String), redirect: true }]);
  return { url: answer.body.url, cookie: answer.cookies.join('; ') };
}

function comeBack(parameters: URLSearchParams, cookie: string, from: ApiClient = browser()): Promise<Answer> {
  return (cookie === '' ? from : from.as(cookie)).get(`${CALLBACK}?${parameters.toString()}`);
}

/** The whole way: start, consent, callback. */
async function signIn(account: GoogleAccount, body: object = {}, behaviour: Behaviour = {}): Promise<Answer> {
  const { url, cookie } = await begin(body);
  return comeBack(google.consent(url, account, behaviour), cookie);
}

function sessionOf(answer: Answer): string {
  return answer.cookies.find((cookie) => cookie.startsWith('cg_session=')) ?? '';
}

async function personOf(answer: Answer): Promise<any> {
  expect([answer.status, answer.headers['location']]).toEqual([302, expect.not.stringContaining('error=')]);
  return (await api(server).as(sessionOf(answer)).get('/auth/get-session')).body.user;
}

function expectRefused(answer: Answer, code: string): void {
  expect([answer.status, answer.headers['location']]).toEqual([302, `${APP}/auth/login?error=${code}`]);
  expect(sessionOf(answer)).toBe('');
}

/** An account with a password, made by whoever knows the address. */
async function signUp(email: string): Promise<string> {
  const answer = await browser().post('/auth/sign-up/email', {
    name: 'Local Person',
    email,
    password: PASSWORD,
  });
  expect(answer.status).toBe(200);
  return answer.cookies.join('; ');
}

function verify(email: string): Promise<unknown> {
  return server.db.query('UPDATE users SET email_verified = true WHERE email = $1', [email]);
}

async function passwordSignIn(email: string): Promise<number> {
  return (await browser().post('/auth/sign-in/email', { email, password: PASSWORD })).status;
}

function auditOf(email: string): Promise<any[]> {
  return server.db.query(
    `SELECT action, status, metadata FROM audit_log WHERE user_email = $1 AND service = 'auth' ORDER BY action`,
    [email],
  );
}

describe('beginning to sign in with Google (01 §11.3)', () => {
  it('names the page of the provider, with PKCE, state, nonce and our redirect URI', async () => {
    const { url, cookie } = await begin();
    const asked = new URL(url);
    expect(asked.origin + asked.pathname).toBe('https://accounts.google.com/o/oauth2/v2/auth');
    expect(Object.fromEntries(asked.searchParams)).toEqual({
      client_id: 'client-1.apps.googleusercontent.com',
      response_type: 'code',
      scope: 'openid email profile',
      redirect_uri: `${server.apiUrl}${CALLBACK}`,
      state: expect.stringMatching(/^[A-Za-z0-9_-]{43}\.[A-Za-z0-9_-]{22}$/),
      nonce: expect.stringMatching(/^[A-Za-z0-9_-]{43}$/),
      code_challenge: expect.stringMatching(/^[A-Za-z0-9_-]{43}$/),
      code_challenge_method: 'S256',
    });
    expect(cookie).toMatch(/^cg_sign_in=[0-9a-f]{64}$/);
  });

  it('ties the sign-in to the browser with a cookie that scripts and other sites do not get', async () => {
    const answer = await browser().post(SOCIAL, { provider: 'google' });
    expect(String(answer.headers['set-cookie'])).toMatch(
      /^cg_sign_in=[0-9a-f]{64}; Path=\/; Max-Age=600; HttpOnly; SameSite=Lax$/,
    );
  });

  it('takes API_URL for the redirect URI, whatever host the request names', async () => {
    const other = await startReplica(server, { ...google.settings, API_URL: 'https://api.example.test' });
    const answer = await browser(other).with({ host: 'evil.example' }).post(SOCIAL, { provider: 'google' });
    expect(new URL(answer.body.url).searchParams.get('redirect_uri')).toBe(
      `https://api.example.test${CALLBACK}`,
    );
    expect(String(answer.headers['set-cookie'])).toMatch(/^__Host-cg_sign_in=.*; Path=\/; .*; Secure$/);
    await other.close();
  });

  it('is PROVIDER_NOT_FOUND for another provider, and where no client is configured', async () => {
    const other = await browser().post(SOCIAL, { provider: 'github' });
    expect([other.status, other.body.code]).toEqual([404, 'PROVIDER_NOT_FOUND']);
    const without = await startReplica(server);
    const answer = await browser(without).post(SOCIAL, { provider: 'google' });
    expect([answer.status, answer.body.code]).toEqual([404, 'PROVIDER_NOT_FOUND']);
    const callback = await browser(without).get(`${CALLBACK}?code=c&state=s`);
    expect([callback.status, callback.body.code]).toEqual([404, 'PROVIDER_NOT_FOUND']);
    await without.close();
  });

  it('refuses a malformed body, a foreign origin and redirect targets elsewhere', async () => {
    expect((await browser().post(SOCIAL, {})).body.code).toBe('VALIDATION_ERROR');
    const foreign = await browser()
      .with({ origin: 'https://evil.example' })
      .post(SOCIAL, { provider: 'google' });
    expect([foreign.status, foreign.body.code]).toEqual([403, 'INVALID_ORIGIN']);
    for (const target of [
      'https://evil.example/',
      '//evil.example',
      '/\\evil.example',
      'javascript:alert(1)',
    ]) {
      for (const field of ['callbackURL', 'errorCallbackURL']) {
        const answer = await browser().post(SOCIAL, { provider: 'google', [field]: target });
        expect([target, answer.status, answer.body.code]).toEqual([target, 403, 'INVALID_CALLBACK_URL']);
      }
    }
  });

  it('says that the provider cannot be reached, and recovers when it can', async () => {
    const fresh = await startReplica(server, { ...google.settings, APP_URL: APP });
    google.discovery = 'down';
    const answer = await browser(fresh).post(SOCIAL, { provider: 'google' });
    expect([answer.status, answer.body.code]).toEqual([502, 'PROVIDER_UNAVAILABLE']);
    google.discovery = 'up';
    expect((await browser(fresh).post(SOCIAL, { provider: 'google' })).status).toBe(200);
    await fresh.close();
  });

  it('is told to sign-in pages by the instance facts', async () => {
    const { body } = await api(server).get('/v1/instance/bootstrap');
    expect(body.signIn).toEqual({ password: true, google: true, sso: false });
  });

  it('stays off with half a client', async () => {
    const half = await startReplica(server, { GOOGLE_CLIENT_ID: 'only-the-id' });
    expect((await api(half).get('/v1/instance/bootstrap')).body.signIn.google).toBe(false);
    await half.close();
  });

  it('does not exist on Cloud, whatever is configured', async () => {
    const issuer = await startSessionIssuer();
    const cloud = await startServer({ ...google.settings, ...issuer.settings });
    const answer = await browser(cloud).post(SOCIAL, { provider: 'google' });
    expect([answer.status, answer.body.error?.type]).toEqual([404, 'invalid_request_error']);
    expect((await browser(cloud).get(CALLBACK)).status).toBe(404);
    expect((await api(cloud).get('/v1/instance/bootstrap')).body.signIn.google).toBe(false);
    await cloud.close();
    await issuer.close();
  });

  it('is throttled by address', async () => {
    const one = browser();
    const left = 10_000 - (Date.now() % 10_000);
    if (left < 6_000) await new Promise((resolve) => setTimeout(resolve, left + 50));
    const statuses = await Promise.all(
      Array.from({ length: 61 }, () => one.post(SOCIAL, { provider: 'github' }).then(({ status }) => status)),
    );
    expect(statuses.filter((status) => status === 429)).toHaveLength(1);
  });
});

describe('coming back from Google', () => {
  it('creates an account with a verified address, opens a session and goes to the dashboard', async () => {
    const account = someAccount();
    const answer = await signIn(account);
    expect(answer.headers['location']).toBe(`${APP}/`);
    expect(await personOf(answer)).toMatchObject({
      email: account.email,
      name: 'Google Person',
      emailVerified: true,
      externalAuthId: expect.stringMatching(/^cg:/),
    });
    expect(await auditOf(account.email!)).toEqual([
      { action: 'create', status: 'success', metadata: { method: 'google' } },
      { action: 'verify', status: 'success', metadata: { method: 'google' } },
    ]);
    const [session] = await server.db.query<any>(
      `SELECT s.sign_in_method, s.sliding FROM user_sessions s JOIN users u ON u.id = s.user_id WHERE u.email = $1`,
      [account.email],
    );
    expect(session).toEqual({ sign_in_method: 'google', sliding: true });
  });

  it('gives the new person an organization with the next session sync', async () => {
    const session = api(server).as(sessionOf(await signIn(someAccount())));
    const { status, body } = await session.get('/v1/auth/session');
    expect([status, body]).toEqual([200, expect.objectContaining({ workspaceId: expect.any(String) })]);
    expect((await session.get('/v1/agents')).status).toBe(200);
  });

  it('goes to the callback URL: a path of the dashboard, or a URL on a trusted origin', async () => {
    const account = someAccount();
    const path = await signIn(account, { callbackURL: '/join?token=abc' });
    expect(path.headers['location']).toBe(`${APP}/join?token=abc`);
    const absolute = await signIn(account, { callbackURL: `${TRUSTED}/docs` });
    expect(absolute.headers['location']).toBe(`${TRUSTED}/docs`);
  });

  it('goes to the error URL with the code when the sign-in failed', async () => {
    const account = someAccount({ email_verified: false });
    const answer = await signIn(account, { errorCallbackURL: '/welcome?from=google' });
    expect(answer.headers['location']).toBe(`${APP}/welcome?from=google&error=EMAIL_NOT_VERIFIED`);
  });

  it('works on whichever replica the callback meets', async () => {
    const replica = await startReplica(server, { ...google.settings, APP_URL: APP });
    const { url, cookie } = await begin();
    const redirect = google.consent(url, someAccount());
    const answer = await comeBack(redirect, cookie, browser(replica));
    expect(await personOf(answer)).toMatchObject({ emailVerified: true });
    await replica.close();
  });

  it('finishes two sign-ins that one browser has open in two tabs', async () => {
    const first = await begin();
    const second = await begin({}, browser().as(first.cookie));
    expect(second.cookie).toBe(first.cookie);
    for (const { url, cookie } of [first, second]) {
      expect(sessionOf(await comeBack(google.consent(url, someAccount()), cookie))).not.toBe('');
    }
  });
});

describe('whose account a Google account is (01 §11.3 rule 3)', () => {
  it('finds the account by its subject, also after the address changed at Google', async () => {
    const account = someAccount();
    const { id } = await personOf(await signIn(account));
    const moved = { ...account, email: someAccount().email };
    expect(await personOf(await signIn(moved))).toMatchObject({ id, email: account.email });
    const unverified = { ...account, email_verified: false };
    expect(await personOf(await signIn(unverified))).toMatchObject({ id });
  });

  it('never signs in to the account that has the address now, when the subject belongs to another', async () => {
    const account = someAccount();
    const { id } = await personOf(await signIn(account));
    const victim = someAccount().email!;
    await signUp(victim);
    expect((await personOf(await signIn({ ...account, email: victim }))).id).toBe(id);
  });

  it('links a verified local account and leaves its password and sessions alone', async () => {
    const account = someAccount();
    const cookie = await signUp(account.email!);
    await verify(account.email!);
    const local = (await api(server).as(cookie).get('/auth/get-session')).body.user;
    expect(await personOf(await signIn(account))).toMatchObject({ id: local.id, name: 'Local Person' });
    expect((await api(server).as(cookie).get('/auth/get-session')).body).not.toBeNull();
    expect(await passwordSignIn(account.email!)).toBe(200);
    expect(await auditOf(account.email!)).toContainEqual({
      action: 'update',
      status: 'success',
      metadata: { method: 'google', decision: 'link', credentialsEnded: false },
    });
  });

  it('takes password, sessions, keys and the tokens of agents from an account whose address nobody had proved', async () => {
    const account = someAccount();
    const squatter = await signUp(account.email!);
    const { workspaceId } = (await api(server).as(squatter).get('/v1/auth/session')).body;
    const session = api(server).as(squatter).inWorkspace(workspaceId);
    const key = (await session.get('/v1/user/api-key')).body.apiKey;
    const [{ accessToken }] = (await api(server).as(key).get('/v1/agents')).body;
    const answer = await signIn(account);
    expect(await personOf(answer)).toMatchObject({ email: account.email, emailVerified: true });
    expect((await api(server).as(squatter).get('/auth/get-session')).body).toBeNull();
    expect(await passwordSignIn(account.email!)).toBe(401);
    expect((await api(server).as(key).get('/v1/agents')).status).toBe(401);
    const owner = api(server).as(sessionOf(answer)).inWorkspace(workspaceId);
    expect((await owner.get('/v1/user/api-key')).body.apiKey).not.toBe(key);
    expect((await owner.get('/v1/agents')).body[0].accessToken).not.toBe(accessToken);
    expect(await auditOf(account.email!)).toContainEqual({
      action: 'update',
      status: 'success',
      metadata: { method: 'google', decision: 'link', credentialsEnded: true },
    });
  });

  it('voids a reset link of such an account', async () => {
    const account = someAccount();
    await signUp(account.email!);
    await server.db.query(
      `INSERT INTO password_reset_tokens (user_id, token_hash, expires_at)
       SELECT id, sha256(convert_to($2, 'UTF8')), now() + interval '1 hour' FROM users WHERE email = $1`,
      [account.email, 'a'.repeat(64)],
    );
    await personOf(await signIn(account));
    const reset = { token: 'a'.repeat(64), newPassword: PASSWORD };
    expect((await browser().post('/auth/reset-password', reset)).body.code).toBe('INVALID_TOKEN');
  });

  it('never links or creates by an address Google does not vouch for', async () => {
    for (const email_verified of [false, undefined, 'true' as unknown as boolean]) {
      const account = someAccount({ email_verified });
      const cookie = await signUp(account.email!);
      expectRefused(await signIn(account), 'EMAIL_NOT_VERIFIED');
      expect((await api(server).as(cookie).get('/auth/get-session')).body).not.toBeNull();
      expect(await passwordSignIn(account.email!)).toBe(200);
      expect(await auditOf(account.email!)).toContainEqual({
        action: 'verify',
        status: 'failure',
        metadata: { method: 'google', refused: 'EMAIL_NOT_VERIFIED' },
      });
    }
  });

  it('refuses a token without a usable address', async () => {
    expectRefused(await signIn(someAccount({ email: undefined })), 'INVALID_EMAIL');
    expectRefused(await signIn(someAccount({ email: 'no address' })), 'INVALID_EMAIL');
  });

  it('makes one account of two first sign-ins at once', async () => {
    const account = someAccount();
    const answers = await Promise.all([signIn(account), signIn(account)]);
    const [one, other] = await Promise.all(answers.map(personOf));
    expect(one.id).toBe(other.id);
  });

  it('refuses a person whose sign-in was switched off, linked or not, and changes nothing', async () => {
    const account = someAccount();
    await personOf(await signIn(account));
    const unlinked = someAccount();
    await signUp(unlinked.email!);
    for (const { email } of [account, unlinked]) {
      await server.db.query('UPDATE users SET deactivated_at = now() WHERE email = $1', [email]);
    }
    expectRefused(await signIn(account), 'INVALID_EMAIL_OR_PASSWORD');
    expectRefused(await signIn(unlinked), 'INVALID_EMAIL_OR_PASSWORD');
    const [{ passwords }] = (await server.db.query<any>(
      `SELECT count(*)::int AS passwords FROM user_passwords p JOIN users u ON u.id = p.user_id WHERE u.email = $1`,
      [unlinked.email],
    )) as [any];
    expect(passwords).toBe(1);
  });

  it('lets a person sign in who is suspended in every organization', async () => {
    const account = someAccount();
    const answer = await signIn(account);
    await api(server).as(sessionOf(answer)).get('/v1/auth/session');
    const { id } = await personOf(answer);
    await server.db.query(`UPDATE memberships SET status = 'suspended' WHERE user_id = $1`, [id]);
    const again = await signIn(account);
    expect((await personOf(again)).id).toBe(id);
    const { body } = await api(server).as(sessionOf(again)).get('/v1/auth/session');
    expect([body.workspaceId, body.hasOrg]).toEqual([undefined, false]);
  });
});

describe('registration through Google (01 §13.3)', () => {
  it('is refused where an account would have to be made and registration is not open', async () => {
    for (const registration of ['invite', 'closed']) {
      const closed = await startReplica(server, {
        ...google.settings,
        APP_URL: APP,
        REGISTRATION: registration,
      });
      const { url, cookie } = await begin({}, browser(closed));
      const answer = await comeBack(google.consent(url, someAccount()), cookie, browser(closed));
      expectRefused(answer, 'EMAIL_PASSWORD_SIGN_UP_DISABLED');
      const known = someAccount();
      await signUp(known.email!);
      const again = await begin({}, browser(closed));
      const linked = await comeBack(google.consent(again.url, known), again.cookie, browser(closed));
      expect(sessionOf(linked)).not.toBe('');
      await closed.close();
    }
  });

  it('is open to an address that was invited', async () => {
    const invite = await startReplica(server, { ...google.settings, APP_URL: APP, REGISTRATION: 'invite' });
    const owner = await signUpOwner(server);
    const account = someAccount();
    const invited = await owner.api.post('/v1/org/invitations', { email: account.email, role: 'member' });
    expect(invited.status).toBe(201);
    const { url, cookie } = await begin({}, browser(invite));
    const answer = await comeBack(google.consent(url, account), cookie, browser(invite));
    expect(await personOf(answer)).toMatchObject({ email: account.email, emailVerified: true });
    const session = api(server).as(sessionOf(answer));
    const token = new URL(invited.body.joinUrl).searchParams.get('token');
    expect((await session.post('/v1/invitations/accept', { token })).status).toBe(200);
    const synced = await session.get('/v1/auth/session?fromInvitation=1');
    expect(synced.body.organizationId).toBe(owner.organizationId);
    await invite.close();
  });

  it('makes the first account, but not where a setup token guards it', async () => {
    const guarded = await startServer({ ...google.settings, APP_URL: APP, BOOTSTRAP_TOKEN: 'setup' });
    const one = await begin({}, browser(guarded));
    const refused = await comeBack(google.consent(one.url, someAccount()), one.cookie, browser(guarded));
    expectRefused(refused, 'EMAIL_PASSWORD_SIGN_UP_DISABLED');
    await guarded.close();
    const closed = await startServer({ ...google.settings, APP_URL: APP, REGISTRATION: 'closed' });
    const first = await begin({}, browser(closed));
    const elsewhere = await comeBack(google.consent(first.url, someAccount()), first.cookie, browser(closed));
    // From another machine the setup token is needed, which a provider does not carry (R47).
    expectRefused(elsewhere, 'EMAIL_PASSWORD_SIGN_UP_DISABLED');
    const second = await begin({}, api(closed));
    const answer = await comeBack(google.consent(second.url, someAccount()), second.cookie, api(closed));
    expect(sessionOf(answer)).not.toBe('');
    await closed.close();
  });

  it('makes no first account for a page that lets its own name lead here', async () => {
    const own = await startServer({ ...google.settings, APP_URL: APP, API_URL: 'https://api.example.test' });
    const rebound = browser(own).with({ host: 'evil.example' });
    const { url, cookie } = await begin({}, rebound);
    const answer = await comeBack(google.consent(url, someAccount()), cookie, rebound);
    expectRefused(answer, 'INVALID_ORIGIN');
    expect(await own.db.query('SELECT 1 FROM users')).toEqual([]);
    await own.close();
  });
});

describe('another issuer (GOOGLE_ISSUER_URL)', () => {
  it('signs people in like Google does', async () => {
    const other = await startGoogle({ local: true });
    const own = await startServer({ ...other.settings, APP_URL: APP });
    const { url, cookie } = await begin({}, api(own));
    expect(url).toMatch(/^http:\/\/localhost:\d+\/realm\/auth\?/);
    const answer = await comeBack(other.consent(url, someAccount()), cookie, api(own));
    expect(sessionOf(answer)).not.toBe('');
    await own.close();
    await other.close();
  });
});

describe('hostile callbacks', () => {
  it('takes a state once', async () => {
    const { url, cookie } = await begin();
    const account = someAccount();
    const redirect = google.consent(url, account);
    expect(sessionOf(await comeBack(redirect, cookie))).not.toBe('');
    expectRefused(await comeBack(redirect, cookie), 'STATE_MISMATCH');
    const secondCode = google.consent(url, account);
    expectRefused(await comeBack(secondCode, cookie), 'STATE_MISMATCH');
  });

  it('takes a state once, of two callbacks at the same moment too', async () => {
    const { url, cookie } = await begin();
    const [one, other] = [google.consent(url, someAccount()), google.consent(url, someAccount())];
    const answers = await Promise.all([comeBack(one, cookie), comeBack(other, cookie)]);
    expect(answers.map(sessionOf).filter((session) => session !== '')).toHaveLength(1);
  });

  it('refuses the state of another browser, and leaves it to that browser', async () => {
    const victim = await begin();
    const attacker = await begin();
    const redirect = google.consent(attacker.url, someAccount());
    expectRefused(await comeBack(redirect, victim.cookie), 'STATE_MISMATCH');
    expectRefused(await comeBack(redirect, ''), 'STATE_MISMATCH');
    expect(sessionOf(await comeBack(redirect, attacker.cookie))).not.toBe('');
  });

  it('refuses a state after ten minutes', async () => {
    const { url, cookie } = await begin();
    const [flow] = await server.db.query<any>(
      `SELECT extract(epoch FROM max(expires_at) - now())::int AS seconds FROM sign_in_flows`,
    );
    expect(flow.seconds).toBeGreaterThan(590);
    expect(flow.seconds).toBeLessThanOrEqual(600);
    await server.db.query(`UPDATE sign_in_flows SET expires_at = expires_at - interval '601 seconds'`);
    expectRefused(await comeBack(google.consent(url, someAccount()), cookie), 'STATE_MISMATCH');
  });

  it('refuses states that are missing, forged, repeated or absurd, and asks the provider nothing', async () => {
    const { url, cookie } = await begin();
    const state = new URL(url).searchParams.get('state')!;
    const forged = `${'0'.repeat(64)}.${state.split('.')[1]}`;
    google.calls();
    for (const query of ['', '?code=c', `?code=c&state=${forged}`, `?code=c&state=x&state=${state}`]) {
      expectRefused(
        await browser()
          .as(cookie)
          .get(CALLBACK + query),
        'STATE_MISMATCH',
      );
    }
    expectRefused(await browser().as(cookie).get(`${CALLBACK}?state=%00%ff&code=c`), 'STATE_MISMATCH');
    const long = await browser()
      .as(cookie)
      .get(`${CALLBACK}?code=c&state=${'a'.repeat(8_000)}`);
    expectRefused(long, 'STATE_MISMATCH');
    expect(google.calls()).toEqual([]);
  });

  it('R48 of failed sign-ins in a row only the first has the provider asked for its keys and addresses again', async () => {
    const fresh = await startReplica(server, { ...google.settings, APP_URL: APP });
    const attempt = async (behaviour: Behaviour) => {
      const { url, cookie } = await begin({}, browser(fresh));
      return comeBack(google.consent(url, someAccount(), behaviour), cookie, browser(fresh));
    };
    expect(sessionOf(await attempt({}))).not.toBe('');
    google.calls();
    for (let n = 0; n < 5; n++) expectRefused(await attempt({ foreignKey: true }), 'PROVIDER_ERROR');
    const asked = google.calls();
    expect(asked.filter((call) => call.includes('.well-known'))).toHaveLength(1);
    expect(sessionOf(await attempt({}))).not.toBe('');
    await fresh.close();
  });

  it('does not repeat what the provider says, and uses the state up', async () => {
    const { url, cookie } = await begin();
    const state = new URL(url).searchParams.get('state')!;
    const denied = new URLSearchParams({ state, error: 'access_denied', error_description: '<script>' });
    expectRefused(await comeBack(denied, cookie), 'ACCESS_DENIED');
    expectRefused(await comeBack(google.consent(url, someAccount()), cookie), 'STATE_MISMATCH');
    const other = await begin();
    const broken = new URLSearchParams({
      state: new URL(other.url).searchParams.get('state')!,
      error: 'server_error',
    });
    expectRefused(await comeBack(broken, other.cookie), 'PROVIDER_ERROR');
  });

  it('refuses a code the provider does not know, or gave for another sign-in', async () => {
    const one = await begin();
    const state = new URL(one.url).searchParams.get('state')!;
    expectRefused(
      await comeBack(new URLSearchParams({ state, code: 'made-up' }), one.cookie),
      'PROVIDER_ERROR',
    );
    const victim = await begin();
    const attacker = await begin();
    const stolen = google.consent(attacker.url, someAccount());
    stolen.set('state', new URL(victim.url).searchParams.get('state')!);
    // PKCE: the verifier of this sign-in does not fit the challenge of the other.
    expectRefused(await comeBack(stolen, victim.cookie), 'PROVIDER_ERROR');
  });

  it.each<[string, Behaviour]>([
    ['another nonce', { claims: { nonce: 'of-another-sign-in' } }],
    ['no nonce', { claims: { nonce: undefined } }],
    ['another issuer', { claims: { iss: 'https://evil.example' } }],
    ['another audience', { claims: { aud: 'another-client', azp: 'another-client' } }],
    ['a signature of an unknown key', { foreignKey: true }],
    ['an end in the past', { claims: { exp: 1_700_000_000 } }],
    ['no subject', { claims: { sub: undefined } }],
    ['a subject that is none', { claims: { sub: 'a\u0000b' } }],
  ])('refuses an ID token with %s', async (_fault, behaviour) => {
    const account = someAccount();
    expectRefused(await signIn(account, {}, behaviour), 'PROVIDER_ERROR');
    const made = await server.db.query('SELECT 1 FROM users WHERE email = $1', [account.email]);
    expect(made).toEqual([]);
  });

  it('gives up on a token endpoint that does not answer', async () => {
    const began = Date.now();
    expectRefused(await signIn(someAccount(), {}, { hangs: true }), 'PROVIDER_ERROR');
    expect(Date.now() - began).toBeLessThan(9_000);
  });

  it('stores neither state nor browser secret in clear, nor a token of the page it leads back to', async () => {
    const invitation = 'c0ffee'.repeat(10);
    const back = `/auth/login?next=${encodeURIComponent(`/join?token=${invitation}`)}`;
    const { url, cookie } = await begin({ callbackURL: back, errorCallbackURL: back });
    const rows = JSON.stringify(
      await server.db.query(`SELECT encode(state_hash, 'escape') AS state, f.* FROM sign_in_flows f`),
    );
    expect(rows).not.toContain(new URL(url).searchParams.get('state'));
    expect(rows).not.toContain(cookie.split('=')[1]);
    expect(rows).not.toContain(invitation);
  });

  it('writes neither states, codes, tokens nor secrets to the log, and no failure as a fault', async () => {
    let log = '';
    const sink = { write: (line: string) => void (log += line) };
    const settings = { ...google.settings, APP_URL: APP, LOG_LEVEL: 'debug' };
    const own = await startServer(settings, sink);
    const parameters: URLSearchParams[] = [];
    const cookies: string[] = [];
    for (const behaviour of [{}, { foreignKey: true }]) {
      const { url, cookie } = await begin({}, browser(own));
      const redirect = google.consent(url, someAccount(), behaviour);
      const answer = await comeBack(redirect, cookie, browser(own));
      parameters.push(redirect);
      cookies.push(cookie, ...answer.cookies);
    }
    google.discovery = 'down';
    expect((await browser(own).post(SOCIAL, { provider: 'google' })).status).toBe(502);
    google.discovery = 'up';
    await own.close();
    expect(log).toContain('sign-in with Google failed');
    expect(log).not.toContain('request failed');
    const secrets = [
      ...parameters.flatMap((one) => [one.get('state')!, one.get('code')!]),
      ...cookies.map((cookie) => cookie.split('=')[1]!),
      'canary',
      'eyJ',
    ];
    for (const secret of secrets) expect(log).not.toContain(secret);
  });
});
