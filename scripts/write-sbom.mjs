#!/usr/bin/env node
/**
 * The bill of materials of a release as CycloneDX, into the file that is given: the production packages of the lockfile, or
 * with `--installed` only those that are in node_modules, which leaves out other platforms'. The same lockfile gives the
 * same file. Not npm's own: it leaves out what development needs as well, and has a random number and the time in it.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';

const ROOT = join(import.meta.dirname, '..');
const INSIDE = 'node_modules/';

const [file] = process.argv.slice(2).filter((argument) => !argument.startsWith('--'));
if (file === undefined) throw new Error('Which file?');
const installed = process.argv.includes('--installed');

const { packages } = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8'));
const { '': server, ...others } = packages;
/** Not what is published by itself and only linked here. */
const shipped = Object.entries(others).filter(
  ([path, { dev, link }]) =>
    path.startsWith(INSIDE) && !dev && !link && (!installed || existsSync(join(ROOT, path))),
);
const paths = new Set(shipped.map(([path]) => path));
/** One package may be installed in several places. */
const components = new Map(shipped.map(([path, entry]) => [nameOf(path, entry), component(path, entry)]));
const uses = Map.groupBy(
  [['', server], ...shipped].map(([path, entry]) => [nameOf(path, entry), usedBy(path, entry)]),
  ([name]) => name,
);

const bill = {
  $schema: 'http://cyclonedx.org/schema/bom-1.5.schema.json',
  bomFormat: 'CycloneDX',
  specVersion: '1.5',
  version: 1,
  metadata: { component: { ...component('', server), type: 'application' } },
  components: sorted(components.values(), ({ purl }) => purl),
  dependencies: sorted(uses, ([name]) => name).map(([ref, entries]) => ({
    ref,
    dependsOn: [...new Set(entries.flatMap(([, used]) => used))].sort(),
  })),
};
writeFileSync(file, `${JSON.stringify(bill, null, 2)}\n`);

function packageOf(path, { name }) {
  return name ?? (path === '' ? server.name : path.slice(path.lastIndexOf(INSIDE) + INSIDE.length));
}

function nameOf(path, entry) {
  const [scope, name] = packageOf(path, entry).split(/(?<=^@.*)\//);
  return `pkg:npm/${name === undefined ? scope : `${encodeURIComponent(scope)}/${name}`}@${entry.version}`;
}

function component(path, entry) {
  const { version, license, integrity, optional = false } = entry;
  const purl = nameOf(path, entry);
  const known = { type: 'library', 'bom-ref': purl, name: packageOf(path, entry), version, purl };
  return {
    ...known,
    scope: optional ? 'optional' : 'required',
    ...(license !== undefined && { licenses: [{ expression: license }] }),
    ...(integrity !== undefined && { hashes: integrity.split(' ').map(hash) }),
  };
}

function hash(integrity) {
  const [algorithm, digest] = integrity.split(/-(.*)/);
  return { alg: algorithm.replace(/^sha/, 'SHA-'), content: Buffer.from(digest, 'base64').toString('hex') };
}

/** As Node.js looks for them: beside the package, then in each folder above. */
function usedBy(path, { dependencies, optionalDependencies, peerDependencies }) {
  const names = Object.keys({ ...dependencies, ...optionalDependencies, ...peerDependencies });
  return names.flatMap((name) => {
    for (let folder = path; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf(`/${INSIDE}`)))) {
      const found = folder === '' ? `${INSIDE}${name}` : `${folder}/${INSIDE}${name}`;
      if (paths.has(found)) return [nameOf(found, packages[found])];
      if (folder === '') return [];
    }
  });
}

function sorted(entries, key) {
  return [...entries].sort((one, other) => (key(one) < key(other) ? -1 : 1));
}
