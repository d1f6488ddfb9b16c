/**
 * What many agents, a write to their rules and a second process cost, measured in one run on loopback: part of
 * `npm run bench`, or after a build `node test/load/scale.bench.mjs [dist] [rounds]`. See docs/performance.md.
 */
import process from 'node:process';
import { setTimeout as sleep } from 'node:timers/promises';
import { addAgents } from './stand/many-agents.mjs';
import { startStand } from './stand/stand.mjs';
import { cpuSecondsOfFamily } from './stand/worker.mjs';

const [dist = 'dist', rounds = '5'] = process.argv.slice(2);
const ROUNDS = Number(rounds);
const WORKSPACES = 500;
const AGENTS = 10_000;
/** As many as have connections to upstreams kept. */
const ACTIVE = 2_000;
const WRITES = 3;
const SECOND = 1_000;
const LOAD = { kind: 'requests', connections: 32, warmMs: 200, milliseconds: 1_500 };

const print = (line = '') => process.stdout.write(`${line}\n`);
const median = (values) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];
const row = (title, cells) =>
  print(title.padEnd(34) + cells.map((cell) => String(cell).padStart(11)).join(''));

const alone = await startStand(dist);
try {
  const authorizations = await addAgents(dist, alone.gateway, { agents: AGENTS, workspaces: WORKSPACES });
  await manyAgents(authorizations);
  await policyWrites(authorizations.slice(0, ACTIVE));
  const shared = await startStand(dist, { environment: { GATEWAY_WORKERS: '2' } });
  try {
    await workers(shared);
  } finally {
    await shared.stop();
  }
} finally {
  await alone.stop();
}

async function measured(stand, command) {
  const { pid } = stand.gateway;
  let before = null;
  const result = await stand.generator.ask({ ...LOAD, ...command }, () => (before = cpuSecondsOfFamily(pid)));
  return { ...result, cpuMicros: ((cpuSecondsOfFamily(pid) - before) * 1e6) / result.count };
}

/** A B C A B C ..., each row's share is of the first. */
async function inTurns(variants, measure) {
  const results = variants.map((variant) => ({ ...variant, rounds: [] }));
  for (let round = 0; round < ROUNDS; round++) {
    for (const result of results) result.rounds.push(await measure(result));
  }
  const of = ({ rounds: measurements }, field) => median(measurements.map((each) => each[field]));
  row('', ['requests/s', 'p50 ms', 'p99 ms', 'of first', 'CPU us']);
  for (const result of results) {
    row(result.title, [
      Math.round(of(result, 'perSecond')),
      of(result, 'p50').toFixed(2),
      of(result, 'p99').toFixed(2),
      (of(result, 'perSecond') / of(results[0], 'perSecond')).toFixed(2),
      Math.round(of(result, 'cpuMicros')) || '-',
    ]);
  }
}

async function manyAgents(authorizations) {
  const route = alone.routes.absolute.gateway;
  const all = { route, authorizations, warmMs: 0, milliseconds: 3_000 };
  // Every agent once, so that all of them are known.
  await alone.generator.ask({ ...LOAD, ...all });
  print(`agents in turns, absolute-form, ${WORKSPACES} workspaces, median of ${ROUNDS} rounds in turns`);
  const variants = [1, ACTIVE, AGENTS].map((count) => ({
    title: `${count} ${count === 1 ? 'agent' : 'agents'}`,
    authorizations: authorizations.slice(0, count),
  }));
  await inTurns(variants, ({ authorizations: some }) => measured(alone, { route, authorizations: some }));
}

async function policyWrites(authorizations) {
  print(`\na write to the organization's rules with ${authorizations.length} active agents, p99 in ms`);
  row('', ['before', 'after', 'more']);
  for (let write = 1; write <= WRITES; write++) {
    const command = { ...LOAD, route: alone.routes.absolute.gateway, authorizations, timed: true };
    let writing = null;
    const { latencies, moments } = await alone.generator.ask({ ...command, milliseconds: 5 * SECOND }, () => {
      writing = writeRule(write);
    });
    const at = await writing;
    const p99 = (from, to) => {
      const within = latencies.filter((_, index) => moments[index] >= from && moments[index] < to).sort();
      return within[Math.floor(within.length * 0.99)];
    };
    const [before, after] = [p99(at - SECOND, at), p99(at, at + SECOND)];
    row(
      `write ${write}`,
      [before, after, after - before].map((each) => each.toFixed(1)),
    );
  }
}

/** Answers when it began. */
async function writeRule(number) {
  await sleep(2 * SECOND);
  const at = Date.now();
  await alone.gateway.call('POST', '/v1/org/policy/rules', {
    name: `Rule ${number}`,
    action: 'block',
    targets: [{ kind: 'network', hostPattern: `api-${number}.example.org` }],
  });
  return at;
}

async function workers(shared) {
  print(
    `\nGATEWAY_WORKERS, TLS in CONNECT, median of ${ROUNDS} rounds in turns; CPU of all processes, PostgreSQL too`,
  );
  const variants = [
    { title: 'one process', stand: alone },
    { title: 'two processes', stand: shared },
  ];
  await inTurns(variants, ({ stand }) => measured(stand, { route: stand.routes.tunnel.gateway }));
}
