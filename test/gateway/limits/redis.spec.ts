/** Rate limits counted in a real Redis, and what is announced by it (06 §17.2); skipped where there is no `redis-server`. */
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { type Owner, signUpOwner } from '../../harness/people/accounts.js';
import { Redis } from 'ioredis';
import {
  type Agent,
  agentWith,
  createAgent,
  createSecret,
  grant,
  revoke,
} from '../../harness/clients/agent.js';
import { askAbout, decide, pending } from '../../harness/policy/approvals.js';
import { gateway } from '../../harness/clients/client.js';
import { flood as floodAll } from '../../harness/clients/flood.js';
import { installedRedis, type RedisServer, startRedis } from '../../harness/database/redis-server.js';
import { network, publishRules, workspaceRules } from '../../harness/policy/rules.js';
import { startServer, type TestServer } from '../../harness/server/server.js';
import { type ServerProcess, startServerProcess } from '../../harness/server/server-process.js';
import { roomInThrottleWindow } from '../../harness/time/throttle-window.js';
import { until } from '../../harness/time/until.js';
import { startUpstream, type Upstream } from '../../harness/upstreams/upstream.js';

const program = installedRedis();
if (program === null) console.warn('skipped: redis-server is not installed');
const withRedis = program === null ? describe.skip : describe;

const URL_OF = 'http://x.test/';
const DAY_SECONDS = 86_400;
/** An epoch that the clock of no database has come to: they are microseconds (ADR 86). */
const FAR_AHEAD = 4_000_000_000_000_000;
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

  describe('announcements', () => {
    const WAKE = 'credential-gateway:wake:';
    let secret: string;

    beforeEach(async () => {
      // Tests before this one end Redis. Counters are back sooner than what listens, and what is said meanwhile is lost.
      await until(async () => (await listeners()) === 2, 30_000);
      secret = await createSecret(owner, { hostPattern: 'x.test' });
      await grant(owner, agent.id, secret);
    });

    /** What the upstream saw of the secret, by way of each process. */
    async function injected(): Promise<unknown[]> {
      const seen: unknown[] = [];
      for (const at of [server, second]) {
        const path = `/${randomUUID()}`;
        expect((await agentWith(at, agent).ask(`http://x.test${path}`)).status).toBe(200);
        seen.push(upstream.seen.find(({ url }) => url === path)!.headers['x-test-key']);
      }
      return seen;
    }

    const listeners = async () =>
      String(await redis.command('client', 'list', 'type', 'pubsub'))
        .split('\n')
        .filter(Boolean).length;
    const bothInject = (value: unknown) => async () => (await injected()).every((one) => one === value);
    const raise = (epoch: unknown) =>
      redis.command('publish', `${WAKE}epochs`, `ws:${owner.workspaceId}=${String(epoch)}`);

    /** A write that no process can have heard of but by what is published then. */
    async function expectHeard(): Promise<void> {
      await until(bothInject('the-value'), 5_000);
      await server.db.query(`UPDATE secrets SET host_pattern = 'moved.test' WHERE id = $1`, [secret]);
      expect(await injected()).toEqual(['the-value', 'the-value']);
      await raise(FAR_AHEAD);
      await until(bothInject(undefined), 5_000);
      await server.db.query(`UPDATE secrets SET host_pattern = 'x.test' WHERE id = $1`, [secret]);
      await raise(FAR_AHEAD);
      await until(bothInject('the-value'), 5_000);
    }

    /** By NOTIFY alone where Redis says nothing. */
    async function expectWritesInForce(): Promise<void> {
      for (let round = 0; round < 3; round++) {
        await revoke(owner, agent.id, secret);
        await until(bothInject(undefined), 1_000);
        await grant(owner, agent.id, secret);
        await until(bothInject('the-value'), 1_000);
      }
    }

    it('06 §17.2 of writes and approvals are published, and hold nothing but ids', async () => {
      const heard: [channel: string, payload: string][] = [];
      const listener = new Redis({ host: '127.0.0.1', port: redis.port });
      listener.on('pmessage', (_pattern, channel, payload) =>
        heard.push([channel.slice(WAKE.length), payload]),
      );
      await listener.psubscribe(`${WAKE}*`);
      try {
        await revoke(owner, agent.id, secret);
        await workspaceRules(server, owner, [askAbout('x.test')]);
        const asking = agentWith(second, agent).ask(URL_OF);
        const [item] = await pending(gateway(server).as(owner.apiKey));
        await decide(gateway(server).as(owner.apiKey), item.id, 'approve');
        expect((await asking).status).toBe(200);
        const of = (channel: string) => heard.filter(([name]) => name === channel).map(([, text]) => text);
        await until(() => of('approval_settled').length > 0);
        expect(of('epochs')).toContainEqual(expect.stringMatching(`^ws:${owner.workspaceId}=\\d+$`));
        expect(of('approval_added')).toEqual([`${owner.organizationId} ${owner.workspaceId}`]);
        expect(of('approval_offered')).toEqual([expect.stringMatching(`^[0-9a-f-]{36} ${item.id}$`)]);
        expect(of('approval_settled')).toEqual([item.id]);
      } finally {
        listener.disconnect();
      }
    });

    it('06 §17.2 are heard by every process, and nonsense among them changes nothing', async () => {
      await expectHeard();
      for (const nonsense of ['', 'x', NaN, -1, 1.5, 'Infinity', '9'.repeat(400)]) await raise(nonsense);
      for (const channel of [
        'epochs',
        'approval_added',
        'approval_offered',
        'approval_settled',
        'unheard-of',
      ])
        for (const payload of ['', '=', ' ', '{"later":"release"}'])
          await redis.command('publish', WAKE + channel, payload);
      await expectWritesInForce();
    });

    it('06 §17.2.1 may fail at any time: writes are in force as without Redis, and it is heard again', async () => {
      // Of another agent: what is under way when its grant goes is cut (R29).
      const running = floodAll([server, second], await createAgent(server, owner), URL_OF, 1_500);
      await redis.kill();
      await expectWritesInForce();
      expect(await running).toEqual({ 200: 1_500 });
      await redis.startAgain();
      await until(inUse, 20_000);
      redis.freeze();
      try {
        await expectWritesInForce();
      } finally {
        redis.thaw();
      }
      await until(inUse, 20_000);
      await until(async () => (await listeners()) === 2, 30_000);
      await expectHeard();
    }, 120_000);
  });
});
