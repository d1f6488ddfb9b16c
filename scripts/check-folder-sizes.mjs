/**
 * Fails when a folder of the sources holds more files than a reader takes in at once, specs and README included. Make a
 * folder for what belongs together, and name it for what is in it.
 *
 *     node scripts/check-folder-sizes.mjs
 */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';

const ROOTS = ['src', 'cli', 'client/src'];
const MAX_FILES = 20;

function foldersBelow(folder) {
  const below = readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .flatMap((entry) => foldersBelow(join(folder, entry.name)));
  return [folder, ...below];
}

const filesIn = (folder) =>
  readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isFile()).length;

const overfull = ROOTS.flatMap(foldersBelow)
  .map((folder) => ({ folder, files: filesIn(folder) }))
  .filter(({ files }) => files > MAX_FILES);

for (const { folder, files } of overfull) {
  process.stderr.write(`${folder} holds ${files} files, at most ${MAX_FILES} are allowed.\n`);
}
process.exitCode = overfull.length === 0 ? 0 : 1;
