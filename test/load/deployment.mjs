/**
 * The built server on an empty data directory with its embedded PostgreSQL, and an agent in it that holds one
 * secret for the upstream's host and several for other hosts. Everything is made through the public API.
 */
import { Buffer } from 'node:buffer';
import { spawn } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import process from 'node:process';
import { request } from 'undici';
import { freePort, waitUntilReady } from '../demo/processes.mjs';

const OTHER_SECRETS = 20;
export const SECRET = 'the-injected-value';

/** `upstream`: ports and authority of the local upstream. `nodeArguments`: for the profiler. */
export async function startDeployment(dist, upstream, caPem, { environment = {}, nodeArguments = [] } = {}) {
  const folder = await mkdtemp(join(tmpdir(), 'credential-gateway-load-'));
  const [apiPort, gatewayPort] = [await freePort(), await freePort()];
  await writeFile(join(folder, 'upstream-ca.pem'), caPem);
  const server = spawn(process.execPath, [...nodeArguments, resolve(dist, 'src/main.js')], {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'inherit'],
    env: {
      PATH: process.env.PATH,
      LOG_LEVEL: 'error',
      DATA_DIR: join(folder, 'data'),
      PORT: String(apiPort),
      GATEWAY_PORT: String(gatewayPort),
      GATEWAY_BIND: '127.0.0.1',
      GATEWAY_ALLOWED_PRIVATE_HOSTS: `localhost:${upstream.tlsPort},localhost:${upstream.plainPort}`,
      GATEWAY_UPSTREAM_CA_FILE: join(folder, 'upstream-ca.pem'),
      ...environment,
    },
  });
  const stop = async () => {
    const ended = new Promise((done) => (server.exitCode === null ? server.once('exit', done) : done()));
    server.kill('SIGTERM');
    await ended;
    await rm(folder, { recursive: true, force: true });
  };
  try {
    const api = `http://127.0.0.1:${apiPort}`;
    await waitUntilReady(`${api}/readyz`, server);
    const agent = await createAgent(api);
    return {
      pid: server.pid,
      port: gatewayPort,
      ...agent,
      caPem: await call(api, 'GET', '/v1/gateway/ca'),
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function createAgent(api) {
  const { apiKey } = await call(api, 'POST', '/v1/instance/bootstrap', null, {
    name: 'Ada',
    email: 'ada@example.com',
    password: 'correct horse battery',
  });
  const { id } = await call(api, 'POST', '/v1/agents', apiKey, { name: 'Load', identifier: 'load' });
  const agents = await call(api, 'GET', '/v1/agents', apiKey);
  const { accessToken } = agents.find((agent) => agent.id === id);
  const hosts = Array.from({ length: OTHER_SECRETS }, (_, index) => `api-${index}.example.com`);
  for (const hostPattern of ['localhost', ...hosts]) {
    const secret = await call(api, 'POST', '/v1/secrets', apiKey, {
      name: hostPattern,
      type: 'generic',
      value: SECRET,
      hostPattern,
      injectionConfig: { headerName: 'authorization', valueFormat: 'Bearer {value}' },
    });
    await call(api, 'PUT', `/v1/agents/${id}/grants/secrets/${secret.id}`, apiKey, {});
  }
  return { authorization: `Basic ${Buffer.from(`x:${accessToken}`).toString('base64')}` };
}

async function call(api, method, path, key, body) {
  const headers = { 'content-type': 'application/json', ...(key && { authorization: `Bearer ${key}` }) };
  const answer = await request(api + path, { method, headers, body: body && JSON.stringify(body) });
  const text = await answer.body.text();
  if (answer.statusCode >= 300) throw new Error(`${method} ${path} answered ${answer.statusCode}: ${text}`);
  return answer.headers['content-type']?.startsWith('application/json') ? JSON.parse(text) : text;
}
