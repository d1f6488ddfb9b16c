import { createHash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  dial,
  expectedOf,
  head,
  kindsOfPort,
  kindsOfTunnel,
  note,
  statusesOf,
  type Kind,
} from './pipelining.js';
import {
  ask,
  basic,
  connectThrough,
  eventually,
  startGateway,
  startUpstream,
  stopAll,
  tlsTunnel,
  type RunningGateway,
  type RunningUpstream,
} from './wire-harness.js';

let gateway: RunningGateway;
let upstream: RunningUpstream;
/** Ends what waits at `/slow` and `/stream`. */
let release: () => void = () => undefined;

beforeAll(async () => {
  upstream = await startUpstream();
  upstream.answer = (request, response) => {
    const waits = request.url === '/slow' || request.url === '/stream';
    if (request.url === '/stream') response.write('first part');
    if (waits) release = () => response.end('ok');
    else response.end('ok');
  };
  upstream.server.on('upgrade', acceptUpgrade);
  gateway = await startGateway({ upstream: { skipVerifyHosts: ['127.0.0.1'] } });
});
afterAll(stopAll);

function acceptUpgrade(request: IncomingMessage, socket: Duplex): void {
  const accept = createHash('sha1')
    .update(`${request.headers['sec-websocket-key']}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`)
    .digest('base64');
  socket.on('error', () => undefined).resume();
  // A session that ends at once, so that a conversation on its connection ends, too.
  socket.end(
    `HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: ${accept}\r\n\r\n`,
  );
}

const authorized = (): string => `Proxy-Authorization: ${basic(gateway.token)}\r\n`;
const LAST = head('GET', '/healthz', 'Connection: close\r\n');

async function lives(): Promise<void> {
  expect((await ask(gateway, '/healthz', { token: null })).status).toBe(200);
  expect((await ask(gateway, `http://${upstream.authority}/x`)).status).toBe(200);
  expect(gateway.faults).toEqual([]);
}

describe('requests pipelined on the gateway port', () => {
  it('are answered in order, each kind behind each other kind, in one segment', async () => {
    const kinds = kindsOfPort(upstream.authority, gateway.token);
    const wrong: string[] = [];
    for (const first of kinds.filter(({ takesOver }) => !takesOver)) {
      for (const second of kinds) {
        const statuses = await statusesOf(await dial(gateway.port), first.bytes + second.bytes + LAST);
        note(wrong, `${second.name} behind ${first.name}`, statuses, expectedOf(first, second));
      }
    }
    expect(wrong).toEqual([]);
    await lives();
  });

  it('turn the connection over when they come first, whatever stands behind them', async () => {
    const kinds = kindsOfPort(upstream.authority, gateway.token);
    for (const first of kinds.filter(({ takesOver }) => takesOver)) {
      for (const second of kinds) {
        const [status] = await statusesOf(
          await dial(gateway.port),
          first.bytes + second.bytes,
          async () => undefined,
          LAST,
        );
        expect([first.name, second.name, status]).toEqual([first.name, second.name, first.first[0]]);
      }
    }
    await lives();
  });

  const states: [
    state: string,
    target: string,
    ready: (seen: number) => boolean,
    finish: () => void,
    status: number,
  ][] = [
    ['waits for its upstream', '/slow', (seen) => upstream.seen.length > seen, () => release(), 200],
    ['is being streamed', '/stream', (seen) => upstream.seen.length > seen, () => release(), 200],
    ['is held by a decision', '/held', () => decisions.waiting, () => decisions.go(), 200],
    ['is refused after a while', '/refused', () => decisions.waiting, () => decisions.go(), 403],
  ];
  const decisions = { waiting: false, go: (): void => undefined };

  it.each(states)('wait while the answer before them %s', async (_state, target, ready, finish, status) => {
    gateway.stages.decision = ({ path }) => {
      if (path !== '/held' && path !== '/refused') return null;
      decisions.waiting = true;
      const refusal =
        path === '/held'
          ? null
          : { status: 403, retryable: false, body: { error: 'blocked_by_policy' as const, message: '' } };
      return new Promise((resolve) => (decisions.go = () => resolve(refusal)));
    };
    const wrong: string[] = [];
    for (const kind of kindsOfPort(upstream.authority, gateway.token)) {
      const seen = upstream.seen.length;
      decisions.waiting = false;
      const statuses = await statusesOf(
        await dial(gateway.port),
        head('GET', `http://${upstream.authority}${target}`, authorized()) + kind.bytes + LAST,
        () => eventually(() => ready(seen)),
        async () => {
          // Nothing behind it has gone anywhere yet.
          await new Promise((resolve) => setTimeout(resolve, 5));
          const reached = target.startsWith('/s') ? 1 : 0;
          if (upstream.seen.length !== seen + reached) wrong.push(`${kind.name} overtook`);
          finish();
        },
      );
      const first: Kind = { name: target, bytes: '', first: [status] };
      note(wrong, `${kind.name} behind ${target}`, statuses, expectedOf(first, kind));
    }
    gateway.stages.decision = () => null;
    expect(wrong).toEqual([]);
    await lives();
  });

  it('are never run behind one that closes the connection', async () => {
    const before = upstream.seen.length;
    const closing = head('GET', `http://${upstream.authority}/1`, `${authorized()}Connection: close\r\n`);
    const next = head('GET', `http://${upstream.authority}/2`, authorized());
    expect(await statusesOf(await dial(gateway.port), closing + next + next)).toEqual([200]);
    expect(upstream.seen.slice(before).map(({ url }) => url)).toEqual(['/1']);
  });

  it('run one after the other, so that effects have the order of the requests', async () => {
    const before = upstream.seen.length;
    const socket = await dial(gateway.port);
    const slow = head('GET', `http://${upstream.authority}/slow`, authorized());
    const next = head('POST', `http://${upstream.authority}/after`, `${authorized()}Connection: close\r\n`);
    const statuses = statusesOf(socket, slow + next);
    await eventually(() => upstream.seen.length === before + 1);
    await ask(gateway, `http://${upstream.authority}/meanwhile`);
    expect(upstream.seen.slice(before).map(({ url }) => url)).toEqual(['/slow', '/meanwhile']);
    release();
    expect(await statuses).toEqual([200, 200]);
    expect(upstream.seen.at(-1)!.url).toBe('/after');
  });

  it('are cut where more of them wait than any client sends', async () => {
    const before = upstream.seen.length;
    const slow = head('GET', `http://${upstream.authority}/slow`, authorized());
    const flood = head('GET', `http://${upstream.authority}/flood`, authorized()).repeat(2_000);
    expect(await statusesOf(await dial(gateway.port), slow + flood)).toEqual([]);
    expect(upstream.seen.length - before).toBeLessThan(2);
    await lives();
  });

  it('die with their connection, wherever it is cut', async () => {
    const pairs = kindsOfPort(upstream.authority, gateway.token).map(
      ({ bytes }) => head('GET', `http://${upstream.authority}/slow`, authorized()) + bytes,
    );
    for (const bytes of pairs) {
      for (const share of [0.3, 0.6, 0.9, 1]) {
        const socket = await dial(gateway.port);
        socket.on('error', () => undefined);
        socket.write(bytes.slice(0, Math.ceil(bytes.length * share)), () => socket.resetAndDestroy());
      }
    }
    await lives();
  });

  it('leave nothing behind when the client closes its side after sending', async () => {
    for (const kind of kindsOfPort(upstream.authority, gateway.token)) {
      const socket = await dial(gateway.port);
      socket.on('error', () => undefined).resume();
      const closed = new Promise((resolve) => socket.once('close', resolve));
      socket.end(head('GET', '/healthz') + kind.bytes);
      await closed;
    }
    await lives();
  });
});

describe.each(['plain', 'TLS'])('requests pipelined inside a %s tunnel', (scheme) => {
  let inside: RunningUpstream;

  beforeAll(async () => {
    inside = scheme === 'TLS' ? await startUpstream('self-signed') : await startUpstream();
    inside.server.on('upgrade', acceptUpgrade);
  });

  async function tunnel() {
    if (scheme === 'TLS') return tlsTunnel(gateway, inside.authority, '127.0.0.1');
    return (await connectThrough(gateway, inside.authority, gateway.token)).socket;
  }

  it('are answered in order, each kind behind each other kind, in one segment', async () => {
    const kinds = kindsOfTunnel();
    const last = head('GET', '/x', 'Connection: close\r\n');
    const wrong: string[] = [];
    for (const first of kinds) {
      for (const second of kinds) {
        const statuses = await statusesOf(await tunnel(), first.bytes + second.bytes + last);
        if (first.takesOver) note(wrong, first.name, statuses.slice(0, 1), first.first);
        else note(wrong, `${second.name} behind ${first.name}`, statuses, expectedOf(first, second));
      }
    }
    expect(wrong).toEqual([]);
    await lives();
  });
});
