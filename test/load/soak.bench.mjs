/**
 * Load without end: whether memory or latency grows with it. `npm run bench:soak`, or after a build
 * `node test/load/soak.bench.mjs [dist] [minutes]`. Small requests in tunnels and in absolute form, new tunnels and
 * large bodies take turns. Ends with an error when the last third of the time needs more than a tenth more memory than
 * the second. See docs/performance.md.
 */
import process from 'node:process';
import { startStand } from './stand.mjs';
import { residentMegabytes } from './worker.mjs';

const [dist = 'dist', minutes = '10'] = process.argv.slice(2);
const RUN_MS = Number(minutes) * 60_000;
const MOST_GROWTH = 1.1;
const BODY = 100 * 1024 * 1024;
const LINES = 30;

const print = (line) => process.stdout.write(`${line}\n`);
const row = (cells) => print(cells.map((cell) => String(cell).padStart(12)).join(''));
const highest = (values) => Math.max(...values);

const stand = await startStand(dist);
try {
  const { gateway, generator, routes } = stand;
  const slice = Math.max(2_000, RUN_MS / LINES / 2);
  const requests = (route) =>
    generator.ask({ kind: 'requests', route, connections: 32, warmMs: 0, milliseconds: slice });
  const samples = [];
  const began = performance.now();
  row(['minutes', 'requests/s', 'p99 ms', 'MiB RSS']);
  for (let passed = 0; passed < RUN_MS; passed = performance.now() - began) {
    const { perSecond, p99 } = await requests(routes.tunnel.gateway);
    await requests(routes.absolute.gateway);
    const fresh = { route: routes.tunnel.gateway, resume: true, workers: 8, milliseconds: 1_000 };
    await generator.ask({ kind: 'tunnels', ...fresh });
    for (const direction of ['down', 'up'])
      await generator.ask({ kind: 'bytes', route: routes.tunnel.gateway, direction, size: BODY });
    const resident = residentMegabytes(gateway.pid);
    samples.push({ passed, resident });
    row([(passed / 60_000).toFixed(1), Math.round(perSecond), p99.toFixed(1), resident.toFixed(0)]);
  }
  const third = (number) => {
    const within = ({ passed }) => Math.floor((passed * 3) / RUN_MS) === number;
    return highest(samples.filter(within).map(({ resident }) => resident));
  };
  const growth = third(2) / third(1);
  print(
    `highest of the last third / of the second: ${growth.toFixed(2)}${growth > MOST_GROWTH ? '  FAIL' : ''}`,
  );
  if (!(growth <= MOST_GROWTH)) process.exitCode = 1;
} finally {
  await stand.stop();
}
