/** One storm at a time, in a process of its own: what it costs to make is not the server's. */
import process from 'node:process';
import { performance } from 'node:perf_hooks';
import { becomeWorker } from '../load/stand/worker.mjs';
import { Storm } from './storm.mjs';
import { STORMS } from './storms.mjs';

const MICROSECONDS = 1_000_000;

async function run({ name, ...settings }) {
  const storm = new Storm(settings);
  const { run } = STORMS.find((one) => one.name === name);
  const cpu = process.cpuUsage();
  const began = performance.now();
  await run(storm);
  const { user, system } = process.cpuUsage(cpu);
  const seconds = (performance.now() - began) / 1_000;
  const { held, counts } = storm;
  storm.end();
  return { held, counts, cpu: (user + system) / MICROSECONDS / seconds };
}

becomeWorker(async () => ({}), run);
