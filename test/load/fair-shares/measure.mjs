/** Samples of the quiet organizations, and one line of the table for each thing. */
import { readFileSync } from 'node:fs';
import { loadavg } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import process from 'node:process';
import { setTimeout as sleep } from 'node:timers/promises';
import { cpuSeconds, cpuSecondsOfFamily } from '../stand/worker.mjs';

const ROUNDS = 5;
const PAUSE_MS = 50;
/** More than this is more than a quiet one may wait. */
const MAX_RATIO = 2;

const print = (line) => process.stdout.write(`${line}\n`);

export function printHead() {
  print(
    `load average ${loadavg()
      .map((each) => each.toFixed(2))
      .join(' ')}`,
  );
  print(
    '| thing | alone: median | p95 | beside: median | p95 | ratio | p95 | cores: server | PostgreSQL | loud | ' +
      'loud: answers per second | its wait | refused |',
  );
  print(`| --- |${' ---: |'.repeat(12)}`);
}

export function printFailures() {
  const counted = Object.entries(Object.groupBy(failures, (message) => message.slice(0, 200)));
  for (const [message, each] of counted) print(`failed ${each.length} times: ${message}`);
  print(
    `load average ${loadavg()
      .map((each) => each.toFixed(2))
      .join(' ')}`,
  );
}

export async function measure(thing, { quiet, loud, loudProcess, stands, gateway, database }) {
  const { name, ask, rounds = ROUNDS, settle } = thing;
  await thing.prepare?.({ quiet, loud, database, stands });
  const times = () => timesOf(quiet, (one) => ask(one, { stands, database }), rounds);
  if (rounds > 1) await times();
  const alone = await times();
  await loudProcess.ask({ start: name, loud });
  await sleep(thing.leadMs ?? 1_000);
  const used = coresOf({ server: gateway.pid, loud: loudProcess.pid, dataDir: gateway.dataDir });
  const beside = await times();
  const cores = used();
  const done = await loudProcess.ask({});
  await settle?.({ database, stands, loud });
  const figures = [at(alone, 0.5), at(alone, 0.95), at(beside, 0.5), at(beside, 0.95)];
  const ratios = [figures[2] / figures[0], figures[3] / figures[1]].map(
    (ratio) => `${ratio.toFixed(1)}${ratio > MAX_RATIO ? ' **>2**' : ''}`,
  );
  const cells = [name, ...figures.map((ms) => `${ms.toFixed(1)} ms`), ...ratios, ...cores, ...loudness(done)];
  print(`| ${cells.join(' | ')} |`);
}

/** What shows that it wanted all it could get. */
function loudness({ answered, refused, waitedMs, seconds }) {
  return [(answered / seconds).toFixed(1), `${(waitedMs / Math.max(1, answered)).toFixed(1)} ms`, refused];
}

const failures = [];

/** Sorted. What fails counts with the time until it did, and is reported below the table. */
async function timesOf(quiet, ask, rounds) {
  const times = [];
  await Promise.all(
    quiet.map(async (one, index) => {
      await sleep((index * PAUSE_MS) / 4);
      for (let round = 0; round < rounds; round++) {
        const began = performance.now();
        const own = await ask(one).catch((error) => void failures.push(error.message));
        times.push(typeof own === 'number' ? own : performance.now() - began);
        await sleep(PAUSE_MS);
      }
    }),
  );
  return times.sort((one, other) => one - other);
}

const at = (sorted, part) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))];

/** How many cores each has used since. */
function coresOf({ server, loud, dataDir }) {
  const postmaster = Number(readFileSync(join(dataDir, 'postgres/postmaster.pid'), 'latin1').split('\n')[0]);
  const read = () => [cpuSeconds(server), cpuSecondsOfFamily(postmaster), cpuSeconds(loud)];
  const [before, began] = [read(), performance.now()];
  return () => {
    const seconds = (performance.now() - began) / 1_000;
    return read().map((now, index) => ((now - before[index]) / seconds).toFixed(2));
  };
}
