/** Hosted agents: their turns, what they do by the clock, and what people say to them in Slack. */
import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { call, loop, mark, newThread } from '../asking.mjs';
import { writeTo } from '../stands/slack.mjs';

const SCHEDULES_OF_AN_AGENT = 20;
const SCHEDULE = { name: 'Report', schedule: '0 0 1 1 *', timezone: 'UTC' };
/** So that a turn is over before the next one of the same organization begins. */
const BETWEEN_MS = 300;

const say = (one, thread, message) => call(one, 'POST', `/v1/conversations/${thread}/messages`, { message });

/** Until the model is asked. */
async function turn(one, { stands }) {
  const thread = await newThread(one);
  const word = mark();
  const asked = stands.model.arrivals.of(word);
  const began = performance.now();
  await say(one, thread, word);
  await asked;
  const waited = performance.now() - began;
  await sleep(BETWEEN_MS);
  return waited;
}

async function prepareSchedules({ quiet, loud }) {
  for (const one of quiet) {
    one.prompt = mark();
    await call(one, 'POST', `/v1/agents/${one.hosted[0].id}/crons`, { ...SCHEDULE, prompt: one.prompt });
  }
  for (const { id } of loud.hosted)
    for (let at = 0; at < SCHEDULES_OF_AN_AGENT; at++)
      await call(loud, 'POST', `/v1/agents/${id}/crons`, { ...SCHEDULE, prompt: 'Write.' });
}

const FORGET = `UPDATE turns SET status = 'aborted', finished_at = now()
  WHERE id IN (SELECT id FROM turns WHERE status IN ('queued', 'joining') FOR NO KEY UPDATE SKIP LOCKED)`;

/** What the loud one left in the queue is no work for the next thing; what runs comes to its end. */
async function forgetTurns({ database }) {
  for (let look = 0; look < 5; look++) {
    await database.query(FORGET);
    await sleep(500);
  }
}

const DUE = `UPDATE schedules s SET next_fire_at = now() - interval '1 second', claim_expires_at = NULL
  FROM agents a WHERE a.id = s.agent_id AND a.organization_id = ANY ($1)`;

let due = null;
/** The quiet ones' schedules, all at once. */
function makeDue({ organizationId }, database) {
  due ??= { organizations: [], at: sleep(500).then(() => fire(database)) };
  due.organizations.push(organizationId);
  return due.at;
}

async function fire(database) {
  const { organizations } = due;
  due = null;
  await database.query(DUE, [organizations]);
  return performance.now();
}

export const CONVERSATIONS = [
  {
    name: 'hosted-turns',
    rounds: 3,
    ask: turn,
    async load(loud) {
      const threads = [];
      for (const agent of loud.hosted)
        for (let at = 0; at < 4; at++) threads.push(await newThread(loud, agent));
      return loop(threads.length, (at) => say(loud, threads[at], 'Go on.'), 50);
    },
    leadMs: 3_000,
    settle: forgetTurns,
  },
  {
    name: 'due-schedules',
    rounds: 1,
    prepare: prepareSchedules,
    async ask(one, { stands, database }) {
      const asked = stands.model.arrivals.of(one.prompt);
      const began = await makeDue(one, database);
      await asked;
      return performance.now() - began;
    },
    async load({ databaseUrl, organizationId }) {
      const database = new pg.Client({ connectionString: databaseUrl });
      await database.connect();
      await database.query(DUE, [[organizationId]]);
      await database.end();
      return () => undefined;
    },
    leadMs: 0,
    settle: forgetTurns,
  },
  {
    name: 'slack',
    rounds: 2,
    async prepare({ quiet, loud, stands }) {
      for (const one of quiet) one.slack = [await stands.slack.attach(one)];
      loud.slack = [];
      for (const agent of loud.hosted) loud.slack.push(await stands.slack.attach(loud, agent));
    },
    // From the message to what the app posts.
    async ask(one, { stands }) {
      const channel = `D${mark()}`;
      const posted = stands.slack.arrivals.of(channel);
      await writeTo(one, one.slack[0], channel, 'Well?');
      await posted;
    },
    load: (loud) =>
      loop(32, (at) => writeTo(loud, loud.slack[at % loud.slack.length], `D${mark()}`, 'Say it again.'), 100),
    settle: forgetTurns,
  },
];
