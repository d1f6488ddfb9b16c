import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { type Owner, signUpOwner } from '../../harness/people/accounts.js';
import { type Agent, createAgent } from '../../harness/clients/agent.js';
import { flood as floodAll } from '../../harness/clients/flood.js';
import {
  network,
  organizationRules,
  type RuleInput,
  type RuleSetInput,
  workspaceRules,
} from '../../harness/policy/rules.js';
import { startServer, type TestServer } from '../../harness/server/server.js';
import { type ServerProcess, startServerProcess } from '../../harness/server/server-process.js';
import { roomInThrottleWindow } from '../../harness/time/throttle-window.js';
import { until } from '../../harness/time/until.js';
import { startUpstream, type Upstream } from '../../harness/upstreams/upstream.js';

/**
 * Two processes that serve one agent at the same time: what passes is counted once, for both (02 §15, 06 §13.2).
 * Each leases numbers ahead. `npm run bench:limits` asks 10,000 times on the built server.
 */
const URL_OF = 'http://x.test/';
const DAY_SECONDS = 86_400;
/** Longer than any of these tests floods, so that no window ends meanwhile. */
const ROOM_SECONDS = 60;
/** A process that was told that nothing is left, or holds a lease nobody uses, has looked again by then. */
const LOOKED_AGAIN_MS = 1_000;

let upstream: Upstream;
let server: TestServer;
let second: ServerProcess;
let owner: Owner;
let agent: Agent;

beforeAll(async () => {
  upstream = await startUpstream();
  server = await startServer({ ...upstream.settings, ENTERPRISE_ENABLED: 'true' });
  const { databaseUrl, dataDir } = server;
  second = await startServerProcess(dataDir, {
    ...upstream.settings,
    ENTERPRISE_ENABLED: 'true',
    DATABASE_URL: databaseUrl,
  });
});

afterAll(async () => {
  await second.stop();
  await server.close();
  await upstream.close();
});

beforeEach(async () => {
  upstream.reset();
  owner = await signUpOwner(server);
  agent = await createAgent(server, owner);
  await roomInThrottleWindow(ROOM_SECONDS, DAY_SECONDS);
}, 90_000);

function limited(rateLimit: number): RuleInput {
  return { name: 'So many a day', rateLimit, rateLimitWindow: 'day', targets: [network('x.test')] };
}

function organization(input: RuleSetInput | RuleInput[]): Promise<void> {
  return organizationRules(server, owner, input);
}

function workspace(input: RuleSetInput | RuleInput[]): Promise<void> {
  return workspaceRules(server, owner, input);
}

/** Of the one rule of the organization. The process that is asked goes by it at once. */
async function changeLimit(rateLimit: number): Promise<void> {
  const rules = await owner.api.get('/v1/org/policy/rules');
  const { id } = rules.body.find(({ rateLimit: now }: { rateLimit: number | null }) => now !== null);
  const changed = await owner.api.patch(`/v1/org/policy/rules/${id}`, { rateLimit });
  expect([changed.status, changed.body.rateLimit]).toEqual([200, rateLimit]);
}

function flood(count: number, url = URL_OF): Promise<Record<number, number>> {
  return floodAll([server, second], agent, url, count);
}

/** What was counted for the agent in each window of each rule, the most first. */
async function counted(): Promise<number[]> {
  const rows = await server.db.query<{ counted: number }>(
    'SELECT hits + refused AS counted FROM rate_limit_counters WHERE strpos(key, $1) > 0 ORDER BY 1 DESC',
    [agent.id],
  );
  return rows.map((row) => row.counted);
}

/** Processes tell a moment later what they counted of a lease. */
async function untilCounted(expected: number[]): Promise<void> {
  let seen: number[] = [];
  const deadline = Date.now() + 10_000;
  do {
    if (Date.now() > deadline) return expect(seen).toEqual(expected);
    seen = await counted();
  } while (JSON.stringify(seen) !== JSON.stringify(expected));
}

/** How often counters were written, by what PostgreSQL's backends tell of themselves within a second. */
async function statements(): Promise<number> {
  await sleep(LOOKED_AGAIN_MS);
  await server.db.query('SELECT pg_stat_force_next_flush()');
  const [row] = await server.db.query<{ n: string }>(
    `SELECT n_tup_ins + n_tup_upd AS n FROM pg_stat_user_tables WHERE relname = 'rate_limit_counters'`,
  );
  return Number(row!.n);
}

describe('rate limits of two processes on one database', () => {
  it('06-T94, 06-12, 02 §15 exactly the limit passes, whoever is asked', async () => {
    await organization([limited(400)]);
    expect(await flood(2_000)).toEqual({ 200: 400, 429: 1_600 });
    expect(upstream.seen).toHaveLength(400);
    await untilCounted([2_000]);
  });

  it('R3 both levels bind: what the organization refuses is not counted for the workspace', async () => {
    await organization([limited(300)]);
    await workspace([{ ...limited(200), source: 'blocklist' }]);
    expect(await flood(600)).toEqual({ 200: 200, 429: 400 });
    expect(upstream.seen).toHaveLength(200);
    await untilCounted([600, 300]);
  });

  it('02 §12.9 a blocked request counts for no limit', async () => {
    const blocked: RuleInput = { action: 'block', targets: [network('x.test', '/blocked')] };
    await organization([blocked, limited(50)]);
    await workspace([{ ...limited(50), source: 'blocklist' }]);
    expect(await flood(100, `${URL_OF}blocked`)).toEqual({ 403: 100 });
    expect(await counted()).toEqual([]);
    expect(await flood(60)).toEqual({ 200: 50, 429: 10 });
    await untilCounted([60, 50]);
  });

  it('06 §17.2 a window that is over leaves no counter, and the next one begins at nothing', async () => {
    await organization([limited(5)]);
    expect(await flood(20)).toEqual({ 200: 5, 429: 15 });
    await untilCounted([20]);
    await server.db.query(
      `UPDATE rate_limit_counters SET window_number = window_number - 1, expires_at = now() - interval '1 second'
       WHERE strpos(key, $1) > 0`,
      [agent.id],
    );
    // As the counters of the processes do by the clock.
    await sleep(LOOKED_AGAIN_MS);
    expect(await flood(20)).toEqual({ 200: 5, 429: 15 });
    await untilCounted([20, 20]);
    await server.db.query(`SELECT graphile_worker.add_job('gateway.purge-rate-limit-counters', '{}')`);
    await until(async () => (await counted()).length === 1);
    expect(await flood(5)).toEqual({ 429: 5 });
  });

  it('02 §15.3 what was refused counts too: a limit that is raised lets pass what it is raised by beyond it', async () => {
    await organization([limited(50)]);
    expect(await flood(120)).toEqual({ 200: 50, 429: 70 });
    await untilCounted([120]);
    await changeLimit(130);
    expect(await floodAll([server], agent, URL_OF, 40)).toEqual({ 200: 10, 429: 30 });
  });

  it('06 §13.2 a limit that is lowered binds what a process has leased already', async () => {
    await organization([limited(10_000)]);
    expect(await flood(300)).toEqual({ 200: 300 });
    await changeLimit(100);
    expect(await floodAll([server], agent, URL_OF, 40)).toEqual({ 429: 40 });
  });

  it('a process that no longer asks gives back what it leased, and the other lets exactly the rest pass', async () => {
    await organization([limited(500)]);
    expect(await floodAll([second], agent, URL_OF, 200)).toEqual({ 200: 200 });
    await sleep(LOOKED_AGAIN_MS);
    expect(await floodAll([server], agent, URL_OF, 400)).toEqual({ 200: 300, 429: 100 });
  });

  it('a process that is killed takes its lease with it: fewer pass, never more', async () => {
    const { databaseUrl, dataDir } = server;
    const third = await startServerProcess(dataDir, { ...upstream.settings, DATABASE_URL: databaseUrl });
    await organization([limited(1_000)]);
    try {
      expect(await floodAll([third], agent, URL_OF, 300)).toEqual({ 200: 300 });
    } finally {
      await third.kill();
    }
    const passed = (await flood(1_500))[200]!;
    expect(passed).toBeLessThanOrEqual(700);
    // Two batches, each at most an eighth of what was left.
    expect(passed).toBeGreaterThanOrEqual(500);
  });

  it('most requests of a burst are counted without asking the database', async () => {
    await organization([limited(1_000_000)]);
    await flood(200);
    const before = await statements();
    expect(await flood(2_000)).toEqual({ 200: 2_000 });
    expect((await statements()) - before).toBeLessThan(500);
  });
});
