/**
 * Exactly the limit passes, whoever is asked: 10,000 requests of one agent over 8 kept-open connections to two
 * processes on one PostgreSQL. `npm run bench:limits`, or after a build `node test/load/rate-limits.mjs [dist]`.
 */
import process from 'node:process';
import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { Pool } from 'undici';
import { startStand } from './stand.mjs';

const [dist = 'dist'] = process.argv.slice(2);
const REQUESTS = 10_000;
const LIMIT = 400;
const ROUNDS = 3;
const CONNECTIONS_EACH = 4;
const DAY_MS = 86_400_000;
/** Longer than everything here takes, so that no window ends meanwhile. */
const ROOM_MS = 120_000;

const print = (line) => process.stdout.write(`${line}\n`);
const left = DAY_MS - (Date.now() % DAY_MS);
if (left < ROOM_MS) await sleep(left + 1_000);

const stand = await startStand(dist);
try {
  const { gateway, upstream } = stand;
  const ports = [gateway.port, (await gateway.startProcess()).port];
  const url = `http://localhost:${upstream.plainPort}/v1/charges`;
  await gateway.call('POST', '/v1/org/policy/rules', {
    name: 'So many a day',
    action: 'rate_limit',
    rateLimit: LIMIT,
    rateLimitWindow: 'day',
    targets: [{ kind: 'network', hostPattern: 'localhost' }],
  });
  print(`${REQUESTS} requests, ${ports.length} processes, ${ports.length * CONNECTIONS_EACH} connections`);
  for (let round = 1; round <= ROUNDS; round++) {
    // Each agent has an allowance of its own.
    const { authorization } = await gateway.createAgent(`limited-${round}`);
    const began = performance.now();
    const statuses = await flood(ports, url, authorization);
    const seconds = (performance.now() - began) / 1_000;
    const exact = statuses[200] === LIMIT && statuses[429] === REQUESTS - LIMIT;
    print(
      `limit ${LIMIT}: ${statuses[200]} passed, ${statuses[429]} refused, ` +
        `${Math.round(REQUESTS / seconds)} requests/s${exact ? '' : '  FAIL'}`,
    );
    if (!exact) process.exitCode = 1;
  }
} finally {
  await stand.stop();
}

/** How often each status was answered. */
async function flood(ports, url, authorization) {
  const statuses = {};
  let waiting = REQUESTS;
  const pools = ports.map(
    (port) => new Pool(`http://127.0.0.1:${port}`, { connections: CONNECTIONS_EACH, pipelining: 1 }),
  );
  const ask = async (pool) => {
    while (waiting-- > 0) {
      const headers = { 'proxy-authorization': authorization };
      const { statusCode, body } = await pool.request({ method: 'GET', path: url, headers });
      await body.dump();
      statuses[statusCode] = (statuses[statusCode] ?? 0) + 1;
    }
  };
  await Promise.all(pools.flatMap((pool) => Array.from({ length: CONNECTIONS_EACH }, () => ask(pool))));
  await Promise.all(pools.map((pool) => pool.close()));
  return statuses;
}
