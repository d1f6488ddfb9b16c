import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { type Owner, signUpOwner } from '../../harness/people/accounts.js';
import { CallCounter } from '../../../src/gateway/request-log/call-counter.js';
import { type Agent, agentWith, createAgent, createSecret, grant } from '../../harness/clients/agent.js';
import { askAbout, decide, pending } from '../../harness/policy/approvals.js';
import { api, type Answer, type ApiClient } from '../../harness/clients/client.js';
import { setPlan, signInOnCloud } from '../../harness/people/cloud.js';
import { connect } from '../../harness/upstreams/connections.js';
import { memberOf } from '../../harness/people/members.js';
import { someEmail } from '../../harness/people/newcomers.js';
import { workspaceRules } from '../../harness/policy/rules.js';
import { startReplica, startServer, type TestServer } from '../../harness/server/server.js';
import { type SessionIssuer, startSessionIssuer } from '../../harness/people/session-issuer.js';
import { until } from '../../harness/time/until.js';
import { startUpstream, type Upstream } from '../../harness/upstreams/upstream.js';

const USAGE = '/v1/org/usage';
const NAMES = ['Workspaces', 'Agents', 'Secrets', 'OAuth apps', 'Integration calls', 'Members'];

let server: TestServer;
let cloud: TestServer;
let issuer: SessionIssuer;

beforeAll(async () => {
  issuer = await startSessionIssuer();
  [server, cloud] = await Promise.all([startServer(), startServer(issuer.settings)]);
});

afterAll(async () => {
  await Promise.all([server.close(), cloud.close()]);
  await issuer.close();
});

/** The counts and the limits, in the order of the answer. */
async function usage(by: ApiClient): Promise<{ plan: string; current: number[]; limit: (number | null)[] }> {
  const { status, body }: Answer = await by.get(USAGE);
  expect(status).toBe(200);
  expect(Object.keys(body)).toEqual(['plan', 'resources', 'limits']);
  expect(body.resources.map(({ name }: any) => name)).toEqual(NAMES);
  for (const resource of body.resources) expect(Object.keys(resource)).toEqual(['name', 'current', 'limit']);
  return {
    plan: body.plan,
    current: body.resources.map(({ current }: any) => current),
    limit: body.resources.map(({ limit }: any) => limit),
  };
}

const THIS_MONTH = `date_trunc('month', now() AT TIME ZONE 'UTC')`;

/** As the gateway keeps them. */
async function counted(organizationId: string, calls: number, month = THIS_MONTH): Promise<void> {
  await server.db.query(
    `INSERT INTO integration_calls (organization_id, month, calls) VALUES ($1, ${month}, $2)`,
    [organizationId, calls],
  );
}

describe('usage of an organization (01 §18.8)', () => {
  it('self-hosted: everything is counted and nothing limited', async () => {
    const owner = await signUpOwner(server);
    const session = api(server).as(owner.cookie);
    const fresh = await usage(session);
    expect(fresh).toEqual({
      plan: 'enterprise',
      current: [1, 1, 0, 0, 0, 1],
      limit: [null, null, null, null, null, null],
    });

    const { organizationId, workspaceId } = owner;
    expect((await owner.api.post('/v1/workspaces', { name: 'Second' })).status).toBe(201);
    await createSecret(owner, { hostPattern: 'api.example.test' });
    await connect(server, { organizationId, workspaceId });
    await counted(organizationId, 1);
    await owner.api.post('/v1/org/invitations', { email: someEmail(), role: 'member' });
    expect((await usage(session)).current).toEqual([2, 2, 1, 1, 1, 2]);
  });

  it("leaves out the organization's own secrets and connections and overdue invitations", async () => {
    const owner = await signUpOwner(server);
    const { organizationId } = owner;
    const secret = await owner.api.post('/v1/org/secrets', {
      name: 'Shared',
      type: 'generic',
      value: 'v',
      hostPattern: 'api.example.test',
      injectionConfig: { headerName: 'x-key' },
    });
    expect(secret.status).toBe(201);
    await connect(server, { organizationId });
    const invited = await owner.api.post('/v1/org/invitations', { email: someEmail(), role: 'member' });
    await server.db.query(`UPDATE invitations SET expires_at = now() WHERE id = $1`, [invited.body.id]);
    expect((await usage(api(server).as(owner.cookie))).current).toEqual([1, 1, 0, 0, 0, 1]);
  });

  it('integration calls are those of this calendar month in UTC', async () => {
    const { organizationId, cookie } = await signUpOwner(server);
    await counted(organizationId, 3_000_000_000);
    await counted(organizationId, 7, `${THIS_MONTH} - interval '1 month'`);
    await counted(organizationId, 9, `${THIS_MONTH} + interval '1 month'`);
    await counted((await signUpOwner(server)).organizationId, 11);
    expect((await usage(api(server).as(cookie))).current[4]).toBe(3_000_000_000);
  });

  it('Cloud: the limits of the plan', async () => {
    const person = await signInOnCloud(cloud, issuer);
    expect(await usage(person.api)).toEqual({
      plan: 'free',
      current: [1, 1, 0, 0, 0, 1],
      limit: [1, 2, 10, 3, 500, 3],
    });
    await setPlan(cloud, person.organizationId, 'team');
    expect(await usage(person.api)).toMatchObject({ plan: 'team', limit: [null, 20, null, null, null, 10] });
    await setPlan(cloud, person.organizationId, 'enterprise');
    expect((await usage(person.api)).limit).toEqual([null, null, null, null, null, null]);
    await setPlan(cloud, person.organizationId, 'unheard-of');
    expect((await usage(person.api)).plan).toBe('free');
  });

  it("Cloud: the operator's own limits win in both directions", async () => {
    const person = await signInOnCloud(cloud, issuer);
    const limits = (agents: number, seats: number) =>
      cloud.db.query('UPDATE organizations SET max_agents = $2, max_seats = $3 WHERE id = $1', [
        person.organizationId,
        agents,
        seats,
      ]);
    await limits(1, 40);
    expect((await usage(person.api)).limit).toEqual([1, 1, 10, 3, 500, 40]);
    await setPlan(cloud, person.organizationId, 'enterprise');
    expect((await usage(person.api)).limit).toEqual([null, 1, null, null, null, 40]);
  });

  it('any member may look, and only with a session or an organization key', async () => {
    const enterprise = await startServer({ ENTERPRISE_ENABLED: 'true' });
    try {
      const owner = await signUpOwner(enterprise);
      const member = await memberOf(enterprise, owner);
      expect((await usage(member)).current[5]).toBe(2);
      expect((await owner.api.get(USAGE)).status).toBe(403);
      expect((await api(enterprise).get(USAGE)).status).toBe(401);
    } finally {
      await enterprise.close();
    }
  });
});

describe('01 §18.8 what agents used of models', () => {
  const LLM = `${USAGE}?include=llm`;
  const ENORMOUS = '12345678901234567890123';
  const NAMES_OF_AMOUNTS = [
    'requests',
    'estimatedRequests',
    'inputTokens',
    'outputTokens',
    'cacheReadTokens',
    'cacheWriteTokens',
  ];
  let enterprise: TestServer;
  let owner: Owner;
  let by: ApiClient;
  let agent: Agent;

  beforeAll(async () => {
    enterprise = await startServer({ ENTERPRISE_ENABLED: 'true' });
  });

  afterAll(async () => {
    await enterprise.close();
  });

  beforeEach(async () => {
    owner = await signUpOwner(enterprise);
    by = api(enterprise).as(owner.cookie);
    agent = await createAgent(enterprise, owner);
  });

  /** As the gateway keeps it. */
  async function used(
    day: string,
    model: string,
    nanoCents: string,
    { of = owner, id = agent.id }: { of?: Pick<Owner, 'organizationId' | 'workspaceId'>; id?: string } = {},
  ): Promise<void> {
    await enterprise.db.query(
      `INSERT INTO llm_usage VALUES ($1, $2, $3, $4, 'openai', $5, 1, 2, 3, 4, 5, 6, $6)`,
      [of.organizationId, of.workspaceId, id, day, model, nanoCents],
    );
  }

  it('is told exactly by agent, model and day, newest first, with the sum of all', async () => {
    await used('2026-01-30', 'gpt-5', '999999999');
    await used('2026-01-31', 'gpt-4o', ENORMOUS);
    await used('2026-01-31', 'gpt-5', '1');
    await used('2026-02-01', 'gpt-5', '1');
    const { status, body } = await by.get(`${LLM}&from=2026-01-30&to=2026-01-31`);
    expect([status, Object.keys(body)]).toEqual([200, ['plan', 'resources', 'limits', 'llm']]);
    const { from, to, total, items, nextCursor } = body.llm;
    expect([from, to, nextCursor]).toEqual(['2026-01-30', '2026-01-31', null]);
    expect(items.map(({ day, model, costNanoCents }: any) => [day, model, costNanoCents])).toEqual([
      ['2026-01-31', 'gpt-5', '1'],
      ['2026-01-31', 'gpt-4o', ENORMOUS],
      ['2026-01-30', 'gpt-5', '999999999'],
    ]);
    expect(items.at(-1)).toMatchObject({ agentId: agent.id, workspaceId: owner.workspaceId, costCents: 0 });
    expect(NAMES_OF_AMOUNTS.map((name) => items[0][name])).toEqual([1, 2, 3, 4, 5, 6]);
    expect(NAMES_OF_AMOUNTS.map((name) => total[name])).toEqual([3, 6, 9, 12, 15, 18]);
    expect([total.costNanoCents, total.costCents]).toEqual(['12345678901235567890123', 12_345_678_901_235]);
  });

  it('is of the present month where no days are named, and of nothing where nothing was used', async () => {
    const [days] = await enterprise.db.query<{ first: string; today: string; before: string }>(
      `SELECT to_char(${THIS_MONTH}, 'YYYY-MM-DD') AS first, to_char(now() AT TIME ZONE 'UTC', 'YYYY-MM-DD') AS today,
         to_char(${THIS_MONTH} - interval '1 day', 'YYYY-MM-DD') AS before`,
    );
    const { body: none } = await by.get(LLM);
    expect(none.llm).toMatchObject({ from: days!.first, to: days!.today, items: [], nextCursor: null });
    expect(none.llm.total).toMatchObject({ requests: 0, costNanoCents: '0', costCents: 0 });
    await used(days!.before, 'gpt-5', '1');
    await used(days!.first, 'gpt-5', '1');
    expect((await by.get(LLM)).body.llm.items).toMatchObject([{ day: days!.first }]);
  });

  it('comes in pages of a bounded size that together are everything once, and by agent', async () => {
    const { body: second } = await owner.api.post('/v1/agents', { name: 'Second', identifier: 'second' });
    for (const id of [agent.id, second.id])
      for (const day of ['2026-01-01', '2026-01-02'])
        for (const model of ['a', 'b']) await used(day, model, '1', { id });
    const path = `${LLM}&from=2026-01-01&to=2026-01-31`;
    const whole = (await by.get(path)).body.llm;
    expect(whole.items).toHaveLength(8);
    const paged: object[] = [];
    for (let cursor: string | null = ''; cursor !== null;) {
      const { body } = await by.get(`${path}&limit=3${cursor && `&cursor=${cursor}`}`);
      expect(body.llm.total).toEqual(whole.total);
      paged.push(...body.llm.items);
      cursor = body.llm.nextCursor;
    }
    expect(paged).toEqual(whole.items);
    const { llm } = (await by.get(`${path}&agentId=${second.id}`)).body;
    expect(llm.items).toHaveLength(4);
    expect(llm.total.requests).toBe(4);
  });

  it('is of one organization, and of the workspaces that who asks may use', async () => {
    await used('2026-01-01', 'a', '1');
    const hidden = (await owner.api.post('/v1/workspaces', { name: 'Hidden' })).body;
    const { body: there } = await by
      .inWorkspace(hidden.id)
      .post('/v1/agents', { name: 'There', identifier: 'there' });
    const of = { organizationId: owner.organizationId, workspaceId: hidden.id };
    await used('2026-01-01', 'a', '10', { of, id: there.id });
    const path = `${LLM}&from=2026-01-01`;
    const seen = async (by: ApiClient): Promise<string> => (await by.get(path)).body.llm.total.costNanoCents;
    expect(await seen(by)).toBe('11');
    expect(await seen(await memberOf(enterprise, owner))).toBe('1');
    const stranger = await signUpOwner(enterprise);
    expect(await seen(api(enterprise).as(stranger.cookie))).toBe('0');
    const asked = await api(enterprise).as(stranger.cookie).get(`${path}&agentId=${agent.id}`);
    expect(asked.body.llm.items).toEqual([]);
  });

  it.each([
    'from=2026-02-30',
    'to=0000-01-01',
    'from=yesterday',
    'from=2026-01-01T00:00:00Z',
    'agentId=me',
    'limit=0',
    'limit=1001',
    'cursor=x',
    `cursor=${Buffer.from('2026-01-01\n00000000-0000-4000-8000-000000000000\na\0\nb').toString('base64url')}`,
  ])('refuses %s', async (query) => {
    const { status, body } = await by.get(`${LLM}&${query}`);
    expect([status, Object.keys(body)]).toEqual([400, ['error']]);
  });

  it('is left out where nobody asks for it, and nothing else can be asked for', async () => {
    expect(Object.keys((await by.get(`${USAGE}?from=2026-01-01`)).body)).toEqual([
      'plan',
      'resources',
      'limits',
    ]);
    expect((await by.get(`${USAGE}?include=all`)).status).toBe(400);
  });
});

describe('integration calls (06 §13.3): forwarded requests that carried a credential', () => {
  const LOG_OFF = { REQUEST_LOG_MODE: 'off' };
  let upstream: Upstream;
  let gateway: TestServer;
  let replica: TestServer;
  let owner: Owner;
  let agent: Agent;

  beforeAll(async () => {
    upstream = await startUpstream();
    gateway = await startServer({ ...upstream.settings, ...LOG_OFF });
    replica = await startReplica(gateway, { ...upstream.settings, ...LOG_OFF });
  });

  afterAll(async () => {
    await replica.close();
    await gateway.close();
    await upstream.close();
  });

  beforeEach(async () => {
    owner = await signUpOwner(gateway);
    agent = await createAgent(gateway, owner);
    await grant(owner, agent.id, await createSecret(owner, { hostPattern: 'api.u.test' }));
  });

  async function ask(url: string, through = agent, status = 200): Promise<void> {
    expect((await through.ask(url)).status).toBe(status);
  }

  async function calls(): Promise<number> {
    for (const { app } of [gateway, replica]) await app.get(CallCounter).flush();
    return (await usage(api(gateway).as(owner.cookie))).current[4]!;
  }

  it('count on every process, whatever the request log keeps, and stay when a workspace goes', async () => {
    await ask('http://other.u.test/');
    await ask('http://api.u.test/one');
    await ask('http://api.u.test/two', agentWith(replica, agent));
    await until(async () => (await calls()) === 2);
    await owner.api.post('/v1/workspaces', { name: 'Second' });
    expect((await owner.api.delete(`/v1/workspaces/${owner.workspaceId}`)).status).toBe(204);
    expect(await calls()).toBe(2);
  });

  it('count when a person let them through, not when they were refused', async () => {
    await workspaceRules(gateway, owner, [askAbout('held.u.test')]);
    await grant(owner, agent.id, await createSecret(owner, { hostPattern: 'held.u.test' }));
    for (const decision of ['approve', 'deny'] as const) {
      const asked = ask('http://held.u.test/', agent, decision === 'approve' ? 200 : 403);
      const [held] = await pending(owner.api);
      await decide(owner.api, held.id, decision);
      await asked;
      await until(async () => (await calls()) === 1);
    }
  });

  it('06 §13.3 are as many as an organization likes on a self-hosted server', async () => {
    await gateway.db.query(
      `INSERT INTO integration_calls (organization_id, month, calls)
       VALUES ($1, date_trunc('month', now() AT TIME ZONE 'UTC')::date, 1000000)`,
      [owner.organizationId],
    );
    await ask('http://api.u.test/one');
    await until(async () => (await calls()) === 1_000_001);
  });

  it('are not lost while the database does not take them', async () => {
    await gateway.db.query('ALTER TABLE integration_calls RENAME TO away');
    await ask('http://api.u.test/one');
    await gateway.app.get(CallCounter).flush();
    await gateway.db.query('ALTER TABLE away RENAME TO integration_calls');
    await ask('http://api.u.test/two');
    await until(async () => (await calls()) === 2);
  });
});
