/**
 * `node scripts/slowest-specs.mjs results.json`: the tenth of the spec files that took longest, of what Jest wrote with
 * `--json`, and how much of the time of all files that is. Wall time of a file beside those of other workers.
 */
import { readFileSync } from 'node:fs';
import { relative } from 'node:path';
import process from 'node:process';

const SHARE = 0.1;

const { testResults } = JSON.parse(readFileSync(process.argv[2], 'utf8'));
const files = testResults
  .map(({ name, startTime, endTime }) => ({
    name: relative(process.cwd(), name),
    seconds: (endTime - startTime) / 1000,
  }))
  .sort((a, b) => b.seconds - a.seconds);
const slowest = files.slice(0, Math.ceil(files.length * SHARE));
const sum = (these) => these.reduce((total, { seconds }) => total + seconds, 0);

for (const { name, seconds } of slowest) print(`${seconds.toFixed(1).padStart(7)} s  ${name}`);
print(
  `${sum(slowest).toFixed(0)} of ${sum(files).toFixed(0)} s in ${slowest.length} of ${files.length} files`,
);

function print(line) {
  process.stdout.write(`${line}\n`);
}
