/** Connections of the management origin: what stands behind what, what is bounded, and how they end (01 §1, §8). */
import { connect, type Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  BROKEN,
  expectedOf,
  HANDSHAKE,
  head,
  type Kind,
  note,
  shortFields,
  statusesOf,
} from '../../gateway/wire/pipelining.js';
import { type Owner, signUpOwner } from '../../harness/people/accounts.js';
import { api } from '../../harness/clients/client.js';
import { sendRaw } from '../../harness/clients/raw-http.js';
import { startServer, type TestServer } from '../../harness/server/server.js';
import { until } from '../../harness/time/until.js';

const MIB = 1_048_576;
const LAST = head('GET', '/v1/health', 'Connection: close\r\n');

let server: TestServer;
let owner: Owner;
let logFails = false;
let faults: { site: string }[] = [];

beforeAll(async () => {
  const sink = {
    write(line: string): void {
      const entry = JSON.parse(line) as { msg: string; site?: string };
      if (entry.msg.endsWith('because of a server fault')) faults.push({ site: entry.site! });
      else if (logFails && entry.msg.startsWith('request could not')) throw new Error('planted');
    },
  };
  server = await startServer({ LOG_LEVEL: 'info', METRICS_PORT: '0' }, sink);
  owner = await signUpOwner(server);
});
afterAll(() => server?.close());

function dial(): Promise<Socket> {
  return new Promise((resolve) => {
    const socket = connect(Number(new URL(server.apiUrl).port), '127.0.0.1', () => resolve(socket));
  });
}

function kinds(): Kind[] {
  const auth = `Authorization: Bearer ${owner.apiKey}\r\n`;
  return [
    { name: 'GET', bytes: head('GET', '/v1/health'), first: [200] },
    { name: 'unknown path', bytes: head('GET', '/v1/nothing'), first: [404] },
    { name: 'no credential', bytes: head('GET', '/v1/agents'), first: [401] },
    { name: 'with a credential', bytes: head('GET', '/v1/agents', auth), first: [200] },
    { name: 'undecodable target', bytes: head('GET', '/v1/%zz'), first: [400] },
    { name: 'absolute form', bytes: head('GET', 'http://elsewhere.test/v1/health'), first: [200] },
    {
      name: 'length body',
      bytes: `${head('POST', '/v1/agents', `${auth}Content-Length: 2\r\n`)}{}`,
      first: [400],
    },
    {
      name: 'chunked body',
      bytes: `${head('POST', '/v1/agents', `${auth}Transfer-Encoding: chunked\r\n`)}2\r\n{}\r\n0\r\n\r\n`,
      first: [400],
    },
    {
      name: 'expects continue',
      bytes: `${head('POST', '/v1/agents', `${auth}Expect: 100-continue\r\nContent-Length: 2\r\n`)}{}`,
      first: [100, 400],
    },
    { name: 'other expectation', bytes: head('GET', '/v1/health', 'Expect: magic\r\n'), first: [417] },
    { name: 'CONNECT', bytes: head('CONNECT', 'a:443'), first: [404], ends: true },
    { name: 'WebSocket', bytes: head('GET', '/v1/health', HANDSHAKE), first: [200], ends: true },
    {
      name: 'upgrade to h2c',
      bytes: head('GET', '/v1/health', 'Upgrade: h2c\r\nConnection: upgrade\r\n'),
      first: [200],
      ends: true,
    },
    ...BROKEN,
  ];
}

async function lives(): Promise<void> {
  expect((await api(server).get('/v1/health')).status).toBe(200);
  expect(faults).toEqual([]);
}

describe('requests pipelined on the management port', () => {
  it('are answered in order, each kind behind each other kind, in one segment', async () => {
    const wrong: string[] = [];
    for (const first of kinds()) {
      for (const second of kinds()) {
        const statuses = await statusesOf(await dial(), first.bytes + second.bytes + LAST);
        note(wrong, `${second.name} behind ${first.name}`, statuses, expectedOf(first, second));
      }
    }
    expect(wrong).toEqual([]);
    await lives();
  });

  it('wait while the answer before them is held', async () => {
    const poll = head('GET', '/v1/approvals/pending?wait=1', `Authorization: Bearer ${owner.apiKey}\r\n`);
    const first: Kind = { name: 'poll', bytes: poll, first: [200] };
    const wrong: string[] = [];
    await Promise.all(
      kinds().map(async (second) => {
        const statuses = await statusesOf(await dial(), poll + second.bytes + LAST);
        note(wrong, `${second.name} behind a poll`, statuses, expectedOf(first, second));
      }),
    );
    expect(wrong).toEqual([]);
    await lives();
  });

  it('have their effects in the order they were sent in', async () => {
    const auth = `Authorization: Bearer ${owner.apiKey}\r\n`;
    const writes = [1, 2, 3, 4, 5].map((at) => {
      const body = JSON.stringify({ name: `Name ${at}`, identifier: `order-${at}` });
      return `${head('POST', '/v1/agents', `${auth}Content-Length: ${body.length}\r\n`)}${body}`;
    });
    expect(await statusesOf(await dial(), writes.join('') + LAST)).toEqual([201, 201, 201, 201, 201, 200]);
    const rows = await server.db.query<{ identifier: string }>(
      `SELECT identifier FROM agents WHERE identifier LIKE 'order-%' ORDER BY created_at`,
    );
    expect(rows.map(({ identifier }) => identifier)).toEqual([1, 2, 3, 4, 5].map((at) => `order-${at}`));
  });

  it('are cut where more of them wait than any client sends', async () => {
    const poll = head('GET', '/v1/approvals/pending?wait=1', `Authorization: Bearer ${owner.apiKey}\r\n`);
    expect(await statusesOf(await dial(), poll + head('GET', '/v1/health').repeat(1_000))).toEqual([]);
    await lives();
  });

  it('die with their connection, wherever it is cut', async () => {
    for (const { bytes } of kinds()) {
      for (const share of [0.3, 0.6, 1]) {
        const socket = await dial();
        socket.on('error', () => undefined);
        const all = head('GET', '/v1/instance') + bytes;
        socket.write(all.slice(0, Math.ceil(all.length * share)), () => socket.resetAndDestroy());
      }
    }
    await lives();
  });
});

describe('what the management port bounds', () => {
  it('500 fields are taken, one more is a 431 envelope and closes', async () => {
    const close = 'Connection: close\r\n';
    expect((await sendRaw(server.apiUrl, head('GET', '/v1/health', close + shortFields(498)))).status).toBe(
      200,
    );
    const refused = await sendRaw(server.apiUrl, head('GET', '/v1/health', shortFields(500)));
    expect(refused).toMatchObject({
      status: 431,
      headers: { 'x-request-id': expect.any(String), connection: 'close', 'cache-control': 'no-store' },
      body: { error: { message: 'Request Header Fields Too Large.', type: 'invalid_request_error' } },
    });
    const endless = await sendRaw(server.apiUrl, `GET / HTTP/1.1\r\nHost: a\r\n${shortFields(5_000)}`);
    expect(endless.status).toBe(431);
  });

  it('a request without Host is a 400 envelope', async () => {
    const refused = await sendRaw(server.apiUrl, 'GET /v1/health HTTP/1.1\r\n\r\n');
    expect(refused).toMatchObject({ status: 400, body: { error: { type: 'invalid_request_error' } } });
  });

  it('unfinished heads are counted while they are there', async () => {
    const gauge = async (): Promise<number> => {
      const text = await (await fetch(server.metricsUrl!)).text();
      return Number(/^unfinished_head_bytes\{port="api"\} (\d+)$/m.exec(text)?.[1]);
    };
    const socket = await dial();
    socket.on('error', () => undefined);
    socket.write('GET / HTTP/1.1\r\nHost: a\r\nhalf: ');
    await until(async () => (await gauge()) === 31);
    socket.destroy();
    await until(async () => (await gauge()) === 0);
  });

  it('an upload that is too long has its answer, and ends in bounds', async () => {
    const auth = `Authorization: Bearer ${owner.apiKey}\r\n`;
    const chunk = Buffer.from(`10000\r\n${'x'.repeat(65_536)}\r\n`);
    for (const [method, target, status] of [
      ['POST', '/v1/agents', 413],
      ['GET', '/v1/health', 200],
      ['POST', '/v1/nothing', 413],
    ] as const) {
      const socket = await dial();
      let text = '';
      let sent = 0;
      const closed = new Promise<boolean>((resolve) => socket.once('close', () => resolve(true)));
      socket.on('error', () => undefined).on('data', (bytes: Buffer) => (text += bytes.toString()));
      socket.write(head(method, target, `${auth}Transfer-Encoding: chunked\r\n`));
      for (let over = false; !over && sent < 200 * MIB; sent += chunk.length) {
        if (socket.write(chunk)) over = socket.destroyed;
        else
          over = await Promise.race([
            closed,
            new Promise<boolean>((go) => socket.once('drain', () => go(false))),
          ]);
      }
      socket.destroy();
      expect([target, Number(text.slice(9, 12))]).toEqual([target, status]);
      expect(sent).toBeLessThan(40 * MIB);
    }
  });

  it('a client that reads only after it has sent its whole upload has the answer', async () => {
    const body = Buffer.alloc(5 * MIB, 'x');
    const answer = await sendRaw(
      server.apiUrl,
      Buffer.concat([
        Buffer.from(
          head(
            'POST',
            '/v1/agents',
            `Authorization: Bearer ${owner.apiKey}\r\nContent-Length: ${body.length}\r\n`,
          ),
        ),
        body,
      ]),
    );
    expect(answer).toMatchObject({ status: 413, body: { error: { type: 'invalid_request_error' } } });
  });
});

describe('a fault in a callback of the management port', () => {
  it.each([
    ['request', head('GET', '/v1/health', shortFields(500))],
    ['client_error', 'nonsense\r\n\r\n'],
    ['answer_end', `${head('GET', '/v1/health')}nonsense\r\n\r\n`],
  ])('at %s ends that connection only, is logged and counted', async (site, bytes) => {
    const counted = async (): Promise<number> => {
      const text = await (await fetch(server.metricsUrl!)).text();
      return Number(
        new RegExp(`^connection_faults_total\\{port="api",site="${site}"\\} (\\d+)$`, 'm').exec(text)?.[1] ??
          0,
      );
    };
    const bystander = await dial();
    faults = [];
    logFails = true;
    await statusesOf(await dial(), bytes);
    logFails = false;
    expect(faults).toEqual([{ site }]);
    expect(await counted()).toBe(1);
    expect(await statusesOf(bystander, LAST)).toEqual([200]);
    faults = [];
  });
});
