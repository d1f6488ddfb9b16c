/**
 * 1,000 requests held at once by one process and decided in random order: each must be released exactly once
 * with its own answer, and the memory must come back. After a build: `node test/load/approvals.mjs [dist]`.
 */
import { Buffer } from 'node:buffer';
import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, request as httpRequest } from 'node:http';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import process from 'node:process';
import { setTimeout as sleep } from 'node:timers/promises';
import { Agent, request } from 'undici';
import { freePort, waitUntilReady } from '../demo/processes.mjs';
import { residentMegabytes } from './stand/worker.mjs';

const [dist = 'dist'] = process.argv.slice(2);
const AGENTS = 10;
const PER_AGENT = 100;
const ROUNDS = 3;
const DECIDERS = 64;
const BODY = 8_192;
const SETTLE_MS = 3_000;
const COLLECT_MS = 500;

const print = (line) => process.stdout.write(`${line}\n`);
const folder = await mkdtemp(join(tmpdir(), 'credential-gateway-approvals-'));
const [apiPort, gatewayPort, metricsPort] = [await freePort(), await freePort(), await freePort()];
const api = `http://127.0.0.1:${apiPort}`;
const gateway = `http://127.0.0.1:${gatewayPort}`;
const dispatcher = new Agent({ connections: DECIDERS });

/** Path to how often it arrived. */
const seen = new Map();
const upstream = createServer((incoming, response) => {
  seen.set(incoming.url, (seen.get(incoming.url) ?? 0) + 1);
  let bytes = 0;
  incoming.on('data', (chunk) => (bytes += chunk.length));
  incoming.on('end', () => response.end(`${incoming.url} ${bytes}`));
});
await new Promise((done) => upstream.listen(0, '127.0.0.1', done));
const origin = `http://localhost:${upstream.address().port}`;

/** Lets the bench ask for a collection, so that what it prints is what is in use. */
const collecting = ['--expose-gc', '--import', "data:text/javascript,process.on('SIGUSR2', () => gc())"];
const server = spawn(process.execPath, [...collecting, resolve(dist, 'src/start.js')], {
  cwd: folder,
  stdio: ['ignore', 'ignore', 'inherit'],
  env: {
    PATH: process.env.PATH,
    LOG_LEVEL: 'error',
    DATA_DIR: join(folder, 'data'),
    PORT: String(apiPort),
    GATEWAY_PORT: String(gatewayPort),
    GATEWAY_BIND: '127.0.0.1',
    METRICS_PORT: String(metricsPort),
    GATEWAY_ALLOWED_PRIVATE_HOSTS: `localhost:${upstream.address().port}`,
  },
});

try {
  await waitUntilReady(`${api}/readyz`, server);
  const key = await prepare();
  const tokens = await createAgents(key);
  await round(key, tokens, 0, 10);
  const before = await memory();
  print(`before              ${describe(before)}`);
  for (let at = 1; at <= ROUNDS; at++) await round(key, tokens, at, PER_AGENT);
  await sleep(SETTLE_MS);
  print(`after               ${describe(await memory())}`);
} finally {
  server.kill('SIGTERM');
  await new Promise((done) => server.once('exit', done));
  upstream.close();
  upstream.closeAllConnections();
  await dispatcher.close();
  await rm(folder, { recursive: true, force: true });
}

async function prepare() {
  const person = { name: 'Ada', email: 'ada@example.com', password: 'correct horse battery' };
  const { apiKey } = await call('POST', `${api}/v1/instance/bootstrap`, null, person);
  await call('POST', `${api}/v1/org/policy/rules`, apiKey, {
    name: 'Ask first',
    action: 'manual_approval',
    targets: [{ kind: 'network', hostPattern: 'localhost' }],
  });
  return apiKey;
}

async function createAgents(key) {
  for (let at = 0; at < AGENTS; at++)
    await call('POST', `${api}/v1/agents`, key, { name: `A${at}`, identifier: `load-${at}` });
  const agents = await call('GET', `${api}/v1/agents`, key);
  return agents
    .filter(({ identifier }) => identifier.startsWith('load-'))
    .map(({ accessToken }) => accessToken);
}

/** Holds so many per agent, decides them in random order and checks every answer. */
async function round(key, tokens, number, perAgent) {
  const began = performance.now();
  const asked = tokens.flatMap((token, agent) =>
    Array.from({ length: perAgent }, (_, at) => {
      const path = `/r${number}/a${agent}/n${at}`;
      return { path, approve: Math.random() < 0.5, answer: ask(token, path) };
    }),
  );
  const total = asked.length;
  const ids = await allPending(key, total);
  const listedAfter = performance.now() - began;
  const held = await memory();
  const latencies = [];
  const queue = asked.toSorted(() => Math.random() - 0.5);
  const decidedFrom = performance.now();
  await Promise.all(
    Array.from({ length: DECIDERS }, async () => {
      for (let next = queue.pop(); next; next = queue.pop()) {
        const from = performance.now();
        const decision = next.approve ? 'approve' : 'deny';
        await call('POST', `${gateway}/v1/approvals/${ids.get(next.path)}/decision`, key, { decision });
        latencies.push(performance.now() - from);
      }
    }),
  );
  const wrong = [];
  for (const { path, approve, answer } of asked) {
    const { status, text } = await answer;
    const right = approve ? status === 200 && text === `${path} ${BODY}` : status === 403;
    const times = seen.get(path) ?? 0;
    if (!right || times !== (approve ? 1 : 0)) wrong.push(`${path}: ${status}, sent ${times} times`);
  }
  if (wrong.length > 0) throw new Error(`wrong answers:\n${wrong.join('\n')}`);
  if (number === 0) return;
  latencies.sort((one, other) => one - other);
  const seconds = (performance.now() - decidedFrom) / 1_000;
  print(`${total} held          ${describe(held)}; all listed after ${listedAfter.toFixed(0)} ms`);
  print(
    `  decided           each released once with its own answer; ${(total / seconds).toFixed(0)} decisions/s, ` +
      `p50 ${percentile(latencies, 0.5)} ms, p99 ${percentile(latencies, 0.99)} ms`,
  );
}

/** Path to approval id, once all of them are listed. */
async function allPending(key, total) {
  for (;;) {
    const { requests } = await call('GET', `${gateway}/v1/approvals/pending?wait=0`, key);
    if (requests.length >= total) return new Map(requests.map(({ path, id }) => [path, id]));
    await sleep(50);
  }
}

function ask(token, path) {
  return new Promise((done, failed) => {
    const outgoing = httpRequest({
      host: '127.0.0.1',
      port: gatewayPort,
      method: 'POST',
      path: origin + path,
      headers: {
        'proxy-authorization': `Basic ${Buffer.from(`x:${token}`).toString('base64')}`,
        'content-type': 'text/plain',
      },
      agent: false,
    });
    outgoing.on('error', failed);
    outgoing.on('response', (response) => {
      let text = '';
      response.setEncoding('utf8');
      response.on('data', (chunk) => (text += chunk));
      response.on('end', () => done({ status: response.statusCode, text }));
    });
    outgoing.end(Buffer.alloc(BODY, 'x'));
  });
}

async function call(method, url, key, body) {
  const headers = { 'content-type': 'application/json', ...(key && { authorization: `Bearer ${key}` }) };
  const answer = await request(url, { method, headers, body: body && JSON.stringify(body), dispatcher });
  const text = await answer.body.text();
  if (answer.statusCode >= 300) throw new Error(`${method} ${url} answered ${answer.statusCode}: ${text}`);
  return text === '' ? null : JSON.parse(text);
}

async function memory() {
  server.kill('SIGUSR2');
  await sleep(COLLECT_MS);
  const text = await (await request(`http://127.0.0.1:${metricsPort}/metrics`)).body.text();
  const heap = Number(/^nodejs_heap_size_used_bytes (\S+)/m.exec(text)?.[1]);
  return { heap: heap / 1_048_576, resident: residentMegabytes(server.pid) };
}

function describe({ heap, resident }) {
  return `${resident.toFixed(0)} MiB resident, ${heap.toFixed(0)} MiB of heap in use`;
}

function percentile(sorted, share) {
  return sorted[Math.floor(share * (sorted.length - 1))].toFixed(1);
}
