import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { request as httpRequest } from 'node:http';
import { type AddressInfo, createServer as createTcpServer, type Server, type Socket } from 'node:net';
import { type Owner, signUpOwner } from '../../harness/people/accounts.js';
import {
  type Agent,
  agentWith,
  type Asking,
  collect,
  createAgent,
  createSecret,
  grant,
} from '../../harness/clients/agent.js';
import { askAbout, decide, pending } from '../../harness/policy/approvals.js';
import { gateway } from '../../harness/clients/client.js';
import { connect, type ConnectionInput } from '../../harness/upstreams/connections.js';
import { unclaim } from '../../harness/people/attached.js';
import { raiseOrganization } from '../../harness/people/people.js';
import { rawRequest, sendRaw } from '../../harness/clients/raw-http.js';
import {
  network,
  organizationRules,
  type RuleInput,
  type RuleSetInput,
  workspaceRules,
} from '../../harness/policy/rules.js';
import { startServer, type TestServer } from '../../harness/server/server.js';
import { startUpstream, type Upstream, type UpstreamAnswer } from '../../harness/upstreams/upstream.js';

const APP = 'https://app.example.test';
const HOST = 'api.u.test';
const GMAIL = 'http://gmail.googleapis.com/gmail/v1/users/me/messages';
const PIN = 'x-onecli-connection-id';
const AGENT_NAME = 'Ölf & Co';
/** Nothing about it may be repeated but itself. */
const TARGET = '/v1/x?limit=5&q=%20"';
const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g;

let server: TestServer;
let upstream: Upstream;
let owner: Owner;
let agent: Agent;
let base: string;
/** Speaks neither TLS nor HTTP; closes at once when nothing is to be said. */
let stranger: { listener: Server; authority: string; says: string };

beforeAll(async () => {
  upstream = await startUpstream();
  stranger = await startStranger();
  server = await startServer({
    ...upstream.settings,
    APP_URL: APP,
    GATEWAY_EGRESS_NO_PROXY: 'localhost,127.0.0.1,unresolvable.invalid',
    GATEWAY_DENIED_HOSTS: 'denied.test',
    GATEWAY_RESPONSE_TIMEOUT_SECS: '2',
  });
});

afterAll(async () => {
  await server.close();
  await upstream.close();
  stranger.listener.close();
});

beforeEach(async () => {
  upstream.reset();
  owner = await signUpOwner(server);
  agent = await createAgent(server, owner, AGENT_NAME);
  base = `${APP}/w/${owner.workspaceId}`;
});

async function startStranger(): Promise<typeof stranger> {
  const listener = createTcpServer((socket: Socket) => {
    socket.on('error', () => undefined);
    socket.once('data', () => (stranger.says ? socket.end(stranger.says) : socket.resetAndDestroy()));
  });
  await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve));
  return { listener, authority: `127.0.0.1:${(listener.address() as AddressInfo).port}`, says: '' };
}

function organization(input: RuleSetInput | RuleInput[]): Promise<void> {
  return organizationRules(server, owner, input);
}

function workspace(input: RuleSetInput | RuleInput[]): Promise<void> {
  return workspaceRules(server, owner, input);
}

function account(input: ConnectionInput = {}): Promise<string> {
  const { organizationId, workspaceId } = owner;
  return connect(server, { organizationId, workspaceId }, input);
}

/** Accounts granted whole; answers their ids, newest first, as choices are listed. */
async function attached(...inputs: ConnectionInput[]): Promise<string[]> {
  const ids: string[] = [];
  for (const input of inputs) ids.unshift(await account(input));
  const identities: RuleInput['identities'] = [{ type: 'agent', id: agent.id }];
  await workspace(
    ids.map((connectionId) => ({
      name: 'Full',
      source: 'grant',
      identities,
      targets: [{ kind: 'connection', connectionId, tools: [] }],
    })),
  );
  return ids;
}

const refuse =
  (status: number): UpstreamAnswer =>
  (_request, response) =>
    response.writeHead(status, { 'set-cookie': 'a=1', 'www-authenticate': 'Basic' }).end('no entry');

/** What of an answer the table judges. */
interface Judged {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  text: string;
  body: any;
}

/** A situation in which the gateway says no. */
interface Situation {
  /** Beside `error` and `message`: each field, and nothing else. */
  fields: Record<string, unknown>;
  message?: RegExp;
  /** Beside `content-type`, `content-length` and `x-should-retry`: each header, and nothing else. */
  headers?: Record<string, unknown>;
  /** How often the upstream is asked by one request; a refusal never asks. */
  asks?: number;
  send: (method: string) => Promise<Judged>;
  /** Happens while the requests are under way. */
  meanwhile?: () => Promise<unknown>;
}

function through(url: string, asking: Asking = {}, by = agent): Situation['send'] {
  return (method) => by.ask(url, { ...asking, method });
}

const FINAL = 'false';
const MAY_RETRY = undefined;

type Row = [
  name: string,
  error: string,
  status: number,
  retry: string | undefined,
  arrange: () => Promise<Situation> | Situation,
];

const choices: Row[] = [
  [
    'several accounts of one app',
    'multiple_connections',
    409,
    FINAL,
    async () => {
      const ids = await attached({ label: 'one@example.test' }, { label: null });
      return {
        fields: {
          connections: [
            { id: ids[0], label: null, provider: 'gmail', display_name: 'Gmail' },
            { id: ids[1], label: 'one@example.test', provider: 'gmail', display_name: 'Gmail' },
          ],
          header: PIN,
          example: `${PIN}: ${ids[0]}`,
        },
        message: /Gmail/,
        send: through(GMAIL),
      };
    },
  ],
  [
    'several apps that serve the path',
    'multiple_providers',
    409,
    FINAL,
    async () => {
      const ids = await attached({ provider: 'jira' }, { provider: 'confluence' });
      return {
        fields: {
          connections: [
            { id: ids[0], label: null, provider: 'confluence', display_name: 'Confluence' },
            { id: ids[1], label: null, provider: 'jira', display_name: 'Jira' },
          ],
          header: PIN,
          example: `${PIN}: ${ids[0]}`,
        },
        message: /Confluence.*Jira/,
        send: through('http://api.atlassian.com/oauth/token/accessible-resources'),
      };
    },
  ],
  [
    'a stale id',
    'connection_not_found',
    404,
    FINAL,
    async () => {
      const [id] = await attached({ label: 'only' });
      const offer = { id, label: 'only', provider: 'gmail', display_name: 'Gmail' };
      return {
        fields: { connections: [offer], header: PIN },
        send: through(GMAIL, { headers: { [PIN]: randomUUID() } }),
      };
    },
  ],
  [
    'an id where nothing is attached',
    'connection_not_found',
    404,
    FINAL,
    async () => ({
      fields: { connections: [], header: PIN },
      send: through(GMAIL, { headers: { [PIN]: await account() } }),
    }),
  ],
  [
    'an empty resource scope',
    'resource_access_denied',
    403,
    FINAL,
    async () => {
      const connectionId = await account({ provider: 'github-app' });
      const targets: RuleInput['targets'] = [{ kind: 'connection', connectionId, tools: [] }];
      const identities: RuleInput['identities'] = [{ type: 'agent', id: agent.id }];
      await organization({ rules: [{ targets, conditions: { repositories: ['o/a'] } }] });
      await workspace([{ source: 'grant', identities, targets, conditions: { repositories: ['o/z'] } }]);
      return {
        fields: { allowed: [], detail: expect.any(String) },
        headers: { 'x-onecli-connections': expect.stringContaining(connectionId) },
        send: through('http://api.github.com/repos/o/z'),
      };
    },
  ],
];

const hints: Row[] = [
  [
    'a secret that is not attached',
    'access_restricted',
    401,
    FINAL,
    async () => {
      upstream.answer = refuse(401);
      await createSecret(owner, { hostPattern: HOST });
      return {
        fields: { provider: HOST, manage_url: `${base}/connections/apps/${HOST}` },
        asks: 1,
        send: through(`http://${HOST}${TARGET}`),
      };
    },
  ],
  [
    'an account that is not attached',
    'access_restricted',
    403,
    FINAL,
    async () => {
      upstream.answer = refuse(403);
      await account();
      return {
        fields: { provider: 'gmail', manage_url: `${base}/connections/apps/gmail` },
        message: /Gmail/,
        asks: 1,
        send: through(GMAIL),
      };
    },
  ],
  [
    'an app without account',
    'app_not_connected',
    403,
    FINAL,
    () => {
      upstream.answer = refuse(403);
      const asker = `source=agent&agent_name=${encodeURIComponent(AGENT_NAME)}`;
      return {
        fields: { provider: 'gmail', connect_url: `${base}/connections?connect=gmail&${asker}` },
        message: /Gmail/,
        asks: 1,
        send: through(GMAIL),
      };
    },
  ],
  [
    'a path of a known host that no app has',
    'app_not_connected',
    401,
    FINAL,
    () => {
      upstream.answer = refuse(401);
      const asker = `source=agent&agent_name=${encodeURIComponent(AGENT_NAME)}`;
      const hostname = 'www.googleapis.com';
      return {
        fields: { hostname, connect_url: `${base}/connections?request=${hostname}&${asker}` },
        message: /www\.googleapis\.com/,
        asks: 1,
        send: through(`http://${hostname}/customsearch${TARGET}`),
      };
    },
  ],
  [
    'a host of which nothing is known',
    'credential_not_found',
    401,
    FINAL,
    () => {
      upstream.answer = refuse(401);
      return {
        fields: {
          hostname: HOST,
          path: TARGET,
          secret_url: `${base}/connections/custom?create=generic&host=${HOST}&path=%2F%2A`,
        },
        message: /api\.u\.test/,
        asks: 1,
        send: through(`http://${HOST}:8443${TARGET}`),
      };
    },
  ],
  [
    'a site host of Atlassian',
    'deprecated_api',
    421,
    FINAL,
    () => {
      upstream.answer = refuse(403);
      return {
        fields: {
          deprecated_host: 'acme.atlassian.net',
          correct_host: 'api.atlassian.com',
          provider: 'atlassian',
          requested_path: TARGET,
        },
        message: /\/ex\/jira\/\{cloudId\}\/.*\/ex\/confluence\/\{cloudId\}\/.*accessible-resources/s,
        asks: 1,
        send: through(`http://acme.atlassian.net${TARGET}`),
      };
    },
  ],
];

const BLOCK: RuleInput = { action: 'block', name: 'Not "there"', targets: [network(HOST)] };

/** Fields of a block carry the method of the request; the table asks with GET. */
function blocked(): Record<string, unknown> {
  return { method: 'GET', path: TARGET, dashboard_url: `${base}/agents` };
}

/** Holds every request to the host; the agent waits five seconds. */
async function asked(meanwhile?: () => Promise<unknown>): Promise<Situation> {
  await workspace([askAbout(HOST)]);
  return {
    fields: { approval_id: expect.stringMatching(UUID), reason: meanwhile ? 'denied' : 'timed_out' },
    send: through(`http://${HOST}${TARGET}`, { headers: { 'x-onecli-approval-timeout': '5' } }),
    meanwhile,
  };
}

const policy: Row[] = [
  [
    'a block of the organization',
    'blocked_by_policy',
    403,
    FINAL,
    async () => {
      await organization({ rules: [BLOCK] });
      return {
        fields: { rule_name: 'Not "there"', ...blocked() },
        message: /organization rule.*only an organization admin/,
        send: through(`http://${HOST}:8443${TARGET}`),
      };
    },
  ],
  [
    'a block of the workspace',
    'blocked_by_policy',
    403,
    FINAL,
    async () => {
      await workspace([BLOCK]);
      return {
        fields: { rule_name: 'Not "there"', ...blocked() },
        message: /this agent's own grant/,
        send: through(`http://${HOST}${TARGET}`),
      };
    },
  ],
  [
    'a block beside attached accounts',
    'blocked_by_policy',
    403,
    FINAL,
    async () => {
      const [id] = await attached({ label: 'ü' });
      await organization({ rules: [{ ...BLOCK, targets: [network('gmail.googleapis.com')] }] });
      return {
        fields: { rule_name: 'Not "there"', ...blocked(), path: '/gmail/v1/users/me/messages' },
        headers: {
          'x-onecli-connections': `[{"id":"${id}","label":"\\u00fc","provider":"gmail","display_name":"Gmail"}]`,
        },
        send: through(GMAIL),
      };
    },
  ],
  [
    'a default that blocks',
    'blocked_by_default_policy',
    403,
    FINAL,
    async () => {
      await organization({ defaultAction: 'block', coverage: 'all' });
      return { fields: { ...blocked(), host: HOST }, send: through(`http://${HOST}:8443${TARGET}`) };
    },
  ],
  [
    'a person who says no',
    'manual_approval_denied',
    403,
    FINAL,
    () =>
      asked(async () => {
        const desk = gateway(server).as(owner.apiKey);
        for (const { id } of await pending(desk, 2)) await decide(desk, id, 'deny');
      }),
  ],
  ['a person who says nothing', 'manual_approval_denied', 403, FINAL, () => asked()],
  [
    'a rate limit',
    'rate_limited',
    429,
    MAY_RETRY,
    async () => {
      await organization({
        rules: [{ name: 'Slowly', rateLimit: 1, rateLimitWindow: 'day', targets: [network(HOST)] }],
      });
      await agent.ask(`http://${HOST}/`);
      upstream.seen.length = 0;
      return {
        fields: { limit: 1, window: 'day' },
        headers: { 'retry-after': expect.stringMatching(/^[1-9][0-9]{0,4}$/) },
        send: through(`http://${HOST}${TARGET}`),
      };
    },
  ],
  [
    'an organization nobody has claimed',
    'claim_required',
    403,
    FINAL,
    async () => {
      const token = await unclaim(server, owner.organizationId);
      return {
        fields: { claim_url: `${APP}/claim?token=${token}` },
        send: through(`http://${HOST}${TARGET}`),
      };
    },
  ],
];

function unreachable(url: string, detail: string, asks = 0): Situation {
  return { fields: { detail }, message: new RegExp(new URL(url).hostname), asks, send: through(url) };
}

const failures: Row[] = [
  [
    'a name that does not resolve',
    'bad_gateway',
    502,
    MAY_RETRY,
    () => unreachable('http://unresolvable.invalid/', 'dns'),
  ],
  ['a closed port', 'bad_gateway', 502, MAY_RETRY, () => unreachable('http://127.0.0.1:9/', 'connect')],
  [
    'an upstream that speaks no TLS',
    'bad_gateway',
    502,
    MAY_RETRY,
    () => {
      stranger.says = '220 mail.test ESMTP\r\n';
      return unreachable(`https://${stranger.authority}/`, 'tls');
    },
  ],
  [
    'an upstream that never answers',
    'bad_gateway',
    502,
    MAY_RETRY,
    () => {
      upstream.answer = () => undefined;
      return unreachable(`http://${HOST}/`, 'timeout', 1);
    },
  ],
  [
    'an upstream that hangs up',
    'bad_gateway',
    502,
    MAY_RETRY,
    () => {
      stranger.says = '';
      return unreachable(`http://${stranger.authority}/`, 'reset');
    },
  ],
  [
    'an upstream that speaks no HTTP',
    'bad_gateway',
    502,
    MAY_RETRY,
    () => {
      stranger.says = '220 mail.test ESMTP\r\n';
      return unreachable(`http://${stranger.authority}/`, 'protocol');
    },
  ],
];

function forbidden(authority: string, host: string, reason: string): Situation {
  const literal = host.replaceAll(/[.[\]]/g, String.raw`\$&`);
  return {
    fields: { host, reason },
    message: new RegExp(literal),
    send: through(`http://${authority}${TARGET}`),
  };
}

const destinations: Row[] = (
  [
    ['a private address', () => forbidden('10.0.0.1:8080', '10.0.0.1', 'private_address')],
    ['a link-local address', () => forbidden('[FE80::1]', '[fe80::1]', 'private_address')],
    ['an address in disguise', () => forbidden('0x0a.1', '10.0.0.1', 'private_address')],
    ['a metadata address', () => forbidden('169.254.169.254', '169.254.169.254', 'metadata_address')],
    [
      'a metadata name',
      () => forbidden('Metadata.Google.Internal.', 'metadata.google.internal', 'metadata_address'),
    ],
    ['the gateway itself', () => forbidden(new URL(server.gatewayUrl).host, '127.0.0.1', 'self')],
    [
      'the database',
      () => {
        const { hostname, port } = new URL(server.databaseUrl);
        return forbidden(`${hostname}:${port || 5432}`, hostname, 'self');
      },
    ],
    ['a host the operator denies', () => forbidden('denied.test', 'denied.test', 'denied_host')],
  ] as [string, () => Situation][]
).map(([name, arrange]) => [name, 'destination_not_allowed', 403, FINAL, arrange]);

const tokens: Row[] = [
  [
    'a token nobody has',
    'proxy_authentication_required',
    407,
    FINAL,
    () => ({
      fields: {},
      headers: { 'proxy-authenticate': 'Basic realm="Credential Gateway"' },
      send: through(`http://${HOST}/`, {}, agentWith(server, { ...agent, token: `aoc_${'0'.repeat(64)}` })),
    }),
  ],
  [
    'no token in reverse-proxy mode',
    'agent_token_required',
    401,
    FINAL,
    () => ({
      fields: {},
      headers: {
        'www-authenticate': 'Bearer',
        'content-security-policy': 'sandbox',
        'x-content-type-options': 'nosniff',
      },
      send: (method) => gateway(server).send(method, `/proxy-http/${HOST}/`),
    }),
  ],
];

/** The connection's own fields are not the verdict's. */
function ownHeaders({ headers }: Judged): Record<string, unknown> {
  const { connection: _connection, 'keep-alive': _keepAlive, ...own } = headers;
  return own;
}

describe('06-31 every verdict of 06 §12', () => {
  it.each([...choices, ...hints, ...policy, ...failures, ...destinations, ...tokens])(
    '06-31 %s: %s',
    async (_name, error, status, retry, arrange) => {
      const { fields, message = /./, headers, asks = 0, send, meanwhile } = await arrange();
      const [answer, head] = await Promise.all([send('GET'), send('HEAD'), meanwhile?.()]);

      expect(answer.body).toEqual({ error, message: expect.stringMatching(message), ...fields });
      expect(answer.status).toBe(status);
      expect(ownHeaders(answer)).toEqual({
        'content-type': 'application/json',
        'content-length': String(Buffer.byteLength(answer.text)),
        ...(retry !== undefined && { 'x-should-retry': retry }),
        ...headers,
      });
      expectLinks(answer.body);
      expectNothingInternal(answer);

      expect([head.status, head.text]).toEqual([status, '']);
      expect(ownHeaders(head)).toEqual({
        ...ownHeaders(answer),
        'content-length': expect.any(String),
        ...headers,
      });
      expect(upstream.seen).toHaveLength(asks * 2);
    },
  );

  it('06-31 TRACE: method_not_allowed', async () => {
    const answer = await agent.ask(`http://${HOST}/`, { method: 'TRACE' });
    expect(answer.status).toBe(405);
    expect(answer.body).toEqual({ error: 'method_not_allowed', message: expect.stringMatching(/TRACE/) });
    expect(ownHeaders(answer)).toEqual({
      'content-type': 'application/json',
      'content-length': String(answer.text.length),
      'x-should-retry': 'false',
    });
    expect(upstream.seen).toEqual([]);
  });

  it('06-31 rules that cannot be read: resolution_failed', async () => {
    const tunnel = await connectTunnel(basic(`x:${agent.token}`));
    await withoutTable('policy_snapshots', async () => {
      await raiseOrganization(server, owner.organizationId);
      const text = await overTunnel(tunnel.socket, rawRequest('GET', '/'));
      expect(text).toMatch(/^HTTP\/1\.1 502 /);
      expect(text).toMatch(/\r\ncontent-type: application\/json\r\n/i);
      expect(text).not.toMatch(/x-should-retry/i);
      expect(JSON.parse(text.slice(text.indexOf('\r\n\r\n')))).toEqual({
        error: 'resolution_failed',
        message: expect.not.stringMatching(/policy_snapshots|relation/),
      });
      const outside = await agent.ask(`http://${HOST}/`);
      expect(outside.body).toEqual({ error: 'resolution_failed', message: expect.any(String) });
      expect([outside.status, outside.headers['x-should-retry']]).toEqual([502, undefined]);
      const opening = await connectTunnel(basic(`x:${agent.token}`));
      opening.socket.destroy();
      expect(opening.status).toBe(502);
    });
    expect(upstream.seen).toEqual([]);
  });

  it('06-31 an agent that cannot be looked up outside a tunnel: bad_gateway', async () => {
    await raiseOrganization(server, owner.organizationId);
    // No detail: there was no upstream leg that could have failed (06 §3.1.8).
    const answer = await withoutTable('agents', () => agent.ask(`http://${HOST}/`));
    expect(answer.body).toEqual({ error: 'bad_gateway', message: expect.any(String) });
    expect([answer.status, answer.headers['x-should-retry']]).toEqual([502, undefined]);
    expect(upstream.seen).toEqual([]);
  });

  it('06-31 a hold that cannot be recorded: approval_store_unavailable', async () => {
    await workspace([askAbout(HOST)]);
    const answer = await withoutTable('approvals', () => agent.ask(`http://${HOST}/`));
    expect(answer.body).toEqual({ error: 'approval_store_unavailable', message: expect.any(String) });
    expect([answer.status, answer.headers['x-should-retry']]).toEqual([502, undefined]);
    expectNothingInternal(answer);
    expect(upstream.seen).toEqual([]);
  });
});

/** As if it could not be read, for this server alone. */
async function withoutTable<T>(table: string, work: () => Promise<T>): Promise<T> {
  await server.db.query(`ALTER TABLE ${table} RENAME TO ${table}_away`);
  try {
    return await work();
  } finally {
    await server.db.query(`ALTER TABLE ${table}_away RENAME TO ${table}`);
  }
}

/** Links lead to the dashboard, are written as a URL is, and the message repeats them. */
function expectLinks(body: Record<string, unknown>): void {
  for (const [name, value] of Object.entries(body)) {
    if (!name.endsWith('_url')) continue;
    expect(new URL(String(value)).href).toBe(value);
    expect(String(value).startsWith(name === 'claim_url' ? `${APP}/` : `${base}/`)).toBe(true);
    expect(body.message).toContain(value);
  }
}

/** Ids are those of the choices, of the approval and of the workspace inside links; values are nobody's business. */
function expectNothingInternal({ text, body }: Judged): void {
  const named = JSON.stringify([owner.workspaceId, body.connections, body.approval_id]);
  const allowed = new Set(named.match(UUID));
  expect((text.match(UUID) ?? []).filter((id) => !allowed.has(id))).toEqual([]);
  for (const id of [owner.organizationId, owner.userId, agent.id]) expect(text).not.toContain(id);
  for (const value of [
    agent.token,
    owner.apiKey,
    owner.email,
    'the-value',
    'A secret',
    'token-of-',
    'no entry',
  ])
    expect(text).not.toContain(value);
}

const base64 = (text: string | Buffer): string => Buffer.from(text).toString('base64');
const basic = (text: string | Buffer): string => `Basic ${base64(text)}`;

/** CONNECT with the header as given, or without it. */
function connectTunnel(
  authorization: string | null,
  authority = `${HOST}:80`,
): Promise<{ status: number; challenge: string | undefined; socket: Socket }> {
  const { hostname, port } = new URL(server.gatewayUrl);
  return new Promise((resolve, reject) => {
    const headers = authorization === null ? {} : { 'proxy-authorization': authorization };
    const options = { host: hostname, port, method: 'CONNECT', path: authority, headers, agent: false };
    const outgoing = httpRequest(options);
    outgoing.on('connect', ({ statusCode = 0, headers: answered }, socket: Socket) =>
      resolve({ status: statusCode, challenge: answered['proxy-authenticate'], socket }),
    );
    outgoing.on('error', reject).end();
  });
}

async function overTunnel(socket: Socket, bytes: string): Promise<string> {
  let text = '';
  socket.on('data', (chunk: Buffer) => (text += chunk.toString()));
  const closed = new Promise((resolve) => socket.once('close', resolve));
  socket.write(bytes);
  await closed;
  return text;
}

describe('06-2 every form of Proxy-Authorization (06 §3.1)', () => {
  const unknown = `aoc_${'f'.repeat(64)}`;
  const forms: [string, (token: string) => string | null, 200 | 407][] = [
    ['Basic, token as password', (token) => basic(`x:${token}`), 200],
    ['Basic, another user name', (token) => basic(`some one@example.test:${token}`), 200],
    ['Basic, no user name', (token) => basic(`:${token}`), 200],
    ['Basic, token as user', (token) => basic(`${token}:`), 200],
    ['Basic, token alone', (token) => basic(token), 200],
    ['Bearer', (token) => `Bearer ${token}`, 200],
    ['a scheme in capitals', (token) => `BASIC ${base64(`x:${token}`)}`, 200],
    ['bearer in mixed case', (token) => `bEARER ${token}`, 200],
    ['no header', () => null, 407],
    ['another scheme', (token) => `Digest ${token}`, 407],
    ['the bare token', (token) => token, 407],
    ['the scheme alone', () => 'Basic', 407],
    ['no base64', (token) => `Basic x:${token}`, 407],
    ['no UTF-8', (token) => basic(Buffer.concat([Buffer.from([0xff, 0x3a]), Buffer.from(token)])), 407],
    ['an empty pair', () => basic(':'), 407],
    ['an empty token', () => basic(''), 407],
    ['a password that goes on behind another colon', (token) => basic(`x:y:${token}`), 407],
    ['a password that wins over a token as user', (token) => basic(`${token}:${unknown}`), 407],
    ['an unknown token', () => basic(`x:${unknown}`), 407],
    ['capitals in the token', (token) => basic(`x:${token.toUpperCase()}`), 407],
    ['a token that is longer', (token) => basic(`x:${token}0`), 407],
    ['a workspace key', () => basic(`x:${owner.apiKey}`), 407],
  ];

  it.each(forms)('06-2 %s', async (_name, headerOf, status) => {
    const authorization = headerOf(agent.token);
    const lines = authorization === null ? [] : [`Proxy-Authorization: ${authorization}`];
    const absolute = await sendRaw(server.gatewayUrl, rawRequest('GET', `http://${HOST}/x`, lines));
    const tunnel = await connectTunnel(authorization);
    expect([absolute.status, tunnel.status]).toEqual([status, status]);
    const challenge = status === 407 ? 'Basic realm="Credential Gateway"' : undefined;
    expect([absolute.headers['proxy-authenticate'], tunnel.challenge]).toEqual([challenge, challenge]);
    if (status === 200) {
      expect(await overTunnel(tunnel.socket, rawRequest('GET', '/y'))).toMatch(/^HTTP\/1\.1 200 /);
    }
    tunnel.socket.destroy();
    expect(upstream.seen.map(({ url }) => url)).toEqual(status === 200 ? ['/x', '/y'] : []);
    expect(JSON.stringify(upstream.seen.map(({ rawHeaders }) => rawHeaders))).not.toMatch(
      /proxy-authorization|aoc_/i,
    );
  });

  it('06-3.1.4 two of them: 400 in both modes', async () => {
    const lines = [basic(`x:${agent.token}`), basic(`x:${agent.token}`)].map(
      (value) => `Proxy-Authorization: ${value}`,
    );
    for (const request of [
      rawRequest('GET', `http://${HOST}/`, lines),
      rawRequest('CONNECT', `${HOST}:80`, lines),
    ]) {
      const answer = await sendRaw(server.gatewayUrl, request);
      expect([answer.status, answer.headers['x-should-retry']]).toEqual([400, undefined]);
    }
    expect(upstream.seen).toEqual([]);
  });
});

describe('06-33 every position of the token in reverse-proxy mode (06 §6.2)', () => {
  const positions: [string, (token: string) => Record<string, string>][] = [
    ['proxy-authorization', (token) => ({ 'proxy-authorization': basic(`x:${token}`) })],
    ['proxy-authorization, Bearer', (token) => ({ 'proxy-authorization': `Bearer ${token}` })],
    ['x-agent-token', (token) => ({ 'x-agent-token': token })],
    ['authorization, Bearer', (token) => ({ authorization: `Bearer ${token}` })],
    ['authorization, Basic password', (token) => ({ authorization: basic(`x:${token}`) })],
    ['authorization, Basic user', (token) => ({ authorization: basic(`${token}:`) })],
    ['x-api-key', (token) => ({ 'x-api-key': token })],
    ['api-key', (token) => ({ 'api-key': token })],
    ['x-goog-api-key', (token) => ({ 'x-goog-api-key': token })],
  ];
  const SANDBOX = { 'content-security-policy': 'sandbox', 'x-content-type-options': 'nosniff' };

  function send(
    headers: Record<string, string>,
    path = `/proxy-http/${HOST}/v1/x?y=%20z`,
    method = 'GET',
  ): Promise<Judged> {
    const { hostname, port } = new URL(server.gatewayUrl);
    return new Promise((resolve, reject) => {
      const outgoing = httpRequest({ host: hostname, port, method, path, headers, agent: false });
      outgoing.on('response', (response) => void collect(response).then(resolve, reject));
      outgoing.on('error', reject).end();
    });
  }

  beforeEach(() => {
    upstream.answer = (_request, response) =>
      response
        .writeHead(200, {
          'set-cookie': ['a=b', 'c=d'],
          'clear-site-data': '"*"',
          'service-worker-allowed': '/',
          'access-control-allow-origin': '*',
          'access-control-allow-credentials': 'true',
          'content-security-policy': "default-src 'self'",
          location: 'https://elsewhere.test/',
          'x-own': 'kept',
        })
        .end('ok');
  });

  it.each(positions)('06-33 %s', async (_name, headersOf) => {
    await grant(owner, agent.id, await createSecret(owner, { hostPattern: HOST }));
    for (const way of ['/proxy-http', '/proxy']) {
      const answer = await send(
        { ...headersOf(agent.token), cookie: 'a=1; cg_session=mine; b=2', origin: APP },
        `${way}/${HOST}/v1/x?y=%20z`,
      );
      expect([answer.status, answer.text]).toEqual([200, 'ok']);
      expect(ownHeaders(answer)).toMatchObject({
        ...SANDBOX,
        location: 'https://elsewhere.test/',
        'x-own': 'kept',
      });
      const gone = /^(set-cookie|clear-site-data|service-worker-allowed|access-control-.*)$/;
      expect(Object.keys(answer.headers).filter((name) => gone.test(name))).toEqual([]);
      const seen = upstream.only();
      expect(seen).toMatchObject({
        scheme: way === '/proxy' ? 'https' : 'http',
        host: HOST,
        url: '/v1/x?y=%20z',
        headers: { 'x-test-key': 'the-value', cookie: 'a=1; b=2' },
      });
      for (const name of Object.keys(headersOf('')))
        expect([name, seen.headers[name]]).toEqual([name, undefined]);
      expect(seen.rawHeaders.join('\n')).not.toContain('aoc_');
    }
  });

  it.each(positions)('06-33 an unknown token in %s: 401', async (_name, headersOf) => {
    const answer = await send(headersOf(`aoc_${'e'.repeat(64)}`));
    expect([answer.status, answer.body.error]).toEqual([401, 'agent_token_required']);
    expect(answer.headers).toMatchObject({ ...SANDBOX, 'www-authenticate': 'Bearer' });
    expect(upstream.seen).toEqual([]);
  });

  it('06-33 the first position counts, whatever stands in the others', async () => {
    const wrong = `aoc_${'e'.repeat(64)}`;
    const byHeader = new Map(
      positions.map(([, headersOf]) => [Object.keys(headersOf('')).join(), headersOf]),
    );
    const order = [...byHeader.values()];
    for (const [index, first] of order.entries()) {
      for (const later of order.slice(index + 1)) {
        expect((await send({ ...later(wrong), ...first(agent.token) })).status).toBe(200);
        expect((await send({ ...later(agent.token), ...first(wrong) })).status).toBe(401);
      }
    }
    for (const { rawHeaders } of upstream.seen) expect(rawHeaders.join('\n')).not.toContain(agent.token);
  });

  it("06-33 an upstream's own key beside the token stays", async () => {
    await send({ 'x-agent-token': agent.token, authorization: 'Bearer sk-own', 'x-api-key': 'own' });
    expect(upstream.only().headers).toMatchObject({ authorization: 'Bearer sk-own', 'x-api-key': 'own' });
  });

  it('06-6.4 where the token stood an injection finds something to replace', async () => {
    const value = 'sk-ant-oat01-real';
    const secret = await createSecret(owner, { type: 'anthropic', hostPattern: 'api.anthropic.com', value });
    await grant(owner, agent.id, secret);
    await send({ authorization: `Bearer ${agent.token}` }, '/proxy/api.anthropic.com/v1/messages');
    expect(upstream.only().headers.authorization).toBe(`Bearer ${value}`);
    await send({ 'x-agent-token': agent.token }, '/proxy/api.anthropic.com/v1/messages');
    expect(upstream.only().headers.authorization).toBeUndefined();
  });

  it('06-33, R24.11 refusals and hints carry the sandbox headers too', async () => {
    upstream.answer = refuse(401);
    const hint = await send({ 'x-agent-token': agent.token });
    expect([hint.status, hint.body.error]).toEqual([401, 'credential_not_found']);
    await organization({ rules: [BLOCK] });
    const refusal = await send({ 'x-agent-token': agent.token });
    expect([refusal.status, refusal.body.error]).toEqual([403, 'blocked_by_policy']);
    for (const { headers } of [hint, refusal]) {
      expect(headers).toMatchObject({ ...SANDBOX, 'x-should-retry': 'false' });
      expect(headers['set-cookie']).toBeUndefined();
    }
  });
});
