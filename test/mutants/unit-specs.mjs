// A process of its own for the unit specs: loads them once, learns which test reaches which fault, and plants the
// faults one after the other. Receives `{ faults, specs }`, sends `{ failed }`, `{ begun: id }` and `{ id, outcome }`.
import { readFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { dirname, join } from 'node:path';
import process from 'node:process';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { transformSync } from '@swc/core';
import fc from 'fast-check';
import { SWC } from '../harness/jest/typescript.mjs';
import { instrument } from './instrument.mjs';
import { collect, globals, runTest } from './spec-globals.mjs';

const ROOT = join(import.meta.dirname, '../..');
const ROOT_URL = pathToFileURL(ROOT).href;
const PATIENCE_MS = 20_000;
/** A loop that a fault makes endless stops after this many times the steps that the test takes without it. */
const RUNAWAY = 50;
const ALLOWANCE = 100_000;

let planted = -1;
let steps = 0;
let maxSteps = Infinity;
let reached = new Set();
let generation = 0;
let failing;

globalThis.$globals = globals;
globalThis.$mutant = (id) => {
  if (++steps > maxSteps) throw new Error('runs away');
  if (planted === -1) reached.add(id);
  return planted === id;
};
fc.configureGlobal({ seed: 1, endOnFailure: true });

// What a fault breaks beside the test that runs fails that test.
process.on('uncaughtException', (error) => failing?.(error));

process.once('message', ({ faults, specs }) => void work(faults, specs));

async function work(faults, specs) {
  readInstrumented(faults);
  const files = await load(specs);
  process.send({
    failed: files.filter(({ error }) => error).map(({ path, error }) => `${path}: ${error.message}`),
  });
  const usable = files.filter(({ error }) => !error);
  for (const file of usable) await learn(file);
  for (const { id, path } of faults) {
    process.send({ begun: id });
    const reading = usable.filter(({ reads }) => reads.has(path));
    const near = reading.filter((file) => dirname(file.path) === dirname(path));
    const outcome = await outcomeOf(id, reading, near.length > 0 ? near : reading);
    process.send({ id, outcome });
  }
  process.exit(0);
}

/** As the spec stands: what each test reaches and needs; one that fails here without a fault is left out. */
async function learn(file) {
  for (const test of file.tests) {
    reached = new Set();
    steps = 0;
    const begun = performance.now();
    test.usable = await passes(test);
    Object.assign(test, { reached, steps, duration: performance.now() - begun });
  }
}

async function outcomeOf(id, files, near) {
  planted = id;
  maxSteps = Infinity;
  try {
    const reaching = files
      .flatMap(({ tests }) => tests)
      .filter((test) => test.usable && test.reached.has(id));
    reaching.sort((one, other) => one.duration - other.duration);
    if (await anyFails(reaching)) return 'noticed';
    if (await anyFailsAfresh(id, near)) return 'noticed';
    return reaching.length > 0 || files.some(({ loads }) => loads.has(id)) ? 'survived' : 'not reached';
  } finally {
    planted = -1;
    maxSteps = Infinity;
  }
}

/** What is computed while a module loads, or kept from an earlier test, is computed with the fault here. */
async function anyFailsAfresh(id, files) {
  const concerned = files.filter(
    ({ loads, tests }) => loads.has(id) || tests.some((test) => test.reached.has(id)),
  );
  for (const learned of concerned) {
    const [fresh] = await load([learned]);
    if (fresh.error) return true;
    const again = fresh.tests.flatMap((test, index) => {
      const { usable, reached: before, steps: needed } = learned.tests[index];
      return usable && (learned.loads.has(id) || before.has(id)) ? [{ ...test, steps: needed }] : [];
    });
    if (await anyFails(again)) return true;
  }
  return false;
}

async function anyFails(tests) {
  for (const test of tests) {
    steps = 0;
    maxSteps = ALLOWANCE + RUNAWAY * test.steps;
    if (!(await passes(test))) return true;
  }
  maxSteps = Infinity;
  return false;
}

async function passes(test) {
  let timer;
  const late = new Promise((_, reject) => {
    timer = setTimeout(reject, PATIENCE_MS, new Error('too late'));
    failing = reject;
  });
  try {
    await Promise.race([runTest(test), late]);
    return true;
  } catch {
    return false;
  } finally {
    clearTimeout(timer);
  }
}

/** Each of the specs with a graph of modules of its own, so that what a module does while it loads counts for each. */
async function load(specs) {
  const files = [];
  for (const { path, reads } of specs) {
    generation += 1;
    const file = Object.assign(collect(path), { reads: new Set(reads) });
    reached = new Set();
    try {
      await import(`${pathToFileURL(join(ROOT, path)).href}?generation=${generation}`);
    } catch (error) {
      file.error = error;
    }
    files.push(Object.assign(file, { loads: reached }));
  }
  return files;
}

/** Our TypeScript as Node's modules, with the switches; `@jest/globals` is `spec-globals.mjs`. */
function readInstrumented(faults) {
  const byPath = Map.groupBy(faults, ({ path }) => pathToFileURL(join(ROOT, path)).href);
  const compiled = new Map();
  registerHooks({
    resolve(specifier, context, next) {
      if (specifier === '@jest/globals') return { url: GLOBALS, format: 'module', shortCircuit: true };
      const { parentURL } = context;
      if (!specifier.startsWith('.') || !isOurs(parentURL)) return next(specifier, context);
      const url = new URL(specifier.replace(/\.js$/, '.ts'), parentURL);
      if (!url.pathname.endsWith('.ts')) return next(specifier, context);
      url.search = new URL(parentURL).search;
      return { url: url.href, format: 'module', shortCircuit: true };
    },
    load(url, context, next) {
      if (!isOurs(url) || !new URL(url).pathname.endsWith('.ts')) return next(url, context);
      const plain = url.replace(/\?.*$/, '');
      if (!compiled.has(plain)) compiled.set(plain, compile(plain, byPath.get(plain) ?? []));
      return { source: compiled.get(plain), format: 'module', shortCircuit: true };
    },
  });
}

const GLOBALS = `data:text/javascript,${encodeURIComponent(
  `export const { ${Object.keys(globals).join(', ')} } = globalThis.$globals;`,
)}`;

function compile(url, faults) {
  const filename = fileURLToPath(url);
  const text = readFileSync(filename, 'utf8');
  return transformSync(instrument(text, faults), { ...SWC, filename, sourceMaps: false }).code;
}

function isOurs(url) {
  return url?.startsWith(`${ROOT_URL}/`) && !url.includes('/node_modules/');
}
