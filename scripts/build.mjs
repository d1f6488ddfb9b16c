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
import { bundleServer } from './bundle-server.mjs';

const ROOT = join(import.meta.dirname, '..');
const PROGRAM = join(ROOT, 'dist/server/main.js');
/** What the build was made of; goes with the folder. */
const STAMP = join(ROOT, 'dist/.sources');
const SOURCES = [
  'src/**/*',
  'migrations/**/*',
  'client/src/**/*',
  'cli/**/*',
  'package.json',
  'scripts/{build,bundle-server,source-positions}.mjs',
  'nest-cli.json',
  'tsconfig*.json',
  'package-lock.json',
];

const wanted = process.argv[2];
if (wanted === '--if-missing' && existsSync(PROGRAM)) process.exit(0);
const sources = fingerprint();
if (wanted === '--if-stale' && isOf(sources)) process.exit(0);

if (wanted !== undefined) process.stdout.write('Building...\n');
const compiler = fileURLToPath(import.meta.resolve('@nestjs/cli/bin/nest.js'));
const { status } = spawnSync(process.execPath, [compiler, 'build'], { cwd: ROOT, stdio: 'inherit' });
if (status === 0) await Promise.all([bundleServer(), bundleCommandLine()]);
// Sources that changed meanwhile are in it or not: then it is of neither state.
if (status === 0 && fingerprint() === sources) writeFileSync(STAMP, sources);
process.exit(status ?? 1);

/** One file that any Node.js from 20 on runs, and the package of it that servers hand out. */
async function bundleCommandLine() {
  const { build } = await import('esbuild');
  const { archived } = await import('../cli/src/plugins/packages/archive.ts');
  const { version, license } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
  const outfile = join(ROOT, 'dist/cli/cgw.mjs');
  await build({
    entryPoints: [join(ROOT, 'cli/src/main.ts')],
    outfile,
    bundle: true,
    platform: 'node',
    target: 'node20',
    format: 'esm',
    define: { CLI_VERSION: JSON.stringify(version) },
    banner: { js: '#!/usr/bin/env node' },
    tsconfig: join(ROOT, 'cli/tsconfig.json'),
    logLevel: 'warning',
  });
  const manifest = {
    name: 'credential-gateway-cli',
    version,
    license,
    type: 'module',
    bin: { 'credential-gateway': 'cgw.mjs', cgw: 'cgw.mjs' },
    engines: { node: '>=20' },
  };
  const file = (name, content, mode = 0o644) => ({ name: `package/${name}`, mode, content });
  const archive = await archived([
    file('cgw.mjs', readFileSync(outfile), 0o755),
    file('package.json', Buffer.from(`${JSON.stringify(manifest, null, 2)}\n`)),
    file('LICENSE', readFileSync(join(ROOT, 'LICENSE'))),
    file('README.md', readFileSync(join(ROOT, 'cli/README.md'))),
  ]);
  writeFileSync(join(ROOT, 'dist/cli/cgw.tgz'), archive);
}

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
