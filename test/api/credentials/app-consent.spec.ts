/** Connecting an app by consent at its provider, there and back (03 §5.2, §5.3). */
import { beforeEach, describe, expect, it } from '@jest/globals';
import { generateKeyPairSync } from 'node:crypto';
import { SecretBox } from '../../../src/kernel/crypto/secret-box.js';
import { type Owner, organizationKey, signUpOwner } from '../../harness/people/accounts.js';
import { type Answer, api, type ApiClient } from '../../harness/clients/client.js';
import { joinAs } from '../../harness/people/members.js';
import { bind, setMembership } from '../../harness/people/people.js';
import { fieldsOf, json, StandInOAuth, type StandInProviders } from '../../harness/upstreams/providers.js';
import { startReplica, type TestServer } from '../../harness/server/server.js';
import { withProviders } from '../../harness/server/stands.js';

const CLIENT = { id: 'operator-github', secret: 'canary-operator-secret' };
const APP_CLIENT = { id: 'operator-github-app', secret: 'canary-app-secret' };
const KEY = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey.export({
  // As GitHub hands keys out.
  type: 'pkcs1',
  format: 'pem',
});
const FLAT = { error: expect.any(String) };

let server: TestServer;
let providers: StandInProviders;
let github: StandInOAuth;
let owner: Owner;

withProviders((stand) => ({ server, providers } = stand), {
  ENTERPRISE_ENABLED: 'true',
  GITHUB_CLIENT_ID: CLIENT.id,
  GITHUB_CLIENT_SECRET: CLIENT.secret,
  MICROSOFT_CLIENT_ID: 'ms',
  MICROSOFT_CLIENT_SECRET: 'ms-secret',
  TRELLO_API_KEY: 'trello-key',
  TRELLO_API_SECRET: 'trello-secret',
  ZOHO_CRM_CLIENT_ID: 'zoho',
  ZOHO_CRM_CLIENT_SECRET: 'zoho-secret',
  GITHUB_APP_ID: '77',
  GITHUB_APP_SLUG: 'acme-gateway',
  GITHUB_APP_PRIVATE_KEY: KEY as string,
  GITHUB_APP_CLIENT_ID: APP_CLIENT.id,
  GITHUB_APP_CLIENT_SECRET: APP_CLIENT.secret,
});

beforeEach(async () => {
  providers.reset();
  github = new StandInOAuth(providers, 'github.com/login/oauth/access_token', CLIENT);
  github.more = { scope: 'repo,read:user', expires_in: undefined };
  providers.tells('api.github.com/user', { login: 'octocat', name: 'Mona' });
  owner = await signUpOwner(server);
});

const CALLBACK = (app: string) => `/v1/apps/${app}/callback`;
const inOrganization = (of: Owner = owner): ApiClient =>
  api(server).as(of.cookie).with({ 'x-organization-id': of.organizationId });

interface Started {
  location: string;
  cookie: string;
  state: string;
}

async function start(app: string, query = '', as: ApiClient = owner.api): Promise<Started> {
  const answer = await as.get(`/v1/apps/${app}/authorize${query}`);
  if (answer.status !== 302) throw new Error(`authorize: ${answer.status} ${answer.text}`);
  const location = answer.headers['location'] as string;
  return { location, cookie: answer.cookies[0]!, state: answer.cookies[0]!.slice('oauth_state='.length) };
}

/** Each browser has an address of its own: callbacks are throttled by address. */
let browsers = 0;

function back(app: string, query: string, cookie: string | null, at: TestServer = server): Promise<Answer> {
  browsers += 1;
  const address = { 'x-forwarded-for': `203.0.113.${(browsers % 250) + 1}` };
  const browser = api(at).with(cookie === null ? address : { ...address, cookie });
  return browser.get(`${CALLBACK(app)}?${query}`);
}

/** There and back with the stand-in of GitHub. */
async function connectGithub(query = '', as: ApiClient = owner.api): Promise<URLSearchParams> {
  const { location, cookie } = await start('github', query, as);
  return resultOf(await back('github', github.consent(location).query, cookie));
}

function resultOf(answer: Answer): URLSearchParams {
  expect(answer.status).toBe(302);
  return new URL(answer.headers['location'] as string).searchParams;
}

async function connections(): Promise<any[]> {
  return (await owner.api.get('/v1/connections')).body;
}

async function nothingStored(): Promise<void> {
  expect(await connections()).toEqual([]);
}

async function stored(id: string): Promise<any> {
  const [row] = await server.db.query<any>('SELECT * FROM connections WHERE id = $1', [id]);
  const box = server.app.get(SecretBox, { strict: false });
  return { ...row, values: JSON.parse(box.open(row.credentials_ciphertext, `connections:${id}`)) };
}

describe('the way to the provider (03 §5.2)', () => {
  it('03-9 leads there with a state that the browser keeps, and not without a client', async () => {
    const none = await owner.api.get('/v1/apps/gmail/authorize');
    expect(none).toMatchObject({ status: 400, body: FLAT });
    const answer = await owner.api.get('/v1/apps/github/authorize');
    expect(answer.status).toBe(302);
    const url = new URL(answer.headers['location'] as string);
    expect(url.origin + url.pathname).toBe('https://github.com/login/oauth/authorize');
    const redirectUri = `${server.apiUrl}${CALLBACK('github')}`;
    expect(Object.fromEntries(url.searchParams)).toMatchObject({
      client_id: CLIENT.id,
      redirect_uri: redirectUri,
      scope: expect.stringContaining('repo'),
      prompt: 'select_account',
    });
    const cookie = answer.headers['set-cookie'] as string;
    expect(cookie).toBe(
      `oauth_state=${url.searchParams.get('state')}; Path=/v1/apps/github/callback; HttpOnly; SameSite=Lax; Max-Age=600`,
    );
    expect(answer.text).not.toContain('canary');
    for (const app of ['resend', 'nope'])
      expect(await owner.api.get(`/v1/apps/${app}/authorize`)).toMatchObject({
        status: 400,
        body: { error: `Provider "${app}" is not available` },
      });
  });

  it('03-10 uses the configured address on both legs, whatever host is asked', async () => {
    const configured = await startReplica(server, {
      API_URL: 'https://gateway.example.test',
      ENTERPRISE_ENABLED: 'true',
      GITHUB_CLIENT_ID: CLIENT.id,
      GITHUB_CLIENT_SECRET: CLIENT.secret,
    });
    const as = api(configured).as(owner.apiKey);
    const answer = await as.get('/v1/apps/github/authorize');
    const url = new URL(answer.headers['location'] as string);
    expect(url.searchParams.get('redirect_uri')).toBe('https://gateway.example.test/v1/apps/github/callback');
    expect(answer.headers['set-cookie']).toContain('; Secure');
    const ended = await back('github', 'code=x', null, configured);
    expect(ended.headers['location']).toMatch(/^https:\/\/gateway\.example\.test\/app-connect\/github\?/);
    await configured.close();
  });

  it('03-17 proves itself where the provider asks for it', async () => {
    const x = new StandInOAuth(providers, 'api.x.com/2/oauth2/token', { id: 'x-id', secret: 'x-secret' });
    providers.tells('api.x.com/2/users/me', { data: { username: 'acme' } });
    await owner.api.post('/v1/apps/x/config', { clientId: 'x-id', clientSecret: 'x-secret' });
    const { location, cookie } = await start('x');
    expect(new URL(location).searchParams.get('code_challenge_method')).toBe('S256');
    const result = resultOf(await back('x', x.consent(location).query, cookie));
    expect(result.get('status')).toBe('success');
    const exchange = providers.upstream.seen.find(
      ({ host, url }) => host === 'api.x.com' && url.endsWith('/token'),
    )!;
    expect(exchange.headers.authorization).toMatch(/^Basic /);
    expect(fieldsOf(exchange)['code_verifier']).toMatch(/^[\w-]{43}$/);
    expect(exchange.body.toString()).not.toContain('x-secret');
  });

  it('03 §2 needs a workspace, or an organization and its administrator', async () => {
    const key = api(server).as(await organizationKey(server, owner));
    expect(await key.get('/v1/apps/github/authorize')).toMatchObject({
      status: 400,
      body: { error: { message: 'X-Project-Id header is required' } },
    });
    expect((await api(server).get('/v1/apps/github/authorize')).status).toBe(401);
    const member = await joinAs(server, owner);
    const refused = await member.session.get(`/v1/apps/github/authorize?_org=${owner.organizationId}`);
    expect(refused).toMatchObject({ status: 403, body: FLAT });
    for (const as of [member.session, inOrganization(await signUpOwner(server))])
      expect(await as.get(`/v1/org/apps/github/authorize?org=${owner.organizationId}`)).toMatchObject({
        status: 403,
        body: FLAT,
      });
  });

  it('03 §5.2 a page of another site cannot send people there, with their cookie or a token of its own', async () => {
    const planted = `/v1/apps/github/authorize?_token=${owner.apiKey}`;
    const from = (headers: Record<string, string>) => api(server).with(headers).get(planted);
    for (const headers of [
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'cross-site', referer: 'https://evil.example/' },
    ] as Record<string, string>[])
      expect(await from(headers)).toMatchObject({ status: 403, body: FLAT });
    const cookie = api(server).as(owner.cookie).with({ 'sec-fetch-site': 'cross-site' });
    expect((await cookie.get('/v1/apps/github/authorize')).status).toBe(403);
    expect((await from({ 'sec-fetch-site': 'same-origin' })).status).toBe(302);
    expect((await from({ 'sec-fetch-site': 'cross-site', referer: `${server.apiUrl}/w/x` })).status).toBe(
      302,
    );
  });
});

describe('a person decides what is connected where (R54)', () => {
  const NOWHERE = { 'sec-fetch-mode': 'navigate', 'sec-fetch-site': 'none' };

  it('03-42 R54 a link from nowhere leads to the connect page, without its token, and starts nothing', async () => {
    const { workspaceId, organizationId, apiKey } = owner;
    const target = `_workspace=${workspaceId}&connectionId=c1&agent_name=me`;
    const signedIn = api(server).as(owner.cookie);
    const links: [ApiClient, string, Record<string, string>][] = [
      [api(server), `/v1/apps/github/authorize?_token=${apiKey}`, { workspaceId }],
      [
        signedIn,
        `/v1/apps/github/authorize?${target}`,
        { workspaceId, connectionId: 'c1', agent_name: 'me' },
      ],
      [signedIn, `/v1/apps/github/authorize?_org=${organizationId}`, { orgId: organizationId }],
      [signedIn, `/v1/org/apps/github/authorize?org=${organizationId}`, { orgId: organizationId }],
    ];
    for (const [as, link, parameters] of links) {
      const answer = await as.with(NOWHERE).get(link);
      expect(answer.status).toBe(302);
      const { origin, pathname, searchParams } = new URL(answer.headers['location'] as string);
      expect([origin, pathname]).toEqual([server.apiUrl, '/app-connect/github']);
      expect(Object.fromEntries(searchParams)).toEqual(parameters);
      expect(answer.headers['set-cookie']).toBeUndefined();
      expect(
        (await as.with({ ...NOWHERE, 'sec-fetch-site': 'same-origin' }).get(link)).headers['location'],
      ).toMatch(/^https:\/\/github\.com\//);
    }
  });

  it('R54 a client that sets its own header is no navigation', async () => {
    const answer = await owner.api.with(NOWHERE).get('/v1/apps/github/authorize');
    expect(answer.headers['location']).toMatch(/^https:\/\/github\.com\//);
  });

  it('R54 a browser that says nothing of where it comes from is known by the page it names', async () => {
    const link = `/v1/apps/github/authorize?_token=${owner.apiKey}`;
    const from = async (headers: Record<string, string>): Promise<string> =>
      (await api(server).with(headers).get(link)).headers['location'] as string;
    const accept = 'text/html,application/xhtml+xml;q=0.9';
    for (const referer of [{}, { referer: 'http://evil.test/' }, { referer: 'x' }] as Record<
      string,
      string
    >[])
      expect(await from({ accept, ...referer })).toMatch(/\/app-connect\/github\?workspaceId=/);
    const own = { accept, referer: `${server.apiUrl}/app-connect/github` };
    for (const headers of [own, { accept: '*/*' }] as Record<string, string>[])
      expect(await from(headers)).toMatch(/^https:\/\/github\.com\//);
    expect((await api(server).get('/app-connect/github')).headers['referrer-policy']).toBe('same-origin');
  });

  it('03-45 R54 a token of Trello is taken from the bridge page only', async () => {
    providers.tells('api.trello.com/1/members/me', { id: 'i', username: 'mallory' });
    const { cookie, state } = await start('trello');
    const planted = (site: string) =>
      api(server)
        .with({ cookie, 'sec-fetch-site': site })
        .get(`${CALLBACK('trello')}?state=${state}&token=mallorys`);
    for (const site of ['cross-site', 'same-site', 'none'])
      expect(resultOf(await planted(site)).get('status')).toBe('error');
    expect(resultOf(await back('trello', 'token=mallorys', cookie)).get('status')).toBe('error');
    await nothingStored();
    expect(resultOf(await planted('same-origin')).get('status')).toBe('success');
  });

  it('R54 an answer without the state of the flow is put together by another page', async () => {
    const { location, cookie } = await start('github');
    const { code } = Object.fromEntries(new URLSearchParams(github.consent(location).query));
    expect(resultOf(await back('github', `code=${code}`, cookie)).get('status')).toBe('error');
    await nothingStored();
  });
});

describe('the way back (03 §5.3)', () => {
  it('03-11 stores the account under its name and says so to the dashboard', async () => {
    const { location, cookie } = await start('github', '?agent_name=Builder');
    const ended = await back('github', github.consent(location).query, cookie);
    const url = new URL(ended.headers['location'] as string);
    expect(url.pathname).toBe('/app-connect/github');
    const [connection] = await connections();
    expect(Object.fromEntries(url.searchParams)).toEqual({
      status: 'success',
      agent_name: 'Builder',
      connected: connection.id,
      workspaceId: owner.workspaceId,
    });
    expect(ended.headers['set-cookie']).toMatch(
      /^oauth_state=; Path=\/v1\/apps\/github\/callback;.*Max-Age=0/,
    );
    expect(connection).toMatchObject({
      label: 'octocat',
      scopes: ['repo', 'read:user'],
      metadata: { username: 'octocat', name: 'Mona' },
    });
    const { values, expires_at } = await stored(connection.id);
    expect(values).toEqual({ access_token: expect.stringMatching(/^token-/), token_type: 'Bearer' });
    expect(expires_at).toBeNull();
  });

  it('03-12 takes a state once, in time, from the browser that began', async () => {
    const used = await start('github');
    const { query } = github.consent(used.location);
    expect(resultOf(await back('github', query, used.cookie)).get('status')).toBe('success');
    const [first] = await connections();
    await owner.api.delete(`/v1/connections/${first.id}`);
    const old = await start('github');
    await server.db.query(`UPDATE connection_flows SET expires_at = now() - interval '1 second'`);
    const other = await start('github');
    const victim = await start('github', '', (await signUpOwner(server)).api);
    const cases: [string, string | null][] = [
      [github.consent(used.location).query, used.cookie],
      [github.consent(old.location).query, old.cookie],
      [github.consent(other.location).query, null],
      [github.consent(other.location).query, victim.cookie],
      [`code=x&state=${'0'.repeat(64)}.${'A'.repeat(43)}`, `oauth_state=${'0'.repeat(64)}.${'A'.repeat(43)}`],
      ['code=x', null],
    ];
    for (const [sent, cookie] of cases) {
      const result = resultOf(await back('github', sent, cookie));
      expect([result.get('status'), result.get('message')]).toEqual([
        'error',
        expect.stringContaining('another browser'),
      ]);
    }
    expect(
      resultOf(await back('slack', github.consent(other.location).query, other.cookie)).get('status'),
    ).toBe('error');
    await nothingStored();
    expect(
      resultOf(await back('github', github.consent(other.location).query, other.cookie)).get('status'),
    ).toBe('success');
  });

  it('03-13 never leads where a header says', async () => {
    const { location, cookie } = await start('github');
    const answer = await api(server)
      .with({ cookie, 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'https' })
      .get(`${CALLBACK('github')}?${github.consent(location).query}`);
    expect(answer.headers['location']).toMatch(
      new RegExp(`^${server.apiUrl}/app-connect/github\\?status=success`),
    );
  });

  it('03-14 asks for an administrator, unless the account was made a moment ago', async () => {
    const microsoft = new StandInOAuth(providers, 'login.microsoftonline.com/common/oauth2/v2.0/token', {
      id: 'ms',
      secret: 'ms-secret',
    });
    const refused = await start('outlook-mail');
    const sent = (state: string) => `error=access_denied&error_description=%3Cb%3EEvil&state=${state}`;
    const asks = resultOf(await back('outlook-mail', sent(refused.state), refused.cookie));
    expect(asks.get('message')).toMatch(/administrator/i);
    expect(asks.get('message')).not.toContain('Evil');
    await nothingStored();
    const made = await start('outlook-mail');
    expect(
      resultOf(await back('outlook-mail', microsoft.consent(made.location).query, made.cookie)).get('status'),
    ).toBe('success');
    const [{ id }] = await connections();
    const twice = await start('outlook-mail');
    const result = resultOf(await back('outlook-mail', sent(twice.state), twice.cookie));
    expect([result.get('status'), result.get('connected')]).toEqual(['success', id]);
    await server.db.query(
      `UPDATE connections SET connected_at = now() - interval '31 seconds' WHERE id = $1`,
      [id],
    );
    const late = await start('outlook-mail');
    expect(resultOf(await back('outlook-mail', sent(late.state), late.cookie)).get('status')).toBe('error');
  });

  it('03-15 connects a named account anew, with its grants, and no other', async () => {
    const first = await connectGithub();
    const id = first.get('connected')!;
    const [before] = await connections();
    providers.tells('api.github.com/user', { login: 'other-name' });
    const again = await connectGithub(`?connectionId=${id}`);
    expect(Object.fromEntries(again)).toEqual({ status: 'success' });
    expect(await connections()).toMatchObject([{ id, label: 'other-name', connectedAt: before.connectedAt }]);
    const stranger = await signUpOwner(server);
    const stolen = await connectGithub(`?connectionId=${id}`, stranger.api);
    expect(Object.fromEntries(stolen)).toEqual({ status: 'error', message: 'Connection not found' });
    expect((await stranger.api.get('/v1/connections')).body).toEqual([]);
    expect((await connections())[0]).toMatchObject({ id, label: 'other-name' });
  });

  it('03 §5.4 an account of the same name is the same, one without a name is a new one', async () => {
    await connectGithub();
    expect((await connectGithub()).has('connected')).toBe(false);
    providers.tells('api.github.com/user', {}, 500);
    expect((await connectGithub()).has('connected')).toBe(true);
    expect((await connectGithub()).has('connected')).toBe(true);
    expect((await connections()).map(({ label }) => label)).toEqual([null, null, 'octocat']);
  });

  it('03 §5.3.1 reads a token that only the page sees', async () => {
    providers.tells('api.trello.com/1/members/me', {
      id: 'i',
      username: 'ann',
      fullName: 'Ann',
      avatarHash: 'h',
    });
    const { location, cookie, state } = await start('trello');
    const returnUrl = `${server.apiUrl}${CALLBACK('trello')}?state=${state}`;
    expect(new URL(location).searchParams.get('return_url')).toBe(returnUrl);
    const bridge = await api(server)
      .with({ cookie })
      .get(`${CALLBACK('trello')}?state=${state}`);
    expect(bridge.status).toBe(200);
    expect(bridge.headers['content-type']).toMatch(/^text\/html/);
    expect(bridge.headers['content-security-policy']).toMatch(/script-src 'sha256-/);
    expect(bridge.text).toContain('data-parameter="token"');
    expect(resultOf(await back('trello', `state=${state}&token=x`, null)).get('status')).toBe('error');
    const result = resultOf(await back('trello', `state=${state}&token=canary-trello`, cookie));
    const { values, metadata } = await stored(result.get('connected')!);
    expect(values).toEqual({ access_token: 'canary-trello', apiKey: 'trello-key' });
    expect(metadata).toMatchObject({
      username: 'ann',
      avatarUrl: 'https://trello-members.s3.amazonaws.com/i/h/170.png',
    });
    await owner.api.delete(`/v1/connections/${result.get('connected')}`);
    const again = await start('trello');
    expect(resultOf(await back('trello', 'error=missing_token', again.cookie)).get('status')).toBe('error');
  });

  it('03 §8.1 ends an organization’s way at the same address', async () => {
    const answer = await inOrganization().get('/v1/org/apps/github/authorize');
    const location = answer.headers['location'] as string;
    expect(new URL(location).searchParams.get('redirect_uri')).toBe(`${server.apiUrl}${CALLBACK('github')}`);
    const result = resultOf(await back('github', github.consent(location).query, answer.cookies[0]!));
    expect(Object.fromEntries(result)).toEqual({ status: 'success' });
    expect((await inOrganization().get('/v1/org/connections')).body).toMatchObject([
      { scope: 'organization' },
    ]);
  });

  it('03 §5.3 judges the person again when they come back', async () => {
    const member = await joinAs(server, owner);
    await bind(server, owner.workspaceId, { userId: member.userId });
    const as = api(server).as(member.cookie).inWorkspace(owner.workspaceId);
    const { location, cookie } = await start('github', '', as);
    await setMembership(server, owner.organizationId, member.userId, 'suspended');
    expect(resultOf(await back('github', github.consent(location).query, cookie)).get('status')).toBe(
      'error',
    );
    await nothingStored();
  });

  it('03 §6.4 a client that is changed meanwhile ends the way', async () => {
    await owner.api.post('/v1/apps/github/config', { clientId: 'own', clientSecret: 'own-secret' });
    const { location, cookie } = await start('github');
    expect(new URL(location).searchParams.get('client_id')).toBe('own');
    await owner.api.delete('/v1/apps/github/config');
    expect(resultOf(await back('github', github.consent(location).query, cookie)).get('status')).toBe(
      'error',
    );
    expect(providers.calls()).toEqual([]);
    await nothingStored();
  });

  it.each<[string, () => Promise<unknown>]>([
    [
      'replaced',
      () => owner.api.post('/v1/apps/github/config', { clientId: 'another', clientSecret: 'another-secret' }),
    ],
    [
      'switched off and on',
      async () => {
        for (const enabled of [false, true])
          await owner.api.patch('/v1/apps/github/config/toggle', { enabled });
      },
    ],
    ['removed', () => owner.api.delete('/v1/apps/github/config')],
  ])(
    '03 §6.3 tokens of a client that is %s never become an account of what took its place, at whichever moment',
    async (_, change) => {
      const own = { clientId: 'own', clientSecret: 'own-secret' };
      const github = new StandInOAuth(providers, 'github.com/login/oauth/access_token', {
        id: 'own',
        secret: 'own-secret',
      });
      const ended = async (begun: Started) =>
        resultOf(await back('github', github.consent(begun.location).query, begun.cookie)).get('message');
      await owner.api.post('/v1/apps/github/config', own);
      const before = await start('github');
      await change();
      expect(await ended(before)).toMatch(/changed meanwhile|over, or was begun/);
      await owner.api.post('/v1/apps/github/config', own);
      const during = await start('github');
      github.tokenAnswer = (_seen, response) =>
        void change().then(() => json(response, 200, { access_token: 'of-the-old-client' }));
      expect(await ended(during)).toMatch(/changed meanwhile/);
      await nothingStored();
    },
  );
});

describe('what the provider may not do (03 §5.3.5)', () => {
  async function answered(answer: NonNullable<StandInOAuth['tokenAnswer']>): Promise<string> {
    github.tokenAnswer = answer;
    const result = await connectGithub();
    await nothingStored();
    expect(result.get('status')).toBe('error');
    expect(result.get('message')).not.toContain('canary');
    return result.get('message')!;
  }

  it.each<[string, NonNullable<StandInOAuth['tokenAnswer']>]>([
    ['is no JSON', (_seen, response) => void response.writeHead(200).end('canary=1')],
    ['is JSON of nothing', (_seen, response) => json(response, 200, null)],
    ['has no token', (_seen, response) => json(response, 200, { scope: 'repo' })],
    [
      'has a token that is no text',
      (_seen, response) => json(response, 200, { access_token: { canary: 1 } }),
    ],
    [
      'has a token with a line break',
      (_seen, response) => json(response, 200, { access_token: 'a\r\nx: 1' }),
    ],
    [
      'ended before it began',
      (_seen, response) => json(response, 200, { access_token: 'canary', expires_in: -1 }),
    ],
    [
      'is an error in a success',
      (_seen, response) => json(response, 200, { error: 'canary', access_token: 'x' }),
    ],
    ['is a refusal', (_seen, response) => json(response, 400, { error: 'invalid_grant' })],
    ['breaks off', (_seen, response) => void response.socket?.destroy()],
    [
      'leads elsewhere',
      (_seen, response) => void response.writeHead(307, { location: 'https://evil.test/token' }).end(),
    ],
  ])('an answer that %s stores nothing', async (_, answer) => {
    await answered(answer);
    expect(providers.calls().filter((call) => !call.startsWith('POST github.com/'))).toEqual([]);
  });

  it('an answer of 10 MB is given up', async () => {
    let sent = 0;
    const chunk = Buffer.alloc(65_536, 0x20);
    await answered((_seen, response) => {
      response.writeHead(200, { 'content-type': 'application/json' });
      const more = (): void => {
        while (sent < 10_485_760 && !response.destroyed) {
          sent += chunk.length;
          if (!response.write(chunk)) return void response.once('drain', more);
        }
        response.end('{"access_token":"canary"}');
      };
      more();
    });
    expect(sent).toBeLessThan(10_485_760);
  });

  it('03 §5.3 names no account server that is not its own', async () => {
    const zoho = new StandInOAuth(providers, 'accounts.zoho.eu/oauth/v2/token', {
      id: 'zoho',
      secret: 'zoho-secret',
    });
    const began = await start('zoho-crm');
    const evil = `${zoho.consent(began.location).query}&accounts-server=https://accounts.zoho.eu.evil.test`;
    expect(resultOf(await back('zoho-crm', evil, began.cookie)).get('status')).toBe('error');
    expect(providers.calls()).toEqual([]);
    for (const api_domain of ['http://127.0.0.1:5432', 'https://169.254.169.254', undefined]) {
      zoho.more = { api_domain };
      const { location, cookie } = await start('zoho-crm');
      const query = `${zoho.consent(location).query}&accounts-server=https://accounts.zoho.eu`;
      expect(resultOf(await back('zoho-crm', query, cookie)).get('status')).toBe('error');
    }
    await nothingStored();
    expect(providers.calls().filter((call) => !call.includes('accounts.zoho.eu'))).toEqual([]);
    zoho.more = { api_domain: 'https://www.zohoapis.eu' };
    providers.tells('www.zohoapis.eu/crm/v8/users', {
      users: [{ email: 'ann@acme.test', full_name: 'Ann' }],
    });
    const { location, cookie } = await start('zoho-crm');
    const query = `${zoho.consent(location).query}&accounts-server=https://accounts.zoho.eu`;
    expect(resultOf(await back('zoho-crm', query, cookie)).get('status')).toBe('success');
    expect(await connections()).toMatchObject([{ label: 'ann@acme.test' }]);
  });
});

describe('GitHub Apps (03 §5.3)', () => {
  const INSTALLATION = 'api.github.com/app/installations/4711';
  const LISTED = 'api.github.com/user/installations';
  const RECENTLY = () => new Date().toISOString();
  let person: StandInOAuth;

  /** Installation 4711 exists at GitHub, and the person sees the listed ones, a page of at most 100 at a time. */
  function installed(updated_at: string, visible: readonly number[] = [4711]): void {
    const permissions = { contents: 'write', metadata: 'read' };
    const account = { login: 'acme', type: 'Organization', avatar_url: 'https://a.test/1.png' };
    person = new StandInOAuth(providers, 'github.com/login/oauth/access_token', APP_CLIENT);
    providers
      .on(LISTED, ({ url, headers }, response) => {
        if (!person.takes(headers.authorization)) return json(response, 401, { message: 'Bad credentials' });
        const page = Number(new URL(url, 'https://api.github.com').searchParams.get('page'));
        const part = visible.slice((page - 1) * 100, page * 100);
        json(response, 200, { total_count: visible.length, installations: part.map((id) => ({ id })) });
      })
      .tells(INSTALLATION, { account, repository_selection: 'selected', updated_at })
      .tells(`${INSTALLATION}/access_tokens`, {
        token: 'ghs_canary',
        expires_at: new Date(Date.now() + 3_600_000).toISOString(),
        permissions,
      })
      .tells('api.github.com/installation/repositories', {
        repositories: [{ full_name: 'acme/api' }, { full_name: 'acme/web' }],
      });
  }

  /** What the browser brings back after installing, with the code of the person at GitHub. */
  async function install(query: string, as: ApiClient = owner.api): Promise<URLSearchParams> {
    const { location, cookie } = await start('github-app', '', as);
    return resultOf(await back('github-app', `${query}&${person.consent(location).query}`, cookie));
  }

  it('takes over an installation that was just made', async () => {
    installed(RECENTLY());
    const { location, cookie, state } = await start('github-app');
    expect(location).toBe(
      `https://github.com/apps/acme-gateway/installations/select_target?state=${encodeURIComponent(state)}`,
    );
    const { query } = person.consent(location);
    const result = resultOf(await back('github-app', `installation_id=4711&${query}`, cookie));
    const { values, scopes, metadata } = await stored(result.get('connected')!);
    expect(values).toMatchObject({ installation_id: '4711', access_token: 'ghs_canary', type: 'github_app' });
    expect(Object.keys(values)).not.toContain('clientSecret');
    expect(scopes).toEqual(['contents:write', 'metadata:read']);
    expect(metadata).toMatchObject({
      username: 'acme',
      repos: ['acme/api', 'acme/web'],
      tags: ['api', 'web'],
      manageUrl: 'https://github.com/organizations/acme/settings/installations/4711',
    });
  });

  it('takes over no installation that somebody else made earlier, and none that waits for an approval', async () => {
    installed(new Date(Date.now() - 3_600_000).toISOString());
    for (const query of ['installation_id=4711', 'setup_action=request', 'installation_id=../../evil'])
      expect((await install(query)).get('status')).toBe('error');
    expect(providers.calls()).toEqual([
      'POST github.com/login/oauth/access_token',
      `GET ${LISTED}?per_page=100&page=1`,
      `GET ${INSTALLATION}`,
    ]);
    await nothingStored();
  });

  it('03-41 R53 takes no installation without proof that the person may see it, whose app it ever is', async () => {
    const own = await signUpOwner(server);
    const client = { appId: '78', appSlug: 'own', privateKey: KEY, clientId: APP_CLIENT.id };
    await own.api.post('/v1/apps/github-app/config', { ...client, clientSecret: APP_CLIENT.secret });
    installed(RECENTLY(), [1, 2, 47_110, 471]);
    for (const as of [owner.api, own.api]) {
      const foreign = await install('installation_id=4711', as);
      expect(foreign.get('message')).toMatch(/no access to this installation/);
      for (const code of ['', '&code=', '&code=made-up']) {
        const { cookie, state } = await start('github-app', '', as);
        const query = `installation_id=4711&state=${state}${code}`;
        expect(resultOf(await back('github-app', query, cookie)).get('status')).toBe('error');
      }
      expect((await as.get('/v1/connections')).body).toEqual([]);
    }
    expect(providers.calls().filter((call) => call.includes('/app/installations'))).toEqual([]);
    installed(RECENTLY());
    expect((await install('installation_id=4711', own.api)).get('status')).toBe('success');
  });

  it('03 §5.3, R53, R54 connects nothing without a state, and leaves the open flow as it was', async () => {
    installed(RECENTLY());
    const { location, cookie } = await start('github-app');
    const { query } = person.consent(location);
    const stateless = new URLSearchParams(query);
    stateless.delete('state');
    for (const state of ['', '&state=', '&state=undefined'])
      for (const action of ['install', 'update', 'request']) {
        const planted = `installation_id=4711&setup_action=${action}&${stateless.toString()}${state}`;
        for (const kept of [cookie, null]) {
          const answer = await back('github-app', planted, kept);
          const result = resultOf(answer);
          expect([result.get('status'), result.get('message')]).toEqual(['error', expect.any(String)]);
          expect(answer.headers['set-cookie']).toBeUndefined();
        }
      }
    expect(providers.calls()).toEqual([]);
    await nothingStored();
    const result = resultOf(await back('github-app', `installation_id=4711&${query}`, cookie));
    expect(result.get('status')).toBe('success');
  });

  it('R53 finds the installation on a later page, and reads a thousand at most', async () => {
    const others = Array.from({ length: 2_000 }, (_, index) => 10_000 + index);
    installed(RECENTLY(), [...others.slice(0, 250), 4711]);
    expect((await install('installation_id=4711')).get('status')).toBe('success');
    installed(RECENTLY(), [...others, 4711]);
    providers.calls();
    expect((await install('installation_id=4711')).get('status')).toBe('error');
    expect(providers.calls().filter((call) => call.includes(LISTED))).toHaveLength(10);
  });

  it('R53 a client without id and secret is stored, keeps what it connected, and connects nothing', async () => {
    const client = { appId: '78', appSlug: 'own', privateKey: KEY };
    const save = (body: object) => owner.api.post('/v1/apps/github-app/config', body);
    expect((await save({ ...client, clientId: APP_CLIENT.id })).status).toBe(201);
    expect(await owner.api.get('/v1/apps/github-app/authorize')).toMatchObject({
      status: 400,
      body: { error: expect.stringMatching(/Set clientSecret\.$/) },
    });
    expect((await owner.api.get('/v1/apps/github-app/config')).body).toEqual({
      settings: { appId: '78', appSlug: 'own', clientId: APP_CLIENT.id },
      hasCredentials: true,
      enabled: true,
    });
    await save({ clientSecret: APP_CLIENT.secret });
    installed(RECENTLY());
    expect((await install('installation_id=4711')).get('status')).toBe('success');
    await save({ clientSecret: 'another' });
    expect(await connections()).toHaveLength(1);
    await save({ appId: '79' });
    await nothingStored();
  });

  it('R53 names the settings that the operator has to add', async () => {
    const before = await startReplica(server, {
      GITHUB_APP_ID: '77',
      GITHUB_APP_SLUG: 'acme-gateway',
      GITHUB_APP_PRIVATE_KEY: KEY as string,
    });
    const answer = await api(before).as(owner.apiKey).get('/v1/apps/github-app/authorize');
    expect([answer.status, answer.body]).toEqual([
      400,
      {
        error:
          'The client of this app cannot connect accounts yet. Set GITHUB_APP_CLIENT_ID and GITHUB_APP_CLIENT_SECRET.',
      },
    ]);
    await before.close();
  });
});
