#!/usr/bin/env node
/**
 * `docs/metrics.md` and `docs/log-fields.md` out of the source and its types. With `--check` it writes nothing and fails when
 * they are stale; it fails as well for a label that may be any word and for a line whose message or fields are not declared.
 * Of this repository, or of the folder that is given.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import process from 'node:process';
import { format, resolveConfig } from 'prettier';
import { logPage } from './observability/log-lines.mjs';
import { metricsPage } from './observability/metrics.mjs';
import { openProgram } from './observability/program.mjs';

const [given] = process.argv.slice(2).filter((argument) => !argument.startsWith('--'));
const ROOT = resolve(given ?? join(import.meta.dirname, '..'));
const program = openProgram(ROOT);
const faults = [];
const pages = [
  ['docs/metrics.md', await metricsPage(program, faults)],
  ['docs/log-fields.md', logPage(program, faults)],
];

for (const [path, text] of pages) {
  const file = join(ROOT, path);
  const page = await format(text, { ...(await resolveConfig(file)), filepath: file });
  if (!process.argv.includes('--check')) writeFileSync(file, page);
  else if (read(file) !== page) faults.push(`${path} is stale: npm run docs:observability`);
}
for (const fault of faults) process.stderr.write(`${fault}\n`);
if (faults.length > 0) process.exitCode = 1;

function read(file) {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return null;
  }
}
