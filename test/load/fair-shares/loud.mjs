/** The loud organization, in a process of its own: what it does must not slow the clocks of the quiet ones. */
import { performance } from 'node:perf_hooks';
import { becomeWorker } from '../stand/worker.mjs';
import { tally } from './asking.mjs';
import { THINGS } from './things.mjs';

let stop;
let began;

/** `start` names a thing and `loud` is the organization; without them it stops, and answers how much it did. */
async function command({ start, loud }) {
  if (start !== undefined) {
    Object.assign(tally, { answered: 0, refused: 0, waitedMs: 0 });
    began = performance.now();
    stop = await THINGS.find(({ name }) => name === start).load(loud);
    return {};
  }
  const done = { ...tally, seconds: (performance.now() - began) / 1_000 };
  await stop();
  return done;
}

becomeWorker(async () => ({}), command);
