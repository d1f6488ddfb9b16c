/** The built-in pages in a real browser (01 §25); skipped where none is installed. */
import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { type Owner, PASSWORD, signUpOwner } from '../../harness/people/accounts.js';
import { type Browser, installedBrowser, type Page, startBrowser } from '../../harness/clients/browser.js';
import { createAgent, grantConnection } from '../../harness/clients/agent.js';
import { api } from '../../harness/clients/client.js';
import { startGoogle } from '../../harness/upstreams/google.js';
import { makePartner, OPERATOR, provide, tokenIn } from '../../harness/people/partners.js';
import { json, StandInOAuth, type StandInProviders } from '../../harness/upstreams/providers.js';
import { startServer, type TestServer } from '../../harness/server/server.js';
import { type SmtpSink, startSmtpSink } from '../../harness/people/smtp-sink.js';
import { withProviders } from '../../harness/server/stands.js';
import { until } from '../../harness/time/until.js';

const program = installedBrowser();
if (program === null) console.warn('skipped: no browser is installed');
const withBrowser = program === null ? describe.skip : describe;

const SETUP_TOKEN = 'the-setup-token-of-this-server';
const FIRST = { name: 'Ada First', email: 'ada@example.test' };

withBrowser('people on the built-in pages (01 §25)', () => {
  let sink: SmtpSink;
  let server: TestServer;
  let browser: Browser;
  const pages: Page[] = [];

  beforeAll(async () => {
    sink = await startSmtpSink();
    server = await startServer({
      SMTP_URL: sink.url,
      MAIL_FROM: 'gateway@example.test',
      REGISTRATION: 'invite',
      BOOTSTRAP_TOKEN: SETUP_TOKEN,
    });
    browser = await startBrowser(program!);
  });

  afterAll(async () => {
    await browser?.close();
    await server?.close();
    await sink?.close();
  });

  // What holds on every page of every test.
  afterEach(() => {
    for (const { requests, complaints } of pages.splice(0)) {
      expect(requests.filter((url) => !url.startsWith(`${server.apiUrl}/`) && url !== 'about:blank')).toEqual(
        [],
      );
      expect(complaints).toEqual([]);
    }
  });

  async function open(path: string): Promise<Page> {
    const page = await browser.open();
    pages.push(page);
    await page.goto(path.startsWith('http') ? path : server.apiUrl + path);
    return page;
  }

  async function signIn(page: Page, email: string, password = PASSWORD): Promise<void> {
    await page.type('Email', email);
    await page.type('Password', password);
    await page.click('Sign in');
  }

  async function startLogin(): Promise<{ code: string; link: string }> {
    const { code, auth_url: link } = (await api(server).post('/v1/auth/cli/session')).body;
    return { code, link };
  }

  const poll = async (code: string) => (await api(server).get(`/v1/auth/cli/poll?code=${code}`)).body;

  it('01-25 the first person sets the server up and lets their command line in', async () => {
    const { code, link } = await startLogin();
    const page = await open(link);
    await page.see('Set up Credential Gateway');
    await page.type('Name', FIRST.name);
    await page.type('Email', FIRST.email);
    await page.type('Password', 'short');
    await page.type('Organization', 'First Works');
    // The browser is on another machine (R47).
    await page.type('Setup token', SETUP_TOKEN);
    await page.click('Create account');
    expect(await poll(code)).toEqual({ status: 'pending' });
    await page.type('Password', PASSWORD);
    await page.click('Create account');

    await page.see('Connect a command line');
    expect(await page.text()).toContain(code.slice(0, 8));
    expect(await page.text()).toContain(`Signed in as ${FIRST.email}`);
    await page.choose('Workspace it may use', FIRST.name);
    await page.click('Connect');
    await page.see('Connected');

    const handed = await poll(code);
    expect(handed).toEqual({ status: 'ok', api_key: expect.any(String), workspace_id: expect.any(String) });
    expect((await api(server).as(handed.api_key).get('/v1/user')).body).toMatchObject(FIRST);
    expect((await api(server).as(handed.api_key).get('/v1/workspaces')).status).toBe(200);

    await page.goto(link);
    await page.see('This login was confirmed already');
    expect(await page.text()).toContain('This login is over');
    expect(await page.text()).not.toContain('Workspace it may use');
  });

  it('01-25 a login that is over, or was confirmed, is told so', async () => {
    const { code, link } = await startLogin();
    const page = await open(link);
    await signIn(page, FIRST.email);
    await page.see('Connect a command line');
    await server.db.query(`UPDATE device_logins SET expires_at = now() WHERE code_hash = sha256($1::bytea)`, [
      Buffer.from(code),
    ]);
    await page.click('Connect');
    await page.see('This login code has expired');
    expect(await poll(code)).toEqual({ status: 'expired' });
    expect(await page.text()).not.toContain('Workspace it may use');
    await page.goto(link);
    await page.see('This login code has expired');
    for (const path of ['/auth/cli', '/auth/cli?code=x', `/auth/cli?code=${code.slice(1)}`]) {
      await page.goto(server.apiUrl + path);
      await page.see('cgw auth login');
      expect(await page.text()).not.toMatch(/POST|\/v1\//);
    }
    await page.goto(`${server.apiUrl}/auth/cli?code=${'0'.repeat(32)}`);
    await page.see('This login is over');
  });

  it('25 a person signs in, sees their key, and signs out', async () => {
    const page = await open('/');
    await signIn(page, FIRST.email, 'not the password');
    await page.see('Invalid email or password.');
    await signIn(page, FIRST.email);
    await page.see(`Hello, ${FIRST.name}`);
    expect(await page.address()).toBe('/');
    await page.click('Show the key');
    await page.see(/oc_[0-9a-f]{64}/);
    await page.click('Sign out');
    await page.see('Keep me signed in');
    expect(await page.address()).toBe('/auth/login');
    expect(await page.evaluate('document.cookie')).toBe('');
  });

  it.each([
    '//evil.example',
    '/\\evil.example',
    '/%09/evil.example',
    'https://evil.example',
    'javascript:alert(1)',
    '/.//evil.example',
  ])('11.3 signing in never leads to %s', async (next) => {
    const page = await open(`/auth/login?next=${encodeURIComponent(decodeURIComponent(next))}`);
    await signIn(page, FIRST.email);
    await page.see(`Hello, ${FIRST.name}`);
    expect(await page.address()).toBe('/');
  });

  it('01-20 an invited person creates an account and joins, with no organization of their own', async () => {
    const owner = await first();
    const email = someEmail();
    const invited = await api(server).as(owner.apiKey).post('/v1/org/invitations', { email, role: 'member' });
    expect(invited.status).toBe(201);
    const page = await open(invited.body.joinUrl);
    await page.see('Join First Works');
    await page.see(email);
    await page.click('Create an account');
    await page.see('First Works invited you');
    await page.type('Name', 'Invited Person');
    await page.type('Password', PASSWORD);
    await page.click('Create account');
    await page.see('You are signed in as');
    await page.click('Join');
    await page.see('Welcome to First Works');
    await page.click('Go on');
    await page.see('Hello, Invited Person');
    const memberships = await server.db.query(
      `SELECT m.organization_id AS id FROM memberships m JOIN users u ON u.id = m.user_id WHERE u.email = $1`,
      [email],
    );
    expect(memberships).toEqual([{ id: owner.organizationId }]);

    await page.goto(invited.body.joinUrl);
    await page.see('This invitation is not valid');
  });

  it('01-20 an invitation for another address is not accepted by whoever is signed in', async () => {
    const owner = await first();
    const email = someEmail();
    const invited = await api(server).as(owner.apiKey).post('/v1/org/invitations', { email, role: 'member' });
    const page = await open('/auth/login');
    await signIn(page, FIRST.email);
    await page.see('Hello');
    await page.goto(invited.body.joinUrl);
    await page.see('Another account is signed in');
    await page.click('Use another account');
    await page.see('Create an account');
    const session = api(server).as(await cookieOf(FIRST.email, PASSWORD));
    const team = await session.with({ 'x-organization-id': owner.organizationId }).get('/v1/org/team');
    expect(team.status).toBe(200);
    expect(team.text).not.toContain(email);
  });

  it('11.3 a forgotten password is replaced through the mail', async () => {
    const page = await open('/auth/login');
    await page.click('Forgot your password?');
    // Both pages ask for an e-mail address.
    await page.see('Reset your password');
    await page.type('Email', FIRST.email);
    await page.click('Send the link');
    await page.see('Look into your mail');
    const mailed = () =>
      sink.mails.filter(({ to, text }) => to.includes(FIRST.email) && text.includes('reset'));
    await until(() => mailed().length > 0);
    const link = /http:\S+\/auth\/reset-password\?token=\w+/.exec(mailed().at(-1)!.text)![0];
    await page.goto(server.apiUrl + new URL(link).pathname + new URL(link).search);
    await page.type('New password', 'a new long password');
    await page.click('Set the password');
    await page.see('Your password is set');
    await page.click('Sign in');
    await signIn(page, FIRST.email);
    await page.see('Invalid email or password.');
    await signIn(page, FIRST.email, 'a new long password');
    await page.see(`Hello, ${FIRST.name}`);
    await page.goto(server.apiUrl + new URL(link).pathname + new URL(link).search);
    await page.type('New password', 'another long password');
    await page.click('Set the password');
    await page.see('This link is no longer valid.');
    const restored = await api(server)
      .as(await cookieOf(FIRST.email, 'a new long password'))
      .post('/auth/change-password', {
        currentPassword: 'a new long password',
        newPassword: PASSWORD,
      });
    expect(restored.status).toBe(200);
  });

  it('07 A7.2 a claim link without a valid token leads to signing in', async () => {
    const missing = await open('/claim');
    await missing.see('Keep me signed in');
    expect(await missing.address()).toMatch(/^\/auth\/login/);
    const repeated = await open('/claim?token=a&token=b');
    await repeated.see('Keep me signed in');
    expect(await repeated.address()).toMatch(/^\/auth\/login/);
    const unknown = await open(`/claim?token=${'0'.repeat(64)}`);
    await unknown.see(/There is no endpoint|This claim link is not valid any more/);
  });

  it('03 §5.5 a successful connection is told to the page that opened the popup', async () => {
    const page = await open('/auth/login');
    await page.see('Sign in');
    const told = await page.evaluate(`new Promise((resolve) => {
      addEventListener('message', ({ data, origin }) => resolve({ data, own: origin === location.origin }));
      window.open('/app-connect/github?status=success&connected=c1&workspaceId=w1&agent_name=me');
    })`);
    expect(told).toEqual({
      data: { type: 'app-connected', provider: 'github', connectionId: 'c1' },
      own: true,
    });
  });

  it('03 §5.5 how connecting ended is shown as text, whatever it says', async () => {
    const hostile = '<img src=x onerror=alert(1)>';
    const failed = await open(`/app-connect/github?status=error&message=${encodeURIComponent(hostile)}`);
    await failed.see('GitHub was not connected');
    await failed.see(hostile);
    expect(await failed.evaluate('document.querySelectorAll("main img").length')).toBe(0);
    const unknown = await open('/app-connect/__proto__');
    await unknown.see('Unknown app');
  });

  it('03 §5.5 an app that takes credentials asks for them', async () => {
    const page = await open('/app-connect/vertex-ai');
    await signIn(page, FIRST.email);
    await page.see('Connect Vertex AI');
    await page.see('Service Account Email');
    expect(await page.text()).not.toContain('Refresh Token');
    await page.choose('Kind of credential', 'authorized user');
    await page.see('Refresh Token');
    expect(await page.text()).not.toContain('Service Account Email');
  });

  it('03 §5.5 an app nobody has registered this server with names the call that does', async () => {
    const page = await open('/app-connect/github?agent_name=me');
    await signIn(page, FIRST.email);
    await page.see('GitHub is not set up yet');
    await page.see('POST /v1/apps/github/config');
  });

  it('25 a page without a flow of its own names the call, filled in from its address', async () => {
    const workspace = 'abcdefghijklmnop';
    const connect = await open(`/w/${workspace}/connections?connect=github&source=agent&agent_name=me`);
    await connect.see('POST /v1/apps/github/connect');
    await connect.click('Connect github here');
    await connect.see(/Sign in/);
    expect(await connect.evaluate(`new URLSearchParams(location.search).get('next')`)).toBe(
      `/app-connect/github?workspaceId=${workspace}&agent_name=me`,
    );
    const attach = await open('/connections/apps/api.example.test');
    await attach.see('Let an agent use api.example.test');
  });

  async function first(): Promise<Pick<Owner, 'apiKey' | 'organizationId'>> {
    const cookie = await cookieOf(FIRST.email, PASSWORD);
    const session = api(server).as(cookie);
    const { organizationId } = (await session.get('/v1/auth/session')).body;
    return { organizationId, apiKey: (await session.get('/v1/user/api-key')).body.apiKey };
  }

  async function cookieOf(email: string, password: string): Promise<string> {
    const signedIn = await api(server)
      .with({ 'x-forwarded-for': '203.0.113.77' })
      .post('/auth/sign-in/email', { email, password });
    return signedIn.cookies[0]!;
  }
});

withBrowser('calls that pages write out (01 §25)', () => {
  let server: TestServer;
  let owner: Owner;
  let browser: Browser;

  beforeAll(async () => {
    server = await startServer(OPERATOR);
    owner = await signUpOwner(server);
    browser = await startBrowser(program!);
  });

  afterAll(async () => {
    await browser?.close();
    await server?.close();
  });

  /** The call as it stands on the page. */
  async function written(path: string): Promise<string> {
    const page = await browser.open();
    await page.goto(server.apiUrl + path);
    const selector = '[data-when]:not([hidden]) [data-paste]';
    await until(() =>
      page.evaluate<boolean>(`(document.querySelector('${selector}')?.textContent ?? '') !== ''`),
    );
    const text = await page.evaluate<string>(`document.querySelector('${selector}').innerText`);
    expect(page.complaints).toEqual([]);
    await page.goto('about:blank');
    return text;
  }

  /** Pastes it into a shell that knows the key; the answer of the server. */
  async function pasted(call: string): Promise<any> {
    const { stdout, stderr } = await promisify(execFile)('/bin/sh', ['-c', call], {
      env: { PATH: process.env.PATH, CG_KEY: owner.apiKey },
    });
    expect(stderr).toBe('');
    return JSON.parse(stdout);
  }

  const stored = async (id: string) =>
    (await owner.api.get('/v1/secrets')).body.find((secret: { id: string }) => secret.id === id);

  const FROM_AN_AGENT = new URLSearchParams({
    create: 'generic',
    host: 'api.stripe.example',
    path: '/v1/*',
    name: "Stripe's “live” key $(id) `id` \\ \nEND",
    header: 'X-Api-Key',
    format: 'Key {value}',
  });

  it('a secret: everything the agent put into the link is kept, and the server accepts the call', async () => {
    const call = await written(`/w/${owner.workspaceId}/connections/custom?${FROM_AN_AGENT.toString()}`);
    expect(call).toContain(`${server.apiUrl}/v1/secrets`);
    const { id } = await pasted(call);
    expect(await stored(id)).toMatchObject({
      name: FROM_AN_AGENT.get('name'),
      type: 'generic',
      hostPattern: 'api.stripe.example',
      pathPattern: '/v1/*',
      injectionConfig: { headerName: 'X-Api-Key', valueFormat: 'Key {value}' },
    });
  });

  it.each([
    [
      'as the gateway writes it',
      'create=generic&host=api.plain.example&path=%2F%2A',
      {
        name: 'api.plain.example',
        pathPattern: '/*',
        injectionConfig: { headerName: 'Authorization', valueFormat: 'Bearer {value}' },
      },
    ],
    [
      'with a query parameter',
      'host=a.example.test&param=api_key&paramFormat=k-%7Bvalue%7D',
      {
        injectionConfig: { paramName: 'api_key', paramFormat: 'k-{value}' },
      },
    ],
    [
      'with a header alone',
      'host=a.example.test&header=X-Token',
      { injectionConfig: { headerName: 'X-Token' } },
    ],
    [
      'with a format alone',
      'host=a.example.test&format=Token%20%7Bvalue%7D',
      {
        injectionConfig: { headerName: 'Authorization', valueFormat: 'Token {value}' },
      },
    ],
    [
      'with a name too long',
      `host=a.example.test&name=${encodeURIComponent('😀'.repeat(200))}`,
      {
        hostPattern: 'a.example.test',
      },
    ],
    ['with nothing', '', { hostPattern: 'api.example.com' }],
    [
      'with what cannot be meant',
      'host=x;rm%20-rf%20~&header=a%20b&format=none&path=relative&param=a%26b',
      {
        hostPattern: 'api.example.com',
        injectionConfig: { headerName: 'Authorization', valueFormat: 'Bearer {value}' },
      },
    ],
  ])('a secret %s', async (_how, query, kept) => {
    const { id } = await pasted(await written(`/connections/custom?${query}`));
    expect(await stored(id)).toMatchObject(kept);
  });

  it('shows nothing of a name that could hide what it is', async () => {
    const name = encodeURIComponent('a\u202eb\u200bc\u2028d\u0007e\u{e0041}');
    const call = await written(`/connections/custom?host=a.example.test&name=${name}`);
    expect(call).not.toMatch(/[^\P{C}\n]|\p{Zl}/u);
    expect(call).toContain('\\u202eb\\u200bc\\u2028d');
  });

  it.each([
    [
      '/connections?request=api.other.example&request_name=Other',
      { name: 'Other', hostPattern: 'api.other.example' },
    ],
    ['/connections/llms?create=anthropic', { type: 'anthropic', hostPattern: 'api.anthropic.com' }],
    ['/connections/llms?create=openai', { type: 'openai', hostPattern: 'api.openai.com' }],
    ['/connections/llms', { type: 'openai' }],
  ])('%s leads to a secret', async (path, kept) => {
    const { id } = await pasted(await written(path));
    expect(await stored(id)).toMatchObject(kept);
  });

  it('an agent, and what its machine needs', async () => {
    const { id } = await pasted(await written('/agents?new=1'));
    const agents = (await owner.api.get('/v1/agents')).body as { id: string; accessToken: string }[];
    const { accessToken } = agents.find((agent) => agent.id === id)!;
    const { env, caCertificate } = await pasted(await written('/settings/install?agent=my-agent'));
    expect([env.HTTPS_PROXY, caCertificate]).toEqual([
      expect.stringContaining(accessToken),
      expect.stringContaining('BEGIN CERTIFICATE'),
    ]);
  });

  it('07-9 a customer takes over an organization by its link, by way of signing in', async () => {
    const made = await provide(await makePartner(server, 'Reseller'), 'Provided Inc');
    const { claimUrl, organizationId } = made;
    const customer = await signUpOwner(server);
    const page = await browser.open();
    await page.goto(`${server.apiUrl}/claim?token=${'0'.repeat(64)}`);
    await page.see('This claim link is not valid any more');
    await page.goto(`${server.apiUrl}/claim?token=${tokenIn(claimUrl)}`);
    await page.see('Claim Provided Inc');
    await page.click('Sign in');
    await page.type('Email', customer.email);
    await page.type('Password', PASSWORD);
    await page.click('Sign in');
    await page.see('Reseller prepared this organization for you.');
    await page.see('can go on acting as you');
    await page.click('Claim');
    await page.see('Provided Inc is yours');
    await page.see('The API keys that Reseller knows have ended.');
    expect((await api(server).as(made.orgApiKey).get('/v1/org')).status).toBe(401);
    await page.see('also knows the tokens of these agents');
    await page.click('Replace the token of Default Agent');
    await page.see('aoc_');
    expect(await page.evaluate<string>(`document.querySelector('#agent-list code').innerText`)).not.toBe(
      made.agentToken,
    );
    const organizations = (await api(server).as(customer.cookie).get('/v1/orgs')).body as { id: string }[];
    expect(organizations.map(({ id }) => id)).toContain(organizationId);
    await page.goto(`${server.apiUrl}/claim?token=${tokenIn(claimUrl)}`);
    await page.see('This claim link is not valid any more');
  });

  it('the home page shows the key of an account made in the browser, and a call that works with it', async () => {
    const page = await browser.open();
    await page.goto(server.apiUrl);
    await page.type('Email', owner.email);
    await page.type('Password', PASSWORD);
    await page.click('Sign in');
    await page.see('Hello, Test Person');
    await page.click('Show the key');
    await page.see(owner.apiKey);
    const lines = await page.evaluate<string>(`document.querySelector('pre').innerText`);
    expect(lines.split('\n')).toEqual([
      `curl -fsSL '${server.apiUrl}/v1/install/cli' | sh`,
      'cgw run -- claude',
    ]);
    const clipped = `[...document.querySelectorAll('pre')].filter((one) => one.scrollWidth > one.clientWidth).length`;
    expect(await page.evaluate<number>(clipped)).toBe(0);
    const call = await page.evaluate<string>(`document.querySelector('[data-paste]').innerText`);
    expect((await pasted(call)).env).toMatchObject({ NODE_USE_ENV_PROXY: '1' });
  });
});

withBrowser('the way from a hint to an account (01 §25, 03 §5.5)', () => {
  let server: TestServer;
  let providers: StandInProviders;
  let browser: Browser;
  const folder = mkdtempSync(join(tmpdir(), 'cg-two-ways-'));
  writeFileSync(join(folder, 'two-ways.json'), JSON.stringify(twoWays()));
  afterAll(() => rm(folder, { recursive: true, force: true }));
  withProviders((stand) => ({ server, providers } = stand), {
    GITHUB_CLIENT_ID: 'github',
    GITHUB_CLIENT_SECRET: 'github-secret',
    APP_CATALOG_DIR: folder,
  });

  beforeAll(async () => {
    browser = await startBrowser(program!);
  });

  afterAll(() => browser?.close());

  it('leads past what is asked for to the provider and back, and the agent goes on', async () => {
    const owner = await signUpOwner(server);
    const agent = await createAgent(server, owner);
    const github = new StandInOAuth(providers, 'github.com/login/oauth/access_token', {
      id: 'github',
      secret: 'github-secret',
    });
    providers.on('api.github.com/user', ({ headers }, response) =>
      github.takes(headers.authorization)
        ? json(response, 200, { login: 'octocat' })
        : json(response, 401, { message: 'Requires authentication' }),
    );
    const refused = await agent.ask('https://api.github.com/user');
    expect([refused.status, refused.body.error]).toEqual([401, 'app_not_connected']);

    const page = await browser.open();
    await page.lead(
      'https://github.com/',
      (url) => `${server.apiUrl}/v1/apps/github/callback?${github.consent(url).query}`,
    );
    await page.goto(refused.body.connect_url.replace(/^https?:\/\/[^/]+/, server.apiUrl));
    await page.click('Connect github here');
    await page.type('Email', owner.email);
    await page.type('Password', PASSWORD);
    await page.click('Sign in');
    await page.see('You are about to leave for GitHub');
    for (const scope of ['repo', 'workflow']) await page.see(scope);
    await page.click('Continue to GitHub');
    await page.see('GitHub is connected');
    await page.see(`${agent.name} can go on`);

    const [{ id, label }] = (await owner.api.get('/v1/connections')).body;
    expect(label).toBe('octocat');
    await grantConnection(owner, agent.id, id);
    expect((await agent.ask('https://api.github.com/user')).body).toEqual({ login: 'octocat' });
  });

  async function signedInPage(): Promise<{ owner: Owner; page: Page }> {
    const owner = await signUpOwner(server);
    const page = await browser.open();
    await page.goto(`${server.apiUrl}/auth/login`);
    await page.type('Email', owner.email);
    await page.type('Password', PASSWORD);
    await page.click('Sign in');
    await page.see('Hello');
    return { owner, page };
  }

  it('tells what is asked for where signing in is one of several ways, too', async () => {
    const owner = await signUpOwner(server);
    const page = await browser.open();
    await owner.api.post('/v1/apps/two-ways/config', { clientId: 'own', clientSecret: 'own-secret' });
    await page.goto(`${server.apiUrl}/app-connect/two-ways`);
    await page.type('Email', owner.email);
    await page.type('Password', PASSWORD);
    await page.click('Sign in');
    await page.click('Sign in with Two Ways');
    await page.see('You are about to leave for Two Ways');
    await page.see('everything:read');
    expect(page.requests.filter((url) => url.includes('/authorize'))).toEqual([]);
    await page.click('Continue to Two Ways');
    await until(() => page.requests.some((url) => url.startsWith('https://two-ways.test/authorize')));
  });

  it('03-44 R54 names organization, workspace and account, and does not leave by itself', async () => {
    const { owner, page } = await signedInPage();
    const { id } = (await owner.api.post('/v1/workspaces', { name: 'Night shift' })).body;
    await api(server).as(owner.cookie).with({ 'x-organization-id': owner.organizationId }).patch('/v1/org', {
      name: 'Acme Works',
    });
    await page.goto(`${server.apiUrl}/app-connect/github?workspaceId=${id}`);
    await page.see('Continue to GitHub');
    for (const text of ['Night shift', 'Acme Works']) await page.see(text);
    await page.goto(`${server.apiUrl}/app-connect/github?orgId=${owner.organizationId}`);
    await page.see('Continue to GitHub');
    expect(await page.text()).not.toContain('Workspace');

    const made = await owner.api.post('/v1/apps/resend/connect', {
      fields: { apiKey: 're_1' },
      label: 'Newsletters',
    });
    await page.goto(`${server.apiUrl}/app-connect/resend?connectionId=${made.body.connection.id}`);
    await page.see('Account to reconnect');
    await page.see('Newsletters');
    await page.goto(`${server.apiUrl}/app-connect/resend?connectionId=another`);
    await page.see('Connection not found');
    expect(page.requests.filter((url) => url.includes('/authorize'))).toEqual([]);
  });

  it('03-43 R54 a link to the sign-in page leads to pages only, never to where connecting starts', async () => {
    const { owner, page } = await signedInPage();
    const link = `v1/apps/github/authorize?_token=${owner.apiKey}`;
    for (const next of [
      `/${link}`,
      `/%76${link.slice(1)}`,
      `/api${link.slice(2)}`,
      `/x/../${link}`,
      `/V${link.slice(1)}`,
    ]) {
      await page.goto(`${server.apiUrl}/auth/login?next=${encodeURIComponent(next)}`);
      await page.see('Sign out');
      expect(page.requests.filter((url) => new URL(url).pathname.includes('/authorize'))).toEqual([]);
    }
    expect(
      await server.db.query('SELECT 1 FROM connection_flows WHERE user_id = $1', [owner.userId]),
    ).toEqual([]);
  });

  it('03-44 R54 goes on by itself only for the page that opened it for that', async () => {
    const { page, owner } = await signedInPage();
    const target = { provider: 'github', workspaceId: owner.workspaceId, orgId: null, connectionId: null };
    await page.goto(`${server.apiUrl}/auth/device`);
    /** Opens the connect page in a window of its own and answers its question; what it asked. */
    const openAndAnswer = (answer: object) =>
      page.evaluate(`new Promise((resolve) => {
        addEventListener('message', ({ data, source, origin }) => {
          source.addEventListener('message', () => resolve(data));
          source.postMessage(${JSON.stringify(answer)}, origin);
        }, { once: true });
        window.open('/app-connect/github?workspaceId=${owner.workspaceId}');
      })`);
    const started = async () =>
      (await server.db.query('SELECT 1 FROM connection_flows WHERE user_id = $1', [owner.userId])).length;
    const wrong = [
      { ...target, type: 'app-connected' },
      { ...target, type: 'app-connect-go', workspaceId: 'another' },
      { ...target, type: 'app-connect-go', orgId: owner.organizationId },
      { ...target, type: 'app-connect-go', connectionId: 'c1' },
      { ...target, type: 'app-connect-go', provider: 'two-ways' },
    ];
    for (const answer of wrong)
      expect(await openAndAnswer(answer)).toEqual({ type: 'app-connect', ...target });
    await openAndAnswer({ ...target, type: 'app-connect-go' });
    await until(async () => (await started()) > 0);
    expect(await started()).toBe(1);
  });
});

/** An app that takes a key as well as consent. */
function twoWays(): object {
  const app = JSON.parse(readFileSync('config/apps/attio.json', 'utf8'));
  const { connection, ...rest } = app;
  const oauth = {
    ...connection.oauth,
    authorizeUrl: 'https://two-ways.test/authorize',
    authorizeParams: { ...connection.oauth.authorizeParams, scope: '{scopes}' },
    scopes: ['everything:read'],
    scopeSeparator: ' ',
  };
  const hosts = [{ ...app.hosts[0], host: 'api.two-ways.test' }];
  return {
    ...rest,
    listOrder: undefined,
    detectOrder: undefined,
    id: 'two-ways',
    name: 'Two Ways',
    connection: { ...connection, oauth },
    clientConfig: { ...app.clientConfig, env: null },
    hosts,
    tools: [],
  };
}

withBrowser('sign-in pages of other deployments (01 §13)', () => {
  let browser: Browser;

  beforeAll(async () => {
    browser = await startBrowser(program!);
  });

  afterAll(() => browser?.close());

  it('11.3 a person signs in with Google and arrives where they were going', async () => {
    const google = await startGoogle();
    const server = await startServer(google.settings);
    try {
      await signUpOwner(server);
      const { code, auth_url: link } = (await api(server).post('/v1/auth/cli/session')).body;
      const page = await browser.open();
      await page.lead('https://accounts.google.com/', (url) => {
        const account = {
          sub: '1234',
          email: 'grace@example.test',
          email_verified: true,
          name: 'Grace Hopper',
        };
        return `${server.apiUrl}/auth/callback/google?${google.consent(url, account).toString()}`;
      });
      await page.goto(link);
      await page.click('Continue with Google');
      await page.see('Signed in as grace@example.test');
      await page.click('Connect');
      await page.see('Connected');
      expect((await api(server).get(`/v1/auth/cli/poll?code=${code}`)).body.status).toBe('ok');

      const refused = await browser.open();
      await refused.lead('https://accounts.google.com/', (url) => {
        const state = new URL(url).searchParams.get('state')!;
        return `${server.apiUrl}/auth/callback/google?error=access_denied&state=${state}`;
      });
      await refused.goto(`${server.apiUrl}/auth/login`);
      await refused.click('Continue with Google');
      await refused.see('Signing in was cancelled.');
    } finally {
      await server.close();
      await google.close();
    }
  });

  it('13.3 the first account takes the setup token where one is set', async () => {
    const guarded = await startServer({ BOOTSTRAP_TOKEN: 'the token of the installer' });
    try {
      const page = await browser.open();
      await page.goto(guarded.apiUrl);
      await page.see('Setup token');
      await page.type('Name', 'Somebody');
      await page.type('Email', 'somebody@example.test');
      await page.type('Password', PASSWORD);
      await page.type('Setup token', 'a guess');
      await page.click('Create account');
      await page.see('The setup token is missing or wrong.');
      expect((await api(guarded).get('/v1/instance/bootstrap')).body).toMatchObject({ firstAccount: true });
      await page.type('Setup token', 'the token of the installer');
      await page.click('Create account');
      await page.see('Hello, Somebody');
    } finally {
      await guarded.close();
    }
  });

  it('13.2 what the server cannot do is not offered', async () => {
    const closed = await startServer({ REGISTRATION: 'closed' });
    try {
      await signUpOwner(closed);
      const page = await browser.open();
      await page.goto(`${closed.apiUrl}/auth/login`);
      await page.see('Keep me signed in');
      expect(await page.text()).not.toMatch(/Forgot your password|Create an account|Google/);
      await page.goto(`${closed.apiUrl}/auth/signup`);
      await page.see('No new accounts');
      await page.goto(`${closed.apiUrl}/auth/reset-password`);
      await page.see('This server sends no mail');
    } finally {
      await closed.close();
    }
  });
});

function someEmail(): string {
  return `person-${randomBytes(6).toString('hex')}@example.test`;
}
