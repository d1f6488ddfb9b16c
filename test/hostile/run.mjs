/**
 * Storms against the built server while an agent and a person keep working: `npm run hostile`, or after a build
 * `node test/hostile/run.mjs [--only name,name] [--seconds n] [--seed n] [--memory MiB] [--after seconds]`.
 * Exits 1 when the server died, a well-behaved request failed, or memory did not come back. See docs/hostile.md.
 */
import process from 'node:process';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { residentMegabytes } from '../load/stand/worker.mjs';
import { forgetPeak, limitMemory, peakMegabytes } from './memory-limit.mjs';
import { enterOwnNetwork } from './own-network.mjs';
import { printAfter, printHeader, printStorm, printVerdict } from './report.mjs';
import { startTarget } from './target.mjs';
import { STORMS } from './storms.mjs';

const { values: options } = parseArgs({
  options: {
    only: { type: 'string' },
    seconds: { type: 'string', default: '12' },
    seed: { type: 'string', default: '1' },
    memory: { type: 'string', default: '512' },
    after: { type: 'string', default: '60' },
    list: { type: 'boolean', default: false },
  },
});
const [seconds, seed, megabytes, after] = [options.seconds, options.seed, options.memory, options.after].map(
  Number,
);
const names = options.only?.split(',') ?? STORMS.map(({ name }) => name);
const unknown = names.filter((name) => !STORMS.some((storm) => storm.name === name));
if (options.list || unknown.length > 0) {
  if (unknown.length > 0)
    process.stderr.write(`There is no storm called ${unknown.join(', ')}; there are:\n`);
  for (const { name, title } of STORMS) process.stdout.write(`${name.padEnd(18)}${title}\n`);
  process.exit(unknown.length > 0 ? 1 : 0);
}

const AT_REST_MS = 22_000;
const SETTLE_MS = 3_000;
/** Memory after the storms, of what the process had at rest. */
const MAX_OF_REST = 1.3;

const network = enterOwnNetwork();
const limit = limitMemory(megabytes);
const target = await startTarget(limit);
const failures = [];
try {
  await sleep(AT_REST_MS);
  const rest = residentMegabytes(target.server.pid);
  printHeader({ how: `${limit.how} and ${network}`, seconds, seed, rest });
  for (const [at, storm] of STORMS.filter(({ name }) => names.includes(name)).entries()) {
    const seen = await weather(storm, seed + at);
    printStorm(storm, seen);
    if (seen.died) failures.push(`${storm.name}: the server ended (${seen.died})`);
    for (const [fault, times] of Object.entries(seen.good.faults))
      failures.push(`${storm.name}: ${times} × ${fault}`);
    if (seen.died) await target.restart();
  }
  await sleep(after * 1_000);
  const left = residentMegabytes(target.server.pid);
  printAfter({ after, rest, left });
  if (left > rest * MAX_OF_REST)
    failures.push(`memory did not come back: ${left.toFixed(0)} of ${rest.toFixed(0)} MiB`);
} finally {
  await target.stop();
  limit.remove();
}
printVerdict(failures);
process.exitCode = failures.length > 0 ? 1 : 0;

async function weather(storm, stormSeed) {
  const { server, good, generator } = target;
  const unwatch = limit.watch(server.pid);
  forgetPeak(server.pid);
  await good.ask({ kind: 'begin', ...target.goodRoutes() });
  const cpu = target.cpu();
  const made = await generator.ask({
    name: storm.name,
    target: target.stormTarget(),
    addresses: target.addresses,
    seconds,
    seed: stormSeed,
  });
  const used = target.cpu() - cpu;
  const seenByGood = await good.ask({ kind: 'end' });
  await sleep(SETTLE_MS);
  const died = server.died();
  unwatch();
  return {
    made,
    good: seenByGood,
    died,
    cpu: died ? null : used / seconds,
    peak: died ? null : peakMegabytes(server.pid),
    settled: died ? null : residentMegabytes(server.pid),
  };
}
