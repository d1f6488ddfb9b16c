/** 04 §8.6, §9.2, §9.4: what daemons have of agents, and what agents in sandboxes ask of the platform. */
import { randomBytes, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { PlatformTools } from '../../../src/modules/hosting/tools/platform-tools.js';
import { type Owner, signUpOwner } from '../../harness/people/accounts.js';
import { createSecret, grant, revoke } from '../../harness/clients/agent.js';
import {
  conversation,
  hostedAgent,
  RUNNER_TOKEN,
  TestRun,
  TestRunner,
} from '../../harness/hosting/hosting.js';
import { startReplica, startServer, type TestServer } from '../../harness/server/server.js';
import { until } from '../../harness/time/until.js';

const STARTED = { type: 'turn.started' };
const TOOL = { type: 'tool.started', callId: 'c1', name: 'http_request' };
const NOT_FOUND = [404, { error: 'not_found' }];

let server: TestServer;
let owner: Owner;
let runner: TestRunner;
let agentId: string;
let id: string;

beforeAll(async () => {
  server = await startServer({ RUNNER_TOKEN, MAX_HELD_AWAKE_SANDBOXES: '1' });
  owner = await signUpOwner(server);
  runner = new TestRunner(server);
});
afterAll(() => server.close());

beforeEach(async () => {
  // What the test before left undone is nobody's work any more.
  await server.db.query('DELETE FROM agent_sandboxes');
  await server.db.query('DELETE FROM abandoned_sandboxes');
  await server.db.query('DELETE FROM agent_placements');
  await runner.start({ steer: true, attachments: true });
  agentId = await hostedAgent(server, owner, { runner });
  id = await conversation(owner, agentId);
});

const shown = ({ status, body }: { status: number; body: unknown }) => [status, body];
const post = async (message: string, to = id) =>
  (await owner.api.post(`/v1/conversations/${to}/messages`, { message })).body.turn;
const turns = async (): Promise<any[]> => (await owner.api.get(`/v1/conversations/${id}/turns`)).body.turns;
const turn = async (turnId: string): Promise<any> => (await turns()).find((row) => row.id === turnId);
const kinds = (items: any[]): string[] => items.map(({ kind }) => kind);
const base = (agent = agentId): string => `agents/${agent}`;

async function running(message = 'Go', to = id): Promise<TestRun> {
  await post(message, to);
  const run = await runner.claim(to);
  expect((await run.say(STARTED)).status).toBe(200);
  return run;
}

/** What was noted about the agent. */
async function trail(service: string): Promise<unknown[]> {
  const rows = await server.db.query(
    `SELECT action, user_id AS "userId", source FROM audit_log
     WHERE service = $1 AND metadata->>'agentId' = $2 ORDER BY created_at`,
    [service, agentId],
  );
  return rows.map(({ action, userId, source }) => [action, userId, source]);
}

/** A runner of its own, known by a token that nobody else has. */
async function otherRunner(): Promise<TestRunner> {
  const token = `rnr_${randomBytes(32).toString('hex')}`;
  await server.db.query(
    `INSERT INTO runners (kind, name, token_hash) VALUES ('external', 'Other', sha256($1::bytea))`,
    [token],
  );
  const other = new TestRunner(server, token);
  await other.start();
  return other;
}

/** As if so many seconds had passed since anything happened in the sandbox. */
const idleFor = (seconds: number, agent = agentId): Promise<unknown> =>
  server.db.query(
    `UPDATE agent_sandboxes SET active_at = now() - make_interval(secs => $2) WHERE agent_id = $1`,
    [agent, seconds],
  );

describe('tools of the platform', () => {
  const call = (tool: string, args: unknown, further: object = {}) =>
    runner.post('tool-calls', { agentId, callId: randomUUID(), tool, args, ...further });
  const memories = async () => (await owner.api.get(`/v1/agents/${agentId}/memories`)).body.memories;
  const crons = async () => (await owner.api.get(`/v1/agents/${agentId}/crons`)).body.crons;
  const TASK = { name: 'Report', prompt: 'Say hello', schedule: '0 9 * * MON', timezone: 'Europe/London' };

  it('are described to models by what judges their arguments', () => {
    const tools = server.app.get(PlatformTools).definitions();
    expect(tools.map(({ name }) => name)).toEqual([
      ...['schedule_task', 'list_tasks', 'cancel_task'],
      ...['memory_save', 'memory_list', 'memory_search', 'memory_get'],
    ]);
    const [save] = tools.filter(({ name }) => name === 'memory_save');
    expect(save!.parameters).toEqual({
      type: 'object',
      properties: {
        key: { type: 'string', minLength: 1, maxLength: 80, description: expect.stringContaining('hyphens') },
        content: { type: 'string', minLength: 1, maxLength: 12_000, description: expect.any(String) },
        title: { type: 'string', minLength: 1, maxLength: 120 },
        description: { type: 'string', minLength: 1, maxLength: 300, description: expect.any(String) },
      },
      required: ['key', 'content'],
      additionalProperties: false,
    });
    for (const { parameters, description } of tools)
      expect([parameters.type, description.length > 10]).toEqual(['object', true]);
  });

  it('keep things in mind, in the name of who speaks in the turn that calls', async () => {
    const run = await running();
    const saved = await call(
      'memory_save',
      { key: 'deploy-notes', content: 'Ship on Mondays.', title: 'Deploying' },
      { leaseId: run.leaseId },
    );
    expect(shown(saved)).toEqual([
      200,
      { ok: true, result: { key: 'deploy-notes', created: true, revisionSeq: 1 } },
    ]);
    // An omitted title stays, and so does one that is null.
    const again = await call('memory_save', { key: 'deploy-notes', content: 'On Tuesdays.', title: null });
    expect(again.body.result).toEqual({ key: 'deploy-notes', created: false, revisionSeq: 2 });
    const listed = await call('memory_list', {});
    const updatedAt = expect.stringMatching(/^\d{4}-.*Z$/);
    expect(listed.body.result).toEqual({
      memories: [{ key: 'deploy-notes', title: 'Deploying', updatedAt }],
      held: 1,
      max: 100,
    });
    const found = await call('memory_search', { query: 'tuesday' });
    expect(found.body.result).toEqual({
      matches: [{ key: 'deploy-notes', title: 'Deploying', snippet: 'On **Tuesdays**', updatedAt }],
    });
    const got = await call('memory_get', { key: 'deploy-notes' });
    expect(got.body.result).toEqual({
      key: 'deploy-notes',
      title: 'Deploying',
      content: 'On Tuesdays.',
      updatedAt,
    });
    expect(await trail('memory')).toEqual([
      ['create', owner.userId, 'system'],
      ['update', null, 'system'],
    ]);
    const [{ id: memoryId }] = await memories();
    const { body } = await owner.api.get(`/v1/agents/${agentId}/memories/${memoryId}/revisions`);
    expect(
      body.revisions.map(({ authorKind, authorEmail, turnId }: any) => [authorKind, authorEmail, turnId]),
    ).toEqual([
      ['agent', null, null],
      ['agent', owner.email, run.turnId],
    ]);
  });

  it('arrange tasks, which report to the conversation of the turn', async () => {
    const run = await running();
    const made = await call('schedule_task', TASK, { leaseId: run.leaseId });
    const nextFireAt = expect.stringMatching(/^\d{4}-.*Z$/);
    const { name, schedule, timezone } = TASK;
    expect(made.body).toEqual({
      ok: true,
      result: { cronId: expect.any(String), name, schedule, timezone, nextFireAt, note: expect.any(String) },
    });
    const { cronId } = made.body.result;
    expect(await trail('cron')).toEqual([['create', owner.userId, 'system']]);
    expect((await call('list_tasks', {})).body.result).toEqual({
      tasks: [{ cronId, name, schedule, timezone, enabled: true, nextFireAt }],
    });
    const [row] = await server.db.query(
      `SELECT origin_conversation_id AS origin, created_by_user_id AS by FROM schedules WHERE id = $1`,
      [cronId],
    );
    expect(row).toEqual({ origin: id, by: owner.userId });
    expect((await call('cancel_task', { cronId })).body).toEqual({ ok: true, result: { cancelled: true } });
    expect(await crons()).toEqual([]);
    expect((await call('cancel_task', { cronId })).body).toEqual({ ok: false, error: 'Schedule not found' });
  });

  it.each([
    ['launch_rockets', {}, 'There is no tool launch_rockets'],
    ['memory_save', { key: 'Not A Key', content: 'x' }, 'hyphens'],
    ['memory_save', { key: 'k' }, 'content is required'],
    ['memory_save', { key: 'k', content: 'x'.repeat(12_001) }, 'at most 12000'],
    ['memory_save', { key: 'k', content: 'x', agentId: 'other' }, 'agentId is not a known field'],
    ['memory_get', { key: 'nothing' }, 'Memory not found'],
    ['memory_search', { query: ' ' }, 'query'],
    ['schedule_task', { ...TASK, timezone: 'Not/AZone' }, 'timezone is not a known time zone'],
    ['schedule_task', { ...TASK, schedule: '99 99 * * *' }, 'schedule'],
    ['memory_list', [], 'must be a JSON object'],
    ['memory_list', { a: 'x'.repeat(32_000) }, 'longer than 32000'],
  ])('refuse %s for the agent to read (%#)', async (tool, args, error) => {
    expect(shown(await call(tool, args))).toEqual([
      200,
      { ok: false, error: expect.stringContaining(error) },
    ]);
    expect([await memories(), await crons()]).toEqual([[], []]);
  });

  it('refuse what is full, and change nothing by it', async () => {
    for (let at = 0; at < 20; at++) await call('schedule_task', { ...TASK, name: `Task ${at}` });
    expect((await call('schedule_task', TASK)).body).toEqual({
      ok: false,
      error: 'An agent can have at most 20 schedules',
    });
    expect(await crons()).toHaveLength(20);
  });

  it('have their effect once, however often and at once a call comes', async () => {
    const callId = randomUUID();
    const other = await startReplica(server, { RUNNER_TOKEN });
    const both = [runner, new TestRunner(other)];
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, at) =>
        both[at % 2]!.post('tool-calls', { agentId, callId, tool: 'schedule_task', args: TASK }),
      ),
    );
    await other.close();
    expect(await crons()).toHaveLength(1);
    expect(new Set(answers.map(({ body }) => body.result.cronId)).size).toBe(1);
    // A refusal is repeated as it was, too.
    const refusedId = randomUUID();
    const refused = await call('memory_save', { key: 'k' }, { callId: refusedId });
    const repeated = await call('memory_save', { key: 'k', content: 'x' }, { callId: refusedId });
    expect(repeated.body).toEqual(refused.body);
    expect(await memories()).toEqual([]);
  });

  it('leave out what no column can hold', async () => {
    await call('memory_save', { key: 'k', content: 'a\0b' });
    expect((await call('memory_get', { key: 'k' })).body.result.content).toBe('ab');
  });

  it('show of a long memory what fits, and say so', async () => {
    const content = `${'"'.repeat(40_000)}end`;
    await owner.api.post(`/v1/agents/${agentId}/memories`, { key: 'long', content });
    const { body, text } = await call('memory_get', { key: 'long' });
    expect(body.result).toMatchObject({ key: 'long', contentTruncated: true });
    expect(content.startsWith(body.result.content)).toBe(true);
    expect(text.length).toBeGreaterThan(59_000);
    expect(text.length).toBeLessThan(61_000);
  });

  it('name all keys even when there is no room for what is said of them', async () => {
    await server.db.query(
      `INSERT INTO agent_memories (agent_id, key, title, description, content, last_revision_seq, search)
       SELECT $1, 'k' || n, repeat('"', 120), repeat('"', 300), 'x', 1, '' FROM generate_series(1, 100) AS n`,
      [agentId],
    );
    const { body, text } = await call('memory_list', {});
    expect(text.length).toBeLessThan(64_000);
    expect(body.result).toMatchObject({ held: 100, titlesLeftOut: true });
    expect(body.result.memories).toHaveLength(100);
  });

  it('renew the lease of the turn that calls, and drop one that is not good', async () => {
    const run = await running();
    await server.db.query(`UPDATE turns SET lease_expires_at = now() + interval '5 s' WHERE id = $1`, [
      run.turnId,
    ]);
    await call('memory_list', {}, { leaseId: run.leaseId });
    const [{ left }] = (await server.db.query(
      `SELECT extract(epoch FROM lease_expires_at - now())::int AS left FROM turns WHERE id = $1`,
      [run.turnId],
    )) as [{ left: number }];
    expect(left).toBeGreaterThan(30);
    for (const leaseId of ['x', randomUUID()])
      expect((await call('memory_list', {}, { leaseId })).body.ok).toBe(true);
    // The lease of another agent names nobody here.
    const second = await hostedAgent(server, owner, { runner });
    await call('memory_save', { key: 'k', content: 'x' }, { agentId: second, leaseId: run.leaseId });
    const [author] = await server.db.query(
      `SELECT r.turn_id AS turn, r.author_user_id AS person FROM agent_memory_revisions r
       JOIN agent_memories m ON m.id = r.memory_id WHERE m.agent_id = $1`,
      [second],
    );
    expect(author).toEqual({ turn: null, person: null });
  });

  it("are not there for another runner's agents", async () => {
    const other = await otherRunner();
    const body = { agentId, callId: 'c', tool: 'memory_list', args: {} };
    expect(shown(await other.post('tool-calls', body))).toEqual(NOT_FOUND);
    for (const unknown of ['x', randomUUID()])
      expect(shown(await runner.post('tool-calls', { ...body, agentId: unknown }))).toEqual(NOT_FOUND);
  });
});

describe('memories that come back from a sandbox', () => {
  const write = (key: string, body: object, to = runner) => to.put(`${base()}/memories/${key}`, body);
  const read = async (key: string): Promise<any> => {
    const { body } = await owner.api.get(`/v1/agents/${agentId}/memories`);
    const found = body.memories.find((memory: any) => memory.key === key);
    return (await owner.api.get(`/v1/agents/${agentId}/memories/${found.id}`)).body;
  };

  it('are kept, in the name of who speaks in their turn', async () => {
    const run = await running();
    const first = await write('notes', {
      content: 'a\n',
      title: 'T',
      description: 'D',
      leaseId: run.leaseId,
    });
    expect(shown(first)).toEqual([200, { ok: true, created: true, noop: false, revisionSeq: 1 }]);
    expect((await read('notes')).latestRevision).toMatchObject({
      authorKind: 'agent',
      authorEmail: owner.email,
      turnId: run.turnId,
    });
    expect(await trail('memory')).toEqual([['create', owner.userId, 'system']]);
    const same = await write('notes', { content: 'a' });
    expect(same.body).toEqual({ ok: true, created: false, noop: true, revisionSeq: 1 });
    await write('notes', { content: 'b', title: null });
    expect(await read('notes')).toMatchObject({ content: 'b', title: null, description: 'D' });
    // As long as people may write, not only as models may.
    expect((await write('long', { content: 'x'.repeat(100_000) })).body.ok).toBe(true);
  });

  it('may hold what no column can, which is left out', async () => {
    await write('notes', { content: 'a\0b' });
    expect((await read('notes')).content).toBe('ab');
  });

  it.each([
    ['My%20Notes', { content: 'x' }, 'key'],
    ['k', { content: ' ' }, 'content'],
    ['k', { content: 7 }, 'content must be a string'],
    ['k', { content: 'x'.repeat(100_001) }, 'content'],
    ['k', { content: '漢'.repeat(60_000) }, 'too large'],
    ['k', { content: 'x', title: 'x'.repeat(121) }, 'title'],
  ])('are refused as %s in words for the agent (%#)', async (key, body, error) => {
    expect(shown(await write(key, body))).toEqual([
      200,
      { ok: false, error: expect.stringContaining(error) },
    ]);
  });

  it('are taken twenty at once, then one every two seconds', async () => {
    const answers = [];
    for (let at = 0; at < 21; at++) answers.push(await write('k', { content: `version ${at}` }));
    const taken = answers.filter(({ status }) => status === 200);
    // A slow machine may have waited for one more.
    expect(taken.length).toBeGreaterThanOrEqual(20);
    await server.db.query(
      `UPDATE agent_sandboxes SET memories_paced_until = now() + interval '40 s' WHERE agent_id = $1`,
      [agentId],
    );
    const paced = await write('k', { content: 'more' });
    expect([...shown(paced), paced.headers['retry-after']]).toEqual([429, { error: 'paced' }, '2']);
    await server.db.query(
      `UPDATE agent_sandboxes SET memories_paced_until = now() + interval '38 s' WHERE agent_id = $1`,
      [agentId],
    );
    expect((await write('k', { content: 'one more' })).status).toBe(200);
    expect((await write('k', { content: 'and more' })).status).toBe(429);
  });

  it('are malformed or not for this runner', async () => {
    expect(shown(await write('k', { content: 'x', leaseId: 7 }))).toEqual([
      400,
      { error: 'invalid_request' },
    ]);
    expect(shown(await write('k', { content: 'x' }, await otherRunner()))).toEqual(NOT_FOUND);
  });
});

describe('compute', () => {
  const stateOf = async (): Promise<unknown> => {
    const [row] = await server.db.query<{ state: string }>(
      'SELECT compute_state AS state FROM agent_placements WHERE agent_id = $1',
      [agentId],
    );
    return row?.state;
  };

  it('is what its runner says, and an old word does not undo a newer start', async () => {
    await runner.state(agentId, 'starting', { computeRef: 'a' });
    await runner.state(agentId, 'running', { computeRef: 'a', homeRef: 'h' });
    await runner.state(agentId, 'running', { computeRef: 'b' });
    for (const stale of ['stopped', 'failed', 'starting'])
      await runner.state(agentId, stale, { computeRef: 'a' });
    expect(await stateOf()).toBe('running');
    await runner.state(agentId, 'stopped', { computeRef: 'b' });
    expect(await stateOf()).toBe('stopped');
  });

  it('of an earlier boot or of another runner is none of its business', async () => {
    const report = (bootId: string, to = runner) => to.post(`${base()}/state`, { bootId, state: 'running' });
    expect(shown(await report('another'))).toEqual([409, { error: 'boot_superseded' }]);
    const other = await otherRunner();
    expect(shown(await report(other.bootId, other))).toEqual(NOT_FOUND);
    expect(await stateOf()).toBe('stopped');
  });

  it('that dies loses what ran in it: repeated when nothing could be seen, else failed', async () => {
    await runner.state(agentId, 'running', { computeRef: 'a' });
    const unseen = await running();
    const seen = await running('Go on', await conversation(owner, agentId));
    await seen.say(TOOL);
    await runner.state(agentId, 'failed', { computeRef: 'a', error: 'out of memory' });
    expect(await turn(unseen.turnId)).toMatchObject({ status: 'queued' });
    const { body } = await owner.api.get(`/v1/conversations/${seen.item.conversationId}/turns`);
    expect(body.turns[0]).toMatchObject({ status: 'failed', errorCode: 'agent_restarted' });
    expect((await runner.claim(id)).item.attempt).toBe(2);
  });

  it('that stops leaves alone what was handed out and has not begun', async () => {
    await runner.state(agentId, 'running', { computeRef: 'a' });
    await post('Go');
    const run = await runner.claim(id);
    await runner.state(agentId, 'stopped', { computeRef: 'a' });
    expect((await run.say(STARTED)).status).toBe(200);
  });

  it('that cannot be started for want of the software fails all that waits', async () => {
    const { id: first } = await post('a');
    const { id: second } = await post('b');
    await runner.claim(id);
    await runner.state(agentId, 'starting');
    await runner.state(agentId, 'failed', { reasonCode: 'image_unavailable' });
    for (const turnId of [first, second])
      expect(await turn(turnId)).toMatchObject({ status: 'failed', errorCode: 'image_unavailable' });
  });

  it('that cannot be started for want of room is tried again, until a turn has waited too long', async () => {
    const { id: turnId } = await post('a');
    const run = await runner.claim(id);
    await runner.state(agentId, 'failed', { reasonCode: 'at_capacity' });
    expect(await turn(turnId)).toMatchObject({ status: 'queued' });
    expect(shown(await run.say(STARTED))).toEqual([409, { error: 'lease_lost' }]);
    expect(kinds(await runner.work())).not.toContain('turn.run');
    const waiting = `UPDATE turns SET claimable_at = now(), queued_at = now() - interval '151 seconds' WHERE id = $1`;
    await server.db.query(waiting, [turnId]);
    await until(async () => (await turn(turnId)).status === 'failed');
    expect((await turn(turnId)).errorCode).toBe('at_capacity');
  });
});

describe('the home of an agent', () => {
  const home = async (headers = {}) => runner.get(`${base()}/home`, headers);
  const apply = (generation: number, computeRef: string) =>
    runner.post(`${base()}/home/applied`, { generation, computeRef });
  const syncs = async () => (await runner.work()).filter(({ kind }) => kind === 'agent.sync');
  const remember = (key: string) =>
    owner.api.post(`/v1/agents/${agentId}/memories`, { key, content: 'x', title: 'A "title"' });

  it('is its memories, its skills and what it is told, under a tag', async () => {
    await remember('notes');
    const skill = { name: 'deploy', description: 'How', content: 'Push.', agentId };
    await owner.api.post('/v1/skills', { ...skill, files: [{ path: 'a/b.sh', content: 'echo' }] });
    await owner.api.patch(`/v1/agents/${agentId}`, { instructions: 'Be brief.' });
    const { body, headers } = await home();
    expect(body).toMatchObject({ generation: 1, instructions: 'Be brief.', agentName: 'Hosted' });
    expect(body.files.map(({ path }: any) => path)).toEqual([
      'memories/notes.md',
      '.agents/skills/credential-gateway/SKILL.md',
      '.agents/skills/deploy/SKILL.md',
      '.agents/skills/deploy/a/b.sh',
    ]);
    expect(body.files[0].content).toBe('---\nkey: "notes"\ntitle: "A \\"title\\""\n---\n\nx\n');
    const same = await home({ 'if-none-match': String(headers.etag) });
    expect([same.status, same.text]).toEqual([304, '']);
    await remember('more');
    const changed = await home({ 'if-none-match': String(headers.etag) });
    expect([changed.status, changed.body.generation]).toEqual([200, 2]);
  });

  it.each<[string, () => Promise<unknown>]>([
    ['a memory', () => remember('new')],
    ['the name', () => owner.api.patch(`/v1/agents/${agentId}`, { name: 'Renamed' })],
    ['the instructions', () => owner.api.patch(`/v1/agents/${agentId}`, { instructions: randomUUID() })],
    [
      'a skill of the workspace',
      () => owner.api.post('/v1/skills', { name: `s-${randomUUID()}`, description: 'd', content: 'c' }),
    ],
    [
      'a skill of the organization',
      () => owner.api.post('/v1/org/skills', { name: `s-${randomUUID()}`, description: 'd', content: 'c' }),
    ],
  ])('is brought again when %s changes, while the compute runs', async (_what, change) => {
    await runner.state(agentId, 'running', { computeRef: 'a' });
    const [first] = await syncs();
    expect(first).toEqual({ kind: 'agent.sync', agentId, generation: (await home()).body.generation });
    await apply(first.generation, 'a');
    expect(await syncs()).toEqual([]);
    await change();
    expect(await syncs()).toEqual([{ kind: 'agent.sync', agentId, generation: first.generation + 1 }]);
    expect((await home()).body.generation).toBe(first.generation + 1);
  });

  it('is asked for again every minute, until this compute has this generation', async () => {
    await runner.state(agentId, 'running', { computeRef: 'a' });
    const [{ generation }] = await syncs();
    const aMinuteLater = () =>
      server.db.query(`UPDATE agent_sandboxes SET synced_at = now() - interval '61 s' WHERE agent_id = $1`, [
        agentId,
      ]);
    for (const [told, computeRef] of [
      [generation, 'other'],
      [generation + 1, 'a'],
    ] as const) {
      expect((await apply(told, computeRef)).status).toBe(204);
      expect(await syncs()).toEqual([]);
      await aMinuteLater();
      expect(await syncs()).toHaveLength(1);
    }
    await apply(generation, 'a');
    await aMinuteLater();
    expect(await syncs()).toEqual([]);
    // Another start has nothing yet.
    await runner.state(agentId, 'running', { computeRef: 'b' });
    expect(await syncs()).toHaveLength(1);
    await runner.state(agentId, 'stopped', { computeRef: 'b' });
    await remember('late');
    expect(await syncs()).toEqual([]);
  });

  it('is applied also to compute that its runner has no word for', async () => {
    await runner.state(agentId, 'running');
    const [{ generation }] = await syncs();
    await apply(generation, 'some');
    await server.db.query(`UPDATE agent_sandboxes SET synced_at = now() - interval '61 s'`);
    expect(await syncs()).toEqual([]);
  });

  it("is nobody else's", async () => {
    const other = await otherRunner();
    expect(shown(await other.get(`${base()}/home`))).toEqual(NOT_FOUND);
    const applied = await other.post(`${base()}/home/applied`, { generation: 1, computeRef: 'a' });
    expect(shown(applied)).toEqual(NOT_FOUND);
  });
});

describe('a sandbox', () => {
  const stops = async () =>
    (await runner.work()).flatMap(({ kind, ...stop }) => (kind === 'agent.stop' ? [stop] : []));
  const IDLE = 1_801;

  it('that is idle is stopped, told again until it has', async () => {
    await runner.state(agentId, 'running', { computeRef: 'a' });
    await idleFor(1_700);
    expect(await stops()).toEqual([]);
    await idleFor(IDLE);
    expect(await stops()).toEqual([{ agentId, reason: 'idle' }]);
    expect(await stops()).toEqual([]);
    await server.db.query(`UPDATE agent_sandboxes SET stop_told_at = now() - interval '61 s'`);
    expect(await stops()).toHaveLength(1);
    await runner.state(agentId, 'stopped', { computeRef: 'a' });
    await server.db.query(`UPDATE agent_sandboxes SET stop_told_at = now() - interval '61 s'`);
    expect(await stops()).toEqual([]);
  });

  it('with a turn is not idle, and is not for a while after it', async () => {
    await runner.state(agentId, 'running', { computeRef: 'a' });
    const run = await running();
    await idleFor(IDLE);
    expect(await stops()).toEqual([]);
    await run.answer();
    expect(await stops()).toEqual([]);
  });

  it('that is about to be stopped is not when work comes', async () => {
    await runner.state(agentId, 'running', { computeRef: 'a' });
    await idleFor(IDLE);
    await stops();
    await (await running()).answer();
    await server.db.query(`UPDATE agent_sandboxes SET stop_told_at = NULL`);
    expect(await stops()).toEqual([]);
  });

  it('of an agent that is deleted or moved away is stopped, and then forgotten', async () => {
    const moved = await hostedAgent(server, owner, { runner });
    for (const agent of [agentId, moved]) await runner.state(agent, 'running', { computeRef: 'a' });
    await owner.api.delete(`/v1/agents/${agentId}`);
    await server.db.query('DELETE FROM agent_placements WHERE agent_id = $1', [moved]);
    const told = await stops();
    expect(told.sort((one, other) => (one.reason < other.reason ? -1 : 1))).toEqual([
      { agentId, reason: 'deleted' },
      { agentId: moved, reason: 'evicted' },
    ]);
    await runner.state(agentId, 'stopped', { computeRef: 'a' });
    const again = await runner.post(`${base()}/state`, { bootId: runner.bootId, state: 'stopped' });
    expect(shown(again)).toEqual(NOT_FOUND);
  });

  describe('made of something else than its agent has now', () => {
    let run: TestRun;

    beforeEach(async () => {
      run = await running();
      await runner.state(agentId, 'running', { computeRef: 'a' });
    });

    it.each<[string, () => Promise<unknown>]>([
      ['another model', () => owner.api.patch(`/v1/agents/${agentId}`, { model: 'claude-opus-5' })],
      ['another effort', () => owner.api.patch(`/v1/agents/${agentId}`, { effort: 'high' })],
      ['another token', () => owner.api.post(`/v1/agents/${agentId}/regenerate-token`)],
      [
        'another key',
        async () => {
          const input = { name: 'GPT', type: 'openai', value: 'sk-x', hostPattern: 'api.openai.com' };
          await grant(owner, agentId, await createSecret(owner, input));
        },
      ],
    ])('is made anew for %s, and the run begins again (04 §1.7)', async (_what, change) => {
      const before = run.item.agent.configHash;
      const changed = (await change()) as { status: number } | undefined;
      expect(changed?.status ?? 200).toBeLessThan(300);
      const next = await runner.claim(id);
      expect([next.turnId, next.item.attempt]).toEqual([run.turnId, 2]);
      expect(next.item.agent.configHash).not.toBe(before);
      expect(shown(await run.say(TOOL))).toEqual([409, { error: 'lease_lost' }]);
      await next.answer();
      expect(await stops()).toEqual([]);
    });

    it('is made anew once, whichever servers notice at the same time', async () => {
      const other = await startReplica(server, { RUNNER_TOKEN });
      const elsewhere = Object.assign(new TestRunner(other), { bootId: runner.bootId });
      await owner.api.patch(`/v1/agents/${agentId}`, { model: 'claude-opus-5' });
      const polls = Array.from({ length: 12 }, (_, at) => (at % 2 ? elsewhere : runner).work());
      const items = (await Promise.all(polls)).flat().concat(await runner.work());
      expect(items.filter(({ kind }) => kind === 'turn.run').map(({ attempt }) => attempt)).toEqual([2]);
      await other.close();
      expect(await turn(run.turnId)).toMatchObject({ status: 'dispatched' });
    });

    it('fails a run of which something could be seen, and is stopped', async () => {
      await run.say(TOOL);
      await owner.api.patch(`/v1/agents/${agentId}`, { model: 'claude-opus-5' });
      expect(await stops()).toEqual([{ agentId, reason: 'respawn' }]);
      expect(await turn(run.turnId)).toMatchObject({ status: 'failed', errorCode: 'agent_restarted' });
    });

    it.each<[string, () => Promise<unknown>]>([
      [
        'its name and its instructions',
        () => owner.api.patch(`/v1/agents/${agentId}`, { name: 'N', instructions: 'I' }),
      ],
      [
        'a secret that is no model key',
        async () => {
          const input = { name: 'S', type: 'generic', value: 'v', hostPattern: 'api.example.com' };
          await grant(owner, agentId, await createSecret(owner, input));
        },
      ],
      [
        'another agent',
        async () => {
          const other = await hostedAgent(server, owner, { runner });
          await owner.api.patch(`/v1/agents/${other}`, { model: 'claude-opus-5' });
        },
      ],
    ])('is not what a change of %s makes it', async (_what, change) => {
      await change();
      expect(kinds(await runner.work())).not.toContain('turn.run');
      expect((await run.say(TOOL)).status).toBe(200);
      await run.finish();
      expect(await stops()).toEqual([]);
    });

    it('without a key is stopped, and says so', async () => {
      const secrets = (await owner.api.get(`/v1/agents/${agentId}/secrets`)).body as string[];
      for (const secret of secrets) await revoke(owner, agentId, secret);
      await runner.work();
      expect(await turn(run.turnId)).toMatchObject({ status: 'failed', errorCode: 'no_model_key' });
      expect(
        (await runner.post('heartbeat', { bootId: runner.bootId, leases: [run.leaseId] })).body.lost,
      ).toEqual([run.leaseId]);
    });
  });
});

describe('processes', () => {
  const tell = (ref: string, status: string, computeRef = 'a', agent = agentId) =>
    runner.put(`${base(agent)}/processes/${ref}`, {
      computeRef,
      process: { ref, command: 'sleep 1000', status, startedAt: new Date().toISOString() },
    });
  const isWorking = async (agent = agentId): Promise<boolean> =>
    (await owner.api.get(`/v1/agents/${agent}`)).body.workingInBackground;
  /** 01 §19.1. */
  const counted = async () => (await owner.api.get('/v1/counts')).body.agentsWorkingInBackground;
  const stops = async () =>
    (await runner.work()).flatMap(({ kind, ...stop }) => (kind === 'agent.stop' ? [stop] : []));

  beforeEach(() => runner.state(agentId, 'running', { computeRef: 'a' }));

  it('that run make their agent work in the background, until they end', async () => {
    expect(await isWorking()).toBe(false);
    expect((await tell('p', 'running')).status).toBe(204);
    expect(await isWorking()).toBe(true);
    const { body } = await owner.api.get('/v1/agents');
    expect(body.find((agent: any) => agent.id === agentId).workingInBackground).toBe(true);
    expect(await counted()).toBe(1);
    await tell('q', 'running');
    expect(await counted()).toBe(1);
    for (const ref of ['p', 'q']) await tell(ref, 'exited');
    expect(await counted()).toBe(0);
    // A late word does not bring it back.
    await tell('p', 'running');
    expect(await isWorking()).toBe(false);
  });

  it('of other compute are nothing, and those of compute that is gone are lost', async () => {
    await tell('p', 'running', 'earlier');
    expect(await isWorking()).toBe(false);
    await tell('p', 'running');
    await runner.state(agentId, 'running', { computeRef: 'b' });
    expect(await isWorking()).toBe(false);
    await tell('p', 'running', 'b');
    expect(await isWorking()).toBe(true);
    await runner.state(agentId, 'stopped', { computeRef: 'b' });
    expect(await isWorking()).toBe(false);
  });

  it('nobody speaks of any more do not count', async () => {
    await tell('p', 'running');
    await server.db.query(`UPDATE agent_processes SET reported_at = now() - interval '91 s'`);
    expect(await isWorking()).toBe(false);
  });

  it('hold up an idle sandbox, but not more of them than may be', async () => {
    await tell('p', 'running');
    await idleFor(1_801);
    expect(await stops()).toEqual([]);
    const longer = await hostedAgent(server, owner, { runner });
    await runner.state(longer, 'running', { computeRef: 'a' });
    await tell('p', 'running', 'a', longer);
    await idleFor(3_600, longer);
    expect(await stops()).toEqual([{ agentId: longer, reason: 'evicted' }]);
  });

  it('are remembered up to a number', async () => {
    for (let at = 0; at < 25; at++) expect((await tell(`p${at}`, 'exited')).status).toBe(204);
    const kept = await server.db.query('SELECT 1 FROM agent_processes WHERE agent_id = $1', [agentId]);
    expect(kept).toHaveLength(20);
  });

  it('are told whole, under their own name, by their own runner', async () => {
    const process = { ref: 'p', command: 'x', status: 'running' };
    const put = (body: object, to = runner) => to.put(`${base()}/processes/p`, body);
    const invalid = [400, { error: 'invalid_request' }];
    expect(shown(await put({ computeRef: 'a', process: { ...process, ref: 'q' } }))).toEqual(invalid);
    expect(shown(await put({ computeRef: 'a', process: { ...process, status: 'fine' } }))).toEqual(invalid);
    expect(shown(await put({ computeRef: 'a' }))).toEqual(invalid);
    expect(shown(await put({ computeRef: 'a', process }, await otherRunner()))).toEqual(NOT_FOUND);
  });
});

describe('a poll', () => {
  it('brings so many of each kind, in an order that can be followed', async () => {
    const agents = [agentId];
    while (agents.length < 8) agents.push(await hostedAgent(server, owner, { runner }));
    const busy = await running('Go', await conversation(owner, agents[7]!));
    for (let at = 0; at < 6; at++) await post('And', busy.item.conversationId);
    for (let at = 0; at < 6; at++) await post('Go', await conversation(owner, agents[6]!));
    for (const agent of agents) await runner.state(agent, 'running', { computeRef: 'a' });
    for (const agent of agents.slice(0, 6)) await idleFor(1_801, agent);
    const items = await runner.work(0, 10);
    expect(kinds(items)).toEqual([
      ...Array(3).fill('agent.sync'),
      ...Array(5).fill('turn.run'),
      ...Array(5).fill('agent.stop'),
      ...Array(5).fill('turn.steer'),
    ]);
    await owner.api.post(`/v1/turns/${busy.turnId}/abort`);
    const rest = kinds(await runner.work(0, 10));
    expect(rest[0]).toBe('turn.abort');
    expect(rest.slice(1)).toEqual([...Array(3).fill('agent.sync'), 'turn.run', 'agent.stop']);
  });
});
