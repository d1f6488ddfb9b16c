/**
 * What the management API costs beside a bare Fastify route with the same query, and whether that depends on the
 * size of the table: `npm run bench`, or after a build `node test/load/management.bench.mjs [dist] [rounds]`.
 * Variants are measured in turns, so that whatever else the machine does hits all of them; the median round counts.
 * See docs/performance.md.
 */
import process from 'node:process';
import { startManagementStand } from './stand/management-stand.mjs';
import { cpuSeconds } from './stand/worker.mjs';

const [dist = 'dist', rounds = '7'] = process.argv.slice(2);
const ROUNDS = Number(rounds);
const SIZES = [1_000, 100_000];
const LOAD = { kind: 'requests', connections: 16, warmMs: 200, milliseconds: 800 };
/** Before anything counts: a server that just started has compiled nothing yet. */
const WARM_UP = { ...LOAD, warmMs: 0, milliseconds: 2_500 };

const SECRET = {
  name: 'load',
  type: 'generic',
  value: 'a-value-as-long-as-many-a-token-of-forty',
  hostPattern: 'api.example.com',
  injectionConfig: { headerName: 'authorization', valueFormat: 'Bearer {value}' },
};
const OPERATIONS = [
  { title: 'GET /v1/agents', path: '/v1/agents', key: 'workspaceKey' },
  { title: 'GET /v1/org/audit-logs', path: '/v1/org/audit-logs', key: 'organizationKey' },
  { title: 'POST /v1/secrets', path: '/v1/secrets', key: 'workspaceKey', body: SECRET },
];

/** The route, the route that knows the key, the server. */
const SIDES = ['bare', 'keyed', 'server'];

const print = (line = '') => process.stdout.write(`${line}\n`);
const median = (values) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];

const stand = await startManagementStand(dist);
try {
  const variants = OPERATIONS.flatMap((operation) =>
    SIDES.map((side) => ({ ...operation, side, bySize: SIZES.map(() => []) })),
  );
  for (const [size, rows] of SIZES.entries()) {
    await stand.fill(rows);
    for (const variant of variants) await measured(variant, WARM_UP);
    for (let round = 0; round < ROUNDS; round++) {
      for (const variant of variants) variant.bySize[size].push(await measured(variant));
    }
  }
  report(variants);
} finally {
  await stand.stop();
}

/** One command of the generator, with the CPU time that the measured process spent on it. */
async function measured({ side, path, key, body }, load = LOAD) {
  const { port, pid } = side === 'server' ? stand.server : stand.bare;
  const route = { host: '127.0.0.1', port, secure: false, bearer: stand[key] };
  const command = { ...load, route, path: side === 'keyed' ? `/keyed${path}` : path, body };
  let before = null;
  const result = await stand.generator.ask(command, () => (before = cpuSeconds(pid)));
  const after = cpuSeconds(pid);
  const cpuMicros = before === null || after === null ? null : ((after - before) * 1e6) / result.count;
  return { ...result, cpuMicros };
}

function of({ bySize }, size, field) {
  return median(bySize[size].map((round) => round[field]));
}

function row(title, cells) {
  print(title.padEnd(34) + cells.map((cell) => String(cell).padStart(11)).join(''));
}

function report(variants) {
  print(`${LOAD.connections} connections kept open, median of ${ROUNDS} rounds in turns`);
  for (const [size, rows] of SIZES.entries()) {
    print(`\n${rows} rows in each table`);
    row('', ['requests/s', 'p50 ms', 'p99 ms', 'of bare', 'of keyed', 'CPU us', 'CPU/keyed', 'of small']);
    for (const variant of variants) {
      const peer = (side) => variants.find((one) => one.title === variant.title && one.side === side);
      const ratio = (side) => (of(variant, size, 'perSecond') / of(peer(side), size, 'perSecond')).toFixed(2);
      const cpu = of(variant, size, 'cpuMicros');
      row(`${variant.title}${variant.side === 'server' ? '' : `, ${variant.side}`}`, [
        Math.round(of(variant, size, 'perSecond')),
        of(variant, size, 'p50').toFixed(2),
        of(variant, size, 'p99').toFixed(2),
        variant.side === 'bare' ? '-' : ratio('bare'),
        variant.side === 'server' ? ratio('keyed') : '-',
        cpu === null ? '-' : Math.round(cpu),
        cpu === null || variant.side !== 'server'
          ? '-'
          : (cpu / of(peer('keyed'), size, 'cpuMicros')).toFixed(2),
        (of(variant, size, 'perSecond') / of(variant, 0, 'perSecond')).toFixed(2),
      ]);
    }
  }
}
