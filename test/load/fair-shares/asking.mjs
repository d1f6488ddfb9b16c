/** How organizations ask. What they are is plain data, so that it can be handed to the process of the loud one. */
import { Buffer } from 'node:buffer';
import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { Agent, request } from 'undici';

const JSON_TYPE = { 'content-type': 'application/json' };
/** How long the loud one waits after a refusal, as programs do. */
const REFUSED_MS = 1_000;

const dispatcher = new Agent({ connections: 512, headersTimeout: 120_000, bodyTimeout: 120_000 });

export async function send(origin, method, path, headers, body) {
  const sent = body === undefined || Buffer.isBuffer(body) ? body : JSON.stringify(body);
  const answer = await request(origin + path, { method, headers, body: sent, dispatcher });
  const text = await answer.body.text();
  if (answer.statusCode >= 300) throw new Error(`${method} ${path} answered ${answer.statusCode}: ${text}`);
  const isJson = text.startsWith('{') || text.startsWith('[');
  return { headers: answer.headers, body: isJson ? JSON.parse(text) : text };
}

/** With the key of the workspace, or with other credentials. */
export async function call({ api, apiKey }, method, path, body, headers = {}) {
  const fields = { authorization: `Bearer ${apiKey}`, ...JSON_TYPE, ...headers };
  return (await send(api, method, path, fields, body)).body;
}

/** A person in a browser. */
export async function callAsPerson({ api, cookie, workspaceId, address }, method, path, body) {
  const fields = { cookie, 'x-workspace-id': workspaceId, 'x-forwarded-for': address, ...JSON_TYPE };
  return (await send(api, method, path, fields, body)).body;
}

/** A request of an agent; `url` is the upstream's unless it is given. */
export async function through(one, agent, body, { url = one.url, headers = {}, signal } = {}) {
  const answer = await dispatcher.request({
    origin: `http://127.0.0.1:${one.gatewayPort}`,
    path: url,
    method: body === undefined ? 'GET' : 'POST',
    headers: { 'proxy-authorization': `Basic ${agent.token}`, ...(body && JSON_TYPE), ...headers },
    body,
    signal,
  });
  await answer.body.dump();
  if (answer.statusCode !== 200) throw new Error(`${url} answered ${answer.statusCode}`);
}

export async function newThread(one, agent = one.hosted[0]) {
  return (await call(one, 'POST', '/v1/conversations', { agentId: agent.id })).id;
}

/** What the loud one asked for since it began: what was answered, what was refused, and how long the answers took. */
export const tally = { answered: 0, refused: 0, waitedMs: 0 };

async function counted(ask) {
  const began = performance.now();
  try {
    await ask();
    tally.answered += 1;
    tally.waitedMs += performance.now() - began;
    return true;
  } catch {
    tally.refused += 1;
    return false;
  }
}

/**
 * So many at a time until it is stopped; what is refused is asked for again. `pauseMs`: after each answer, where the
 * answer comes before the work is done.
 */
export function loop(width, ask, pauseMs = 0) {
  let over = false;
  const lines = Array.from({ length: width }, async (_, at) => {
    while (!over) {
      const pause = (await counted(() => ask(at))) ? pauseMs : REFUSED_MS;
      if (pause > 0 && !over) await sleep(pause);
    }
  });
  return async () => {
    over = true;
    await Promise.all(lines);
  };
}

export function once(count, ask) {
  const asked = Array.from({ length: count }, (_, at) => counted(() => ask(at)));
  return () => Promise.all(asked);
}

export function json(bytes) {
  const items = Array.from({ length: Math.ceil(bytes / 40) }, (_, at) => ({
    id: at,
    text: 'some words of it',
  }));
  return Buffer.from(JSON.stringify(items));
}

let marks = 0;
/** A word that a stand looks out for. */
export const mark = () => `mark-${process.pid}-${++marks}-`;
