/** Roles in processes of their own, as they are deployed: what they answer for each other, their health, their end. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { request } from 'node:https';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import {
  generateAuthority,
  openAuthority,
} from '../../../src/modules/foundation/certificate-authority/certificate-issuer.js';
import { type Owner, signUpOwner } from '../../harness/people/accounts.js';
import { api, type ApiClient } from '../../harness/clients/client.js';
import { createTestDatabase, type TestDatabase } from '../../harness/database/database.js';
import { freePort } from '../../harness/server/free-port.js';
import { type ServerProcess, startServerProcess } from '../../harness/server/server-process.js';
import { until } from '../../harness/time/until.js';

const MAX_CONNECTIONS = 20;
const HEALTHCHECK = join(import.meta.dirname, '../../..', 'dist', 'src', 'healthcheck.js');

let database: TestDatabase;
let dataDir: string;
/** What all processes of the deployment are told alike. */
let shared: Record<string, string>;
let metricsPort: string;
let gatewayOnly: ServerProcess;
let apiOnly: ServerProcess;
let owner: Owner;

beforeAll(async () => {
  database = await createTestDatabase();
  dataDir = await mkdtemp(join(tmpdir(), 'cg-roles-'));
  const leaf = await (await openAuthority(await generateAuthority())).issueLeaf('gateway.example.test');
  metricsPort = String(await freePort());
  shared = {
    DATABASE_URL: database.url,
    PORT: String(await freePort()),
    GATEWAY_PORT: String(await freePort()),
    GATEWAY_TLS_CERT: leaf.chainPem,
    GATEWAY_TLS_KEY: leaf.keyPem,
    GATEWAY_BIND: '127.0.0.2',
    METRICS_BIND: '127.0.0.3',
    APPROVAL_TIMEOUT_SECS: '240',
    MAX_CONNECTIONS_PER_ADDRESS: String(MAX_CONNECTIONS),
    // Everybody here is on this machine, whose addresses are not counted otherwise.
    TRUST_PROXY: '192.0.2.1',
  };
  gatewayOnly = await start('gateway,worker');
  apiOnly = await start('api');
  owner = await signUpOwner(apiOnly);
}, 120_000);

afterAll(async () => {
  await Promise.all([apiOnly?.stop(), gatewayOnly?.stop()]);
  await database?.drop();
  await rm(dataDir, { recursive: true, force: true });
});

function start(roles: string): Promise<ServerProcess> {
  const metrics: Record<string, string> = roles === 'api' ? {} : { METRICS_PORT: metricsPort };
  return startServerProcess(dataDir, { ...shared, ...metrics, SERVER_ROLES: roles });
}

/** Over TLS at the gateway's own port, whose certificate nobody here knows. */
function atGateway(method: string, path: string): Promise<{ status: number; body: unknown }> {
  return new Promise((resolve, reject) => {
    const headers = { authorization: `Bearer ${owner.apiKey}` };
    const options = {
      port: shared['GATEWAY_PORT'],
      method,
      path,
      headers,
      rejectUnauthorized: false,
      agent: false,
    };
    const asking = request({ host: '127.0.0.2', ...options }, (answer) => {
      let text = '';
      answer.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
      answer.on('end', () => resolve({ status: answer.statusCode!, body: JSON.parse(text) }));
    });
    asking.on('error', reject).end();
  });
}

describe('an API beside a gateway whose port speaks TLS', () => {
  it.each([
    ['GET', '/v1/approvals/pending?wait=0'],
    ['GET', '/v1/org/approvals/pending?wait=0'],
    ['POST', '/v1/approvals/7c0a3f0e-9a3e-4b7e-8a55-0c8f6f3f4f10/decision'],
    ['POST', '/v1/cache/invalidate'],
    ['GET', '/v1/vault/onepassword/status'],
    ['DELETE', '/v1/vault/onepassword/pair'],
    ['POST', '/v1/vault/bitwarden/pair'],
    ['GET', '/v1/vault/onepassword/vaults'],
  ])('architecture 8.8 %s %s is answered as by the gateway', async (method, path) => {
    const direct = await atGateway(method, path);
    const through = await api(apiOnly).as(owner.apiKey).send(method, path);
    expect([through.status, through.body]).toEqual([direct.status, direct.body]);
    expect([200, 400, 403, 404]).toContain(through.status);
  });

  it('architecture 8.8 passes nothing on to a port with another certificate', async () => {
    const leaf = await (await openAuthority(await generateAuthority())).issueLeaf('gateway.example.test');
    const other = await startServerProcess(dataDir, {
      ...shared,
      PORT: '0',
      GATEWAY_TLS_CERT: leaf.chainPem,
      GATEWAY_TLS_KEY: leaf.keyPem,
      SERVER_ROLES: 'api',
    });
    try {
      const answer = await api(other).as(owner.apiKey).post('/v1/cache/invalidate');
      expect([answer.status, answer.body.error.type]).toEqual([502, 'api_error']);
    } finally {
      await other.stop();
    }
  });
});

describe('the health check of a container', () => {
  const run = promisify(execFile);
  const NO_SUCH_PROXY = {
    HTTP_PROXY: 'http://127.0.0.1:9',
    HTTPS_PROXY: 'http://127.0.0.1:9',
    NODE_USE_ENV_PROXY: '1',
  };

  /** With the environment that a server of these roles has. */
  async function status(roles: string, settings: Record<string, string> = {}): Promise<number> {
    const env = { ...NO_SUCH_PROXY, ...shared, DATA_DIR: dataDir, SERVER_ROLES: roles, ...settings };
    return run(process.execPath, [HEALTHCHECK], { env }).then(
      () => 0,
      ({ code }: { code: number }) => code,
    );
  }

  it('06 §18.1 asks the ports of the roles it was given, over TLS where they speak it', async () => {
    const closed = String(await freePort());
    expect(await status('api,gateway,worker')).toBe(0);
    expect(await status('api,gateway', { PORT: closed })).toBe(1);
    expect(await status('gateway', { PORT: closed })).toBe(0);
    expect(await status('api', { GATEWAY_PORT: closed })).toBe(0);
    expect(await status('gateway', { GATEWAY_PORT: closed })).toBe(1);
    expect(await status('gateway', { GATEWAY_TLS_CERT: '', GATEWAY_TLS_KEY: '' })).toBe(1);
    expect(await status('gateway', { GATEWAY_BIND: '127.0.0.1' })).toBe(1);
    expect(await status('worker', { PORT: closed, GATEWAY_PORT: String(await freePort()) })).toBe(0);
    expect(await status('no-such-role')).toBe(1);
  });

  it('06 §18.1 gives up on a process that stands still', async () => {
    process.kill(gatewayOnly.pid, 'SIGSTOP');
    try {
      expect(await status('gateway')).toBe(1);
    } finally {
      process.kill(gatewayOnly.pid, 'SIGCONT');
    }
  });
});

describe('an orderly end', () => {
  const isHeld = async () => {
    const text = await (await fetch(`http://127.0.0.3:${metricsPort}/metrics`)).text();
    return text.includes('gateway_approval_polls 1\n');
  };
  const polling = (client: ApiClient) => client.get('/v1/approvals/pending');
  it('06-T111 of the gateway answers the polls that an API has passed on to it', async () => {
    const poll = polling(api(apiOnly).as(owner.apiKey));
    await until(isHeld);
    expect(await gatewayOnly.stop()).toBe(0);
    const { status, body } = await poll;
    expect([status, body]).toEqual([200, { requests: [], timeoutSeconds: 240 }]);
    gatewayOnly = await start('gateway,worker');
  });

  it('06-T111 of the API answers those it has passed on itself', async () => {
    const poll = polling(api(apiOnly).as(owner.apiKey));
    await until(isHeld);
    expect(await apiOnly.stop()).toBe(0);
    const { status, headers, body } = await poll;
    expect([status, body]).toEqual([200, { requests: [], timeoutSeconds: 240 }]);
    expect(headers['cache-control']).toBe('no-store');
    apiOnly = await start('api');
  });

  it('06 §18.3 takes Ctrl-C that comes twice as one signal', async () => {
    const ending = gatewayOnly.stop('SIGINT');
    process.kill(gatewayOnly.pid, 'SIGINT');
    expect(await ending).toBe(0);
    gatewayOnly = await start('gateway,worker');
  });
});

describe('the ports of a process', () => {
  /** How many of so many stay open, and how many the server has closed. */
  async function dial(host: string, port: number, count: number): Promise<{ open: number; closed: number }> {
    const sockets = Array.from({ length: count }, () =>
      connect(port, host)
        .on('error', () => undefined)
        .resume(),
    );
    await Promise.all(sockets.map((socket) => once(socket, 'connect')));
    const closed = () => sockets.filter(({ destroyed }) => destroyed).length;
    await until(() => closed() >= count - MAX_CONNECTIONS);
    const found = { open: count - closed(), closed: closed() };
    for (const socket of sockets) socket.destroy();
    return found;
  }

  it('06 §2, 01 §26 are on the addresses they were given, and take so many connections of one client', async () => {
    const gatewayPort = Number(shared['GATEWAY_PORT']);
    await expect(once(connect(gatewayPort, '127.0.0.1'), 'connect')).rejects.toThrow('ECONNREFUSED');
    await expect(once(connect(Number(metricsPort), '127.0.0.1'), 'connect')).rejects.toThrow('ECONNREFUSED');
    for (const [host, port] of [
      ['127.0.0.2', gatewayPort],
      ['127.0.0.1', Number(shared['PORT'])],
    ] as const) {
      const { open, closed } = await dial(host, port, MAX_CONNECTIONS + 5);
      // Connections that tests before have left open count as well.
      expect([open <= MAX_CONNECTIONS, open > MAX_CONNECTIONS / 2, closed >= 5]).toEqual([true, true, true]);
    }
  });
});
