/** What agents, people and a directory do all the time, each as a loop of its own; every answer is judged at once. */
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { Agent, ProxyAgent, request } from 'undici';
import { WebSocket } from 'ws';
import { EVENTS } from './upstream.mjs';

const PATIENCE_MS = 60_000;
/** A grant or a rule is in force everywhere by then (R17). */
const IN_FORCE_MS = 1_000;
/** So long that it is this and not the machine that decides how many there are: what is kept of the log follows that. */
const PAUSE_MS = 40;

let count = 0;
const next = (kind) => `/${kind}/${(count += 1)}`;

export function loads({ ground, upstream, people, judge }) {
  const gateways = Object.values(ground.servers);
  const direct = new Agent({ connections: 64, bodyTimeout: PATIENCE_MS, headersTimeout: PATIENCE_MS });
  const tunnels = gateways.map(({ gateway }) => newTunnel(gateway, people));
  const at = (turn) => turn % gateways.length;
  const reverse = (turn, path) =>
    `${gateways[at(turn)].gateway}/proxy-http/localhost:${upstream.plainPort}${path}`;
  const token = { 'x-agent-token': people.agentToken };
  const ask = (turn, path, options = {}) =>
    send(reverse(turn, path), { dispatcher: direct, ...options, headers: { ...token, ...options.headers } });
  const call =
    (origin) =>
    (turn, method, path, body, headers = people.asOwner) =>
      send(gateways[at(turn)][origin] + path, {
        dispatcher: direct,
        method,
        headers: { ...headers, ...(body && { 'content-type': 'application/json' }) },
        ...(body && { body: JSON.stringify(body) }),
      });
  const [manage, decide] = [call('api'), call('gateway')];
  const expecting = (kind, status, work) => judge(kind, work, (answer) => answer.status === status);
  return {
    tunnels: (turn) =>
      expecting('tunnels', 200, () =>
        send(`https://localhost:${upstream.tlsPort}${next('tunnel')}`, { dispatcher: tunnels[at(turn)] }),
      ),
    reverse: (turn) =>
      expecting('reverse proxy', 200, () =>
        ask(turn, next('reverse'), { method: 'POST', body: 'x'.repeat(2_000) }),
      ),
    closed: (turn) => expecting('blocked', 403, () => ask(turn, next('closed'))),
    events: (turn) =>
      judge(
        'event streams',
        () => ask(turn, next('events')),
        ({ status, text }) => status === 200 && text.includes(`data: ${EVENTS}`),
      ),
    webSockets: (turn) =>
      judge(
        'WebSockets',
        () => echo(reverse(turn, next('socket')).replace('http:', 'ws:'), token),
        (echoed) => echoed === 'hello',
      ),
    approvals: (turn) => approve(turn, { ask, decide, judge }),
    reads: (turn) =>
      expecting('management reads', 200, () =>
        manage(turn, 'GET', turn % 2 ? '/v1/agents' : '/v1/activity?limit=20'),
      ),
    writes: async (turn) => {
      const name = `n${(count += 1)}`;
      const made = await expecting('management writes', 201, () =>
        manage(turn, 'POST', '/v1/agents', { name, identifier: name }),
      );
      if (made)
        await expecting('management writes', 204, () =>
          manage(turn + 1, 'DELETE', `/v1/agents/${made.body.id}`),
        );
      await expecting('management writes', 200, () =>
        manage(turn, 'PATCH', `/v1/secrets/${people.secretId}`, { name }),
      );
    },
    rules: (turn) => toggle(turn, { ask, manage, judge, expecting }),
    directory: async (turn) => {
      const userName = `u${(count += 1)}@acme.test`;
      const body = { schemas: ['urn:ietf:params:scim:schemas:core:2.0:User'], userName };
      const made = await expecting('SCIM', 201, () =>
        manage(turn, 'POST', '/scim/v2/Users', body, people.asDirectory),
      );
      if (made)
        await expecting('SCIM', 204, () =>
          manage(turn, 'DELETE', `/scim/v2/Users/${made.body.id}`, undefined, people.asDirectory),
        );
    },
    close: () => Promise.all([direct, ...tunnels].map((each) => each.destroy())),
  };
}

/** Runs one of them in a loop until `goesOn` says no. */
export async function repeat(load, goesOn, pauseMs = PAUSE_MS) {
  for (let turn = 0; goesOn(); turn++) {
    await load(turn);
    await sleep(pauseMs);
  }
}

function newTunnel(uri, { authorization, caPem }) {
  return new ProxyAgent({
    uri,
    token: authorization,
    requestTls: { ca: caPem },
    connections: 16,
    bodyTimeout: PATIENCE_MS,
    headersTimeout: PATIENCE_MS,
  });
}

async function send(url, options) {
  const { statusCode: status, headers, body } = await request(url, options);
  const text = await body.text();
  const isJson = /json/.test(headers['content-type'] ?? '');
  return { status, text, body: isJson && text !== '' ? JSON.parse(text) : undefined };
}

async function echo(url, headers) {
  const socket = new WebSocket(url, { headers, handshakeTimeout: PATIENCE_MS });
  socket.on('error', () => undefined);
  const cut = once(socket, 'close').then(() => Promise.reject(new Error('the WebSocket was cut')));
  cut.catch(() => undefined);
  const said = async () => {
    await once(socket, 'open');
    socket.send('hello');
    const [text] = await once(socket, 'message');
    return String(text);
  };
  try {
    return await Promise.race([said(), cut]);
  } finally {
    socket.terminate();
  }
}

/** Held by one process, decided at another. */
async function approve(turn, { ask, decide, judge }) {
  const path = next('asked');
  let over = false;
  const held = judge(
    'approvals',
    () => ask(turn, path, { method: 'POST', body: 'x' }),
    ({ status }) => status === 200,
  ).finally(() => (over = true));
  while (!over) {
    const listed = await decide(turn + 1, 'GET', '/v1/approvals/pending?wait=0').catch(() => null);
    const mine = listed?.body?.requests?.find((item) => item.path === path);
    if (mine)
      await decide(turn + 1, 'POST', `/v1/approvals/${mine.id}/decision`, { decision: 'approve' }).catch(
        () => null,
      );
    await sleep(100);
  }
  await held;
}

/** A rule that closes a path for a while: nothing passes it anywhere a second after it was acknowledged. */
async function toggle(turn, { ask, manage, judge, expecting }) {
  const rule = {
    name: 'For a while',
    action: 'block',
    targets: [{ kind: 'network', hostPattern: 'localhost', pathPattern: '/toggled/*', method: null }],
  };
  const made = await expecting('rules', 201, () => manage(turn, 'POST', '/v1/org/policy/rules', rule));
  if (!made) return;
  await sleep(IN_FORCE_MS);
  for (let asked = 0; asked < 4; asked++)
    await judge(
      'policy in force',
      () => ask(asked, next('toggled')),
      ({ status }) => status === 403,
      ({ status }) => status === 200,
    );
  const remove = () => manage(turn, 'DELETE', `/v1/org/policy/rules/${made.body.id}`);
  while (!(await expecting('rules', 204, remove))) {
    const again = await remove().catch(() => null);
    if (again?.status === 204 || again?.status === 404) break;
    await sleep(500);
  }
  await sleep(IN_FORCE_MS);
  for (let asked = 0; asked < 2; asked++)
    await judge(
      'policy in force',
      () => ask(asked, next('reopened')),
      ({ status }) => status === 200,
    );
}
