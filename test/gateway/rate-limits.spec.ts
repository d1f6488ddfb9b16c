import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { type Owner, signUpOwner } from '../harness/accounts.js';
import { type Agent, createAgent } from '../harness/agent.js';
import { flood as floodAll } from '../harness/flood.js';
import {
  network,
  organizationRules,
  type RuleInput,
  type RuleSetInput,
  workspaceRules,
} from '../harness/rules.js';
import { startServer, type TestServer } from '../harness/server.js';
import { type ServerProcess, startServerProcess } from '../harness/server-process.js';
import { roomInThrottleWindow } from '../harness/throttle-window.js';
import { until } from '../harness/until.js';
import { startUpstream, type Upstream } from '../harness/upstream.js';

/**
 * Two processes that serve one agent at the same time: what passes is counted once, for both (02 §15, 06 §13.2).
 * `npm run bench:limits` asks 10,000 times on the built server.
 */
const URL_OF = 'http://x.test/';
const DAY_SECONDS = 86_400;
/** Longer than any of these tests floods, so that no window ends meanwhile. */
const ROOM_SECONDS = 60;

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

function flood(count: number, url = URL_OF): Promise<Record<number, number>> {
  return floodAll([server, second], agent, url, count);
}

/** What was counted for the agent in each window of each rule, the most first. */
async function counted(): Promise<number[]> {
  const rows = await server.db.query<{ hits: number }>(
    'SELECT hits FROM rate_limit_counters WHERE strpos(key, $1) > 0 ORDER BY hits DESC',
    [agent.id],
  );
  return rows.map(({ hits }) => hits);
}

describe('rate limits of two processes on one database', () => {
  it('06-T94, 06-12, 02 §15 exactly the limit passes, whoever is asked', async () => {
    await organization([limited(400)]);
    expect(await flood(2_000)).toEqual({ 200: 400, 429: 1_600 });
    expect(upstream.seen).toHaveLength(400);
    expect(await counted()).toEqual([2_000]);
  });

  it('R3 both levels bind: what the organization refuses is not counted for the workspace', async () => {
    await organization([limited(300)]);
    await workspace([{ ...limited(200), source: 'blocklist' }]);
    expect(await flood(600)).toEqual({ 200: 200, 429: 400 });
    expect(upstream.seen).toHaveLength(200);
    expect(await counted()).toEqual([600, 300]);
  });

  it('02 §12.9 a blocked request counts for no limit', async () => {
    const blocked: RuleInput = { action: 'block', targets: [network('x.test', '/blocked')] };
    await organization([blocked, limited(50)]);
    await workspace([{ ...limited(50), source: 'blocklist' }]);
    expect(await flood(100, `${URL_OF}blocked`)).toEqual({ 403: 100 });
    expect(await counted()).toEqual([]);
    expect(await flood(60)).toEqual({ 200: 50, 429: 10 });
    expect(await counted()).toEqual([60, 50]);
  });

  it('06 §17.2 a window that is over leaves no counter, and the next one begins at nothing', async () => {
    await organization([limited(5)]);
    expect(await flood(20)).toEqual({ 200: 5, 429: 15 });
    await server.db.query(
      `UPDATE rate_limit_counters SET window_number = window_number - 1, expires_at = now() - interval '1 second'
       WHERE strpos(key, $1) > 0`,
      [agent.id],
    );
    expect(await flood(20)).toEqual({ 200: 5, 429: 15 });
    expect(await counted()).toEqual([20, 20]);
    await server.db.query(`SELECT graphile_worker.add_job('gateway.purge-rate-limit-counters', '{}')`);
    await until(async () => (await counted()).length === 1);
    expect(await flood(5)).toEqual({ 429: 5 });
  });
});
