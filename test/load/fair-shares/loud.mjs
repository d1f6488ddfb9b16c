/** The loud organization, in a process of its own: what it does must not slow the clocks of the quiet ones. */
import { becomeWorker } from '../stand/worker.mjs';
import { THINGS } from './things.mjs';

let loud;
let stop;

async function command({ start }) {
  if (start === undefined) return void (await stop());
  stop = await THINGS.find(({ name }) => name === start).load(loud);
}

becomeWorker(async (settings) => void (loud = settings.loud), command);
