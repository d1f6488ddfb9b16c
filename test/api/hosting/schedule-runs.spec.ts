/** 04 §3.2: schedules that fire, what becomes of their runs, and where these report. The executor is a test. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { type Owner, signUpOwner } from '../../harness/people/accounts.js';
import { whileHeld } from '../../harness/database/contention.js';
import {
  conversation,
  hostedAgent,
  RUNNER_TOKEN,
  type TestRun,
  TestRunner,
  TestStream,
} from '../../harness/hosting/hosting.js';
import { joinAs, type Member } from '../../harness/people/members.js';
import { bind, setMembership } from '../../harness/people/people.js';
import { startReplica, startServer, type TestServer } from '../../harness/server/server.js';
import { until } from '../../harness/time/until.js';

const DAILY = {
  name: 'Report',
  prompt: 'Write the report.',
  schedule: '0 14 * * *',
  timezone: 'Europe/London',
};

const SETTINGS = { RUNNER_TOKEN, ENTERPRISE_ENABLED: 'true' };

let server: TestServer;
let owner: Owner;
let runner: TestRunner;
let agentId: string;

beforeAll(async () => {
  server = await startServer(SETTINGS);
  owner = await signUpOwner(server);
  runner = new TestRunner(server);
});
afterAll(() => server.close());
beforeEach(async () => {
  // What the test before left undone is nobody's work any more.
  await server.db.query('DELETE FROM agent_placements');
  await server.db.query('UPDATE schedules SET enabled = false');
  await runner.start();
  agentId = await hostedAgent(server, owner, { runner });
});

const base = (agent = agentId): string => `/v1/agents/${agent}/crons`;
const create = async (who: Pick<Owner, 'api'> = owner, body: object = {}): Promise<any> => {
  const answer = await who.api.post(base(), { ...DAILY, ...body });
  expect([answer.status, answer.body]).toEqual([201, expect.any(Object)]);
  return answer.body;
};
const runNow = async (id: string): Promise<void> => {
  expect((await owner.api.post(`${base()}/${id}/run`)).status).toBe(200);
};
const schedule = async (id: string): Promise<any> =>
  (await owner.api.get(base())).body.crons.find((row: any) => row.id === id);
const set = (id: string, sql: string) => server.db.query(`UPDATE schedules SET ${sql} WHERE id = $1`, [id]);
const turnsOf = async (id: string, who: Pick<Owner, 'api'> = owner): Promise<any[]> =>
  (await who.api.get(`/v1/conversations/${id}/turns`)).body.turns;
const eventsOf = async (id: string, who: Pick<Owner, 'api'> = owner): Promise<any[]> =>
  (await who.api.get(`/v1/conversations/${id}/events`)).body.events;
const direct = async (who: Pick<Owner, 'api'> = owner, agent = agentId): Promise<string> =>
  (await who.api.put(`/v1/agents/${agent}/conversations/direct`)).body.id;

/** The schedule's own conversation; undefined before it ever fired. */
async function thread(id: string): Promise<any> {
  const { conversations } = (await owner.api.get(`/v1/conversations?agentId=${agentId}`)).body;
  return conversations.find((row: any) => row.externalRef === id);
}

async function runsOf(id: string): Promise<any[]> {
  const own = await thread(id);
  return own === undefined ? [] : turnsOf(own.id);
}

const passed = (id: string, outcome: string): Promise<void> =>
  until(async () => (await schedule(id)).lastOutcome === outcome);

/** Fires it and ends the run. */
async function ran(id: string, report: object = {}): Promise<void> {
  await set(id, 'last_outcome = NULL');
  await runNow(id);
  await (await runner.claim()).answer('All is well.', report);
  await until(async () => (await schedule(id)).lastOutcome !== null);
}

async function colleague(): Promise<Member> {
  const member = await joinAs(server, owner);
  await bind(server, owner.workspaceId, { userId: member.userId });
  return { ...member, api: member.session.inWorkspace(owner.workspaceId) };
}

describe('a schedule that is due', () => {
  it('R62 of one organization waits for one pass at most, however many of another are due', async () => {
    const loud = await create();
    const neighbour = await signUpOwner(server);
    const agent = await hostedAgent(server, neighbour, { runner });
    const { id } = (await neighbour.api.post(base(agent), DAILY)).body;
    await server.db.query(
      `WITH copies AS (
         INSERT INTO schedules SELECT (jsonb_populate_record(s, jsonb_build_object(
           'id', gen_random_uuid(), 'name', 'Report ' || n, 'next_fire_at', now() - interval '1 hour'))).*
         FROM schedules s, generate_series(1, 40) AS n WHERE s.id = $1)
       UPDATE schedules SET next_fire_at = now() - interval '1 second' WHERE id = $2`,
      [loud.id, id],
    );
    const before = async (): Promise<number | null> => {
      const [row] = await server.db.query<{ before: number | null }>(
        `SELECT CASE WHEN s.last_fired_at IS NOT NULL THEN (SELECT count(*)::int FROM schedules o
           WHERE o.agent_id = $2 AND o.last_fired_at < s.last_fired_at) END AS before FROM schedules s WHERE s.id = $1`,
        [id, agentId],
      );
      return row!.before;
    };
    await until(async () => (await before()) !== null);
    // A pass fires ten.
    expect(await before()).toBeLessThan(10);
  });

  it('04-20 runs once, however many times were missed', async () => {
    const { id } = await create();
    await set(id, `next_fire_at = now() - interval '73 hours'`);
    const run = await runner.claim();
    const own = await thread(id);
    expect(own).toMatchObject({
      source: 'cron',
      externalRef: id,
      title: 'Report',
      direct: false,
      userId: null,
    });
    expect(await turnsOf(own.id)).toEqual([
      expect.objectContaining({
        id: run.turnId,
        source: 'cron',
        userId: null,
        message: expect.stringMatching(/^.*"Report".*\n\nWrite the report\.$/),
      }),
    ]);
    const fired = await schedule(id);
    expect(Date.parse(fired.nextFireAt)).toBeGreaterThan(Date.now());
    expect(fired).toMatchObject({ lastFiredAt: expect.any(String), lastOutcome: null });
    await run.answer();
    // Whoever counts the result has looked for what is due since.
    await passed(id, 'ok');
    expect(await turnsOf(own.id)).toHaveLength(1);
  });

  it('04-21 runs once, however many processes look', async () => {
    const other = await startReplica(server, SETTINGS);
    const agents = [agentId, await hostedAgent(server, owner, { runner })];
    const made: [string, string][] = [];
    for (const agent of agents)
      for (let at = 0; at < 15; at++) made.push([agent, (await owner.api.post(base(agent), DAILY)).body.id]);
    for (let round = 1; round <= 2; round++) {
      await server.db.query(
        `UPDATE schedules SET next_fire_at = now() - interval '1 second' WHERE agent_id = ANY ($1)`,
        [agents],
      );
      for (let at = 0; at < made.length; at++) await (await runner.claim()).answer();
      const open = `SELECT 1 FROM schedules WHERE agent_id = ANY ($1) AND (next_fire_at < now() OR run_turn_id IS NOT NULL)`;
      await until(async () => (await server.db.query(open, [agents])).length === 0);
      const counted = await server.db.query<{ turns: number }>(
        `SELECT count(*)::int AS turns FROM turns t JOIN conversations c ON c.id = t.conversation_id
         WHERE c.agent_id = ANY ($1) AND c.source = 'cron' GROUP BY c.id`,
        [agents],
      );
      expect(counted.map(({ turns }) => turns)).toEqual(Array(made.length).fill(round));
      // Either may count and report what the other fired, and one of them does.
      for (const agent of agents) expect(await turnsOf(await direct(owner, agent))).toHaveLength(15 * round);
    }
    await other.close();
  });

  it('04-22 is skipped while its conversation is busy, with the run before or with what a person said', async () => {
    const { id } = await create();
    await runNow(id);
    const run = await runner.claim();
    await runNow(id);
    await passed(id, 'skipped_busy');
    const skipped = await schedule(id);
    expect(skipped.consecutiveFailures).toBe(0);
    expect(Date.parse(skipped.nextFireAt)).toBeGreaterThan(Date.now());
    expect(await runsOf(id)).toHaveLength(1);
    await run.answer();
    await passed(id, 'ok');
    const own = await thread(id);
    await owner.api.post(`/v1/conversations/${own.id}/messages`, { message: 'And you?' });
    await runNow(id);
    await passed(id, 'skipped_busy');
    await (await runner.claim()).answer('Fine.');
    // Nobody scheduled that one: it is neither counted nor reported.
    expect((await runsOf(id)).map(({ source, status }) => [source, status])).toEqual([
      ['cron', 'done'],
      ['web', 'done'],
    ]);
    await ran(id);
    expect(await turnsOf(await direct())).toHaveLength(2);
  });

  it('04-26 is one that a person wants to run now, unless it is paused', async () => {
    const { id } = await create();
    await runNow(id);
    await (await runner.claim()).answer();
    await passed(id, 'ok');
    await owner.api.patch(`${base()}/${id}`, { enabled: false });
    const paused = await owner.api.post(`${base()}/${id}/run`);
    expect([paused.status, paused.body.error.type]).toEqual([422, 'validation_error']);
    await set(id, 'next_fire_at = now()');
    await ran((await create()).id);
    expect(await runsOf(id)).toHaveLength(1);
  });

  it('waits for whoever took it, and leaves out what is changed meanwhile', async () => {
    const { id } = await create();
    const claimed = (until: string) =>
      set(id, `next_fire_at = now(), claim_id = gen_random_uuid(), claim_expires_at = now() + ${until}`);
    await claimed(`interval '5 minutes'`);
    await ran((await create()).id);
    expect(await runsOf(id)).toEqual([]);
    // Whoever was about to fire it knew it by another name.
    await owner.api.patch(`${base()}/${id}`, { name: 'Other', prompt: 'Something else.' });
    await ran((await create()).id);
    expect(await runsOf(id)).toEqual([]);
    const kept = (await owner.api.get(base())).body.crons.find((cron: { id: string }) => cron.id === id);
    expect([kept.lastFiredAt, Date.parse(kept.nextFireAt) > Date.now()]).toEqual([null, true]);
    // Whoever took it died: it comes as it is now.
    await claimed(`interval '-1 second'`);
    const run = await runner.claim();
    expect(run.item.message).toMatch(/"Other".*\n\nSomething else\.$/);
    await run.answer();
    await passed(id, 'ok');
  });

  it('holds up no other when it cannot be fired', async () => {
    const { id } = await create();
    await set(id, `schedule = 'never', next_fire_at = now() - interval '1 hour'`);
    const other = await create();
    await ran(other.id);
    await ran(other.id);
    expect(await runsOf(id)).toEqual([]);
  });
});

describe('a result', () => {
  it('04-23 that is the fifth failure in a row ends the schedule, until somebody resumes it', async () => {
    const keyless = await signUpOwner(server);
    const agent = await hostedAgent(server, keyless, { key: false });
    const { id } = (await keyless.api.post(base(agent), DAILY)).body;
    const kept = async () => (await keyless.api.get(base(agent))).body.crons[0];
    await set(id, 'consecutive_failures = 3');
    for (const failures of [4, 5]) {
      await keyless.api.post(`${base(agent)}/${id}/run`);
      await until(async () => (await kept()).consecutiveFailures === failures);
      expect(await kept()).toMatchObject({
        lastOutcome: 'failed',
        enabled: failures < 5,
        disabledReason: failures < 5 ? null : 'failures',
      });
    }
    const reports = await eventsOf(await direct(keyless, agent), keyless);
    expect(reports.map(({ type, payload }) => [type, payload.text])).toEqual(
      Array(2).fill(['text', expect.stringContaining('model key')]),
    );
    const trail = await server.db.query(
      `SELECT action, source, user_id, metadata->'fields' AS fields FROM audit_log
       WHERE service = 'cron' AND metadata->>'cronId' = $1 ORDER BY created_at DESC LIMIT 1`,
      [id],
    );
    expect(trail).toEqual([
      { action: 'update', source: 'system', user_id: null, fields: ['enabled', 'disabledReason'] },
    ]);
    const resumed = await keyless.api.patch(`${base(agent)}/${id}`, { enabled: true });
    expect(resumed.body).toMatchObject({ enabled: true, disabledReason: null, consecutiveFailures: 0 });
  });

  it('that is good forgets the failures before it; one that somebody stopped counts for nothing', async () => {
    const { id } = await create();
    await ran(id, { status: 'failed', error: 'It broke.' });
    await ran(id, { status: 'failed', errorCode: 'model_provider_error' });
    expect(await schedule(id)).toMatchObject({ lastOutcome: 'failed', consecutiveFailures: 2 });
    await runNow(id);
    const stopped = await runner.claim();
    await owner.api.post(`/v1/turns/${stopped.turnId}/abort`);
    await set(id, 'last_outcome = NULL');
    await stopped.finish({ status: 'aborted' });
    await passed(id, 'failed');
    expect((await schedule(id)).consecutiveFailures).toBe(2);
    await runNow(id);
    const again = await runner.claim();
    // An attempt that was lost before anything could be seen is no result.
    await server.db.query(`UPDATE turns SET lease_expires_at = now() - interval '1 second' WHERE id = $1`, [
      again.turnId,
    ]);
    const second = await runner.claim();
    expect([second.turnId, (await schedule(id)).consecutiveFailures]).toEqual([again.turnId, 2]);
    await second.answer('Better.');
    await passed(id, 'ok');
    expect((await schedule(id)).consecutiveFailures).toBe(0);
    const texts = (await eventsOf(await direct())).map(({ payload }) => payload.text);
    expect(texts).toEqual([
      expect.stringMatching(/failed.*It broke\.\n\nAll is well\./s),
      expect.stringMatching(/failed.*provider/s),
      'Better.',
    ]);
  });

  it('04-25 is reported once where the schedule came from, whatever happens there, and seen live', async () => {
    const origin = await direct();
    const stream = await TestStream.open(server, owner, `/v1/conversations/${origin}/stream`);
    await owner.api.post(`/v1/conversations/${origin}/messages`, { message: 'Busy?' });
    const busy = await runner.claim(origin);
    await busy.say({ type: 'turn.started' });
    const { id } = await create();
    await runNow(id);
    const run = await runner.claim();
    await run.answer('Three new users.');
    await until(() => stream.types.includes('text'));
    const [, report] = await turnsOf(origin);
    expect(report).toMatchObject({
      source: 'cron',
      status: 'done',
      userId: null,
      message: 'Scheduled run "Report"',
      error: null,
      finishedAt: expect.any(String),
    });
    await busy.say({ type: 'text', text: 'Not any more.' });
    await busy.finish();
    await until(() => stream.types.at(-1) === 'turn.done');
    expect(stream.frames.map(({ data }) => [data.turnId, data.type, data.payload.text])).toEqual([
      [busy.turnId, 'turn.started', undefined],
      [report.id, 'text', 'Three new users.'],
      [busy.turnId, 'text', 'Not any more.'],
      [busy.turnId, 'turn.done', undefined],
    ]);
    stream.close();
    await ran((await create()).id);
    expect((await turnsOf(origin)).filter(({ message }) => message.startsWith('Scheduled'))).toHaveLength(2);
    // Nobody else reads what is reported to a person.
    expect((await (await colleague()).api.get(`/v1/conversations/${origin}`)).status).toBe(404);
  });

  it('is counted and reported once when two processes come to it at the same time', async () => {
    const other = await startReplica(server, SETTINGS);
    const { id } = await create();
    const origin = await direct();
    await runNow(id);
    const run = await runner.claim();
    const lock = 'SELECT 1 FROM conversations WHERE id = $1 FOR UPDATE';
    const waiting = `SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;
    await whileHeld(
      server,
      (query) => query(lock, [origin]),
      [],
      async () => {
        await run.answer('Once.', { status: 'failed', error: 'It broke.' });
        await until(async () => (await server.db.query(waiting)).length >= 2);
      },
    );
    await passed(id, 'failed');
    await other.close();
    expect((await schedule(id)).consecutiveFailures).toBe(1);
    expect(await eventsOf(origin)).toHaveLength(1);
  });

  it("is nobody's when the schedule is deleted meanwhile, and the conversation of its runs stays", async () => {
    const { id } = await create();
    await runNow(id);
    const run = await runner.claim();
    const own = await thread(id);
    expect((await owner.api.delete(`${base()}/${id}`)).status).toBe(204);
    await run.answer('Too late.');
    await ran((await create()).id);
    expect((await turnsOf(own.id)).map(({ status }) => status)).toEqual(['done']);
    expect((await eventsOf(await direct())).map(({ payload }) => payload.text)).toEqual(['All is well.']);
  });
});

describe('the person behind a schedule', () => {
  it('04-24 who lost their access ends it, and resuming it takes somebody who has access', async () => {
    const member = await colleague();
    const { id } = await create(member);
    await setMembership(server, owner.organizationId, member.userId, 'suspended');
    await runNow(id);
    await until(async () => !(await schedule(id)).enabled);
    expect(await schedule(id)).toMatchObject({ disabledReason: 'authorization', lastFiredAt: null });
    expect(await thread(id)).toBeUndefined();
    // Resuming is no way around it.
    await owner.api.patch(`${base()}/${id}`, { enabled: true });
    await runNow(id);
    await until(async () => (await schedule(id)).disabledReason === 'authorization');
    await setMembership(server, owner.organizationId, member.userId, 'active');
    await owner.api.patch(`${base()}/${id}`, { enabled: true });
    await ran(id);
    expect((await turnsOf(await direct(member), member)).map(({ source }) => source)).toEqual(['cron']);
  });

  it.each([
    ['left', 'DELETE FROM memberships WHERE user_id = $1'],
    ['is bound no more', 'DELETE FROM workspace_bindings WHERE user_id = $1'],
    ['may not sign in', 'UPDATE users SET deactivated_at = now() WHERE id = $1'],
  ])('who %s has no access', async (_name, sql) => {
    const member = await colleague();
    const { id } = await create(member);
    await server.db.query(sql, [member.userId]);
    await runNow(id);
    await until(async () => (await schedule(id)).disabledReason === 'authorization');
    expect(await thread(id)).toBeUndefined();
  });

  it('whose account is gone leaves it to the agent, with nobody to report to', async () => {
    const member = await colleague();
    const { id } = await create(member);
    await server.db.query('DELETE FROM users WHERE id = $1', [member.userId]);
    await ran(id);
    expect(await schedule(id)).toMatchObject({ lastOutcome: 'ok', enabled: true });
  });
});

describe('what an agent schedules', () => {
  let calls = 0;
  const call = async (run: TestRun | null, tool: string, args: object): Promise<any> => {
    const from = { agentId, leaseId: run?.leaseId, callId: `call-${agentId}-${calls++}` };
    return (await runner.post('tool-calls', { ...from, tool, args })).body;
  };
  const add = async (run: TestRun, name: string): Promise<string> => {
    const { ok, result } = await call(run, 'schedule_task', { ...DAILY, name });
    expect(ok).toBe(true);
    return result.cronId;
  };

  it('reports to the conversation of the turn that called, also from run to run', async () => {
    const origin = await conversation(owner, agentId);
    await owner.api.post(`/v1/conversations/${origin}/messages`, { message: 'Every day, please.' });
    const asked = await runner.claim(origin);
    const outer = await add(asked, 'Outer');
    await asked.answer();
    await runNow(outer);
    const run = await runner.claim();
    const own = (await thread(outer)).id;
    const inner = await add(run, 'Inner');
    await run.answer('Outer ran.');
    await passed(outer, 'ok');
    await runNow(inner);
    await (await runner.claim()).answer('Inner ran.');
    await passed(inner, 'ok');
    expect((await turnsOf(origin)).map(({ message }) => message)).toEqual([
      'Every day, please.',
      'Scheduled run "Outer"',
    ]);
    // A report in the conversation of a schedule is no run of it.
    expect((await turnsOf(own)).map(({ message }) => message)).toEqual([
      expect.stringContaining('Outer'),
      'Scheduled run "Inner"',
    ]);
    await ran(outer);
    const creators = await server.db.query(
      'SELECT DISTINCT created_by_user_id AS id FROM schedules WHERE agent_id = $1',
      [agentId],
    );
    expect(creators).toEqual([{ id: owner.userId }]);
  });

  it('ends with the access of the person it was scheduled for, in a scheduled run as well', async () => {
    const member = await colleague();
    const { id } = await create(member);
    await runNow(id);
    const run = await runner.claim();
    const next = await add(run, 'Next');
    await run.answer();
    await setMembership(server, owner.organizationId, member.userId, 'suspended');
    await runNow(next);
    await until(async () => (await schedule(next)).disabledReason === 'authorization');
  });

  it('is refused to a run that has deleted its own schedule', async () => {
    const { id } = await create();
    await runNow(id);
    const run = await runner.claim();
    expect(await call(run, 'cancel_task', { cronId: id })).toMatchObject({ ok: true });
    expect(await schedule(id)).toBeUndefined();
    expect(await call(run, 'schedule_task', DAILY)).toEqual({
      ok: false,
      error: expect.stringContaining('deleted'),
    });
  });
});
