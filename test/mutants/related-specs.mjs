// Which unit specs read which source files, by their imports.
import { globSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';

const IMPORTED = /\bfrom '(\.[^']+)\.js'|\bimport '(\.[^']+)\.js'|\bimport\('(\.[^']+)\.js'\)/g;

/**
 * The specs under `src` that reach one of the paths: `{ path, reads }`, `reads` being those of the paths they reach.
 * Only those of the path's own area, `src/domain` or `src/kernel`: others say too little of it for what they take.
 */
export function specsReading(root, paths) {
  const importsOf = new Map();
  const wanted = new Set(paths);
  return globSync('src/**/*.spec.ts', { cwd: root })
    .sort()
    .map((path) => ({
      path,
      reads: [...closure(path)].filter((read) => wanted.has(read) && isNear(read, path)),
    }))
    .filter(({ reads }) => reads.length > 0);

  function closure(path) {
    const seen = new Set([path]);
    for (const each of seen) for (const imported of imports(each)) seen.add(imported);
    return seen;
  }

  function imports(path) {
    if (!importsOf.has(path)) importsOf.set(path, read(path));
    return importsOf.get(path);
  }

  function read(path) {
    let text;
    try {
      text = readFileSync(join(root, path), 'utf8');
    } catch {
      return [];
    }
    return [...text.matchAll(IMPORTED)].map(
      ([, ...found]) => `${posix.join(posix.dirname(path), found.find(Boolean))}.ts`,
    );
  }
}

function isNear(one, other) {
  const area = (path) => path.split('/').slice(0, 2).join('/');
  return area(one) === area(other);
}
