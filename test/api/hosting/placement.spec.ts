/** 04 §8.3, §9.5, R38.8: who runs a hosted agent, and what its operator decides about that. */
import { randomBytes } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { organizationKey, type Owner, signUpOwner } from '../../harness/people/accounts.js';
import { api } from '../../harness/clients/client.js';
import { type CommandResult, jsonOf, runCommand } from '../../harness/server/command.js';
import { conversation, hostedAgent, RUNNER_TOKEN, TestRunner } from '../../harness/hosting/hosting.js';
import { startReplica, startServer, type TestServer } from '../../harness/server/server.js';

const NO_RUNNER = 'No runner is available for hosted agents';

let server: TestServer;
let owner: Owner;

const operator = (...args: string[]): Promise<CommandResult> =>
  runCommand(args, { DATABASE_URL: server.databaseUrl, DATA_DIR: server.dataDir });

async function newRunner(name: string, capabilities: object = {}): Promise<TestRunner> {
  const { token } = jsonOf(await operator('runner-token', 'create', name, '--json'));
  const runner = new TestRunner(server, token);
  await runner.start(capabilities);
  return runner;
}

const create = (who: Owner = owner, on: Pick<TestServer, 'apiUrl'> = server) =>
  api(on)
    .as(who.apiKey)
    .post('/v1/agents', {
      name: 'Hosted',
      identifier: `h${randomBytes(6).toString('hex')}`,
      kind: 'hosted',
    });

async function placeOf(agentId: string): Promise<string> {
  const [row] = await server.db.query<{ name: string }>(
    `SELECT coalesce(r.kind || ' ' || r.id, 'none') AS name FROM agents a
     LEFT JOIN agent_placements p ON p.agent_id = a.id LEFT JOIN runners r ON r.id = p.runner_id WHERE a.id = $1`,
    [agentId],
  );
  return row!.name.replace(/^external /, '').replace(/^embedded .*/, 'embedded');
}

async function placed(): Promise<string> {
  const made = await create();
  expect([made.status, made.text]).toEqual([201, expect.any(String)]);
  return placeOf(made.body.id);
}

const agents = async (): Promise<any[]> => (await owner.api.get('/v1/agents')).body;
/** As the daemon would report. */
const started = (runner: TestRunner, agentId: string, state = 'running'): Promise<unknown> =>
  server.db.query('UPDATE agent_placements SET compute_state = $3 WHERE runner_id = $1 AND agent_id = $2', [
    runner.id,
    agentId,
    state,
  ]);
const unseen = (runner: TestRunner): Promise<unknown> =>
  server.db.query(`UPDATE runners SET last_seen_at = now() - interval '91 seconds' WHERE id = $1`, [
    runner.id,
  ]);
const noRunners = (): Promise<unknown> => server.db.query(`DELETE FROM runners WHERE kind = 'external'`);

describe('a server that runs no agents itself', () => {
  beforeAll(async () => {
    server = await startServer({ EMBEDDED_RUNNER: 'off', RUNNER_TOKEN });
    owner = await signUpOwner(server);
  });
  afterAll(() => server.close());
  afterEach(noRunners);

  it('refuses a hosted agent while no runner can take it, and keeps nothing of it', async () => {
    const refused = await create();
    expect([refused.status, refused.body.error]).toEqual([
      422,
      { message: NO_RUNNER, type: 'validation_error' },
    ]);
    expect((await agents()).map(({ kind }) => kind)).toEqual(['byo']);
    await newRunner('gone').then(unseen);
    expect((await create()).status).toBe(422);
    // Its token is valid, and it has not said yet what it can.
    await new TestRunner(server, jsonOf(await operator('runner-token', 'create', 'new', '--json')).token).get(
      'agents',
    );
    expect((await create()).status).toBe(422);
  });

  it('gives an agent to the runner with the fewest sandboxes, then the fewest agents, then the oldest', async () => {
    const [one, two] = [await newRunner('one'), await newRunner('two')];
    expect([await placed(), await placed(), await placed(), await placed()]).toEqual([
      one.id,
      two.id,
      one.id,
      two.id,
    ]);
    const [atOne] = (await one.get('agents')).body.agentIds;
    await started(one, atOne, 'starting');
    expect([await placed(), await placed()]).toEqual([two.id, two.id]);
    await started(one, atOne, 'stopped');
    expect(await placed()).toBe(one.id);
  });

  it('counts started sandboxes, and none that is stopped, against what a runner may have', async () => {
    const runner = await newRunner('small', { maxSandboxes: 2 });
    for (let at = 0; at < 3; at++) expect(await placed()).toBe(runner.id);
    const [first, second] = (await runner.get('agents')).body.agentIds;
    await started(runner, first);
    expect(await placed()).toBe(runner.id);
    await started(runner, second, 'starting');
    expect((await create()).status).toBe(422);
    await started(runner, first, 'failed');
    expect(await placed()).toBe(runner.id);
  });

  it('spreads agents that are made at the same time as if they were made one after another', async () => {
    const replica = await startReplica(server, { EMBEDDED_RUNNER: 'off', RUNNER_TOKEN });
    try {
      const runners = [await newRunner('one'), await newRunner('two'), await newRunner('three')];
      const owners = await Promise.all(Array.from({ length: 6 }, () => signUpOwner(server)));
      const made = await Promise.all(
        owners.flatMap((who, at) => [
          create(who, at % 2 ? server : replica),
          create(who),
          create(who, replica),
        ]),
      );
      expect(made.map(({ status }) => status)).toEqual(made.map(() => 201));
      for (const runner of runners) expect((await runner.get('agents')).body.agentIds).toHaveLength(6);
    } finally {
      await replica.close();
    }
  });

  it('says in its posture whether a runner ever came, and whether one is there', async () => {
    const posture = async (): Promise<object> => {
      // Each answer is kept for five seconds by the process that gave it.
      const fresh = await startReplica(server, { EMBEDDED_RUNNER: 'off' });
      const { body } = await api(fresh).get('/v1/instance');
      await fresh.close();
      return body.runners;
    };
    await operator('runner-token', 'create', 'never came');
    expect(await posture()).toEqual({ registered: false, online: false });
    const runner = await newRunner('one');
    expect(await posture()).toEqual({ registered: true, online: true });
    await unseen(runner);
    expect(await posture()).toEqual({ registered: true, online: false });
  });
});

describe('a server that runs agents itself', () => {
  beforeAll(async () => {
    server = await startServer({ RUNNER_TOKEN });
  });
  afterAll(() => server.close());
  beforeEach(async () => {
    owner = await signUpOwner(server);
  });
  afterEach(noRunners);

  it('takes every agent that no runner of its own can, whatever their number', async () => {
    expect((await api(server).get('/v1/instance')).body.runners).toEqual({ registered: true, online: true });
    expect(await placed()).toBe('embedded');
    const runner = await newRunner('small', { maxSandboxes: 1 });
    expect(await placed()).toBe(runner.id);
    await started(runner, (await runner.get('agents')).body.agentIds[0]);
    expect(await placed()).toBe('embedded');
    await unseen(runner);
    expect(await placed()).toBe('embedded');
  });

  it('has one row for all its processes, also when they start at once', async () => {
    const first = await startServer({ EMBEDDED_RUNNER: 'off' });
    const replicas = await Promise.all([startReplica(first), startReplica(first)]);
    try {
      expect(await first.db.query('SELECT kind FROM runners')).toEqual([{ kind: 'embedded' }]);
    } finally {
      for (const started of [...replicas, first]) await started.close();
    }
  });

  it('lists the runners of the deployment to administrators, without a token', async () => {
    await placed();
    const runner = await newRunner('small', { maxSandboxes: 3, steer: true });
    await started(runner, (await create()).body.id);
    for (const who of [owner.api, api(server).as(await organizationKey(server, owner))]) {
      const { status, body, text } = await who.get('/v1/runners');
      expect([status, body]).toEqual([
        200,
        {
          runners: [
            {
              id: expect.any(String),
              name: 'embedded',
              kind: 'embedded',
              online: true,
              lastSeenAt: null,
              sandboxCount: 0,
              capabilities: {},
              heldAwakeCount: 0,
              heldAwakeCeiling: 0,
            },
            {
              id: runner.id,
              name: 'A runner',
              kind: 'external',
              online: true,
              lastSeenAt: expect.any(String),
              sandboxCount: 1,
              capabilities: { maxSandboxes: 3, backend: 'test', homeDurability: 'resident', steer: true },
              heldAwakeCount: 0,
              heldAwakeCeiling: 2,
            },
          ],
        },
      ]);
      expect(text).not.toMatch(/rnr_|token/i);
    }
    await unseen(runner);
    expect((await owner.api.get('/v1/runners')).body.runners[1].online).toBe(false);
    expect((await api(server).as(RUNNER_TOKEN).get('/v1/runners')).status).toBe(401);
  });

  it('loses an agent with its place and all that was said', async () => {
    const agentId = await hostedAgent(server, owner);
    const id = await conversation(owner, agentId);
    expect((await owner.api.delete(`/v1/agents/${agentId}`)).status).toBe(204);
    expect((await owner.api.get(`/v1/conversations/${id}`)).status).toBe(404);
    const left = `SELECT agent_id FROM agent_placements WHERE agent_id = $1
      UNION ALL SELECT agent_id FROM conversations WHERE agent_id = $1`;
    expect(await server.db.query(left, [agentId])).toEqual([]);
  });
});

describe('what the operator decides (R38.8, 04 §8.3.3)', () => {
  beforeAll(async () => {
    server = await startServer({ RUNNER_TOKEN });
    owner = await signUpOwner(server);
  });
  afterAll(() => server.close());
  afterEach(noRunners);

  it('a token is shown once, works at once, and opens nothing but the protocol', async () => {
    const made = await operator('runner-token', 'create', 'build machines');
    const token = made.stdout.trim();
    expect([made.status, token]).toEqual([0, expect.stringMatching(/^rnr_[0-9a-f]{64}$/)]);
    await new TestRunner(server, token).start();
    expect((await api(server).as(token).get('/v1/agents')).status).toBe(401);
    const listed = await operator('runner-token', 'list', '--json');
    expect(listed.stdout).not.toContain(token);
    expect(jsonOf(listed).map(({ name, kind }: any) => [name, kind])).toEqual([
      ['embedded', 'embedded'],
      ['A runner', 'external'],
    ]);
    expect((await operator('runner-token', 'list')).stdout).toMatch(/A runner +external +0 +\S+Z +valid/);
    for (const name of ['', ' ', 'n'.repeat(201)])
      expect((await operator('runner-token', 'create', name)).status).toBe(1);
  });

  it('a revoked token is refused from its next call on, and the setting does not bring it back', async () => {
    const runner = new TestRunner(server);
    await runner.start();
    const agentId = await hostedAgent(server, owner, { runner });
    const revoked = await operator('runner-token', 'revoke', runner.id);
    expect([revoked.status, revoked.stderr]).toEqual([0, expect.stringContaining('1 agent')]);
    expect((await runner.post('work', { bootId: runner.bootId })).status).toBe(401);
    const again = await runner.post('register', {
      name: 'A runner',
      bootId: 'b',
      capabilities: { maxSandboxes: 1, backend: 'test', homeDurability: 'resident' },
    });
    expect([again.status, again.body]).toEqual([401, { error: 'Unauthorized' }]);
    expect(await placeOf(agentId)).toBe(runner.id);
    expect(await placed()).toBe('embedded');
    expect((await owner.api.get('/v1/runners')).body.runners).toHaveLength(1);
    const missing = await operator('runner-token', 'revoke', 'nobody');
    expect([missing.status, missing.stderr]).toEqual([1, expect.stringContaining('nobody')]);
    expect((await operator('runner-token', 'revoke', 'embedded')).status).toBe(1);
  });

  it('an agent moves with what was said, to where its work is handed out then', async () => {
    const [from, to] = [await newRunner('from'), await newRunner('to')];
    const agentId = await hostedAgent(server, owner, { runner: from });
    const id = await conversation(owner, agentId);
    const say = () => owner.api.post(`/v1/conversations/${id}/messages`, { message: 'Go' });
    await say();
    const queued = await operator('move-agent', agentId, '--to', to.id);
    expect([queued.status, queued.stderr]).toEqual([1, expect.stringContaining('active turn')]);
    await (await from.claim(id)).answer('Done.', { sessionRef: 'only here' });
    expect((await operator('move-agent', agentId, '--to', to.id)).status).toBe(0);
    expect((await operator('move-agent', agentId, '--to', to.id)).stderr).toContain('already');
    await say();
    // What it has of the agent is to end, and nothing is to begin.
    expect(await from.work()).toEqual([{ kind: 'agent.stop', agentId, reason: 'evicted' }]);
    const run = await to.claim(id);
    expect(run.item).toMatchObject({ agentId, resumeSessionRef: null });
    await run.answer();
    expect((await operator('move-agent', agentId, '--to', 'embedded')).status).toBe(0);
    expect(await placeOf(agentId)).toBe('embedded');
    const key = api(server).as(await organizationKey(server, owner));
    const audited = await key.get('/v1/org/audit-logs?service=agent');
    expect([audited.status, audited.text]).toEqual([200, expect.stringContaining('"runner":"embedded"')]);
  });

  it('moves nobody to where the agent would not be worked on', async () => {
    const runner = await newRunner('revoked later');
    await operator('runner-token', 'revoke', runner.id);
    const agentId = await hostedAgent(server, owner);
    const { id: byo } = (await owner.api.get('/v1/agents/default')).body;
    const none = '00000000-0000-4000-8000-000000000000';
    for (const [agent, to] of [
      [agentId, runner.id],
      [agentId, none],
      [byo, 'embedded'],
      [none, 'embedded'],
      ['x', 'embedded'],
    ] as const)
      expect((await operator('move-agent', agent, '--to', to)).status).toBe(1);
    const settings = { DATABASE_URL: server.databaseUrl, DATA_DIR: server.dataDir, EMBEDDED_RUNNER: 'off' };
    expect((await runCommand(['move-agent', agentId, '--to', 'embedded'], settings)).status).toBe(1);
  });
});
