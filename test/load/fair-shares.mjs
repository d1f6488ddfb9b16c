/**
 * What 20 quiet organizations wait beside a loud one, for each thing they share (R62): each quiet one does the same a few
 * times, first alone with the other quiet ones, then while the loud one asks for as much as it gets.
 * After a build: `node test/load/fair-shares.mjs [dist]`.
 */
import { Buffer } from 'node:buffer';
import { createServer } from 'node:net';
import { performance } from 'node:perf_hooks';
import process from 'node:process';
import { setTimeout as sleep } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { Agent, request } from 'undici';
import { startStand } from './stand/stand.mjs';

const [dist = 'dist'] = process.argv.slice(2);
const QUIET = 20;
const ROUNDS = 5;
const PAUSE_MS = 50;
/** How long a mail server takes for a message. */
const MAIL_MS = 100;
const MAILS = 100;
const LOUD_AGENTS = 10;
/** How long the loud one waits after a refusal, as programs do. */
const REFUSED_MS = 1_000;
const JSON_TYPE = { 'content-type': 'application/json' };

const print = (line) => process.stdout.write(`${line}\n`);
const dispatcher = new Agent({ connections: 512 });
const mails = await startMailServer();
const stand = await startStand(dist, {
  environment: {
    SMTP_URL: mails.url,
    MAIL_FROM: 'gateway@example.com',
    INVITATION_MAILS_PER_HOUR: '1000',
    LIMIT_STREAMS: '200',
  },
});
try {
  await run(stand);
} finally {
  await stand.stop();
  mails.stop();
}
process.exit(0);

async function run({ gateway, upstream }) {
  const url = `http://localhost:${upstream.plainPort}/`;
  const quiet = [];
  for (let at = 0; at < QUIET; at++) quiet.push(await organization(gateway, `quiet-${at}`, 1));
  const loud = await organization(gateway, 'loud', LOUD_AGENTS);
  const through = (agent, body, headers = {}) => askThrough(gateway.port, agent, url, body, headers);
  const small = json(2_000);
  const large = json(900_000);
  const [smallGzip, largeGzip] = [gzipSync(small), gzipSync(large)];
  const gzip = { 'content-encoding': 'gzip' };
  const things = [
    {
      title: 'bodies that rules read',
      ask: ({ agents }) => through(agents[0], small),
      load: () => loop(32, (at) => through(loud.agents[at % LOUD_AGENTS], large)),
    },
    {
      title: 'encoded bodies that rules read',
      ask: ({ agents }) => through(agents[0], smallGzip, gzip),
      load: () => loop(32, (at) => through(loud.agents[at % LOUD_AGENTS], largeGzip, gzip)),
    },
    {
      title: 'held polls and streams',
      ask: ({ call }) => call('GET', '/v1/approvals/pending?wait=0'),
      load: () => loop(300, () => loud.call('GET', '/v1/approvals/pending?wait=5')),
    },
    {
      title: 'uploads',
      ask: (one) => upload(one, 20_000),
      load: () => loop(32, () => upload(loud, 5_000_000)),
    },
    {
      title: 'invitations by mail',
      rounds: 1,
      ask: (one) => mails.arrivalOf(one, `guest-of-${one.name}-${Math.random()}@example.org`),
      load: () => once(MAILS, (at) => loud.invite(`stranger-${at}@example.org`)),
    },
  ];
  print(
    '| shared | alone, median | alone, longest | beside the loud one, median | longest | longest to longest |',
  );
  print('| --- | ---: | ---: | ---: | ---: | ---: |');
  for (const thing of things) await measure(quiet, thing);
}

async function measure(quiet, { title, ask, load, rounds = ROUNDS }) {
  await timesOf(quiet, ask, rounds);
  const alone = await timesOf(quiet, ask, rounds);
  const stop = load();
  await sleep(1_000);
  const beside = await timesOf(quiet, ask, rounds);
  await stop();
  const shown = [median(alone), alone.at(-1), median(beside), beside.at(-1)].map(
    (ms) => `${ms.toFixed(0)} ms`,
  );
  print(`| ${title} | ${shown.join(' | ')} | ${(beside.at(-1) / alone.at(-1)).toFixed(1)} |`);
}

/** Sorted. */
async function timesOf(quiet, ask, rounds) {
  const times = [];
  await Promise.all(
    quiet.map(async (one, at) => {
      await sleep((at * PAUSE_MS) / 4);
      for (let round = 0; round < rounds; round++) {
        const began = performance.now();
        await ask(one);
        times.push(performance.now() - began);
        await sleep(PAUSE_MS);
      }
    }),
  );
  return times.sort((one, other) => one - other);
}

function median(sorted) {
  return sorted[Math.floor(sorted.length / 2)];
}

/** So many at a time until it is stopped; what is refused is asked for again. */
function loop(width, ask) {
  let over = false;
  const lines = Array.from({ length: width }, async (_, at) => {
    while (!over) await ask(at).catch(() => sleep(REFUSED_MS));
  });
  return async () => {
    over = true;
    await Promise.all(lines);
  };
}

function once(count, ask) {
  const asked = Array.from({ length: count }, (_, at) => ask(at).catch(() => undefined));
  return () => Promise.all(asked);
}

async function organization({ api }, name, agentCount) {
  const person = { name, email: `${name}@example.com`, password: 'correct horse battery' };
  const address = `2001:db8:${Math.floor(Math.random() * 65_535).toString(16)}::1`;
  const signedUp = await send(
    api,
    'POST',
    '/auth/sign-up/email',
    { ...JSON_TYPE, 'x-forwarded-for': address },
    person,
  );
  const cookie = [signedUp.headers['set-cookie']]
    .flat()
    .map((field) => field.split(';', 1)[0])
    .join('; ');
  const session = await send(api, 'GET', '/v1/auth/session', { cookie });
  const scope = { cookie, 'x-workspace-id': session.body.workspaceId };
  const { apiKey } = (await send(api, 'GET', '/v1/user/api-key', scope)).body;
  const call = async (method, path, body) =>
    (await send(api, method, path, { authorization: `Bearer ${apiKey}`, ...JSON_TYPE }, body)).body;
  await call('POST', '/v1/org/policy/rules', {
    name: 'Reads bodies',
    action: 'block',
    conditions: [{ target: 'body', operator: 'contains', value: 'never in any body' }],
    targets: [{ kind: 'network', hostPattern: 'localhost' }],
  });
  const agents = [];
  for (let at = 0; at < agentCount; at++) {
    const { id } = await call('POST', '/v1/agents', { name: `Agent ${at}`, identifier: `agent-${at}` });
    const listed = await call('GET', '/v1/agents');
    agents.push(Buffer.from(`x:${listed.find((agent) => agent.id === id).accessToken}`).toString('base64'));
  }
  const hosted = await call('POST', '/v1/agents', { name: 'Hosted', identifier: 'hosted', kind: 'hosted' });
  const newThread = async () => (await call('POST', '/v1/conversations', { agentId: hosted.id })).id;
  const invite = (email) => call('POST', '/v1/org/invitations', { email, role: 'member' });
  return { name, api, apiKey, call, agents, invite, newThread };
}

async function upload({ api, apiKey, newThread }, size) {
  const path = `/v1/conversations/${await newThread()}/attachments?name=a.bin`;
  const headers = { authorization: `Bearer ${apiKey}`, 'content-type': 'application/octet-stream' };
  await send(api, 'POST', path, headers, Buffer.alloc(size, 1));
}

async function send(origin, method, path, headers, body) {
  const sent = body === undefined || Buffer.isBuffer(body) ? body : JSON.stringify(body);
  const answer = await request(origin + path, { method, headers, body: sent, dispatcher });
  const text = await answer.body.text();
  if (answer.statusCode >= 300) throw new Error(`${method} ${path} answered ${answer.statusCode}: ${text}`);
  return {
    headers: answer.headers,
    body: text.startsWith('{') || text.startsWith('[') ? JSON.parse(text) : text,
  };
}

async function askThrough(port, basic, url, body, headers) {
  const answer = await dispatcher.request({
    origin: `http://127.0.0.1:${port}`,
    path: url,
    method: 'POST',
    headers: { 'proxy-authorization': `Basic ${basic}`, ...JSON_TYPE, ...headers },
    body,
  });
  await answer.body.dump();
  if (answer.statusCode !== 200) throw new Error(`POST ${url} answered ${answer.statusCode}`);
}

function json(bytes) {
  const items = Array.from({ length: Math.ceil(bytes / 40) }, (_, at) => ({
    id: at,
    text: 'some words of it',
  }));
  return Buffer.from(JSON.stringify(items));
}

/** Takes every message, one at a time on each connection, and takes its time for it. */
async function startMailServer() {
  const waiting = new Map();
  const server = createServer((socket) => {
    let text = '';
    socket.on('error', () => undefined).write('220 ready\r\n');
    socket.setEncoding('latin1').on('data', (data) => {
      text += data;
      for (let end = text.indexOf('\r\n'); end >= 0; end = text.indexOf('\r\n')) {
        const line = text.slice(0, end);
        text = text.slice(end + 2);
        hear(socket, line, waiting);
      }
    });
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  const arrivalOf = async (one, email) => {
    const arrived = new Promise((resolve) => waiting.set(email, resolve));
    await one.invite(email);
    await arrived;
  };
  return { url: `smtp://127.0.0.1:${server.address().port}`, arrivalOf, stop: () => server.close() };
}

function hear(socket, line, waiting) {
  if (socket.inData) {
    if (line !== '.') return;
    socket.inData = false;
    const { to } = socket;
    setTimeout(() => {
      socket.write('250 taken\r\n');
      waiting.get(to)?.();
    }, MAIL_MS);
    return;
  }
  const recipient = /^RCPT TO:<([^>]*)>/i.exec(line);
  if (recipient) socket.to = recipient[1];
  if (/^DATA/i.test(line)) socket.inData = true;
  socket.write(socket.inData ? '354 go on\r\n' : /^QUIT/i.test(line) ? '221 bye\r\n' : '250 well\r\n');
}
