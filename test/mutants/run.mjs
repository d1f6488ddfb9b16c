// npm run mutants: plants one fault at a time into the code that judges, and runs the tests that should notice.
// A seeded sample, so that a run is bounded and two runs are alike: --sample N (default 150), --seed N, --only TEXT,
// --minutes N (none begins later; the report is of those that were judged).
import { execFileSync, spawn } from 'node:child_process';
import { cpSync, globSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { parseArgs } from 'node:util';
import { mutationsOf } from './mutations.mjs';

const ROOT = join(import.meta.dirname, '../..');
const JUDGES = [
  'src/domain/**/*.ts',
  'src/kernel/access/**/*.ts',
  'src/kernel/egress/**/*.ts',
  'src/gateway/stages/*.ts',
  'src/modules/directory/**/*.ts',
  'src/modules/people/identity/{account-standing,managed-accounts,owned-identities,references-to-people}.ts',
];
/** Descriptions of modules, of bodies and of entities: what is wrong there does not start. */
const DESCRIBING = /\.(?:module|entity|dto|errors|audit|throttles|access)\.ts$/;
/** What unit tests leave alive of these is asked through HTTP; the first beginning of the path counts. */
const THROUGH_HTTP = {
  'src/domain/decision/policy/': 'test/gateway/policy/(policy|grants|app-availability).spec.ts',
  'src/kernel/access/': 'test/kernel/access.spec.ts',
  'src/kernel/egress/destination/':
    'test/gateway/(wire/destination|wire/wire-egress|credentials/plain-http).spec.ts',
  'src/kernel/egress/': 'test/kernel/(provider-fetch|public-fetch).spec.ts',
  'src/gateway/stages/budget': 'test/gateway/limits/budget-(measure|unanswered).spec.ts',
  'src/gateway/stages/call-quota': 'test/gateway/limits/call-quota.spec.ts',
  'src/gateway/stages/c':
    'test/gateway/(credentials/connections|credentials/connection-credentials|policy/body-readings|policy/named-paths).spec.ts',
  'src/gateway/stages/hints': 'test/gateway/policy/hints.spec.ts',
  'src/gateway/revocation/reauthorize': 'test/gateway/policy/open-exchanges.spec.ts',
  'src/gateway/stages/placeholder-refresh': 'test/gateway/credentials/placeholder-refresh.spec.ts',
  'src/gateway/stages/rate-limits': 'test/gateway/limits/rate-limits.spec.ts',
  'src/gateway/stages/':
    'test/gateway/(policy/(policy|approvals|app-availability|path-spellings|body-turns)|credentials/injection).spec.ts',
  'src/modules/people/identity/': 'test/api/directory/(managed-accounts|members|sso-sign-in).spec.ts',
  'src/modules/directory/members/': 'test/api/directory/(members|managed-accounts).spec.ts',
  'src/modules/directory/scim':
    'test/api/directory/(scim-users|scim-groups|scim-filters|managed-accounts).spec.ts',
  'src/modules/directory/sso': 'test/api/directory/sso-.*.spec.ts',
  'src/modules/directory/workspace-access/': 'test/api/directory/workspace-access.spec.ts',
  'src/modules/directory/domains/': 'test/api/directory/domains.spec.ts',
  'src/modules/directory/provisions/': 'test/api/directory/provisions.spec.ts',
  'src/modules/directory/': 'test/api/directory/(groups|members|workspace-access).spec.ts',
};
const TARGET = 0.9;
const PATIENCE_MS = 300_000;

const { values } = parseArgs({
  options: {
    sample: { type: 'string' },
    seed: { type: 'string' },
    only: { type: 'string' },
    minutes: { type: 'string' },
  },
});
const chosen = sampleOf(allMutants(), Number(values.sample ?? 150), Number(values.seed ?? 1));
const survivors = [];
const lastBegin = Date.now() + Number(values.minutes ?? Infinity) * 60_000;
let judged = 0;
const queue = [...chosen];
await Promise.all(Array.from({ length: Math.min(2, availableParallelism()) }, worker));
report();

function allMutants() {
  const files = JUDGES.flatMap((pattern) => globSync(pattern, { cwd: ROOT }));
  return files
    .filter((path) => !path.endsWith('.spec.ts') && !DESCRIBING.test(path))
    .filter((path) => !values.only || path.includes(values.only))
    .sort()
    .flatMap((path) => {
      const text = readFileSync(join(ROOT, path), 'utf8');
      return mutationsOf(path, text).map((mutation) => ({ path, original: text, ...mutation }));
    });
}

/** The same ones for the same seed (mulberry32). */
function sampleOf(all, count, seed) {
  let state = seed;
  const random = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  return all
    .map((mutant) => ({ mutant, rank: random() }))
    .sort((one, other) => one.rank - other.rank)
    .slice(0, count)
    .map(({ mutant }) => mutant);
}

/** Works in a copy of its own, so that nothing of a fault is ever in the checkout. */
async function worker() {
  const copy = mkdtempSync(join(tmpdir(), 'mutants-'));
  try {
    const tracked = execFileSync('git', ['ls-files', '-z', 'src', 'test', 'migrations', 'config', 'docs'], {
      cwd: ROOT,
    });
    const roots = ['package.json', 'jest.config.mjs', 'tsconfig.json'];
    for (const path of [...tracked.toString().split('\0').filter(Boolean), ...roots])
      cpSync(join(ROOT, path), join(copy, path), { recursive: true });
    symlinkSync(join(ROOT, 'node_modules'), join(copy, 'node_modules'));
    for (let mutant = queue.shift(); mutant && Date.now() < lastBegin; mutant = queue.shift())
      await judge(copy, mutant);
  } finally {
    rmSync(copy, { recursive: true, force: true });
  }
}

async function judge(copy, mutant) {
  const { path, original, start, end, text } = mutant;
  const file = join(copy, path);
  writeFileSync(file, original.slice(0, start) + text + original.slice(end));
  const http = Object.entries(THROUGH_HTTP).find(([folder]) => path.startsWith(folder))?.[1];
  const killed =
    !(await passes(copy, ['--selectProjects', 'unit', '--findRelatedTests', path])) ||
    (http !== undefined && !(await passes(copy, ['--selectProjects', 'system', http])));
  writeFileSync(file, original);
  judged += 1;
  if (!killed) survivors.push(mutant);
  process.stdout.write(`${killed ? '.' : 'S'}${judged % 60 === 0 ? ` ${judged}\n` : ''}`);
}

function passes(copy, args) {
  return new Promise((resolve) => {
    const child = spawn(
      process.execPath,
      [
        '--experimental-vm-modules',
        '--no-warnings',
        'node_modules/jest/bin/jest.js',
        '-w',
        '1',
        '--bail',
        '--silent',
        '--passWithNoTests',
        ...args,
      ],
      { cwd: copy, stdio: 'ignore', timeout: PATIENCE_MS, killSignal: 'SIGKILL' },
    );
    child.once('exit', (code) => resolve(code === 0));
  });
}

function report() {
  const score = (judged - survivors.length) / judged;
  const lines = survivors
    .sort((one, other) => one.path.localeCompare(other.path) || one.line - other.line)
    .map(
      ({ path, line, what, original, start, end }) =>
        `  ${path}:${line} ${what}: ${original.slice(start, end).slice(0, 60)}`,
    );
  process.stdout.write(
    [
      `\n${judged} faults planted, ${survivors.length} not noticed:`,
      ...lines,
      `score ${(score * 100).toFixed(1)} % (target ${TARGET * 100} %)`,
      '',
    ].join('\n'),
  );
  process.exitCode = score >= TARGET ? 0 : 1;
}
