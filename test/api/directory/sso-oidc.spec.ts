import { randomBytes } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { api, type Answer, type ApiClient } from '../../harness/clients/client.js';
import { trailOf } from '../../harness/sign-on/directory.js';
import { newcomer, stranger } from '../../harness/people/newcomers.js';
import { type Claims, type Misbehaviour, OpenIdIssuer } from '../../harness/sign-on/openid-issuer.js';
import { PROVIDER, RealProvider } from '../../harness/sign-on/openid-provider.js';
import {
  atSso,
  personOf,
  sessionOf,
  type SignOnOrganization,
  signOnOrganization,
  startSignIn,
} from '../../harness/sign-on/sign-on.js';
import { startReplica, startServer, type TestServer } from '../../harness/server/server.js';
import { trusting } from '../../harness/server/stands.js';
import { roomInThrottleWindow } from '../../harness/time/throttle-window.js';
import { startUpstream, type Upstream } from '../../harness/upstreams/upstream.js';

const APP = 'https://dashboard.example.test';
const LOGOUT = '/v1/auth/sso/logout';

let upstream: Upstream;
let trust: Awaited<ReturnType<typeof trusting>>;
let issuer: OpenIdIssuer;
let server: TestServer;
let replica: TestServer;
let acme: SignOnOrganization;
/** Of another organization, with an issuer of its own. */
let evil: SignOnOrganization;
let evilIssuer: OpenIdIssuer;
const lines: string[] = [];

beforeAll(async () => {
  upstream = await startUpstream();
  trust = await trusting(upstream);
  issuer = new OpenIdIssuer('login.acme.test', upstream);
  evilIssuer = new OpenIdIssuer('login.evil.test', upstream);
  const settings = {
    ...upstream.settings,
    ...trust.settings,
    APP_URL: APP,
    API_URL: 'https://api.example.test',
    ENTERPRISE_ENABLED: 'true',
    LOG_LEVEL: 'info',
  };
  const log = { write: (line: string) => void lines.push(line) };
  server = await startServer(settings, log);
  replica = await startReplica(server, settings, log);
  acme = await signOnOrganization(server, issuer.settings);
  evil = await signOnOrganization(server, evilIssuer.settings);
});

afterAll(async () => {
  await replica?.close();
  await server?.close();
  await trust?.close();
  await upstream?.close();
});

afterEach(() => {
  issuer.reset();
  evilIssuer.reset();
});

const callback = (provider = acme.provider) => atSso(provider, 'callback');

function comeBack(browser: ApiClient, parameters: URLSearchParams, provider?: string): Promise<Answer> {
  return browser.get(`${callback(provider)}?${parameters.toString()}`);
}

function someone(more: Claims = {}): Claims {
  return { sub: randomBytes(8).toString('hex'), email: acme.someone(), name: 'Ada Lovelace', ...more };
}

async function signIn(person: Claims = someone(), misbehaviour: Misbehaviour = {}): Promise<Answer> {
  const { url, browser } = await startSignIn(server, acme.provider);
  return comeBack(browser, issuer.consent(url, person, misbehaviour));
}

function expectRefused(answer: Answer, code: string): void {
  expect([answer.status, answer.headers['location']]).toEqual([302, `${APP}/auth/login?error=${code}`]);
  expect(answer.headers['cache-control']).toBe('no-store');
  expect(sessionOf(answer)).toBe('');
}

describe('beginning', () => {
  it('05 §8.6.3 asks for a code with state, nonce and PKCE, and ties the attempt to the browser', async () => {
    const answer = await stranger(server).get(`${atSso(acme.provider, 'login')}?login_hint=ada@acme.test`);
    const url = new URL(String(answer.headers['location']));
    expect(url.origin + url.pathname).toBe('https://login.acme.test/realm/authorize');
    expect(Object.fromEntries(url.searchParams)).toEqual({
      realm: '1',
      client_id: 'client-1',
      response_type: 'code',
      response_mode: 'query',
      scope: 'openid email profile',
      redirect_uri: `https://api.example.test${callback()}`,
      state: expect.stringMatching(/^[\w-]{43}\.[\w-]{22}$/),
      nonce: expect.stringMatching(/^[\w-]{43}$/),
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
      code_challenge_method: 'S256',
      login_hint: 'ada@acme.test',
    });
    expect(answer.headers['set-cookie']).toMatch(
      /^cg_sso=[0-9a-f]{64}; Path=\/v1\/auth\/sso; Max-Age=600; HttpOnly; SameSite=Lax; Secure$/,
    );
    expect(answer.headers['cache-control']).toBe('no-store');
  });

  it('05 §8.6 leads on to no page but one of our own', async () => {
    const spellings = [
      'https://evil.example',
      '//evil.example',
      '///evil.example',
      '/\\evil.example',
      '\\\\evil.example',
      '/%2Fevil.example',
      '/%5cevil.example',
      '/\t/evil.example',
      '/\n/evil.example',
      '/\u0000',
      '/.//evil.example',
      '/x/..//evil.example',
      '/x//y',
      '/x\\y',
      '/x?next=//evil.example',
      ' /path',
      'path',
      '',
      '@evil.example',
      'javascript:alert(1)',
      `/${'x'.repeat(2048)}`,
      // No pages: what a page of ours leads to counts as a person's choice (R54).
      '/v1/apps/github/authorize?_token=oc_x',
      '/api/apps/github/authorize',
      '/x/../V1/apps',
      '/%761/apps/github/authorize',
    ];
    for (const spelling of spellings) {
      const { url, browser } = await startSignIn(server, acme.provider, { returnTo: spelling });
      const { headers } = await comeBack(browser, issuer.consent(url, someone()));
      expect([spelling, headers['location']]).toEqual([spelling, `${APP}/`]);
    }
  });

  it('05 §8.6 is begun by the provider too: at its own issuer, towards a page of the dashboard', async () => {
    const { issuer: own } = issuer.settings;
    const targets: [Record<string, string>, string][] = [
      [{ iss: own, target_link_uri: `${APP}/w/1` }, '/w/1'],
      [{ iss: `${own}/`, target_link_uri: 'https://evil.example/w/1' }, '/'],
      [{ iss: own, target_link_uri: `${APP}.evil.example/` }, '/'],
      [{ iss: own, target_link_uri: `${APP}@evil.example/` }, '/'],
      [{ iss: own, target_link_uri: `${APP}/w/1`, returnTo: '/w/2' }, '/w/2'],
    ];
    for (const [query, path] of targets) {
      const { url, browser } = await startSignIn(server, acme.provider, query);
      const { headers } = await comeBack(browser, issuer.consent(url, someone()));
      expect([query, headers['location']]).toEqual([query, APP + path]);
    }
    const foreign = await stranger(server).get(
      `${atSso(acme.provider, 'login')}?iss=${evilIssuer.settings.issuer}`,
    );
    expectRefused(foreign, 'sso_unavailable');
  });

  it('05 §8.6 is not possible without a connection that is in use, or a provider that tells about itself', async () => {
    const login = (provider: string) => stranger(server).get(atSso(provider, 'login'));
    expectRefused(await login(`org-${'0'.repeat(24)}`), 'sso_unavailable');
    expectRefused(await login('nobody'), 'sso_unavailable');
    const host = new OpenIdIssuer('login.down.test', upstream);
    const { connectionId, provider } = await signOnOrganization(server, host.settings);
    host.discovery = 'down';
    expectRefused(await login(provider), 'sso_unavailable');
    for (const metadata of [
      { issuer: 'https://login.evil.test/realm' },
      { token_endpoint: 'http://login.odd.test/token' },
      { authorization_endpoint: 'javascript:alert(1)' },
      { jwks_uri: undefined },
    ]) {
      const odd = new OpenIdIssuer(`login.odd-${randomBytes(4).toString('hex')}.test`, upstream);
      odd.metadata = metadata;
      const made = await signOnOrganization(server, odd.settings);
      expectRefused(await login(made.provider), 'sso_unavailable');
    }
    await server.db.query(`UPDATE sso_connections SET status = 'disabled' WHERE id = $1`, [connectionId]);
    expectRefused(await login(provider), 'sso_unavailable');
  });

  it('05 §1.6 is possible sixty times a minute, and then leads to the login page', async () => {
    await roomInThrottleWindow(5);
    const from = stranger(server);
    const answers = [];
    for (let index = 0; index < 61; index++) answers.push(await from.get(atSso('nobody', 'login')));
    expect(answers.slice(0, 60).map(({ headers }) => headers['location'])).toEqual(
      Array(60).fill(`${APP}/auth/login?error=sso_unavailable`),
    );
    expectRefused(answers[60]!, 'sso_throttled');
    expect(answers[60]!.headers['retry-after']).toMatch(/^\d+$/);
  });
});

describe('a sign-in', () => {
  it('05-21 makes account, membership and workspace, activates the connection once, lands on returnTo', async () => {
    const fresh = await signOnOrganization(server, issuer.settings);
    const person = someone({ email: fresh.someone() });
    const { url, browser } = await startSignIn(server, fresh.provider, { returnTo: '/w/1/agents?a=b#c' });
    const parameters = issuer.consent(url, person);
    const answer = await comeBack(browser, parameters, fresh.provider);
    expect([answer.status, answer.headers['location']]).toEqual([302, `${APP}/w/1/agents?a=b#c`]);
    expect(await personOf(server, answer)).toMatchObject({ email: person['email'], emailVerified: true });
    const sync = await api(server).as(sessionOf(answer)).get('/v1/auth/session');
    expect(sync.body).toMatchObject({
      organizationId: fresh.organizationId,
      workspaceId: expect.any(String),
    });
    expectRefused(await comeBack(browser, parameters, fresh.provider), 'sso_state_mismatch');
    const again = await startSignIn(server, fresh.provider);
    const colleague = issuer.consent(again.url, someone({ email: fresh.someone() }));
    await personOf(server, await comeBack(again.browser, colleague, fresh.provider));
    const trail = await trailOf(server, fresh.organizationId, 'sso-connection');
    expect(trail).toEqual([
      {
        action: 'update',
        service: 'sso-connection',
        source: 'sso-jit',
        userId: sync.body.id,
        metadata: {
          connectionId: fresh.connectionId,
          providerName: fresh.provider,
          type: 'oidc',
          status: 'active',
          trigger: 'first-sso-login',
        },
      },
    ]);
    const [connection] = await server.db.query(
      `SELECT status, status_when_enabled, last_login_at IS NOT NULL AS used FROM sso_connections WHERE id = $1`,
      [fresh.connectionId],
    );
    expect(connection).toEqual({ status: 'active', status_when_enabled: 'active', used: true });
  });

  it('05 §8.7.8 lasts 24 hours whatever is done with it, and takes the place of the session before', async () => {
    const { cookie } = await newcomer(server);
    const { url, browser } = await startSignIn(server, acme.provider);
    const [binding] = /cg_sso=\w+/.exec(JSON.stringify(browser))!;
    const answer = await comeBack(browser.as(`${cookie}; ${binding}`), issuer.consent(url, someone()));
    const session = api(server).as(sessionOf(answer));
    expect(answer.headers['set-cookie']).not.toMatch(/max-age/i);
    expect((await api(server).as(cookie).get('/auth/get-session')).body).toBeNull();
    const { body } = await session.get('/auth/get-session');
    const hours = (Date.parse(body.session.expiresAt) - Date.now()) / 3_600_000;
    expect([hours > 23.9, hours <= 24]).toEqual([true, true]);
    await server.db.query(`UPDATE user_sessions SET updated_at = now() - interval '25 hours' WHERE id = $1`, [
      body.session.id,
    ]);
    const later = await session.get('/auth/get-session');
    expect([later.body.session.expiresAt, later.headers['set-cookie']]).toEqual([
      body.session.expiresAt,
      undefined,
    ]);
  });

  it('05 §8.6.1 is finished by whichever replica gets the callback, once', async () => {
    const { url, browser } = await startSignIn(server, acme.provider);
    const headers = { cookie: /cg_sso=\w+/.exec(JSON.stringify(browser))![0] };
    const path = `${callback()}?${issuer.consent(url, someone()).toString()}`;
    const elsewhere = stranger(replica).with(headers);
    const here = stranger(server).with(headers);
    const answers = await Promise.all([1, 2, 3, 4].flatMap(() => [here.get(path), elsewhere.get(path)]));
    const outcomes = answers.map(({ headers }) => String(headers['location'])).sort();
    expect(outcomes).toEqual([`${APP}/`, ...Array(7).fill(`${APP}/auth/login?error=sso_state_mismatch`)]);
    expect(issuer.exchanges).toHaveLength(1);
    const other = await startSignIn(server, acme.provider);
    const finished = await stranger(replica)
      .with({ cookie: /cg_sso=\w+/.exec(JSON.stringify(other.browser))![0] })
      .get(`${callback()}?${issuer.consent(other.url, someone()).toString()}`);
    expect(finished.headers['location']).toBe(`${APP}/`);
  });

  it('05 §8.1 proves itself by client_secret_post, and by basic where only that is listed', async () => {
    await personOf(server, await signIn());
    const { body, authorization } = issuer.exchanges[0]!;
    expect([body.get('client_secret'), authorization]).toEqual([issuer.settings.clientSecret, undefined]);
    expect(Object.fromEntries(body)).toMatchObject({
      grant_type: 'authorization_code',
      redirect_uri: `https://api.example.test${callback()}`,
      code_verifier: expect.stringMatching(/^[\w-]{43}$/),
    });
    const basic = new OpenIdIssuer('login.basic.test', upstream);
    basic.metadata = { token_endpoint_auth_methods_supported: ['client_secret_basic', 'private_key_jwt'] };
    const made = await signOnOrganization(server, basic.settings);
    const { url, browser } = await startSignIn(server, made.provider);
    await comeBack(browser, basic.consent(url, { sub: 's', email: made.someone() }), made.provider);
    expect(basic.exchanges).toMatchObject([{ authorization: expect.stringMatching(/^Basic /) }]);
    expect(basic.exchanges[0]!.body.has('client_secret')).toBe(false);
  });

  it('05 §8.7 takes the address from the token, from userinfo of the same subject, or from what is like one', async () => {
    const emailOf = async (person: Claims, misbehaviour: Misbehaviour = {}) =>
      (await personOf(server, await signIn(person, misbehaviour))).email;
    const [one, two, three, four] = [1, 2, 3, 4].map(() => acme.someone());
    const bare = () => someone({ email: undefined });
    const fromUserinfo = bare();
    const userinfo = { sub: fromUserinfo['sub'], email: one, email_verified: true };
    expect(await emailOf(fromUserinfo, { userinfo })).toBe(one);
    expect(await emailOf({ ...bare(), preferred_username: two })).toBe(two);
    expect(await emailOf({ ...bare(), preferred_username: 'ada', upn: three })).toBe(three);
    expect(await emailOf(someone({ email: ` ${four!.toUpperCase()} ` }))).toBe(four);
    const stolen = { sub: 'somebody-else', email: acme.someone() };
    expectRefused(await signIn(bare(), { userinfo: stolen }), 'sso_invalid_response');
    expectRefused(await signIn({ ...bare(), preferred_username: 'ada' }), 'sso_email_missing');
    expectRefused(await signIn(bare()), 'sso_email_missing');
    expectRefused(await signIn(someone({ email: 'nobody' })), 'sso_email_missing');
  });

  it('R36.9 takes an address that the provider does not say is unverified', async () => {
    for (const verified of [true, 'true'])
      await personOf(server, await signIn(someone({ email_verified: verified })));
    for (const verified of [false, 'false', 'TRUE', null, 0, 1, 'yes', []])
      expectRefused(await signIn(someone({ email_verified: verified })), 'sso_email_unverified');
  });
});

describe('05-22 ID tokens', () => {
  const now = () => Math.floor(Date.now() / 1000);
  const refused: [string, () => Misbehaviour][] = [
    ['no signature', () => ({ signed: 'none' })],
    ['HS256 with the client secret', () => ({ signed: 'hs256-secret' })],
    ['HS256 with the public key', () => ({ signed: 'hs256-public-key' })],
    ['a signature by a key that is not published', () => ({ signed: 'foreign-key' })],
    ['a key id nobody published', () => ({ header: { kid: 'made-up' } })],
    ['an algorithm that is not that of the key', () => ({ header: { alg: 'ES256' } })],
    ['a critical extension', () => ({ header: { crit: ['x'], x: 1 } })],
    ['another issuer', () => ({ claims: { iss: 'https://login.evil.test/realm' } })],
    ['an issuer with two slashes', () => ({ claims: { iss: 'https://login.acme.test/realm//' } })],
    ['another audience', () => ({ claims: { aud: 'client-2' } })],
    ['no audience', () => ({ claims: { aud: undefined } })],
    ['several audiences and no azp', () => ({ claims: { aud: ['client-1', 'client-2'] } })],
    ['several audiences and another azp', () => ({ claims: { aud: ['client-1', 'x'], azp: 'x' } })],
    ['another azp', () => ({ claims: { azp: 'client-2' } })],
    ['another nonce', () => ({ claims: { nonce: 'x'.repeat(43) } })],
    ['no nonce', () => ({ claims: { nonce: undefined } })],
    ['an end three minutes ago', () => ({ claims: { exp: now() - 180 } })],
    ['no end', () => ({ claims: { exp: undefined } })],
    ['a beginning in three minutes', () => ({ claims: { nbf: now() + 180 } })],
    ['an issue in three minutes', () => ({ claims: { iat: now() + 180 } })],
    ['an issue thirteen minutes ago', () => ({ claims: { iat: now() - 780 } })],
    ['no issue', () => ({ claims: { iat: undefined } })],
    ['no subject', () => ({ claims: { sub: undefined } })],
    ['a subject that is no text', () => ({ claims: { sub: 7 } })],
    ['an empty subject', () => ({ claims: { sub: '' } })],
    ['a subject that is too long', () => ({ claims: { sub: 'x'.repeat(256) } })],
  ];

  it.each(refused)('with %s sign nobody in', async (_name, misbehaviour) => {
    const person = someone();
    expectRefused(await signIn(person, misbehaviour()), 'sso_invalid_response');
    expect(await server.db.query(`SELECT 1 FROM users WHERE email = $1`, [person['email']])).toEqual([]);
    const trail = await server.db.query(
      `SELECT action, status, source, metadata FROM audit_log WHERE organization_id = $1 AND service = 'auth'
       ORDER BY created_at DESC LIMIT 1`,
      [acme.organizationId],
    );
    expect(trail).toEqual([
      {
        action: 'verify',
        status: 'failure',
        source: 'sso-login',
        metadata: {
          method: 'sso',
          connectionId: acme.connectionId,
          refused: 'sso_invalid_response',
          reason: expect.stringContaining('proves nobody'),
        },
      },
    ]);
  });

  it('05 §8.7 tells administrators which mistake it was', async () => {
    const reasons: string[] = [];
    for (const misbehaviour of [
      { claims: { aud: 'client-2' } },
      { claims: { exp: now() - 3600 } },
    ] satisfies Misbehaviour[]) {
      expectRefused(await signIn(someone(), misbehaviour), 'sso_invalid_response');
      const [latest] = await server.db.query<{ reason: string }>(
        `SELECT metadata ->> 'reason' AS reason FROM audit_log WHERE organization_id = $1 AND service = 'auth'
         ORDER BY created_at DESC LIMIT 1`,
        [acme.organizationId],
      );
      reasons.push(latest!.reason);
    }
    expect(reasons).toEqual([
      'The answer of the provider proves nobody: the claim aud is not as it has to be',
      'The answer of the provider proves nobody: the claim exp is not as it has to be',
    ]);
  });

  const accepted: [string, () => Misbehaviour][] = [
    ['an end a minute ago', () => ({ claims: { exp: now() - 60 } })],
    ['an issue in a minute', () => ({ claims: { iat: now() + 60, nbf: now() + 60 } })],
    ['an issue nine minutes ago', () => ({ claims: { iat: now() - 540 } })],
    ['a slash at the end of the issuer', () => ({ claims: { iss: 'https://login.acme.test/realm/' } })],
    ['a list of one audience', () => ({ claims: { aud: ['client-1'] } })],
    ['several audiences and us as azp', () => ({ claims: { aud: ['x', 'client-1'], azp: 'client-1' } })],
    ['an elliptic key', () => ({ signed: 'es256' })],
  ];

  it.each(accepted)('with %s sign somebody in', async (_name, misbehaviour) => {
    const person = someone();
    const { email } = await personOf(server, await signIn(person, misbehaviour()));
    expect(email).toBe(person['email']);
  });

  it('of a token endpoint that misbehaves are none', async () => {
    const misbehaviours: Misbehaviour['token'][] = [
      (response) => response.writeHead(302, { location: 'https://login.evil.test/realm/token' }).end(),
      (response) => response.writeHead(200, { 'content-type': 'application/json' }).end('{"access_token":'),
      (response) => response.writeHead(200, { 'content-type': 'text/html' }).end('<html></html>'),
      (response) =>
        response
          .writeHead(200, { 'content-type': 'application/json' })
          .end('{"access_token":"a","token_type":"bearer"}'),
      (response) => response.writeHead(200, { 'content-type': 'application/json' }).end('[]'),
      (response) => response.writeHead(500).end(),
      (response) => response.destroy(),
      (response) => {
        response.writeHead(200, { 'content-type': 'application/json' });
        response.on('error', () => undefined);
        response.end(Buffer.alloc(10_000_000, ' '));
      },
    ];
    for (const token of misbehaviours)
      expectRefused(await signIn(someone(), { token }), 'sso_invalid_response');
    expect(evilIssuer.calls).toEqual([]);
  });

  it('of a token endpoint that answers slowly are given up', async () => {
    expectRefused(await signIn(someone(), { token: () => undefined }), 'sso_invalid_response');
  });
});

describe('hostile callbacks', () => {
  it('05-21 without the cookie, or in another browser, sign nobody in and leave the attempt to its browser', async () => {
    const { url, browser } = await startSignIn(server, acme.provider);
    const parameters = issuer.consent(url, someone());
    expectRefused(await comeBack(stranger(server), parameters), 'sso_state_mismatch');
    const another = await startSignIn(server, acme.provider);
    expectRefused(await comeBack(another.browser, parameters), 'sso_state_mismatch');
    expect(issuer.exchanges).toEqual([]);
    await personOf(server, await comeBack(browser, parameters));
  });

  it("05 §8.6.2 do not bring somebody into a stranger's account", async () => {
    const victim = await newcomer(server);
    const attack = await startSignIn(server, acme.provider);
    const parameters = issuer.consent(attack.url, someone());
    expectRefused(await comeBack(stranger(server).as(victim.cookie), parameters), 'sso_state_mismatch');
    const still = await api(server).as(victim.cookie).get('/auth/get-session');
    expect(still.body.user.email).toBe(victim.email);
  });

  it('with a state that is forged, repeated, absurd or missing ask the provider nothing', async () => {
    const { url, browser } = await startSignIn(server, acme.provider);
    const good = issuer.consent(url, someone());
    const state = good.get('state')!;
    const forged = `${state.slice(0, 43)}.${'A'.repeat(22)}`;
    const queries = [forged, `${state}x`, 'x'.repeat(60_000), "' OR 1=1", '\u0000', ''].map(
      (each) => new URLSearchParams({ code: 'x', state: each }),
    );
    for (const query of [...queries, new URLSearchParams({ code: 'x' }), new URLSearchParams()])
      expectRefused(await comeBack(browser, query), 'sso_state_mismatch');
    const doubled = new URLSearchParams([...good, ['state', 'other']]);
    expectRefused(await comeBack(browser, doubled), 'sso_invalid_response');
    expect(issuer.exchanges).toEqual([]);
  });

  it('after ten minutes come too late', async () => {
    const { url, browser } = await startSignIn(server, acme.provider);
    await server.db.query(
      `UPDATE sso_transactions SET expires_at = now() - interval '1 second' WHERE connection_id = $1`,
      [acme.connectionId],
    );
    const parameters = issuer.consent(url, someone());
    expectRefused(await comeBack(browser, parameters), 'sso_expired');
    expectRefused(await comeBack(browser, parameters), 'sso_state_mismatch');
  });

  it("05 §8.6.5 with another provider's answer are refused: at its callback, and by its name", async () => {
    const mixed = await startSignIn(server, acme.provider);
    const elsewhere = issuer.consent(mixed.url, someone());
    expectRefused(await comeBack(mixed.browser, elsewhere, evil.provider), 'sso_state_mismatch');
    for (const iss of ['https://login.evil.test/realm', `${issuer.settings.issuer}//`]) {
      const { url, browser } = await startSignIn(server, acme.provider);
      const parameters = issuer.consent(url, someone());
      parameters.set('iss', iss);
      expectRefused(await comeBack(browser, parameters), 'sso_invalid_response');
    }
    expect(issuer.exchanges).toEqual([]);
    const named = new OpenIdIssuer('login.named.test', upstream);
    named.metadata = { authorization_response_iss_parameter_supported: true };
    const made = await signOnOrganization(server, named.settings);
    const once = async (iss: string | null) => {
      const { url, browser } = await startSignIn(server, made.provider);
      const parameters = named.consent(url, { sub: 's', email: made.someone() });
      if (iss !== null) parameters.set('iss', iss);
      return comeBack(browser, parameters, made.provider);
    };
    for (const iss of [null, '', 'https://login.evil.test/realm'])
      expectRefused(await once(iss), 'sso_invalid_response');
    await personOf(server, await once(named.settings.issuer));
  });

  it('with an error of the provider are told apart, and what it says is not repeated', async () => {
    for (const error of ['access_denied', 'server_error', '<script>']) {
      const { url, browser } = await startSignIn(server, acme.provider);
      const state = url.searchParams.get('state')!;
      const parameters = new URLSearchParams({ error, error_description: '<script>', state });
      expectRefused(await comeBack(browser, parameters), 'sso_denied');
      expectRefused(await comeBack(browser, parameters), 'sso_state_mismatch');
    }
  });

  it('with a code of another sign-in, or one that was used, sign nobody in', async () => {
    const first = await startSignIn(server, acme.provider);
    const code = issuer.consent(first.url, someone());
    const second = await startSignIn(server, acme.provider);
    const injected = issuer.consent(second.url, someone());
    injected.set('code', code.get('code')!);
    expectRefused(await comeBack(second.browser, injected), 'sso_invalid_response');
    const third = await startSignIn(server, acme.provider);
    const used = issuer.consent(third.url, someone());
    await personOf(server, await comeBack(third.browser, used));
    const fourth = await startSignIn(server, acme.provider);
    used.set('state', fourth.url.searchParams.get('state')!);
    expectRefused(await comeBack(fourth.browser, used), 'sso_invalid_response');
  });
});

describe('a real provider', () => {
  it('05-21 signs people in by userinfo, once for each code, and after it was started again with other keys', async () => {
    const made = await signOnOrganization(server, PROVIDER);
    const provider = new RealProvider(upstream, `https://api.example.test${callback(made.provider)}`);
    const email = made.someone();
    const first = await startSignIn(server, made.provider, { login_hint: email });
    const parameters = await provider.consent(first.url);
    expect(parameters.get('iss')).toBe(PROVIDER.issuer);
    const answer = await comeBack(first.browser, parameters, made.provider);
    const person = await personOf(server, answer);
    expect(person).toMatchObject({ email, name: 'Real Person', emailVerified: true });
    const second = await startSignIn(server, made.provider, { login_hint: email });
    const again = await provider.consent(second.url);
    again.set('code', parameters.get('code')!);
    expectRefused(await comeBack(second.browser, again, made.provider), 'sso_invalid_response');
    provider.rotate();
    // Of the keys only another process knows nothing yet; this one asks again after a minute.
    const third = await startSignIn(replica, made.provider, { login_hint: email });
    const rotated = await comeBack(third.browser, await provider.consent(third.url), made.provider);
    expect(await personOf(server, rotated)).toMatchObject({ id: person.id });
  });
});

describe('keys', () => {
  it('05 §8.6.5 are read once for many sign-ins, and for a key id nobody knows once a minute', async () => {
    const rotating = new OpenIdIssuer('login.rotating.test', upstream);
    const made = await signOnOrganization(server, rotating.settings);
    const once = async () => {
      const { url, browser } = await startSignIn(server, made.provider);
      return comeBack(browser, rotating.consent(url, { sub: 's', email: made.someone() }), made.provider);
    };
    const reads = () => rotating.calls.filter((path) => path === '/realm/keys').length;
    await personOf(server, await once());
    await personOf(server, await once());
    expect(reads()).toBe(1);
    // A key that is published right after the first, ordinary reading counts at once (R48).
    rotating.rotate();
    await personOf(server, await once());
    expect(reads()).toBe(2);
    rotating.rotate();
    expectRefused(await once(), 'sso_invalid_response');
    expect(reads()).toBe(2);
  });
});

describe('logging out', () => {
  it('05 §8.6.9 ends the session here and says where the one at the provider ends', async () => {
    const answer = await signIn();
    const session = api(server).as(sessionOf(answer));
    const kept = await server.db.query<{ id_token: string }>(
      `SELECT id_token FROM sso_sessions WHERE connection_id = $1`,
      [acme.connectionId],
    );
    for (const { id_token: token } of kept) expect(token).toMatch(/^v1\.[^.]+\./);
    const { status, body } = await session.post(LOGOUT);
    const url = new URL(body.redirectUrl);
    expect([status, url.origin + url.pathname]).toEqual([200, 'https://login.acme.test/realm/logout']);
    expect(Object.fromEntries(url.searchParams)).toEqual({
      client_id: 'client-1',
      id_token_hint: expect.stringMatching(/^eyJ[\w-]+\.[\w-]+\.[\w-]+$/),
      post_logout_redirect_uri: `${APP}/auth/login`,
    });
    expect((await session.get('/auth/get-session')).body).toBeNull();
    expect((await session.post(LOGOUT)).status).toBe(401);
  });

  it('05 §8.6.9 leads nowhere for a session of another kind, and is not for pages of others', async () => {
    const { session } = await newcomer(server);
    const foreign = await session.with({ origin: 'https://evil.example' }).post(LOGOUT);
    expect(foreign.status).toBe(403);
    const answer = await session.post(LOGOUT);
    expect([answer.status, answer.body]).toEqual([200, { redirectUrl: null }]);
    expect((await session.get('/auth/get-session')).body).toBeNull();
    expect((await api(server).post(LOGOUT)).status).toBe(401);
  });

  const tell = (token: string, provider = acme.provider) =>
    stranger(server)
      .with({ 'content-type': 'application/x-www-form-urlencoded' })
      .post(atSso(provider, 'backchannel-logout'), new URLSearchParams({ logout_token: token }).toString());
  const isLive = async (answer: Answer) =>
    (await api(server).as(sessionOf(answer)).get('/auth/get-session')).body !== null;

  it('05 §8.6.9 at the provider ends one session by its id, or all of a subject', async () => {
    const person = someone();
    const [one, two] = [
      await signIn(person, { claims: { sid: 'a' } }),
      await signIn(person, { claims: { sid: 'b' } }),
    ];
    const other = await signIn(someone(), { claims: { sid: 'b' } });
    const told = await tell(issuer.logoutToken({ sub: person['sub'], sid: 'a' }));
    expect([told.status, told.text]).toEqual([200, '']);
    expect([await isLive(one), await isLive(two), await isLive(other)]).toEqual([false, true, true]);
    await tell(issuer.logoutToken({ sub: person['sub'] }));
    expect([await isLive(two), await isLive(other)]).toEqual([false, true]);
    await tell(issuer.logoutToken({ sid: 'b' }));
    expect(await isLive(other)).toBe(false);
    const trail = await server.db.query(
      `SELECT metadata FROM audit_log WHERE service = 'session' AND source = 'sso-login' AND user_email = $1`,
      [person['email']],
    );
    expect(trail).toEqual([
      { metadata: { reason: 'provider-logout', connectionId: acme.connectionId, sessions: 1 } },
      { metadata: { reason: 'provider-logout', connectionId: acme.connectionId, sessions: 1 } },
    ]);
  });

  it('05 §8.6.9 at the provider is believed once, and only of this provider', async () => {
    const person = someone();
    const { sub } = person;
    const answer = await signIn(person);
    const now = Math.floor(Date.now() / 1000);
    const tokens = [
      issuer.logoutToken({ sub, nonce: 'x' }),
      issuer.logoutToken({ sub, events: undefined }),
      issuer.logoutToken({ sub, events: { other: {} } }),
      issuer.logoutToken({ sub, jti: undefined }),
      issuer.logoutToken({}),
      issuer.logoutToken({ sub, aud: 'client-2' }),
      issuer.logoutToken({ sub, iat: now - 900 }),
      issuer.logoutToken({ sub, exp: now - 180 }),
      issuer.logoutToken({ sub }, { signed: 'none' }),
      issuer.logoutToken({ sub }, { signed: 'hs256-secret' }),
      issuer.logoutToken({ sub }, { signed: 'foreign-key' }),
      issuer.logoutToken({ sub, iss: 'https://login.evil.test/realm' }),
      evilIssuer.logoutToken({ sub }),
      evilIssuer.logoutToken({ sub, iss: issuer.settings.issuer }),
      'nonsense',
      '',
    ];
    for (const token of tokens) {
      const refused = await tell(token);
      expect([refused.status, refused.body]).toEqual([400, { error: 'invalid_request' }]);
    }
    expect((await tell(evilIssuer.logoutToken({ sub }), evil.provider)).status).toBe(200);
    expect((await tell(issuer.logoutToken({ sub }), 'org-nobody')).status).toBe(400);
    expect(await isLive(answer)).toBe(true);
    const token = issuer.logoutToken({ sub });
    expect((await tell(token)).status).toBe(200);
    const again = await signIn(person);
    expect((await tell(token)).status).toBe(400);
    expect(await isLive(again)).toBe(true);
  });
});

describe('secrets', () => {
  it('05 §8.6.11 stand in no log, and of an attempt nothing but hashes in the database', async () => {
    lines.length = 0;
    const { url, browser } = await startSignIn(server, acme.provider);
    const parameters = issuer.consent(url, someone(), { claims: { aud: 'x' } });
    const { searchParams } = url;
    const [binding] = /cg_sso=\w+/.exec(JSON.stringify(browser))!;
    const rows = JSON.stringify(
      await server.db.query(`SELECT t.*, encode(handle_hash, 'hex') FROM sso_transactions t`),
    );
    const refused = await comeBack(browser, parameters);
    const token = issuer.logoutToken({ sub: 'x', nonce: 'y' });
    await stranger(server).post(atSso(acme.provider, 'backchannel-logout'), `logout_token=${token}`);
    const answer = await signIn();
    await api(server).as(sessionOf(answer)).post(LOGOUT);
    const log = lines.join('\n');
    const secrets = [
      searchParams.get('state')!,
      searchParams.get('nonce')!,
      parameters.get('code')!,
      binding.slice('cg_sso='.length),
      issuer.settings.clientSecret,
      token,
      sessionOf(answer).split('=')[1]!.slice(0, 40),
      'eyJ',
    ];
    for (const secret of secrets) expect([secret, log.includes(secret)]).toEqual([secret, false]);
    for (const secret of secrets.slice(0, 4)) expect(rows).not.toContain(secret);
    const told = lines.map((line) => JSON.parse(line)).find(({ code }) => code === 'sso_invalid_response');
    expect(told).toMatchObject({
      requestId: refused.headers['x-request-id'],
      cause: { code: 'ERR_JWT_CLAIM_VALIDATION_FAILED' },
    });
  });
});
