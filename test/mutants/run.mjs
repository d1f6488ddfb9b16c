// npm run mutants: plants one fault at a time into the code that decides, and runs the tests that should notice.
// Unit specs first, in one process; what they leave is planted under the HTTP specs of its folder (README.md).
//   --only TEXT    the files whose path contains it          --sample N   faults per folder, 0 for all (default 30)
//   --seed N       another sample (default 1)                --http       also through HTTP
//   --minutes N    no HTTP fault is planted later
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { parseArgs } from 'node:util';
import { knownSurvivors } from './known-survivors.mjs';
import { throughHttp } from './http-specs.mjs';
import { mutationsOf } from './mutations.mjs';
import { report } from './report.mjs';
import { folderOf, sampleOf } from './sample.mjs';
import { throughUnitSpecs } from './unit-runs.mjs';

const ROOT = join(import.meta.dirname, '../..');
const DECIDING = [
  'src/domain/**/*.ts',
  'src/kernel/access/**/*.ts',
  'src/kernel/egress/**/*.ts',
  'src/gateway/stages/**/*.ts',
  'src/modules/directory/**/*.ts',
  'src/modules/people/identity/{account-standing,managed-accounts,owned-identities,references-to-people}.ts',
];
/** Descriptions of modules, of bodies and of entities: what is wrong there does not start. */
const DESCRIBING = /\.(?:module|entity|dto|errors|audit|throttles|access|spec)\.ts$/;

const { values } = parseArgs({
  options: {
    sample: { type: 'string', default: '30' },
    seed: { type: 'string', default: '1' },
    only: { type: 'string', default: '' },
    minutes: { type: 'string', default: 'Infinity' },
    http: { type: 'boolean', default: false },
  },
});
const lastBegin = Date.now() + Number(values.minutes) * 60_000;

const all = DECIDING.flatMap((pattern) => globSync(pattern, { cwd: ROOT }))
  .filter((path) => !DESCRIBING.test(path) && path.includes(values.only))
  .sort()
  .flatMap((path) => mutationsOf(path, readFileSync(join(ROOT, path), 'utf8')));
const known = knownSurvivors(all, values.only);
const faults = sampleOf(known.others, Number(values.sample), Number(values.seed)).map((fault, id) => ({
  ...fault,
  id,
  folder: folderOf(fault.path),
}));

const progress = (outcome) => process.stdout.write(outcome === 'noticed' ? '.' : 'S');
await throughUnitSpecs(ROOT, faults, progress);
if (values.http) await throughHttp(ROOT, faults, lastBegin, progress);
process.exitCode = report(faults, known, values) ? 0 : 1;
