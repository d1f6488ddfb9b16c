import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Drain } from '../../src/kernel/process/drain.js';
import { startServer, type TestServer } from '../harness/server/server.js';

let server: TestServer;
beforeAll(async () => {
  server = await startServer({ APP_VERSION: '1.2.3', METRICS_PORT: '0' });
});
afterAll(() => server.close());

const get = (path: string): Promise<Response> => fetch(server.apiUrl + path);

describe('health of the management origin (01 §23)', () => {
  it.each(['/v1/health', '/api/health', '/v1/health/'])('%s tells the version and the time', async (path) => {
    const response = await get(path);
    expect(response.status).toBe(200);
    const body = (await response.json()) as { timestamp: string };
    expect(body).toEqual({ status: 'ok', version: '1.2.3', timestamp: body.timestamp });
    expect(new Date(body.timestamp).toISOString()).toBe(body.timestamp);
  });

  it('/healthz lives and /readyz is ready', async () => {
    expect(await (await get('/healthz')).json()).toEqual({ status: 'ok', version: '1.2.3' });
    const ready = await get('/readyz');
    expect([ready.status, await ready.json()]).toEqual([200, { status: 'ok' }]);
  });

  it('metrics are on a port of their own and not on the management origin', async () => {
    expect(await (await fetch(server.metricsUrl ?? '')).text()).toContain('process_cpu_user_seconds_total');
    expect((await get('/metrics')).status).toBe(404);
  });

  it('/readyz is 503 as soon as a drain begins, /healthz stays', async () => {
    server.app.get(Drain).begin();
    const ready = await get('/readyz');
    expect([ready.status, await ready.json()]).toEqual([
      503,
      { status: 'unavailable', checks: { database: 'ok', drain: 'draining' } },
    ]);
    expect((await get('/healthz')).status).toBe(200);
  });
});
