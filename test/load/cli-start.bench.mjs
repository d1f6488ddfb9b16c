/**
 * How soon the command line answers: `npm run bench`, or after a build `node test/load/cli-start.bench.mjs [dist] [rounds]`.
 * `cgw --help` beside a Node.js that does nothing, in turns; the median counts, and the best round, which is what a machine
 * that does other things can do. Fails above the limit. See docs/performance.md.
 */
import { spawnSync } from 'node:child_process';
import { performance } from 'node:perf_hooks';
import process from 'node:process';

const [dist = 'dist', rounds = '21'] = process.argv.slice(2);
const LIMIT_MS = 150;
const PROGRAM = `${dist}/cli/cgw.mjs`;
const LINES = {
  'node -e 0': ['-e', '0'],
  'cgw --help': [PROGRAM, '--help'],
  'cgw secrets create --help': [PROGRAM, 'secrets', 'create', '--help'],
  'a completion': [PROGRAM, '__complete', 'agents', ''],
};

const took = Object.fromEntries(Object.keys(LINES).map((name) => [name, []]));
// The first of each reads files that the system does not hold yet.
for (let round = -1; round < Number(rounds); round += 1) {
  for (const [name, args] of Object.entries(LINES)) {
    const begun = performance.now();
    const { status, stderr } = spawnSync(process.execPath, args, { stdio: ['ignore', 'pipe', 'pipe'] });
    if (status !== 0) throw new Error(`${name} ended with ${status}: ${stderr}`);
    if (round >= 0) took[name].push(performance.now() - begun);
  }
}

const figures = Object.entries(took).map(([name, values]) => {
  const sorted = values.toSorted((a, b) => a - b);
  return { name, median: sorted[Math.floor(sorted.length / 2)], best: sorted[0] };
});
const [bare, help] = figures;
process.stdout.write('start of the command line           median ms   best ms   ratio to node -e 0\n');
for (const { name, median, best } of figures)
  process.stdout.write(
    `${name.padEnd(36)}${median.toFixed(0).padStart(9)}${best.toFixed(0).padStart(10)}${(median / bare.median).toFixed(2).padStart(10)}\n`,
  );
if (help.best > LIMIT_MS) {
  process.stdout.write(`cgw --help takes more than ${LIMIT_MS} ms\n`);
  process.exitCode = 1;
}
