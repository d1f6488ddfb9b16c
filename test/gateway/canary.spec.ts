import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { randomBytes } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { type AgentAnswer, askThrough } from '../harness/agent.js';
import { type Answer, api, ApiClient } from '../harness/client.js';
import { createTestDatabase, type TestDatabase } from '../harness/database.js';
import { freePort } from '../harness/free-port.js';
import { type ServerProcess, startServerProcess } from '../harness/server-process.js';
import { startUpstream, type Upstream } from '../harness/upstream.js';

/**
 * Known values are planted in every place a secret can be, then everything the server can be asked for or
 * can be made to fail at is asked for. Afterwards no response, log line, file, metric or row may hold one of
 * them, except the answers whose job it is to hand a token to its owner.
 */
const mark = (kind: string): string => `canary-${kind}-${randomBytes(9).toString('hex')}`;

const PLANTED = {
  password: mark('password'),
  wrongPassword: mark('wrong-password'),
  newPassword: mark('new-password'),
  generic: mark('generic'),
  patched: mark('patched'),
  refused: mark('refused'),
  organization: mark('organization'),
  anthropic: `sk-ant-api03-${mark('anthropic')}`,
  anthropicOAuth: `sk-ant-oat01-${mark('oauth')}`,
  openai: `sk-proj-${mark('openai')}`,
  openaiAccess: mark('openai-access'),
  openaiRefresh: mark('openai-refresh'),
  path: mark('path'),
  agentBody: mark('agent-body'),
  agentHeader: mark('agent-header'),
  awsOperator: mark('aws-operator'),
  awsSecretKey: mark('aws-secret-key'),
  awsLentKey: mark('aws-lent-key'),
  awsSessionToken: mark('aws-session-token'),
};

/** Learned while it runs: tokens the server makes up. */
const learned = new Map<string, string>();

interface Heard {
  what: string;
  text: string;
  /** Kinds of values this answer exists to hand out. */
  mayHold: readonly string[];
}

let upstream: Upstream;
let database: TestDatabase;
let dataDir: string;
let authority: string;
let server: ServerProcess;
let heard: Heard[];
let metricsText: string;
let output: string;

beforeAll(async () => {
  upstream = await startUpstream();
  database = await createTestDatabase();
  dataDir = await mkdtemp(join(tmpdir(), 'cg-canary-'));
  const metricsPort = await freePort();
  authority = join(await mkdtemp(join(tmpdir(), 'cg-canary-authority-')), 'authority.pem');
  await writeFile(authority, upstream.authorityPem);
  server = await startServerProcess(dataDir, {
    ...upstream.settings,
    DATABASE_URL: database.url,
    LOG_LEVEL: 'trace',
    REGISTRATION: 'open',
    REQUEST_LOG_MODE: 'all',
    METRICS_PORT: String(metricsPort),
    GATEWAY_UPSTREAM_CA_FILE: authority,
    AWS_ACCESS_KEY_ID: 'AKIAOFTHEOPERATOR',
    AWS_SECRET_ACCESS_KEY: PLANTED.awsOperator,
  });
  heard = [];
  await exercise();
  metricsText = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text();
  // Stopping writes what the request log still holds.
  await server.stop();
  output = server.output();
}, 120_000);

afterAll(async () => {
  await server?.stop();
  await database?.drop();
  await upstream?.close();
  for (const folder of [dataDir, dirname(authority)]) await rm(folder, { recursive: true, force: true });
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
  await readEverything(key);
  await proxyTraffic(agent, secrets, key);
  await signedTraffic(key, agent);
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
    if (item.get && !path.includes('{')) await note(`GET ${path}`, key.get(path), ...(hands[path] ?? []));
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

/** Faults are logged with their cause: statements and parameters among it. */
async function failInside(key: ApiClient, agent: { token: string }): Promise<void> {
  for (const table of [
    'secrets',
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
    for (const name of ['audit_log', 'request_log', 'secrets']) expect(filled).toContain(`public.${name}`);
  });

  it('in no file of the data directory', async () => {
    const files = await readdir(dataDir, { recursive: true, withFileTypes: true });
    for (const file of files.filter((each) => each.isFile())) {
      const text = await readFile(join(file.parentPath, file.name), 'utf8');
      expect([file.name, leaksIn(text)]).toEqual([file.name, []]);
    }
  });
});
