import { networkInterfaces } from 'node:os';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { packageVersion } from '../../../src/kernel/config/kinds/config-files.js';
import { SetupToken } from '../../../src/modules/people/instance/setup-token.js';
import { PASSWORD, someAddress } from '../../harness/people/accounts.js';
import { api, type ApiClient } from '../../harness/clients/client.js';
import { claim, enterPortal, makePartner, OPERATOR, provide } from '../../harness/people/partners.js';
import { startReplica, startServer, type TestServer } from '../../harness/server/server.js';
import { roomInThrottleWindow } from '../../harness/time/throttle-window.js';

const OWNER = { name: 'First Owner', email: 'Owner@Example.test', password: PASSWORD };
const BOOTSTRAP = '/v1/instance/bootstrap';

let server: TestServer;

async function start(overrides: Record<string, string> = {}): Promise<void> {
  server = await startServer(overrides);
}

/** One that is not loopback; null on a machine that has none. Nothing leaves the machine on the way to it. */
function ownAddress(): string | null {
  const addresses = Object.values(networkInterfaces()).flatMap((each) => each ?? []);
  return addresses.find(({ family, internal }) => family === 'IPv4' && !internal)?.address ?? null;
}

async function count(table: string): Promise<number> {
  const [row] = await server.db.query<{ n: number }>(`SELECT count(*)::int AS n FROM ${table}`);
  return row!.n;
}

describe('facts and first run of a deployment (01 §13)', () => {
  beforeEach(() => {
    server = undefined as unknown as TestServer;
  });
  afterEach(() => server?.close());

  it('01-13 Community says onprem, not entitled, and exactly two booleans about runners', async () => {
    await start({ EMBEDDED_RUNNER: 'off' });
    const answer = await api(server).get('/v1/instance');
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({
      edition: 'onprem',
      entitled: false,
      version: packageVersion(),
      runners: { registered: false, online: false },
    });
  });

  it('an Enterprise deployment is entitled and says its version', async () => {
    await start({ ENTERPRISE_ENABLED: ' True ', APP_VERSION: '1.2.3' });
    const { body } = await api(server).get('/v1/instance');
    expect(body).toMatchObject({ edition: 'onprem', entitled: true, version: '1.2.3' });
    expect((await api(server).get(BOOTSTRAP)).body.signIn).toEqual({
      password: true,
      google: false,
      sso: true,
    });
  });

  it('the first run is announced until an account exists', async () => {
    await start({ BOOTSTRAP_TOKEN: 'open sesame', REGISTRATION: 'closed' });
    const before = await api(server).get(BOOTSTRAP);
    expect(before.status).toBe(200);
    expect(before.body).toEqual({
      firstAccount: true,
      setupTokenRequired: true,
      registration: 'closed',
      signIn: { password: true, google: false, sso: false },
      emailDelivery: false,
      problems: ['app-url-unset'],
    });
    await api(server).post(BOOTSTRAP, { ...OWNER, setupToken: 'open sesame' });
    expect((await api(server).get(BOOTSTRAP)).body).toMatchObject({
      firstAccount: false,
      setupTokenRequired: false,
    });
  });

  it('a configured deployment has no problems and says that it can send mail', async () => {
    await start({
      APP_URL: 'http://gateway.test/',
      SMTP_URL: 'smtp://127.0.0.1:9',
      MAIL_FROM: 'gateway@example.test',
    });
    expect((await api(server).get(BOOTSTRAP)).body).toMatchObject({ problems: [], emailDelivery: true });
  });

  it('bootstrap creates the person, the organization, the workspace, a working key and a session', async () => {
    await start();
    const answer = await api(server).post(BOOTSTRAP, { ...OWNER, organizationName: 'Example Org' });
    expect(answer.status).toBe(201);
    expect(answer.body).toEqual({
      user: { id: expect.any(String), name: 'First Owner', email: 'owner@example.test' },
      organizationId: expect.stringMatching(/^[a-z]{16}$/),
      workspaceId: expect.stringMatching(/^[a-z]{16}$/),
      apiKey: expect.stringMatching(/^oc_[0-9a-f]{64}$/),
    });
    const { user, organizationId, workspaceId, apiKey } = answer.body;
    const byKey = await api(server).as(apiKey).get('/v1/user');
    expect(byKey.body).toMatchObject({ id: user.id });
    const session = await api(server).as(answer.cookies.join('; ')).get('/v1/auth/session');
    expect(session.body).toEqual({
      id: user.id,
      email: 'owner@example.test',
      name: 'First Owner',
      organizationId,
      workspaceId,
      projectId: workspaceId,
    });
    const [organization] = await server.db.query(`SELECT name, slug FROM organizations`);
    expect(organization).toEqual({ name: 'Example Org', slug: `example-org-${user.id.slice(0, 8)}` });
    const signedIn = await api(server).post('/auth/sign-in/email', OWNER);
    expect(signedIn.status).toBe(200);
  });

  it('01-32 with BOOTSTRAP_TOKEN the first account is made only with the token, and only once', async () => {
    await start({ BOOTSTRAP_TOKEN: 'open sesame' });
    const signUp = await api(server).post('/auth/sign-up/email', OWNER);
    expect(signUp.status).toBe(400);
    expect(signUp.body.code).toBe('EMAIL_PASSWORD_SIGN_UP_DISABLED');
    for (const setupToken of [undefined, '', 'open sesam', 'open sesame ']) {
      const refused = await api(server).post(BOOTSTRAP, { ...OWNER, setupToken });
      expect(refused.status).toBe(403);
      expect(refused.body).toEqual({ error: expect.any(String) });
    }
    expect(await count('users')).toBe(0);
    expect((await api(server).post(BOOTSTRAP, { ...OWNER, setupToken: 'open sesame' })).status).toBe(201);
    const again = await api(server)
      .with({ 'x-forwarded-for': '203.0.113.9' })
      .post(BOOTSTRAP, { ...OWNER, email: 'two@example.test', setupToken: 'open sesame' });
    expect(again.status).toBe(409);
    expect(again.body).toEqual({ error: expect.any(String) });
  });

  it('R47 without BOOTSTRAP_TOKEN a request from another machine needs the token that the server prints', async () => {
    await start({ REGISTRATION: 'open' });
    const replica = await startReplica(server, { REGISTRATION: 'open' });
    const elsewhere = (at = server) => api(at).with({ 'x-forwarded-for': someAddress() });
    try {
      const { generated } = server.app.get(SetupToken);
      expect(generated).toMatch(/^[0-9a-f]{32}$/);
      expect(replica.app.get(SetupToken).generated).toBe(generated);
      expect((await api(server).get(BOOTSTRAP)).body.setupTokenRequired).toBe(false);
      expect((await elsewhere().get(BOOTSTRAP)).body.setupTokenRequired).toBe(true);
      for (const setupToken of [undefined, '', 'open sesame', generated!.slice(1)]) {
        const refused = await elsewhere().post(BOOTSTRAP, { ...OWNER, setupToken });
        expect([refused.status, refused.body]).toEqual([
          403,
          { error: expect.stringContaining('prints when it starts') },
        ]);
      }
      // By the other door it cannot be given.
      const signUp = await elsewhere().post('/auth/sign-up/email', OWNER);
      expect([signUp.status, signUp.body.code]).toEqual([400, 'EMAIL_PASSWORD_SIGN_UP_DISABLED']);
      // An address of loopback that the client puts before the one its proxy adds makes nobody local.
      const forged = api(server).with({ 'x-forwarded-for': `127.0.0.1, ${someAddress()}` });
      expect((await forged.post(BOOTSTRAP, OWNER)).status).toBe(403);
      expect(await count('users')).toBe(0);
      // Another process of the deployment takes the same one.
      const made = await elsewhere(replica).post(BOOTSTRAP, { ...OWNER, setupToken: generated });
      expect(made.status).toBe(201);
      expect((await elsewhere().get(BOOTSTRAP)).body.setupTokenRequired).toBe(false);
      const again = await elsewhere().post(BOOTSTRAP, { ...OWNER, setupToken: generated });
      expect(again.status).toBe(409);
    } finally {
      await replica.close();
    }
  });

  it('R47 from this machine the first account needs no token, by sign-up either', async () => {
    await start({ REGISTRATION: 'closed' });
    expect((await api(server).post('/auth/sign-up/email', OWNER)).status).toBe(200);
  });

  it('R47 the management origin listens on loopback unless API_BIND names another address', async () => {
    const machine = ownAddress();
    const reaches = async (host: string): Promise<boolean> => {
      const { port } = new URL(server.apiUrl);
      return fetch(`http://${host}:${port}/healthz`).then(
        ({ ok }) => ok,
        () => false,
      );
    };
    await start();
    expect(await reaches('127.0.0.1')).toBe(true);
    if (machine !== null) expect(await reaches(machine)).toBe(false);
    await server.close();
    await start({ API_BIND: '0.0.0.0' });
    expect(await reaches('127.0.0.1')).toBe(true);
    if (machine === null) return;
    expect(await reaches(machine)).toBe(true);
    // The socket says that it comes from elsewhere, without any field.
    const { port } = new URL(server.apiUrl);
    const refused = await api({ apiUrl: `http://${machine}:${port}` }).post(BOOTSTRAP, OWNER);
    expect(refused.status).toBe(403);
  });

  it.each([
    ['name', { name: ' ' }],
    ['name', { name: 'x'.repeat(256) }],
    ['email', { email: 'not an address' }],
    ['password', { password: 'short' }],
    ['password', { password: 'x'.repeat(129) }],
    ['organizationName', { organizationName: '' }],
  ])('a wrong %s (%j) is 400 flat', async (field, wrong) => {
    await start();
    const answer = await api(server).post(BOOTSTRAP, { ...OWNER, ...wrong });
    expect(answer.status).toBe(400);
    expect(answer.body).toEqual({ error: expect.stringContaining(field) });
    expect(await count('users')).toBe(0);
  });

  it('exactly one of several concurrent bootstraps wins, on two replicas', async () => {
    await start();
    const replica = await startReplica(server);
    try {
      const attempts = [server, replica, server, replica].map((target, n) =>
        api(target).post(BOOTSTRAP, { ...OWNER, email: `person${n}@example.test` }),
      );
      const statuses = (await Promise.all(attempts)).map(({ status }) => status);
      expect(statuses.sort()).toEqual([201, 409, 409, 409]);
      for (const table of ['users', 'organizations', 'workspaces', 'agents', 'api_keys', 'user_sessions']) {
        expect([table, await count(table)]).toEqual([table, 1]);
      }
    } finally {
      await replica.close();
    }
  });

  it('bootstrap and sign-up at once make one first account', async () => {
    await start({ REGISTRATION: 'closed' });
    const [bootstrap, signUp] = await Promise.all([
      api(server).post(BOOTSTRAP, OWNER),
      api(server).post('/auth/sign-up/email', { ...OWNER, email: 'other@example.test' }),
    ]);
    expect([bootstrap.status, signUp.status]).toEqual(bootstrap.status === 201 ? [201, 400] : [409, 200]);
    expect(await count('users')).toBe(1);
  });

  it('a partner that the operator makes first leaves the first account to whoever sets the server up', async () => {
    await start({ ...OPERATOR, REGISTRATION: 'invite' });
    const partner = await makePartner(server);
    const { claimUrl } = await provide(partner);
    expect((await api(server).get(BOOTSTRAP)).body.firstAccount).toBe(true);
    const portal = await enterPortal(server, partner.ownerEmail, partner.ownerSetupUrl!);
    expect((await portal.get('/v1/partner')).status).toBe(200);
    expect((await api(server).get(BOOTSTRAP)).body.firstAccount).toBe(true);
    const asTheirs = await api(server).post(BOOTSTRAP, { ...OWNER, email: partner.ownerEmail });
    expect([asTheirs.status, asTheirs.body]).toEqual([409, { error: expect.any(String) }]);
    const seeding = { BOOTSTRAP_OWNER_EMAIL: partner.ownerEmail, BOOTSTRAP_OWNER_PASSWORD: PASSWORD };
    await (await startReplica(server, seeding)).close();
    expect((await api(server).post(BOOTSTRAP, OWNER)).status).toBe(201);
    expect((await api(server).get(BOOTSTRAP)).body.firstAccount).toBe(false);
    const again = api(server).with({ 'x-forwarded-for': someAddress() });
    expect((await again.post(BOOTSTRAP, { ...OWNER, email: 'two@example.test' })).status).toBe(409);
    expect((await claim({ session: portal }, { claimUrl })).status).toBe(200);
  });

  it('whoever takes over what a partner made is a first account like any', async () => {
    await start(OPERATOR);
    const partner = await makePartner(server);
    const made = await provide(partner);
    const portal = await enterPortal(server, partner.ownerEmail, partner.ownerSetupUrl!);
    expect((await claim({ session: portal }, made)).status).toBe(200);
    expect((await api(server).get(BOOTSTRAP)).body.firstAccount).toBe(false);
    expect((await api(server).post(BOOTSTRAP, OWNER)).status).toBe(409);
  });

  it('a page of another site cannot bootstrap through the browser of somebody who can reach the server', async () => {
    await start();
    const forged = await api(server).with({ origin: 'https://evil.example' }).post(BOOTSTRAP, OWNER);
    expect(forged.status).toBe(403);
    expect(await count('users')).toBe(0);
  });

  /** A page whose name leads to this server (DNS rebinding): for the browser all it does is of the same origin. */
  function reboundPage(host: string): ApiClient {
    const origin = `http://${host}`;
    const page = { host, origin, referer: `${origin}/`, 'sec-fetch-site': 'same-origin' };
    return api(server).with({ ...page, 'x-forwarded-for': someAddress() });
  }

  const FOREIGN = [
    'evil.example:10254',
    'EVIL.example.',
    'localhost.evil.example:10254',
    '127.0.0.1.evil.example',
    'evil.localhost.example',
    'xlocalhost',
  ];
  const OWN = [
    '127.0.0.1:10254',
    'localhost:10254',
    'LOCALHOST.:1',
    '[::1]:10254',
    '192.168.1.7',
    'gw.corp.example:8443',
  ];

  it('a page that lets its own name lead here makes no first account, by whatever door', async () => {
    await start({ API_URL: 'https://gw.corp.example', REGISTRATION: 'open' });
    for (const host of FOREIGN) {
      const bootstrap = await reboundPage(host).post(BOOTSTRAP, OWNER);
      expect([host, bootstrap.status, bootstrap.text]).toEqual([
        host,
        403,
        expect.stringMatching(/origin|API_URL/),
      ]);
      const signUp = await reboundPage(host).post('/auth/sign-up/email', OWNER);
      expect([host, signUp.status, signUp.body.code]).toEqual([host, 403, 'INVALID_ORIGIN']);
    }
    expect(await count('users')).toBe(0);
  });

  it('where no name is configured either, and not by a forwarded host or without a browser', async () => {
    await start();
    const rebound = reboundPage('evil.example:10254');
    const refused = await rebound.with({ 'x-forwarded-host': 'localhost:10254' }).post(BOOTSTRAP, OWNER);
    expect([refused.status, refused.body]).toEqual([403, { error: expect.stringContaining('API_URL') }]);
    const plain = api(server).with({ host: 'gateway.internal:10254' });
    expect((await plain.post(BOOTSTRAP, OWNER)).status).toBe(403);
    const signUp = await plain.post('/auth/sign-up/email', OWNER);
    expect([signUp.status, signUp.body.code]).toEqual([403, 'INVALID_ORIGIN']);
    expect(await count('users')).toBe(0);
  });

  it.each(OWN)('whoever opens the server as %s makes the first account', async (host) => {
    await start({ API_URL: 'https://gw.corp.example' });
    const answer = await api(server).with({ host }).post(BOOTSTRAP, OWNER);
    expect(answer.status).toBe(201);
  });

  it('once there is an account, people reach a server that was told no name by any', async () => {
    await start({ REGISTRATION: 'open' });
    expect((await api(server).post(BOOTSTRAP, OWNER)).status).toBe(201);
    const later = { ...OWNER, email: 'later@example.test' };
    expect((await reboundPage('gateway.lan:10254').post('/auth/sign-up/email', later)).status).toBe(200);
    expect((await reboundPage('gateway.lan:10254').post(BOOTSTRAP, OWNER)).status).toBe(409);
  });

  it('a server that knows its name believes no page of another, account or not', async () => {
    await start({ API_URL: 'https://gw.corp.example', REGISTRATION: 'open' });
    expect((await api(server).post(BOOTSTRAP, OWNER)).status).toBe(201);
    const credentials = { email: OWNER.email, password: OWNER.password };
    const foreign = await reboundPage('evil.example').post('/auth/sign-in/email', credentials);
    expect([foreign.status, foreign.body.code]).toEqual([403, 'INVALID_ORIGIN']);
    for (const host of ['127.0.0.1:10254', 'gw.corp.example'])
      expect((await reboundPage(host).post('/auth/sign-in/email', credentials)).status).toBe(200);
  });

  it('is throttled: the sixth attempt within a minute is refused', async () => {
    await start({ BOOTSTRAP_TOKEN: 'open sesame' });
    await roomInThrottleWindow();
    const statuses: number[] = [];
    for (let n = 0; n < 6; n++) statuses.push((await api(server).post(BOOTSTRAP, OWNER)).status);
    expect(statuses).toEqual([403, 403, 403, 403, 403, 429]);
  });

  it('the operator can seed the first owner, who is ignored once any user exists', async () => {
    const seed = { BOOTSTRAP_OWNER_EMAIL: 'Seeded@Example.test', BOOTSTRAP_OWNER_PASSWORD: PASSWORD };
    await start(seed);
    expect((await api(server).get(BOOTSTRAP)).body.firstAccount).toBe(false);
    const signIn = await api(server).post('/auth/sign-in/email', {
      email: 'seeded@example.test',
      password: PASSWORD,
    });
    expect(signIn.status).toBe(200);
    const session = await api(server).as(signIn.cookies.join('; ')).get('/v1/auth/session');
    expect(session.body.workspaceId).toMatch(/^[a-z]{16}$/);
    const replica = await startReplica(server, { ...seed, BOOTSTRAP_OWNER_EMAIL: 'late@example.test' });
    await replica.close();
    expect(await server.db.query(`SELECT email FROM users`)).toEqual([{ email: 'seeded@example.test' }]);
  });

  it('on Cloud there is no first run, and bootstrap is an unknown route whatever it carries', async () => {
    await start({
      EDITION: 'cloud',
      SESSION_JWT_ISSUER: 'https://issuer.test/',
      SESSION_JWT_JWKS_URL: 'http://127.0.0.1:9/jwks',
      OAUTH_STATE_SECRET: 'x'.repeat(32),
    });
    expect((await api(server).get('/v1/instance')).body).toMatchObject({ edition: 'cloud', entitled: true });
    expect((await api(server).get(BOOTSTRAP)).body).toMatchObject({
      firstAccount: false,
      signIn: { password: false },
    });
    for (const body of [OWNER, {}]) {
      const answer = await api(server).post(BOOTSTRAP, body);
      expect(answer.status).toBe(404);
      expect(answer.body.error.type).toBe('invalid_request_error');
    }
  });
});
