/** Counters in a real Redis (R20, 01 §21, §23); skipped where `redis-server` is not installed. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { type AddressInfo, createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import {
  generateAuthority,
  openAuthority,
} from '../../src/modules/foundation/certificate-authority/certificate-issuer.js';
import { someAddress } from '../harness/people/accounts.js';
import { type Answer, api, type ApiClient } from '../harness/clients/client.js';
import { installedRedis, type RedisServer, startRedis } from '../harness/database/redis-server.js';
import { type LogSink, startReplica, startServer, type TestServer } from '../harness/server/server.js';
import { startServerProcess } from '../harness/server/server-process.js';
import { roomInThrottleWindow } from '../harness/time/throttle-window.js';
import { until } from '../harness/time/until.js';

const program = installedRedis();
if (program === null) console.warn('skipped: redis-server is not installed');
const withRedis = program === null ? describe.skip : describe;

const PASSWORD = 'the-password-of-redis';
const OPERATOR_TOKEN = 'the-operators-own-token-of-more-than-32';
/** Limit of `POST /v1/invitations/lookup` by address (01 §21). */
const LOOKUPS = 20;

type Asked = Pick<TestServer, 'apiUrl'>;

const lookUp = async (server: Asked, address: string): Promise<number> =>
  (
    await api(server)
      .with({ 'x-forwarded-for': address })
      .post('/v1/invitations/lookup', { token: 'x'.repeat(43) })
  ).status;

/** Uses up the allowance of a fresh address, asking the servers in turns; what a further request is answered. */
async function statusesOver(servers: Asked[], address = someAddress()): Promise<number[]> {
  const statuses: number[] = [];
  for (let asked = 0; asked <= LOOKUPS; asked++) {
    statuses.push(await lookUp(servers[asked % servers.length]!, address));
  }
  return statuses;
}

function expectExactlyTheLimit(statuses: number[]): void {
  expect(statuses.filter((status) => status === 429)).toHaveLength(1);
  expect(statuses.at(-1)).toBe(429);
}

async function readyz(server: Asked): Promise<[number, unknown]> {
  const { status, body } = await api(server).get('/readyz');
  return [status, body];
}

const READY = [200, { status: 'ok' }];
const READY_WITHOUT_REDIS = [
  200,
  { status: 'ok', checks: { database: 'ok', drain: 'ok', redis: 'unavailable' } },
];

async function inPostgres(server: TestServer): Promise<number> {
  const [row] = await server.db.query<{ hits: number }>(
    'SELECT coalesce(sum(hits), 0)::int AS hits FROM throttle_counters',
  );
  return row!.hits;
}

function recorder(): LogSink & { lines: string[] } {
  const lines: string[] = [];
  return { lines, write: (line) => void lines.push(line) };
}

withRedis('counters in Redis', () => {
  let redis: RedisServer;
  let server: TestServer;
  let replica: TestServer;

  beforeAll(async () => {
    redis = await startRedis(program!, { password: PASSWORD });
    const settings = { ...redis.settings, OPERATOR_TOKEN };
    server = await startServer(settings);
    replica = await startReplica(server, settings);
  });

  afterAll(async () => {
    await replica?.close();
    await server?.close();
    await redis?.close();
  });

  beforeEach(async () => {
    await roomInThrottleWindow(20);
    await server.db.query('DELETE FROM throttle_counters');
  }, 60_000);

  const keys = () => redis.command('keys', '*') as Promise<string[]>;
  const throttleKeys = async () => (await keys()).filter((key) => key.includes(':throttle:'));
  const from = (address: string): ApiClient => api(server).with({ 'x-forwarded-for': address });

  it('R20, 01 §21.3 replicas share the counts through Redis, PostgreSQL keeps none', async () => {
    expectExactlyTheLimit(await statusesOver([server, replica]));
    expect(await inPostgres(server)).toBe(0);
    expect([await readyz(server), await readyz(replica)]).toEqual([READY, READY]);
  });

  it('01 §21.1 a counter ends with its window, which is aligned to the epoch, and Retry-After says when', async () => {
    const address = someAddress();
    const before = new Set(await keys());
    expectExactlyTheLimit(await statusesOver([server, replica], address));
    const [key] = (await throttleKeys()).filter((each) => !before.has(each));
    const endsAt = (await redis.command('pexpiretime', key!)) as number;
    expect(endsAt % 60_000).toBe(0);
    expect(endsAt - Date.now()).toBeLessThanOrEqual(60_000);
    const most = (endsAt - Date.now()) / 1000;
    const refused = await from(address).post('/v1/invitations/lookup', { token: 'x'.repeat(43) });
    const least = (endsAt - Date.now()) / 1000;
    const seconds = Number(refused.headers['retry-after']);
    expect([seconds > least - 1, seconds < most + 1]).toEqual([true, true]);
  });

  it('a counter whose expiry was taken away gets one again', async () => {
    const address = someAddress();
    const before = new Set(await keys());
    await lookUp(server, address);
    const [key] = (await throttleKeys()).filter((each) => !before.has(each));
    await redis.command('persist', key!);
    await lookUp(server, address);
    expect(await redis.command('get', key!)).toBe('2');
    expect(await redis.command('pttl', key!)).toBeGreaterThan(0);
  });

  it('every key expires', async () => {
    await statusesOver([server, replica]);
    const all = await keys();
    expect(all.length).toBeGreaterThan(1);
    for (const key of all) {
      const left = (await redis.command('pttl', key)) as number;
      expect(left).not.toBe(-1);
      expect(left).toBeLessThanOrEqual(60_000);
    }
  });

  it('07-A3 wrong operator tokens are counted over all processes', async () => {
    const address = someAddress();
    const guess = async (at: TestServer, token: string): Promise<Answer> =>
      api(at).with({ 'x-forwarded-for': address }).as(token).get('/v1/operator/nothing');
    for (let attempt = 0; attempt < 10; attempt++) {
      expect((await guess(attempt % 2 ? server : replica, `wrong-${attempt}`)).status).toBe(401);
    }
    for (const at of [server, replica]) expect((await guess(at, OPERATOR_TOKEN)).status).toBe(429);
    expect(await inPostgres(server)).toBe(0);
    const elsewhere = await from(someAddress()).as(OPERATOR_TOKEN).get('/v1/operator/nothing');
    expect(elsewhere.status).toBe(404);
  });

  it('hostile names stay in the key space and cannot send commands', async () => {
    await redis.command('set', 'not-ours', 'untouched');
    const hostile = [
      '\r\nFLUSHALL\r\n',
      '*1\r\n$8\r\nFLUSHALL\r\n',
      'x\u0000y@example.test',
      '../../not-ours',
      '*',
      '{slot}:credential-gateway:rate-limit:1',
      `"; redis.call('FLUSHALL') --`,
      'a'.repeat(50_000),
    ];
    for (const email of hostile) {
      const { status } = await from(someAddress()).post('/auth/request-password-reset', { email });
      expect([200, 400]).toContain(status);
    }
    expect(await redis.command('get', 'not-ours')).toBe('untouched');
    await redis.command('del', 'not-ours');
    for (const key of await keys()) expect(key).toMatch(/^credential-gateway:[\w:.#-]{1,250}$/);
  });

  it('R20 a Redis that dies midway: requests go on and are still counted; back again it counts again', async () => {
    const address = someAddress();
    for (let asked = 0; asked < 10; asked++) expect(await lookUp(server, address)).not.toBe(429);
    await redis.kill();
    // A running window may start its count again (06 §17.2.1), but it is counted, and by all together.
    expectExactlyTheLimit(await statusesOver([server, replica], address));
    expect(await inPostgres(server)).toBe(LOOKUPS + 1);
    expect([await readyz(server), await readyz(replica)]).toEqual([READY_WITHOUT_REDIS, READY_WITHOUT_REDIS]);

    await redis.startAgain();
    for (const each of [server, replica])
      await until(async () => JSON.stringify(await readyz(each)) === JSON.stringify(READY));
    await server.db.query('DELETE FROM throttle_counters');
    expectExactlyTheLimit(await statusesOver([server, replica]));
    expect(await inPostgres(server)).toBe(0);
  });

  it('a Redis that hangs costs one moment its time-out, not every request', async () => {
    redis.freeze();
    try {
      const begun = performance.now();
      expectExactlyTheLimit(await statusesOver([server]));
      expect(performance.now() - begun).toBeLessThan(5_000);
      expect(await inPostgres(server)).toBe(LOOKUPS + 1);
      expect(await readyz(server)).toEqual(READY_WITHOUT_REDIS);
    } finally {
      redis.thaw();
    }
    await until(async () => JSON.stringify(await readyz(server)) === JSON.stringify(READY), 20_000);
  });

  it('a Redis that is full refuses to count: PostgreSQL counts until there is room', async () => {
    await redis.command('config', 'set', 'maxmemory', '1');
    expectExactlyTheLimit(await statusesOver([server]));
    expect(await inPostgres(server)).toBe(LOOKUPS + 1);
    expect(await readyz(server)).toEqual(READY_WITHOUT_REDIS);
    await redis.command('config', 'set', 'maxmemory', '0');
    await until(async () => JSON.stringify(await readyz(server)) === JSON.stringify(READY), 20_000);
  });

  it('01 §21.3 with neither store a request passes', async () => {
    await redis.kill();
    await server.db.query('ALTER TABLE throttle_counters RENAME TO away');
    try {
      expect(new Set(await statusesOver([server]))).toEqual(new Set([404]));
    } finally {
      await server.db.query('ALTER TABLE away RENAME TO throttle_counters');
      await redis.startAgain();
    }
    await until(async () => JSON.stringify(await readyz(server)) === JSON.stringify(READY), 20_000);
  });
});

withRedis('a Redis that cannot be used from the start', () => {
  const opened: { close(): Promise<void> }[] = [];
  afterEach(async () => {
    for (const part of opened.splice(0).reverse()) await part.close();
  });

  async function redisWith(options: Parameters<typeof startRedis>[1]): Promise<RedisServer> {
    const redis = await startRedis(program!, options);
    opened.push(redis);
    return redis;
  }

  async function serverWith(settings: Record<string, string>, log?: LogSink): Promise<TestServer> {
    const server = await startServer({ LOG_LEVEL: 'info', ...settings }, log ?? recorder());
    opened.push(server);
    return server;
  }

  it('01 §23 a wrong password: the server starts, is ready, says so once and counts in PostgreSQL', async () => {
    const redis = await redisWith({ password: PASSWORD });
    const log = recorder();
    const server = await serverWith({ ...redis.settings, REDIS_PASSWORD: 'wrong-password-0451' }, log);
    expect(await readyz(server)).toEqual(READY_WITHOUT_REDIS);
    await roomInThrottleWindow(20);
    expectExactlyTheLimit(await statusesOver([server]));
    expect(await inPostgres(server)).toBe(LOOKUPS + 1);
    const told = log.lines.filter((line) => line.includes('Redis'));
    expect(told).toHaveLength(1);
    expect(told[0]).toMatch(/WRONGPASS|NOAUTH/);
    expect(log.lines.join('\n')).not.toContain('wrong-password-0451');
  });

  it('says each change once, however many requests meet it', async () => {
    const redis = await redisWith({});
    const log = recorder();
    const server = await serverWith(redis.settings, log);
    const told = () => log.lines.filter((line) => line.includes('Redis')).map((line) => JSON.parse(line).msg);
    const kept = 'counters are kept in Redis';
    const lost = 'Redis is unavailable; counters are kept in PostgreSQL';
    expect(told()).toEqual([kept]);
    await redis.kill();
    for (let asked = 0; asked < 5; asked++) await lookUp(server, someAddress());
    expect(told()).toEqual([kept, lost]);
    await redis.startAgain();
    await until(() => told().length > 2);
    expect(told()).toEqual([kept, lost, kept]);
    await server.close();
    opened.splice(opened.indexOf(server), 1);
    expect(told()).toHaveLength(3);
  });

  it('01 §23.3 a server that repeats the password in its refusal does not bring it into the log', async () => {
    const redis = await redisWith({ options: ['--rename-command', 'AUTH', ''] });
    const log = recorder();
    await serverWith({ ...redis.settings, REDIS_PASSWORD: 'wrong-password-0451' }, log);
    expect(log.lines.join('\n')).toContain("unknown command 'auth'");
    expect(log.lines.join('\n')).not.toContain('wrong-password-0451');
  });

  it('01 §26 TLS unless REDIS_TLS is false: nothing is said to a plain Redis but a TLS greeting', async () => {
    const { port, firstBytes, close } = await startListener();
    opened.push({ close });
    const server = await serverWith({
      REDIS_HOST: '127.0.0.1',
      REDIS_PORT: String(port),
      REDIS_PASSWORD: PASSWORD,
    });
    expect(await readyz(server)).toEqual(READY_WITHOUT_REDIS);
    const TLS_HANDSHAKE = 0x16;
    expect(firstBytes.length).toBeGreaterThan(0);
    expect(new Set(firstBytes)).toEqual(new Set([TLS_HANDSHAKE]));
  });

  it('01 §26 over TLS a certificate must be trusted; NODE_EXTRA_CA_CERTS adds roots', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'cg-redis-tls-'));
    opened.push({ close: () => rm(folder, { recursive: true, force: true }) });
    const file = async (name: string, content: string): Promise<string> => {
      await writeFile(join(folder, name), content);
      return join(folder, name);
    };
    const authority = await generateAuthority();
    const leaf = await (await openAuthority(authority)).issueLeaf('127.0.0.1');
    const roots = await file('ca.pem', authority.certificatePem);
    const tls = { cert: await file('leaf.pem', leaf.chainPem), key: await file('leaf.key', leaf.keyPem) };
    const redis = await redisWith({ password: PASSWORD, tls, options: ['--tls-ca-cert-file', roots] });
    const untrusting = await serverWith({ ...redis.settings, REDIS_TLS: 'true' });
    expect(await readyz(untrusting)).toEqual(READY_WITHOUT_REDIS);

    const trusting = await startServerProcess(untrusting.dataDir, {
      ...redis.settings,
      DATABASE_URL: untrusting.databaseUrl,
      NODE_EXTRA_CA_CERTS: roots,
    });
    opened.push({ close: async () => void (await trusting.stop()) });
    expect(await readyz(trusting)).toEqual(READY);
    await roomInThrottleWindow(20);
    expectExactlyTheLimit(await statusesOver([trusting]));
    expect(await inPostgres(untrusting)).toBe(0);
    expect(await trusting.stop()).toBe(0);
  });

  it('06 §2 a blank REDIS_HOST is no Redis: nobody is asked and readyz does not speak of it', async () => {
    const server = await serverWith({ REDIS_HOST: '  ', REDIS_PASSWORD: PASSWORD });
    expect(await readyz(server)).toEqual(READY);
  });
});

/** Accepts connections, notes the first byte of each and never answers. */
async function startListener() {
  const firstBytes: number[] = [];
  const server: Server = createServer((socket) => {
    socket.on('error', () => socket.destroy());
    socket.once('data', (data) => firstBytes.push(data[0]!));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return { port, firstBytes, close: async () => void server.close() };
}
