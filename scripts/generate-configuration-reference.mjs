// Writes docs/configuration.md and config/.env.example from the settings table of the built server;
// with --check it writes nothing and fails when they are stale.
import { readFileSync, writeFileSync } from 'node:fs';
import process from 'node:process';
import { URL } from 'node:url';
import { renderEnvExample, renderReference } from '../dist/src/kernel/config/reference.js';

const files = [
  ['docs/configuration.md', renderReference()],
  ['config/.env.example', renderEnvExample()],
];
const check = process.argv.includes('--check');

for (const [path, content] of files) {
  const url = new URL(`../${path}`, import.meta.url);
  if (!check) {
    writeFileSync(url, content);
    process.stdout.write(`wrote ${path}\n`);
  } else if (read(url) !== content) {
    process.stderr.write(`${path} is stale: run "npm run docs:config"\n`);
    process.exitCode = 1;
  }
}

function read(url) {
  try {
    return readFileSync(url, 'utf8');
  } catch {
    return null;
  }
}
