/** From what an agent is told to an account it uses, as a person does it in a browser (01 §25, 03 §5); skipped without one. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { PASSWORD, signUpOwner } from '../../harness/people/accounts.js';
import { createAgent, grantConnection } from '../../harness/clients/agent.js';
import { api } from '../../harness/clients/client.js';
import { type Browser, installedBrowser, startBrowser } from '../../harness/clients/browser.js';
import { json, StandInOAuth, type StandInProviders } from '../../harness/upstreams/providers.js';
import type { TestServer } from '../../harness/server/server.js';
import { withProviders } from '../../harness/server/stands.js';

const CLIENT = { id: 'operator-github', secret: 'the-client-secret' };
const USER = 'https://api.github.com/user';
const KEY = 're_123456789';

const program = installedBrowser();
if (program === null) console.warn('skipped: no browser is installed');
const withBrowser = program === null ? describe.skip : describe;

let server: TestServer;
let providers: StandInProviders;

withProviders((stand) => ({ server, providers } = stand), {
  GITHUB_CLIENT_ID: CLIENT.id,
  GITHUB_CLIENT_SECRET: CLIENT.secret,
});

/** Links lead to the configured address; a test listens on a port of its own. */
function here(link: string): string {
  const { pathname, search } = new URL(link);
  return server.apiUrl + pathname + search;
}

withBrowser('a person who follows the link an agent was given', () => {
  let browser: Browser;

  beforeAll(async () => {
    browser = await startBrowser(program!);
  });

  afterAll(() => browser.close());

  /** Signed up, with an agent; where a page asks, they sign in. */
  async function somebody() {
    const owner = await signUpOwner(server);
    const { email } = (await api(server).as(owner.cookie).get('/v1/user')).body as { email: string };
    const agent = await createAgent(server, owner);
    const page = await browser.open();
    const signIn = async (): Promise<void> => {
      await page.type('Email', email);
      await page.type('Password', PASSWORD);
      await page.click('Sign in');
    };
    const accounts = async (): Promise<{ id: string; provider: string }[]> =>
      (await owner.api.get('/v1/connections')).body;
    return { owner, agent, page, signIn, accounts };
  }

  it('signs in at the provider, and the agent gets through with the account', async () => {
    const github = new StandInOAuth(providers, 'github.com/login/oauth/access_token', CLIENT);
    github.more = { scope: 'repo', expires_in: undefined };
    providers.on('api.github.com/user', ({ headers }, response) => {
      const known = headers['authorization']?.startsWith('Bearer ');
      json(response, known ? 200 : 401, known ? { login: 'octocat' } : { message: 'Bad credentials' });
    });
    const { owner, agent, page, signIn, accounts } = await somebody();

    const told = await agent.ask(USER);
    expect([told.status, told.body.error]).toEqual([401, 'app_not_connected']);
    await page.goto(here(told.body.connect_url as string));
    await page.click('Connect github here');
    await signIn();
    await page.see('You are about to leave for GitHub');
    await page.lead('https://github.com/', (url) => {
      const { query } = github.consent(url);
      return `${server.apiUrl}/v1/apps/github/callback?${query}`;
    });
    await page.click('Continue to GitHub');
    await page.see(/GitHub is connected/i);

    const [account] = await accounts();
    expect(account).toMatchObject({ provider: 'github' });
    await grantConnection(owner, agent.id, account!.id);
    const through = await agent.ask(USER);
    expect([through.status, through.body]).toEqual([200, { login: 'octocat' }]);
  });

  it('types a key where the app takes one', async () => {
    const { owner, agent, page, signIn, accounts } = await somebody();
    providers.tells('api.resend.com/domains', { data: [{ name: 'acme.test' }] });
    providers.on('api.resend.com/emails', ({ headers }, response) =>
      json(response, headers['authorization'] === `Bearer ${KEY}` ? 200 : 401, {}),
    );
    const told = await agent.ask('https://api.resend.com/emails');
    await page.goto(here(told.body.connect_url as string));
    await page.click('Connect resend here');
    await signIn();
    await page.type('API Key', KEY);
    await page.click('Connect');
    await page.see(/Resend is connected/i);
    const [account] = await accounts();
    await grantConnection(owner, agent.id, account!.id);
    expect((await agent.ask('https://api.resend.com/emails')).status).toBe(200);
  });
});
