#!/usr/bin/env node
/**
 * `docs/licences.md`: what the server is made of and under which licence. With `--check` it fails when the file is not what
 * the lockfile says, or when a package comes under a licence that is not on the list below.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';

/** They let the server be given on under its own licence; nothing of them reaches into our source. */
const ALLOWED = new Set([
  '(MIT OR CC0-1.0)',
  '0BSD',
  'Apache-2.0',
  'Apache-2.0 AND MIT',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'BlueOak-1.0.0',
  'CC-BY-4.0',
  'ISC',
  'MIT',
  'MIT-0',
  'PostgreSQL',
  'Python-2.0',
  'Unlicense',
]);

/** Packages that say it elsewhere or in words of their own; read in their files. */
const READ_BY_HAND = { limiter: 'MIT', 'passport-strategy': 'MIT', pause: 'MIT', 'xml-escape': 'MIT' };

const ROOT = join(import.meta.dirname, '..');
const FILE = join(ROOT, 'docs/licences.md');
const INSIDE = 'node_modules/';

const { packages } = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8'));
const all = Object.entries(packages)
  .filter(([path, { link = false }]) => path.startsWith(INSIDE) && !link)
  .map(([path, { version, license, dev = false }]) => {
    const name = path.slice(path.lastIndexOf(INSIDE) + INSIDE.length);
    return { name, version, dev, licence: READ_BY_HAND[name] ?? license ?? 'unknown' };
  });

const text = page(all);
const refused = all.filter(({ licence }) => !ALLOWED.has(licence));
for (const { name, version, licence } of refused)
  process.stderr.write(`${name} ${version} is under "${licence}", which nobody has allowed yet\n`);
if (refused.length > 0) process.exitCode = 1;

if (!process.argv.includes('--check')) writeFileSync(FILE, text);
else if (readFileSync(FILE, 'utf8') !== text) {
  process.stderr.write('docs/licences.md is not what the lockfile says: npm run docs:licences\n');
  process.exitCode = 1;
}

function page(packagesOfLock) {
  const shipped = new Map();
  for (const { name, licence, dev } of packagesOfLock) if (!dev) shipped.set(name, licence);
  const byLicence = Map.groupBy([...shipped], ([, licence]) => licence);
  const sections = [...byLicence].sort(([one], [other]) => one.localeCompare(other, 'en')).map(section);
  return `# Licences

The packages that \`npm ci --omit=dev\` installs, by licence. \`npm run docs:licences\` generates this page from the lockfile. The
lint fails for a package with a licence that is not on the list in \`scripts/generate-licences.mjs\`.
\`node scripts/write-sbom.mjs <file>\` writes the same list with versions and checksums, as CycloneDX.

${sections.join('\n')}`;
}

function section([licence, entries]) {
  const names = entries.map(([name]) => `\`${name}\``).sort((one, other) => one.localeCompare(other, 'en'));
  return `## ${licence}\n\n${names.join(', ')}\n`;
}
