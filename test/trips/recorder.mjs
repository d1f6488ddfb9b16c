/**
 * Preloaded into a server that runs the files of `dist/src`: every function of ours says when it is entered. On the port
 * `TRIPS_PORT`, `/begin` starts a recording and `/end` answers with it: `[file, function]` of each entry, in order.
 */
import { Buffer } from 'node:buffer';
import { createServer } from 'node:http';
import { registerHooks } from 'node:module';
import process from 'node:process';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { isMainThread } from 'node:worker_threads';
import { announceEntries } from './announce-entries.mjs';

const OURS = /\/dist\/(src\/.+)\.js$/;

const functions = [];
let recorded = null;

globalThis.entered = (number) => recorded?.push(number);

registerHooks({
  load(url, context, next) {
    const loaded = next(url, context);
    const path = OURS.exec(url)?.[1];
    if (path === undefined || loaded.source === null) return loaded;
    const text = Buffer.from(loaded.source).toString();
    const source = announceEntries(
      fileURLToPath(url),
      text,
      (name) => functions.push([`${path}.ts`, name]) - 1,
    );
    return { ...loaded, source };
  },
});

if (isMainThread) {
  const control = createServer(async (request, response) => {
    if (request.url === '/begin') recorded = [];
    // What the end of a request calls in the turns that follow it is a part of it.
    else for (let turn = 0; turn < 10; turn++) await nextTurn();
    const entries = request.url === '/begin' ? [] : recorded.map((number) => functions[number]);
    if (request.url !== '/begin') recorded = null;
    response.end(JSON.stringify(entries));
  });
  control.listen(Number(process.env.TRIPS_PORT), '127.0.0.1').unref();
}
