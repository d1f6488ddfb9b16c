/**
 * Two servers under everything at once while things go wrong around them: `npm run soak`, or with minutes
 * `npm run soak -- 60`. Ends with an error when memory, handles, connections, threads or tables grow, when a request was
 * forwarded twice, without its credential or against policy, or when an answer was wrong that nothing excuses.
 */
import process from 'node:process';
import { setTimeout as sleep } from 'node:timers/promises';
import { disturbances } from './disturbances.mjs';
import { figures } from './figures.mjs';
import { startGround } from './ground.mjs';
import { loads, repeat } from './loads.mjs';
import { settle } from './people.mjs';
import { startUpstream } from './upstream.mjs';
import { verdicts } from './verdicts.mjs';

const minutes = Number(process.argv[2] ?? 10);
const RUN_MS = minutes * 60_000;
const SAMPLE_MS = 2_000;
const TELL_MS = Math.min(60_000, RUN_MS / 4);
/** Long enough that most of the time nothing is excused. */
const PAUSE_MS = Math.min(22_000, RUN_MS / 8);
const LAST_MS = 4_000;
/** A day passes in a minute for what the request log keeps, and its retention runs more often, so that it has work. */
const AGEING_MS = 20_000;
const AGE = `UPDATE request_log SET created_at = created_at - interval '2 days'
  WHERE created_at BETWEEN now() - interval '1 day' AND now() - interval '60 seconds'`;
const PURGE = `SELECT graphile_worker.add_job('gateway.purge-request-log')`;
/** Loops of each load, and the pause in them where it is not the usual one. */
const AT_ONCE = {
  tunnels: [4],
  reverse: [4],
  closed: [1, 100],
  events: [2],
  webSockets: [2],
  approvals: [2],
  reads: [1],
  writes: [1, 200],
  rules: [1],
  directory: [1, 200],
};

const say = (line) => process.stdout.write(`${line}\n`);
const row = (cells, widths) =>
  say(
    cells
      .map((cell, at) => (at === 0 ? String(cell).padEnd(widths[0]) : String(cell).padStart(widths[at])))
      .join(''),
  );

async function every(milliseconds, goesOn, work) {
  for (; goesOn(); await sleep(milliseconds)) await work().catch(() => undefined);
}

async function soak(ground, upstream) {
  const people = await settle(ground.servers.steady);
  const disturbed = disturbances(ground, say);
  const { judge, byKind, wrong } = verdicts(disturbed.during);
  const working = loads({ ground, upstream, people, judge });
  const measured = figures(ground);
  const began = performance.now();
  const ends = began + RUN_MS;
  const goesOn = () => performance.now() < ends;
  await Promise.all([
    ...Object.entries(AT_ONCE).flatMap(([name, [loops, pause]]) =>
      Array.from({ length: loops }, () => repeat(working[name], goesOn, pause)),
    ),
    disturbed.run(PAUSE_MS, LAST_MS, goesOn),
    every(SAMPLE_MS, goesOn, () => measured.sample()),
    every(TELL_MS, goesOn, async () =>
      say(`${((performance.now() - began) / 60_000).toFixed(1)} min: ${soFar(byKind)}`),
    ),
    every(AGEING_MS, goesOn, () => ground.query(AGE).then(() => ground.query(PURGE))),
  ]);
  await working.close();
  const faults = [...told(measured.table()), ...answered(byKind, wrong), ...forwarded(upstream)];
  say(`\ndisturbed: ${[...disturbed.counts].map(([name, times]) => `${name} ${times}x`).join(', ')}`);
  for (const fault of faults) say(`FAIL ${fault}`);
  say(faults.length === 0 ? 'Nothing grew, nothing was doubled, nothing passed that should not have.' : '');
  if (faults.length > 0) process.exitCode = 1;
}

function soFar(byKind) {
  const sum = (what) => [...byKind.values()].reduce((total, counts) => total + counts[what], 0);
  return `${sum('right')} right, ${sum('interrupted')} disturbed, ${sum('wrong')} wrong`;
}

function told(table) {
  const widths = [44, 12, 12, 12];
  row(['median of each third', 'first', 'second', 'last'], widths);
  const shown = (value) => (Number.isInteger(value) ? value : value.toFixed(1));
  for (const { name, first, second, last, judged } of table)
    row([judged ? name : `${name} (not judged)`, ...[first, second, last].map(shown)], widths);
  return table
    .filter(({ grew }) => grew)
    .map(
      ({ name, first, second, last }) =>
        `${name} grew from ${shown(Math.max(first, second))} to ${shown(last)}`,
    );
}

function answered(byKind, wrong) {
  const widths = [44, 12, 12, 12];
  say('');
  row(['answers', 'right', 'disturbed', 'wrong'], widths);
  for (const [kind, { right, interrupted, wrong: not }] of [...byKind].sort())
    row([kind, right, interrupted, not], widths);
  return wrong;
}

function forwarded({ seen, without }) {
  const paths = [...seen];
  const against = paths.filter(([path]) => path.startsWith('/closed/') || path.startsWith('/toggled/'));
  return [
    ...paths.filter(([, times]) => times > 1).map(([path, times]) => `${path} was forwarded ${times} times`),
    ...against.map(([path]) => `${path} was forwarded against policy`),
    ...without.map((path) => `${path} was forwarded without its credential`),
  ];
}

const upstream = await startUpstream('dist');
const ground = await startGround('dist', upstream);
try {
  await soak(ground, upstream);
} finally {
  await ground.stop();
  upstream.stop();
}
