/**
 * 04 §3.2.1, §8.4: servers that die at every step of a schedule and of a turn, with two servers and two runners. Nothing is
 * lost, nothing happens twice, and whoever follows sees one transcript.
 */
import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { type Owner, signUpOwner } from '../../harness/people/accounts.js';
import { conversation, hostedAgent, RUNNER_TOKEN, type TestRun } from '../../harness/hosting/hosting.js';
import { Deployment, Follower, RovingRunner } from '../../harness/hosting/hosting-processes.js';
import { startServer, type TestServer } from '../../harness/server/server.js';
import { until } from '../../harness/time/until.js';

const DAILY = { name: 'Report', prompt: 'Write the report.', schedule: '@daily', timezone: 'Europe/London' };
const STARTED = { type: 'turn.started' };
const TOOL = { type: 'tool.started', callId: 'c1', name: 'http_request' };
const TOOL_DONE = { type: 'tool.finished', callId: 'c1', name: 'http_request', output: 'ok' };
const DELTA = { type: 'text.delta', text: 'All is ' };
const TEXT = { type: 'text', text: 'All is well.' };

let base: TestServer;
let deployment: Deployment;
let owner: Owner;
let runners: RovingRunner[];
let agents: string[];

beforeAll(async () => {
  // Where people are, and where a test looks: nothing goes on by itself there, and nobody kills it.
  base = await startServer({ SERVER_ROLES: 'api', RUNNER_TOKEN });
  owner = await signUpOwner(base);
  deployment = new Deployment(base);
  await deployment.fill(2);
  const second = `rnr_${randomBytes(32).toString('hex')}`;
  await base.db.query(
    `INSERT INTO runners (kind, name, token_hash) VALUES ('external', 'Second', sha256($1::bytea))`,
    [second],
  );
  runners = [new RovingRunner(deployment, RUNNER_TOKEN), new RovingRunner(deployment, second)];
  agents = [];
  for (const runner of runners) {
    await runner.start();
    agents.push(await hostedAgent(base, owner, { runner }));
  }
});
afterAll(async () => {
  await deployment?.close();
  await base?.close();
});
beforeEach(async () => {
  await base.db.query('DELETE FROM schedules');
  await deployment.fill(2);
});

const turnsOf = async (id: string): Promise<any[]> =>
  (await owner.api.get(`/v1/conversations/${id}/turns`)).body.turns;
const eventsOf = async (id: string): Promise<any[]> =>
  (await owner.api.get(`/v1/conversations/${id}/events`)).body.events;

describe('a server that dies over a schedule', () => {
  const create = async (agent = agents[0]): Promise<string> =>
    (await owner.api.post(`/v1/agents/${agent}/crons`, DAILY)).body.id;
  const set = (sql: string, ...ids: string[]) =>
    base.db.query(`UPDATE schedules SET ${sql} WHERE id = ANY ($1)`, [ids]);
  /** As if the 300 seconds of those who died were over. */
  const forgetTheDead = () =>
    base.db.query('UPDATE schedules SET claim_expires_at = now() WHERE claim_id IS NOT NULL');
  const runsOf = (...ids: string[]): Promise<{ id: string; status: string }[]> =>
    base.db.query(
      `SELECT c.external_ref AS id, t.status FROM turns t JOIN conversations c ON c.id = t.conversation_id
       WHERE c.source = 'cron' AND c.external_ref = ANY ($1) ORDER BY c.external_ref`,
      [ids],
    );
  const counted = (...ids: string[]): Promise<void> =>
    until(async () => {
      const open =
        'SELECT 1 FROM schedules WHERE id = ANY ($1) AND (run_turn_id IS NOT NULL OR last_outcome IS NULL)';
      return (await base.db.query(open, [ids])).length === 0;
    });
  const origin = async (agent = agents[0]): Promise<string> =>
    (await owner.api.put(`/v1/agents/${agent}/conversations/direct`)).body.id;

  it.each([
    ['has taken it', `SELECT 1 FROM conversations WHERE external_ref = $1 FOR UPDATE`],
    [
      'is starting its run',
      `SELECT 1 FROM agents WHERE id = (SELECT agent_id FROM schedules WHERE id = $1::uuid) FOR UPDATE`,
    ],
  ])('once it %s leaves it to others, who fire it once', async (_name, lock) => {
    const id = await create();
    await set('next_fire_at = now()', id);
    await (await runners[0]!.claim()).answer();
    await counted(id);
    await deployment.killInTheMiddle(
      (query) => query(lock, [id]),
      () => void set(`next_fire_at = now(), last_outcome = NULL`, id),
    );
    expect(await runsOf(id)).toHaveLength(1);
    await forgetTheDead();
    await (await runners[0]!.claim()).answer();
    await counted(id);
    expect((await runsOf(id)).map(({ status }) => status)).toEqual(['done', 'done']);
    expect(await turnsOf(await origin())).toHaveLength(2);
    await base.db.query('DELETE FROM turns WHERE conversation_id = $1', [await origin()]);
  });

  it('while it reports the run has reported nothing, and others report it once', async () => {
    const id = await create();
    const reported = await origin();
    await set('next_fire_at = now()', id);
    const run = await runners[0]!.claim();
    await deployment.killInTheMiddle(
      (query) => query('SELECT 1 FROM conversations WHERE id = $1 FOR UPDATE', [reported]),
      () => void run.answer('Once.'),
    );
    await counted(id);
    expect((await eventsOf(reported)).map(({ payload }) => payload.text)).toEqual(['Once.']);
    await deployment.fill(2);
    await set('next_fire_at = now(), last_outcome = NULL', id);
    await (await runners[0]!.claim()).answer('Twice.');
    await counted(id);
    expect((await eventsOf(reported)).map(({ payload }) => payload.text)).toEqual(['Once.', 'Twice.']);
    await base.db.query('DELETE FROM turns WHERE conversation_id = $1', [reported]);
  });

  it.each([1, 12])('at the instant when many are due, after %i of them: each runs once', async (after) => {
    const ids: string[] = [];
    for (let at = 0; at < 30; at++) ids.push(await create(agents[at % 2]));
    await set(`next_fire_at = now() + interval '500 milliseconds'`, ...ids);
    await until(async () => (await runsOf(...ids)).length >= after);
    await deployment.kill(deployment.next());
    const claims = `SELECT 1 FROM schedules WHERE id = ANY ($1) AND next_fire_at < now() AND claim_id IS NULL`;
    await until(async () => (await base.db.query(claims, [ids])).length === 0);
    await forgetTheDead();
    await deployment.fill(2);
    for (let at = 0; at < ids.length; at++) await (await runners[at % 2]!.claim()).answer();
    await counted(...ids);
    expect(await runsOf(...ids)).toEqual([...ids].sort().map((id) => ({ id, status: 'done' })));
    for (const agent of agents) {
      expect(await turnsOf(await origin(agent))).toHaveLength(15);
      await base.db.query('DELETE FROM turns WHERE conversation_id = $1', [await origin(agent)]);
    }
  });
});

describe('a server that dies over a turn', () => {
  const post = (id: string) => owner.api.post(`/v1/conversations/${id}/messages`, { message: 'Go' });
  const locked = (id: string) => (query: (sql: string, params?: unknown[]) => Promise<unknown>) =>
    query('SELECT 1 FROM conversations WHERE id = $1 FOR UPDATE', [id]);
  const state = async (turnId: string): Promise<any> =>
    (
      await base.db.query(
        `SELECT status, accepted_through AS "acceptedThrough", lease_received AS received FROM turns WHERE id = $1`,
        [turnId],
      )
    )[0];

  /** The server commits it and dies before it says so. */
  async function unheard(
    at: number,
    run: TestRun,
    path: string,
    body: object,
    there: () => Promise<boolean>,
  ) {
    const server = deployment.next();
    runners[at]!.postUnheard(server, `turns/${run.turnId}/${path}`, { leaseId: run.leaseId, ...body });
    await until(there);
    await deployment.kill(server);
  }

  it('after it handed it out: the turn is handed out again, and runs once', async () => {
    const id = await conversation(owner, agents[0]!);
    const { turn } = (await post(id)).body;
    const server = deployment.next();
    runners[0]!.postUnheard(server, 'work', { bootId: runners[0]!.bootId, wait: 0, limit: 1 });
    await until(async () => (await state(turn.id)).status === 'dispatched');
    await deployment.kill(server);
    expect((await state(turn.id)).received).toBe(false);
    await base.db.query(`UPDATE turns SET lease_expires_at = now() WHERE id = $1`, [turn.id]);
    const run = await runners[0]!.claim(id);
    expect(run.item.attempt).toBe(2);
    await run.answer();
    expect((await eventsOf(id)).map(({ type }) => type)).toEqual(['turn.started', 'text', 'turn.done']);
  });

  it.each(['before the commit', 'before the answer'])(
    'at every step of it, %s: one transcript for all, and each event once',
    async (when) => {
      const ids = [await conversation(owner, agents[0]!), await conversation(owner, agents[1]!)];
      const followers = ids.map((id) => new Follower(deployment, owner, id));
      await Promise.all(ids.map(post));
      const runs = await Promise.all(ids.map((id, at) => runners[at]!.claim(id)));
      const steps: [object[], boolean][] = [
        [[STARTED], true],
        [[TOOL], false],
        [[TOOL_DONE], true],
        [[DELTA, DELTA], false],
        [[TEXT], true],
      ];
      for (const [events, dies] of steps) {
        const first = runs[0]!.sent + 1;
        const through = runs[0]!.sent + events.length;
        if (dies && when === 'before the commit') {
          // What is repeated elsewhere is the request that got no answer.
          let said: Promise<unknown> = Promise.resolve();
          await deployment.killInTheMiddle(locked(ids[0]!), () => void (said = runs[0]!.say(...events)));
          await said;
        } else {
          if (dies)
            await unheard(0, runs[0]!, 'events', { first, events }, async () => {
              return (await state(runs[0]!.turnId)).acceptedThrough === through;
            });
          expect((await runs[0]!.say(...events)).body.acceptedThrough).toBe(through);
        }
        // The other one goes on meanwhile, at whichever server is there.
        expect((await runs[1]!.say(...events)).status).toBe(200);
        await deployment.fill(2);
      }
      const body = { through: runs[0]!.sent, status: 'done' };
      if (when === 'before the commit') {
        let finished: Promise<any> = Promise.resolve();
        await deployment.killInTheMiddle(locked(ids[0]!), () => void (finished = runs[0]!.finish()));
        expect((await finished).body).toEqual({ outcome: 'closed', status: 'done' });
      } else {
        await unheard(
          0,
          runs[0]!,
          'finish',
          body,
          async () => (await state(runs[0]!.turnId)).status === 'done',
        );
        expect((await runs[0]!.finish()).body).toEqual({ outcome: 'already_closed', status: 'done' });
      }
      expect((await runs[1]!.finish()).body.outcome).toBe('closed');
      for (const [at, id] of ids.entries()) {
        const events = await eventsOf(id);
        expect(events.map(({ type }) => type)).toEqual([
          'turn.started',
          'tool.started',
          'tool.finished',
          'text',
          'turn.done',
        ]);
        const follower = followers[at]!;
        await until(() => follower.stored.length === events.length);
        await follower.stop();
        expect(follower.stored.map(({ data }) => data)).toEqual(events);
        expect(follower.seqs).toEqual([...new Set(follower.seqs)].sort((one, two) => one - two));
        expect((await turnsOf(id)).map(({ status }) => status)).toEqual(['done']);
      }
    },
  );

  it('and a runner that dies with it hands in what it did, once it is back', async () => {
    const id = await conversation(owner, agents[0]!);
    await post(id);
    const run = await runners[0]!.claim(id);
    await run.say(STARTED, TOOL);
    await deployment.kill(deployment.next());
    const back = await runners[0]!.start({}, [{ turnId: run.turnId, leaseId: run.leaseId }]);
    expect(back.body.resumed).toEqual([run.leaseId]);
    // From its journal, some of which had been accepted.
    expect((await run.push(1, STARTED, TOOL, TOOL_DONE, TEXT)).body.acceptedThrough).toBe(4);
    expect((await run.finish({ through: 4 })).body.outcome).toBe('closed');
    expect((await eventsOf(id)).map(({ type }) => type)).toEqual([
      'turn.started',
      'tool.started',
      'tool.finished',
      'text',
      'turn.done',
    ]);
  });
});
