// The main job, end to end, with real traffic: a server on an empty data directory, an account, an
// agent, a secret and a grant made through the public API, and HTTPS requests by curl and by Node's
// fetch through the gateway. Prints what agent and upstream each saw; exits 0 only if every step held.
import { execFile, spawn } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { startUpstream } from './upstream.mjs';
import { freePort, waitUntilReady } from './processes.mjs';

const run = promisify(execFile);
const SECRET = 'sk-live-51-this-value-never-reaches-the-agent';
const failures = [];

const root = join(import.meta.dirname, '..', '..');
const folder = await mkdtemp(join(tmpdir(), 'credential-gateway-demo-'));
const upstream = await startUpstream();
const [apiPort, gatewayPort] = [await freePort(), await freePort()];
const api = `http://127.0.0.1:${apiPort}`;
const proxyHost = `127.0.0.1:${gatewayPort}`;
const url = `https://localhost:${upstream.port}/v1/charges?limit=3`;

const server = spawn(process.execPath, [join(root, 'dist/src/start.js')], {
  cwd: folder,
  stdio: ['ignore', 'ignore', 'inherit'],
  env: {
    PATH: process.env.PATH,
    LOG_LEVEL: 'error',
    DATA_DIR: join(folder, 'data'),
    PORT: String(apiPort),
    GATEWAY_PORT: String(gatewayPort),
    GATEWAY_BIND: '127.0.0.1',
    // The demo's upstream is on this machine and has a certificate of its own making.
    GATEWAY_ALLOWED_PRIVATE_HOSTS: `127.0.0.1:${upstream.port},localhost:${upstream.port}`,
    GATEWAY_SKIP_VERIFY_HOSTS: 'localhost',
  },
});

try {
  await waitUntilReady(`${api}/readyz`, server);
  title('Credential Gateway demo');
  say(`server on an empty data directory, API ${api}, gateway ${proxyHost}`);
  say(`upstream: a local HTTPS server at https://localhost:${upstream.port} that reports what it receives`);

  title('Setting up, through the public API');
  const account = await call('POST', '/v1/instance/bootstrap', {
    name: 'Ada',
    email: 'ada@example.com',
    password: 'correct horse battery',
  });
  say('account created; the workspace has an API key');
  const key = account.apiKey;
  const secret = await call(
    'POST',
    '/v1/secrets',
    {
      name: 'Payments key',
      type: 'generic',
      value: SECRET,
      hostPattern: 'localhost',
      injectionConfig: { headerName: 'authorization', valueFormat: 'Bearer {value}' },
    },
    key,
  );
  say(`secret stored for localhost; the API shows only ${secret.preview}`);
  const agent = await call('POST', '/v1/agents', { name: 'Bookkeeper', identifier: 'bookkeeper' }, key);
  const agents = await call('GET', '/v1/agents', undefined, key);
  const token = agents.find(({ id }) => id === agent.id).accessToken;
  say('agent "Bookkeeper" created; it knows its own token and nothing else');
  const ca = join(folder, 'gateway-ca.pem');
  await writeFile(ca, await (await fetch(`${api}/v1/gateway/ca`)).text());
  const grant = `/v1/agents/${agent.id}/grants/secrets/${secret.id}`;

  title('1. Before the grant: the request passes, without a credential');
  await step('curl', () => curl(token, ca), { status: 200, authorization: null });

  title('2. With the grant: the gateway injects the secret');
  await call('PUT', grant, {}, key);
  await step('curl', () => curl(token, ca), { status: 200, authorization: `Bearer ${SECRET}` });
  await step('Node fetch', () => nodeFetch(token, ca), { status: 200, authorization: `Bearer ${SECRET}` });

  title('3. A wrong token: refused, and the upstream hears nothing');
  await step('curl', () => curl(`aoc_${'0'.repeat(64)}`, ca), { status: 407, authorization: undefined });

  title('4. After the grant is revoked: the very next request carries nothing');
  await call('DELETE', grant, undefined, key);
  await step('curl', () => curl(token, ca), { status: 200, authorization: null });
  await step('Node fetch', () => nodeFetch(token, ca), { status: 200, authorization: null });
} catch (error) {
  failures.push(error.message);
  console.log(`\n  FAILED: ${error.message}`);
} finally {
  server.kill('SIGTERM');
  await new Promise((resolve) => (server.exitCode === null ? server.once('exit', resolve) : resolve()));
  await upstream.close();
  await rm(folder, { recursive: true, force: true });
}

console.log(failures.length === 0 ? '\nEvery step held.\n' : `\n${failures.length} step(s) failed.\n`);
process.exit(failures.length === 0 ? 0 : 1);

/** One request of the agent: `authorization` is what the upstream must have seen, undefined for no request. */
async function step(client, request, expected) {
  const seenBefore = upstream.requests.length;
  const answer = await request();
  const seen = upstream.requests.slice(seenBefore);
  say(`agent (${client})`.padEnd(22) + `GET ${url}`);
  say(`agent saw`.padEnd(22) + `status ${answer.status}`);
  const header = seen.length === 0 ? undefined : (seen[0].headers.authorization ?? null);
  say('upstream saw'.padEnd(22) + described(header));
  check(
    answer.status === expected.status,
    `${client}: expected status ${expected.status}, got ${answer.status}`,
  );
  check(header === expected.authorization, `${client}: the upstream saw ${described(header)}`);
  check(!answer.text.includes(SECRET), `${client}: the agent saw the secret`);
  check(!/aoc_[0-9a-f]{64}/.test(JSON.stringify(seen)), `${client}: the upstream saw the agent's token`);
}

function described(header) {
  if (header === undefined) return 'nothing';
  return header === null ? 'the request, no authorization header' : `the request, authorization: ${header}`;
}

function check(held, message) {
  if (held) return;
  failures.push(message);
  console.log(`  FAILED: ${message}`);
}

async function call(method, path, body, key) {
  const response = await fetch(api + path, {
    method,
    headers: { 'content-type': 'application/json', ...(key && { authorization: `Bearer ${key}` }) },
    body: body === undefined ? undefined : JSON.stringify(body),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${method} ${path} answered ${response.status}: ${text}`);
  return text === '' ? null : JSON.parse(text);
}

async function curl(agentToken, ca) {
  const args = ['--silent', '--show-error', '--proxy', `http://x:${agentToken}@${proxyHost}`];
  const format = '\n%{http_code} %{http_connect}';
  try {
    const { stdout } = await run('curl', [...args, '--cacert', ca, '--write-out', format, url]);
    return curlAnswer(stdout);
  } catch (error) {
    if (error.code === 'ENOENT') return nodeFetch(agentToken, ca);
    return curlAnswer(error.stdout);
  }
}

/** A refused CONNECT ends before any answer of the upstream; its own status counts then. */
function curlAnswer(stdout) {
  const [code, connect] = stdout.split('\n').at(-1).split(' ');
  return { status: Number(code) || Number(connect), text: stdout };
}

/** Node's own fetch in a process of its own, with nothing but the usual proxy variables. */
async function nodeFetch(agentToken, ca) {
  const proxy = `http://x:${agentToken}@${proxyHost}`;
  const script = `const r = await fetch(${JSON.stringify(url)});
    console.log(JSON.stringify({ status: r.status, text: await r.text() }));`;
  const { stdout } = await run(process.execPath, ['--input-type=module', '--eval', script], {
    env: { PATH: process.env.PATH, HTTPS_PROXY: proxy, NODE_USE_ENV_PROXY: '1', NODE_EXTRA_CA_CERTS: ca },
  });
  return JSON.parse(stdout);
}

function title(text) {
  console.log(`\n${text}`);
}

function say(text) {
  console.log(`  ${text}`);
}
