/**
 * Loaded into the server before it starts: names below `silent.test` are looked up by a name server that says nothing, and
 * those below `quick.test` are this machine. As libuv does it, eight look-ups at a time in the order of their arrival.
 */
import dns from 'node:dns';
import { syncBuiltinESMExports } from 'node:module';
import { setTimeout as sleep } from 'node:timers/promises';

const THREADS = 8;
const SILENT_MS = 1_000;
const lookup = dns.promises.lookup;
const waiting = [];
let taken = 0;

async function onThread(work) {
  if (taken === THREADS) await new Promise((resolve) => waiting.push(resolve));
  else taken += 1;
  try {
    return await work();
  } finally {
    const next = waiting.shift();
    if (next) next();
    else taken -= 1;
  }
}

dns.promises.lookup = (name, options) => {
  if (name.endsWith('.silent.test'))
    return onThread(async () => {
      await sleep(SILENT_MS);
      throw Object.assign(new Error('No answer'), { code: 'EAI_AGAIN' });
    });
  const found = { address: '127.0.0.1', family: 4 };
  if (name.endsWith('.quick.test')) return onThread(async () => (options?.all ? [found] : found));
  return lookup(name, options);
};
syncBuiltinESMExports();
