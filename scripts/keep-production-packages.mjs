#!/usr/bin/env node
/**
 * Leaves in node_modules what the server runs on and nothing else, for the image: the packages that package.json's
 * dependencies reach through the lockfile, without declarations of types, source maps and native modules of other platforms.
 * `npm prune --omit=dev` keeps more: also what a package could make use of, such as the TypeScript compiler.
 */
import { existsSync, globSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import process from 'node:process';

const ROOT = join(import.meta.dirname, '..');
const INSIDE = 'node_modules/';
/** Some packages name them as dependencies; only a compiler reads them. */
const TYPES = '@types/';
/** Nothing of a package's code reads them at run time. Licences and package.json stay. */
const UNUSED_FILES = ['**/*.d.ts', '**/*.d.mts', '**/*.d.cts', '**/*.map', '**/*.tsbuildinfo'];

const { packages } = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8'));
const kept = reachable();
for (const path of installed(INSIDE.slice(0, -1))) if (!kept.has(path)) remove(path);
for (const path of ['.cache', '.package-lock.json']) remove(INSIDE + path);
for (const path of globSync(`${INSIDE}**/.bin`, { cwd: ROOT })) remove(path);
for (const path of globSync(
  UNUSED_FILES.map((pattern) => INSIDE + pattern),
  { cwd: ROOT },
))
  remove(path);
for (const path of globSync(`${INSIDE}**/prebuilds/*`, { cwd: ROOT }))
  if (basename(path) !== `${process.platform}-${process.arch}`) remove(path);

/** Paths of the lockfile that the server's dependencies lead to; what could be installed beside a package is not followed. */
function reachable() {
  const found = new Set(['']);
  // A set is iterated over what is added meanwhile, too.
  for (const path of found) {
    const { dependencies, optionalDependencies, peerDependencies, peerDependenciesMeta } = packages[path];
    const peers = Object.keys(peerDependencies ?? {}).filter(
      (name) => !peerDependenciesMeta?.[name]?.optional,
    );
    for (const name of [...Object.keys({ ...dependencies, ...optionalDependencies }), ...peers]) {
      const at = name.startsWith(TYPES) ? undefined : resolved(path, name);
      if (at !== undefined) found.add(at);
    }
  }
  return found;
}

/** As Node.js looks for them: beside the package, then in each folder above. */
function resolved(from, name) {
  for (let folder = from; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf(`/${INSIDE}`)))) {
    const path = folder === '' ? `${INSIDE}${name}` : `${folder}/${INSIDE}${name}`;
    if (packages[path] !== undefined) return path;
    if (folder === '') return undefined;
  }
}

/** The packages in a folder, and those in their own folders of packages. */
function installed(folder) {
  const names = readdirSync(join(ROOT, folder)).flatMap((name) =>
    name.startsWith('@') ? readdirSync(join(ROOT, folder, name)).map((own) => `${name}/${own}`) : [name],
  );
  const own = names.filter((name) => !name.startsWith('.')).map((name) => `${folder}/${name}`);
  const within = own.map((path) => `${path}/node_modules`).filter((path) => existsSync(join(ROOT, path)));
  return [...own, ...within.flatMap(installed)];
}

function remove(path) {
  rmSync(join(ROOT, path), { recursive: true, force: true });
}
