/**
 * Fails when two folders below the same parent need each other, at any depth of the given roots. The files that lie
 * directly in the parent count as one more folder, so a folder must not import from a file above it that imports the
 * folder. Types count. Specs do not: a spec may read whatever it proves.
 *
 *     node scripts/check-folder-circles.mjs [root ...]
 */
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import process from 'node:process';

const ROOTS = process.argv.length > 2 ? process.argv.slice(2) : ['src', 'cli/src', 'client/src'];
const IMPORTED = /\b(?:from|import)\s*\(?\s*'(\.{1,2}\/[^']+)'/g;
const LOOSE_FILES = '(files)';
const EXAMPLES_SHOWN = 3;

const sourceFiles = (root) =>
  readdirSync(root, { recursive: true })
    .map((name) => join(root, name))
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.spec.ts'));

const importsOf = (file, known) =>
  [...readFileSync(file, 'utf8').matchAll(IMPORTED)]
    .map(([, specifier]) => join(dirname(file), specifier).replace(/\.js$/, '.ts'))
    .filter((target) => known.has(target))
    .map((target) => ({ file, target }));

/** The part of `folder` that holds the file; null: the file is elsewhere. */
function partOf(folder, file) {
  const path = relative(folder, file).split(sep);
  if (path[0] === '..') return null;
  return path.length === 1 ? LOOSE_FILES : path[0];
}

/** Part → part → imports between them. */
function arrowsBelow(folder, imports) {
  const arrows = new Map();
  for (const each of imports) {
    const from = partOf(folder, each.file);
    const to = partOf(folder, each.target);
    if (from === null || to === null || from === to) continue;
    if (!arrows.has(from)) arrows.set(from, new Map());
    const targets = arrows.get(from);
    targets.set(to, [...(targets.get(to) ?? []), each]);
  }
  return arrows;
}

/** The parts that stand in a circle: those that reach themselves. */
function circling(arrows) {
  const reachable = (start) => {
    const seen = new Set();
    const open = [start];
    while (open.length > 0) {
      for (const next of arrows.get(open.pop())?.keys() ?? []) {
        if (!seen.has(next)) open.push(next);
        seen.add(next);
      }
    }
    return seen;
  };
  const reaches = new Map([...arrows.keys()].map((part) => [part, reachable(part)]));
  return [...arrows.keys()].filter((part) => reaches.get(part).has(part)).map((part) => [part, reaches]);
}

function report(folder, arrows, parts) {
  process.stderr.write(`${folder}: a circle of ${parts.map(([part]) => part).join(', ')}\n`);
  for (const [part, reaches] of parts) {
    for (const [to, imports] of arrows.get(part)) {
      if (!reaches.get(to)?.has(part)) continue;
      const shown = imports
        .slice(0, EXAMPLES_SHOWN)
        .map(({ file, target }) => `${relative(folder, file)} imports ${relative(folder, target)}`);
      process.stderr.write(`  ${part} → ${to} (${imports.length}): ${shown.join('; ')}\n`);
    }
  }
}

const files = ROOTS.flatMap(sourceFiles);
const known = new Set(files);
const imports = files.flatMap((file) => importsOf(file, known));
const folders = new Set(ROOTS);
for (const file of files) {
  for (let folder = dirname(file); folder !== '.' && !folders.has(folder); folder = dirname(folder))
    folders.add(folder);
}

let circles = 0;
for (const folder of [...folders].sort()) {
  const arrows = arrowsBelow(folder, imports);
  const parts = circling(arrows);
  if (parts.length === 0) continue;
  circles++;
  report(folder, arrows, parts);
}
if (circles > 0) process.stderr.write(`${circles} folders hold circles.\n`);
process.exitCode = circles === 0 ? 0 : 1;
