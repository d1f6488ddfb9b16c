/** The load generator, in a process of its own. Each command measures one thing and answers plain numbers. */
import { Buffer } from 'node:buffer';
import process from 'node:process';
import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { HttpConnection } from './http-connection.mjs';
import { becomeWorker } from './worker.mjs';

const MAXIMUM_SAMPLES = 1_000_000;
const held = [];

const began = () => process.send({ began: true });

/**
 * Small requests over kept-open connections, one at a time on each; with a `body` they carry it as JSON. With
 * `authorizations` they come from one agent after the other, and with `timed` the moment each answer came is told, in
 * milliseconds since 1970.
 */
async function requests({ route, connections, warmMs, milliseconds, path = '/v1/charges?limit=3', ...more }) {
  const { body, authorizations = [route.authorization], timed = false } = more;
  const open = await Promise.all(Array.from({ length: connections }, () => HttpConnection.open(route)));
  const heads = authorizations.map((authorization) => {
    open[0].route = { ...route, authorization };
    return body ? withBody(open[0], path, body) : open[0].requestHead('GET', path);
  });
  let turn = 0;
  const samples = new Float64Array(MAXIMUM_SAMPLES);
  const moments = new Float64Array(timed ? MAXIMUM_SAMPLES : 0);
  let count = 0;
  let measuring = false;
  let running = true;
  let fault = null;
  const loop = (connection) => {
    const sentAt = performance.now();
    turn = (turn + 1) % heads.length;
    connection.send(heads[turn], (error) => {
      if (error && running) fault = error;
      if (error) return;
      if (measuring && count < MAXIMUM_SAMPLES) {
        if (timed) moments[count] = Date.now();
        samples[count++] = performance.now() - sentAt;
      }
      if (running) loop(connection);
    });
  };
  open.forEach(loop);
  await sleep(warmMs);
  measuring = true;
  const started = performance.now();
  began();
  await sleep(milliseconds);
  measuring = running = false;
  const seconds = (performance.now() - started) / 1000;
  for (const connection of open) connection.close();
  if (fault) throw fault;
  const answers = timed && { latencies: samples.slice(0, count), moments: moments.slice(0, count) };
  const sorted = samples.subarray(0, count).sort();
  return {
    ...answers,
    count,
    perSecond: count / seconds,
    p50: sorted[Math.floor(count * 0.5)],
    p99: sorted[Math.floor(count * 0.99)],
  };
}

/**
 * `rate` small requests a second, whether or not those before were answered. One that finds every connection busy waits,
 * and the wait is part of its time. Timers are no finer than a millisecond: what is due leaves together.
 */
async function paced({ route, connections, rate, warmMs, milliseconds, path = '/v1/charges?limit=3' }) {
  const open = await Promise.all(Array.from({ length: connections }, () => HttpConnection.open(route)));
  const head = open[0].requestHead('GET', path);
  const idle = [...open];
  const due = [];
  const samples = new Float64Array(MAXIMUM_SAMPLES);
  let count = 0;
  let from = Infinity;
  let fault = null;
  const depart = () => {
    while (due.length > 0 && idle.length > 0) {
      const [dueAt, connection] = [due.shift(), idle.shift()];
      connection.send(head, (error) => {
        fault ??= error;
        if (dueAt >= from && count < MAXIMUM_SAMPLES) samples[count++] = performance.now() - dueAt;
        idle.push(connection);
        depart();
      });
    }
  };
  const started = performance.now();
  const end = started + warmMs + milliseconds;
  let sent = 0;
  for (let now = started; now < end && !fault; now = performance.now()) {
    if (from === Infinity && now >= started + warmMs) {
      from = now;
      began();
    }
    for (; sent < ((now - started) * rate) / 1_000; sent++) due.push(now);
    depart();
    await sleep(1);
  }
  while (idle.length < open.length && !fault) await sleep(1);
  const seconds = (performance.now() - from) / 1_000;
  for (const connection of open) connection.close();
  if (fault) throw fault;
  const sorted = samples.subarray(0, count).sort();
  const [p50, p99] = [0.5, 0.99].map((part) => sorted[Math.floor(count * part)]);
  return { count, perSecond: count / seconds, p50, p99 };
}

function withBody(connection, path, body) {
  const bytes = Buffer.from(JSON.stringify(body));
  const fields = `Content-Type: application/json\r\nContent-Length: ${bytes.length}\r\n`;
  return Buffer.concat([connection.requestHead('POST', path, fields), bytes]);
}

/** New connections, each with its handshake and one request, by a few workers at a time. */
async function tunnels({ route, workers, milliseconds, resume }) {
  let session;
  let reused = 0;
  const watched = resume ? { ...route, onSession: (ticket) => (session = ticket) } : route;
  const deadline = performance.now() + milliseconds;
  const started = performance.now();
  let count = 0;
  began();
  await Promise.all(
    Array.from({ length: workers }, async () => {
      while (performance.now() < deadline) {
        const connection = await HttpConnection.open(watched, session);
        if (connection.socket.isSessionReused()) reused++;
        await connection.exchange(connection.requestHead('GET', '/v1/charges'));
        connection.close();
        count++;
      }
    }),
  );
  return { count, reused, perSecond: count / ((performance.now() - started) / 1000) };
}

/**
 * One large body on each of `connections` connections at once; mebibytes per second. With `stallMs` nobody reads
 * for that long after asking, so that whoever forwards has to hold back.
 */
async function bytes({ route, direction, size, connections = 1, stallMs = 0 }) {
  const open = await Promise.all(Array.from({ length: connections }, () => HttpConnection.open(route)));
  const started = performance.now();
  began();
  if (stallMs > 0) {
    for (const { socket } of open) {
      socket.pause();
      void sleep(stallMs).then(() => socket.resume());
    }
  }
  await Promise.all(
    open.map((connection) =>
      direction === 'down'
        ? connection.exchange(connection.requestHead('GET', `/down/${size}`))
        : connection.exchange(connection.requestHead('POST', '/up', `Content-Length: ${size}\r\n`), size),
    ),
  );
  const seconds = (performance.now() - started) / 1000;
  for (const connection of open) connection.close();
  return { perSecond: (size * connections) / 1024 / 1024 / seconds };
}

/** Opens connections, has each serve one request and keeps them; `release` closes them. */
async function hold({ route, connections, batch = 20 }) {
  while (held.length < connections) {
    const open = await Promise.all(Array.from({ length: batch }, () => HttpConnection.open(route)));
    for (const connection of open) await connection.exchange(connection.requestHead('GET', '/v1/charges'));
    held.push(...open);
  }
  return { open: held.length };
}

async function release() {
  for (const connection of held.splice(0)) connection.close();
}

async function once({ route, path }) {
  const connection = await HttpConnection.open(route);
  const { text } = await connection.exchange(connection.requestHead('GET', path));
  connection.close();
  return { text: text.toString() };
}

const COMMANDS = { requests, paced, tunnels, bytes, hold, release, once };

becomeWorker(
  async () => ({}),
  ({ kind, ...settings }) => COMMANDS[kind](settings),
);
