/** What may be in the image, and nothing else (an allow-list): its files outside of packages, and its packages. */
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

const ALLOWED = [
  /^\/app\/(?:LICENSE|package\.json|sbom\.cdx\.json|data)$/,
  /^\/app\/bin\/credential-gateway\.mjs$/,
  /^\/app\/config\/(?:\.env\.example|[\w.-]+\.(?:json|md|sh)|apps\/[\w.-]+\.json)$/,
  /^\/app\/dist\/(?:src|server|migrations|client|cli)\/.*$/,
  /^\/app\/dist\/(?:\.sources|tsconfig\.build\.tsbuildinfo)$/,
  /^\/app\/node_modules\/.*$/,
  /^\/bin\/sh$/,
  /^\/etc\/(?:debian_version|os-release|nsswitch\.conf|passwd|group)$/,
  // The loader, the C library and what Node.js and PostgreSQL are linked with.
  /^\/lib(?:64)?\/(?:[\w-]+\/)?[\w.+-]+\.so(?:\.[\d.]+)?$/,
  /^\/tmp$/,
  /^\/var\/lib\/dpkg\/status\.d\/[a-z0-9.+-]+$/,
];
/** In packages: what nothing reads at run time. */
const USELESS = /\.(?:d\.[cm]?ts|map|tsbuildinfo)$|\/node_modules\/(?:\.bin|@types)\//;

/** Faults in words; none is an empty list. */
export function contentFaults(root, repository) {
  const paths = filesOf(root, '');
  const strangers = paths.filter((path) => !ALLOWED.some((allowed) => allowed.test(path)));
  const useless = paths.filter((path) => path.startsWith('/app/node_modules/') && USELESS.test(path));
  const writable = paths.filter(
    (path) => isWritableByServer(join(root, path)) && !['/app/data', '/tmp'].includes(path),
  );
  return [
    ...named('is not on the list of what may be inside', strangers),
    ...named('is of no use at run time', useless),
    ...named('may be changed by the user of the server', writable),
    ...packageFaults(root, repository),
  ];
}

export function sizeOf(root) {
  return filesOf(root, '').reduce(
    (sum, path) => sum + statSync(join(root, path), { throwIfNoEntry: false }).size,
    0,
  );
}

/** The packages inside are those that the dependencies of package.json lead to, and those on the bill of materials. */
function packageFaults(root, repository) {
  const manifest = (path) => JSON.parse(readFileSync(join(root, 'app', path, 'package.json'), 'utf8'));
  const inside = new Set(packagesIn(root, 'node_modules'));
  const reached = new Set();
  const follow = (path) => {
    const {
      dependencies,
      optionalDependencies,
      peerDependencies,
      peerDependenciesMeta = {},
    } = manifest(path);
    const peers = Object.keys(peerDependencies ?? {}).filter((name) => !peerDependenciesMeta[name]?.optional);
    for (const name of [...Object.keys({ ...dependencies, ...optionalDependencies }), ...peers]) {
      const found = name.startsWith('@types/') ? undefined : resolved(inside, path, name);
      if (found === undefined || reached.has(found)) continue;
      reached.add(found);
      follow(found);
    }
  };
  follow('.');
  const { dependencies } = JSON.parse(readFileSync(join(repository, 'package.json'), 'utf8'));
  const bill = JSON.parse(readFileSync(join(root, 'app/sbom.cdx.json'), 'utf8'));
  const listed = new Set(bill.components.map(({ name, version }) => `${name}@${version}`));
  const present = [...inside].map(manifest).map(({ name, version }) => `${name}@${version}`);
  return [
    ...named(
      'is inside and no dependency leads to it',
      [...inside].filter((path) => !reached.has(path)),
    ),
    ...named(
      'is missing',
      Object.keys(dependencies).filter((name) => !inside.has(`node_modules/${name}`)),
    ),
    ...named(
      'is not on the bill of materials',
      present.filter((name) => !listed.has(name)),
    ),
  ];
}

function resolved(inside, from, name) {
  const folders = from.split('/node_modules/');
  for (let depth = folders.length; depth >= 0; depth--) {
    const above = folders.slice(0, depth).join('/node_modules/');
    const path = above === '' || above === '.' ? `node_modules/${name}` : `${above}/node_modules/${name}`;
    if (inside.has(path)) return path;
  }
  return undefined;
}

function packagesIn(root, folder) {
  const names = readdirSync(join(root, 'app', folder)).flatMap((name) =>
    name.startsWith('@')
      ? readdirSync(join(root, 'app', folder, name)).map((own) => `${name}/${own}`)
      : [name],
  );
  const own = names.filter((name) => !name.startsWith('.')).map((name) => `${folder}/${name}`);
  const nested = own
    .map((path) => `${path}/node_modules`)
    .filter((path) => existsSync(join(root, 'app', path)));
  return [...own, ...nested.flatMap((path) => packagesIn(root, path))];
}

/** Files, links, and folders that are empty. */
function filesOf(root, folder) {
  const entries = readdirSync(join(root, folder), { withFileTypes: true });
  if (entries.length === 0) return [folder];
  return entries.flatMap((entry) => {
    const path = `${folder}/${entry.name}`;
    return entry.isDirectory() ? filesOf(root, path) : [path];
  });
}

function isWritableByServer(path) {
  const found = statSync(path, { throwIfNoEntry: false });
  return found !== undefined && (found.uid === 1000 || (found.mode & 0o002) !== 0);
}

function named(fault, found) {
  const shown = found.slice(0, 10).map((path) => `${path} ${fault}`);
  return found.length > shown.length ? [...shown, `... and ${found.length - shown.length} more`] : shown;
}
