/** Single sign-on on the built-in pages (01 §25, R46), in a real browser; skipped where none is installed. */
import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type Owner, PASSWORD, signUpOwner } from '../../harness/people/accounts.js';
import { api, type Answer } from '../../harness/clients/client.js';
import { type Browser, installedBrowser, type Page, startBrowser } from '../../harness/clients/browser.js';
import { freePort } from '../../harness/server/free-port.js';
import { OpenIdIssuer } from '../../harness/sign-on/openid-issuer.js';
import { atSso, confirmationIn, connectedTo, startSignIn } from '../../harness/sign-on/sign-on.js';
import { startServer, type TestServer } from '../../harness/server/server.js';
import { trusting } from '../../harness/server/stands.js';
import { startUpstream, type Upstream } from '../../harness/upstreams/upstream.js';
import { until } from '../../harness/time/until.js';

const program = installedBrowser();
if (program === null) console.warn('skipped: no browser is installed');
const withBrowser = program === null ? describe.skip : describe;

/** 05 §8.7. */
const CODES = [
  'sso_required',
  'sso_unavailable',
  'sso_state_mismatch',
  'sso_expired',
  'sso_denied',
  'sso_invalid_response',
  'sso_replay',
  'sso_email_missing',
  'sso_email_unverified',
  'sso_domain_not_verified',
  'sso_identity_conflict',
  'sso_suspended',
  'sso_not_provisioned',
  'sso_link_mismatch',
  'sso_throttled',
];

withBrowser('single sign-on on the built-in pages', () => {
  let upstream: Upstream;
  let trust: Awaited<ReturnType<typeof trusting>>;
  let issuer: OpenIdIssuer;
  let server: TestServer;
  let browser: Browser;

  beforeAll(async () => {
    upstream = await startUpstream();
    trust = await trusting(upstream);
    issuer = new OpenIdIssuer('login.acme.test', upstream);
    const port = await freePort();
    server = await startServer({
      ...upstream.settings,
      ...trust.settings,
      ENTERPRISE_ENABLED: 'true',
      PORT: String(port),
      API_URL: `http://127.0.0.1:${port}`,
    });
    browser = await startBrowser(program!);
  });
  afterAll(async () => {
    await browser?.close();
    await server?.close();
    await trust?.close();
    await upstream?.close();
  });

  async function company(): Promise<Owner & { provider: string }> {
    const domain = `acme-${randomBytes(6).toString('hex')}.test`;
    const owner = await signUpOwner(server, { email: `owner@${domain}`, name: 'Ada Owner' });
    const { provider } = await connectedTo(server, owner.organizationId, issuer.settings);
    const { organizationId } = owner;
    await server.db.query('UPDATE domains SET domain = $2 WHERE organization_id = $1', [
      organizationId,
      domain,
    ]);
    return { ...owner, provider };
  }

  async function open(path: string): Promise<Page> {
    const page = await browser.open();
    await page.goto(server.apiUrl + path);
    return page;
  }

  const begun = (linked: boolean) =>
    until(async () => {
      const rows = await server.db.query(
        `DELETE FROM sso_transactions WHERE (link_session_id IS NOT NULL) = $1 RETURNING 1`,
        [linked],
      );
      return rows.length === 1;
    });

  it('the sign-in page offers it, and leads to the provider of the address', async () => {
    const { email } = await company();
    const page = await open('/auth/login');
    await page.click('Single sign-on');
    await page.type('Work email', 'somebody@elsewhere.test');
    await page.click('Continue');
    await page.see('No organization offers single sign-on for this address.');
    await page.type('Work email', email);
    await page.click('Continue');
    await begun(false);
  });

  it('a server without the licence does not offer it', async () => {
    const community = await startServer();
    try {
      await signUpOwner(community);
      const page = await browser.open();
      await page.goto(`${community.apiUrl}/auth/login`);
      await page.see('Password');
      expect(await page.text()).not.toContain('Single sign-on');
    } finally {
      await community.close();
    }
  });

  it('the sign-in page says of every code what to do', async () => {
    const page = await open('/auth/login');
    for (const code of CODES) {
      await page.goto(`${server.apiUrl}/auth/login?error=${code}`);
      await page.see('Sign in');
      expect([code, await page.text()]).not.toEqual([code, expect.stringContaining('did not work')]);
    }
  });

  it('the home page links the account', async () => {
    const { email } = await company();
    const page = await open('/auth/login');
    await page.type('Email', email);
    await page.type('Password', PASSWORD);
    await page.click('Sign in');
    await page.see('Hello, Ada Owner');
    await page.see('your password, keys and sessions stay as they are');
    await page.click('Link single sign-on');
    await begun(true);
  });

  /** The page that a first single sign-on leads to; what the provider does in between is played. */
  async function confirming({ provider, email }: Owner & { provider: string }): Promise<Page> {
    const { url, browser: from, cookie } = await startSignIn(server, provider);
    const parameters = issuer.consent(url, { sub: randomBytes(8).toString('hex'), email }).toString();
    const answer: Answer = await from.get(`${atSso(provider, 'callback')}?${parameters}`);
    const page = await open('/auth/sso-confirm');
    await page.see('This sign-in is over');
    await page.evaluate<string>(`document.cookie = ${JSON.stringify(`${cookie}; path=/v1/auth/sso`)}`);
    await page.goto(`${server.apiUrl}/auth/sso-confirm?confirm=${confirmationIn(answer)}`);
    return page;
  }

  it('an account that was here before is asked for its password, and keeps everything', async () => {
    const owner = await company();
    const page = await confirming(owner);
    await page.see('You have an account here already');
    await page.type('Password', 'not the one');
    await page.click('Continue');
    await page.see('The password is wrong.');
    await page.type('Password', PASSWORD);
    await page.click('Continue');
    await page.see('Hello, Ada Owner');
    expect((await owner.api.get('/v1/user')).status).toBe(200);
  });

  it('without the password the page says what will end, and ends it when told to', async () => {
    const owner = await company();
    const page = await confirming(owner);
    await page.click('I do not know the password');
    await page.see('This ends at once:');
    for (const text of ['The password', '1 session', '1 API key', '1 agent token']) await page.see(text);
    expect((await owner.api.get('/v1/user')).status).toBe(200);
    await page.click('End these and continue');
    await page.see('Hello, Ada Owner');
    expect((await owner.api.get('/v1/user')).status).toBe(401);
    expect((await api(server).as(owner.cookie).get('/v1/user')).status).toBe(401);
  });
});
