/** Rate limits counted in a real Redis (06 §17.2); skipped where `redis-server` is not installed. */
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { type Owner, signUpOwner } from '../harness/accounts.js';
import { type Agent, agentWith, createAgent } from '../harness/agent.js';
import { flood as floodAll } from '../harness/flood.js';
import { installedRedis, type RedisServer, startRedis } from '../harness/redis-server.js';
import { network, publishRules } from '../harness/rules.js';
import { startServer, type TestServer } from '../harness/server.js';
import { type ServerProcess, startServerProcess } from '../harness/server-process.js';
import { roomInThrottleWindow } from '../harness/throttle-window.js';
import { until } from '../harness/until.js';
import { startUpstream, type Upstream } from '../harness/upstream.js';

const program = installedRedis();
if (program === null) console.warn('skipped: redis-server is not installed');
const withRedis = program === null ? describe.skip : describe;

const URL_OF = 'http://x.test/';
const DAY_SECONDS = 86_400;
/** Longer than any of these tests floods, so that no window ends meanwhile. */
const ROOM_SECONDS = 60;
const secondsOfWindow = () => 60 - ((Date.now() / 1000) % 60);

interface Report {
  status: string;
  checks?: object;
}

withRedis('rate limits of two processes with Redis', () => {
  let redis: RedisServer;
  let upstream: Upstream;
  let server: TestServer;
  let second: ServerProcess;
  let owner: Owner;
  let agent: Agent;

  beforeAll(async () => {
    redis = await startRedis(program!);
    upstream = await startUpstream();
    const settings = { ...upstream.settings, ...redis.settings };
    server = await startServer({ ...settings, METRICS_PORT: '0' });
    second = await startServerProcess(server.dataDir, {
      ...settings,
      DATABASE_URL: server.databaseUrl,
    });
  });

  afterAll(async () => {
    await second?.stop();
    await server?.close();
    await upstream?.close();
    await redis?.close();
  });

  beforeEach(async () => {
    upstream.reset();
    owner = await signUpOwner(server);
    agent = await createAgent(server, owner);
    await roomInThrottleWindow(ROOM_SECONDS, DAY_SECONDS);
  }, 90_000);

  const limit = (rateLimit: number, rateLimitWindow: 'minute' | 'day' = 'day'): Promise<void> =>
    publishRules(
      server,
      { organizationId: owner.organizationId },
      { rules: [{ rateLimit, rateLimitWindow, targets: [network('x.test')] }] },
    );

  function flood(count: number): Promise<Record<number, number>> {
    return floodAll([server, second], agent, URL_OF, count);
  }

  /** Once both processes have told what they counted of their leases. */
  async function inPostgres(): Promise<number> {
    await sleep(1_000);
    const [row] = await server.db.query<{ counted: number }>(
      'SELECT coalesce(sum(hits + refused), 0)::int AS counted FROM rate_limit_counters WHERE strpos(key, $1) > 0',
      [agent.id],
    );
    return row!.counted;
  }

  async function inRedis(): Promise<string[]> {
    const keys = (await redis.command('keys', `credential-gateway:rate-limit:*${agent.id}*`)) as string[];
    return Promise.all(keys.map((key) => redis.command('get', key) as Promise<string>));
  }

  async function inUse(): Promise<boolean> {
    const answers = await Promise.all(
      [server, second].map(({ gatewayUrl }) => fetch(`${gatewayUrl}/readyz`)),
    );
    const reports = (await Promise.all(answers.map((answer) => answer.json()))) as Report[];
    return reports.every((report) => report.status === 'ok' && report.checks === undefined);
  }

  it('06-12, 06 §17.2 exactly the limit passes, whoever is asked, and PostgreSQL counts nothing', async () => {
    await limit(400);
    expect(await flood(2_000)).toEqual({ 200: 400, 429: 1_600 });
    expect(upstream.seen).toHaveLength(400);
    expect([await inRedis(), await inPostgres()]).toEqual([['2000'], 0]);
  });

  it('06 §13.2 each agent and rule has a counter of its own; retry-after leads to the end of the window', async () => {
    await roomInThrottleWindow(15);
    await limit(1, 'minute');
    const other = await createAgent(server, owner);
    expect((await agent.ask(URL_OF)).status).toBe(200);
    const most = secondsOfWindow();
    const refused = await agent.ask(URL_OF);
    const least = secondsOfWindow();
    expect([refused.status, refused.body]).toEqual([
      429,
      expect.objectContaining({ error: 'rate_limited', limit: 1, window: 'minute' }),
    ]);
    const seconds = Number(refused.headers['retry-after']);
    expect([seconds > least - 1, seconds < most + 1]).toEqual([true, true]);
    expect((await other.ask(URL_OF)).status).toBe(200);
    const [key] = (await redis.command('keys', `*${agent.id}*`)) as string[];
    expect(((await redis.command('pexpiretime', key!)) as number) % 60_000).toBe(0);
  });

  it('06-34 Redis down: normal service with rate limits still counted; then back', async () => {
    await limit(200);
    const running = flood(1_500);
    await until(() => upstream.seen.length > 50);
    await redis.kill();
    const statuses = await running;
    expect(Object.keys(statuses).sort()).toEqual(['200', '429']);
    // What was counted in Redis is gone (06 §17.2.1): at most one more allowance, exactly one in PostgreSQL.
    expect(statuses[200]).toBeGreaterThanOrEqual(200);
    expect(statuses[200]).toBeLessThanOrEqual(400);
    const counted = await inPostgres();
    expect(counted).toBeGreaterThan(200);
    expect(await flood(50)).toEqual({ 429: 50 });
    expect(await inPostgres()).toBe(counted + 50);
    for (const { gatewayUrl } of [server, second]) {
      const answer = await fetch(`${gatewayUrl}/readyz`);
      expect([answer.status, await answer.json()]).toEqual([
        200,
        { status: 'ok', checks: { database: 'ok', drain: 'ok', redis: 'unavailable' } },
      ]);
    }

    await redis.startAgain();
    await until(inUse, 20_000);
    expect(await flood(300)).toEqual({ 200: 200, 429: 100 });
    expect([await inRedis(), await inPostgres()]).toEqual([['300'], counted + 50]);
  });

  it('02-40 with neither store the request is forwarded, and the metric says so', async () => {
    await limit(1);
    await redis.kill();
    await server.db.query('ALTER TABLE rate_limit_counters RENAME TO away');
    try {
      for (let asked = 0; asked < 3; asked++) expect((await agent.ask(URL_OF)).status).toBe(200);
      const metrics = await (await fetch(server.metricsUrl!)).text();
      expect(metrics).toContain('gateway_rate_limit_store_failures_total 3');
    } finally {
      await server.db.query('ALTER TABLE away RENAME TO rate_limit_counters');
      await redis.startAgain();
    }
    await until(inUse, 20_000);
  });

  it('06 §8.3 no agent reaches the Redis of the deployment, whatever is opened', async () => {
    for (const host of ['127.0.0.1', 'localhost', '2130706433', '[::ffff:127.0.0.1]']) {
      for (const at of [server, second]) {
        const answer = await agentWith(at, agent).ask(`http://${host}:${redis.port}/`);
        expect([answer.status, answer.body?.error]).toEqual([403, 'destination_not_allowed']);
      }
    }
  });
});
