/**
 * Who must not notice a storm: an agent that asks through a tunnel it keeps and through new ones, and a person who
 * lists and writes. Each request has a time at which it is due; its latency counts from then on, so that a server
 * that stands still for a second is a second late for all that was due in it.
 */
import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { SECRET } from '../load/stand/deployment.mjs';
import { HttpConnection } from '../load/stand/http-connection.mjs';
import { becomeWorker } from '../load/stand/worker.mjs';

/** Later than this counts as no answer. */
const PATIENCE_MS = 10_000;

/** What each of them does, how often. */
const HABITS = [
  { who: 'agent', everyMs: 40, act: keptTunnel },
  { who: 'agent', everyMs: 500, act: newTunnel },
  { who: 'person', everyMs: 100, act: (state) => ask(state, 'GET', '/v1/agents') },
  { who: 'person', everyMs: 250, act: (state) => ask(state, 'GET', '/v1/secrets') },
  { who: 'person', everyMs: 500, act: rename },
];

let current = null;

function begin({ agentRoute, personRoute, agentId }) {
  const window = {
    agentRoute,
    personRoute,
    agentId,
    over: false,
    late: { agent: [], person: [] },
    faults: {},
  };
  window.done = Promise.all(HABITS.map((habit) => follow(habit, window)));
  current = window;
}

/** Percentiles of both since `begin`, and what failed, by what was wrong. */
async function end() {
  current.over = true;
  await current.done;
  const { late, faults } = current;
  return { agent: summary(late.agent), person: summary(late.person), faults };
}

async function follow({ who, everyMs, act }, window) {
  const { agentRoute, personRoute, agentId } = window;
  const state = { agentRoute, personRoute, agentId, kept: null };
  for (let due = performance.now(); !window.over; due += everyMs) {
    const early = due - performance.now();
    if (early > 0) await sleep(early);
    const fault = await withinPatience(act(state)).then(
      () => null,
      (error) => error.code ?? error.message.slice(0, 60),
    );
    window.late[who].push(performance.now() - due);
    if (fault === null) continue;
    window.faults[`${who}: ${fault}`] = (window.faults[`${who}: ${fault}`] ?? 0) + 1;
    state.kept?.close();
    state.kept = null;
    // What failed late is not asked again for every time it was due meanwhile.
    due = Math.max(due, performance.now());
  }
  state.kept?.close();
}

async function withinPatience(work) {
  const stop = new AbortController();
  const late = sleep(PATIENCE_MS, null, { signal: stop.signal }).then(() => {
    throw new Error('no answer in time');
  });
  late.catch(() => undefined);
  try {
    return await Promise.race([work, late]);
  } finally {
    stop.abort();
    work.catch(() => undefined);
  }
}

async function keptTunnel(state) {
  state.kept ??= await HttpConnection.open(state.agentRoute);
  await injected(state.kept);
}

async function newTunnel({ agentRoute }) {
  const connection = await HttpConnection.open(agentRoute);
  try {
    await injected(connection);
  } finally {
    connection.close();
  }
}

async function injected(connection) {
  const { text } = await connection.exchange(connection.requestHead('GET', '/echo'));
  if (!text.includes(SECRET)) throw new Error('the secret was not injected');
}

async function ask(state, method, path, body = null) {
  state.kept ??= await HttpConnection.open(state.personRoute);
  const bytes = body && JSON.stringify(body);
  const fields = bytes ? `Content-Type: application/json\r\nContent-Length: ${bytes.length}\r\n` : '';
  const head = state.kept.requestHead(method, path, fields);
  await state.kept.exchange(bytes ? head + bytes : head);
}

function rename(state) {
  return ask(state, 'PATCH', `/v1/agents/${state.agentId}`, {
    name: `Load ${Math.floor(performance.now())}`,
  });
}

function summary(latencies) {
  const sorted = latencies.toSorted((one, other) => one - other);
  const at = (share) => sorted[Math.floor(share * (sorted.length - 1))] ?? 0;
  return { count: sorted.length, p50: at(0.5), p99: at(0.99), highest: at(1) };
}

const COMMANDS = { begin, end };

becomeWorker(
  async () => ({}),
  async ({ kind, ...settings }) => COMMANDS[kind](settings),
);
