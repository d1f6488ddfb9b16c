/**
 * V8 compiles a program while it runs: first to something quick to make, in several steps to something quick to run.
 * What is compared has to be through with that, gateway and bare forwarder alike.
 */
import { cpuMicros } from './worker.mjs';

const SLICE = { kind: 'requests', connections: 32, warmMs: 100, milliseconds: 2_000 };
const TUNNELS = { kind: 'tunnels', resume: true, workers: 8, milliseconds: 2_000 };
const MAX_MS = 60_000;
/** So many slices in a row without a lower cost: there is nothing left to fall. */
const PATIENCE = 3;
/** What is within this of the lowest is as low. */
const LOWER = 0.98;

/**
 * Sends small requests over `route`, or what `asked` says of them, until a request's CPU time in process `pid` no longer falls, at most for a minute,
 * and new tunnels for a moment. Answers what one cost at first and at the end, and after how many seconds; null where
 * the system does not tell CPU time.
 */
export async function warmUp(generator, pid, route, asked = {}) {
  const began = performance.now();
  const slice = await sliced(generator, pid, { ...SLICE, ...asked, route });
  if (slice === null) return null;
  const costs = [slice];
  let lowest = slice;
  for (let idle = 0; idle < PATIENCE && performance.now() - began < MAX_MS; idle++) {
    const cost = await sliced(generator, pid, { ...SLICE, ...asked, route });
    costs.push(cost);
    if (cost < lowest * LOWER) idle = -1;
    lowest = Math.min(lowest, cost);
  }
  const seconds = (performance.now() - began) / 1_000;
  if (route.secure) await generator.ask({ ...TUNNELS, route });
  return { first: costs[0], last: costs.at(-1), seconds };
}

async function sliced(generator, pid, command) {
  let before = null;
  const { count } = await generator.ask(command, () => (before = cpuMicros(pid)));
  const after = cpuMicros(pid);
  return before === null || after === null ? null : (after - before) / count;
}
