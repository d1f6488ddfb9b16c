/**
 * Builds `dist`: always; with `--if-missing` only where there is none, which is what starting from a fresh clone needs;
 * with `--if-stale` unless it was built from exactly the sources of now. Contents are compared, not times: a checkout
 * changes times, and what was deleted has none.
 */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, globSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';

const ROOT = join(import.meta.dirname, '..');
const PROGRAM = join(ROOT, 'dist/src/start.js');
/** What the build was made of; goes with the folder. */
const STAMP = join(ROOT, 'dist/.sources');
const SOURCES = [
  'src/**/*',
  'migrations/**/*',
  'scripts/build.mjs',
  'nest-cli.json',
  'tsconfig*.json',
  'package-lock.json',
];

const wanted = process.argv[2];
const sources = fingerprint();
if (wanted === '--if-missing' ? existsSync(PROGRAM) : wanted === '--if-stale' && isOf(sources))
  process.exit(0);

if (wanted !== undefined) process.stdout.write('Building...\n');
const compiler = fileURLToPath(import.meta.resolve('@nestjs/cli/bin/nest.js'));
const { status } = spawnSync(process.execPath, [compiler, 'build'], { cwd: ROOT, stdio: 'inherit' });
// Sources that changed meanwhile are in it or not: then it is of neither state.
if (status === 0 && fingerprint() === sources) writeFileSync(STAMP, sources);
process.exit(status ?? 1);

function isOf(these) {
  return existsSync(PROGRAM) && existsSync(STAMP) && readFileSync(STAMP, 'utf8') === these;
}

function fingerprint() {
  const hash = createHash('sha256');
  for (const path of SOURCES.flatMap((pattern) => globSync(pattern, { cwd: ROOT })).sort()) {
    // The build leaves tests out.
    if (path.endsWith('.spec.ts') || !statSync(join(ROOT, path)).isFile()) continue;
    hash.update(`${path}\0`).update(
      createHash('sha256')
        .update(readFileSync(join(ROOT, path)))
        .digest(),
    );
  }
  return hash.digest('hex');
}
