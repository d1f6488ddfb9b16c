/** What the credential of an account does to a request, as the provider sees it (03 §12; 06 §11). */
import { beforeEach, describe, expect, it } from '@jest/globals';
import { RequestLog } from '../../../src/gateway/request-log/request-log.js';
import { type Owner, signUpOwner } from '../../harness/people/accounts.js';
import {
  type Agent,
  type AgentAnswer,
  type Asking,
  createAgent,
  createSecret,
  grant,
  grantConnection,
} from '../../harness/clients/agent.js';
import { type Answer, api, type ApiClient } from '../../harness/clients/client.js';
import { connect, type ConnectionInput } from '../../harness/upstreams/connections.js';
import type { StandInProviders } from '../../harness/upstreams/providers.js';
import type { TestServer } from '../../harness/server/server.js';
import { withProviders } from '../../harness/server/stands.js';
import type { SeenRequest } from '../../harness/upstreams/upstream.js';

const NPM = 'registry.npm.test';

let server: TestServer;
let providers: StandInProviders;
let owner: Owner;
let agent: Agent;

withProviders((stand) => ({ server, providers } = stand), {
  REQUEST_LOG_MODE: 'all',
  BLOCKLIST_NPM_HOST: NPM,
  BLOCKLIST_PYPI_HOST: 'index.pypi.test',
  TRELLO_API_KEY: 'trello-key',
  TRELLO_API_SECRET: 'trello-secret',
});

beforeEach(async () => {
  providers.reset();
  owner = await signUpOwner(server);
  agent = await createAgent(server, owner);
});

/** An account of the workspace, granted whole. */
async function account(
  provider: string,
  credentials: Record<string, string>,
  more: ConnectionInput = {},
): Promise<string> {
  const id = await connect(server, owner, { provider, credentials, ...more });
  await grantConnection(owner, agent.id, id);
  return id;
}

/** What the provider saw of the agent's request. */
async function seen(url: string, asking: Asking = {}): Promise<SeenRequest> {
  providers.upstream.seen.length = 0;
  await agent.ask(url, asking);
  return providers.upstream.only();
}

function connectByKey(provider: string, fields: object, as: ApiClient = owner.api): Promise<Answer> {
  return as.post(`/v1/apps/${provider}/connect`, { fields });
}

function offered({ headers }: AgentAnswer): { id: string }[] | null {
  const header = headers['x-onecli-connections'];
  return header === undefined ? null : (JSON.parse(String(header)) as { id: string }[]);
}

const AGENTS_OWN = { authorization: 'Bearer of-the-agent' };

describe('forms of credentials (03 §12.2)', () => {
  it.each<[string, string, Record<string, string>, Record<string, string>]>([
    ['resend', 'api.resend.com/emails', { access_token: 'key' }, { authorization: 'Bearer key' }],
    ['zoho-crm', 'www.zohoapis.com/crm/v8/x', { access_token: 'z' }, { authorization: 'Zoho-oauthtoken z' }],
    ['github', 'api.github.com/user', { access_token: 't' }, { authorization: 'Bearer t' }],
    [
      'github',
      'github.com/acme/api.git/info/refs',
      { access_token: 't' },
      { authorization: `Basic ${Buffer.from('x-access-token:t').toString('base64')}` },
    ],
    [
      'datadog',
      'api.datadoghq.com/api/v1/monitor',
      { access_token: 'app', apiKey: 'key', appKey: 'app', site: 'us' },
      { 'dd-api-key': 'key', 'dd-application-key': 'app', authorization: 'Bearer of-the-agent' },
    ],
  ])('%s on %s', async (provider, address, credentials, headers) => {
    await account(provider, credentials);
    expect((await seen(`https://${address}`, { headers: AGENTS_OWN })).headers).toMatchObject(headers);
  });

  it('parameters replace those of the agent and leave the others as they are', async () => {
    await account('trello', { apiKey: 'k', access_token: 't t' });
    const { url } = await seen('https://api.trello.com/1/boards?token=mine&fields=a%2Cb');
    expect(url).toBe('/1/boards?token=t+t&fields=a%2Cb&key=k');
  });

  it('half a credential is none, and what cannot stand in a header is not written', async () => {
    await account('trello', { access_token: 't' });
    expect((await seen('https://api.trello.com/1/boards')).url).toBe('/1/boards');
    await account('resend', { access_token: 'two\r\nlines: x' });
    const { headers } = await seen('https://api.resend.com/emails');
    expect([headers.authorization, headers['lines']]).toEqual([undefined, undefined]);
  });

  it('a field of the metadata is a header where the account has it', async () => {
    const url = 'https://us-central1-aiplatform.googleapis.com/v1/projects/p/models';
    await account('vertex-ai', { access_token: 'v' }, { metadata: { quotaProjectId: 'acme-7' } });
    expect((await seen(url)).headers).toMatchObject({
      authorization: 'Bearer v',
      'x-goog-user-project': 'acme-7',
    });
    agent = await createAgent(server, owner);
    await account('vertex-ai', { access_token: 'w' });
    const { headers } = await seen(url, { headers: { 'x-goog-user-project': 'mine' } });
    expect([headers.authorization, headers['x-goog-user-project']]).toEqual(['Bearer w', 'mine']);
  });

  it('only paths of the app carry it, whichever way they are spelt', async () => {
    await account('google-calendar', { access_token: 'c' });
    for (const [path, expected] of [
      ['/calendar/v3/users/me', 'Bearer c'],
      ['/customsearch/v1', undefined],
      ['/calendar/../customsearch/v1', undefined],
      ['/%63alendar/v3/users/me', undefined],
    ] as const)
      expect((await seen(`https://www.googleapis.com${path}`)).headers.authorization).toBe(expected);
  });

  it('a header that a secret writes stays the secret’s', async () => {
    await account('resend', { access_token: 'of-the-account' });
    const injectionConfig = { headerName: 'authorization' };
    const secret = await createSecret(owner, {
      hostPattern: 'api.resend.com',
      injectionConfig,
      value: 'of-the-secret',
    });
    await grant(owner, agent.id, secret);
    expect((await seen('https://api.resend.com/emails')).headers.authorization).toBe('of-the-secret');
  });

  it('nobody else’s agent gets it, nor one without the grant, nor plain HTTP', async () => {
    const id = await account('resend', { access_token: 'key' });
    expect((await seen('http://api.resend.com/emails')).headers.authorization).toBeUndefined();
    const stranger = await createAgent(server, await signUpOwner(server));
    providers.upstream.seen.length = 0;
    await stranger.ask('https://api.resend.com/emails', { headers: { 'x-onecli-connection-id': id } });
    expect(providers.upstream.seen.map(({ headers }) => headers.authorization)).toEqual([]);
    agent = await createAgent(server, owner);
    expect((await seen('https://api.resend.com/emails')).headers.authorization).toBeUndefined();
  });
});

describe('an account from connecting to its use (03 §5, §12)', () => {
  it('03-6 a key that is connected anew is on the next request', async () => {
    providers.tells('api.resend.com/domains', { data: [{ name: 'acme.test' }] });
    const made = await connectByKey('resend', { apiKey: 're_one' });
    const { id, label } = made.body.connection;
    expect([made.status, label]).toEqual([200, 'acme.test']);
    await grantConnection(owner, agent.id, id);
    const { connectedAt } = (await owner.api.get('/v1/connections')).body[0];
    const authorization = async () => (await seen('https://api.resend.com/emails')).headers.authorization;
    expect(await authorization()).toBe('Bearer re_one');
    const again = await connectByKey('resend', { apiKey: 're_two' });
    expect([again.status, again.body]).toEqual([200, { success: true }]);
    expect((await owner.api.get('/v1/connections')).body).toMatchObject([{ id, connectedAt }]);
    expect(await authorization()).toBe('Bearer re_two');
  });

  it('03-16 a token that only the page sees is written as parameters', async () => {
    const authorize = await owner.api.get('/v1/apps/trello/authorize');
    const browser = api(server).with({ cookie: authorize.cookies[0]! });
    const callback = `/v1/apps/trello/callback?state=${authorize.cookies[0]!.slice('oauth_state='.length)}`;
    expect((await browser.get(callback)).headers['content-type']).toMatch(/^text\/html/);
    const ended = await browser.get(`${callback}&token=the-token`);
    const id = new URL(ended.headers['location'] as string).searchParams.get('connected')!;
    await grantConnection(owner, agent.id, id);
    const { url } = await seen('https://api.trello.com/1/boards');
    expect(url).toBe('/1/boards?key=trello-key&token=the-token');
  });

  it('03-26 an account closes hosts until somebody opens them or disconnects it', async () => {
    const blocklist = '/v1/apps/jfrog-artifactory/blocklist';
    const made = await connectByKey('jfrog-artifactory', { token: 'eyJ', subdomain: 'acme.jfrog.io' });
    expect((await owner.api.get(blocklist)).body).toMatchObject([{ enabled: true }, { enabled: true }]);
    const status = async () => (await agent.ask(`https://${NPM}/left-pad`)).status;
    expect((await agent.ask(`https://${NPM}/left-pad`)).body).toMatchObject({ error: 'blocked_by_policy' });
    const [{ ruleId }] = (await owner.api.get(blocklist)).body;
    await owner.api.patch(`${blocklist}/${ruleId}`, { enabled: false });
    expect(await status()).toBe(404);
    await owner.api.patch(`${blocklist}/${ruleId}`, { enabled: true });
    expect(await status()).toBe(403);
    await owner.api.delete(`/v1/connections/${made.body.connection.id}`);
    expect(await status()).toBe(404);
    expect((await owner.api.get(blocklist)).body).toMatchObject([{ ruleId: null }, { ruleId: null }]);
  });

  it.each(['acme.jfrog.io', 'https://ACME.jfrog.io/', 'https://ACME.jfrog.io:443/artifactory'])(
    '03-28 a tenant named %s gets its credential, another on the same suffix nothing',
    async (subdomain) => {
      await account('jfrog-artifactory', { access_token: 'eyJ', token: 'eyJ', subdomain });
      const authorization = async (host: string) =>
        (await seen(`https://${host}/artifactory/api/npm/x`)).headers.authorization;
      expect(await authorization('acme.jfrog.io')).toBe('Bearer eyJ');
      expect(await authorization('other.jfrog.io')).toBeUndefined();
      expect(await authorization('acme.jfrog.io.evil.jfrog.io')).toBeUndefined();
    },
  );

  it('03-32 on a shared host the account that serves the path is used, whichever one is named', async () => {
    const mail = await account('gmail', { access_token: 'm1' }, { label: 'one' });
    await account('gmail', { access_token: 'm2' }, { label: 'two' });
    await account('google-calendar', { access_token: 'c' });
    const url = 'https://www.googleapis.com/calendar/v3/users/me/calendarList';
    for (const headers of [{}, { 'x-onecli-connection-id': mail }] as Record<string, string>[])
      expect((await seen(url, { headers })).headers.authorization).toBe('Bearer c');
    const gmail = 'https://gmail.googleapis.com/gmail/v1/users/me/messages';
    expect((await agent.ask(gmail)).status).toBe(409);
    const named = await seen(gmail, { headers: { 'x-onecli-connection-id': mail } });
    expect([named.headers.authorization, named.headers['x-onecli-connection-id']]).toEqual([
      'Bearer m1',
      undefined,
    ]);
  });

  it('03-36 an assertion for Vertex AI stays here, and the call that follows carries the real token', async () => {
    const assertion = new URLSearchParams({ grant_type: 'urn:x', assertion: 'a.b.c' }).toString();
    const token = () => agent.ask('https://oauth2.googleapis.com/token', { method: 'POST', body: assertion });
    await token();
    expect(providers.upstream.only().body.toString()).toBe(assertion);
    await account('vertex-ai', { access_token: 'real' }, { metadata: { quotaProjectId: 'acme-7' } });
    expect((await token()).body).toEqual({
      access_token: 'onecli-managed',
      expires_in: 3600,
      token_type: 'Bearer',
    });
    expect(providers.upstream.seen).toEqual([]);
    const url = 'https://us-central1-aiplatform.googleapis.com/v1/projects/p/models';
    expect((await seen(url, { headers: { authorization: 'Bearer onecli-managed' } })).headers).toMatchObject({
      authorization: 'Bearer real',
      'x-goog-user-project': 'acme-7',
    });
  });
});

describe('what is told of it', () => {
  it('the answer names the accounts, the log the one that was used and nothing of its credential', async () => {
    const id = await account('resend', { access_token: 're_key' }, { label: 'Mail' });
    const answer = await agent.ask('https://api.resend.com/emails');
    expect(offered(answer)).toEqual([{ id, label: 'Mail', provider: 'resend', display_name: 'Resend' }]);
    await server.app.get(RequestLog, { strict: false }).flush();
    const logged = await owner.api.get('/v1/activity');
    expect(logged.body.logs).toMatchObject([{ provider: 'resend', injectionCount: 1 }]);
    expect(logged.text).toContain('Mail');
    expect(logged.text + answer.text).not.toContain('re_key');
  });

  it('the upstream’s refusal of a request with a credential passes, one without becomes a hint', async () => {
    providers.tells('api.resend.com/emails', { message: 'no' }, 401);
    expect((await agent.ask('https://api.resend.com/emails')).body).toMatchObject({
      error: 'app_not_connected',
      provider: 'resend',
    });
    await account('resend', { access_token: 'key' });
    const passed = await agent.ask('https://api.resend.com/emails');
    expect([passed.status, passed.body, passed.headers['x-should-retry']]).toEqual([
      401,
      { message: 'no' },
      undefined,
    ]);
  });

  it('a simulation foresees where it would be written, and reads no credential', async () => {
    const id = await account('datadog', { apiKey: 'k', appKey: 'a' });
    await server.db.query(`UPDATE connections SET credentials_ciphertext = 'x' WHERE id = $1`, [id]);
    const simulated = await owner.api.post('/v1/policy/simulate', {
      agentId: agent.id,
      method: 'GET',
      url: 'https://api.datadoghq.com/api/v1/monitor',
    });
    expect(simulated.body.injection).toMatchObject([
      { kind: 'connection', id, slots: ['header:dd-api-key', 'header:dd-application-key'] },
    ]);
  });

  it('a simulation foresees nothing on the host of another tenant of the app', async () => {
    const id = await account('jfrog-artifactory', {
      access_token: 'eyJ',
      subdomain: 'https://ACME.jfrog.io/',
    });
    const slots = async (host: string) => {
      const asked = { agentId: agent.id, method: 'GET', url: `https://${host}/artifactory/x` };
      return (await owner.api.post('/v1/policy/simulate', asked)).body.injection;
    };
    expect(await slots('acme.jfrog.io')).toMatchObject([{ id, slots: ['header:authorization'] }]);
    expect(await slots('other.jfrog.io')).toEqual([]);
  });

  it('credentials that cannot be opened count as absent', async () => {
    const id = await account('resend', { access_token: 'key' });
    await server.db.query(`UPDATE connections SET credentials_ciphertext = 'x' WHERE id = $1`, [id]);
    expect((await seen('https://api.resend.com/emails')).headers.authorization).toBeUndefined();
  });
});
