/**
 * `npm run trips [-- --list]`: the way of one request through the source, recorded in a built server whose functions say
 * when they are entered. A server does other work meanwhile, so that each request is sent several times and the recording
 * that came most often counts. With `--list` each trip is printed, a line for each file that is entered.
 */
import { connect as connectHttp2 } from 'node:http2';
import { join, resolve } from 'node:path';
import process from 'node:process';
import { pathToFileURL } from 'node:url';
import { freePort } from '../demo/processes.mjs';
import { HttpConnection } from '../load/stand/http-connection.mjs';
import { startStand } from '../load/stand/stand.mjs';
import { countTrip } from './count-trip.mjs';

const WARM = 50;
const RECORDINGS = 11;
const DIST = resolve('dist');

const print = (line = '') => process.stdout.write(`${line}\n`);
const listing = process.argv.includes('--list');

const port = await freePort();
const stand = await startStand(DIST, {
  environment: { TRIPS_PORT: String(port) },
  nodeArguments: ['--import', pathToFileURL(join(import.meta.dirname, 'recorder.mjs')).href],
  // The files as they were compiled, not the bundle of them.
  launch: (command, args) => [command, [...args.slice(0, -1), join(DIST, 'src/main.js')]],
});
try {
  print('one request'.padEnd(26) + ['files', 'calls', 'returns'].map((title) => title.padStart(9)).join(''));
  for (const [title, open] of [
    ['GET in a tunnel', tunnelOpened],
    ['GET on HTTP/2', sessionOpened],
    ['POST /v1/secrets', secretsOpened],
  ]) {
    const { send, close } = await open(stand);
    const entries = await usualTrip(send);
    await close();
    const { files, calls, returns } = countTrip(entries);
    print(title.padEnd(26) + [files, calls, returns].map((cell) => String(cell).padStart(9)).join(''));
    if (listing) print(listed(entries));
  }
} finally {
  await stand.stop();
}

/** The trip that came most often. */
async function usualTrip(send) {
  for (let count = 0; count < WARM; count++) await send();
  const trips = new Map();
  for (let count = 0; count < RECORDINGS; count++) {
    await control('begin');
    await send();
    const entries = await control('end');
    const key = JSON.stringify(entries);
    trips.set(key, { entries, times: (trips.get(key)?.times ?? 0) + 1 });
  }
  return [...trips.values()].sort((a, b) => b.times - a.times)[0].entries;
}

async function control(command) {
  const answer = await fetch(`http://127.0.0.1:${port}/${command}`);
  return answer.json();
}

/** `src/file.ts  a, b, c`: the functions entered before the next file is. */
function listed(entries) {
  const lines = [];
  for (const [file, name] of entries) {
    const last = lines.at(-1);
    if (last?.file === file) last.names.push(name);
    else lines.push({ file, names: [name] });
  }
  return lines.map(({ file, names }) => `  ${file}  ${names.join(', ')}`).join('\n');
}

async function tunnelOpened({ routes }) {
  const connection = await HttpConnection.open(routes.tunnel.gateway);
  const head = connection.requestHead('GET', '/v1/charges?limit=3');
  return { send: () => connection.exchange(head), close: () => connection.close() };
}

async function sessionOpened({ routes }) {
  const { host, port: upstreamPort } = routes.tunnel.gateway;
  const { socket } = await HttpConnection.open({ ...routes.tunnel.gateway, protocols: ['h2'] });
  socket.removeAllListeners('data');
  const session = connectHttp2(`https://${host}:${upstreamPort}`, { createConnection: () => socket });
  const send = () =>
    new Promise((done, failed) => {
      const stream = session.request({ ':path': '/v1/charges?limit=3', authorization: 'Bearer placeholder' });
      stream.on('response', ({ ':status': status }) => {
        if (status !== 200) failed(new Error(`the gateway answered ${status}`));
      });
      stream.on('error', failed).on('end', done).resume();
    });
  return { send, close: () => session.close() };
}

function secretsOpened({ gateway }) {
  let count = 0;
  const send = () =>
    gateway.call('POST', '/v1/secrets', {
      name: `trip ${count++}`,
      type: 'generic',
      value: 'not a secret',
      hostPattern: 'trips.example.com',
      injectionConfig: { headerName: 'authorization', valueFormat: 'Bearer {value}' },
    });
  return { send, close: () => undefined };
}
