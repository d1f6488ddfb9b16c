/**
 * `node scripts/with-build.mjs [--if-missing] program [arguments]`: builds when sources have changed, or with
 * `--if-missing` only where there is no build, and then runs the program in this process, as if it had been started.
 */
import { spawnSync } from 'node:child_process';
import { join, resolve } from 'node:path';
import process from 'node:process';
import { pathToFileURL } from 'node:url';

const [node, , ...rest] = process.argv;
const when = rest[0] === '--if-missing' ? rest.shift() : '--if-stale';
const [program, ...args] = rest;
if (program === undefined) throw new Error('Which program?');

const builder = join(import.meta.dirname, 'build.mjs');
const { status } = spawnSync(node, [builder, when], { stdio: 'inherit' });
if (status !== 0) process.exit(status ?? 1);

const path = resolve(program);
process.argv = [node, path, ...args];
await import(pathToFileURL(path).href);
