/**
 * Fails when a ring of `src` (docs/architecture.md) declares an exported name in two files: a reader who searches for a
 * name finds one thing. Names that are passed on from another file do not count.
 *
 *     node scripts/check-export-names.mjs
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';

const RINGS = ['src/domain', 'src/kernel', 'src/modules', 'src/gateway', 'src/cli', 'cli/src', 'client/src'];
const GENERATED = 'client/src/generated';
const DECLARED =
  /^export (?:declare )?(?:default )?(?:abstract )?(?:async )?(?:class|interface|type|enum|const|let|function\*?) +(\w+)/gm;

const sourceFiles = (ring) =>
  readdirSync(ring, { recursive: true })
    .map((name) => join(ring, name))
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.spec.ts') && !name.startsWith(GENERATED));

/** Name → files that declare it. A type and a value of one name in one file are one declaration; so are overloads. */
function declarations(ring) {
  const places = new Map();
  for (const file of sourceFiles(ring)) {
    for (const name of new Set(
      [...readFileSync(file, 'utf8').matchAll(DECLARED)].map(([, found]) => found),
    )) {
      places.set(name, [...(places.get(name) ?? []), file]);
    }
  }
  return places;
}

let doubles = 0;
for (const ring of RINGS) {
  for (const [name, files] of declarations(ring)) {
    if (files.length === 1) continue;
    doubles++;
    process.stderr.write(`${ring} declares ${name} ${files.length} times: ${files.join(', ')}\n`);
  }
}
if (doubles > 0) process.stderr.write(`${doubles} exported names are declared twice.\n`);
process.exitCode = doubles === 0 ? 0 : 1;
