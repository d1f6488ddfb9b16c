import { connect, type Socket } from 'node:net';
import { afterEach, describe, expect, it } from '@jest/globals';
import type { FaultSite } from '../../../src/kernel/http/connections/turns.js';
import type { ConnectionEvents } from '../../../src/kernel/http/connections/http-connections.js';
import { HANDSHAKE, dial, head, shortFields, statusesOf } from './pipelining.js';
import {
  ask,
  basic,
  connectThrough,
  eventually,
  startGateway,
  startUpstream,
  stopAll,
  testIssuer,
  type Overrides,
  type RunningGateway,
} from './wire-harness.js';

afterEach(stopAll);

function thrower(): never {
  throw new Error('planted');
}

/** The gateway's book of what its connections did. */
function book(): ConnectionEvents & { faults: FaultSite[]; cuts: string[]; refusals: string[] } {
  const faults: FaultSite[] = [];
  const cuts: string[] = [];
  const refusals: string[] = [];
  return {
    ...{ faults, cuts, refusals },
    fault: (_error, site) => faults.push(site),
    cut: (limit) => cuts.push(limit),
    refused: (what) => refusals.push(what),
  };
}

async function ended(socket: Socket, bytes: string | Buffer): Promise<void> {
  socket.on('error', () => undefined).resume();
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()));
  socket.write(bytes);
  await closed;
}

describe('a fault in a callback of the port', () => {
  const foreign = 'Origin: http://page.test\r\n';
  const tls = Buffer.from([0x16, 0x03, 0x01, 0x00, 0x05, 0x01, 0x00, 0x00, 0x01, 0x03]);

  /** Each makes one dependency throw, and says what to send to meet it. */
  const cases: [
    name: string,
    site: FaultSite,
    overrides: Overrides,
    provoke: (gateway: RunningGateway) => Promise<void>,
  ][] = [
    [
      'a request',
      'request',
      { planted: thrower },
      async ({ port }) => ended(await dial(port), head('GET', '/v1/x', foreign)),
    ],
    [
      'a request that expects 100',
      'request',
      { planted: thrower },
      async ({ port }) =>
        ended(
          await dial(port),
          head('POST', '/v1/x', `${foreign}Expect: 100-continue\r\nContent-Length: 1\r\n`),
        ),
    ],
    [
      'a request that expects something else',
      'request',
      { planted: thrower },
      async ({ port }) => ended(await dial(port), head('GET', '/v1/x', `${foreign}Expect: magic\r\n`)),
    ],
    [
      'a request that waited for its turn',
      'request',
      { planted: thrower },
      async ({ port }) => ended(await dial(port), head('GET', '/healthz') + head('GET', '/v1/x', foreign)),
    ],
    [
      'a control route, and the report of its fault',
      'request',
      { planted: () => Promise.reject(new Error('planted')), fault: thrower },
      async ({ port }) => ended(await dial(port), head('GET', '/v1/x')),
    ],
    [
      'a long poll, and the report of its fault',
      'request',
      {
        planted: () => new Promise((_resolve, reject) => setTimeout(() => reject(new Error('planted')), 20)),
        fault: thrower,
      },
      async ({ port }) => ended(await dial(port), head('GET', '/v1/approvals/pending')),
    ],
    [
      'CONNECT',
      'connect',
      { events: { authFailed: thrower } },
      async ({ port }) => ended(await dial(port), head('CONNECT', 'a:443')),
    ],
    [
      'the probing of a tunnel',
      'connect',
      { issuer: thrower },
      async (gateway) => ended((await connectThrough(gateway, 'a:443', gateway.token)).socket, tls),
    ],
    [
      'an upgrade',
      'upgrade',
      { events: { authFailed: thrower }, fault: thrower },
      async ({ port }) => ended(await dial(port), head('GET', '/proxy/a.test/ws', HANDSHAKE)),
    ],
    [
      'the refusal of bytes that are no request',
      'client_error',
      { events: { connections: { ...book(), refused: thrower } } },
      async ({ port }) => ended(await dial(port), 'nonsense\r\n\r\n'),
    ],
    [
      'the same refusal behind an unanswered request',
      'answer_end',
      { events: { connections: { ...book(), refused: thrower } } },
      async ({ port }) => ended(await dial(port), `${head('GET', '/healthz')}nonsense\r\n\r\n`),
    ],
    [
      'a connection',
      'connection',
      {
        connections: {
          perAddress: 1,
          counted: () => 'one',
        },
        events: { connections: { ...book(), cut: thrower } },
      },
      async ({ port }) => {
        const first = await dial(port);
        const second = await dial(port);
        await ended(second, '');
        first.destroy();
        await ended(first, '');
      },
    ],
  ];

  it.each(cases)(
    '%s ends that connection only, is reported and leaves the rest alone',
    async (_name, site, overrides, provoke) => {
      const reported: FaultSite[] = [];
      const base = overrides.events?.connections ?? book();
      const gateway = await startGateway({
        ...overrides,
        events: {
          ...overrides.events,
          connections: { ...base, fault: (_error, where) => reported.push(where) },
        },
      });
      const bystander = overrides.connections ? null : await dial(gateway.port);
      await provoke(gateway);
      expect(reported).toEqual([site]);
      const other = bystander ?? (await dial(gateway.port));
      expect(await statusesOf(other, head('GET', '/healthz', 'Connection: close\r\n'))).toEqual([200]);
    },
  );

  it('one that the application has itself is its answer, and the connection goes on', async () => {
    const reported: FaultSite[] = [];
    const gateway = await startGateway({
      corsAllows: thrower,
      events: { connections: { ...book(), fault: (_error, site) => reported.push(site) } },
    });
    const both = head('GET', '/v1/x', foreign) + head('GET', '/healthz', 'Connection: close\r\n');
    expect(await statusesOf(await dial(gateway.port), both)).toEqual([500, 200]);
    expect(reported).toEqual([]);
  });

  it('a TLS handshake that fails ends that connection only, also when its report throws', async () => {
    const leaf = await (await testIssuer()).issueLeaf('127.0.0.1');
    const reported: FaultSite[] = [];
    const gateway = await startGateway({
      listener: { tls: { certificatePem: leaf.chainPem, keyPem: leaf.keyPem } },
      events: {
        connections: { ...book(), refused: thrower, fault: (_error, site) => reported.push(site) },
      },
    });
    await ended(await dial(gateway.port), 'GET / HTTP/1.1\r\n\r\n');
    await ended(await dial(gateway.port), 'GET / HTTP/1.1\r\n\r\n');
    expect(reported).toEqual(['tls_client_error', 'tls_client_error']);
  });

  it('a report that throws as well ends the connection and nothing else', async () => {
    const gateway = await startGateway({
      planted: thrower,
      events: { connections: { ...book(), fault: thrower } },
    });
    await ended(await dial(gateway.port), head('GET', '/v1/x', foreign));
    expect((await ask(gateway, '/healthz', { token: null })).status).toBe(200);
  });
});

describe('heads that do not arrive in full', () => {
  it('06 §9.11 500 fields are taken, one more is 431, in every kind of request', async () => {
    const gateway = await startGateway();
    const upstream = await startUpstream();
    const auth = `Proxy-Authorization: ${basic(gateway.token)}\r\n`;
    const url = `http://${upstream.authority}/`;
    const close = 'Connection: close\r\n';
    // Host, and the two or three fields each sort of request needs, count as well.
    const most = head('GET', url, auth + close + shortFields(497));
    expect(await statusesOf(await dial(gateway.port), most)).toEqual([200]);
    expect(upstream.seen[0]!.rawHeaders.filter((part) => /^f\d+$/.test(part))).toHaveLength(497);
    const beyond = [
      head('GET', url, auth + close + shortFields(498)),
      head('GET', url, auth + shortFields(12_900)),
      head('CONNECT', upstream.authority, auth + shortFields(499)),
      head(
        'GET',
        `/proxy-http/${upstream.authority}/`,
        `X-Agent-Token: ${gateway.token}\r\n${HANDSHAKE}${shortFields(496)}`,
      ),
      head('POST', url, `${auth}Expect: 100-continue\r\nContent-Length: 3\r\n${shortFields(497)}`),
      head('GET', '/healthz', shortFields(500)),
    ];
    for (const bytes of beyond) {
      expect(await statusesOf(await dial(gateway.port), bytes)).toEqual([431]);
    }
    expect(upstream.seen).toHaveLength(1);
  });

  it('are cut oldest first once there are more of them than may be, and everybody else goes on', async () => {
    const events = book();
    const gateway = await startGateway({
      connections: { perAddress: 0, counted: () => null, heads: { heads: 20, bytes: 33_554_432 } },
      events: { connections: events },
    });
    const idle = await dial(gateway.port);
    const half = await begun(gateway.port, 60, 'GET /healthz HTTP/1.1\r\nHost: a\r\nx: y\r\n');
    await eventually(() => events.cuts.length === 40);
    expect(half.map(({ destroyed }) => destroyed)).toEqual([
      ...Array(40).fill(true),
      ...Array(20).fill(false),
    ]);
    expect(await statusesOf(half.at(-1)!, 'Connection: close\r\n\r\n')).toEqual([200]);
    expect(await statusesOf(idle, head('GET', '/healthz', 'Connection: close\r\n'))).toEqual([200]);
    half.forEach((socket) => socket.destroy());
  });

  it('are cut oldest first once they hold more bytes together than they may', async () => {
    const events = book();
    const gateway = await startGateway({
      connections: { perAddress: 0, counted: () => null, heads: { heads: 1_000, bytes: 400_000 } },
      events: { connections: events },
    });
    const half = await begun(
      gateway.port,
      30,
      `GET /healthz HTTP/1.1\r\nHost: a\r\nx: ${'y'.repeat(40_000)}`,
    );
    await eventually(() => events.cuts.length >= 21);
    expect(half[0]!.destroyed).toBe(true);
    expect(half.at(-1)!.destroyed).toBe(false);
    half.forEach((socket) => socket.destroy());
  });

  it.each([
    ['an answered request', (_authority: string) => head('GET', '/healthz')],
    [
      'an answered upload',
      (_authority: string) => `${head('POST', '/nope', 'Content-Length: 9\r\n')}some body`,
    ],
    [
      'a chunked upload',
      (_authority: string) =>
        `${head('POST', '/nope', 'Transfer-Encoding: chunked\r\n')}4\r\nbody\r\n0\r\n\r\n`,
    ],
  ])('count behind %s in the same segment as well', async (_name, before) => {
    const events = book();
    const gateway = await startGateway({
      connections: { perAddress: 0, counted: () => null, heads: { heads: 5, bytes: 33_554_432 } },
      events: { connections: events },
    });
    const half = await begun(
      gateway.port,
      10,
      `${before('')}GET /healthz HTTP/1.1\r\nHost: a\r\nx: ${'y'.repeat(2_000)}`,
    );
    await eventually(() => events.cuts.length === 5);
    half.forEach((socket) => socket.destroy());
  });

  it('do not count once they are complete, whatever body follows and however it is cut into segments', async () => {
    const events = book();
    const gateway = await startGateway({
      connections: { perAddress: 0, counted: () => null, heads: { heads: 3, bytes: 33_554_432 } },
      events: { connections: events },
    });
    const kept = await Promise.all(Array.from({ length: 12 }, () => dial(gateway.port)));
    for (const [index, socket] of kept.entries()) {
      let text = '';
      socket.on('error', () => undefined).on('data', (chunk: Buffer) => (text += chunk.toString()));
      const request = [
        head('POST', '/nope', `Content-Length: 2000\r\n`) + 'z'.repeat(2_000),
        head('POST', '/nope', 'Transfer-Encoding: chunked\r\n') + '4\r\nbody\r\n0\r\n\r\n',
        head('GET', '/healthz', 'Odd:     spaces     \r\n'),
      ][index % 3]!;
      const at = Math.floor((request.length * (index + 1)) / 13);
      socket.write(request.slice(0, at));
      await new Promise((resolve) => setTimeout(resolve, 5));
      socket.write(request.slice(at));
      await eventually(() => /HTTP\/1\.1 (200|400)/.test(text));
    }
    expect(events.cuts).toEqual([]);
    expect(kept.some(({ destroyed }) => destroyed)).toBe(false);
    kept.forEach((socket) => socket.destroy());
  });

  it('hold no more together than the port gives them, five thousand heads of 60 KB', async () => {
    const events = book();
    const gateway = await startGateway({
      connections: { perAddress: 0, counted: () => null },
      events: { connections: events },
    });
    const bytes = Buffer.from(`GET / HTTP/1.1\r\nHost: a\r\n${`x: ${'y'.repeat(120)}\r\n`.repeat(480)}`);
    const half: Socket[] = [];
    for (let opened = 0; opened < 5_000; opened += 100) {
      half.push(...(await begun(gateway.port, 100, bytes)));
    }
    const room = Math.floor(33_554_432 / bytes.length);
    await eventually(() => events.cuts.length === 5_000 - room);
    expect((await ask(gateway, '/healthz', { token: null })).status).toBe(200);
    half.forEach((socket) => socket.destroy());
  }, 60_000);

  it('are answered as soon as they have too many fields, however much is still to come', async () => {
    const events = book();
    const gateway = await startGateway({ events: { connections: events } });
    const begin = `GET / HTTP/1.1\r\nHost: a\r\n${shortFields(2_000)}`;
    expect(await statusesOf(await dial(gateway.port), begin)).toEqual([431]);
    expect(events.refusals).toEqual(['too_large']);
  });

  /** Connections on which these bytes were sent one after the other. */
  async function begun(port: number, count: number, bytes: string | Buffer): Promise<Socket[]> {
    const sockets: Socket[] = [];
    for (let made = 0; made < count; made += 1) {
      const socket = await dial(port);
      socket.on('error', () => undefined).resume();
      await new Promise((resolve) => socket.write(bytes, resolve));
      sockets.push(socket);
    }
    return sockets;
  }
});

describe('connections of one address', () => {
  it('are refused beyond their number, and taken again when one of them closes', async () => {
    const events = book();
    const gateway = await startGateway({
      connections: { perAddress: 3, counted: (address) => address },
      events: { connections: events },
    });
    const held = await Promise.all([dial(gateway.port), dial(gateway.port), dial(gateway.port)]);
    await ended(await dial(gateway.port), '');
    expect(events.cuts).toEqual(['address']);
    held[0].destroy();
    await eventually(() => held[0].destroyed);
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect((await ask(gateway, '/healthz', { token: null })).status).toBe(200);
    held.forEach((socket) => socket.destroy());
  });

  it('count once, however many requests and tunnels are inside of them', async () => {
    const gateway = await startGateway({ connections: { perAddress: 1, counted: (address) => address } });
    const upstream = await startUpstream();
    const { socket } = await connectThrough(gateway, upstream.authority, gateway.token);
    expect((await ask(gateway, '/x', { over: socket })).status).toBe(200);
  });

  it('are not counted for an address that stands for many', async () => {
    const gateway = await startGateway({ connections: { perAddress: 1, counted: () => null } });
    const held = await Promise.all([dial(gateway.port), dial(gateway.port)]);
    expect((await ask(gateway, '/healthz', { token: null })).status).toBe(200);
    held.forEach((socket) => socket.destroy());
  });
});

describe('a body that nobody asked for', () => {
  /** Sends without pause and without reading until the server has answered; answers its bytes and what was sent. */
  async function pour(port: number, start: string): Promise<{ text: string; sent: number }> {
    const socket = connect(port, '127.0.0.1');
    const chunk = Buffer.from(`10000\r\n${'x'.repeat(65_536)}\r\n`);
    let text = '';
    let sent = 0;
    let open = true;
    socket.on('error', () => undefined);
    socket.on('data', (bytes: Buffer) => (text += bytes.toString()));
    const closed = new Promise<void>((resolve) =>
      socket.once('close', () => {
        open = false;
        resolve();
      }),
    );
    socket.write(start);
    while (open && sent < 200_000_000) {
      sent += chunk.length;
      if (!socket.write(chunk))
        await Promise.race([new Promise((resolve) => socket.once('drain', resolve)), closed]);
    }
    await closed;
    return { text, sent };
  }

  const controls = [
    {
      handle: async (request: { path: string; body: (most: number) => Promise<Buffer> }) =>
        request.path === '/v1/echo'
          ? { status: 200, body: { length: (await request.body(100)).length } }
          : null,
    },
  ];

  it.each([
    ['an unknown path', '/nope', 400],
    ['health', '/healthz', 400],
    ['a control endpoint', '/v1/echo', 413],
    ['an agent without a token', 'http://127.0.0.1:9/', 407],
  ])('is answered and ends in bounds: %s', async (_name, target, status) => {
    const gateway = await startGateway({ controls });
    const { text, sent } = await pour(gateway.port, head('POST', target, 'Transfer-Encoding: chunked\r\n'));
    expect(text).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    expect(sent).toBeLessThan(40_000_000);
    expect(gateway.faults).toEqual([]);
  });

  it('is not invited, and the connection ends', async () => {
    const gateway = await startGateway({ controls });
    for (const [target, status] of [
      ['/nope', 400],
      ['http://127.0.0.1:9/', 407],
    ] as const) {
      const bytes = head('POST', target, 'Expect: 100-continue\r\nContent-Length: 5\r\n');
      expect(await statusesOf(await dial(gateway.port), bytes)).toEqual([status]);
    }
    const asked = head(
      'POST',
      '/v1/echo',
      'Expect: 100-continue\r\nContent-Length: 5\r\nConnection: close\r\n',
    );
    expect(await statusesOf(await dial(gateway.port), asked, 'hello')).toEqual([100, 200]);
  });

  it('is answered 408 when it does not come in time', async () => {
    const gateway = await startGateway({ controls, bodyPatienceMs: 100 });
    const bytes = `${head('POST', '/v1/echo', 'Content-Length: 50\r\n')}some`;
    expect(await statusesOf(await dial(gateway.port), bytes)).toEqual([408]);
    expect(gateway.faults).toEqual([]);
  });

  it('leaves the connection usable when it is short', async () => {
    const gateway = await startGateway({ controls });
    const long = `${head('POST', '/v1/echo', 'Content-Length: 50000\r\n')}${'x'.repeat(50_000)}`;
    const last = head('GET', '/healthz', 'Connection: close\r\n');
    expect(await statusesOf(await dial(gateway.port), long + last)).toEqual([413, 200]);
  });
});

describe('the last answer of a connection', () => {
  it.each([
    ['an oversized head', `GET / HTTP/1.1\r\nHost: a\r\nX: ${'y'.repeat(3_000_000)}`, 431],
    ['bytes that are not HTTP', `nonsense\r\n\r\n${'z'.repeat(3_000_000)}`, 400],
    ['CONNECT without a token', `${head('CONNECT', 'a:443')}${'z'.repeat(3_000_000)}`, 407],
    [
      'a request that is the last',
      `${head('GET', '/healthz', 'Connection: close\r\n')}${'z'.repeat(3_000_000)}`,
      200,
    ],
  ])('is read by a client that sends on: %s', async (_name, bytes, status) => {
    const gateway = await startGateway();
    const socket = await dial(gateway.port);
    let failure: Error | null = null;
    socket.on('error', (error) => (failure = error));
    expect(await statusesOf(socket, bytes)).toEqual([status]);
    expect(failure).toBeNull();
  });

  it('does not keep a connection whose client neither reads nor leaves', async () => {
    const gateway = await startGateway();
    const socket = connect({ port: gateway.port, host: '127.0.0.1', allowHalfOpen: true });
    const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()));
    socket.on('error', () => undefined);
    socket.write(head('GET', '/healthz', 'Connection: close\r\n'));
    socket.resume();
    const keepSending = setInterval(() => socket.write('x'), 100);
    await closed.finally(() => clearInterval(keepSending));
    expect(socket.destroyed).toBe(true);
  }, 30_000);
});
