// Starts the process of the specs (`unit-specs.mjs`, `http-process.mjs`), and starts it again after a fault that holds it.
import { fork } from 'node:child_process';
import { join } from 'node:path';
import process from 'node:process';
import { specsReading } from './related-specs.mjs';

/** A fault that blocks the process this long is noticed: no test of the project runs as long. */
const STALLED_MS = 60_000;

/** Sets the `outcome` of each fault: `noticed`, `survived` or `not reached`. */
export async function throughUnitSpecs(root, faults, progress) {
  const specs = specsReading(root, [...new Set(faults.map(({ path }) => path))]);
  await throughProcesses('unit-specs.mjs', faults, specs, progress);
}

/** Sets the `outcome` of each fault that has none, until `lastBegin`. */
export async function throughProcesses(program, faults, specs, progress, lastBegin = Infinity) {
  let left = faults;
  while (left.length > 0 && Date.now() < lastBegin) {
    await oneProcess(program, left, specs, progress, lastBegin);
    if (Date.now() >= lastBegin) return;
    const rest = left.filter(({ outcome }) => outcome === undefined);
    if (rest.length === left.length) throw new Error('the process of the specs ends before the first fault');
    left = rest;
  }
}

function oneProcess(program, faults, specs, progress, lastBegin) {
  const child = fork(join(import.meta.dirname, program), { execArgv: ['--no-warnings'] });
  const byId = new Map(faults.map((fault) => [fault.id, fault]));
  let current;
  let watch;
  child.on('message', ({ failed, learnt, begun, id, outcome }) => {
    if (learnt) process.stdout.write(`${learnt}\n`);
    for (const line of failed ?? []) process.stdout.write(`left out: ${line}\n`);
    clearTimeout(watch);
    if (begun !== undefined) {
      if (Date.now() >= lastBegin) return void child.kill('SIGKILL');
      current = byId.get(begun);
    }
    if (id !== undefined) settle(byId.get(id), outcome);
    if (current && current.outcome === undefined) watch = setTimeout(() => child.kill('SIGKILL'), STALLED_MS);
  });
  child.send({
    faults: faults.map(({ id, path, start, end, text }) => ({ id, path, start, end, text })),
    specs,
  });
  return new Promise((resolve) => {
    child.once('exit', () => {
      clearTimeout(watch);
      if (current && current.outcome === undefined) settle(current, 'noticed');
      resolve();
    });
  });

  function settle(fault, outcome) {
    fault.outcome = outcome;
    progress(outcome);
  }
}
