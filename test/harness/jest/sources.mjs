/**
 * The sources under test as Node's own modules, outside the world that Jest makes anew for every spec file: one graph
 * for all files of a worker, which is linked once and stays warm. Measured, a graph of its own cost each file more than
 * a second of a processor before its first test, and as much again until its code was compiled.
 */
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { transformSync, version } from '@swc/core';
import { keepNamesLocal } from './names.mjs';
import { SWC } from './typescript.mjs';

const ROOT = pathToFileURL(join(import.meta.dirname, '../../..')).href;

const TRANSFORMED = join(import.meta.dirname, '../../../node_modules/.cache/sources');

let hooked = false;

/** The module of a source file. A later run in the same process, as `--watch` makes them, loads what is there then. */
export function loadSource(path) {
  if (!hooked) {
    registerHooks({ resolve, load });
    keepNamesLocal();
  }
  hooked = true;
  const { href } = pathToFileURL(path);
  return import(isOurs(href) ? `${href}?run=${process.env.TEST_RUN ?? ''}` : href);
}

function resolve(specifier, context, next) {
  const { parentURL } = context;
  // By a path, or by the whole address, as commands load what they find in a folder.
  const isSource = specifier.startsWith('.') || isOurs(specifier);
  if (!isSource || !isOurs(parentURL)) return next(specifier, context);
  const url = new URL(specifier.replace(/\.js$/, '.ts'), parentURL);
  if (!existsSync(fileURLToPath(url))) return next(specifier, context);
  url.search ||= new URL(parentURL).search;
  return { url: url.href, format: 'module', shortCircuit: true };
}

function load(url, context, next) {
  if (!isOurs(url) || !new URL(url).pathname.endsWith('.ts')) return next(url, context);
  const filename = fileURLToPath(url);
  return { source: transformed(filename), format: 'module', shortCircuit: true };
}

/** Kept for all workers and runs, as Jest keeps specs: half of what loading the sources takes is this. */
function transformed(filename) {
  const text = readFileSync(filename, 'utf8');
  const key = [version, JSON.stringify(SWC), filename, text].join('\0');
  const kept = join(TRANSFORMED, `${createHash('sha256').update(key).digest('hex')}.js`);
  try {
    return readFileSync(kept, 'utf8');
  } catch {
    const { code } = transformSync(text, { ...SWC, filename });
    keep(kept, code);
    return code;
  }
}

/** Whole or not at all: other workers read and write the same. */
function keep(path, code) {
  const written = `${path}.${process.pid}`;
  mkdirSync(TRANSFORMED, { recursive: true });
  writeFileSync(written, code);
  renameSync(written, path);
}

function isOurs(url) {
  return url?.startsWith(ROOT) && !url.includes('/node_modules/');
}
