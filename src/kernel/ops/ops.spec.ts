import 'reflect-metadata';
import { afterEach, describe, expect, it } from '@jest/globals';
import { setTimeout as sleep } from 'node:timers/promises';
import { Logger } from '@nestjs/common';
import Fastify, { type FastifyInstance } from 'fastify';
import type { Logger as PinoLogger } from 'pino';
import { loadConfiguration } from '../config/load-configuration.js';
import type { Database } from '../database/database.js';
import { ApplicationLogger } from '../logging/application-logger.js';
import { Drain } from '../process/drain.js';
import { trimMalloc, CollectionPlan } from '../memory/idle-gc.js';
import { createLogger } from '../logging/logger.js';
import { Metrics } from '../metrics/metrics.js';
import { MetricsServer } from './metrics.server.js';
import { RedisCounters } from '../redis/redis-counters.js';
import { Readiness } from './readiness.js';
import { redactPath } from '../logging/redaction.js';
import { registerRequestLog } from './request-log.js';
import { installShutdown, type Closer, type ShutdownProcess } from '../process/shutdown.js';

type Line = Record<string, unknown>;

function memoryLogger(level: 'info' | 'debug' | 'silent' = 'info'): { logger: PinoLogger; lines: Line[] } {
  const lines: Line[] = [];
  const logger = createLogger(
    { logLevel: level, production: true },
    { write: (line: string) => void lines.push(JSON.parse(line) as Line) },
  );
  return { logger, lines };
}

describe('logger', () => {
  it('writes JSON with an ISO timestamp and a named level (01 §23.4)', () => {
    const { logger, lines } = memoryLogger();
    logger.info('hello');
    expect(lines).toEqual([{ level: 'info', time: expect.stringMatching(/^\d{4}-.*Z$/), msg: 'hello' }]);
  });

  it('silent writes nothing', () => {
    const { logger, lines } = memoryLogger('silent');
    logger.fatal('hello');
    expect(lines).toEqual([]);
  });

  it('removes credentials from fields, headers and errors (01 §23.3)', () => {
    const { logger, lines } = memoryLogger();
    const token = `aoc_${'1f'.repeat(32)}`;
    const headers = {
      authorization: 'Bearer canary-1',
      'proxy-authorization': 'Basic canary-2',
      cookie: 'cg_session=canary-3',
      'set-cookie': 'cg_session=canary-4',
      'x-api-key': 'canary-5',
      accept: 'text/plain',
    };
    const cause = Object.assign(new Error(`at https://u:canary-6@h/?_token=canary-7&x=1 ${token}`), {
      parameters: ['canary-8'],
      query: 'SELECT canary-9',
      code: '23505',
    });
    logger.info({ ...headers, headers, req: { headers } }, 'seen');
    logger.error({ err: new Error('outer', { cause }) }, 'failed');
    const text = JSON.stringify(lines);
    expect(text).not.toContain('canary');
    expect(text).not.toContain(token);
    expect(text).toContain('text/plain');
    expect(lines[1]).toMatchObject({ err: { message: 'outer', cause: { code: '23505' } } });
  });
});

describe('ApplicationLogger', () => {
  afterEach(() => Logger.overrideLogger(false));

  it('carries what Nest loggers are given: text, fields, errors and the name of the logger', () => {
    const { logger, lines } = memoryLogger('debug');
    Logger.overrideLogger(new ApplicationLogger(logger));
    const log = new Logger('Mail');
    log.log('sent');
    log.warn({ attempt: 2 }, 'slow');
    log.error(new Error('broken'), 'not sent');
    log.error('thrown', 'Error: thrown\n    at somewhere');
    new Logger('RouterExplorer').log('Mapped {/v1/health, GET} route');
    expect(lines).toMatchObject([
      { level: 'info', context: 'Mail', msg: 'sent' },
      { level: 'warn', context: 'Mail', attempt: 2, msg: 'slow' },
      { level: 'error', context: 'Mail', err: { message: 'broken' }, msg: 'not sent' },
      {
        level: 'error',
        context: 'Mail',
        msg: 'thrown',
        stack: expect.stringContaining('somewhere'),
      },
      { level: 'debug', context: 'RouterExplorer' },
    ]);
  });
});

describe('request log (01 §23.2)', () => {
  let fastify: FastifyInstance;
  afterEach(() => fastify.close());

  async function serve(): Promise<Line[]> {
    const { logger, lines } = memoryLogger();
    fastify = Fastify({ genReqId: () => 'the-request-id' });
    registerRequestLog(fastify, logger);
    fastify.get('/v1/health', () => 'ok');
    fastify.get('/healthz', () => 'ok');
    fastify.get('/v1/join/:token', () => 'ok');
    fastify.post('/v1/agents', async (request, reply) => {
      request.accessLog = { orgId: 'abc', credential: 'workspace_key', keyId: 'key-1' };
      await Promise.resolve();
      logger.info('inside');
      return reply.code(201).send({});
    });
    await fastify.listen({ port: 0, host: '127.0.0.1' });
    return lines;
  }

  const call = (path: string, init?: RequestInit): Promise<Response> => {
    const address = fastify.server.address() as { port: number };
    return fetch(`http://127.0.0.1:${address.port}${path}`, init);
  };

  it('one line for a finished request, without the query, and its id on the lines before', async () => {
    const lines = await serve();
    await call('/v1/agents?_token=canary', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{"name":"canary"}',
    });
    expect(lines).toHaveLength(2);
    expect(lines[0]).toMatchObject({ msg: 'inside', requestId: 'the-request-id' });
    expect(lines[1]).toMatchObject({
      level: 'info',
      requestId: 'the-request-id',
      method: 'POST',
      path: '/v1/agents',
      status: 201,
      ms: expect.any(Number),
      orgId: 'abc',
      credential: 'workspace_key',
      keyId: 'key-1',
    });
    expect(JSON.stringify(lines)).not.toContain('canary');
  });

  it('says "none" for a caller without credential and hides tokens in paths', async () => {
    const lines = await serve();
    await call(`/v1/join/${'ab'.repeat(32)}`);
    expect(lines).toMatchObject([{ path: '/v1/join/[redacted]', credential: 'none', status: 200 }]);
    expect(lines[0]).not.toHaveProperty('orgId');
    expect(redactPath('/v1/agents/0b5d3c3e-1111-4222-8333-444455556666')).toContain('0b5d3c3e');
  });

  it('health endpoints are not logged', async () => {
    const lines = await serve();
    await call('/v1/health');
    await call('/healthz?x=1');
    expect(lines).toEqual([]);
  });
});

describe('metrics', () => {
  it('answers on its own port only when one is set', async () => {
    const closed = new MetricsServer(
      loadConfiguration({}),
      new Metrics(loadConfiguration({})),
      readinessOf(),
    );
    await closed.onApplicationBootstrap();
    expect(closed.url).toBeNull();

    const configuration = loadConfiguration({ METRICS_PORT: '0' });
    const metrics = new Metrics(configuration);
    const server = new MetricsServer(configuration, metrics, readinessOf());
    metrics
      .counter({ name: 'cg_things_total', help: 'Things.', labelNames: ['kind'] })
      .inc({ kind: 'one' }, 3);
    await server.onApplicationBootstrap();
    const url = server.url ?? '';
    const answer = await fetch(url);
    const text = await answer.text();
    expect(answer.headers.get('content-type')).toContain('text/plain');
    expect(text).toContain('cg_things_total{kind="one"} 3');
    expect(text).toContain('process_cpu_user_seconds_total');
    expect((await fetch(url.replace('/metrics', '/'))).status).toBe(404);
    // A process that only runs jobs has no other port for the probes of an orchestrator.
    const health = await fetch(url.replace('/metrics', '/healthz'));
    expect([health.status, await health.json()]).toEqual([
      200,
      { status: 'ok', version: configuration.appVersion },
    ]);
    expect((await fetch(url.replace('/metrics', '/readyz'))).status).toBe(503);
    expect((await fetch(url.replace('/metrics', '/healthz'), { method: 'POST' })).status).toBe(404);
    await server.onApplicationShutdown();
    await expect(fetch(url)).rejects.toThrow();
  });
});

const readinessOf = (): Readiness =>
  new Readiness(
    { query: () => Promise.reject(new Error('down')) } as unknown as Database,
    new Drain(),
    new RedisCounters(loadConfiguration({})),
  );

describe('readiness', () => {
  const of = (query: () => Promise<unknown[]>, drain = new Drain()): Readiness =>
    new Readiness({ query } as unknown as Database, drain, new RedisCounters(loadConfiguration({})));

  it('is ok while the database answers and no drain has begun', async () => {
    const drain = new Drain();
    const readiness = of(() => Promise.resolve([]), drain);
    expect(await readiness.report()).toEqual({ status: 'ok' });
    drain.begin();
    drain.begin();
    expect(await readiness.report()).toEqual({
      status: 'unavailable',
      checks: { database: 'ok', drain: 'draining' },
    });
  });

  it('is unavailable when the database refuses or does not answer in time', async () => {
    const checks = { database: 'unavailable', drain: 'ok' };
    expect(await of(() => Promise.reject(new Error('down'))).report()).toEqual({
      status: 'unavailable',
      checks,
    });
    expect(await of(() => new Promise(() => undefined)).report()).toEqual({ status: 'unavailable', checks });
  });

  it('questions at the same time share one query, later ones ask again', async () => {
    let queries = 0;
    const readiness = of(() => Promise.resolve([queries++]));
    await Promise.all([readiness.report(), readiness.report(), readiness.report()]);
    expect(queries).toBe(1);
    await readiness.report();
    expect(queries).toBe(2);
  });
});

describe('shutdown (06 §18.3)', () => {
  class FakeProcess implements ShutdownProcess {
    readonly exits: number[] = [];
    private listeners: { signal: string; listener: () => void }[] = [];
    private readonly exited = Promise.withResolvers<number>();
    on = (signal: string, listener: () => void): number => this.listeners.push({ signal, listener });
    off = (signal: string, listener: () => void): void => {
      this.listeners = this.listeners.filter((one) => one.signal !== signal || one.listener !== listener);
    };
    exit = (code: number): void => {
      this.exits.push(code);
      this.exited.resolve(code);
    };
    kill = (signal: string): void => this.listeners.forEach((one) => one.signal === signal && one.listener());
    firstExit = (): Promise<number> => this.exited.promise;
  }

  function install(
    closers: Closer[],
    budgetMs = 1000,
  ): { process: FakeProcess; drain: Drain; lines: Line[] } {
    const process = new FakeProcess();
    const drain = new Drain();
    const { logger, lines } = memoryLogger();
    installShutdown({ process, drain, closers, budgetMs, log: logger });
    return { process, drain, lines };
  }

  it.each(['SIGTERM', 'SIGINT'])('%s drains, closes in order and exits 0', async (signal) => {
    const order: string[] = [];
    const { process, drain } = install([
      { name: 'gateway', close: async () => void order.push(`gateway ${drain.draining}`) },
      { name: 'database', close: () => void order.push('database') },
    ]);
    process.kill(signal);
    expect(drain.signal.aborted).toBe(true);
    expect(await process.firstExit()).toBe(0);
    expect(order).toEqual(['gateway true', 'database']);
  });

  it('a second signal exits at once with 1', async () => {
    const { process } = install([{ name: 'stuck', close: () => new Promise(() => undefined) }], 50);
    process.kill('SIGTERM');
    process.kill('SIGINT');
    expect(await process.firstExit()).toBe(1);
  });

  it('Ctrl-C that comes twice, from the terminal and from npm, is one signal', async () => {
    const closed = Promise.withResolvers<void>();
    const { process } = install([{ name: 'gateway', close: () => closed.promise }]);
    process.kill('SIGINT');
    process.kill('SIGINT');
    expect(process.exits).toEqual([]);
    closed.resolve();
    expect(await process.firstExit()).toBe(0);
    process.kill('SIGTERM');
    expect(process.exits).toEqual([0, 1]);
  });

  it('a step that fails, or outlives its limit, does not keep the others from closing', async () => {
    const closed: string[] = [];
    const { process, lines } = install([
      { name: 'failing', close: () => Promise.reject(new Error('no')) },
      {
        name: 'throwing',
        close: () => {
          throw new Error('no');
        },
      },
      { name: 'deaf', limitMs: 20, close: () => new Promise(() => undefined) },
      {
        name: 'obedient',
        limitMs: 20,
        close: (signal) =>
          new Promise((resolve) => signal.addEventListener('abort', () => resolve(void closed.push('cut')))),
      },
      { name: 'database', close: () => void closed.push('database') },
    ]);
    process.kill('SIGTERM');
    expect(await process.firstExit()).toBe(0);
    expect(closed).toEqual(['cut', 'database']);
    const troubled = lines.filter((line) => line['level'] === 'error').map((line) => line['step']);
    expect(troubled).toEqual(['failing', 'throwing', 'deaf']);
  });

  it('all steps together stay within the budget', async () => {
    const slow: Closer = {
      name: 'slow',
      close: (signal) => new Promise((done) => signal.addEventListener('abort', () => done())),
    };
    const begun = performance.now();
    const { process } = install(Array<Closer>(100).fill(slow), 100);
    process.kill('SIGTERM');
    await process.firstExit();
    // A budget for each would be ten seconds.
    expect(performance.now() - begun).toBeLessThan(5_000);
  });

  it('what must not be lost has its time although others have used up the budget', async () => {
    const written: boolean[] = [];
    const { process } = install(
      [
        { name: 'starved', close: () => sleep(60) },
        {
          name: 'records',
          leastMs: 5_000,
          close: (signal) => sleep(300).then(() => void written.push(!signal.aborted)),
        },
      ],
      50,
    );
    process.kill('SIGTERM');
    expect(await process.firstExit()).toBe(0);
    expect(written).toEqual([true]);
  });
});

describe('collecting when it is calm', () => {
  const calm = { utilization: 0.01, at: 60_000 };
  const SECOND = 1_000;

  /** A plan whose collections, one a second, left so much. */
  function planAfter(...collections: { before: number; resident: number }[]): CollectionPlan {
    const plan = new CollectionPlan();
    collections.forEach((each, index) => plan.collected({ ...each, at: (index + 1) * SECOND }));
    return plan;
  }

  it('collects once after the start', () => {
    expect(new CollectionPlan().isTime({ ...calm, resident: 200 })).toBe(true);
  });

  it.each([
    ['when memory has grown since the last time', { ...calm, resident: 221 }, true],
    ['not when it has hardly grown: that much is in use', { ...calm, resident: 210 }, false],
    ['not while there is work', { ...calm, resident: 300, utilization: 0.1 }, false],
  ])('%s', (_, seen, expected) => {
    expect(planAfter({ before: 250, resident: 200 }).isTime(seen)).toBe(expected);
  });

  it('tries again later while more is resident than once sufficed', () => {
    const plan = planAfter({ before: 160, resident: 150 }, { before: 400, resident: 300 });
    expect(plan.isTime({ ...calm, resident: 310, at: 11_999 })).toBe(false);
    expect(plan.isTime({ ...calm, resident: 310, at: 12_000 })).toBe(true);
    expect(plan.isTime({ ...calm, resident: 164, at: 90_000 })).toBe(false);
  });

  it('waits twice as long after each try that gave nothing back, ten minutes at most', () => {
    const fruitless = { before: 300, resident: 298 };
    const plan = planAfter(
      { before: 160, resident: 150 },
      { before: 400, resident: 298 },
      fruitless,
      fruitless,
    );
    expect(plan.isTime({ ...calm, resident: 300, at: 4 * SECOND + 39_999 })).toBe(false);
    expect(plan.isTime({ ...calm, resident: 300, at: 4 * SECOND + 40_000 })).toBe(true);
    const patient = planAfter(...Array.from({ length: 20 }, () => fruitless));
    patient.collected({ before: 400, resident: 150, at: 0 });
    for (let at = 0; at < 20; at++) patient.collected({ ...fruitless, at: 0 });
    expect(patient.isTime({ ...calm, resident: 300, at: 599_999 })).toBe(false);
    expect(patient.isTime({ ...calm, resident: 300, at: 600_000 })).toBe(true);
  });

  it('tries again soon after work, however long it had waited before', () => {
    const fruitless = Array.from({ length: 20 }, () => ({ before: 300, resident: 298 }));
    const plan = planAfter({ before: 160, resident: 150 }, ...fruitless);
    const seen = { ...calm, resident: 300, at: 21 * SECOND + 10_000 };
    expect(plan.isTime(seen)).toBe(false);
    expect(plan.isTime({ ...seen, utilization: 0.5 })).toBe(false);
    expect(plan.isTime(seen)).toBe(true);
  });
});

describe('trimming the allocator', () => {
  it('is done where the C library is glibc, and nowhere else', () => {
    const { header } = process.report.getReport() as { header: { glibcVersionRuntime?: string } };
    expect(trimMalloc()).toBe(header.glibcVersionRuntime !== undefined);
  });
});
