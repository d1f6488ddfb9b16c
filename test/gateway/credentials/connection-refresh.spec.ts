/** Tokens of accounts that end, and what is done about it, as the provider sees it (03 §12.3, §12.4; 06 §11.4). */
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { createPublicKey, generateKeyPairSync, verify } from 'node:crypto';
import { Database } from '../../../src/kernel/database/database.js';
import { SecretBox } from '../../../src/kernel/crypto/secret-box.js';
import { AccessTokens } from '../../../src/modules/credentials/connection-tokens/access-tokens.js';
import { type Owner, signUpOwner } from '../../harness/people/accounts.js';
import {
  type Agent,
  type AgentAnswer,
  agentWith,
  type Asking,
  createAgent,
  grantConnection,
} from '../../harness/clients/agent.js';
import { api } from '../../harness/clients/client.js';
import { connect, endsIn } from '../../harness/upstreams/connections.js';
import { network, organizationRules } from '../../harness/policy/rules.js';
import { fieldsOf, json, StandInOAuth, type StandInProviders } from '../../harness/upstreams/providers.js';
import type { TestServer } from '../../harness/server/server.js';
import { type ServerProcess, startServerProcess } from '../../harness/server/server-process.js';
import { withProvidersAndReplica } from '../../harness/server/stands.js';
import { until } from '../../harness/time/until.js';
import type { SeenRequest } from '../../harness/upstreams/upstream.js';
import { webSocket } from '../../harness/clients/web-socket.js';

const GMAIL = 'gmail.googleapis.com/gmail/v1/users/me/messages';
const GOOGLE = 'oauth2.googleapis.com/token';
const HOUR = 3_600_000;
const KEYS = generateKeyPairSync('rsa', {
  modulusLength: 2048,
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  publicKeyEncoding: { type: 'spki', format: 'pem' },
});

let settings: Record<string, string>;
let server: TestServer;
let replica: TestServer;
let providers: StandInProviders;
let google: StandInOAuth;
let owner: Owner;
let agent: Agent;

withProvidersAndReplica((stand) => ({ server, replica, providers, settings } = stand), {
  GOOGLE_CLIENT_ID: 'operator',
  GOOGLE_CLIENT_SECRET: 'operator-secret',
  SLACK_CLIENT_ID: 'slack',
  SLACK_CLIENT_SECRET: 'slack-secret',
  ZOHO_CRM_CLIENT_ID: 'zoho',
  ZOHO_CRM_CLIENT_SECRET: 'zoho-secret',
  NOTION_CLIENT_ID: 'notion',
  NOTION_CLIENT_SECRET: 'notion-secret',
});

beforeEach(async () => {
  providers.reset();
  google = new StandInOAuth(providers, GOOGLE, { id: 'operator', secret: 'operator-secret' });
  providers.on(GMAIL, google.api);
  owner = await signUpOwner(server);
  agent = await createAgent(server, owner);
});

interface Given {
  provider?: string;
  /** Seconds until the token ends; null: it does not say. */
  ends?: number | null;
  credentials?: Record<string, string>;
  metadata?: Record<string, unknown>;
}

/** A granted account; by default one of Google whose token has ended. */
async function account({
  provider = 'gmail',
  ends = -1,
  credentials,
  metadata,
}: Given = {}): Promise<string> {
  const own = credentials ?? { access_token: 'old', refresh_token: google.grant() };
  const id = await connect(server, owner, { provider, credentials: own, metadata: metadata ?? null });
  await endsIn(server, owner, id, ends);
  await grantConnection(owner, agent.id, id);
  return id;
}

async function stored(id: string): Promise<any> {
  const [row] = await server.db.query<any>('SELECT * FROM connections WHERE id = $1', [id]);
  const box = server.app.get(SecretBox, { strict: false });
  return { ...row, values: JSON.parse(box.open(row.credentials_ciphertext, `connections:${id}`)) };
}

function asked(address = GOOGLE): SeenRequest[] {
  return providers.upstream.seen.filter(({ host, url }) => `${host}${url}` === address);
}

/** What reached the API, by what it carried. */
const carried = (address = GMAIL) => asked(address).map(({ headers }) => headers.authorization);

const get = (address = GMAIL, asking: Asking = {}): Promise<AgentAnswer> =>
  agent.ask(`https://${address}`, asking);

async function statusOf(id: string): Promise<string> {
  const listed = (await owner.api.get('/v1/connections')).body as { id: string; status: string }[];
  return listed.find((one) => one.id === id)!.status;
}

/** Statements on accounts that wait for a lock. */
function waiting(): Promise<{ pid: number }[]> {
  return server.db.query<{ pid: number }>(
    `SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'
       AND query LIKE 'UPDATE connections%'`,
  );
}

describe('tokens that end (03 §12.3)', () => {
  it('06-T130 an ended token is refreshed once and stored, and the new one is what the provider sees', async () => {
    const id = await account();
    expect((await get()).status).toBe(200);
    const { values, expires_at: end, refresh_leased_until: lease } = await stored(id);
    expect(carried()).toEqual([`Bearer ${values.access_token}`]);
    expect(values.access_token).not.toBe('old');
    expect(lease).toBeNull();
    expect(Math.abs(end.getTime() - Date.now() - HOUR)).toBeLessThan(60_000);
    expect(fieldsOf(asked()[0]!)).toMatchObject({
      grant_type: 'refresh_token',
      client_id: 'operator',
      client_secret: 'operator-secret',
    });
    expect((await get()).status).toBe(200);
    expect(asked()).toHaveLength(1);
  });

  it.each([
    ['in 50 s is refreshed', 50, 1],
    ['in 90 s is not', 90, 0],
    ['without an end is not', null, 0],
  ])('a token that ends %s', async (_, ends, times) => {
    const credentials = { access_token: google.accessToken(), refresh_token: google.grant() };
    await account({ ends, credentials });
    expect((await get()).status).toBe(200);
    expect(asked()).toHaveLength(times);
  });

  it('what the answer does not replace is kept, and an answer without an end is good for an hour', async () => {
    const token = google.accessToken();
    google.tokenAnswer = (_seen, response) => json(response, 200, { access_token: token });
    const refresh = google.grant();
    const id = await account({ credentials: { access_token: 'old', refresh_token: refresh, more: 'x' } });
    await get();
    const { values, expires_at: end } = await stored(id);
    expect(values).toEqual({ access_token: token, refresh_token: refresh, more: 'x' });
    expect(Math.abs(end.getTime() - Date.now() - HOUR)).toBeLessThan(60_000);
  });

  it('a token that nobody may use is not refreshed', async () => {
    const id = await account();
    await owner.api.delete(`/v1/agents/${agent.id}/grants/connections/${id}`);
    await get();
    await agent.ask(`http://api.github.com/x`);
    expect(asked()).toEqual([]);
  });

  it('06-T131, 06-26 of 20 requests at once one refreshes and all carry the new token', async () => {
    await account();
    const answers = await Promise.all(Array.from({ length: 20 }, () => get()));
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    expect(asked()).toHaveLength(1);
    expect(new Set(carried()).size).toBe(1);
  });

  it('03-33 of 100 requests at once at two processes one refreshes and all carry the new token', async () => {
    await account();
    // A provider that takes its time gives the others the time to be impatient.
    google.tokenAnswer = (seen, response) =>
      void setTimeout(() => {
        google.tokenAnswer = null;
        providers.upstream.answer(null as never, response, seen);
      }, 300);
    const elsewhere = agentWith(replica, agent);
    const answers = await Promise.all(
      Array.from({ length: 100 }, (_, at) => (at % 2 === 0 ? agent : elsewhere).ask(`https://${GMAIL}`)),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(100);
    expect(asked()).toHaveLength(1);
    expect(new Set(carried()).size).toBe(1);
  });

  it.each<[string, (response: Parameters<typeof json>[0]) => unknown]>([
    ['is down', (response) => json(response, 503, {})],
    ['does not answer in JSON', (response) => response.end('<p>moved</p>')],
    ['answers without a token', (response) => json(response, 200, { token_type: 'Bearer' })],
    [
      'answers with a token that has ended',
      (response) => json(response, 200, { access_token: 'x', expires_in: -1 }),
    ],
    ['answers with a token that is no header', (response) => json(response, 200, { access_token: 'a\r\nb' })],
    ['redirects', (response) => response.writeHead(307, { location: 'https://evil.test/token' }).end()],
    ['does not know the client', (response) => json(response, 401, { error: 'invalid_client' })],
    [
      'answers with 10 MB',
      (response) => {
        response.on('error', () => undefined);
        response.end(JSON.stringify({ access_token: 'x', more: 'y'.repeat(10_000_000) }));
      },
    ],
  ])(
    '03-33 a provider that %s: the old token goes out, its refusal comes back, nobody asks again soon',
    async (_, answer) => {
      google.tokenAnswer = (_seen, response) => void answer(response);
      const id = await account();
      const before = await stored(id);
      const { status, body } = await get();
      expect([status, body]).toEqual([401, { error: 'the token is not valid' }]);
      expect(carried()).toEqual(['Bearer old']);
      await Promise.all([get(), get(), agentWith(replica, agent).ask(`https://${GMAIL}`)]);
      expect(asked()).toHaveLength(1);
      expect(asked('evil.test/token')).toEqual([]);
      const { credentials_ciphertext: sealed, refresh_not_before: next } = await stored(id);
      expect(sealed).toBe(before.credentials_ciphertext);
      expect(next.getTime() - Date.now()).toBeLessThan(11_000);
      expect(await statusOf(id)).toBe('connected');
      google.tokenAnswer = null;
      await endsIn(server, owner, id, -1);
      expect((await get()).status).toBe(200);
    },
  );

  it('a provider whose tokens live for seconds is not asked for every request', async () => {
    google.more = { expires_in: 5 };
    await account();
    for (let times = 0; times < 5; times++) expect((await get()).status).toBe(200);
    expect(asked()).toHaveLength(1);
  });
});

describe('one strategy for each way to refresh (03 §12.3)', () => {
  it('Slack with rotation, whose refusals have status 200', async () => {
    const slack = new StandInOAuth(providers, 'slack.com/api/oauth.v2.access', {
      id: 'slack',
      secret: 'slack-secret',
    });
    slack.more = { ok: true };
    providers.on('slack.com/api/chat.postMessage', slack.api);
    const credentials = { access_token: 'old', refresh_token: slack.grant() };
    const id = await account({ provider: 'slack', credentials });
    expect((await get('slack.com/api/chat.postMessage')).status).toBe(200);
    const [refresh] = asked('slack.com/api/oauth.v2.access');
    expect(refresh!.headers.authorization).toMatch(/^Basic /);
    expect(fieldsOf(refresh!)).toEqual({
      grant_type: 'refresh_token',
      refresh_token: credentials.refresh_token,
    });
    slack.tokenAnswer = (_seen, response) =>
      json(response, 200, { ok: false, error: 'invalid_refresh_token' });
    await endsIn(server, owner, id, -1);
    await get('slack.com/api/chat.postMessage');
    expect(await statusOf(id)).toBe('expired');
  });

  it('a provider that wants JSON and Basic', async () => {
    const notion = new StandInOAuth(providers, 'api.notion.com/v1/oauth/token', {
      id: 'notion',
      secret: 'notion-secret',
    });
    providers.on('api.notion.com/v1/users', notion.api);
    await account({
      provider: 'notion',
      credentials: { access_token: 'old', refresh_token: notion.grant() },
    });
    expect((await get('api.notion.com/v1/users')).status).toBe(200);
    const [{ headers }] = asked('api.notion.com/v1/oauth/token') as [SeenRequest];
    expect([headers['content-type'], headers.authorization]).toEqual([
      'application/json',
      expect.stringMatching(/^Basic /),
    ]);
  });

  it('an account on one of the provider’s other servers, and on none that is not the provider’s', async () => {
    const client = { id: 'zoho', secret: 'zoho-secret' };
    const europe = new StandInOAuth(providers, 'accounts.zoho.eu/oauth/v2/token', client);
    const america = new StandInOAuth(providers, 'accounts.zoho.com/oauth/v2/token', client);
    for (const [accountServer, zoho] of [
      ['https://accounts.zoho.eu', europe],
      ['https://accounts.zoho.evil', america],
    ] as const) {
      const refresh = zoho.grant();
      agent = await createAgent(server, owner);
      await account({
        provider: 'zoho-crm',
        credentials: { access_token: 'old', refresh_token: refresh, accounts_server: accountServer },
      });
      await get('www.zohoapis.com/crm/v8/users');
    }
    expect([asked('accounts.zoho.eu/oauth/v2/token'), asked('accounts.zoho.com/oauth/v2/token')]).toEqual([
      [expect.anything()],
      [expect.anything()],
    ]);
    expect(providers.upstream.seen.map(({ host }) => host)).not.toContain('accounts.zoho.evil');
  });

  it('the client of an account of MongoDB Atlas is asked with again', async () => {
    const atlas = new StandInOAuth(providers, 'cloud.mongodb.com/api/oauth/token', {
      id: 'sa',
      secret: 'sk',
    });
    providers.on('cloud.mongodb.com/api/oauth/token', (seen, response) =>
      seen.headers.authorization === `Basic ${btoa('sa:sk')}`
        ? json(response, 200, { access_token: atlas.accessToken(), expires_in: 3600 })
        : json(response, 401, { error: 'invalid_client' }),
    );
    providers.on('cloud.mongodb.com/api/atlas/v2/groups', atlas.api);
    const credentials = {
      type: 'client_credentials',
      access_token: 'old',
      client_id: 'sa',
      client_secret: 'sk',
      token_url: 'https://cloud.mongodb.com/api/oauth/token',
    };
    const id = await account({ provider: 'mongodb-atlas', credentials });
    expect((await get('cloud.mongodb.com/api/atlas/v2/groups')).status).toBe(200);
    expect((await stored(id)).values).toEqual({
      ...credentials,
      access_token: expect.stringMatching(/^token-/),
    });
    expect(fieldsOf(asked('cloud.mongodb.com/api/oauth/token')[0]!)).toEqual({
      grant_type: 'client_credentials',
    });
  });

  it('Docker Hub is logged in to again, until a minute before the end of its token', async () => {
    const exp = Math.floor(Date.now() / 1000) + 7_200;
    const jwt = `x.${Buffer.from(JSON.stringify({ exp })).toString('base64url')}.y`;
    providers.tells('hub.docker.com/v2/users/login', { token: jwt });
    const credentials = { type: 'docker_hub', access_token: 'old', username: 'ann', password: 'dckr' };
    const id = await account({ provider: 'docker', credentials });
    await get('hub.docker.com/v2/repositories/ann');
    expect(carried('hub.docker.com/v2/repositories/ann')).toEqual([`Bearer ${jwt}`]);
    expect(fieldsOf(asked('hub.docker.com/v2/users/login')[0]!)).toEqual({
      username: 'ann',
      password: 'dckr',
    });
    const { expires_at: end } = await stored(id);
    expect(end.getTime()).toBe((exp - 60) * 1000);
    providers.tells('hub.docker.com/v2/users/login', { detail: 'Incorrect credentials' }, 401);
    await endsIn(server, owner, id, -1);
    await get('hub.docker.com/v2/repositories/ann');
    expect(await statusOf(id)).toBe('expired');
  });

  it('a service account of Google signs an assertion', async () => {
    const token = google.accessToken();
    providers.tells(GOOGLE, { access_token: token, expires_in: 3599 });
    const credentials = {
      type: 'service_account',
      access_token: 'old',
      private_key: KEYS.privateKey,
      client_email: 'sa@acme.iam.gserviceaccount.com',
      project_id: 'acme-7',
    };
    const metadata = { quotaProjectId: 'acme-7' };
    await account({ provider: 'vertex-ai', credentials, metadata });
    const models = 'us-central1-aiplatform.googleapis.com/v1/projects/acme-7/models';
    await get(models);
    expect(asked(models)[0]!.headers).toMatchObject({
      authorization: `Bearer ${token}`,
      'x-goog-user-project': 'acme-7',
    });
    const { grant_type, assertion = '' } = fieldsOf(asked()[0]!);
    expect(grant_type).toBe('urn:ietf:params:oauth:grant-type:jwt-bearer');
    const [header = '', claims = '', signature = ''] = assertion.split('.');
    const signed = Buffer.from(`${header}.${claims}`);
    const key = createPublicKey(KEYS.publicKey);
    expect(verify('sha256', signed, key, Buffer.from(signature, 'base64url'))).toBe(true);
    const said = JSON.parse(Buffer.from(claims, 'base64url').toString());
    expect(said).toMatchObject({
      iss: credentials.client_email,
      aud: `https://${GOOGLE}`,
      scope: 'https://www.googleapis.com/auth/cloud-platform',
    });
    expect(said.exp - said.iat).toBe(3_600);
  });

  it('user credentials of Google are refreshed with the client they came with', async () => {
    const given = new StandInOAuth(providers, GOOGLE, { id: 'adc', secret: 'adc-secret' });
    const fields = {
      refreshToken: given.grant(),
      clientId: 'adc',
      clientSecret: 'adc-secret',
      quotaProjectId: 'acme-7',
    };
    const made = await owner.api.post('/v1/apps/vertex-ai/connect', { fields });
    const { id } = made.body.connection;
    await grantConnection(owner, agent.id, id);
    // The stand-in rotates, which Google does not: the one that was typed in is spent.
    const refresh = given.grant();
    const box = server.app.get(SecretBox, { strict: false });
    const sealed = box.seal(
      JSON.stringify({ ...(await stored(id)).values, refresh_token: refresh }),
      `connections:${id}` as Parameters<SecretBox['seal']>[1],
    );
    await server.db.query('UPDATE connections SET credentials_ciphertext = $2 WHERE id = $1', [id, sealed]);
    await endsIn(server, owner, id, -1);
    const models = 'us-central1-aiplatform.googleapis.com/v1/projects/acme-7/models';
    providers.on(models, given.api);
    expect((await get(models)).status).toBe(200);
    expect(fieldsOf(asked().at(-1)!)).toMatchObject({ client_id: 'adc', refresh_token: refresh });
  });

  it('an installation of a GitHub App is asked with a signed proof, and one that was removed is over', async () => {
    const tokens = 'api.github.com/app/installations/4711/access_tokens';
    const expires_at = new Date(Date.now() + HOUR).toISOString();
    providers.tells(tokens, { token: 'ghs_new', expires_at }, 201);
    const credentials = {
      type: 'github_app',
      installation_id: '4711',
      app_id: '77',
      private_key: KEYS.privateKey,
      access_token: 'ghs_old',
    };
    const id = await account({ provider: 'github-app', credentials });
    await get('api.github.com/repos/acme/api');
    expect(carried('api.github.com/repos/acme/api')).toEqual(['Bearer ghs_new']);
    const [{ headers, body }] = asked(tokens) as [SeenRequest];
    expect(body.toString()).toBe('');
    const claims = JSON.parse(Buffer.from(headers.authorization!.split('.')[1]!, 'base64url').toString());
    expect([claims.iss, claims.exp - claims.iat]).toEqual(['77', 660]);
    expect((await stored(id)).expires_at.toISOString()).toBe(expires_at);
    providers.tells(tokens, { message: 'Not Found' }, 404);
    await endsIn(server, owner, id, -1);
    await get('api.github.com/repos/acme/api');
    expect(await statusOf(id)).toBe('expired');
  });

  it('a token for some repositories names those of the owner alone, and is stored nowhere', async () => {
    const tokens = 'api.github.com/app/installations/4711/access_tokens';
    const expires_at = new Date(Date.now() + HOUR).toISOString();
    providers.tells(tokens, { token: 'ghs_limited', expires_at }, 201);
    const credentials = {
      installation_id: '4711',
      app_id: '77',
      private_key: KEYS.privateKey,
      access_token: 'ghs_all',
    };
    const id = await account({
      provider: 'github-app',
      credentials,
      ends: null,
      metadata: { username: 'Acme' },
    });
    const minting = server.app.get(AccessTokens, { strict: false });
    const handle = { id, provider: 'github-app' };
    const repositories = ['acme/api', 'other/web'];
    for (let times = 0; times < 2; times++)
      expect((await minting.installationToken(handle, repositories)).values['access_token']).toBe(
        'ghs_limited',
      );
    expect(asked(tokens).map(({ body }) => JSON.parse(body.toString()))).toEqual([{ repositories: ['api'] }]);
    await expect(minting.installationToken(handle, ['other/web'])).rejects.toThrow();
    providers.tells(tokens, { message: 'no' }, 422);
    await expect(minting.installationToken({ ...handle }, repositories)).rejects.toThrow();
    expect((await stored(id)).values).toEqual(credentials);
  });

  it('03-34 without the client that made the account, the workspace’s, the organization’s and the operator’s follow', async () => {
    const clients: string[] = [];
    google.tokenAnswer = (seen, response) => {
      clients.push(fieldsOf(seen)['client_id']!);
      json(response, 200, { access_token: google.accessToken(), expires_in: 3600 });
    };
    const client = (name: string) => ({ clientId: name, clientSecret: `${name}-secret` });
    const session = api(server).as(owner.cookie).with({ 'x-organization-id': owner.organizationId });
    expect((await session.post('/v1/org/apps/gmail/config', client('organization'))).status).toBe(201);
    await owner.api.post('/v1/apps/gmail/config', client('workspace'));
    const id = await account();
    await server.db.query(
      `UPDATE connections SET app_config_id = (SELECT id FROM app_configs WHERE workspace_id = $2) WHERE id = $1`,
      [id, owner.workspaceId],
    );
    const next = async (change: string | null) => {
      if (change !== null) await server.db.query(change, [owner.organizationId]);
      await endsIn(server, owner, id, -1);
      expect((await get()).status).toBe(200);
    };
    await next(null);
    await next(
      `UPDATE app_configs SET enabled = false WHERE organization_id = $1 AND workspace_id IS NOT NULL`,
    );
    await next(`UPDATE app_configs SET enabled = false WHERE organization_id = $1`);
    expect(clients).toEqual(['workspace', 'organization', 'operator']);
    await server.db.query(`UPDATE app_configs SET enabled = true WHERE organization_id = $1`, [
      owner.organizationId,
    ]);
    await server.db.query('UPDATE connections SET app_config_id = NULL WHERE id = $1', [id]);
    await next(null);
    expect(clients.at(-1)).toBe('operator');
  });

  it('without any client the token goes out as it is', async () => {
    const gitlab = new StandInOAuth(providers, 'gitlab.com/oauth/token', { id: 'x', secret: 'x' });
    await account({
      provider: 'gitlab',
      credentials: { access_token: 'old', refresh_token: gitlab.grant() },
    });
    await get('gitlab.com/api/v4/user');
    expect(carried('gitlab.com/api/v4/user')).toEqual(['Bearer old']);
    expect(asked('gitlab.com/oauth/token')).toEqual([]);
  });
});

describe('a token that the upstream refuses (06 §11.4.3)', () => {
  const revoked = async (): Promise<string> => {
    const credentials = { access_token: google.accessToken(), refresh_token: google.grant() };
    const id = await account({ ends: 3_600, credentials });
    expect((await get()).status).toBe(200);
    google.revoke(credentials.access_token);
    providers.upstream.seen.length = 0;
    return id;
  };

  it('06-T132 is refreshed and the request sent once more, with its body', async () => {
    await revoked();
    expect((await get()).status).toBe(200);
    expect([asked().length, carried().length]).toEqual([1, 2]);
    const send = `${GMAIL}/send`;
    providers.on(send, google.api);
    await revokeAgain();
    const body = JSON.stringify({ raw: 'x'.repeat(20_000) });
    const answer = await get(send, { method: 'POST', body, headers: { 'content-type': 'application/json' } });
    expect([answer.status, answer.body]).toEqual([200, { ok: true }]);
    expect(asked(send).map((seen) => seen.body.toString())).toEqual([body, body]);
  });

  async function revokeAgain(): Promise<void> {
    const token = carried().at(-1)!.replace('Bearer ', '');
    const [{ id }] = (await owner.api.get('/v1/connections')).body;
    await endsIn(server, owner, id, 3_600);
    google.revoke(token);
  }

  it('20 requests that are refused at once cause one refresh', async () => {
    await revoked();
    const answers = await Promise.all(Array.from({ length: 20 }, () => get()));
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    expect(asked()).toHaveLength(1);
  });

  it('what another process stored meanwhile is taken, and nobody is asked', async () => {
    const id = await revoked();
    await agentWith(replica, agent).ask(`https://${GMAIL}`);
    expect(asked()).toHaveLength(1);
    expect((await get()).status).toBe(200);
    expect(asked()).toHaveLength(1);
    expect(carried().at(-1)).toBe(`Bearer ${(await stored(id)).values.access_token}`);
  });

  it('a body that was streamed is not sent again; its refusal passes and the next request has the new token', async () => {
    await revoked();
    const send = `${GMAIL}/send`;
    providers.on(send, google.api);
    const body = Buffer.alloc(3_000_000, 'x');
    expect((await get(send, { method: 'POST', body })).status).toBe(401);
    expect(asked(send)).toHaveLength(1);
    expect((await get()).status).toBe(200);
    expect(asked()).toHaveLength(1);
  });

  it('a refused handshake of a WebSocket is sent once more, and one without a new token is told as it is', async () => {
    await revoked();
    const seen: (string | undefined)[] = [];
    providers.upstream.upgrade = (request, socket) => {
      seen.push(request.headers.authorization);
      const known = google.takes(request.headers.authorization);
      const head = known ? '101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket' : '401 No';
      socket.end(`HTTP/1.1 ${head}\r\n\r\n`);
    };
    expect((await webSocket(server, agent, 'gmail.googleapis.com')).status).toBe(101);
    expect([asked().length, seen.length, new Set(seen).size]).toEqual([1, 2, 2]);
    google.revoke(seen[1]!.replace('Bearer ', ''));
    const refused = await webSocket(server, agent, 'gmail.googleapis.com');
    expect([refused.status, refused.text.includes('websocket_refused')]).toEqual([401, true]);
    expect([asked().length, seen.length]).toEqual([1, 3]);
  });

  it('where no new token comes the refusal passes as it is, its body and its headers', async () => {
    const id = await revoked();
    google.tokenAnswer = (_seen, response) => json(response, 503, {});
    const text = 'y'.repeat(200_000);
    providers.on(GMAIL, (_seen, response) =>
      response.writeHead(401, { 'www-authenticate': 'Bearer realm="x"' }).end(text),
    );
    const answer = await get();
    expect([answer.status, answer.text === text, answer.headers['www-authenticate']]).toEqual([
      401,
      true,
      'Bearer realm="x"',
    ]);
    await get();
    expect([asked().length, carried().length]).toEqual([1, 2]);
    expect(await statusOf(id)).toBe('connected');
  });

  it('an API that refuses every token is not a reason to refresh for every request', async () => {
    await revoked();
    providers.on(GMAIL, (_seen, response) => json(response, 401, { error: 'never' }));
    for (let times = 0; times < 4; times++) expect((await get()).status).toBe(401);
    expect([asked().length, carried().length]).toEqual([1, 5]);
  });

  it('an account that has nothing to refresh with is sent once', async () => {
    providers.tells('api.resend.com/emails', { message: 'no' }, 401);
    await account({ provider: 'resend', ends: null, credentials: { access_token: 'key' } });
    expect((await get('api.resend.com/emails')).status).toBe(401);
    expect(carried('api.resend.com/emails')).toEqual(['Bearer key']);
  });
});

describe('an account whose provider refuses for good (03 §12.3.6)', () => {
  it('is asked for nothing any more, and everybody is told to connect it again', async () => {
    providers.upstream.seen.length = 0;
    const credentials = { access_token: 'old', refresh_token: 'taken back' };
    const id = await account({ credentials });
    await server.db.query(`UPDATE connections SET label = 'ann@acme.test' WHERE id = $1`, [id]);
    const first = await get();
    expect([first.status, first.body]).toEqual([401, { error: 'the token is not valid' }]);
    for (const at of [server, replica, server, replica]) {
      const { status, body } = await agentWith(at, agent).ask(`https://${GMAIL}`);
      expect([status, body.error, body.provider]).toEqual([401, 'app_not_connected', 'gmail']);
      expect(body.message).toContain('"ann@acme.test"');
      expect(body.connect_url).toContain('/connections?connect=gmail&source=agent');
    }
    expect(asked()).toHaveLength(1);
    expect(carried()).toEqual(['Bearer old', undefined, undefined, undefined, undefined]);
    expect(await statusOf(id)).toBe('expired');
    const app = (await owner.api.get('/v1/apps/gmail')).body;
    expect(app.connections).toMatchObject([{ id, status: 'expired' }]);
    expect(app.hint).toMatch(/"ann@acme\.test".*connections\?connect=gmail/);
  });

  it('connecting it again brings it back, with its grants', async () => {
    const login = 'hub.docker.com/v2/users/login';
    const repositories = 'hub.docker.com/v2/repositories/ann';
    providers.tells(login, { token: 'x.y.z' });
    const connectDocker = (apiToken: string) =>
      owner.api.post('/v1/apps/docker/connect', { fields: { username: 'ann', apiToken } });
    const { id } = (await connectDocker('one')).body.connection;
    await grantConnection(owner, agent.id, id);
    providers.tells(login, { detail: 'no' }, 401);
    await endsIn(server, owner, id, -1);
    await get(repositories);
    expect(await statusOf(id)).toBe('expired');
    providers.tells(login, { token: 'a.b.c' });
    expect((await connectDocker('two')).body).toEqual({ success: true });
    expect(await statusOf(id)).toBe('connected');
    await get(repositories);
    expect(carried(repositories)).toEqual(['Bearer x.y.z', 'Bearer a.b.c']);
  });

  it('what is refused to another client than its own, or for the client’s sake, does not end it', async () => {
    const id = await account({ credentials: { access_token: 'old', refresh_token: 'taken back' } });
    await owner.api.post('/v1/apps/outlook-mail/config', { clientId: 'other', clientSecret: 'other' });
    await server.db.query(
      `UPDATE connections SET app_config_id = (SELECT id FROM app_configs WHERE workspace_id = $2) WHERE id = $1`,
      [id, owner.workspaceId],
    );
    expect((await get()).status).toBe(401);
    expect([asked().length, await statusOf(id)]).toEqual([1, 'connected']);
  });

  it('a refresh that began before the account was connected again changes nothing of it', async () => {
    const id = await account({ credentials: { access_token: 'old', refresh_token: 'taken back' } });
    const box = server.app.get(SecretBox, { strict: false });
    const token = google.accessToken();
    google.tokenAnswer = (_seen, response) => {
      const values = JSON.stringify({ access_token: token, refresh_token: google.grant() });
      const sealed = box.seal(values, `connections:${id}` as Parameters<SecretBox['seal']>[1]);
      void server.db
        .query(
          `UPDATE connections SET credentials_ciphertext = $2, expires_at = now() + interval '1 hour',
             refresh_leased_until = NULL WHERE id = $1`,
          [id, sealed],
        )
        .then(() => json(response, 400, { error: 'invalid_grant' }));
    };
    expect((await get()).status).toBe(200);
    expect([carried(), await statusOf(id)]).toEqual([[`Bearer ${token}`], 'connected']);
  });

  it('06-40 R60 a grant that ends while the token is refreshed ends with nothing sent', async () => {
    const id = await account();
    const token = google.accessToken();
    google.tokenAnswer = (_seen, response) => {
      void owner.api
        .delete(`/v1/agents/${agent.id}/grants/connections/${id}`)
        .then(() => json(response, 200, { access_token: token, expires_in: 3_600 }));
    };
    const answer = await get();
    expect([answer.status, answer.body.error]).toEqual([403, 'access_restricted']);
    expect(carried()).toEqual([]);
    // Asked again, the agent has no account there, and the request goes out without one.
    expect((await get()).status).toBe(401);
    expect(carried()).toEqual([undefined]);
  });

  it('06-40 R60 a rule that is published while the token is refreshed is obeyed', async () => {
    await account();
    const token = google.accessToken();
    google.tokenAnswer = (_seen, response) => {
      const rule = { action: 'block' as const, targets: [network('gmail.googleapis.com')] };
      void organizationRules(server, owner, [rule]).then(() =>
        json(response, 200, { access_token: token, expires_in: 3_600 }),
      );
    };
    expect((await get()).body.error).toBe('blocked_by_policy');
    expect(carried()).toEqual([]);
  });

  it('R60 neither is a refused request sent once more with the new token', async () => {
    await account({ ends: 3_600 });
    const token = google.accessToken();
    google.tokenAnswer = (_seen, response) => {
      void owner.api
        .delete(`/v1/agents/${agent.id}`)
        .then(() => json(response, 200, { access_token: token, expires_in: 3_600 }));
    };
    await get().catch(() => undefined);
    expect(carried()).toEqual(['Bearer old']);
  });

  it('a refresh token that is taken back is noticed by the refusal of its access token', async () => {
    const id = await account({
      ends: 3_600,
      credentials: { access_token: 'old', refresh_token: 'taken back' },
    });
    expect((await get()).status).toBe(401);
    expect([asked().length, await statusOf(id)]).toEqual([1, 'expired']);
    expect((await get()).body.error).toBe('app_not_connected');
  });
});

describe('what the provider gave is not lost (ADR 55)', () => {
  /** Stands in for the provider's answer: `meanwhile` happens while it is under way. */
  function answeredAfter(meanwhile: () => Promise<unknown>): void {
    google.tokenAnswer = (seen, response) => {
      google.tokenAnswer = null;
      void meanwhile().then(() => providers.upstream.answer(null as never, response, seen));
    };
  }

  it('when the encryption key is changed meanwhile', async () => {
    const id = await account();
    const place = `connections:${id}` as Parameters<SecretBox['seal']>[1];
    answeredAfter(async () => {
      const { values } = await stored(id);
      const again = server.app.get(SecretBox, { strict: false }).seal(JSON.stringify(values), place);
      await server.db.query('UPDATE connections SET credentials_ciphertext = $2 WHERE id = $1', [id, again]);
    });
    expect((await get()).status).toBe(200);
    expect(carried()).toEqual([`Bearer ${(await stored(id)).values.access_token}`]);
    expect([asked().length, await statusOf(id)]).toEqual([1, 'connected']);
  });

  it('when another process took the provider slow for dead, and was refused', async () => {
    const refresh = google.grant();
    const id = await account({ credentials: { access_token: 'old', refresh_token: refresh } });
    const spent = new Set<string>();
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    google.tokenAnswer = (seen, response) => {
      if (spent.has(refresh)) return json(response, 400, { error: 'invalid_grant' });
      spent.add(fieldsOf(seen)['refresh_token']!);
      const answer = { access_token: google.accessToken(), refresh_token: google.grant(), expires_in: 3_600 };
      void released.then(() => json(response, 200, answer));
    };
    const slow = get();
    await until(() => spent.size === 1);
    await server.db.query(`UPDATE connections SET refresh_leased_until = now() WHERE id = $1`, [id]);
    const atReplica = agentWith(replica, agent);
    expect((await atReplica.ask(`https://${GMAIL}`)).status).toBe(401);
    expect(await statusOf(id)).toBe('expired');
    expect((await atReplica.ask(`https://${GMAIL}`)).body.error).toBe('app_not_connected');
    release();
    expect((await slow).status).toBe(200);
    expect(await statusOf(id)).toBe('connected');
    await until(async () => (await atReplica.ask(`https://${GMAIL}`)).status === 200);
    expect((await get()).status).toBe(200);
  });

  it('when the database breaks off while it is stored', async () => {
    const id = await account();
    let answer: Promise<AgentAnswer> | null = null;
    await server.app.get(Database).tx(async (tx) => {
      answeredAfter(() => tx.query('SELECT 1 FROM connections WHERE id = $1 FOR UPDATE', [id]));
      answer = get();
      await until(async () => (await waiting()).length > 0);
      for (const { pid } of await waiting()) await server.db.query('SELECT pg_terminate_backend($1)', [pid]);
    });
    expect((await answer!).status).toBe(200);
    expect(carried()).toEqual([`Bearer ${(await stored(id)).values.access_token}`]);
    expect([asked().length, await statusOf(id)]).toEqual([1, 'connected']);
  });
});

describe('a process that is killed while it refreshes (ADR 55)', () => {
  let victim: ServerProcess;

  beforeEach(async () => {
    victim = await startServerProcess(server.dataDir, { ...settings, DATABASE_URL: server.databaseUrl });
  });

  afterEach(async () => {
    await victim.kill();
  });

  /** Kills it once `moment` has come; nobody waits for what it held. */
  async function killedAt(id: string, moment: Promise<unknown>): Promise<void> {
    const lost = agentWith(victim, agent)
      .ask(`https://${GMAIL}`)
      .catch(() => undefined);
    await moment;
    await victim.kill();
    await lost;
    await server.db.query(`UPDATE connections SET refresh_leased_until = now() WHERE id = $1`, [id]);
  }

  /** Statuses of five requests at the process that is left, and how often it asked the provider. */
  async function afterwards(): Promise<{ statuses: number[]; refreshes: number }> {
    providers.upstream.seen.length = 0;
    const statuses: number[] = [];
    for (let times = 0; times < 5; times++) statuses.push((await get()).status);
    return { statuses, refreshes: asked().length };
  }

  it('before the provider did anything: another process refreshes', async () => {
    const id = await account();
    const reached = new Promise((resolve) => (google.tokenAnswer = resolve));
    await killedAt(id, reached);
    google.tokenAnswer = null;
    expect(await afterwards()).toEqual({ statuses: [200, 200, 200, 200, 200], refreshes: 1 });
    expect(await statusOf(id)).toBe('connected');
  });

  it('after the provider rotated and before its answer arrived: the account has to be connected again', async () => {
    const id = await account();
    const reached = new Promise<void>((resolve) => {
      google.tokenAnswer = (seen) => {
        google.revoke(fieldsOf(seen)['refresh_token']!);
        resolve();
      };
    });
    await killedAt(id, reached);
    google.tokenAnswer = null;
    expect(await afterwards()).toEqual({ statuses: [401, 401, 401, 401, 401], refreshes: 1 });
    expect(await statusOf(id)).toBe('expired');
  });

  it('after the answer arrived and before it was stored: the account has to be connected again', async () => {
    const id = await account();
    await server.app.get(Database).tx(async (tx) => {
      const arrived = new Promise<void>((resolve) => {
        google.tokenAnswer = (seen, response) => {
          google.tokenAnswer = null;
          // Its statement waits for this transaction, so what it was given is in its memory alone.
          void tx
            .query('SELECT 1 FROM connections WHERE id = $1 FOR UPDATE', [id])
            .then(() => providers.upstream.answer(null as never, response, seen))
            .then(() => until(async () => (await waiting()).length > 0))
            .then(resolve);
        };
      });
      const lost = agentWith(victim, agent)
        .ask(`https://${GMAIL}`)
        .catch(() => undefined);
      await arrived;
      await victim.kill();
      await lost;
      for (const { pid } of await waiting()) await server.db.query('SELECT pg_terminate_backend($1)', [pid]);
      await until(async () => (await waiting()).length === 0);
    });
    await server.db.query(`UPDATE connections SET refresh_leased_until = now() WHERE id = $1`, [id]);
    expect(await afterwards()).toEqual({ statuses: [401, 401, 401, 401, 401], refreshes: 1 });
    expect(await statusOf(id)).toBe('expired');
  });

  it('after it was stored: the token is used, and nobody is asked again', async () => {
    const id = await account();
    const reached = new Promise((resolve) => providers.on(GMAIL, resolve));
    await killedAt(id, reached);
    providers.on(GMAIL, google.api);
    expect(await afterwards()).toEqual({ statuses: [200, 200, 200, 200, 200], refreshes: 0 });
  });
});
