/**
 * What the gateway's process keeps resident: `npm run bench:memory`, or after a build
 * `node test/load/memory.bench.mjs [dist]`. See docs/performance.md.
 */
import process from 'node:process';
import { setTimeout as sleep } from 'node:timers/promises';
import { startStand } from './stand/stand.mjs';
import { residentMegabytes } from './stand/worker.mjs';

const [dist = 'dist'] = process.argv.slice(2);
const TUNNELS = 1_000;
const MANY_TUNNELS = 10_000;
const STREAMS = 8;
const BODY = 100 * 1024 * 1024;
const WARM_MS = 3_000;
const STALL_MS = 2_000;
const SETTLE_MS = 2_000;
/** A calm process has collected and given back by then. */
const CALM_MS = 25_000;
const SAMPLE_MS = 50;

const print = (line) => process.stdout.write(`${line}\n`);
// They all come from one address.
const environment = { MAX_CONNECTIONS_PER_ADDRESS: String(2 * MANY_TUNNELS) };
const stand = await startStand(dist, { environment });
try {
  const { gateway, generator, routes } = stand;
  const resident = () => residentMegabytes(gateway.pid);
  const row = (title, megabytes, note = '') =>
    print(`${title.padEnd(58)}${megabytes.toFixed(0).padStart(8)}  ${note}`);

  print(`${''.padEnd(58)}${'MiB RSS'.padStart(8)}`);
  row('at rest after start', resident());
  const load = { kind: 'requests', connections: 32, warmMs: 0, milliseconds: WARM_MS };
  await generator.ask({ ...load, route: routes.tunnel.gateway });
  await sleep(SETTLE_MS);
  const before = resident();
  row('after three seconds of small requests', before);

  await hold(TUNNELS);
  each(TUNNELS, 'idle tunnels open', before);
  await generator.ask({ kind: 'release' });
  await sleep(SETTLE_MS);
  row('after they were closed', resident());

  for (const direction of ['down', 'up']) {
    const stream = {
      kind: 'bytes',
      route: routes.tunnel.gateway,
      direction,
      size: BODY,
      connections: STREAMS,
    };
    row(`highest during ${STREAMS} streams of 100 MiB ${direction}`, await highest(resident, stream));
  }
  const stalled = { kind: 'bytes', direction: 'down', size: BODY, connections: STREAMS, stallMs: STALL_MS };
  const peak = await highest(resident, { ...stalled, route: routes.tunnel.gateway });
  row(`highest during ${STREAMS} streams nobody reads for ${STALL_MS / 1000} s`, peak);
  await sleep(CALM_MS);
  const calm = resident();
  row(`${CALM_MS / 1000} s later`, calm);
  await hold(MANY_TUNNELS);
  each(MANY_TUNNELS, 'tunnels just opened', calm);
  await sleep(CALM_MS);
  each(MANY_TUNNELS, `tunnels idle for ${CALM_MS / 1000} s`, calm);
  await generator.ask({ kind: 'release' });
  await sleep(CALM_MS);
  row(`${CALM_MS / 1000} s after they were closed`, resident());

  async function hold(connections) {
    await generator.ask({ kind: 'hold', route: routes.tunnel.gateway, connections });
    await sleep(SETTLE_MS);
  }

  function each(connections, title, without) {
    const held = resident();
    row(`${connections} ${title}`, held, `${(((held - without) * 1024) / connections).toFixed(0)} KiB each`);
  }
} finally {
  await stand.stop();
}

async function highest(resident, command) {
  let most = 0;
  let running = true;
  const watch = (async () => {
    while (running) {
      most = Math.max(most, resident());
      await sleep(SAMPLE_MS);
    }
  })();
  await stand.generator.ask(command);
  running = false;
  await watch;
  return most;
}
