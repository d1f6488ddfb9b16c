// A process of its own for HTTP specs: the sources, the specs and one server for each spec file live in it, and faults
// are planted one after the other while they run. The messages are those of `unit-specs.mjs`.
import { readFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { join } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { transformSync } from '@swc/core';
import globalSetup from '../harness/jest/global-setup.mjs';
import globalTeardown from '../harness/jest/global-teardown.mjs';
import { setPasswordCost } from '../harness/jest/password-cost.mjs';
import { loadSource } from '../harness/jest/sources.mjs';
import { SWC } from '../harness/jest/typescript.mjs';
import { Ground } from './ground.mjs';
import { instrument } from './instrument.mjs';
import { collect, globals } from './spec-globals.mjs';

const ROOT = join(import.meta.dirname, '../..');
const PATIENCE_MS = 5_000;
const SET_UP_MS = 120_000;
/** A process that is silent for longer is held by a fault (`unit-runs.mjs`). */
const SIGN_OF_LIFE_MS = 10_000;
/** Beyond the time a test takes without the fault: a fault that makes it wait is noticed by that. */
const SLOWDOWN = 5;
/** Of the tests that reach a fault, the quickest first, as many run as take this long without it. */
const WORTH_MS = 5_000;
/** How many tests run where each needs a server of its own. */
const TESTS = 6;
/** A loop that a fault makes endless stops after as many steps. */
const MOST_STEPS = 5_000_000;

let planted = -1;
let steps = 0;
let reached = new Set();

globalThis.$globals = globals;
globalThis.$mutant = (id) => {
  if (planted === -1) reached.add(id);
  else if (++steps > MOST_STEPS) throw new Error('runs away');
  return planted === id;
};
// What a fault breaks beside the test that runs; the test says whether it matters.
process.on('uncaughtException', () => undefined);
process.on('unhandledRejection', () => undefined);

process.once('disconnect', () => process.exit(1));

process.once('message', ({ faults, specs }) => void work(faults, specs));

async function work(faults, specs) {
  setInterval(() => process.send({}), SIGN_OF_LIFE_MS);
  setPasswordCost(false);
  await loadSource(join(ROOT, 'test/harness/database/template.ts'));
  // Asked before the hooks of `sources.mjs`, which are there by now.
  readInstrumented(faults);
  await globalSetup();
  const files = [];
  for (const path of specs) files.push(await load(path));
  process.send({
    failed: files.filter(({ error }) => error).map(({ path, error }) => `${path}: ${error.message}`),
  });
  for (const file of files) if (!file.error) await learn(file);
  for (const { id } of faults) {
    process.send({ begun: id });
    process.send({ id, outcome: await outcomeOf(id, files) });
  }
  for (const { ground } of files) await ground.close();
  await globalTeardown();
  process.exit(0);
}

async function load(path) {
  const file = collect(path);
  file.loads = reached = new Set();
  try {
    await loadSource(join(ROOT, path));
  } catch (error) {
    file.error = error;
  }
  return Object.assign(file, { ground: new Ground(), setUp: new Set() });
}

/** Runs each test twice. One that fails is left out; one that cannot run again on the same server gets another each time. */
async function learn(file) {
  for (const test of file.tests) {
    reached = new Set();
    const ready = await within(SET_UP_MS, () => file.ground.open(test));
    for (const id of reached) file.setUp.add(id);
    reached = new Set();
    const begun = performance.now();
    test.usable = ready && (await within(30_000, () => file.ground.run(test)));
    Object.assign(test, { file, reached, duration: performance.now() - begun });
  }
  reached = new Set();
  for (const test of file.tests) test.needsGround = test.usable && !(await passes(test));
  for (const test of file.tests) if (test.needsGround || !test.usable) test.usable = await relearn(test);
  const usable = file.tests.filter((test) => test.usable);
  const alone = usable.filter((test) => test.needsGround).length;
  process.send({ learnt: `${file.path}: ${usable.length} of ${file.tests.length} tests, ${alone} alone` });
  await file.ground.close();
}

/** On a server of its own; what it reaches while that starts counts as well. */
async function relearn(test) {
  test.needsGround = true;
  reached = test.reached;
  const usable = await passes(test);
  reached = new Set();
  return usable;
}

async function outcomeOf(id, files) {
  const tests = files.flatMap((file) => file.tests).filter((test) => test.usable);
  tests.sort((one, other) => one.duration - other.duration);
  const reaching = tests.filter((test) => test.reached.has(id));
  for (const test of worthwhile(reaching)) if (await fails(id, test)) return 'noticed';
  const concerned = files.filter(({ setUp, loads }) => setUp.has(id) || loads.has(id));
  for (const file of concerned.slice(0, 2)) {
    const own = tests.filter((test) => test.file === file && !test.needsGround).slice(0, TESTS);
    if (await failsAfresh(id, file, own)) return 'noticed';
  }
  return reaching.length > 0 || concerned.length > 0 ? 'survived' : 'not reached';
}

function worthwhile(tests) {
  let left = WORTH_MS;
  const quick = tests.filter((test) => !test.needsGround && (left -= test.duration) > 0);
  return [...quick, ...tests.filter((test) => test.needsGround).slice(0, TESTS)];
}

/** A failure counts where the same test passes without the fault: what an earlier fault left behind counts for nothing. */
async function fails(id, test) {
  if (await passes(test, id)) return false;
  if (await passes(test)) return true;
  await test.file.ground.close();
  const broken = (await passes(test)) && !(await passes(test, id));
  await test.file.ground.close();
  return broken;
}

/** For what is computed while the modules load or the server starts: with the fault from the beginning. */
async function failsAfresh(id, file, tests) {
  await file.ground.close();
  const run = process.env.TEST_RUN;
  let fresh = { tests, file };
  try {
    planted = id;
    if (file.loads.has(id)) {
      process.env.TEST_RUN = `${run}-${id}`;
      const loaded = await load(file.path);
      if (loaded.error) return true;
      fresh = { file: loaded, tests: tests.map((test) => sameOf(loaded, file, test)) };
    }
    for (const [index, test] of fresh.tests.entries())
      if (!(await passes(test, id))) return await passesAfresh(tests[index]);
    return false;
  } finally {
    planted = -1;
    process.env.TEST_RUN = run;
    await file.ground.close();
    await fresh.file.ground.close();
  }
}

/** From the modules that were loaded without the fault. */
async function passesAfresh(test) {
  await test.file.ground.close();
  return passes(test);
}

function sameOf(loaded, file, test) {
  return { ...loaded.tests[file.tests.indexOf(test)], file: loaded, duration: test.duration };
}

async function passes(test, id = -1) {
  const { ground } = test.file;
  if (test.needsGround) await ground.close();
  planted = id;
  steps = 0;
  try {
    if (!(await within(SET_UP_MS, () => ground.open(test)))) return false;
    steps = 0;
    return await within(PATIENCE_MS + SLOWDOWN * test.duration, () => ground.run(test));
  } finally {
    planted = -1;
  }
}

async function within(milliseconds, act) {
  let timer;
  const late = new Promise((_, reject) => {
    timer = setTimeout(reject, milliseconds, new Error('too late'));
  });
  try {
    await Promise.race([act(), late]);
    return true;
  } catch (error) {
    if (process.env.MUTANTS_WHY) process.stderr.write(`${error.stack?.slice(0, 500)}\n`);
    return false;
  } finally {
    clearTimeout(timer);
  }
}

function readInstrumented(faults) {
  const byPath = Map.groupBy(faults, ({ path }) => join(ROOT, path));
  const compiled = new Map();
  registerHooks({
    resolve(specifier, context, next) {
      if (specifier === '@jest/globals') return { url: GLOBALS, format: 'module', shortCircuit: true };
      return next(specifier, context);
    },
    load(url, context, next) {
      const filename = url.startsWith('file:') ? fileURLToPath(url.replace(/\?.*$/, '')) : '';
      if (!byPath.has(filename)) return next(url, context);
      if (!compiled.has(filename)) compiled.set(filename, compile(filename, byPath.get(filename)));
      return { source: compiled.get(filename), format: 'module', shortCircuit: true };
    },
  });
}

const GLOBALS = `data:text/javascript,${encodeURIComponent(
  `export const { ${Object.keys(globals).join(', ')} } = globalThis.$globals;`,
)}`;

function compile(filename, faults) {
  const text = instrument(readFileSync(filename, 'utf8'), faults);
  return transformSync(text, { ...SWC, filename, sourceMaps: false }).code;
}
