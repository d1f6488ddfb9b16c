/** Bodies: read by rules, encoded, kept while a person is asked, uploaded, simulated. */
import { Buffer } from 'node:buffer';
import { setTimeout as sleep } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { call, json, loop, newThread, send, through } from '../asking.mjs';

const [SMALL, LARGE] = [json(2_000), json(900_000)];
const [SMALL_GZIP, LARGE_GZIP] = [gzipSync(SMALL), gzipSync(LARGE)];
const GZIP = { 'content-encoding': 'gzip' };
const HELD_MS = 3_000;
const HELD_AT_ONCE = 100;

const agentOf = ({ agents }, at) => agents[at % agents.length];
const read = (one, at, body, headers) =>
  through(one, agentOf(one, at), body, { url: `${one.url}read`, headers });

async function upload({ api, apiKey, ...one }, size) {
  const path = `/v1/conversations/${await newThread({ api, apiKey, ...one })}/attachments?name=a.bin`;
  const headers = { authorization: `Bearer ${apiKey}`, 'content-type': 'application/octet-stream' };
  await send(api, 'POST', path, headers, Buffer.alloc(size, 1));
}

/** A request that its own organization approves as soon as it sees it. */
async function heldAndApproved(one) {
  const answered = through(one, one.agents[0], SMALL, { url: `${one.url}held` });
  answered.catch(() => undefined);
  const { requests } = await call(one, 'GET', '/v1/approvals/pending?wait=10');
  await call(one, 'POST', `/v1/approvals/${requests[0].id}/decision`, { decision: 'approve' });
  await answered;
}

/** Bodies of 1 MB that wait for a person who never comes, and go after some seconds. */
async function held(one, at) {
  const gone = AbortSignal.timeout(HELD_MS + 10 * at);
  await through(one, agentOf(one, at), LARGE, { url: `${one.url}held`, signal: gone }).catch((error) => {
    if (!gone.aborted) throw error;
  });
}

const simulation = (one, body) =>
  call(one, 'POST', '/v1/policy/simulate', {
    agentId: one.agents[0].id,
    method: 'POST',
    url: `${one.url}read`,
    headers: { 'content-type': 'application/json' },
    body: body.toString(),
  });
const SIMULATED = json(100_000);

export const BODIES = [
  {
    name: 'bodies-read',
    ask: (one) => read(one, 0, SMALL),
    load: (loud) => loop(32, (at) => read(loud, at, LARGE)),
  },
  {
    name: 'bodies-decoded',
    ask: (one) => read(one, 0, SMALL_GZIP, GZIP),
    load: (loud) => loop(32, (at) => read(loud, at, LARGE_GZIP, GZIP)),
  },
  {
    name: 'held-requests',
    rounds: 3,
    ask: heldAndApproved,
    load: (loud) => loop(HELD_AT_ONCE, (at) => held(loud, at)),
    settle: () => sleep(HELD_MS),
  },
  {
    name: 'uploads',
    ask: (one) => upload(one, 20_000),
    load: (loud) => loop(32, () => upload(loud, 5_000_000)),
  },
  {
    name: 'simulations',
    ask: (one) => simulation(one, SMALL),
    load: (loud) => loop(32, () => simulation(loud, SIMULATED)),
  },
];
