import 'reflect-metadata';
import { afterEach, describe, expect, it } from '@jest/globals';
import Fastify, { type FastifyInstance } from 'fastify';
import { loadConfiguration } from '../config/load-configuration.js';
import type { Database } from '../database/database.js';
import { Drain } from '../process/drain.js';
import { Metrics } from '../metrics/metrics.js';
import { MetricsServer } from './metrics.server.js';
import { RedisCounters } from '../redis/redis-counters.js';
import { Readiness } from './readiness.js';
import { redactPath } from '../logging/redaction.js';
import { registerRequestLog } from './request-log.js';
import { type Line, memoryLogger } from '../../../test/harness/server/memory-logger.js';

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
