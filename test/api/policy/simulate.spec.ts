import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { RequestLog } from '../../../src/gateway/request-log/request-log.js';
import type { RuleTarget } from '../../../src/domain/decision/policy/model.js';
import { type Owner, signUpOwner } from '../../harness/people/accounts.js';
import { type Agent, type Asking, createAgent, createSecret, grant } from '../../harness/clients/agent.js';
import { decide, listPending, pending } from '../../harness/policy/approvals.js';
import { api, type Answer, type ApiClient } from '../../harness/clients/client.js';
import { connect } from '../../harness/upstreams/connections.js';
import { memberOf } from '../../harness/people/members.js';
import { unclaim } from '../../harness/people/attached.js';
import { addGroup, addMember, bind, raiseOrganization, setMembership } from '../../harness/people/people.js';
import {
  network,
  organizationRules,
  type RuleInput,
  type RuleSetInput,
  workspaceRules,
} from '../../harness/policy/rules.js';
import { startServer, type TestServer } from '../../harness/server/server.js';
import { startUpstream, type Upstream } from '../../harness/upstreams/upstream.js';
import { until } from '../../harness/time/until.js';
import { webSocket } from '../../harness/clients/web-socket.js';

const SIMULATE = '/v1/policy/simulate';
const BLOCK = { action: 'block' } as const;
const GMAIL = 'gmail.googleapis.com/gmail/v1/users/me';
const SEND = `POST ${GMAIL}/messages/send`;
const LIST = `GET ${GMAIL}/messages`;
const PIN = 'x-onecli-connection-id';

let upstream: Upstream;
let community: TestServer;
let enterprise: TestServer;
let server: TestServer;
let owner: Owner;
let agent: Agent;

beforeAll(async () => {
  upstream = await startUpstream();
  const settings = { ...upstream.settings, APP_URL: 'https://app.example.test', REQUEST_LOG_MODE: 'all' };
  [community, enterprise] = await Promise.all([
    startServer(settings),
    startServer({ ...settings, ENTERPRISE_ENABLED: 'true' }),
  ]);
});

afterAll(async () => {
  await Promise.all([community.close(), enterprise.close()]);
  await upstream.close();
});

beforeEach(() => useServer(community));

async function useServer(chosen: TestServer): Promise<void> {
  server = chosen;
  upstream.reset();
  owner = await signUpOwner(server);
  agent = await createAgent(server, owner);
}

function organization(input: RuleSetInput | RuleInput[]): Promise<void> {
  return organizationRules(server, owner, input);
}

function workspace(input: RuleSetInput | RuleInput[]): Promise<void> {
  return workspaceRules(server, owner, input);
}

/** `METHOD host/path`, as the worked examples write it. */
function said(line: string, { headers, body }: Asking = {}): Record<string, unknown> {
  const [method, address] = line.split(' ');
  return { agentId: agent.id, method, url: `http://${address}`, headers, body: body?.toString() };
}

function simulate(body: object, by: ApiClient = owner.api): Promise<Answer> {
  return by.post(SIMULATE, body);
}

async function simulated(line: string, asking?: Asking, by?: ApiClient): Promise<any> {
  const answer = await simulate(said(line, asking), by);
  if (answer.status !== 200) throw new Error(`${line}: ${answer.status} ${answer.text}`);
  return answer.body;
}

interface LogRow {
  matched_rule_logical_id: string | null;
  extra_data: { matched_rule_scope?: string } | null;
}

/** The record of a request, which is written after its answer; `earlier` were there before it was sent. */
async function loggedAfter(earlier: number): Promise<LogRow> {
  let rows: LogRow[] = [];
  await until(async () => (rows = await logRows()).length > earlier);
  return rows[0]!;
}

async function logRows(): Promise<LogRow[]> {
  await server.app.get(RequestLog, { strict: false }).flush();
  return server.db.query<LogRow>(
    `SELECT * FROM request_log WHERE workspace_id = $1 ORDER BY created_at DESC`,
    [owner.workspaceId],
  );
}

function countersOf(workspaceId: string): Promise<{ key: string }[]> {
  return server.db.query(`SELECT key FROM rate_limit_counters WHERE key LIKE '%:' || $1 || ':%'`, [
    workspaceId,
  ]);
}

/** Simulates, then really sends, and demands the same of both; answers the verdict in a word. */
async function both(line: string, asking: Asking = {}): Promise<string> {
  const foreseen = await simulated(line, asking);
  await server.db.query('DELETE FROM rate_limit_counters');
  const { length: earlier } = await logRows();
  upstream.seen.length = 0;
  const [method, address] = line.split(' ') as [string, string];
  const sending = agent.ask(`http://${address}`, { method, ...asking });
  if (foreseen.verdict === 'approval') {
    const [held] = await pending(owner.api);
    expect(upstream.seen).toEqual([]);
    await decide(owner.api, held.id, 'approve');
  }
  const answer = await sending;
  if (foreseen.verdict === 'refuse') {
    expect([answer.status, upstream.seen.length]).toEqual([foreseen.refusal.status, 0]);
    if (method !== 'HEAD') expect(answer.body).toEqual(foreseen.refusal.body);
  } else {
    expect([answer.status, upstream.seen.length]).toEqual([200, 1]);
    expect(foreseen.refusal).toBeNull();
  }
  const logged = await loggedAfter(earlier);
  if (foreseen.decidedBy?.kind === 'rule')
    expect(logged.matched_rule_logical_id).toBe(foreseen.decidedBy.rule.logicalId);
  else if (foreseen.decidedBy === null) expect(logged.matched_rule_logical_id).toBeNull();
  if (foreseen.decidedBy !== null)
    expect(logged.extra_data?.matched_rule_scope).toBe(foreseen.decidedBy.scope);
  const counted = (await countersOf(owner.workspaceId)).map(({ key }) => key.split(':')[2]).sort();
  expect(counted).toEqual(foreseen.modifiers.rateLimits.map((limit: any) => limit.logicalId).sort());
  return foreseen.refusal?.body.error ?? foreseen.verdict;
}

const app = (provider: string, ...tools: string[]): RuleTarget => ({
  kind: 'app',
  provider,
  tools,
  connectionScope: null,
});
const on = (connectionId: string, ...tools: string[]): RuleTarget => ({
  kind: 'connection',
  connectionId,
  tools,
});
const secretTarget = (secretId: string): RuleTarget => ({ kind: 'secret', secretId, secretScope: null });

function account(label: string | null = null, provider = 'gmail'): Promise<string> {
  const { organizationId, workspaceId } = owner;
  return connect(server, { organizationId, workspaceId }, { label, provider });
}

function shared(provider = 'gmail'): Promise<string> {
  return connect(server, { organizationId: owner.organizationId }, { provider });
}

async function grantAccount(connectionId: string, allow: string[] | null, ask: string[] = []): Promise<void> {
  const body = allow === null ? { access: 'full' } : { access: 'custom', allow, ask };
  const answer = await owner.api.put(`/v1/agents/${agent.id}/grants/connections/${connectionId}`, body);
  if (answer.status !== 200) throw new Error(`Granting: ${answer.status} ${answer.text}`);
}

async function grantSecret(hostPattern: string, more: object = {}): Promise<string> {
  const id = await createSecret(owner, { hostPattern, ...more });
  await grant(owner, agent.id, id);
  return id;
}

const B = 'blocked_by_policy';
const D = 'blocked_by_default_policy';
const STRIPE = 'api.stripe.test';
const X = network('x.test');

describe('02-42 the worked examples of 02 §13: simulated and sent', () => {
  const anthropic = { type: 'anthropic', value: 'sk-ant-api03-x' };
  const full = async () => grantAccount(await account(), null);
  const nine = async () => grantAccount(await account(), ['search_messages'], ['send_email']);
  const asking = async () => grantAccount(await account(), [], ['send_email']);
  const path = (pathPattern: string) => () =>
    organization([{ ...BLOCK, targets: [network('api.example.test', pathPattern)] }]);

  it.each<[number | string, () => Promise<unknown>, Record<string, string>]>([
    [1, async () => undefined, { 'POST api.example.test/x': 'allow' }],
    [2, () => organization({ defaultAction: 'block' }), { 'POST api.example.test/x': 'allow' }],
    [
      3,
      async () => {
        await organization({ defaultAction: 'block' });
        await grantSecret(STRIPE);
      },
      { [`POST ${STRIPE}/v1/charges?a=1`]: D },
    ],
    [
      4,
      async () => {
        await organization({ defaultAction: 'block' });
        await grantSecret('api.anthropic.com', anthropic);
      },
      { 'POST api.anthropic.com/v1/messages': 'allow' },
    ],
    [
      5,
      async () => {
        await organization({ defaultAction: 'block', rules: [{ targets: [network(STRIPE)] }] });
        await grantSecret(STRIPE);
      },
      { [`POST ${STRIPE}/v1/charges`]: 'allow' },
    ],
    [
      6,
      async () => {
        await organization({ defaultAction: 'block' });
        await full();
      },
      { [LIST]: D },
    ],
    [
      7,
      async () => {
        await organization({ defaultAction: 'block', rules: [{ targets: [app('gmail')] }] });
        await full();
      },
      { [LIST]: 'allow' },
    ],
    [
      8,
      async () => {
        await organization({
          defaultAction: 'block',
          rules: [{ targets: [app('gmail', 'search_messages')] }],
        });
        await full();
      },
      { [SEND]: D },
    ],
    [
      '9 to 12',
      nine,
      {
        [LIST]: 'allow',
        [SEND]: 'approval',
        [`DELETE ${GMAIL}/messages/42`]: B,
        [`PATCH ${GMAIL}/settings/x`]: B,
      },
    ],
    [
      14,
      async () => {
        await asking();
        await full();
      },
      { [SEND]: 'multiple_connections' },
    ],
    [
      15,
      async () => {
        await organization([{ ...BLOCK, targets: [network('gmail.googleapis.com')] }]);
        await full();
      },
      { [LIST]: B },
    ],
    [
      16,
      async () => {
        await organization([{ requireApproval: true, targets: [app('gmail')] }]);
        await full();
      },
      { [LIST]: 'approval' },
    ],
    [
      17,
      async () => {
        await organization([{ targets: [app('gmail')] }]);
        await asking();
      },
      { [SEND]: 'approval' },
    ],
    [
      18,
      async () => {
        await organization([{ rateLimit: 100, rateLimitWindow: 'hour', targets: [network(STRIPE)] }]);
        await grantSecret(STRIPE);
      },
      { [`POST ${STRIPE}/v1/charges`]: 'allow' },
    ],
    [
      19,
      async () => {
        await organization([{ rateLimit: 10, rateLimitWindow: 'minute', targets: [app('gmail')] }]);
        await asking();
      },
      { [SEND]: 'approval' },
    ],
    [
      20,
      () => organization([{ requireApproval: true, rateLimit: 5, rateLimitWindow: 'day', targets: [X] }]),
      { 'GET x.test/': 'approval' },
    ],
    [21, () => organization([{ targets: [X] }, { ...BLOCK, targets: [X] }]), { 'GET x.test/': 'allow' }],
    [22, () => organization([{ ...BLOCK, targets: [X] }, { targets: [X] }]), { 'GET x.test/': B }],
    [
      23,
      () => organization([{ ...BLOCK, enabled: false, targets: [X] }, { targets: [X] }]),
      { 'GET x.test/': 'allow' },
    ],
    [
      24,
      async () => {
        await organization([{ targets: [X] }]);
        await workspace([{ ...BLOCK, source: 'blocklist', targets: [network('x.test', '/*')] }]);
      },
      { 'GET x.test/': B },
    ],
    [
      28,
      path('/admin'),
      {
        'GET api.example.test/admin?x=1': B,
        'GET api.example.test/admin/': 'allow',
        'GET api.example.test/Admin': 'allow',
      },
    ],
    [
      29,
      path('/admin/*'),
      {
        'GET api.example.test/admin': B,
        'GET api.example.test/admin/a/b': B,
        'GET api.example.test/administrator': 'allow',
      },
    ],
    [30, path('/admin*'), { 'GET api.example.test/administrator': B }],
    [
      31,
      path('/repos/*/issues'),
      { 'GET api.example.test/repos/a/issues': B, 'GET api.example.test/repos/a/b/issues': 'allow' },
    ],
    [32, path('/admin'), { 'GET api.example.test/%61dmin': B, 'GET api.example.test/x/../admin': B }],
    [
      33,
      () => organization([{ ...BLOCK, targets: [network('*.example.test')] }]),
      {
        'GET API.Example.test:8443/': B,
        'GET example.test/': 'allow',
      },
    ],
    [
      34,
      () => organization([{ ...BLOCK, targets: [network('x.test', null, 'GET')] }]),
      { 'HEAD x.test/': B },
    ],
    [
      37,
      () => organization([{ ...BLOCK, targets: [network('github.test', '/*/*/git-receive-pack', 'POST')] }]),
      {
        'GET github.test/o/r.git/info/refs?service=git-receive-pack': B,
        'GET github.test/o/r.git/info/refs?service=git-upload-pack': 'allow',
      },
    ],
    [
      38,
      () => organization([{ ...BLOCK, targets: [app('gmail')] }]),
      {
        'GET www.googleapis.com/gmail/v1/x': B,
        'GET www.googleapis.com/calendar/v3/x': 'allow',
      },
    ],
    [
      39,
      () => organization([{ ...BLOCK, targets: [app('aws', 'ec2_access')] }]),
      { 'POST rds.us-east-1.amazonaws.com/': 'allow' },
    ],
    [
      43,
      async () => {
        const github = await shared('github-app');
        await organization([{ targets: [on(github)], conditions: { repositories: ['o/a'] } }]);
        await workspace([
          {
            source: 'grant',
            identities: [{ type: 'agent', id: agent.id }],
            targets: [on(github)],
            conditions: { repositories: ['o/z'] },
          },
        ]);
      },
      { 'GET api.github.com/repos/o/z': 'resource_access_denied' },
    ],
    [
      46,
      async () => {
        await organization({ defaultAction: 'block' });
        await grantSecret('api.x.test', { pathPattern: '/v1/*' });
      },
      { 'GET api.x.test/v2': D },
    ],
    [
      47,
      () => organization({ defaultAction: 'block', rules: [{ ...BLOCK, targets: [network('y.test')] }] }),
      { 'GET y.test/': B },
    ],
    [
      48,
      () =>
        organization({
          defaultAction: 'block',
          coverage: 'all',
          rules: [{ targets: [network('api.anthropic.com')] }],
        }),
      {
        'POST api.example.test/x': D,
        'POST api.anthropic.com/v1/messages': 'allow',
        'POST api.openai.com/v1/responses': D,
      },
    ],
    [49, () => organization({ coverage: 'all' }), { 'POST api.example.test/x': 'allow' }],
  ])('02-42 example %s', async (_number, arrange, expected) => {
    await arrange();
    const found: Record<string, string> = {};
    for (const line of Object.keys(expected)) found[line] = await both(line);
    expect(found).toEqual(expected);
  });

  it('02-42 example 13 a named account', async () => {
    const [c1, c2] = [await account('one'), await account('two')];
    await grantAccount(c1, [], ['send_email']);
    await grantAccount(c2, null);
    expect(await both(SEND, { headers: { [PIN]: c2 } })).toBe('allow');
    expect(await both(SEND, { headers: { [PIN]: c1 } })).toBe('approval');
  });

  it('02-42 examples 25, 26, 27 people and groups', async () => {
    const member = await addMember(server, owner.organizationId);
    const group = await addGroup(server, owner.organizationId, [member]);
    const blockFor = (type: 'user' | 'group', id: string) =>
      organization([{ ...BLOCK, identities: [{ type, id }], targets: [X] }]);
    await blockFor('group', group);
    expect(await both('GET x.test/')).toBe('allow');
    await bind(server, owner.workspaceId, { userId: member });
    await raiseOrganization(server, owner.organizationId);
    expect(await both('GET x.test/')).toBe(B);
    await blockFor('user', member);
    expect(await both('GET x.test/')).toBe(B);
    await setMembership(server, owner.organizationId, member, 'suspended');
    expect(await both('GET x.test/')).toBe('allow');
  });

  it('02-42 example 35 a method override', async () => {
    await organization([{ ...BLOCK, targets: [network('x.test', null, 'DELETE')] }]);
    expect(await both('POST x.test/1', { headers: { 'X-HTTP-Method-Override': 'DELETE' } })).toBe(B);
    expect(await both('POST x.test/1')).toBe('allow');
  });

  it('02-42 example 36 bodies', async () => {
    const conditions = [{ target: 'body' as const, operator: 'contains' as const, value: 'wire-transfer' }];
    await organization([{ ...BLOCK, conditions, targets: [X] }]);
    expect(await both('POST x.test/', { body: 'please WIRE-TRANSFER it' })).toBe(B);
    expect(await both('POST x.test/', { body: 'hello' })).toBe('allow');
    expect(await both('GET x.test/')).toBe('allow');
  });

  it('02-42 example 40 a secret and its end', async () => {
    const id = await createSecret(owner, { hostPattern: STRIPE }, '/v1/org/secrets');
    await organization([{ ...BLOCK, targets: [secretTarget(id)] }]);
    expect(await both(`GET ${STRIPE}/`)).toBe(B);
    expect((await owner.api.delete(`/v1/org/secrets/${id}`)).status).toBe(204);
    expect(await both(`GET ${STRIPE}/`)).toBe('allow');
  });

  it('02-42 examples 41, 42 a rule about everyone attaches nothing, one about a user does', async () => {
    const c9 = await shared();
    await organization([{ targets: [on(c9)] }]);
    expect(await both(LIST)).toBe('allow');
    expect(await simulated(LIST)).toMatchObject({
      request: { managed: false },
      winner: null,
      decidedBy: null,
    });
    await organization([{ targets: [on(c9)], identities: [{ type: 'user', id: owner.userId }] }]);
    expect(await both(LIST)).toBe('allow');
    expect(await simulated(LIST)).toMatchObject({
      request: { managed: true, provider: 'gmail' },
      winner: { id: c9, provider: 'gmail', display_name: 'Gmail' },
      decidedBy: { kind: 'rule', scope: 'organization' },
    });
  });

  it('02-42 example 45 a WebSocket that would have to be held', async () => {
    await organization([{ name: 'Ask', requireApproval: true, targets: [network('ws.test')] }]);
    const headers = { connection: 'keep-alive, Upgrade', upgrade: 'websocket' };
    const foreseen = await simulated('GET ws.test/socket', { headers });
    const answer = await webSocket(server, agent, 'ws.test');
    expect(answer.status).toBe(foreseen.refusal.status);
    expect(JSON.parse(answer.text.slice(answer.text.indexOf('{')))).toEqual(foreseen.refusal.body);
    expect(foreseen).toMatchObject({
      verdict: 'refuse',
      refusal: { body: { rule_name: 'Manual approval required' } },
      decidedBy: { rule: { name: 'Ask' } },
      modifiers: { rateLimits: [], approval: false },
      request: { methods: ['GET'], webSocket: true },
    });
  });
});

describe('POST /policy/simulate (02 §8.6)', () => {
  it('02-41 example 16: approval, both sets explained, and nothing has happened', async () => {
    const c1 = await account('Mine');
    await organization([{ name: 'Ask about mail', requireApproval: true, targets: [app('gmail')] }]);
    await grantAccount(c1, null);
    const before = await server.db.query('SELECT count(*)::int AS rows FROM audit_log');
    const body = await simulated(LIST);
    expect(body).toMatchObject({
      verdict: 'approval',
      refusal: null,
      decidedBy: { kind: 'rule', scope: 'organization', rule: { name: 'Ask about mail' } },
      modifiers: { rateLimits: [], approval: true },
      request: {
        host: 'gmail.googleapis.com',
        path: '/gmail/v1/users/me/messages',
        canonicalPath: '/gmail/v1/users/me/messages',
        methods: ['GET'],
        provider: 'gmail',
        llmHost: false,
        managed: true,
        webSocket: false,
      },
      connections: [{ id: c1, label: 'Mine', provider: 'gmail', display_name: 'Gmail' }],
      winner: { id: c1 },
      notChecked: ['dns'],
    });
    expect(body.sets.map(({ scope, armed }: any) => [scope, armed])).toEqual([
      ['organization', true],
      ['workspace', true],
    ]);
    expect(body.sets.map(({ rules }: any) => rules.map(({ outcome }: any) => outcome))).toEqual([
      ['decides'],
      ['applies'],
    ]);
    expect(await listPending(owner.api)).toEqual([]);
    expect(await logRows()).toEqual([]);
    expect(await countersOf(owner.workspaceId)).toEqual([]);
    expect(await server.db.query('SELECT count(*)::int AS rows FROM audit_log')).toEqual(before);
    expect(upstream.seen).toEqual([]);
    expect(await both(LIST)).toBe('approval');
  });

  it('02-41 a limit is a modifier, never a refusal, and simulating does not use it up', async () => {
    await organization([{ rateLimit: 1, rateLimitWindow: 'day', targets: [X] }]);
    await workspace([{ rateLimit: 2, rateLimitWindow: 'hour', targets: [X] }]);
    for (let round = 0; round < 3; round++) {
      const { verdict, modifiers } = await simulated('GET x.test/');
      expect(verdict).toBe('allow');
      expect(modifiers.rateLimits).toEqual([
        { scope: 'organization', logicalId: expect.any(String), limit: 1, window: 'day' },
        { scope: 'workspace', logicalId: expect.any(String), limit: 2, window: 'hour' },
      ]);
    }
    expect((await agent.ask('http://x.test/')).status).toBe(200);
    expect((await agent.ask('http://x.test/')).status).toBe(429);
    expect((await simulated('GET x.test/')).verdict).toBe('allow');
  });

  it('says of every rule what became of it', async () => {
    const contains = (value: string) => ({ target: 'body' as const, operator: 'contains' as const, value });
    const stranger = await addMember(server, owner.organizationId);
    await organization([
      { name: 'off', enabled: false, targets: [X] },
      { name: 'others', identities: [{ type: 'user', id: stranger }], targets: [X] },
      { name: 'elsewhere', targets: [network('y.test'), network('x.test', '/b', 'GET')] },
      { name: 'method', targets: [network('x.test', '/a', 'DELETE')] },
      { name: 'empty', targets: [] },
      { name: 'body', conditions: [contains('pay'), contains('now')], targets: [X] },
      { name: 'first', rateLimit: 3, rateLimitWindow: 'hour', targets: [X] },
      { ...BLOCK, name: 'late', targets: [X] },
    ]);
    await workspace([{ ...BLOCK, name: 'ours', targets: [X] }]);
    const body = await simulated('POST x.test/a', { body: 'pay' });
    const outcomes = body.sets.map(({ rules }: any) =>
      rules.map(({ rule, outcome, failed }: any) => [rule.name, outcome, failed]),
    );
    expect(outcomes[0]).toEqual([
      ['off', 'disabled', null],
      ['others', 'identity', null],
      ['elsewhere', 'target', 'path'],
      ['method', 'target', 'method'],
      ['empty', 'target', 'none'],
      ['body', 'condition', 1],
      ['first', 'overruled', null],
      ['late', 'shadowed', null],
    ]);
    expect(outcomes[1]).toEqual([['ours', 'decides', null]]);
    expect(body.sets[0].rules[6].rule).toEqual({
      logicalId: expect.any(String),
      name: 'first',
      source: 'custom',
      action: 'allow',
      requireApproval: false,
      rateLimit: 3,
      rateLimitWindow: 'hour',
    });
    expect(body).toMatchObject({
      verdict: 'refuse',
      modifiers: { rateLimits: [], approval: false },
      injection: [],
    });
    expect(body.refusal.body.rule_name).toBe('ours');
  });

  it('shows a grant that the default discards, and no grants of other agents', async () => {
    const other = await createAgent(server, owner);
    const id = await grantSecret(STRIPE);
    await grant(owner, other.id, id);
    await organization({ defaultAction: 'block' });
    const body = await simulated(`GET ${STRIPE}/`);
    expect(body.decidedBy).toEqual({ kind: 'default', scope: 'organization' });
    expect(body.sets[0]).toEqual({
      scope: 'organization',
      armed: true,
      default: { action: 'block', coverage: 'credentialed' },
      rules: [],
      truncated: false,
    });
    expect(body.sets[1].rules).toMatchObject([{ outcome: 'discarded', rule: { source: 'grant' } }]);
  });

  it('names what would be injected and where, never a value', async () => {
    const key = await grantSecret(STRIPE, {
      name: 'Key',
      value: 'sk-canary',
      injectionConfig: { headerName: 'X-Key' },
    });
    const query = await grantSecret(STRIPE, {
      name: 'Q',
      value: 'qv-canary',
      injectionConfig: { paramName: 'key' },
    });
    const inPath = await grantSecret(STRIPE, {
      name: 'P',
      value: 'pv-canary',
      injectionConfig: { pathTemplate: '/bot{value}' },
    });
    const answer = await simulate(said(`GET ${STRIPE}/botX/send`));
    const byId = Object.fromEntries(answer.body.injection.map((each: any) => [each.id, each]));
    expect(byId).toEqual({
      [key]: {
        kind: 'secret',
        id: key,
        name: 'Key',
        provider: null,
        scope: 'workspace',
        slots: ['header:x-key'],
      },
      [query]: {
        kind: 'secret',
        id: query,
        name: 'Q',
        provider: null,
        scope: 'workspace',
        slots: ['query:key'],
      },
      [inPath]: {
        kind: 'secret',
        id: inPath,
        name: 'P',
        provider: null,
        scope: 'workspace',
        slots: ['path'],
      },
    });
    expect(answer.text).not.toContain('canary');
    const elsewhere = await simulated(`GET ${STRIPE}/other`);
    expect(elsewhere.injection.map(({ id }: any) => id).sort()).toEqual([key, query].sort());
    await agent.ask(`http://${STRIPE}/botX/send`);
    expect(upstream.only()).toMatchObject({
      url: '/botpv-canary/send?key=qv-canary',
      headers: { 'x-key': 'sk-canary' },
    });
  });

  it('a header that is only replaced counts when the agent sends it; nothing goes to our own origins', async () => {
    await grantSecret('api.anthropic.com', { type: 'anthropic', value: 'sk-ant-oat01-x' });
    const line = 'POST api.anthropic.com/v1/messages';
    expect((await simulated(line)).injection).toEqual([]);
    const replaced = await simulated(line, { headers: { Authorization: 'Bearer stub' } });
    expect(replaced.injection).toMatchObject([{ slots: ['header:authorization'] }]);
    expect(replaced.request.llmHost).toBe(true);
    await grantSecret('app.example.test');
    const answer = await simulate({ agentId: agent.id, method: 'GET', url: 'https://app.example.test/' });
    expect(answer.body).toMatchObject({ verdict: 'allow', request: { managed: true }, injection: [] });
  });

  it('an unclaimed organization ends before the rules', async () => {
    await organization([{ targets: [X] }]);
    await unclaim(server, owner.organizationId);
    expect(await simulated('GET x.test/')).toMatchObject({
      verdict: 'refuse',
      refusal: { status: 403, body: { error: 'claim_required' } },
      decidedBy: null,
      sets: [],
      injection: [],
      notChecked: [],
    });
  });

  it('a scope is judged as far as the request tells, and what only the provider knows is said to be left', async () => {
    const narrowed = (connectionId: string, conditions: RuleInput['conditions']) => ({
      source: 'grant' as const,
      identities: [{ type: 'agent' as const, id: agent.id }],
      targets: [on(connectionId)],
      conditions,
    });
    await workspace([
      narrowed(await shared('dropbox'), { folders: ['/a'] }),
      narrowed(await shared('google-drive'), { driveFolders: ['0Drive/fA'] }),
      narrowed(await shared('github-app'), { repositories: ['o/a'] }),
    ]);
    const list = 'POST api.dropboxapi.com/2/files/list_folder';
    const json = { headers: { 'content-type': 'application/json' } };
    expect(await simulated(list, { ...json, body: '{"path":"/b"}' })).toMatchObject({
      verdict: 'refuse',
      refusal: { status: 403, body: { error: 'resource_access_denied', allowed: ['/a'] } },
      injection: [],
      notChecked: [],
    });
    const drive = 'GET www.googleapis.com/drive/v3';
    expect(await simulated(`${drive}/files`)).toMatchObject({
      verdict: 'refuse',
      refusal: { body: { error: 'resource_access_denied', allowed: ['0Drive/fA'] } },
    });
    for (const [request, notChecked] of [
      [list, ['dns']],
      [`${drive}/about`, ['dns']],
      [`${drive}/files/f1`, ['dns', 'resource_guard']],
      ['GET api.github.com/repos/o/a', ['dns', 'resource_guard']],
    ] as const) {
      const asked = { ...json, body: request.startsWith('POST') ? '{"path":"/a/b"}' : '' };
      const told = await simulated(request, asked);
      expect([request, told.verdict, told.notChecked]).toEqual([request, 'allow', notChecked]);
    }
  });

  it('02-43 a stale connectionId is a verdict, and wins over the header', async () => {
    const c1 = await account();
    await grantAccount(c1, null);
    const body = {
      ...said(LIST, { headers: { [PIN]: c1 } }),
      connectionId: '8d0f3c4e-0000-4000-8000-000000000000',
    };
    const answer = await simulate(body);
    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject({
      verdict: 'refuse',
      refusal: { status: 404, body: { error: 'connection_not_found', connections: [{ id: c1 }] } },
      winner: null,
      sets: [],
    });
    expect((await simulate({ ...said(LIST), connectionId: c1 })).body.winner.id).toBe(c1);
  });

  it.each<[string, object, string]>([
    ['no agent', { agentId: undefined }, 'agentId is required'],
    ['no method', { method: undefined }, 'method is required'],
    ['no url', { url: undefined }, 'url is required'],
    ['CONNECT', { method: 'connect' }, 'method must be an HTTP method other than CONNECT and TRACE'],
    ['TRACE', { method: 'TRACE' }, 'method must be an HTTP method other than CONNECT and TRACE'],
    [
      'a long method',
      { method: 'A'.repeat(21) },
      'method must be an HTTP method other than CONNECT and TRACE',
    ],
    ['ftp', { url: 'ftp://x' }, 'url must be an absolute http or https URL without user information'],
    ['a relative url', { url: '/x' }, 'url must be an absolute http or https URL without user information'],
    [
      'userinfo',
      { url: 'http://a:b@x.test/' },
      'url must be an absolute http or https URL without user information',
    ],
    [
      'a bad port',
      { url: 'http://x.test:99999/' },
      'url must be an absolute http or https URL without user information',
    ],
    ['a climbing path', { url: 'http://x.test/../y' }, 'url must have a path that can be sent'],
    ['a space', { url: 'http://x.test/a b' }, 'url must have a path that can be sent'],
    ['a long url', { url: `http://x.test/${'a'.repeat(8_192)}` }, 'url must be at most 8192 characters'],
    ['headers as a list', { headers: [] }, 'headers must be an object of strings'],
    ['a header that is no string', { headers: { a: 1 } }, 'headers must be an object of strings'],
    ['a header name', { headers: { 'a b': 'c' } }, 'headers must have valid names'],
    ['a header value', { headers: { a: 'b\r\nc: d' } }, 'headers must have valid values'],
    [
      'many headers',
      { headers: Object.fromEntries(Array.from({ length: 101 }, (_, n) => [`h${n}`, ''])) },
      'headers must have at most 100 entries',
    ],
    ['large headers', { headers: { a: 'b'.repeat(16_384) } }, 'headers must have at most 16384 bytes'],
    ['a body that is no text', { body: {} }, 'body must be a string'],
    ['a large body', { body: 'b'.repeat(262_145) }, 'body must be at most 262144 characters'],
  ])('02-43 refuses %s', async (_what, wrong, message) => {
    const answer = await simulate({ ...said('GET x.test/'), ...wrong });
    expect([answer.status, answer.body]).toEqual([400, { error: message }]);
  });

  it('02-43 methods in any case, fragments, unknown keys and empty paths are fine', async () => {
    const answer = await simulate({
      agentId: agent.id,
      method: 'get',
      url: 'HTTP://X.test:80?q=1#part',
      extra: 1,
    });
    expect(answer.status).toBe(200);
    expect(answer.body.request).toMatchObject({ host: 'x.test', path: '/', methods: ['GET'] });
  });

  it("02-43 another workspace's agent is not found, and nobody asks without credentials", async () => {
    const stranger = await signUpOwner(server);
    const foreign = await createAgent(server, stranger);
    for (const agentId of [foreign.id, 'nobody']) {
      const answer = await simulate({ ...said('GET x.test/'), agentId });
      expect([answer.status, answer.body.error.message]).toEqual([404, 'Agent not found']);
    }
    expect((await simulate(said('GET x.test/'), api(server))).status).toBe(401);
  });
});

describe('02-42 redaction', () => {
  const rules: RuleInput[] = [
    { name: 'hidden elsewhere', targets: [network('y.test')] },
    { ...BLOCK, name: 'hidden block', targets: [X] },
    { name: 'hidden after', targets: [X] },
  ];

  it('a member on Enterprise learns that an organization rule blocks, and no more', async () => {
    await useServer(enterprise);
    const member = await memberOf(server, owner);
    await organization(rules);
    const answer = await simulate(said('GET x.test/'), member);
    const redacted = { kind: 'rule', scope: 'organization', redacted: true };
    expect(answer.body.decidedBy).toEqual(redacted);
    expect(answer.body.sets[0].rules).toEqual([{ outcome: 'decides', rule: redacted, failed: null }]);
    expect(answer.body.refusal.body).toMatchObject({ error: B, dashboard_url: expect.any(String) });
    expect(answer.body.refusal.body).not.toHaveProperty('rule_name');
    expect(answer.text).not.toContain('hidden');
    const seen = await simulated('GET x.test/');
    expect(seen.refusal.body.rule_name).toBe('hidden block');
    expect(seen.sets[0].rules).toHaveLength(3);
  });

  it('limits stay visible, without the id of the rule', async () => {
    await useServer(enterprise);
    const member = await memberOf(server, owner);
    await organization([{ name: 'hidden', rateLimit: 4, rateLimitWindow: 'hour', targets: [X] }]);
    const { modifiers, sets } = await simulated('GET x.test/', {}, member);
    expect(modifiers.rateLimits).toEqual([
      { scope: 'organization', logicalId: null, limit: 4, window: 'hour' },
    ]);
    expect(sets[0].rules).toHaveLength(1);
    await organization([{ name: 'hidden', targets: [network('y.test')] }]);
    expect((await simulated('GET x.test/', {}, member)).sets[0].rules).toEqual([]);
  });

  it('on Community a member sees what an admin sees', async () => {
    const member = await memberOf(server, owner);
    await organization(rules);
    expect(await simulated('GET x.test/', {}, member)).toEqual(await simulated('GET x.test/'));
  });
});
