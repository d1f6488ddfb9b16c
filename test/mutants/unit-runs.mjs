// Starts the process of the unit specs (`unit-specs.mjs`), and starts it again after a fault that holds it.
import { fork } from 'node:child_process';
import { join } from 'node:path';
import process from 'node:process';
import { specsReading } from './related-specs.mjs';

/** A fault that blocks the process this long is noticed: no test of the project runs as long. */
const STALLED_MS = 60_000;

/** Sets the `outcome` of each fault: `noticed`, `survived` or `not reached`. */
export async function throughUnitSpecs(root, faults, progress) {
  const specs = specsReading(root, [...new Set(faults.map(({ path }) => path))]);
  let left = faults;
  while (left.length > 0) {
    await oneProcess(left, specs, progress);
    const rest = left.filter(({ outcome }) => outcome === undefined);
    if (rest.length === left.length)
      throw new Error('the process of the unit specs ends before the first fault');
    left = rest;
  }
}

function oneProcess(faults, specs, progress) {
  const child = fork(join(import.meta.dirname, 'unit-specs.mjs'), { execArgv: ['--no-warnings'] });
  const byId = new Map(faults.map((fault) => [fault.id, fault]));
  let current;
  let watch;
  child.on('message', ({ failed, begun, id, outcome }) => {
    for (const line of failed ?? []) process.stdout.write(`left out: ${line}\n`);
    clearTimeout(watch);
    if (begun !== undefined) {
      current = byId.get(begun);
      watch = setTimeout(() => child.kill('SIGKILL'), STALLED_MS);
    }
    if (id !== undefined) settle(byId.get(id), outcome);
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
