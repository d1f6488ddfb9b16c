/**
 * Rate limits with the counters in PostgreSQL and, where `redis-server` is installed, in Redis: that exactly the limit
 * passes, whoever is asked (10,000 requests of one agent over 8 kept-open connections to two processes), and what a
 * limit costs that counts every request. `npm run bench:limits`, or after a build
 * `node test/load/rate-limits.mjs [dist] [rounds]`.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { Pool } from 'undici';
import { startLimited } from './stand/organizations.mjs';
import { startStand } from './stand/stand.mjs';
import './stand/typed-modules.mjs';
import { cpuSeconds, cpuSecondsOfFamily } from './stand/worker.mjs';

const { installedRedis, startRedis } = await import('../harness/database/redis-server.ts');

const [dist = 'dist', costRounds = '7'] = process.argv.slice(2);
const REQUESTS = 10_000;
const LIMIT = 400;
const ROUNDS = 3;
const CONNECTIONS_EACH = 4;
const COST_ROUNDS = Number(costRounds);
const SMALL_GETS = { kind: 'requests', connections: 32, warmMs: 200, milliseconds: 1_200 };
const DAY_MS = 86_400_000;
/** Longer than everything here takes, so that no window ends meanwhile. */
const ROOM_MS = 240_000;

const print = (line = '') => process.stdout.write(`${line}\n`);
const median = (values) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];
const left = DAY_MS - (Date.now() % DAY_MS);
if (left < ROOM_MS) await sleep(left + 1_000);

const opened = [];
try {
  const stands = await startStands();
  for (const [store, stand] of stands) await proveExact(store, stand);
  printCost(await measureCost(stands));
} finally {
  for (const part of opened.toReversed()) await part();
}

/** One deployment for each place counters can be in. */
async function startStands() {
  const plain = await startStand(dist);
  opened.push(plain.stop);
  const stands = [['PostgreSQL', { ...plain, stores: [databaseOf(plain)] }]];
  const program = installedRedis();
  if (program === null) print('redis-server is not installed: PostgreSQL only');
  else {
    const redis = await startRedis(program);
    opened.push(redis.close);
    const stand = await startStand(dist, { environment: redis.settings });
    opened.push(stand.stop);
    stands.push(['Redis', { ...stand, stores: [databaseOf(stand), redis.pid] }]);
  }
  return stands;
}

function databaseOf({ gateway }) {
  return Number(readFileSync(join(gateway.dataDir, 'postgres', 'postmaster.pid'), 'utf8').split('\n', 1)[0]);
}

async function proveExact(store, { gateway, upstream }) {
  const second = await gateway.startProcess();
  const ports = [gateway.port, second.port];
  const url = `http://localhost:${upstream.plainPort}/v1/charges`;
  await gateway.call('POST', '/v1/org/policy/rules', {
    name: 'So many a day',
    action: 'rate_limit',
    rateLimit: LIMIT,
    rateLimitWindow: 'day',
    targets: [{ kind: 'network', hostPattern: 'localhost' }],
  });
  print(
    `counted in ${store}: ${REQUESTS} requests, ${ports.length} processes, ` +
      `${ports.length * CONNECTIONS_EACH} connections`,
  );
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

/** No limit and one limit for each store, A B C D A B C D ..., so that what else the machine does hits all of them. */
async function measureCost(stands) {
  const variants = [];
  for (const [store, stand] of stands) {
    for (const { title, route } of await startLimited(stand)) {
      variants.push({ title: `${title}, ${store}`, stand, route, rounds: [] });
    }
  }
  for (let round = 0; round < COST_ROUNDS; round++) {
    for (const { stand, route, rounds } of variants) rounds.push(await measured(stand, route));
  }
  return variants;
}

/** With the CPU time that gateway and stores spent on each request; the request log is among what is stored. */
async function measured({ generator, gateway, stores }, route) {
  const spent = () => [
    cpuSeconds(gateway.pid),
    stores.reduce((sum, pid) => sum + cpuSecondsOfFamily(pid), 0),
  ];
  let before;
  const result = await generator.ask({ ...SMALL_GETS, route }, () => (before = spent()));
  const after = spent();
  const [cpuMicros, storeMicros] = after.map((each, at) => ((each - before[at]) * 1e6) / result.count);
  return { ...result, cpuMicros, storeMicros };
}

function printCost(variants) {
  print(`\nsmall GETs, TLS in CONNECT, one process, median of ${COST_ROUNDS} rounds in turns`);
  print(row('', ['requests/s', 'p50 ms', 'p99 ms', 'of none', 'CPU us', 'stores us']));
  let none;
  for (const { title, stand, rounds } of variants) {
    const of = (field) => median(rounds.map((round) => round[field]));
    if (none?.stand !== stand) none = { stand, rounds };
    // Of the same round, measured a second ago: the median of the shares is steadier than the share of medians.
    const shares = rounds.map((round, at) => round.perSecond / none.rounds[at].perSecond);
    print(
      row(title, [
        Math.round(of('perSecond')),
        of('p50').toFixed(2),
        of('p99').toFixed(2),
        median(shares).toFixed(2),
        Math.round(of('cpuMicros')) || '-',
        Math.round(of('storeMicros')) || '-',
      ]),
    );
  }
}

function row(title, cells) {
  return title.padEnd(30) + cells.map((cell) => String(cell).padStart(11)).join('');
}
