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
import { freePort, waitUntilReady } from '../../demo/processes.mjs';

const OTHER_SECRETS = 20;
export const SECRET = 'the-injected-value';

/**
 * `upstream`: ports and authority of the local upstream. `nodeArguments`: for the profiler. `launch` may put another
 * program in front of the server, which has to become it.
 */
export async function startDeployment(
  dist,
  upstream,
  caPem,
  { environment = {}, nodeArguments = [], launch = (command, args) => [command, args] } = {},
) {
  const folder = await mkdtemp(join(tmpdir(), 'credential-gateway-load-'));
  await writeFile(join(folder, 'upstream-ca.pem'), caPem);
  const servers = [];
  const stop = async () => {
    for (const server of servers.toReversed()) await end(server);
    await rm(folder, { recursive: true, force: true });
  };
  /** One more process of the deployment: the same data directory, hence the same keys and PostgreSQL. */
  const startProcess = async () => {
    const [apiPort, gatewayPort] = [await freePort(), await freePort()];
    const program = launch(process.execPath, [...nodeArguments, resolve(dist, 'src/start.js')]);
    const server = spawn(...program, {
      cwd: folder,
      stdio: ['ignore', 'ignore', 'inherit'],
      env: {
        PATH: process.env.PATH,
        LOG_LEVEL: 'error',
        DATA_DIR: join(folder, 'data'),
        PORT: String(apiPort),
        GATEWAY_PORT: String(gatewayPort),
        GATEWAY_BIND: '127.0.0.1',
        REGISTRATION: 'open',
        GATEWAY_ALLOWED_PRIVATE_HOSTS: `localhost:${upstream.tlsPort},localhost:${upstream.plainPort}`,
        GATEWAY_UPSTREAM_CA_FILE: join(folder, 'upstream-ca.pem'),
        ...environment,
      },
    });
    servers.push(server);
    const api = `http://127.0.0.1:${apiPort}`;
    await waitUntilReady(`${api}/readyz`, server);
    const died = () => server.signalCode ?? (server.exitCode === null ? null : `exit ${server.exitCode}`);
    return { pid: server.pid, port: gatewayPort, api, died };
  };
  try {
    const first = await startProcess();
    const account = await createAccount(first.api, await bootstrap(first.api));
    const agent = await account.createAgent('load');
    const caPem = await account.call('GET', '/v1/gateway/ca');
    /** Somebody else on the same server, whose organization has rules of its own. */
    const startOrganization = async (name) => createAccount(first.api, await signUp(first.api, name));
    const dataDir = join(folder, 'data');
    const person = personOf('ada');
    return { ...first, ...account, ...agent, person, caPem, dataDir, startProcess, startOrganization, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function end(server) {
  if (server.exitCode !== null || server.signalCode !== null) return;
  const ended = new Promise((done) => server.once('exit', done));
  server.kill('SIGTERM');
  await ended;
}

const personOf = (name) => ({ name, email: `${name}@example.com`, password: 'correct horse battery' });

async function bootstrap(api) {
  const { apiKey } = await call(api, 'POST', '/v1/instance/bootstrap', {}, personOf('ada'));
  return apiKey;
}

async function signUp(api, name) {
  const signedUp = await send(api, 'POST', '/auth/sign-up/email', {}, personOf(name));
  const cookie = [signedUp.headers['set-cookie']].flat().map((field) => field.split(';', 1)[0]);
  const session = { cookie: cookie.join('; ') };
  const { workspaceId } = await call(api, 'GET', '/v1/auth/session', session);
  const key = await call(api, 'GET', '/v1/user/api-key', { ...session, 'x-workspace-id': workspaceId });
  return key.apiKey;
}

/** An owner with secrets, who can `call` the API and create agents that hold all of them. */
async function createAccount(api, apiKey) {
  const asOwner = (method, path, body) =>
    call(api, method, path, { authorization: `Bearer ${apiKey}` }, body);
  const secretIds = [];
  const hosts = Array.from({ length: OTHER_SECRETS }, (_, index) => `api-${index}.example.com`);
  for (const hostPattern of ['localhost', ...hosts]) {
    const { id } = await asOwner('POST', '/v1/secrets', {
      name: hostPattern,
      type: 'generic',
      value: SECRET,
      hostPattern,
      injectionConfig: { headerName: 'authorization', valueFormat: 'Bearer {value}' },
    });
    secretIds.push(id);
  }
  return { apiKey, call: asOwner, createAgent: (identifier) => createAgent(asOwner, secretIds, identifier) };
}

async function createAgent(asOwner, secretIds, identifier) {
  const { id } = await asOwner('POST', '/v1/agents', { name: identifier, identifier });
  for (const secretId of secretIds) await asOwner('PUT', `/v1/agents/${id}/grants/secrets/${secretId}`, {});
  const { accessToken } = (await asOwner('GET', '/v1/agents')).find((agent) => agent.id === id);
  return { agentId: id, authorization: `Basic ${Buffer.from(`x:${accessToken}`).toString('base64')}` };
}

async function call(api, method, path, headers, body) {
  return (await send(api, method, path, headers, body)).body;
}

async function send(api, method, path, headers, body) {
  const fields = { ...headers, ...(body && { 'content-type': 'application/json' }) };
  const answer = await request(api + path, { method, headers: fields, body: body && JSON.stringify(body) });
  const text = await answer.body.text();
  if (answer.statusCode >= 300) throw new Error(`${method} ${path} answered ${answer.statusCode}: ${text}`);
  const isJson = answer.headers['content-type']?.startsWith('application/json');
  return { headers: answer.headers, body: isJson ? JSON.parse(text) : text };
}
