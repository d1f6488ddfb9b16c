/**
 * What the gateway costs, measured in one run on loopback: `npm run bench`, or after a build
 * `node test/load/gateway.bench.mjs [dist] [rounds]`. Each variant is measured several times, in turns, so that
 * whatever else the machine does hits all of them; the median round counts. See docs/performance.md.
 */
import process from 'node:process';
import { startOrganizations } from './stand/organizations.mjs';
import { startStand } from './stand/stand.mjs';
import { warmUp } from './stand/warm-up.mjs';
import { cpuSeconds } from './stand/worker.mjs';

const [dist = 'dist', rounds = '5'] = process.argv.slice(2);
const ROUNDS = Number(rounds);
const CONNECTIONS = 32;
const ROUND_MS = 1_200;
const WARM_MS = 200;
const HANDSHAKE_WORKERS = 8;
const MEBIBYTE = 1_048_576;
const BODY = 100 * MEBIBYTE;
const BODY_ROUNDS = 5;
const RULE_ROUNDS = 7;
const PATHS = ['direct', 'bare', 'gateway'];
const TITLES = { direct: 'direct', bare: 'bare forwarder', gateway: 'gateway' };

const SMALL_GETS = {
  kind: 'requests',
  connections: CONNECTIONS,
  warmMs: WARM_MS,
  milliseconds: ROUND_MS,
};

const print = (line = '') => process.stdout.write(`${line}\n`);
const median = (values) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];

const stand = await startStand(dist);
try {
  await warmBoth();
  const small = await inTurns(ROUNDS, bothModes(PATHS), ({ route, path }) =>
    measured(path, { ...SMALL_GETS, route }),
  );
  printRequests(small);
  await halfLoad(small);
  const fresh = await inTurns(
    3,
    PATHS.flatMap((path) =>
      [false, true].map((resume) => ({ path, resume, route: stand.routes.tunnel[path] })),
    ),
    ({ route, path, resume }) =>
      measured(path, { kind: 'tunnels', route, resume, workers: HANDSHAKE_WORKERS, milliseconds: 800 }),
  );
  printTunnels(fresh);
  const ruled = await inTurns(RULE_ROUNDS, await startOrganizations(stand), ({ route }) =>
    measured('gateway', { ...SMALL_GETS, route }),
  );
  printRules(ruled);
  const large = await inTurns(
    BODY_ROUNDS,
    bothModes(PATHS).flatMap((variant) => ['down', 'up'].map((direction) => ({ ...variant, direction }))),
    ({ route, path, direction }) => measured(path, { kind: 'bytes', route, direction, size: BODY }),
  );
  printBytes(large);
} finally {
  await stand.stop();
}

/** What comes later compares steady state with steady state; this says what comes before it. */
async function warmBoth() {
  print(`until it is compiled, ${CONNECTIONS} connections kept open; CPU us of a request`);
  row('', ['first 2 s', 'last 2 s', 'seconds']);
  for (const { mode, path, route } of bothModes(['bare', 'gateway'])) {
    const warm = await warmUp(stand.generator, stand[path].pid, route);
    const cells = warm === null ? ['-', '-', '-'] : [warm.first, warm.last, warm.seconds].map(Math.round);
    row(titleOf(mode, path), cells);
  }
  print();
}

/**
 * Requests at half of what the gateway did, whether or not earlier ones were answered: how long one takes that does not
 * wait for others.
 */
async function halfLoad(full) {
  print(`\nsmall GETs at half of the gateway's rate, median of ${ROUNDS} rounds in turns`);
  row('', ['requests/s', 'p50 ms', 'p99 ms', 'p99-direct']);
  const variants = bothModes(PATHS).map((variant) => {
    const peer = full.find(({ mode, path }) => mode === variant.mode && path === 'gateway');
    return { ...variant, rate: Math.round(of(peer, 'perSecond') / 2) };
  });
  const results = await inTurns(ROUNDS, variants, ({ route, path, rate }) =>
    measured(path, { ...SMALL_GETS, kind: 'paced', route, rate }),
  );
  for (const result of results) {
    const direct = results.find(({ mode, path }) => mode === result.mode && path === 'direct');
    const more = of(result, 'p99') - of(direct, 'p99');
    row(titleOf(result.mode, result.path), [
      Math.round(of(result, 'perSecond')),
      of(result, 'p50').toFixed(2),
      of(result, 'p99').toFixed(2),
      result.path === 'direct' ? '-' : more.toFixed(2),
    ]);
  }
}

function titleOf(mode, path) {
  return `${mode === 'tunnel' ? 'TLS in CONNECT' : 'absolute-form'}, ${TITLES[path]}`;
}

function bothModes(paths) {
  return Object.entries(stand.routes).flatMap(([mode, routes]) =>
    paths.map((path) => ({ mode, path, route: routes[path] })),
  );
}

/** A B C A B C ...: every variant once per round. */
async function inTurns(count, variants, measure) {
  const results = variants.map((variant) => ({ ...variant, rounds: [] }));
  for (let round = 0; round < count; round++) {
    for (const result of results) result.rounds.push(await measure(result));
  }
  return results;
}

/** One command of the generator, with the CPU time that the measured process spent on it. */
async function measured(path, command) {
  const { pid } = { direct: stand.upstream, bare: stand.bare, gateway: stand.gateway }[path];
  let before = null;
  const result = await stand.generator.ask(command, () => (before = cpuSeconds(pid)));
  const after = cpuSeconds(pid);
  const cpu = before === null || after === null ? null : after - before;
  const done = command.kind === 'bytes' ? command.size / MEBIBYTE : result.count;
  return { ...result, cpuMicros: cpu === null ? null : (cpu * 1e6) / done };
}

function of(result, field) {
  return median(result.rounds.map((round) => round[field]));
}

function row(title, cells) {
  print(title.padEnd(34) + cells.map((cell) => String(cell).padStart(11)).join(''));
}

function ratio(result, peer) {
  return (of(result, 'perSecond') / of(peer, 'perSecond')).toFixed(2);
}

function printRequests(results) {
  print(`small GETs, ${CONNECTIONS} connections kept open, median of ${ROUNDS} rounds in turns`);
  row('', ['requests/s', 'p50 ms', 'p99 ms', 'of direct', 'of bare', 'CPU us', 'CPU/bare']);
  for (const result of results) {
    const peers = results.filter(({ mode }) => mode === result.mode);
    const cpu = of(result, 'cpuMicros');
    row(titleOf(result.mode, result.path), [
      Math.round(of(result, 'perSecond')),
      of(result, 'p50').toFixed(2),
      of(result, 'p99').toFixed(2),
      ratio(result, peers[0]),
      result.path === 'direct' ? '-' : ratio(result, peers[1]),
      cpu === null ? '-' : Math.round(cpu),
      cpu === null || result.path === 'direct' ? '-' : (cpu / of(peers[1], 'cpuMicros')).toFixed(2),
    ]);
  }
}

function printTunnels(results) {
  print(`\nnew connections with one GET each, ${HANDSHAKE_WORKERS} at a time, median of 3 rounds`);
  row('', ['tunnels/s', 'resumed', 'CPU us', 'of bare']);
  for (const result of results) {
    const peer = results.find(({ path, resume }) => path === 'bare' && resume === result.resume);
    const resumed = of(result, 'reused') / of(result, 'count');
    const cpu = of(result, 'cpuMicros');
    row(`${TITLES[result.path]}, ${result.resume ? 'session offered' : 'full handshake'}`, [
      Math.round(of(result, 'perSecond')),
      `${Math.round(resumed * 100)} %`,
      cpu === null ? '-' : Math.round(cpu),
      result.path === 'direct' ? '-' : ratio(result, peer),
    ]);
  }
}

function printRules(results) {
  print(
    `\nsmall GETs by rules of the organization, TLS in CONNECT, median of ${RULE_ROUNDS} rounds in turns`,
  );
  row('', ['requests/s', 'p50 ms', 'p99 ms', 'of none', 'CPU us', 'CPU/none']);
  const [none] = results;
  for (const result of results) {
    const cpu = of(result, 'cpuMicros');
    row(result.title, [
      Math.round(of(result, 'perSecond')),
      of(result, 'p50').toFixed(2),
      of(result, 'p99').toFixed(2),
      ratio(result, none),
      cpu === null ? '-' : Math.round(cpu),
      cpu === null ? '-' : (cpu / of(none, 'cpuMicros')).toFixed(2),
    ]);
  }
}

function printBytes(results) {
  print(`\none body of ${BODY / MEBIBYTE} MiB, median of ${BODY_ROUNDS} rounds; CPU ms a MiB`);
  row('', ['MiB/s down', 'of bare', 'CPU ms', 'CPU/bare', 'MiB/s up', 'of bare', 'CPU ms', 'CPU/bare']);
  const find = (mode, path, direction) =>
    results.find((one) => one.mode === mode && one.path === path && one.direction === direction);
  for (const { mode, path } of results.filter(({ direction }) => direction === 'down')) {
    const cells = ['down', 'up'].flatMap((direction) => {
      const result = find(mode, path, direction);
      const peer = find(mode, 'bare', direction);
      const direct = path === 'direct';
      const cpu = of(result, 'cpuMicros');
      const shown = direct || cpu === null ? ['-', '-'] : cpuOfBare(cpu, peer);
      return [Math.round(of(result, 'perSecond')), direct ? '-' : ratio(result, peer), ...shown];
    });
    row(titleOf(mode, path), cells);
  }
}

function cpuOfBare(micros, peer) {
  return [(micros / 1_000).toFixed(1), (micros / of(peer, 'cpuMicros')).toFixed(2)];
}
