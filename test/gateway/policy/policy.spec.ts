import { beforeEach, describe, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import type { RuleTarget } from '../../../src/domain/decision/policy/model.js';
import { type Owner, signUpOwner } from '../../harness/people/accounts.js';
import {
  type Agent,
  type Asking,
  agentWith,
  createAgent,
  createSecret,
  grant,
} from '../../harness/clients/agent.js';
import { gateway } from '../../harness/clients/client.js';
import { addGroup, addMember, bind, raiseOrganization, setMembership } from '../../harness/people/people.js';
import {
  network,
  organizationRules,
  type RuleInput,
  type RuleSetInput,
  workspaceRules,
} from '../../harness/policy/rules.js';
import type { TestServer } from '../../harness/server/server.js';
import { withUpstream } from '../../harness/server/stands.js';
import { until } from '../../harness/time/until.js';
import type { Upstream } from '../../harness/upstreams/upstream.js';
import { afterDenial, verdictOf } from '../../harness/clients/verdicts.js';
import { webSocket } from '../../harness/clients/web-socket.js';

let server: TestServer;
let upstream: Upstream;
let owner: Owner;
let agent: Agent;

const STRIPE = 'api.stripe.test';
const BLOCK = { action: 'block' } as const;

withUpstream((stand) => ({ upstream, server } = stand), { APP_URL: 'https://app.example.test' });

beforeEach(async () => {
  upstream.reset();
  owner = await signUpOwner(server);
  agent = await createAgent(server, owner);
});

/** Publishes the organization's rules; with a bare array, its Default Rule allows. */
function organization(input: RuleSetInput | RuleInput[]): Promise<void> {
  return organizationRules(server, owner, input);
}

function workspace(input: RuleSetInput | RuleInput[]): Promise<void> {
  return workspaceRules(server, owner, input);
}

async function grantSecret(hostPattern: string, more: object = {}): Promise<string> {
  const id = await createSecret(owner, { hostPattern, ...more });
  await grant(owner, agent.id, id);
  return id;
}

function verdict(request: string, options: Asking = {}, by: Agent = agent): Promise<string> {
  const [method, address] = request.split(' ') as [string, string];
  return verdictOf(upstream, () => by.ask(`http://${address}`, { method, ...options }));
}

function verdictWhenAsked(request: string): Promise<string> {
  return afterDenial(gateway(server).as(owner.apiKey), verdict(request));
}

async function verdicts(requests: string[]): Promise<string[]> {
  const all: string[] = [];
  for (const request of requests) all.push(await verdict(request));
  return all;
}

describe('02 §13 worked examples: defaults', () => {
  it('02 example 1 no rules: allow', async () => {
    expect(await verdict('POST api.example.test/x')).toBe('allow');
  });

  it('02 example 2, 06-T91, 06-11 a blocking default lets uncredentialed traffic pass', async () => {
    await organization({ defaultAction: 'block' });
    expect(await verdict('POST api.example.test/x')).toBe('allow');
  });

  it('02 example 3, 06-T90, 06-11 a grant does not open what the organization closes', async () => {
    await organization({ defaultAction: 'block' });
    await grantSecret(STRIPE);
    const answer = await agent.ask(`http://${STRIPE}/v1/charges?a=1`, { method: 'POST' });
    expect(answer.status).toBe(403);
    expect(answer.headers['x-should-retry']).toBe('false');
    expect(answer.body).toMatchObject({
      error: 'blocked_by_default_policy',
      method: 'POST',
      host: STRIPE,
      path: '/v1/charges?a=1',
      dashboard_url: `https://app.example.test/w/${owner.workspaceId}/agents`,
    });
    expect(answer.body).not.toHaveProperty('rule_name');
    expect(upstream.seen).toEqual([]);
  });

  it('02 example 4, 06-11 LLM hosts are never armed by credentialed coverage', async () => {
    await organization({ defaultAction: 'block' });
    await grantSecret('api.anthropic.com', { type: 'anthropic', value: 'sk-ant-api03-x' });
    expect(await verdict('POST api.anthropic.com/v1/messages')).toBe('allow');
  });

  it('02 example 5 an organization allow opens it', async () => {
    await organization({ defaultAction: 'block', rules: [{ targets: [network(STRIPE)] }] });
    await grantSecret(STRIPE);
    expect(await verdict(`POST ${STRIPE}/v1/charges`)).toBe('allow');
  });

  it('02 example 46 a path-scoped secret arms its whole host', async () => {
    await organization({ defaultAction: 'block' });
    await grantSecret('api.x.test', { pathPattern: '/v1/*' });
    expect(await verdict('GET api.x.test/v2')).toBe('blocked_by_default_policy');
  });

  it('02 example 47 an explicit block needs no credential', async () => {
    await organization({ defaultAction: 'block', rules: [{ ...BLOCK, targets: [network('y.test')] }] });
    expect(await verdict('GET y.test/')).toBe('blocked_by_policy');
  });

  it('02 example 48, 06-T91, 06-11 coverage all arms everything', async () => {
    await organization({
      defaultAction: 'block',
      coverage: 'all',
      rules: [{ targets: [network('api.anthropic.com')] }],
    });
    const requests = ['api.example.test/x', 'api.anthropic.com/v1/messages', 'api.openai.com/v1/responses'];
    expect(await verdicts(requests.map((request) => `POST ${request}`))).toEqual([
      'blocked_by_default_policy',
      'allow',
      'blocked_by_default_policy',
    ]);
  });

  it('02 example 49 coverage alone blocks nothing', async () => {
    await organization({ coverage: 'all' });
    expect(await verdict('POST api.example.test/x')).toBe('allow');
  });

  it("02 §12 step 6 a workspace's blocking default refuses what only the organization allows", async () => {
    await grantSecret(STRIPE);
    const shared = await createSecret(owner, { hostPattern: 'shared.test' }, '/v1/org/secrets');
    const target: RuleTarget = { kind: 'secret', secretId: shared, secretScope: null };
    await organization([{ targets: [target], identities: [{ type: 'agent', id: agent.id }] }]);
    await workspace({ defaultAction: 'block' });
    expect(await verdicts([`GET ${STRIPE}/`, 'GET shared.test/', 'GET free.test/'])).toEqual([
      'allow',
      'blocked_by_default_policy',
      'allow',
    ]);
  });
});

describe('02 §13 worked examples: order and levels', () => {
  it('02 example 21, 06-T88 first match: allow before block', async () => {
    await organization([{ targets: [network('x.test')] }, { ...BLOCK, targets: [network('x.test')] }]);
    expect(await verdict('GET x.test/')).toBe('allow');
  });

  it('02 example 22 first match: block before allow', async () => {
    await organization([{ ...BLOCK, targets: [network('x.test')] }, { targets: [network('x.test')] }]);
    expect(await verdict('GET x.test/')).toBe('blocked_by_policy');
  });

  it('02 example 23, 06-T87 a disabled rule is passed over', async () => {
    await organization([
      { ...BLOCK, enabled: false, targets: [network('x.test')] },
      { targets: [network('x.test')] },
    ]);
    expect(await verdict('GET x.test/')).toBe('allow');
  });

  it('06-T87 a rule without targets matches nothing, and a draft is not in force', async () => {
    await organization([{ ...BLOCK, targets: [] }]);
    await server.db.query(
      `INSERT INTO policy_rules (set_id, logical_id, priority, source, name, action, targets)
       SELECT id, gen_random_uuid(), 1, 'custom', 'Draft', 'block', $2 FROM policy_sets
       WHERE organization_id = $1 AND workspace_id IS NULL`,
      [owner.organizationId, JSON.stringify([network('*')])],
    );
    await raiseOrganization(server, owner.organizationId);
    expect(await verdict('GET x.test/')).toBe('allow');
  });

  it('02 example 24 a workspace tightens what the organization allows', async () => {
    await organization([{ targets: [network('x.test')] }]);
    await workspace([{ ...BLOCK, name: 'Ours', source: 'blocklist', targets: [network('x.test')] }]);
    const answer = await agent.ask('http://x.test/');
    expect(answer.body).toMatchObject({ error: 'blocked_by_policy', rule_name: 'Ours' });
  });

  it('06-T89 a workspace allow does not open an organization block', async () => {
    await organization([{ ...BLOCK, name: 'Never x', targets: [network('x.test')] }]);
    await workspace([{ source: 'blocklist', targets: [network('x.test')] }]);
    const answer = await agent.ask('http://x.test/');
    expect(answer.body).toMatchObject({ error: 'blocked_by_policy', rule_name: 'Never x' });
    expect(answer.body.message).toContain('only an organization admin');
    expect(upstream.seen).toEqual([]);
  });
});

describe('02 §13 worked examples: who a rule is about', () => {
  const blockFor = (type: 'user' | 'group' | 'agent', id: string): RuleInput[] => [
    { ...BLOCK, identities: [{ type, id }], targets: [network('x.test')] },
  ];

  it('02 example 25, 26 a rule for a group binds the workspaces of its members only', async () => {
    const member = await addMember(server, owner.organizationId);
    const group = await addGroup(server, owner.organizationId, [member]);
    await organization(blockFor('group', group));
    expect(await verdict('GET x.test/')).toBe('allow');
    await bind(server, owner.workspaceId, { userId: member });
    await raiseOrganization(server, owner.organizationId);
    expect(await verdict('GET x.test/')).toBe('blocked_by_policy');
  });

  it('02 §10 a group that has the workspace itself is one of its principals, and so are its people', async () => {
    const member = await addMember(server, owner.organizationId);
    const group = await addGroup(server, owner.organizationId, [member]);
    const sibling = await addGroup(server, owner.organizationId, [member]);
    await bind(server, owner.workspaceId, { groupId: group });
    for (const rule of [blockFor('group', group), blockFor('user', member), blockFor('group', sibling)]) {
      await organization(rule);
      expect(await verdict('GET x.test/')).toBe('blocked_by_policy');
    }
  });

  it('02 example 27 a suspended user no longer makes the rule match', async () => {
    const user = await addMember(server, owner.organizationId);
    await bind(server, owner.workspaceId, { userId: user });
    await organization(blockFor('user', user));
    expect(await verdict('GET x.test/')).toBe('blocked_by_policy');
    await setMembership(server, owner.organizationId, user, 'suspended');
    expect(await verdict('GET x.test/')).toBe('allow');
  });

  it("02 §10 an administrator's implicit access makes no principal", async () => {
    const other = await owner.api.as(owner.cookie).post('/v1/workspaces', { name: 'Second' });
    const admin = await addMember(server, owner.organizationId);
    await server.db.query(`UPDATE memberships SET role = 'admin' WHERE user_id = $1`, [admin]);
    expect(other.status).toBeLessThan(500);
    await organization(blockFor('user', admin));
    expect(await verdict('GET x.test/')).toBe('allow');
  });

  it('02 §10 a rule for one agent leaves its neighbours alone', async () => {
    const other = await createAgent(server, owner);
    await organization(blockFor('agent', other.id));
    expect(await verdict('GET x.test/')).toBe('allow');
    expect(await verdict('GET x.test/', {}, other)).toBe('blocked_by_policy');
  });

  it('R13 agents of a workspace whose only holders are suspended are unknown, until somebody active holds it', async () => {
    const sole = await addMember(server, owner.organizationId);
    await server.db.query(`UPDATE workspace_bindings SET user_id = $2 WHERE workspace_id = $1`, [
      owner.workspaceId,
      sole,
    ]);
    expect(await verdict('GET x.test/')).toBe('allow');
    await setMembership(server, owner.organizationId, sole, 'suspended');
    const refused = await agent.ask('http://x.test/');
    expect([refused.status, refused.body.error]).toEqual([407, 'proxy_authentication_required']);
    const group = await addGroup(server, owner.organizationId, [
      await addMember(server, owner.organizationId),
    ]);
    await bind(server, owner.workspaceId, { groupId: group });
    await raiseOrganization(server, owner.organizationId);
    expect(await verdict('GET x.test/')).toBe('allow');
  });

  it('R13 reinstating the sole holder lifts it, and a workspace without bindings is unaffected', async () => {
    const sole = await addMember(server, owner.organizationId);
    await server.db.query(`DELETE FROM workspace_bindings WHERE workspace_id = $1`, [owner.workspaceId]);
    await raiseOrganization(server, owner.organizationId);
    expect(await verdict('GET x.test/')).toBe('allow');
    await bind(server, owner.workspaceId, { userId: sole });
    await setMembership(server, owner.organizationId, sole, 'suspended');
    expect((await agent.ask('http://x.test/')).status).toBe(407);
    await setMembership(server, owner.organizationId, sole, 'active');
    expect(await verdict('GET x.test/')).toBe('allow');
  });
});

describe('02 §13 worked examples: patterns', () => {
  const API = 'api.example.test';
  const B = 'blocked_by_policy';

  it.each([
    ['28', '/admin', { '/admin?x=1': B, '/admin/': 'allow', '/Admin': 'allow' }],
    ['29', '/admin/*', { '/admin': B, '/admin/a/b': B, '/administrator': 'allow' }],
    ['30', '/admin*', { '/administrator': B }],
    ['31', '/repos/*/issues', { '/repos/a/issues': B, '/repos/a/b/issues': 'allow' }],
    [
      '32',
      '/admin',
      { '/%61dmin': B, '/x/../admin': B, '//admin': B, '/x/%2e%2E/admin': B, '/%2561dmin': 'allow' },
    ],
    ['06-T85', '/blocked*', { '/blocked/x': B, '/free': 'allow' }],
    ['06-T86, 06-10', '/blocked*', { '/%62locked/x': B, '/a/../blocked/x': B, '/./blocked': B }],
  ])('02 example %s path %s', async (_case, pathPattern, expected) => {
    await organization([{ ...BLOCK, targets: [network(API, pathPattern)] }]);
    const paths = Object.keys(expected);
    const found = await verdicts(paths.map((path) => `GET ${API}${path}`));
    expect(Object.fromEntries(paths.map((path, at) => [path, found[at]]))).toEqual(expected);
  });

  it('06-T85 the refusal names the rule and where to look', async () => {
    await organization([{ ...BLOCK, name: 'No blocked', targets: [network(API, '/blocked*')] }]);
    const answer = await agent.ask(`http://${API}/blocked/x?q=1`, { method: 'DELETE' });
    expect([answer.status, answer.headers['x-should-retry'], answer.headers['content-type']]).toEqual([
      403,
      'false',
      'application/json',
    ]);
    expect(answer.body).toMatchObject({
      error: B,
      rule_name: 'No blocked',
      method: 'DELETE',
      path: '/blocked/x?q=1',
      dashboard_url: `https://app.example.test/w/${owner.workspaceId}/agents`,
    });
  });

  it('02 example 33 hosts: wildcard, case, port, trailing dot', async () => {
    await organization([{ ...BLOCK, targets: [network('*.example.test')] }]);
    expect(
      await verdicts(['GET API.Example.test:8443/', 'GET api.example.test./', 'GET example.test/']),
    ).toEqual([B, B, 'allow']);
  });

  it('02 example 34 HEAD is judged as GET too', async () => {
    await organization([{ ...BLOCK, targets: [network('x.test', null, 'GET')] }]);
    const answer = await agent.ask('http://x.test/', { method: 'HEAD' });
    expect([answer.status, answer.text, upstream.seen.length]).toEqual([403, '', 0]);
    expect(await verdict('POST x.test/')).toBe('allow');
  });

  it('02 example 35 a method override cannot hide the method', async () => {
    await organization([{ ...BLOCK, targets: [network('x.test', null, 'DELETE')] }]);
    for (const name of ['X-HTTP-Method-Override', 'x-http-method', 'X-Method-Override'])
      expect(await verdict('POST x.test/1', { headers: { [name]: 'delete' } })).toBe(B);
    expect(await verdict('GET x.test/1', { headers: { 'x-http-method': 'DELETE' } })).toBe('allow');
  });

  it('02 example 37 a push rule covers its discovery', async () => {
    await organization([{ ...BLOCK, targets: [network('github.test', '/*/*/git-receive-pack', 'POST')] }]);
    const discovery = 'GET github.test/o/r.git/info/refs?service=git-';
    expect(await verdicts([`${discovery}receive-pack`, `${discovery}upload-pack`])).toEqual([B, 'allow']);
  });

  it('02 example 40 a rule on a secret ends with the secret', async () => {
    const id = await createSecret(owner, { hostPattern: STRIPE }, '/v1/org/secrets');
    const target: RuleTarget = { kind: 'secret', secretId: id, secretScope: null };
    await organization([{ ...BLOCK, targets: [target] }]);
    expect(await verdict(`GET ${STRIPE}/`)).toBe(B);
    expect((await owner.api.delete(`/v1/org/secrets/${id}`)).status).toBe(204);
    expect(await verdict(`GET ${STRIPE}/`)).toBe('allow');
  });

  it('02 §9.5 a rule on all secrets of a level covers their hosts', async () => {
    await createSecret(owner, { hostPattern: STRIPE });
    await organization([
      { ...BLOCK, targets: [{ kind: 'secret', secretId: null, secretScope: 'workspace' }] },
    ]);
    expect(await verdicts([`GET ${STRIPE}/`, 'GET x.test/'])).toEqual([B, 'allow']);
  });

  it('02 §9.5 a secret that does not exist matches nothing', async () => {
    const unknown: RuleTarget = { kind: 'secret', secretId: randomUUID(), secretScope: null };
    await organization([{ ...BLOCK, targets: [unknown] }]);
    expect(await verdict('GET x.test/')).toBe('allow');
  });

  it('06 §10.1.2 an organization rule with an identity attaches a secret, one without does not', async () => {
    const id = await createSecret(owner, { hostPattern: STRIPE, value: 'org-value' }, '/v1/org/secrets');
    const target: RuleTarget = { kind: 'secret', secretId: id, secretScope: null };
    const injected = async (): Promise<unknown> => {
      await agent.ask(`http://${STRIPE}/`);
      return upstream.only().headers['x-test-key'];
    };
    await organization([{ targets: [target] }]);
    expect(await injected()).toBeUndefined();
    await organization([{ targets: [target], identities: [{ type: 'user', id: owner.userId }] }]);
    expect(await injected()).toBe('org-value');
  });
});

describe('conditions on bodies', () => {
  const B = 'blocked_by_policy';
  const rule: RuleInput = {
    ...BLOCK,
    targets: [network('x.test')],
    conditions: [{ target: 'body', operator: 'contains', value: 'wire-transfer' }],
  };

  it('02 example 36, 06-T92 contains, without regard to case', async () => {
    await organization([rule]);
    expect(await verdict('POST x.test/', { body: 'please WIRE-TRANSFER it' })).toBe(B);
    expect(await verdict('POST x.test/', { body: 'hello' })).toBe('allow');
    expect(upstream.only().body.toString()).toBe('hello');
    expect(await verdict('GET x.test/')).toBe('allow');
  });

  it.each([
    ['gzip', gzipSync],
    ['deflate', deflateSync],
    ['br', brotliCompressSync],
  ] as const)(
    '06-T93 a %s body is decoded for the test and forwarded as it came',
    async (encoding, encode) => {
      await organization([rule]);
      const headers = { 'content-encoding': encoding };
      expect(await verdict('POST x.test/', { body: encode('a wire-transfer'), headers })).toBe(B);
      const harmless = encode('a love letter');
      expect(await verdict('POST x.test/', { body: harmless, headers })).toBe('allow');
      expect(upstream.only().body.equals(harmless)).toBe(true);
    },
  );

  it('02 §6.8.2 a longer body is judged on its prefix and arrives whole', async () => {
    await organization([rule]);
    const body = 'x'.repeat(3_000_000);
    expect(await verdict('POST x.test/', { body: `${body}wire-transfer` })).toBe('allow');
    expect(upstream.only().body.toString()).toBe(`${body}wire-transfer`);
    expect(await verdict('POST x.test/', { body: `wire-transfer${body}` })).toBe(B);
  });

  it('02 §6.8.3 a key looks into JSON, and a block falls back to the text of what is no JSON', async () => {
    await organization([
      { ...rule, conditions: [{ target: 'body', operator: 'contains', value: 'gold', key: 'items.kind' }] },
    ]);
    const items = (kind: string): string =>
      JSON.stringify({ kind: 'gold', items: [{ kind: 'x' }, { kind }] });
    expect(await verdict('POST x.test/', { body: items('Goldfish') })).toBe(B);
    expect(await verdict('POST x.test/', { body: items('silver') })).toBe('allow');
    expect(await verdict('POST x.test/', { body: 'no JSON, but gold' })).toBe(B);
  });

  it('02 §6.8.4 a block whose conditions nobody can read binds, an allow does not', async () => {
    const unreadable = [{ target: 'moon', operator: 'smells' }] as never;
    await organization([{ ...rule, conditions: unreadable }]);
    expect(await verdict('GET x.test/')).toBe(B);
    await organization([
      { targets: [network('x.test')], conditions: unreadable },
      { ...rule, conditions: null },
    ]);
    expect(await verdict('GET x.test/')).toBe(B);
  });
});

describe('rate limits', () => {
  const limited = (rateLimit: number, more: Partial<RuleInput> = {}): RuleInput => ({
    name: 'Slowly',
    rateLimit,
    rateLimitWindow: 'hour',
    targets: [network('x.test')],
    ...more,
  });

  it('02 example 18, 06-T94, 06-12 the request after the limit is refused', async () => {
    await organization([limited(1)]);
    expect(await verdict('GET x.test/')).toBe('allow');
    upstream.seen.length = 0;
    const answer = await agent.ask('http://x.test/');
    expect([answer.status, answer.body.error, answer.body.limit, answer.body.window]).toEqual([
      429,
      'rate_limited',
      1,
      'hour',
    ]);
    const seconds = Number(answer.headers['retry-after']);
    expect(seconds).toBeGreaterThanOrEqual(1);
    expect(seconds).toBeLessThanOrEqual(3_600);
    expect(answer.headers['x-should-retry']).toBeUndefined();
    expect(upstream.seen).toEqual([]);
  });

  it('06-T95, 06-12 each agent has its own allowance', async () => {
    await organization([limited(1)]);
    const other = await createAgent(server, owner);
    expect(await verdict('GET x.test/')).toBe('allow');
    expect(await verdict('GET x.test/')).toBe('rate_limited');
    expect(await verdict('GET x.test/', {}, other)).toBe('allow');
  });

  it('06-T96 a new token does not reset the counter', async () => {
    await organization([limited(1)]);
    expect(await verdict('GET x.test/')).toBe('allow');
    const renewed = await owner.api.post(`/v1/agents/${agent.id}/regenerate-token`);
    const token = renewed.body.accessToken as string;
    expect(token).toMatch(/^aoc_/);
    expect(await verdict('GET x.test/', {}, agentWith(server, { ...agent, token }))).toBe('rate_limited');
    expect((await agent.ask('http://x.test/')).status).toBe(407);
  });

  it('02-31 a new generation does not reset the counter', async () => {
    await organization([limited(2)]);
    expect(await verdict('GET x.test/')).toBe('allow');
    const secret = await createSecret(owner, { hostPattern: 'elsewhere.test' });
    await grant(owner, agent.id, secret);
    expect(await verdict('GET x.test/')).toBe('allow');
    expect(await verdict('GET x.test/')).toBe('rate_limited');
  });

  it('02 §15 of many requests at once exactly the limit passes', async () => {
    await organization([limited(5)]);
    const answers = await Promise.all(Array.from({ length: 20 }, () => agent.ask('http://x.test/')));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(5);
    expect(upstream.seen).toHaveLength(5);
  });

  it("R3 both levels count, the organization's first", async () => {
    await organization([limited(2, { rateLimitWindow: 'day' })]);
    await workspace([limited(1, { source: 'blocklist' })]);
    expect(await verdict('GET x.test/')).toBe('allow');
    const second = await agent.ask('http://x.test/');
    expect(second.body).toMatchObject({ error: 'rate_limited', limit: 1, window: 'hour' });
    const third = await agent.ask('http://x.test/');
    expect(third.body).toMatchObject({ error: 'rate_limited', limit: 2, window: 'day' });
  });

  it('02 example 20 a limit on an approval rule counts before anybody is asked', async () => {
    await organization([limited(1, { requireApproval: true, rateLimitWindow: 'day' })]);
    expect(await verdictWhenAsked('GET x.test/')).toBe('manual_approval_denied');
    expect(await verdict('GET x.test/')).toBe('rate_limited');
  });

  it('R3 an approval at one level and a limit at the other both bind', async () => {
    await organization([limited(1)]);
    await workspace([{ source: 'blocklist', requireApproval: true, targets: [network('x.test')] }]);
    expect(await verdictWhenAsked('GET x.test/')).toBe('manual_approval_denied');
    expect(await verdict('GET x.test/')).toBe('rate_limited');
  });

  it('06 §17.2 counters of windows that are over are removed, the others stay', async () => {
    await organization([limited(1)]);
    await agent.ask('http://x.test/');
    await server.db.query(
      `INSERT INTO rate_limit_counters (key, window_number, hits, expires_at) VALUES ('over', 1, 1, now())`,
    );
    await server.db.query(`SELECT graphile_worker.add_job('gateway.purge-rate-limit-counters', '{}')`);
    const keys = async (): Promise<string[]> => {
      const rows = await server.db.query<{ key: string }>('SELECT key FROM rate_limit_counters');
      return rows.map(({ key }) => key);
    };
    await until(async () => !(await keys()).includes('over'));
    expect((await keys()).some((key) => key.includes(agent.id))).toBe(true);
  });

  it('02-40 a counter store that is down lets the request pass', async () => {
    await organization([limited(1)]);
    await server.db.query('ALTER TABLE rate_limit_counters RENAME TO rate_limit_counters_gone');
    try {
      expect(await verdicts(['GET x.test/', 'GET x.test/'])).toEqual(['allow', 'allow']);
    } finally {
      await server.db.query('ALTER TABLE rate_limit_counters_gone RENAME TO rate_limit_counters');
    }
  });

  it('02-40, R22 a rule store that is down refuses everything', async () => {
    await server.db.query('ALTER TABLE policy_snapshots RENAME TO policy_snapshots_gone');
    try {
      await raiseOrganization(server, owner.organizationId);
      const answer = await agent.ask('http://x.test/');
      expect([answer.status, answer.headers['x-should-retry']]).toEqual([502, undefined]);
      expect(answer.body).toMatchObject({ error: 'resolution_failed' });
      expect(upstream.seen).toEqual([]);
    } finally {
      await server.db.query('ALTER TABLE policy_snapshots_gone RENAME TO policy_snapshots');
    }
  });

  it('R22 a live set whose snapshot is missing refuses, it is not an empty set', async () => {
    await organization([{ ...BLOCK, targets: [network('y.test')] }]);
    await server.db.query(
      `DELETE FROM policy_snapshots USING policy_sets p WHERE p.id = set_id AND generation = p.live_generation
       AND p.organization_id = $1 AND p.workspace_id IS NULL`,
      [owner.organizationId],
    );
    await raiseOrganization(server, owner.organizationId);
    const answer = await agent.ask('http://x.test/');
    expect([answer.status, upstream.seen.length]).toEqual([502, 0]);
  });
});

describe('approvals that cannot be asked for', () => {
  const held: RuleInput = { requireApproval: true, targets: [network('x.test')] };

  it('06 §15.1.6 a store that is down ends the request with 502 and nothing is forwarded', async () => {
    await organization([held]);
    await server.db.query('ALTER TABLE approvals RENAME TO approvals_gone');
    const answer = await agent.ask('http://x.test/', { method: 'POST', body: 'x' });
    await server.db.query('ALTER TABLE approvals_gone RENAME TO approvals');
    expect([answer.status, answer.body.error, answer.headers['x-should-retry']]).toEqual([
      502,
      'approval_store_unavailable',
      undefined,
    ]);
    expect(upstream.seen).toEqual([]);
  });

  it('02 example 45, 06-T116 a WebSocket is refused by policy', async () => {
    await organization([{ ...held, targets: [network('x.test')] }]);
    const answer = await webSocket(server, agent, 'x.test');
    expect(answer.status).toBe(403);
    expect(answer.text).toContain('"rule_name":"Manual approval required"');
    expect(answer.text).toContain('blocked_by_policy');
    expect(upstream.seen).toEqual([]);
  });

  it('06-T117 upgrades count against a limit', async () => {
    await organization([{ rateLimit: 1, rateLimitWindow: 'hour', targets: [network('x.test')] }]);
    expect((await webSocket(server, agent, 'x.test')).status).toBe(101);
    expect((await webSocket(server, agent, 'x.test')).status).toBe(429);
  });
});
