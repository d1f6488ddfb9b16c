import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { Database } from '../../../src/kernel/database/database.js';
import { PolicySetsService } from '../../../src/modules/foundation/policy-sets/policy-sets.service.js';
import { type Owner, signUpOwner } from '../../harness/people/accounts.js';
import { type Agent, createAgent, createSecret, grant } from '../../harness/clients/agent.js';
import { type Answer, api, type ApiClient } from '../../harness/clients/client.js';
import { setPlan, signInOnCloud } from '../../harness/people/cloud.js';
import { connect, disconnect } from '../../harness/upstreams/connections.js';
import { addGroup, addMember, bind, raiseOrganization, setMembership } from '../../harness/people/people.js';
import { publishRules } from '../../harness/policy/rules.js';
import { startServer, type TestServer } from '../../harness/server/server.js';
import { startServerProcess } from '../../harness/server/server-process.js';
import type { SessionIssuer } from '../../harness/people/session-issuer.js';
import { withCloud, withUpstream } from '../../harness/server/stands.js';
import { roomInThrottleWindow } from '../../harness/time/throttle-window.js';
import type { Upstream } from '../../harness/upstreams/upstream.js';

const RULES = '/v1/org/policy/rules';
const DEFAULT = '/v1/org/policy/default';
const RULE_NOT_FOUND = { error: { message: 'Policy rule not found', type: 'not_found_error' } };
const CANARY = 'sk_policy_canary_value';

let server: TestServer;
let upstream: Upstream;
let owner: Owner;
let agent: Agent;

withUpstream((stand) => ({ upstream, server } = stand));

beforeEach(async () => {
  upstream.reset();
  owner = await signUpOwner(server);
  agent = await createAgent(server, owner);
});

const network = (hostPattern: string, more: object = {}) => ({ kind: 'network', hostPattern, ...more });
const rule = (over: object = {}) => ({
  name: 'No x',
  action: 'block',
  targets: [network('x.test')],
  ...over,
});

async function create(over: object = {}, by: ApiClient = owner.api): Promise<any> {
  const answer = await by.post(RULES, rule(over));
  if (answer.status !== 201) throw new Error(`Creating a rule: ${answer.status} ${answer.text}`);
  return answer.body;
}

const list = async (status = 'draft'): Promise<any[]> =>
  (await owner.api.get(`${RULES}?status=${status}`)).body;
const generation = async (): Promise<number> =>
  (await owner.api.get('/v1/org/policy/last-publish')).body.generation;

/** `allow` when the upstream saw the request, else the refusal's code. */
async function verdict(request: string, body?: string): Promise<string> {
  const [method, address] = request.split(' ') as [string, string];
  upstream.seen.length = 0;
  const answer = await agent.ask(`http://${address}`, { method, body });
  if (upstream.seen.length > 0) return answer.status === 200 ? 'allow' : `sent, then ${answer.status}`;
  return answer.body?.error ?? `refused ${answer.status}`;
}

function expectFlat(answer: Answer, message: unknown = expect.any(String)): void {
  expect([answer.status, answer.body]).toEqual([400, { error: message }]);
}

function expectEnvelope(answer: Answer, status: number, type: string, message?: unknown): void {
  expect([answer.status, answer.body]).toEqual([
    status,
    { error: { type, message: message ?? expect.any(String) } },
  ]);
}

async function audits(): Promise<object[]> {
  return server.db.query(
    `SELECT action, metadata, source, user_email AS by FROM audit_log
     WHERE organization_id = $1 AND service = 'policy' ORDER BY created_at, id`,
    [owner.organizationId],
  );
}

async function memberOf(at: TestServer, organization: Owner): Promise<ApiClient> {
  const member = await signUpOwner(at);
  await at.db.query(`INSERT INTO memberships (organization_id, user_id, role) VALUES ($1, $2, 'member')`, [
    organization.organizationId,
    member.userId,
  ]);
  return api(at).as(member.cookie).with({ 'x-organization-id': organization.organizationId });
}

describe('rules of an organization', () => {
  it('02-24 a new rule is a draft that blocks the next request without a publish call', async () => {
    expect(await verdict('GET x.test/')).toBe('allow');
    const answer = await owner.api.post(RULES, rule({ description: 'Because.' }));
    expect([answer.status, answer.body]).toEqual([
      201,
      {
        id: expect.any(String),
        logicalId: expect.any(String),
        scope: 'organization',
        status: 'draft',
        generation: 0,
        priority: 1,
        isDefault: false,
        source: 'custom',
        name: 'No x',
        description: 'Because.',
        enabled: true,
        action: 'block',
        rateLimit: null,
        rateLimitWindow: null,
        requireApproval: false,
        conditions: null,
        identities: [],
        targets: [{ kind: 'network', hostPattern: 'x.test', pathPattern: null, method: null }],
        createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
      },
    ]);
    expect(await verdict('GET x.test/')).toBe('blocked_by_policy');
    expect((await owner.api.get(`${RULES}/${answer.body.id}`)).body).toEqual(answer.body);
    expect(await list()).toEqual([answer.body]);
  });

  it('02-25 published rows have new ids in every generation, draft and logical ids stay', async () => {
    const draft = await create();
    const [first] = await list('published');
    expect(first).toEqual({ ...draft, id: first.id, status: 'published', generation: 2 });
    expect(first.id).not.toBe(draft.id);
    await create({ name: 'Another' });
    const [again] = await list('published');
    expect([again.logicalId, again.generation]).toEqual([draft.logicalId, 3]);
    expect(again.id).not.toBe(first.id);
    expect((await list())[0].id).toBe(draft.id);
    for (const published of [first, again]) {
      expect((await owner.api.get(`${RULES}/${published.id}`)).body).toEqual(RULE_NOT_FOUND);
    }
    expectFlat(await owner.api.get(`${RULES}?status=live`));
  });

  it('02-26 are reordered as a whole', async () => {
    const [r1, r2, r3] = [
      await create({ name: '1' }),
      await create({ name: '2' }),
      await create({ name: '3' }),
    ];
    const order = (ids: unknown) => owner.api.put(`${RULES}/order`, { orderedIds: ids });
    const answer = await order([r3.id, r1.id, r2.id]);
    expect(answer.status).toBe(200);
    expect(answer.body.map(({ id, priority }: any) => [id, priority])).toEqual([
      [r3.id, 1],
      [r1.id, 2],
      [r2.id, 3],
    ]);
    expect((await list('published')).map(({ name }) => name)).toEqual(['3', '1', '2']);
    const before = await generation();
    expect((await order([r3.id, r1.id, r2.id])).body).toEqual(answer.body);
    expect(await generation()).toBe(before);
    for (const wrong of [
      [r3.id, r1.id],
      [r1.id, r1.id, r2.id],
      [r1.id, r2.id, r3.id, randomUUID()],
    ]) {
      expectEnvelope(await order(wrong), 409, 'invalid_request_error');
    }
    for (const wrong of [[], undefined, 'x', [1, 2, 3], [r1.id, r2.id, null]]) {
      expectEnvelope(await order(wrong), 422, 'validation_error');
    }
    expect(await owner.api.put(`${RULES}/order`, '{not json')).toMatchObject({
      status: 400,
      body: { error: 'Request body is not valid JSON' },
    });
    expect((await list()).map(({ id }) => id)).toEqual([r3.id, r1.id, r2.id]);
  });

  it('02 §6.4 a new rule comes last, a deletion leaves a gap, a PATCH moves nothing', async () => {
    const [first, second] = [await create(), await create()];
    expect((await owner.api.delete(`${RULES}/${first.id}`)).status).toBe(204);
    const third = await create();
    await owner.api.patch(`${RULES}/${second.id}`, { name: 'Still here' });
    expect((await list()).map(({ id, priority }) => [id, priority])).toEqual([
      [second.id, 2],
      [third.id, 3],
    ]);
  });

  it('02-30 a PATCH needs a field, and items of the draft only have an address', async () => {
    const { id } = await create();
    expectFlat(await owner.api.patch(`${RULES}/${id}`, {}), 'At least one field must be provided');
    expectFlat(
      await owner.api.patch(`${RULES}/${id}`, { unknown: 1 }),
      'At least one field must be provided',
    );
    const defaultId = (await owner.api.get(DEFAULT)).body.id;
    for (const other of [randomUUID(), 'nope', defaultId]) {
      const answers = [
        await owner.api.get(`${RULES}/${other}`),
        await owner.api.patch(`${RULES}/${other}`, { name: 'x' }),
        await owner.api.patch(`${RULES}/${other}`, { targets: [network('y.test')] }),
        await owner.api.delete(`${RULES}/${other}`),
      ];
      for (const answer of answers) expect([answer.status, answer.body]).toEqual([404, RULE_NOT_FOUND]);
    }
    expect((await owner.api.delete(`${RULES}/${id}`)).status).toBe(204);
    expect((await owner.api.delete(`${RULES}/${id}`)).body).toEqual(RULE_NOT_FOUND);
  });

  it('02 §7.4 a PATCH changes what it names, null clears, lists are replaced whole', async () => {
    const conditions = [{ target: 'body', operator: 'contains', value: 'x', key: 'a.b' }];
    const { id, logicalId } = await create({
      action: 'allow',
      description: 'd',
      rateLimit: 5,
      rateLimitWindow: 'hour',
      conditions,
      identities: [{ type: 'user', id: owner.userId }],
    });
    const renamed = await owner.api.patch(`${RULES}/${id}`, { name: '  New  ', enabled: false });
    expect([renamed.status, renamed.body]).toEqual([
      200,
      expect.objectContaining({ id, logicalId, name: 'New', enabled: false, rateLimit: 5, conditions }),
    ]);
    const cleared = await owner.api.patch(`${RULES}/${id}`, {
      description: null,
      rateLimit: null,
      rateLimitWindow: null,
      conditions: null,
      identities: [],
      targets: [network('y.test', { pathPattern: ' ', method: 'GET' })],
    });
    expect(cleared.body).toMatchObject({
      description: null,
      rateLimit: null,
      rateLimitWindow: null,
      conditions: null,
      identities: [],
      targets: [{ kind: 'network', hostPattern: 'y.test', pathPattern: null, method: 'GET' }],
    });
    const before = await generation();
    const same = await owner.api.patch(`${RULES}/${id}`, { name: 'New', identities: [] });
    expect([same.body, await generation()]).toEqual([cleared.body, before]);
  });

  it('02 §6.2 duplicates collapse', async () => {
    const secretId = await createSecret(owner, { hostPattern: 'a.test' }, '/v1/org/secrets');
    const user = { type: 'user', id: owner.userId };
    const secret = { kind: 'secret', secretId };
    const created = await create({ identities: [user, user], targets: [secret, network('x.test'), secret] });
    expect(created.identities).toEqual([user]);
    expect(created.targets).toEqual([
      { kind: 'secret', secretId, secretScope: null },
      { kind: 'network', hostPattern: 'x.test', pathPattern: null, method: null },
    ]);
  });

  it('02-31 a counter goes on through edits and new generations', async () => {
    const limited = await create({ action: 'allow', rateLimit: 2, rateLimitWindow: 'day' });
    expect(await verdict('GET x.test/')).toBe('allow');
    await create({ targets: [network('y.test')] });
    await owner.api.patch(`${RULES}/${limited.id}`, { name: 'Renamed' });
    expect([await verdict('GET x.test/'), await verdict('GET x.test/')]).toEqual(['allow', 'rate_limited']);
  });

  it('02-39 of many created at once all exist, with priorities of their own, and all are live', async () => {
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, at) => owner.api.post(RULES, rule({ name: `R${at}` }))),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]));
    const draft = await list();
    expect(draft.map(({ priority }) => priority)).toEqual(Array.from({ length: 12 }, (_, at) => at + 1));
    expect((await list('published')).map(({ logicalId }) => logicalId)).toEqual(
      draft.map(({ logicalId }) => logicalId),
    );
  });

  it('02-39 a reorder against a deletion loses or comes first, never both half', async () => {
    const ids = [(await create()).id, (await create()).id, (await create()).id];
    const [reordered, deleted] = await Promise.all([
      owner.api.put(`${RULES}/order`, { orderedIds: [...ids].reverse() }),
      owner.api.delete(`${RULES}/${ids[0]}`),
    ]);
    expect(deleted.status).toBe(204);
    expect([200, 409]).toContain(reordered.status);
    expect((await list()).map(({ id }) => id)).toEqual(
      reordered.status === 200 ? [ids[2], ids[1]] : [ids[1], ids[2]],
    );
  });

  it('02 §19 an organization has at most 1000 rules', async () => {
    const rules = Array.from({ length: 1000 }, (_, at) => ({
      name: `R${at}`,
      targets: [{ kind: 'network' as const, hostPattern: `h${at}.test`, pathPattern: null, method: null }],
    }));
    await publishRules(server, { organizationId: owner.organizationId }, { rules });
    expectEnvelope(await owner.api.post(RULES, rule()), 422, 'validation_error');
    const [first] = await list();
    expect((await owner.api.delete(`${RULES}/${first.id}`)).status).toBe(204);
    expect((await owner.api.post(RULES, rule())).status).toBe(201);
  });

  it('02 §6.5 blocklist rows are listed and can be moved, not changed or deleted', async () => {
    await publishRules(
      server,
      { organizationId: owner.organizationId },
      {
        rules: [
          {
            name: 'registry.test',
            source: 'blocklist',
            action: 'block',
            targets: [{ kind: 'network', hostPattern: 'registry.test', pathPattern: '/*', method: null }],
          },
        ],
      },
    );
    const [blocklist] = await list();
    expect(blocklist).toMatchObject({ source: 'blocklist', name: 'registry.test' });
    const custom = await create();
    expectEnvelope(await owner.api.patch(`${RULES}/${blocklist.id}`, { name: 'x' }), 422, 'validation_error');
    expectEnvelope(await owner.api.delete(`${RULES}/${blocklist.id}`), 422, 'validation_error');
    expectEnvelope(
      await owner.api.put(`${RULES}/order`, { orderedIds: [custom.id] }),
      409,
      'invalid_request_error',
    );
    const moved = await owner.api.put(`${RULES}/order`, { orderedIds: [custom.id, blocklist.id] });
    expect(moved.body.map(({ id }: any) => id)).toEqual([custom.id, blocklist.id]);
  });
});

describe('bodies of rules', () => {
  const REQUIRED = 'rateLimit and rateLimitWindow are required when action is rate_limit';
  const limit = { rateLimit: 2, rateLimitWindow: 'minute' };

  it('02-28 rate_limit needs both fields, is stored as allow, and the third request waits', async () => {
    for (const fields of [{}, { rateLimit: 2 }, { rateLimitWindow: 'hour' }]) {
      expectFlat(await owner.api.post(RULES, rule({ action: 'rate_limit', ...fields })), REQUIRED);
    }
    const created = await create({ action: 'rate_limit', ...limit });
    expect(created).toMatchObject({ action: 'allow', ...limit });
    await roomInThrottleWindow(10);
    expect([await verdict('GET x.test/'), await verdict('GET x.test/')]).toEqual(['allow', 'allow']);
    const third = await agent.ask('http://x.test/');
    expect([third.status, third.body.error]).toEqual([429, 'rate_limited']);
    const seconds = Number(third.headers['retry-after']);
    expect(seconds).toBeGreaterThanOrEqual(1);
    expect(seconds).toBeLessThanOrEqual(60);
  });

  it('02 §7.3 manual_approval is stored as allow with approval, also with a limit', async () => {
    expect(await create({ action: 'manual_approval' })).toMatchObject({
      action: 'allow',
      requireApproval: true,
    });
    expect(await create({ action: 'manual_approval', ...limit })).toMatchObject({
      action: 'allow',
      requireApproval: true,
      ...limit,
    });
  });

  it.each([
    ['no name', { name: undefined }],
    ['a blank name', { name: '  ' }],
    ['a long name', { name: 'x'.repeat(256) }],
    ['a long description', { description: 'x'.repeat(1001) }],
    ['no action', { action: undefined }],
    ['an unknown action', { action: 'deny' }],
    ['rateLimit 0', { action: 'allow', rateLimit: 0, rateLimitWindow: 'hour' }],
    ['rateLimit 1000001', { action: 'allow', rateLimit: 1_000_001, rateLimitWindow: 'hour' }],
    ['rateLimit 1.5', { action: 'allow', rateLimit: 1.5, rateLimitWindow: 'hour' }],
    ['an unknown window', { action: 'allow', rateLimit: 1, rateLimitWindow: 'week' }],
    ['allow with only rateLimit', { action: 'allow', rateLimit: 1 }],
    ['allow with only rateLimitWindow', { action: 'allow', rateLimitWindow: 'day' }],
    ['manual_approval with only rateLimit', { action: 'manual_approval', rateLimit: 1 }],
    ['block with rateLimit', { ...limit }],
    ['block with only a window', { rateLimitWindow: 'day' }],
    ['02-29 block with approval', { requireApproval: true }],
    ['02-29 no targets', { targets: undefined }],
    ['02-29 empty targets', { targets: [] }],
    ['targets null', { targets: null }],
    ['101 targets', { targets: Array.from({ length: 101 }, () => network('x.test')) }],
    ['a target without kind', { targets: [{ hostPattern: 'x.test' }] }],
    ['an unknown kind', { targets: [{ kind: 'host', hostPattern: 'x.test' }] }],
    ['a kind of every object', { targets: [{ kind: 'toString' }] }],
    ['a target that is a list', { targets: [[network('x.test')]] }],
    ['02-29 a host with a scheme', { targets: [network('https://x.test')] }],
    ['a host with a path', { targets: [network('x.test/y')] }],
    ['a host with a port', { targets: [network('x.test:443')] }],
    ['a host with white space', { targets: [network('x .test')] }],
    ['a host with two stars', { targets: [network('*.*.test')] }],
    ['an empty host', { targets: [network(' ')] }],
    ['a long host', { targets: [network('x'.repeat(1001))] }],
    ['a long path', { targets: [network('x.test', { pathPattern: `/${'x'.repeat(1000)}` })] }],
    ['an unknown method', { targets: [network('x.test', { method: 'HEAD' })] }],
    ['a secret target without either field', { targets: [{ kind: 'secret' }] }],
    ['a secret target with both', { targets: [{ kind: 'secret', secretId: 'x', secretScope: 'workspace' }] }],
    ['an unknown secretScope', { targets: [{ kind: 'secret', secretScope: 'partner' }] }],
    ['an app target without provider', { targets: [{ kind: 'app' }] }],
    ['an unknown connectionScope', { targets: [{ kind: 'app', provider: 'gmail', connectionScope: 'x' }] }],
    ['101 tools', { targets: [{ kind: 'app', provider: 'gmail', tools: Array(101).fill('x') }] }],
    ['a connection target without id', { targets: [{ kind: 'connection' }] }],
    ['02-29 an agent identity', { identities: [{ type: 'agent', id: randomUUID() }] }],
    ['an identity without id', { identities: [{ type: 'user' }] }],
    ['101 identities', { identities: Array.from({ length: 101 }, () => ({ type: 'user', id: 'x' })) }],
    ['conditions that are text', { conditions: 'x' }],
    ['11 conditions', { conditions: Array(11).fill({ target: 'body', operator: 'contains', value: 'x' }) }],
    ['an unknown condition target', { conditions: [{ target: 'header', operator: 'contains', value: 'x' }] }],
    ['an unknown operator', { conditions: [{ target: 'body', operator: 'equals', value: 'x' }] }],
    ['an empty value', { conditions: [{ target: 'body', operator: 'contains', value: '' }] }],
    ['a long value', { conditions: [{ target: 'body', operator: 'contains', value: 'x'.repeat(1001) }] }],
    [
      'a long key',
      { conditions: [{ target: 'body', operator: 'contains', value: 'x', key: 'k'.repeat(501) }] },
    ],
  ])('02 §7.2 POST with %s is a flat 400', async (_what, over) => {
    expectFlat(await owner.api.post(RULES, rule(over)));
    expect(await list()).toEqual([]);
  });

  it.each([
    ['a scope on a block rule', 'block', { repositories: ['o/r'] }],
    ['a scope without a connection target', 'allow', { repositories: ['o/r'] }],
    ['an empty scope', 'allow', {}],
    ['two axes', 'allow', { repositories: ['o/r'], folders: ['/x'] }],
    ['an unknown axis', 'allow', { buckets: ['x'] }],
    ['an inherited name', 'allow', { constructor: ['x'] }],
    ['no repositories', 'allow', { repositories: [] }],
    ['an empty repository', 'allow', { repositories: [''] }],
    ['repositories that are no list', 'allow', { repositories: 'o/r' }],
    ['1001 repositories', 'allow', { repositories: Array.from({ length: 1001 }, (_, at) => `o/r${at}`) }],
    ['a long repository', 'allow', { repositories: ['x'.repeat(401)] }],
    ['a relative folder', 'allow', { folders: ['x'] }],
    ['a long folder', 'allow', { folders: [`/${'x'.repeat(1024)}`] }],
    ['101 folders', 'allow', { folders: Array.from({ length: 101 }, (_, at) => `/f${at}`) }],
    ['a malformed folder id', 'allow', { driveFolders: ['a b'] }],
    ['an empty link of a chain', 'allow', { driveFolders: ['a//b'] }],
    ['a chain of 101', 'allow', { driveFolders: [Array(101).fill('a').join('/')] }],
  ])('02 §6.8, §14.1 %s is a flat 400', async (what, action, conditions) => {
    const connection = { kind: 'connection', connectionId: randomUUID() };
    const targets = what.includes('without a connection') ? [network('x.test')] : [connection];
    expectFlat(await owner.api.post(RULES, rule({ action, conditions, targets })));
  });

  it('02 §6.6 what names a row of somebody else, of a workspace, or of nobody is 422', async () => {
    const stranger = await signUpOwner(server);
    const own = await createSecret(owner, { hostPattern: 'a.test' });
    const foreign = await createSecret(stranger, { hostPattern: 'a.test' }, '/v1/org/secrets');
    const targets = [
      ...[own, foreign, randomUUID(), 'nope'].map((secretId) => ({ kind: 'secret', secretId })),
      ...[randomUUID(), 'nope'].map((connectionId) => ({ kind: 'connection', connectionId })),
    ];
    const { id } = await create();
    for (const target of targets) {
      expectEnvelope(await owner.api.post(RULES, rule({ targets: [target] })), 422, 'validation_error');
      const patch = await owner.api.patch(`${RULES}/${id}`, { targets: [network('y.test'), target] });
      expectEnvelope(patch, 422, 'validation_error');
    }
    const shared = await createSecret(owner, { hostPattern: 'a.test' }, '/v1/org/secrets');
    await create({ targets: [{ kind: 'secret', secretId: shared, secretScope: null }] });
    await create({ targets: [{ kind: 'secret', secretScope: 'workspace' }] });
  });

  it('02 §6.6 apps and tools are those of the catalog', async () => {
    const app = (over: object) => rule({ targets: [{ kind: 'app', provider: 'gmail', ...over }] });
    expectEnvelope(
      await owner.api.post(RULES, app({ provider: 'nope' })),
      404,
      'not_found_error',
      'Unknown provider: nope',
    );
    expectEnvelope(
      await owner.api.post(RULES, app({ tools: ['send_email', 'nope'] })),
      400,
      'invalid_request_error',
      'Unknown tool: nope',
    );
    const answer = await owner.api.post(RULES, app({ tools: ['send_email', 'read_all', 'send_email'] }));
    expect(answer.body.targets).toEqual([
      { kind: 'app', provider: 'gmail', tools: ['send_email', 'read_all'], connectionScope: null },
    ]);
    await create({ targets: [{ kind: 'app', provider: 'slack', connectionScope: 'organization' }] });
  });

  it('02-29 identities are active members and groups of the organization', async () => {
    const stranger = await signUpOwner(server);
    const member = await addMember(server, owner.organizationId);
    const naming = (id: string) => rule({ identities: [{ type: 'user', id }] });
    for (const id of [stranger.userId, randomUUID(), 'nope']) {
      expectEnvelope(await owner.api.post(RULES, naming(id)), 422, 'validation_error');
    }
    expect((await owner.api.post(RULES, naming(member))).status).toBe(201);
    await setMembership(server, owner.organizationId, member, 'suspended');
    expectEnvelope(await owner.api.post(RULES, naming(member)), 422, 'validation_error');
    const [kept] = await list();
    expect((await owner.api.patch(`${RULES}/${kept.id}`, { name: 'Kept' })).status).toBe(200);
    expectEnvelope(
      await owner.api.patch(`${RULES}/${kept.id}`, { identities: [{ type: 'user', id: member }] }),
      422,
      'validation_error',
    );
  });

  it('02 §7.2 identities are judged before targets', async () => {
    const answer = await owner.api.post(
      RULES,
      rule({ identities: [{ type: 'user', id: 'x' }], targets: [{ kind: 'app', provider: 'nope' }] }),
    );
    expectEnvelope(answer, 422, 'validation_error');
  });

  describe('02 §7.3 of a PATCH', () => {
    const patch = (id: string, body: object) => owner.api.patch(`${RULES}/${id}`, body);

    it('rate_limit needs both fields in the merged rule', async () => {
      const { id } = await create({ action: 'allow' });
      const text = 'Rate limit rules require a rate limit and window';
      for (const fields of [{}, { rateLimit: 2 }, { rateLimitWindow: 'hour' }]) {
        expectEnvelope(
          await patch(id, { action: 'rate_limit', ...fields }),
          400,
          'invalid_request_error',
          text,
        );
      }
      expect((await patch(id, { action: 'rate_limit', ...limit })).body).toMatchObject({
        action: 'allow',
        ...limit,
      });
      expect((await patch(id, { action: 'rate_limit' })).status).toBe(200);
    });

    it('manual_approval sets the approval and keeps the limit', async () => {
      const { id } = await create({ action: 'allow', ...limit });
      const answer = await patch(id, { action: 'manual_approval' });
      expect(answer.body).toMatchObject({ action: 'allow', requireApproval: true, ...limit });
    });

    it('half a limit is 422 where merging makes it so, flat where the body shows it', async () => {
      const bare = await create({ action: 'allow' });
      const limited = await create({ action: 'allow', ...limit });
      expectEnvelope(await patch(bare.id, { rateLimit: 3 }), 422, 'validation_error');
      expectEnvelope(await patch(limited.id, { rateLimit: null }), 422, 'validation_error');
      expectFlat(await patch(bare.id, { rateLimit: 3, rateLimitWindow: null }));
      expect((await patch(limited.id, { rateLimit: 3 })).body).toMatchObject({ rateLimit: 3 });
    });

    it('02-29 a limited or approved rule made a block is 422, flat where the body shows it', async () => {
      const limited = await create({ action: 'allow', ...limit });
      const approved = await create({ action: 'manual_approval' });
      const block = await create();
      expectEnvelope(await patch(limited.id, { action: 'block' }), 422, 'validation_error');
      expectEnvelope(await patch(approved.id, { action: 'block' }), 422, 'validation_error');
      expectEnvelope(await patch(block.id, { requireApproval: true }), 422, 'validation_error');
      expectFlat(await patch(block.id, { action: 'block', ...limit }));
      expectFlat(await patch(block.id, { action: 'block', requireApproval: true }));
      const off = { action: 'block', rateLimit: null, rateLimitWindow: null };
      expect((await patch(limited.id, off)).body).toMatchObject({ ...off });
      expect((await patch(approved.id, { action: 'block', requireApproval: false })).status).toBe(200);
    });

    it('empty targets and wrong values are flat, a misplaced scope 422', async () => {
      const { id } = await create({ action: 'allow' });
      for (const body of [
        { targets: [] },
        { targets: null },
        { name: '' },
        { name: null },
        { enabled: null },
        { action: 'deny' },
        { identities: [{ type: 'agent', id: 'x' }] },
        { conditions: { repositories: ['o/r'] }, action: 'block' },
        { conditions: { repositories: ['o/r'] }, targets: [network('x.test')] },
      ]) {
        expectFlat(await patch(id, body));
      }
      expectEnvelope(await patch(id, { conditions: { repositories: ['o/r'] } }), 422, 'validation_error');
    });
  });
});

describe('the default', () => {
  it('02-27 block arms credentialed traffic, with coverage all every request', async () => {
    const secret = await createSecret(owner, { hostPattern: 'api.stripe.test' });
    await grant(owner, agent.id, secret);
    const llm = await createSecret(owner, {
      type: 'anthropic',
      value: 'sk-ant-api03-x',
      hostPattern: 'api.anthropic.com',
    });
    await grant(owner, agent.id, llm);
    const initial = await owner.api.get(DEFAULT);
    expect([initial.status, initial.body]).toEqual([
      200,
      expect.objectContaining({
        isDefault: true,
        source: 'default',
        status: 'draft',
        action: 'allow',
        coverage: 'credentialed',
      }),
    ]);
    expectFlat(await owner.api.patch(DEFAULT, {}), 'At least one field must be provided');
    expectFlat(await owner.api.patch(DEFAULT, { action: 'rate_limit' }));
    expectFlat(await owner.api.patch(DEFAULT, { coverage: 'some' }));
    const blocked = await owner.api.patch(DEFAULT, { action: 'block' });
    expect([blocked.status, blocked.body]).toEqual([200, { ...initial.body, action: 'block' }]);
    expect([
      await verdict('POST api.example.test/x'),
      await verdict('POST api.stripe.test/v1/charges'),
      await verdict('POST api.anthropic.com/v1/messages'),
    ]).toEqual(['allow', 'blocked_by_default_policy', 'allow']);
    await owner.api.patch(DEFAULT, { coverage: 'all' });
    await create({ action: 'allow', targets: [network('api.anthropic.com')] });
    expect([
      await verdict('POST api.example.test/x'),
      await verdict('POST api.anthropic.com/v1/messages'),
      await verdict('POST api.openai.com/v1/responses'),
    ]).toEqual(['blocked_by_default_policy', 'allow', 'blocked_by_default_policy']);
    await owner.api.patch(DEFAULT, { action: 'allow' });
    expect(await verdict('POST api.example.test/x')).toBe('allow');
    const live = await owner.api.get(`${DEFAULT}?status=published`);
    expect(live.body).toMatchObject({ status: 'published', action: 'allow', coverage: 'all' });
    expect(live.body.generation).toBe(await generation());
  });

  it('the same default again publishes nothing', async () => {
    await owner.api.patch(DEFAULT, { action: 'block' });
    const before = await generation();
    expect((await owner.api.patch(DEFAULT, { action: 'block', coverage: 'credentialed' })).status).toBe(200);
    expect(await generation()).toBe(before);
  });
});

describe('publishing', () => {
  it('02 §7.7 publishes nothing when the live set says the same', async () => {
    await create();
    const [one, two] = [
      await owner.api.post('/v1/org/policy/publish'),
      await owner.api.post('/v1/org/policy/publish'),
    ];
    expect([one.status, one.body, two.body]).toEqual([
      200,
      { generation: 2, ruleCount: 2 },
      { generation: 2, ruleCount: 2 },
    ]);
    const last = await owner.api.get('/v1/org/policy/last-publish');
    expect(last.body).toEqual({
      generation: 2,
      ruleCount: 2,
      appliedAt: expect.stringMatching(/Z$/),
      appliedBy: { name: 'Test Person', email: owner.email },
    });
  });

  it('publishes a draft that came from elsewhere', async () => {
    await create();
    await server.db.query(
      `UPDATE policy_rules SET name = 'Moved here' FROM policy_sets s
       WHERE s.id = set_id AND s.organization_id = $1 AND s.workspace_id IS NULL AND NOT is_default`,
      [owner.organizationId],
    );
    const answer = await owner.api.post('/v1/org/policy/publish');
    expect(answer.body).toEqual({ generation: 3, ruleCount: 2 });
    expect((await list('published'))[0].name).toBe('Moved here');
  });

  it('keeps the newest ten generations', async () => {
    for (let at = 0; at < 12; at++) await create();
    const [kept] = await server.db.query<{ n: number }>(
      `SELECT count(*)::int AS n FROM policy_snapshots JOIN policy_sets s ON s.id = set_id
       WHERE s.organization_id = $1 AND s.workspace_id IS NULL`,
      [owner.organizationId],
    );
    expect([kept, await generation()]).toEqual([{ n: 10 }, 13]);
  });

  it('any sequence of writes leaves the live set equal to the draft, in the same order', async () => {
    const step = fc.record({ kind: fc.constantFrom('create', 'patch', 'reorder', 'delete'), pick: fc.nat() });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 12 }), async (steps) => {
        let expected: string[] = (await list()).map(({ id }) => id);
        for (const { kind, pick } of steps) {
          const id = expected[pick % Math.max(expected.length, 1)];
          if (kind === 'create' || id === undefined) expected = [...expected, (await create()).id];
          else if (kind === 'patch')
            await owner.api.patch(`${RULES}/${id}`, { name: `N${pick}`, enabled: pick % 2 === 0 });
          else if (kind === 'delete') {
            await owner.api.delete(`${RULES}/${id}`);
            expected = expected.filter((other) => other !== id);
          } else {
            expected = [
              ...expected.slice(pick % expected.length),
              ...expected.slice(0, pick % expected.length),
            ];
            await owner.api.put(`${RULES}/order`, { orderedIds: expected });
          }
          const [draft, live] = [await list(), await list('published')];
          expect(draft.map((item) => item.id)).toEqual(expected);
          const comparable = ({ id: _id, status: _status, generation: _generation, ...rest }: any) => rest;
          expect(live.map(comparable)).toEqual(draft.map(comparable));
        }
      }),
      { numRuns: 12 },
    );
  });
});

describe('who may', () => {
  const ROUTES: [string, string, object?][] = [
    ['GET', RULES],
    ['POST', RULES, rule()],
    ['GET', `${RULES}/x`],
    ['PATCH', `${RULES}/x`, { name: 'x' }],
    ['DELETE', `${RULES}/x`],
    ['PUT', `${RULES}/order`, { orderedIds: ['x'] }],
    ['GET', DEFAULT],
    ['PATCH', DEFAULT, { action: 'allow' }],
    ['POST', '/v1/org/policy/publish'],
    ['GET', '/v1/org/policy/last-publish'],
  ];

  it('02-32 Enterprise: administrators only, reads too; Community: every member', async () => {
    const enterprise = await startServer({ ENTERPRISE_ENABLED: 'true' });
    try {
      const boss = await signUpOwner(enterprise);
      const member = await memberOf(enterprise, boss);
      for (const [method, path, body] of ROUTES) {
        expectEnvelope(
          await member.send(method, path, body),
          403,
          'authentication_error',
          'Insufficient permissions',
        );
      }
      expect((await boss.api.get(RULES)).status).toBe(200);
    } finally {
      await enterprise.close();
    }
    const member = await memberOf(server, owner);
    expect((await member.get(RULES)).status).toBe(200);
    expect((await member.post(RULES, rule())).status).toBe(201);
    expect(await list()).toHaveLength(1);
  });

  it('nobody without credentials, and a stranger finds nothing of another organization', async () => {
    for (const [method, path, body] of ROUTES) {
      expect((await api(server).send(method, path, body)).status).toBe(401);
    }
    const { id } = await create();
    const stranger = await signUpOwner(server);
    expect((await stranger.api.get(RULES)).body).toEqual([]);
    for (const answer of [
      await stranger.api.get(`${RULES}/${id}`),
      await stranger.api.patch(`${RULES}/${id}`, { name: 'Mine' }),
      await stranger.api.delete(`${RULES}/${id}`),
    ]) {
      expect([answer.status, answer.body]).toEqual([404, RULE_NOT_FOUND]);
    }
    expectEnvelope(
      await stranger.api.put(`${RULES}/order`, { orderedIds: [id] }),
      409,
      'invalid_request_error',
    );
    expect((await list())[0].name).toBe('No x');
  });
});

describe('rules on connections', () => {
  const at = () => ({ organizationId: owner.organizationId });

  it('02-29, 02 §6.6 only those of the organization, with tools of their app', async () => {
    const shared = await connect(server, at());
    const local = await connect(server, { ...at(), workspaceId: owner.workspaceId });
    const foreign = await connect(server, { organizationId: (await signUpOwner(server)).organizationId });
    const on = (connectionId: string, tools?: string[] | null) =>
      rule({ targets: [{ kind: 'connection', connectionId, tools }] });
    for (const other of [local, foreign]) {
      expectEnvelope(await owner.api.post(RULES, on(other)), 422, 'validation_error');
    }
    expectEnvelope(
      await owner.api.post(RULES, on(shared, ['nope'])),
      400,
      'invalid_request_error',
      'Unknown tool: nope',
    );
    const whole = await owner.api.post(RULES, on(shared, null));
    expect(whole.body.targets).toEqual([{ kind: 'connection', connectionId: shared, tools: [] }]);
    const twice = [
      { kind: 'connection', connectionId: shared, tools: ['send_email'] },
      { kind: 'connection', connectionId: shared, tools: ['read_all', 'send_email'] },
    ];
    expect((await create({ targets: twice })).targets).toEqual([
      { kind: 'connection', connectionId: shared, tools: ['send_email', 'read_all'] },
    ]);
    await disconnect(server, owner.organizationId, shared);
    expect((await owner.api.get(`${RULES}/${whole.body.id}`)).body.targets).toEqual([]);
  });

  it('02 §14.1 a scope fits the connection, is stored sorted, and needs a licence to be written', async () => {
    const enterprise = await startServer({ ENTERPRISE_ENABLED: '1' });
    try {
      const boss = await signUpOwner(enterprise);
      const scope = { organizationId: boss.organizationId };
      const github = await connect(enterprise, scope, {
        provider: 'github-app',
        metadata: { repos: ['Acme/api', 'acme/web'] },
      });
      const dropbox = await connect(enterprise, scope, { provider: 'dropbox' });
      const gmail = await connect(enterprise, scope);
      const body = (connectionId: string, conditions: object) =>
        rule({ action: 'allow', conditions, targets: [{ kind: 'connection', connectionId }] });
      const post = (connectionId: string, conditions: object) =>
        boss.api.post(RULES, body(connectionId, conditions));
      for (const [connection, conditions] of [
        [github, { repositories: ['acme/other'] }],
        [github, { folders: ['/x'] }],
        [dropbox, { repositories: ['acme/api'] }],
        [gmail, { folders: ['/x'] }],
      ] as const) {
        expectEnvelope(await post(connection, conditions), 400, 'invalid_request_error');
      }
      const stored = await post(github, { repositories: ['acme/web', 'acme/API', 'ACME/web'] });
      expect([stored.status, stored.body.conditions]).toEqual([
        201,
        { repositories: ['acme/API', 'acme/web'] },
      ]);
      const folders = await post(dropbox, { folders: ['/b', '/a/', '/A'] });
      expect(folders.body.conditions).toEqual({ folders: ['/a/', '/b'] });
      const path = `${RULES}/${stored.body.id}`;
      expectEnvelope(
        await boss.api.patch(path, { targets: [{ kind: 'connection', connectionId: dropbox }] }),
        400,
        'invalid_request_error',
      );
      expectEnvelope(await boss.api.patch(path, { action: 'block' }), 422, 'validation_error');
      expectEnvelope(await boss.api.patch(path, { targets: [network('x.test')] }), 422, 'validation_error');
      expect((await boss.api.patch(path, { conditions: null })).body.conditions).toBeNull();
      await disconnect(enterprise, boss.organizationId, dropbox);
      const renamed = await boss.api.patch(`${RULES}/${folders.body.id}`, { name: 'Left over' });
      expect([renamed.status, renamed.body.targets]).toEqual([200, []]);
    } finally {
      await enterprise.close();
    }
    const local = await connect(server, at(), { provider: 'dropbox' });
    const limited = { action: 'allow', conditions: { folders: ['/x'] } };
    expectEnvelope(
      await owner.api.post(
        RULES,
        rule({ ...limited, targets: [{ kind: 'connection', connectionId: local }] }),
      ),
      403,
      'enterprise_license_required',
      expect.stringMatching(/resources/),
    );
  });
});

describe('02 §7.8 permissions of an app', () => {
  const GMAIL = '/v1/org/rules/permissions/gmail';
  const put = (changes: object[], more: object = {}) => owner.api.put(GMAIL, { changes, ...more });
  const permissions = (body: any) =>
    Object.fromEntries(
      Object.entries<any>(body.defaults).map(([tool, { permission }]) => [tool, permission]),
    );

  it('01-28, 02-32, 02-36 any member reads, only administrators write', async () => {
    const empty = await owner.api.get(GMAIL);
    expect([empty.status, empty.body]).toEqual([200, { defaults: {}, byAgent: {} }]);
    const enterprise = await startServer({ ENTERPRISE_ENABLED: 'true' });
    try {
      const boss = await signUpOwner(enterprise);
      const member = await memberOf(enterprise, boss);
      expect((await member.get(GMAIL)).status).toBe(200);
      expectEnvelope(
        await member.put(GMAIL, { changes: [{ toolId: 'send_email', permission: 'block' }] }),
        403,
        'authentication_error',
        'Insufficient permissions',
      );
    } finally {
      await enterprise.close();
    }
    expect((await api(server).get(GMAIL)).status).toBe(401);
  });

  it('the first rule for everyone that covers a tool decides', async () => {
    const app = (over: object = {}) => ({ kind: 'app', provider: 'gmail', ...over });
    await create({ targets: [app()], identities: [{ type: 'user', id: owner.userId }] });
    await create({ targets: [app()], enabled: false });
    await create({ action: 'manual_approval', targets: [network('y.test'), app({ tools: ['send_email'] })] });
    const { body } = await owner.api.get(GMAIL);
    expect(permissions(body)).toEqual({ send_email: 'manual_approval' });
    await create({ action: 'allow', targets: [app({ tools: ['read_all'] })] });
    await create({ targets: [app()] });
    const all = permissions((await owner.api.get(GMAIL)).body);
    expect(all).toMatchObject({ send_email: 'manual_approval', search_messages: 'allow' });
    expect(all).not.toHaveProperty('read_all');
    expect(new Set(Object.values(all))).toEqual(new Set(['manual_approval', 'allow', 'block']));
    expect((await owner.api.get('/v1/org/rules/permissions/slack')).body).toEqual({
      defaults: {},
      byAgent: {},
    });
  });

  it('are kept in up to three rules, one per permission, in force at once', async () => {
    const first = await put([
      { toolId: 'search_messages', permission: 'allow' },
      { toolId: 'send_email', permission: 'manual_approval' },
      { toolId: 'send_draft', permission: 'block' },
    ]);
    expect([first.status, first.body]).toEqual([
      200,
      {
        defaults: {
          search_messages: { permission: 'allow', conditions: [] },
          send_email: { permission: 'manual_approval', conditions: [] },
          send_draft: { permission: 'block', conditions: [] },
        },
        byAgent: {},
      },
    ]);
    const rules = await list();
    expect(rules.map(({ action, requireApproval, targets }) => [action, requireApproval, targets])).toEqual([
      ['block', false, [{ kind: 'app', provider: 'gmail', tools: ['send_draft'], connectionScope: null }]],
      ['allow', true, [{ kind: 'app', provider: 'gmail', tools: ['send_email'], connectionScope: null }]],
      [
        'allow',
        false,
        [{ kind: 'app', provider: 'gmail', tools: ['search_messages'], connectionScope: null }],
      ],
    ]);
    for (const { name } of rules) expect(name).toContain('Gmail');
    const before = await generation();
    expect((await put([{ toolId: 'send_email', permission: 'manual_approval' }])).body).toEqual(first.body);
    expect(await generation()).toBe(before);
    const moved = await put([
      { toolId: 'send_email', permission: 'allow' },
      { toolId: 'send_email', permission: 'block' },
    ]);
    expect(permissions(moved.body)).toEqual({
      search_messages: 'allow',
      send_email: 'block',
      send_draft: 'block',
    });
    expect((await list()).map(({ id, targets }) => [id, targets[0].tools])).toEqual([
      [rules[0].id, ['send_draft', 'send_email']],
      [rules[2].id, ['search_messages']],
    ]);
    const gmail = 'gmail.googleapis.com/gmail/v1/users/me';
    expect([await verdict(`GET ${gmail}/messages`), await verdict(`POST ${gmail}/messages/send`)]).toEqual([
      'allow',
      'blocked_by_policy',
    ]);
  });

  it('leave other rules on the app alone', async () => {
    const app = (over: object) => ({ kind: 'app', provider: 'gmail', tools: ['send_email'], ...over });
    const others = [
      await create({ targets: [app({}), network('x.test')] }),
      await create({ targets: [app({ tools: [] })] }),
      await create({ targets: [app({ connectionScope: 'organization' })] }),
      await create({ targets: [app({})], identities: [{ type: 'user', id: owner.userId }] }),
      await create({ action: 'allow', targets: [app({})], rateLimit: 5, rateLimitWindow: 'day' }),
    ];
    await put([{ toolId: 'send_email', permission: 'allow' }]);
    const now = await list();
    expect(now.slice(0, others.length)).toEqual(others);
    expect(now).toHaveLength(others.length + 1);
  });

  it('conditions replace those of the permissions that are given tools', async () => {
    const conditions = [{ target: 'body', operator: 'contains', value: 'x' }];
    await put([{ toolId: 'search_messages', permission: 'allow' }]);
    const { body } = await put([{ toolId: 'send_email', permission: 'block' }], { conditions });
    expect(body.defaults).toEqual({
      send_email: { permission: 'block', conditions },
      search_messages: { permission: 'allow', conditions: [] },
    });
    const kept = await put([{ toolId: 'send_draft', permission: 'block' }]);
    expect(kept.body.defaults.send_draft.conditions).toEqual(conditions);
    const cleared = await put([{ toolId: 'send_email', permission: 'block' }], { conditions: [] });
    expect(cleared.body.defaults.send_draft.conditions).toEqual([]);
  });

  it('03-40 refuse what the catalog does not have, and inheritance', async () => {
    const change = { toolId: 'send_email', permission: 'block' };
    for (const provider of ['nope', 'jfrog-artifactory']) {
      const path = `/v1/org/rules/permissions/${provider}`;
      const text = `Unknown provider: ${provider}`;
      expectEnvelope(await owner.api.get(path), 404, 'not_found_error', text);
      expectEnvelope(await owner.api.put(path, { changes: [change] }), 404, 'not_found_error', text);
    }
    expectEnvelope(
      await put([change, { ...change, toolId: 'nope' }]),
      400,
      'invalid_request_error',
      'Unknown tool: nope',
    );
    expectFlat(
      await put([{ ...change, permission: 'inherit' }]),
      'Only agent-scoped app permissions can be set to inherit',
    );
    for (const body of [
      {},
      { changes: [] },
      { changes: [[change]] },
      { changes: [{ toolId: 'send_email' }] },
      { changes: [{ ...change, permission: 'deny' }] },
      { changes: [{ ...change, toolId: '' }] },
      { changes: [change], conditions: {} },
      { changes: [change], conditions: [{ target: 'body' }] },
    ]) {
      expectFlat(await owner.api.put(GMAIL, body));
    }
    expect(await list()).toEqual([]);
  });

  it('are audited by app and count', async () => {
    await put([{ toolId: 'send_email', permission: 'block' }]);
    expect(await audits()).toMatchObject([{ action: 'update', metadata: { provider: 'gmail', count: 1 } }]);
  });
});

describe('deletions elsewhere', () => {
  it('02-37 the rule of a removed member is disabled and blocks nobody else', async () => {
    const member = await addMember(server, owner.organizationId);
    await bind(server, owner.workspaceId, { userId: member });
    const { id } = await create({ identities: [{ type: 'user', id: member }] });
    expect(await verdict('GET x.test/')).toBe('blocked_by_policy');
    const sets = server.app.get(PolicySetsService, { strict: false });
    await server.app.get(Database).tx(async (tx) => {
      await tx.query('DELETE FROM memberships WHERE organization_id = $1 AND user_id = $2', [
        owner.organizationId,
        member,
      ]);
      await sets.removeUser(tx, owner.organizationId, member);
    });
    expect(await verdict('GET x.test/')).toBe('allow');
    const left = await owner.api.get(`${RULES}/${id}`);
    expect(left.body).toMatchObject({ enabled: false, identities: [] });
  });

  it('02 §16 a rule on a deleted secret stays, matches nothing and can still be edited', async () => {
    const secretId = await createSecret(owner, { hostPattern: 'x.test' }, '/v1/org/secrets');
    const { id } = await create({ targets: [{ kind: 'secret', secretId }] });
    expect(await verdict('GET x.test/')).toBe('blocked_by_policy');
    expect((await owner.api.delete(`/v1/org/secrets/${secretId}`)).status).toBe(204);
    expect(await verdict('GET x.test/')).toBe('allow');
    const renamed = await owner.api.patch(`${RULES}/${id}`, { name: 'Nothing left' });
    expect([renamed.status, renamed.body.targets]).toEqual([200, []]);
  });

  it('a secret deleted while a rule names it: the rule is refused or loses its target', async () => {
    for (let round = 0; round < 5; round++) {
      const secretId = await createSecret(owner, { hostPattern: 'x.test' }, '/v1/org/secrets');
      const [created, deleted] = await Promise.all([
        owner.api.post(RULES, rule({ targets: [{ kind: 'secret', secretId }] })),
        owner.api.delete(`/v1/org/secrets/${secretId}`),
      ]);
      expect(deleted.status).toBe(204);
      expect([201, 422]).toContain(created.status);
      if (created.status === 422) continue;
      expect((await owner.api.get(`${RULES}/${created.body.id}`)).body.targets).toEqual([]);
    }
  });
});

describe('stores that fail', () => {
  async function without<T>(table: string, work: () => Promise<T>): Promise<T> {
    await server.db.query(`ALTER TABLE ${table} RENAME TO ${table}_gone`);
    try {
      return await work();
    } finally {
      await server.db.query(`ALTER TABLE ${table}_gone RENAME TO ${table}`);
    }
  }

  it('02-40 without counters a limited request passes, without rules nothing does', async () => {
    await create({ action: 'allow', rateLimit: 1, rateLimitWindow: 'day' });
    const passed = await without('rate_limit_counters', async () => [
      await verdict('GET x.test/'),
      await verdict('GET x.test/'),
    ]);
    expect(passed).toEqual(['allow', 'allow']);
    await without('policy_snapshots', async () => {
      await raiseOrganization(server, owner.organizationId);
      upstream.seen.length = 0;
      const answer = await agent.ask('http://y.test/');
      expect([answer.status, upstream.seen]).toEqual([502, []]);
      expect((await owner.api.get(`${RULES}?status=published`)).status).toBe(500);
      expect((await owner.api.post(RULES, rule())).status).toBe(500);
    });
    expect(await list()).toHaveLength(1);
    expect(await verdict('GET y.test/')).toBe('allow');
  });
});

describe('audit', () => {
  it('02 §18 each write leaves ids, names and counts, and no value of anything', async () => {
    const secretId = await createSecret(owner, { hostPattern: 'x.test', value: CANARY }, '/v1/org/secrets');
    const condition = { target: 'body', operator: 'contains', value: CANARY };
    const first = await create({ targets: [{ kind: 'secret', secretId }], conditions: [condition] });
    const second = await create({ name: 'Second' });
    await owner.api.patch(`${RULES}/${first.id}`, { name: 'Renamed' });
    await owner.api.patch(`${RULES}/${first.id}`, { name: 'Renamed' });
    await owner.api.put(`${RULES}/order`, { orderedIds: [second.id, first.id] });
    await owner.api.patch(DEFAULT, { action: 'block' });
    await owner.api.delete(`${RULES}/${second.id}`);
    await owner.api.post('/v1/org/policy/publish');
    const by = { source: 'api', by: owner.email };
    expect(await audits()).toEqual([
      { action: 'create', metadata: { ruleId: first.id, name: 'No x' }, ...by },
      { action: 'create', metadata: { ruleId: second.id, name: 'Second' }, ...by },
      { action: 'update', metadata: { ruleId: first.id, name: 'Renamed' }, ...by },
      { action: 'update', metadata: { reorder: true, count: 2 }, ...by },
      { action: 'update', metadata: { default: true, action: 'block', coverage: 'credentialed' }, ...by },
      { action: 'delete', metadata: { ruleId: second.id, name: 'Second' }, ...by },
    ]);
    expect(JSON.stringify(await audits())).not.toContain(CANARY);
  });
});

describe('licences', () => {
  it('02-23 Community refuses new group identities and scopes, and enforces stored ones', async () => {
    const group = await addGroup(server, owner.organizationId, [owner.userId]);
    const identities = [{ type: 'group', id: group }];
    const licence = 'enterprise_license_required';
    expectEnvelope(
      await owner.api.post(RULES, rule({ identities })),
      403,
      licence,
      expect.stringMatching(/groups/i),
    );
    await publishRules(
      server,
      { organizationId: owner.organizationId },
      {
        rules: [
          {
            action: 'block',
            identities: [{ type: 'group', id: group }],
            targets: [{ kind: 'network', hostPattern: 'x.test', pathPattern: null, method: null }],
          },
        ],
      },
    );
    expect(await verdict('GET x.test/')).toBe('blocked_by_policy');
    const [stored] = await list();
    const path = `${RULES}/${stored.id}`;
    expect((await owner.api.patch(path, { name: 'Kept', identities })).status).toBe(200);
    expect((await owner.api.patch(path, { enabled: false })).status).toBe(200);
    expectEnvelope(await owner.api.patch(path, { enabled: true }), 403, licence);
    expectEnvelope(await owner.api.post('/v1/org/policy/publish'), 403, licence);
    expect((await owner.api.patch(path, { identities: [] })).status).toBe(200);
  });

  it('02 §17 a server that starts without the licence warns of rules that need it', async () => {
    const start = () => startServerProcess(server.dataDir, { DATABASE_URL: server.databaseUrl });
    const group = await addGroup(server, owner.organizationId, []);
    await server.db.query(
      `UPDATE policy_rules SET identities = '[]' WHERE identities @> '[{"type": "group"}]'`,
    );
    const silent = await start();
    await silent.stop();
    await publishRules(
      server,
      { organizationId: owner.organizationId },
      { rules: [{ identities: [{ type: 'group', id: group }], targets: [] }] },
    );
    const warning = await start();
    await warning.stop();
    const text = 'changing them requires an Enterprise license';
    expect([silent.output().includes(text), warning.output().includes(text)]).toEqual([false, true]);
  });

  it('02-23 Enterprise takes group identities', async () => {
    const enterprise = await startServer({ ENTERPRISE_ENABLED: 'true' });
    try {
      const boss = await signUpOwner(enterprise);
      const id = await addGroup(enterprise, boss.organizationId, [boss.userId]);
      const answer = await boss.api.post(RULES, rule({ identities: [{ type: 'group', id }] }));
      expect([answer.status, answer.body.identities]).toEqual([201, [{ type: 'group', id }]]);
    } finally {
      await enterprise.close();
    }
  });
});

describe('Cloud plans', () => {
  let issuer: SessionIssuer;
  let cloud: TestServer;
  let person: ApiClient;
  let organizationId: string;
  let userId: string;

  withCloud((stand) => ({ issuer, cloud } = stand));

  beforeEach(async () => {
    ({ organizationId, userId, api: person } = await signInOnCloud(cloud, issuer));
  });

  const plan = (name: string) => setPlan(cloud, organizationId, name);

  function expectPlan(answer: Answer, name: string): void {
    expectEnvelope(answer, 403, 'authentication_error', expect.stringContaining(name));
  }

  it('01-36, 02-27 deny-by-default needs Team', async () => {
    for (const name of ['free', 'pro', 'unheard-of']) {
      await plan(name);
      expectPlan(await person.patch(DEFAULT, { action: 'block' }), 'Team');
    }
    expect((await person.patch(DEFAULT, { coverage: 'all' })).status).toBe(200);
    expect((await person.patch(DEFAULT, { coverage: 'credentialed' })).status).toBe(200);
    await plan('team');
    expect((await person.patch(DEFAULT, { action: 'block' })).status).toBe(200);
    await plan('pro');
    expect((await person.patch(DEFAULT, { action: 'block' })).status).toBe(200);
    expectPlan(await person.patch(DEFAULT, { coverage: 'all' }), 'Team');
    expectPlan(await person.post('/v1/org/policy/publish'), 'Team');
    expect((await person.patch(DEFAULT, { action: 'allow' })).status).toBe(200);
    expect((await person.post('/v1/org/policy/publish')).status).toBe(200);
  });

  it('02 §17 rate limits need Pro, users and groups Enterprise, approvals nothing', async () => {
    const limited = rule({ action: 'rate_limit', rateLimit: 1, rateLimitWindow: 'day' });
    const group = await addGroup(cloud, organizationId, [userId]);
    expectPlan(await person.post(RULES, limited), 'Pro');
    expect((await person.post(RULES, rule({ action: 'manual_approval' }))).status).toBe(201);
    await plan('pro');
    const { id } = (await person.post(RULES, limited)).body;
    for (const identity of [
      { type: 'user', id: userId },
      { type: 'group', id: group },
    ]) {
      expectPlan(await person.post(RULES, rule({ identities: [identity] })), 'Enterprise');
      expectPlan(await person.patch(`${RULES}/${id}`, { identities: [identity] }), 'Enterprise');
    }
    await plan('free');
    expect((await person.patch(`${RULES}/${id}`, { name: 'Kept', rateLimit: 1 })).status).toBe(200);
    expectPlan(await person.patch(`${RULES}/${id}`, { rateLimit: 2 }), 'Pro');
    expectPlan(await person.post('/v1/org/policy/publish'), 'Pro');
    expect((await person.patch(`${RULES}/${id}`, { rateLimit: null, rateLimitWindow: null })).status).toBe(
      200,
    );
    await plan('enterprise');
    const answer = await person.patch(`${RULES}/${id}`, { identities: [{ type: 'group', id: group }] });
    expect(answer.status).toBe(200);
  });
});
