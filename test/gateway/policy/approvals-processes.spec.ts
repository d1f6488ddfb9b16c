import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { organizationKey, type Owner, signUpOwner } from '../../harness/people/accounts.js';
import { type Agent, agentWith, createAgent } from '../../harness/clients/agent.js';
import { askAbout, decide, listPending, loggedAs, pending } from '../../harness/policy/approvals.js';
import { api, gateway } from '../../harness/clients/client.js';
import { workspaceRules } from '../../harness/policy/rules.js';
import { startReplica, type TestServer } from '../../harness/server/server.js';
import { type ServerProcess, startServerProcess } from '../../harness/server/server-process.js';
import { withUpstream } from '../../harness/server/stands.js';
import { until } from '../../harness/time/until.js';
import type { Upstream } from '../../harness/upstreams/upstream.js';

const HOST = 'api.bank.test';
const URL_OF = `http://${HOST}/transfers`;

let upstream: Upstream;
let server: TestServer;
let owner: Owner;
let agent: Agent;
const replicas: TestServer[] = [];

withUpstream((stand) => ({ upstream, server } = stand), { ENTERPRISE_ENABLED: 'true' });

beforeEach(async () => {
  upstream.reset();
  owner = await signUpOwner(server);
  agent = await createAgent(server, owner);
  await workspaceRules(server, owner, [askAbout(HOST)]);
});

afterEach(async () => {
  for (const replica of replicas.splice(0)) await replica.close();
});

async function replicate(overrides: Record<string, string> = {}): Promise<TestServer> {
  const replica = await startReplica(server, {
    ...upstream.settings,
    ENTERPRISE_ENABLED: 'true',
    ...overrides,
  });
  replicas.push(replica);
  return replica;
}

/** What the agent gets when it asks that process. */
function askAt(process: { gatewayUrl: string }, path = ''): ReturnType<Agent['ask']> {
  return agentWith(process, agent).ask(URL_OF + path, { method: 'POST', body: 'x' });
}

describe('two processes on one database', () => {
  it('06-T108, 06-14 a request held by one is decided at the other', async () => {
    const other = await replicate();
    for (const [holder, decider] of [
      [server, other],
      [other, server],
    ] as const) {
      const desk = gateway(decider).as(owner.apiKey);
      const polling = desk.get('/v1/approvals/pending');
      const asking = askAt(holder);
      const [item] = (await polling).body.requests;
      expect((await decide(desk, item.id, 'approve')).status).toBe(200);
      expect((await asking).text).toBe('ok');
      upstream.only();
    }
  });

  it('06-T105 of decisions at both one wins', async () => {
    const other = await replicate();
    const desks = [gateway(server).as(owner.apiKey), gateway(other).as(owner.apiKey)];
    for (let round = 0; round < 5; round++) {
      const asking = askAt(server);
      const [item] = await pending(desks[0]!);
      const answers = await Promise.all(
        desks.map((desk, at) => decide(desk, item.id, at === 0 ? 'approve' : 'deny')),
      );
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 404]);
      expect((await asking).status).toBe(answers[0]!.status === 200 ? 200 : 403);
    }
    expect(upstream.seen.length).toBeLessThanOrEqual(5);
  });

  it('06 §15.5.3 a decision that the holder does not take is not taken, and can be made again', async () => {
    const holder = randomUUID();
    const id = randomUUID();
    await server.db.query('INSERT INTO gateway_processes (id) VALUES ($1)', [holder]);
    await server.db.query(
      `INSERT INTO approvals (id, owner_id, organization_id, workspace_id, agent_id, request, expires_at)
       VALUES ($1, $2, $3, $4, $5, '{}', now() + interval '1 minute')`,
      [id, holder, owner.organizationId, owner.workspaceId, agent.id],
    );
    const desk = gateway(server).as(owner.apiKey);
    const began = performance.now();
    const deciding = decide(desk, id, 'approve');
    await until(async () => (await listPending(desk)).length === 0);
    expect((await decide(desk, id, 'deny')).status).toBe(404);
    expect((await deciding).status).toBe(404);
    // Released clients give a decision five seconds.
    expect(performance.now() - began).toBeLessThan(5_000);
    expect((await listPending(desk)).map((item) => item.id)).toEqual([id]);
    await server.db.query('DELETE FROM approvals WHERE id = $1', [id]);
  });

  it('06-T110, 06-T111, 06-16 a process that stops gives back what it holds', async () => {
    const stopping = await replicate();
    const desk = gateway(server).as(owner.apiKey);
    const asking = askAt(stopping);
    const [item] = await pending(desk);
    const idle = await signUpOwner(server);
    const polls = [
      gateway(stopping).as(idle.apiKey).get('/v1/approvals/pending'),
      api(stopping).as(idle.apiKey).get('/v1/approvals/pending'),
    ];
    await sleep(200);
    const began = performance.now();
    const closing = stopping.close();
    replicas.splice(0);
    const refused = await asking;
    expect([refused.status, refused.body.error, refused.body.approval_id]).toEqual([
      503,
      'gateway_restarting',
      item.id,
    ]);
    expect([refused.headers['retry-after'], refused.headers['x-should-retry']]).toEqual(['1', undefined]);
    for (const poll of await Promise.all(polls)) expect([poll.status, poll.body.requests]).toEqual([200, []]);
    await closing;
    // What a stop is given; the polls and the request would wait far longer.
    expect(performance.now() - began).toBeLessThan(9_000);
    expect((await decide(desk, item.id, 'approve')).status).toBe(404);
    expect(await listPending(desk)).toEqual([]);
    expect((await loggedAs(server, item.id, 'approval_denied')).status).toBe(503);
    expect(upstream.seen).toEqual([]);
  });
});

describe('the organization feed', () => {
  it('06-17, 05 §12 lists every workspace to an organization key and to nobody else', async () => {
    const key = await organizationKey(server, owner);
    const created = await owner.api
      .with({ authorization: `Bearer ${key}` })
      .post('/v1/workspaces', { name: 'Second' });
    expect(created.status).toBe(201);
    const feed = gateway(server).as(key);
    const polling = feed.get('/v1/org/approvals/pending?wait=10');
    const asking = askAt(server);
    const { body } = await polling;
    expect(body.requests).toEqual([expect.objectContaining({ workspaceId: owner.workspaceId })]);
    const [item] = body.requests;
    expect(await listPending(feed, '/org/approvals/pending')).toEqual([item]);
    expect(await listPending(api(server).as(key), '/v1/org/approvals/pending')).toEqual([item]);
    const excluded = await feed.get(`/v1/org/approvals/pending?wait=0&exclude=${item.id}`);
    expect(excluded.body.requests).toEqual([]);
    for (const other of [owner.apiKey, owner.cookie]) {
      const refused = await gateway(server).as(other).get('/v1/org/approvals/pending?wait=0');
      expect([refused.status, refused.body]).toEqual([403, { error: 'organization_scope_required' }]);
    }
    expect((await gateway(server).as('oc_org_bad').get('/v1/org/approvals/pending')).status).toBe(401);
    const stranger = await organizationKey(server, await signUpOwner(server));
    expect(await listPending(gateway(server).as(stranger), '/v1/org/approvals/pending')).toEqual([]);
    const decided = await decide(feed.with({ 'x-project-id': item.projectId }), item.id, 'deny');
    expect([decided.status, decided.headers.deprecation]).toEqual([200, 'true']);
    await asking;
  });

  it('07-38 of two workspaces decides each request in the project that its row names', async () => {
    const feed = gateway(server).as(await organizationKey(server, owner));
    const administration = api(server).as(await organizationKey(server, owner));
    const { body: second } = await administration.post('/v1/workspaces', { name: 'Second' });
    const there = { ...owner, workspaceId: second.id, api: administration.inWorkspace(second.id) };
    await workspaceRules(server, there, [askAbout(HOST)]);
    const askers = [agent, await createAgent(server, there)];
    const asking = askers.map((each) => agentWith(server, each).ask(URL_OF));
    const rows = await pending(feed, 2, '/v1/org/approvals/pending');
    const projects = rows.map(({ projectId }) => projectId as string);
    expect(new Set(projects)).toEqual(new Set([owner.workspaceId, second.id]));
    for (const [at, { id, projectId }] of rows.entries()) {
      const astray = await decide(feed.with({ 'x-project-id': projects[1 - at]! }), id, 'approve');
      expect(astray.status).toBe(404);
      expect((await decide(feed.with({ 'x-project-id': projectId }), id, 'approve')).status).toBe(200);
    }
    expect((await Promise.all(asking)).map(({ status }) => status)).toEqual([200, 200]);
    expect(upstream.seen).toHaveLength(2);
  });

  it('06-17 needs a licence, after a good credential', async () => {
    const community = await replicate({ ENTERPRISE_ENABLED: 'false' });
    const key = await organizationKey(server, owner);
    const refused = await gateway(community).as(key).get('/v1/org/approvals/pending?wait=0');
    expect([refused.status, refused.body.error.type]).toEqual([403, 'enterprise_license_required']);
    expect((await gateway(community).get('/v1/org/approvals/pending')).status).toBe(401);
    const workspaceKey = await gateway(community).as(owner.apiKey).get('/v1/org/approvals/pending');
    expect([workspaceKey.status, workspaceKey.body]).toEqual([403, { error: 'organization_scope_required' }]);
  });
});

/** The built server, killed while it holds: nothing may be decided twice or sent late (06 §17.2). */
describe('a process that dies', () => {
  let holder: ServerProcess;

  beforeAll(async () => {
    const { databaseUrl, dataDir } = server;
    holder = await startServerProcess(dataDir, { ...upstream.settings, DATABASE_URL: databaseUrl });
  });

  afterAll(() => holder.stop());

  it('06-T110 to 06-T112, 06-16 after SIGTERM it gives back, finishes, and exits with 0', async () => {
    const { databaseUrl, dataDir } = server;
    const stopping = await startServerProcess(dataDir, { ...upstream.settings, DATABASE_URL: databaseUrl });
    const idle = await signUpOwner(server);
    const poll = gateway(stopping).as(idle.apiKey).get('/v1/approvals/pending');
    const held = askAt(stopping);
    const [item] = await pending(gateway(server).as(owner.apiKey));
    let answerLate = (): void => undefined;
    upstream.answer = (_request, response) => {
      answerLate = () => void response.end('late');
    };
    const slow = agentWith(stopping, agent).ask('http://slow.test/');
    await until(() => upstream.seen.length === 1);
    const began = performance.now();
    const code = stopping.stop();
    const [refused, polled] = await Promise.all([held, poll]);
    expect([refused.status, refused.body.error]).toEqual([503, 'gateway_restarting']);
    expect([polled.status, polled.body.requests]).toEqual([200, []]);
    // What was held is given back before what is under way has its answer.
    answerLate();
    expect((await slow).text).toBe('late');
    expect(await code).toBe(0);
    expect(performance.now() - began).toBeLessThan(9_000);
    expect((await loggedAs(server, item.id, 'approval_denied')).status).toBe(503);
    expect(upstream.seen).toHaveLength(1);
  });

  it('06-T109, 06-14 loses what it held, and its decisions are nobody’s', async () => {
    const desk = gateway(server).as(owner.apiKey);
    const asking = [askAt(holder, '/1'), askAt(holder, '/2'), askAt(server, '/3')];
    const cut = Promise.allSettled(asking.slice(0, 2));
    const items = await pending(desk, 3);
    const [first, second] = items.filter(({ path }) => !path.endsWith('/3'));
    await holder.kill();
    expect((await cut).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    // Not known to be dead yet: the decision finds nobody who takes it.
    expect((await decide(desk, first.id, 'approve')).status).toBe(404);
    // As if it had been silent for as long as a process may be.
    await server.db.query(
      `UPDATE gateway_processes SET seen_at = now() - interval '1 minute'
       WHERE id = (SELECT owner_id FROM approvals WHERE id = $1)`,
      [first.id],
    );
    await until(async () => (await listPending(desk)).length === 1);
    for (const { id } of [first, second]) expect((await decide(desk, id, 'approve')).status).toBe(404);
    expect((await loggedAs(server, second.id, 'approval_denied')).status).toBe(503);
    const [third] = await listPending(desk);
    expect((await decide(desk, third.id, 'approve')).status).toBe(200);
    expect((await asking[2]!).status).toBe(200);
    expect(upstream.only().url).toContain('/3');
  });
});
