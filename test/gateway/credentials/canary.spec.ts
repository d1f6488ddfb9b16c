import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import type { ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type AgentAnswer, askThrough } from '../../harness/clients/agent.js';
import { type Answer, api, ApiClient } from '../../harness/clients/client.js';
import { createTestDatabase, type TestDatabase } from '../../harness/database/database.js';
import { freePort } from '../../harness/server/free-port.js';
import { OPERATOR, operator, type Provided, tokenIn } from '../../harness/people/partners.js';
import { StandInProviders } from '../../harness/upstreams/providers.js';
import { type ServerProcess, startServerProcess } from '../../harness/server/server-process.js';
import { trusting } from '../../harness/server/stands.js';
import { type SeenRequest, startUpstream, type Upstream } from '../../harness/upstreams/upstream.js';
import { until } from '../../harness/time/until.js';

/**
 * Known values are planted in every place a secret can be, then everything the server can be asked for or
 * can be made to fail at is asked for. Afterwards no response, log line, file, metric or row may hold one of
 * them, except the answers whose job it is to hand a token to its owner.
 */
const mark = (kind: string): string => `canary-${kind}-${randomBytes(9).toString('hex')}`;

const KEY = generateKeyPairSync('rsa', {
  modulusLength: 2048,
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  publicKeyEncoding: { type: 'spki', format: 'pem' },
}).privateKey;

const PLANTED = {
  password: mark('password'),
  wrongPassword: mark('wrong-password'),
  newPassword: mark('new-password'),
  generic: mark('generic'),
  patched: mark('patched'),
  refused: mark('refused'),
  organization: mark('organization'),
  lent: mark('lent'),
  relent: mark('relent'),
  anthropic: `sk-ant-api03-${mark('anthropic')}`,
  anthropicOAuth: `sk-ant-oat01-${mark('oauth')}`,
  openai: `sk-proj-${mark('openai')}`,
  openaiAccess: mark('openai-access'),
  openaiRefresh: mark('openai-refresh'),
  path: mark('path'),
  appKey: mark('app-key'),
  clientSecret: mark('client-secret'),
  code: mark('code'),
  accessToken: mark('access-token'),
  refreshToken: mark('refresh-token'),
  rotatedAccess: mark('rotated-access'),
  rotatedRefresh: mark('rotated-refresh'),
  registryPassword: mark('registry-password'),
  registryToken: mark('registry-token'),
  accountSecret: mark('account-secret'),
  accountToken: mark('account-token'),
  // A line of the key, wherever its lines end.
  privateKey: KEY.split('\n')[5]!,
  agentBody: mark('agent-body'),
  agentHeader: mark('agent-header'),
  awsOperator: mark('aws-operator'),
  awsSecretKey: mark('aws-secret-key'),
  awsLentKey: mark('aws-lent-key'),
  awsSessionToken: mark('aws-session-token'),
  webhookAuthorization: mark('webhook-authorization'),
  webhookQuery: mark('webhook-query'),
  webhookSecret: randomBytes(32).toString('base64'),
};

const exportedTo = (): string => join(dataDir, 'exported.jsonl');

/** Learned while it runs: tokens the server makes up. */
const learned = new Map<string, string>();

interface Heard {
  what: string;
  text: string;
  /** Kinds of values this answer exists to hand out. */
  mayHold: readonly string[];
}

let upstream: Upstream;
let trusted: Awaited<ReturnType<typeof trusting>>;
let database: TestDatabase;
let dataDir: string;
let server: ServerProcess;
let heard: Heard[];
let metricsText: string;
let output: string;

beforeAll(async () => {
  upstream = await startUpstream();
  trusted = await trusting(upstream);
  database = await createTestDatabase();
  dataDir = await mkdtemp(join(tmpdir(), 'cg-canary-'));
  const metricsPort = await freePort();
  server = await startServerProcess(dataDir, {
    ...upstream.settings,
    ...trusted.settings,
    DATABASE_URL: database.url,
    ...OPERATOR,
    LOG_LEVEL: 'trace',
    REGISTRATION: 'open',
    REQUEST_LOG_MODE: 'all',
    METRICS_PORT: String(metricsPort),
    AWS_ACCESS_KEY_ID: 'AKIAOFTHEOPERATOR',
    AWS_SECRET_ACCESS_KEY: PLANTED.awsOperator,
    EXPORT_FILE: exportedTo(),
    EXPORT_FORMAT: 'ocsf',
    // Nobody is there: what waits is looked at with all other rows.
    EXPORT_WEBHOOK_URL: `http://127.0.0.1:9/?token=${PLANTED.webhookQuery}`,
    EXPORT_WEBHOOK_SECRET: `whsec_${PLANTED.webhookSecret}`,
    EXPORT_WEBHOOK_HEADERS: `authorization=${PLANTED.webhookAuthorization}`,
  });
  heard = [];
  await exercise();
  // Decisions leave some seconds behind the traffic, in the shape that OCSF has for them.
  await until(async () => (await readFile(exportedTo(), 'utf8')).includes('6003'));
  metricsText = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text();
  // Stopping writes what the request log still holds.
  await server.stop();
  output = server.output();
}, 120_000);

afterAll(async () => {
  await server?.stop();
  await database?.drop();
  await upstream?.close();
  await trusted?.close();
  await rm(dataDir, { recursive: true, force: true });
});

async function note(
  what: string,
  answer: Promise<Answer | AgentAnswer>,
  ...mayHold: string[]
): Promise<Answer> {
  const got = (await answer) as Answer;
  heard.push({ what, text: `${JSON.stringify(got.headers)}\n${got.text}`, mayHold });
  return got;
}

async function exercise(): Promise<void> {
  const key = await signUp();
  const agent = await createAgent(key);
  const secrets = await storeSecrets(key);
  await mistakes(key);
  const accounts = await connectAccounts(key);
  await useAccounts(key, agent, accounts);
  await readEverything(key);
  await proxyTraffic(agent, secrets, key);
  await signedTraffic(key, agent);
  await lentTraffic();
  await failInside(key, agent);
}

async function signUp(): Promise<ApiClient> {
  const email = 'ada@example.test';
  const person = { name: 'Ada', email, password: PLANTED.password };
  const from = api(server);
  const made = await note('bootstrap', from.post('/v1/instance/bootstrap', person), 'api key', 'session');
  learned.set('api key', made.body.apiKey);
  learned.set('session', sessionOf(made));
  const signIn = { email, password: PLANTED.password };
  const signedIn = await note('sign-in', from.post('/auth/sign-in/email', signIn), 'second session');
  learned.set('second session', sessionOf(signedIn));
  await note('wrong password', from.post('/auth/sign-in/email', { email, password: PLANTED.wrongPassword }));
  await note('sign-up twice', from.post('/auth/sign-up/email', { ...person, password: PLANTED.newPassword }));
  await note('broken JSON', from.post('/auth/sign-in/email', `{"password":"${PLANTED.wrongPassword}"`));
  const session = from.as(signedIn.cookies.join('; '));
  const change = { currentPassword: PLANTED.wrongPassword, newPassword: PLANTED.newPassword };
  await note('change password wrongly', session.post('/auth/change-password', change));
  await note('token in the query', from.get(`/v1/agents?_token=${made.body.apiKey}`), 'agent token');
  await note('session read', session.get('/auth/get-session'), 'second session');
  await note('sessions listed', session.get('/auth/list-sessions'));
  await note('key shown', session.get('/v1/user/api-key'), 'api key');
  await note('signed out', session.post('/auth/sign-out'));
  return from.as(made.body.apiKey);
}

function sessionOf(answer: Answer): string {
  const cookie = answer.cookies.find((each) => each.startsWith('cg_session='));
  if (!cookie) throw new Error(`No session in ${answer.status} ${answer.text}`);
  return decodeURIComponent(cookie.slice('cg_session='.length)).split('.')[0]!;
}

async function createAgent(key: ApiClient): Promise<{ id: string; token: string }> {
  const made = await note('agent created', key.post('/v1/agents', { name: 'Bot', identifier: 'bot' }));
  const first = await note(
    'token renewed',
    key.post(`/v1/agents/${made.body.id}/regenerate-token`),
    'agent token',
  );
  learned.set('agent token', first.body.accessToken);
  return { id: made.body.id, token: first.body.accessToken };
}

async function storeSecrets(key: ApiClient): Promise<string[]> {
  const openai = {
    tokens: { access_token: PLANTED.openaiAccess, refresh_token: PLANTED.openaiRefresh, account_id: 'acc' },
  };
  const header = { injectionConfig: { headerName: 'x-key' } };
  const inputs: Record<string, unknown>[] = [
    { type: 'generic', value: PLANTED.generic, hostPattern: 'api.u.test', ...header },
    {
      type: 'generic',
      value: PLANTED.path,
      hostPattern: 'path.u.test',
      injectionConfig: { pathTemplate: '/bot{value}' },
    },
    { type: 'anthropic', value: PLANTED.anthropic, hostPattern: 'api.anthropic.com' },
    { type: 'anthropic', value: PLANTED.anthropicOAuth, hostPattern: 'oauth.u.test' },
    { type: 'openai', value: PLANTED.openai, hostPattern: 'api.openai.com' },
    { type: 'openai', value: JSON.stringify(openai), hostPattern: 'chatgpt.com' },
  ];
  const ids: string[] = [];
  for (const [at, input] of inputs.entries()) {
    const made = await note(`secret ${at}`, key.post('/v1/secrets', { name: `Secret ${at}`, ...input }));
    expect(made.status).toBe(201);
    ids.push(made.body.id);
  }
  const shared = {
    name: 'Shared',
    type: 'generic',
    value: PLANTED.organization,
    hostPattern: 'org.u.test',
    ...header,
  };
  ids.push((await note('organization secret', key.post('/v1/org/secrets', shared))).body.id);
  await note('secret changed', key.patch(`/v1/secrets/${ids[0]}`, { value: PLANTED.patched }));
  return ids;
}

/** Refusals must not quote what they refuse. */
async function mistakes(key: ApiClient): Promise<void> {
  const value = PLANTED.refused;
  const base = { name: 'x', type: 'generic', hostPattern: 'a.test', injectionConfig: { headerName: 'x' } };
  const bodies: unknown[] = [
    { ...base, value: { nested: value } },
    { ...base, value: [value] },
    { ...base, value: value.repeat(400) },
    { ...base, value, type: 'unknown' },
    { ...base, value, hostPattern: 'https://a.test' },
    { ...base, value: `${value}/slash`, injectionConfig: { pathTemplate: '/x{value}' } },
    { ...base, value, injectionConfig: { pathRegex: '(', pathReplacement: '{value}' } },
    { ...base, value, valueSource: 'onepassword' },
    { ...base, value, [value]: value },
    { ...base, value: `${value}\u0000` },
    `{"value":"${value}",}`,
    `{"value":"${value}"`,
  ];
  for (const [at, body] of bodies.entries()) {
    await note(`mistake ${at}`, key.post('/v1/secrets', body));
    await note(`organization mistake ${at}`, key.post('/v1/org/secrets', body));
  }
  await note(
    'unknown key',
    api(server)
      .as(`oc_${'7'.repeat(64)}`)
      .get('/v1/agents'),
  );
  await note('not found', key.patch('/v1/secrets/00000000-0000-4000-8000-000000000000', { value }));
}

/** Accounts of every kind, and what goes wrong with them; providers repeat what they were sent. */
async function connectAccounts(key: ApiClient): Promise<string[]> {
  const providers = new StandInProviders(upstream);
  const config = { clientId: 'own-client', clientSecret: PLANTED.clientSecret };
  await note('client refused', key.post('/v1/apps/gmail/config', { clientSecret: PLANTED.clientSecret }));
  await note('client', key.post('/v1/apps/gmail/config', config));
  await note('client read', key.get('/v1/apps/gmail/config'));
  const callback = async (query: string): Promise<Answer> => {
    const begun = await note('authorize', key.get('/v1/apps/gmail/authorize'));
    const state = new URL(begun.headers['location'] as string).searchParams.get('state');
    const browser = api(server).with({ cookie: begun.cookies[0]! });
    return note('callback', browser.get(`/v1/apps/gmail/callback?state=${state}&${query}`));
  };
  const code = `code=${PLANTED.code}`;
  await callback(`error=${PLANTED.code}`);
  providers.on('oauth2.googleapis.com/token', echo(400));
  await callback(code);
  providers.tells('oauth2.googleapis.com/token', { ...TOKENS, expires_in: -1 });
  await callback(code);
  // It ends within the minute: the first request refreshes it.
  providers.tells('oauth2.googleapis.com/token', { ...TOKENS, expires_in: 30 });
  const ended = await callback(code);
  const ids = [new URL(ended.headers['location'] as string).searchParams.get('connected')!];
  const direct = async (provider: string, fields: object): Promise<Answer> =>
    note(`connect ${provider}`, key.post(`/v1/apps/${provider}/connect`, { fields }));
  const fields: [string, object][] = [
    ['granola', { apiKey: PLANTED.appKey }],
    ['docker', { username: 'ann', apiToken: PLANTED.registryPassword }],
    ['mongodb-atlas', { clientId: 'sa', clientSecret: PLANTED.accountSecret }],
    ['vertex-ai', { clientEmail: 'sa@a.test', projectId: 'p', privateKey: KEY }],
  ];
  const endpoints = ['hub.docker.com/v2/users/login', 'cloud.mongodb.com/api/oauth/token'];
  for (const address of [...endpoints, 'oauth2.googleapis.com/token']) providers.on(address, echo(400));
  for (const [provider, given] of fields.slice(1)) await direct(provider, given);
  await direct('vertex-ai', { clientEmail: 'sa@a.test', projectId: 'p', privateKey: KEY.slice(0, -60) });
  providers.tells(endpoints[0]!, { token: PLANTED.registryToken });
  for (const address of [endpoints[1]!, 'oauth2.googleapis.com/token'])
    providers.tells(address, { access_token: PLANTED.accountToken, expires_in: 30 });
  for (const [provider, given] of fields) {
    const made = await direct(provider, given);
    expect([provider, made.status]).toEqual([provider, 200]);
    ids.push(made.body.connection.id);
  }
  return ids;
}

async function useAccounts(
  key: ApiClient,
  agent: { id: string; token: string },
  accounts: string[],
): Promise<void> {
  const providers = new StandInProviders(upstream);
  const all = async (): Promise<void> => {
    for (const url of [
      'https://gmail.googleapis.com/gmail/v1/users/me/messages',
      'https://public-api.granola.ai/v1/notes',
      'https://hub.docker.com/v2/repositories/ann',
      'https://cloud.mongodb.com/api/atlas/v2/groups',
      'https://us-central1-aiplatform.googleapis.com/v1/projects/p/models',
    ])
      await note(`agent ${url}`, askThrough(server, agent.token, url));
    const assertion = { method: 'POST', body: 'grant_type=x&assertion=a.b.c' };
    await note(
      'assertion',
      askThrough(server, agent.token, 'https://oauth2.googleapis.com/token', assertion),
    );
    const simulated = { agentId: agent.id, method: 'GET', url: 'https://public-api.granola.ai/v1/notes' };
    await note('simulated', key.post('/v1/policy/simulate', simulated));
  };
  for (const id of accounts)
    await note('granted', key.put(`/v1/agents/${agent.id}/grants/connections/${id}`, { access: 'full' }));
  // Refreshes that fail in every way, a refresh that rotates, refusals of what it gave, and the end.
  providers.on('oauth2.googleapis.com/token', echo(500)).on('cloud.mongodb.com/api/oauth/token', echo(500));
  await all();
  await dueAgain(accounts);
  providers.tells('oauth2.googleapis.com/token', { ...ROTATED, expires_in: 3600 });
  await all();
  const injected = upstream.seen.map(({ headers, body }) => JSON.stringify(headers) + body.toString()).join();
  for (const kind of ['rotatedAccess', 'appKey', 'registryToken', 'accountToken', 'clientSecret'] as const)
    expect([kind, injected.includes(PLANTED[kind])]).toEqual([kind, true]);
  for (const host of [
    'gmail.googleapis.com/gmail/v1/users/me/messages',
    'hub.docker.com/v2/repositories/ann',
  ])
    providers.tells(host, { error: 'no' }, 401);
  await all();
  await dueAgain(accounts);
  providers.on('oauth2.googleapis.com/token', echo(400, 'invalid_grant'));
  providers.on('cloud.mongodb.com/api/oauth/token', echo(401, 'invalid_client'));
  await all();
  await all();
  upstream.reset();
}

const TOKENS = { access_token: PLANTED.accessToken, refresh_token: PLANTED.refreshToken };
const ROTATED = { access_token: PLANTED.rotatedAccess, refresh_token: PLANTED.rotatedRefresh };

/** As if their pause were over and the snapshots had changed. */
async function dueAgain(accounts: string[]): Promise<void> {
  await database.query(
    `UPDATE connections SET refresh_not_before = NULL, expires_at = now() WHERE id = ANY($1)`,
    [accounts],
  );
  await database.query(`UPDATE epochs SET epoch = epoch + 1`);
  await database.query(
    `SELECT pg_notify('epochs', scope || '=' || epoch) FROM epochs WHERE scope LIKE 'ws:%' OR scope LIKE 'org:%'`,
  );
  await sleep(100);
}

/** Quotes what it was asked with, as badly behaved providers do. */
function echo(status: number, error = 'invalid_request') {
  return ({ headers, body }: SeenRequest, response: ServerResponse): void => {
    const error_description = `${headers.authorization} ${body.toString()}`;
    const quoted = { error, error_description };
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(quoted));
  };
}

/** Every GET of the API description that needs no parameter. */
async function readEverything(key: ApiClient): Promise<void> {
  const { body } = await key.get('/openapi.json');
  const hands: Record<string, string[]> = {
    '/v1/agents': ['agent token'],
    '/v1/agents/default': ['agent token'],
    '/v1/user/api-key': ['api key'],
    '/v1/container-config': ['agent token'],
  };
  for (const [path, item] of Object.entries(body.paths as Record<string, { get?: object }>)) {
    if (!item.get || path.includes('{')) continue;
    // Who asks what is pending waits half a minute for it otherwise.
    const now = path.endsWith('/pending') ? `${path}?wait=0` : path;
    await note(`GET ${path}`, key.get(now), ...(hands[path] ?? []));
  }
}

async function proxyTraffic(
  agent: { id: string; token: string },
  secrets: string[],
  key: ApiClient,
): Promise<void> {
  const headers = { authorization: `Bearer ${PLANTED.agentHeader}`, cookie: `s=${PLANTED.agentHeader}` };
  const ask = (url: string): Promise<Answer> =>
    note(
      `agent ${url}`,
      askThrough(server, agent.token, url, { method: 'POST', headers, body: PLANTED.agentBody }),
    );
  const all = async (): Promise<void> => {
    const hosts = [
      'api.u.test',
      'api.anthropic.com',
      'oauth.u.test',
      'api.openai.com',
      'chatgpt.com',
      'org.u.test',
    ];
    for (const host of hosts) await ask(`http://${host}/x?q=1`);
    await ask('http://path.u.test/botX/send');
    await ask('http://127.0.0.1:9/');
    await ask('http://169.254.169.254/');
    await ask('ftp://api.u.test/');
  };
  await all();
  for (const id of secrets) await note('granted', key.put(`/v1/agents/${agent.id}/grants/secrets/${id}`, {}));
  await all();
  const injected = JSON.stringify(upstream.seen);
  for (const value of [
    PLANTED.patched,
    PLANTED.path,
    PLANTED.anthropic,
    PLANTED.openaiAccess,
    PLANTED.organization,
  ])
    expect(injected).toContain(value);
  upstream.answer = (_request, response) => response.writeHead(401).end('no');
  await all();
  upstream.answer = (_request, response) => response.destroy();
  await all();
  upstream.reset();
  const reverse = new ApiClient(server.gatewayUrl).as(agent.token);
  await note('reverse mode', reverse.get('/proxy-http/api.u.test/x'));
  await note('reverse mode refused', reverse.get('/proxy-http/169.254.169.254/x'));
  await note('agent token on the API', api(server).as(agent.token).get('/v1/agents'));
  const mine = new ApiClient(server.gatewayUrl).with({ authorization: `Bearer ${learned.get('api key')!}` });
  await note('me', mine.get('/me'));
  await note('cache', mine.post('/v1/cache/invalidate'));
}

/** Keys of an account and those that a role lends: signed with, refused, and while STS answers what it should not. */
async function signedTraffic(key: ApiClient, agent: { id: string; token: string }): Promise<void> {
  const accounts = {
    aws: { accessKeyId: 'AKIAOFTHEACCOUNT', secretAccessKey: PLANTED.awsSecretKey, region: 'eu-west-1' },
    'aws-role': { roleArn: 'arn:aws:iam::123456789012:role/agents', region: 'eu-west-1' },
  };
  const ids: string[] = [];
  for (const [provider, fields] of Object.entries(accounts)) {
    await note(`${provider} connected`, key.post(`/v1/apps/${provider}/connect`, { fields }));
    const listed = await note('connections', key.get(`/v1/connections?provider=${provider}`));
    ids.push(listed.body[0].id);
    await note(
      'granted',
      key.put(`/v1/agents/${agent.id}/grants/connections/${ids.at(-1)}`, { access: 'full' }),
    );
  }
  const lent = {
    AccessKeyId: 'ASIA',
    SecretAccessKey: PLANTED.awsLentKey,
    SessionToken: PLANTED.awsSessionToken,
  };
  const ask = async (id: string, method: string): Promise<void> => {
    const headers = { 'x-onecli-connection-id': id };
    await note(
      'signed',
      askThrough(server, agent.token, 'https://sqs.eu-west-1.amazonaws.com/', { method, headers }),
    );
  };
  for (const Expiration of [Date.now() / 1000 + 60, 'never']) {
    const body = { AssumeRoleResponse: { AssumeRoleResult: { Credentials: { ...lent, Expiration } } } };
    upstream.answer = (_request, response, { host }) =>
      host.startsWith('sts.') ? response.end(JSON.stringify(body)) : response.writeHead(403).end('no');
    for (const id of ids) for (const method of ['GET', 'POST']) await ask(id, method);
  }
  const sent = JSON.stringify(upstream.seen);
  for (const arrived of ['Credential=AKIAOFTHEACCOUNT', 'Credential=ASIA', PLANTED.awsSessionToken])
    expect(sent).toContain(arrived);
  upstream.reset();
  await note('connections', key.get('/v1/connections'));
}

/** What a partner lends: refused, stored, changed, read by both sides, and used before and after the claim. */
async function lentTraffic(): Promise<void> {
  const named = { name: 'Reseller', ownerEmail: 'reseller@example.test' };
  const made = await note('partner', operator(server).post('/v1/operator/partners', named));
  const partner = api(server).as(made.body.partnerApiKey);
  const secret = { name: 'Lent', type: 'generic', value: PLANTED.lent, hostPattern: 'lent.u.test' };
  await note('lent wrongly', partner.post('/v1/partner/secrets', secret));
  const injectionConfig = { headerName: 'x-key' };
  const lent = await note('lent', partner.post('/v1/partner/secrets', { ...secret, injectionConfig }));
  expect(lent.status).toBe(201);
  const provided = (await note('provided', partner.post('/v1/partner/orgs', { name: 'Acme' })))
    .body as Provided;
  const ask = (): Promise<Answer> =>
    note('lent secret asked for', askThrough(server, provided.agentToken, 'http://lent.u.test/x'));
  await ask();
  const person = { name: 'Eve', email: 'eve@example.test', password: PLANTED.password };
  const signedUp = await note('customer', api(server).post('/auth/sign-up/email', person));
  const session = api(server).as(signedUp.cookies.join('; '));
  const claimed = await note('claim', session.post('/v1/claims', { token: tokenIn(provided.claimUrl) }));
  expect([claimed.status, claimed.text]).toEqual([200, expect.any(String)]);
  await ask();
  const path = `/v1/partner/secrets/${lent.body.id}`;
  await note('lent secret changed', partner.patch(path, { value: PLANTED.relent }));
  await ask();
  const budget = `/v1/partner/orgs/${provided.organizationId}/secrets/${lent.body.id}/budget`;
  await note('budget', partner.post(budget, { limitCents: 1, period: 'total' }));
  upstream.answer = (_request, response) => response.writeHead(401).end('no');
  await ask();
  const injected = JSON.stringify(upstream.seen);
  for (const value of [PLANTED.lent, PLANTED.relent]) expect(injected).toContain(value);
  upstream.reset();
  await note('lent secrets', partner.get('/v1/partner/secrets'));
  const customer = api(server).as(provided.orgApiKey);
  for (const read of ['/v1/org/partner/inherited-secrets', '/v1/org/secrets', '/v1/org/usage?include=llm'])
    await note(read, customer.get(read));
  await note('inherited', api(server).as(provided.projectApiKey).get('/v1/secrets'));
}

/** Faults are logged with their cause: statements and parameters among it. */
async function failInside(key: ApiClient, agent: { token: string }): Promise<void> {
  for (const table of [
    'secrets',
    'connections',
    'app_configs',
    'agents',
    'api_keys',
    'user_sessions',
    'policy_snapshots',
    'audit_events',
  ]) {
    const [{ exists } = { exists: false }] = await database.query<{ exists: boolean }>(
      `SELECT to_regclass($1) IS NOT NULL AS exists`,
      [table],
    );
    if (!exists) continue;
    await database.query(`ALTER TABLE ${table} RENAME TO ${table}_gone`);
    try {
      const secret = {
        name: 'y',
        type: 'generic',
        hostPattern: 'a.test',
        injectionConfig: { headerName: 'x' },
      };
      await note(`${table} down`, key.post('/v1/secrets', { ...secret, value: PLANTED.refused }));
      await note(`${table} down`, key.get('/v1/agents'), 'agent token');
      await note(`${table} down`, askThrough(server, agent.token, 'http://api.u.test/'));
      const person = { email: 'ada@example.test', password: PLANTED.password };
      await note(`${table} down`, api(server).post('/auth/sign-in/email', person), 'third session');
    } finally {
      await database.query(`ALTER TABLE ${table}_gone RENAME TO ${table}`);
    }
  }
}

/** The value as it is and in the forms in which it could hide. */
function formsOf(value: string): string[] {
  const bytes = Buffer.from(value);
  // Inside a longer base64 text only the middle is stable, at each of the three alignments.
  const base64 = [0, 1, 2].map((shift) =>
    Buffer.concat([Buffer.alloc(shift), bytes])
      .toString('base64')
      .slice(4, -4),
  );
  return [value, encodeURIComponent(value), bytes.toString('hex'), ...base64, ...base64.map(urlSafe)];
}

function urlSafe(base64: string): string {
  return base64.replaceAll('+', '-').replaceAll('/', '_');
}

function leaksIn(text: string, except: readonly string[] = []): string[] {
  const all = [...Object.entries(PLANTED), ...learned];
  return all
    .filter(([kind]) => !except.includes(kind))
    .filter(([, value]) => formsOf(value).some((form) => text.includes(form)))
    .map(([kind]) => kind);
}

describe('06-5, architecture 11.6 no planted value is anywhere it does not belong', () => {
  it('the search itself finds what is there, in every form', () => {
    expect(learned.size).toBe(4);
    const value = PLANTED.generic;
    for (const text of [
      value,
      `x${Buffer.from(`u:${value}`).toString('base64')}`,
      Buffer.from(value).toString('hex'),
    ])
      expect(leaksIn(`before ${text} after`)).toEqual(['generic']);
  });

  it('in no response, headers included', () => {
    expect(heard.length).toBeGreaterThan(100);
    const leaks = heard.map(({ what, text, mayHold }) => [what, leaksIn(text, mayHold)] as const);
    expect(leaks.filter(([, kinds]) => kinds.length > 0)).toEqual([]);
  });

  it('the exercise made things fail inside, too', () => {
    expect(heard.filter(({ what }) => what.endsWith('down')).length).toBeGreaterThan(15);
    expect(output).toContain('does not exist');
  });

  it('in no line of the log at its most talkative', () => {
    expect(output.length).toBeGreaterThan(10_000);
    const lines = output.split('\n').filter((line) => leaksIn(line).length > 0);
    expect(lines).toEqual([]);
  });

  it('in no metric', () => {
    expect(metricsText).toContain('secret_values_unavailable_total');
    expect(metricsText).toMatch(/connection_refreshes_total\{outcome="ended"\} [1-9]/);
    expect(leaksIn(metricsText)).toEqual([]);
  });

  it('in no row of any table', async () => {
    const tables = await database.query<{ name: string }>(
      `SELECT format('%I.%I', schemaname, tablename) AS name FROM pg_tables
       WHERE schemaname NOT IN ('pg_catalog', 'information_schema')`,
    );
    expect(tables.length).toBeGreaterThan(15);
    let rows = 0;
    const filled = new Set<string>();
    for (const { name } of tables) {
      for (const { text } of await database.query<{ text: string }>(
        `SELECT t::text AS text FROM ${name} t`,
      )) {
        rows += 1;
        filled.add(name);
        expect([name, leaksIn(text)]).toEqual([name, []]);
      }
    }
    expect(rows).toBeGreaterThan(50);
    for (const name of [
      'audit_log',
      'request_log',
      'secrets',
      'connections',
      'app_configs',
      'export_outbox',
      'export_sinks',
    ])
      expect(filled).toContain(`public.${name}`);
  });

  it('in nothing that is exported', async () => {
    const lines = (await readFile(exportedTo(), 'utf8')).trim().split('\n');
    const classes = new Set(lines.map((line) => JSON.parse(line).class_uid));
    for (const each of [3001, 3002, 3004, 6003]) expect(classes).toContain(each);
    expect(lines.length).toBeGreaterThan(50);
    expect(lines.flatMap((line) => leaksIn(line))).toEqual([]);
  });

  it('in no file of the data directory', async () => {
    const files = await readdir(dataDir, { recursive: true, withFileTypes: true });
    for (const file of files.filter((each) => each.isFile())) {
      const text = await readFile(join(file.parentPath, file.name), 'utf8');
      expect([file.name, leaksIn(text)]).toEqual([file.name, []]);
    }
  });
});
