/** 06 §13.3 how many calls with a credential the plan of an organization includes a month, on Cloud, which sends none on plain HTTP (R27). */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { randomBytes } from 'node:crypto';
import { CallCounter } from '../../../src/gateway/request-log/call-counter.js';
import { RequestLog } from '../../../src/gateway/request-log/request-log.js';
import {
  type Agent,
  agentWith,
  type AgentAnswer,
  createAgent,
  createSecret,
  grant,
} from '../../harness/clients/agent.js';
import { type CloudPerson, setPlan, signInOnCloud } from '../../harness/people/cloud.js';
import { raiseOrganization } from '../../harness/people/people.js';
import { startReplica, startServer, type TestServer } from '../../harness/server/server.js';
import { type SessionIssuer, startSessionIssuer } from '../../harness/people/session-issuer.js';
import { until } from '../../harness/time/until.js';
import { startUpstream, type Upstream } from '../../harness/upstreams/upstream.js';

const LIMIT = 500;
const URL_OF = 'https://api.u.test/';

let issuer: SessionIssuer;
let upstream: Upstream;
let server: TestServer;
let replica: TestServer;
let person: CloudPerson;
let agent: Agent;

beforeAll(async () => {
  issuer = await startSessionIssuer();
  upstream = await startUpstream();
  const settings = {
    ...issuer.settings,
    ...upstream.settings,
    OAUTH_STATE_SECRET: randomBytes(32).toString('hex'),
  };
  server = await startServer(settings);
  replica = await startReplica(server, settings);
});

afterAll(async () => {
  await replica?.close();
  await server?.close();
  await upstream?.close();
  await issuer?.close();
});

beforeEach(async () => {
  upstream.reset();
  person = await signInOnCloud(server, issuer);
  agent = await createAgent(server, person);
  for (const hostPattern of ['api.u.test', 'api.openai.com'])
    await grant(person, agent.id, await createSecret(person, { hostPattern }));
});

/** What other processes have counted, before this one asks for the first time. */
async function plant(calls: number, month = 0): Promise<void> {
  await server.db.query(
    `INSERT INTO integration_calls (organization_id, month, calls)
     VALUES ($1, (date_trunc('month', now() AT TIME ZONE 'UTC') + make_interval(months => $2))::date, $3)
     ON CONFLICT (organization_id, month) DO UPDATE SET calls = $3`,
    [person.organizationId, month, calls],
  );
}

async function stored(): Promise<number> {
  for (const { app } of [server, replica]) await app.get(CallCounter).flush();
  const [row] = await server.db.query<{ calls: number }>(
    `SELECT calls::int AS calls FROM integration_calls WHERE organization_id = $1 ORDER BY month DESC LIMIT 1`,
    [person.organizationId],
  );
  return row?.calls ?? 0;
}

async function statuses(count: number, url = URL_OF, through = agent): Promise<number[]> {
  const seen: number[] = [];
  for (let at = 0; at < count; at++) seen.push((await through.ask(url)).status);
  return seen;
}

function expectQuota({ status, headers, body }: AgentAnswer): void {
  expect([status, headers['x-should-retry']]).toEqual([429, 'false']);
  expect(body).toEqual({
    error: 'quota_exceeded',
    message: expect.stringContaining('500'),
    limit: LIMIT,
    upgrade_url: expect.stringMatching(new RegExp(`^https?://.+/org/${person.organizationId}/billing$`)),
  });
}

describe('06 §13.3 the call quota', () => {
  it('lets as many calls pass as the plan includes, refuses the next and counts no refusal', async () => {
    await plant(LIMIT - 3);
    expect(await statuses(5)).toEqual([200, 200, 200, 429, 429]);
    expect(upstream.seen).toHaveLength(3);
    expectQuota(await agent.ask(URL_OF));
    expect(await stored()).toBe(LIMIT);
    await server.app.get(RequestLog).flush();
    const [row] = await server.db.query(
      `SELECT status, injection_count, extra_data FROM request_log WHERE workspace_id = $1
       ORDER BY created_at DESC LIMIT 1`,
      [person.workspaceId],
    );
    expect(row).toMatchObject({
      status: 429,
      injection_count: 0,
      extra_data: { decision: 'blocked', blocked_by_rule: 'quota_exceeded' },
    });
  });

  it('counts calls of LLM hosts and never refuses them, nor what carries no credential', async () => {
    await plant(LIMIT - 1);
    expect(await statuses(3, 'https://api.openai.com/v1/x')).toEqual([200, 200, 200]);
    expect((await agent.ask(URL_OF)).status).toBe(429);
    expect(await statuses(2, 'https://other.test/')).toEqual([200, 200]);
    expect(await stored()).toBe(LIMIT + 2);
  });

  it('is a matter of the plan, and of the month', async () => {
    await plant(LIMIT * 10, -1);
    expect(await statuses(1)).toEqual([200]);
    await setPlan(server, person.organizationId, 'pro');
    await raiseOrganization(server, person.organizationId);
    await plant(LIMIT * 10);
    expect(await statuses(2)).toEqual([200, 200]);
    await setPlan(server, person.organizationId, 'a plan nobody knows');
    await raiseOrganization(server, person.organizationId);
    await until(async () => (await agent.ask(URL_OF)).status === 429);
  });

  it('06 §17.2 is known on every process within five seconds', async () => {
    const other = agentWith(replica, agent);
    await plant(LIMIT - 2);
    expect(await statuses(1, URL_OF, other)).toEqual([200]);
    expect(await statuses(1)).toEqual([200]);
    await stored();
    await until(async () => (await other.ask(URL_OF)).status === 429, 15_000);
    expect(await stored()).toBe(LIMIT);
  });

  it('R20, R22 lets calls pass while nobody can read the number', async () => {
    await plant(LIMIT);
    await server.db.query('ALTER TABLE integration_calls RENAME TO away');
    try {
      expect(await statuses(2)).toEqual([200, 200]);
    } finally {
      await server.db.query('ALTER TABLE away RENAME TO integration_calls');
    }
    await until(async () => (await agent.ask(URL_OF)).status === 429, 15_000);
  });

  it('02 §8.6 is what a simulated request is refused for, and counts none', async () => {
    const simulate = async (url: string): Promise<any> => {
      const answer = await person.api.post('/v1/policy/simulate', { agentId: agent.id, method: 'GET', url });
      expect(answer.status).toBe(200);
      return answer.body;
    };
    await plant(LIMIT);
    expect(await simulate(URL_OF)).toMatchObject({
      verdict: 'refuse',
      refusal: { status: 429, body: { error: 'quota_exceeded', limit: LIMIT } },
      injection: [],
    });
    expect(await simulate('https://api.openai.com/v1/x')).toMatchObject({ verdict: 'allow', refusal: null });
    expect(await simulate('https://other.test/')).toMatchObject({ verdict: 'allow', refusal: null });
    expect(await stored()).toBe(LIMIT);
  });
});
