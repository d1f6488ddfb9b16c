/**
 * `node scripts/slowest-specs.mjs results.json [times.jsonl]`: the tenth of the spec files that took longest, of what Jest
 * wrote with `--json`, and how much of the time of all files that is. Wall time of a file beside those of other workers; and
 * where `PROCESSOR_TIMES` named a file, the processor time of the worker and of the processes that the file started.
 */
import { existsSync, readFileSync } from 'node:fs';
import { relative } from 'node:path';
import process from 'node:process';

const SHARE = 0.1;

const [, , results, times] = process.argv;
const { testResults } = JSON.parse(readFileSync(results, 'utf8'));
const processor = processorTimes(times);
const files = testResults
  .map(({ name, startTime, endTime }) => ({
    name: relative(process.cwd(), name),
    wall: (endTime - startTime) / 1000,
    own: processor.get(name)?.own ?? 0,
    children: processor.get(name)?.children ?? 0,
  }))
  .sort((a, b) => b.wall - a.wall);
const slowest = files.slice(0, Math.ceil(files.length * SHARE));
const sum = (these, of) => these.reduce((total, file) => total + file[of], 0);

print('   wall   worker  processes');
for (const { name, wall, own, children } of slowest)
  print(`${shown(wall)} ${shown(own)} ${shown(children)}  ${name}`);
print(
  `${sum(slowest, 'wall').toFixed(0)} of ${sum(files, 'wall').toFixed(0)} s in ${slowest.length} of ${files.length} files; ` +
    `processor time of all files: ${sum(files, 'own').toFixed(0)} s in workers, ${sum(files, 'children').toFixed(0)} s in processes`,
);

function processorTimes(path) {
  if (path === undefined || !existsSync(path)) return new Map();
  const rows = readFileSync(path, 'utf8').trim().split('\n').filter(Boolean);
  return new Map(rows.map((row) => JSON.parse(row)).map((row) => [row.path, row]));
}

function shown(seconds) {
  return `${seconds.toFixed(1)} s`.padStart(9);
}

function print(line) {
  process.stdout.write(`${line}\n`);
}
