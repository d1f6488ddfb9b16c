import { connect, type Socket } from 'node:net';
import type { TLSSocket } from 'node:tls';
import { basic } from './wire-harness.js';

/** One kind of request as bytes, and what RFC 9112 lets a client expect of it. */
export interface Kind {
  name: string;
  bytes: string;
  /** Statuses it is answered with as the first of its connection. */
  first: number[];
  /** The same behind a request that is not answered yet. */
  behind?: number[];
  /** Whether it is the last of its connection, as the first and behind another. */
  ends?: boolean;
  endsBehind?: boolean;
  /** As the first it turns the connection into something else. */
  takesOver?: boolean;
}

export const HANDSHAKE =
  'Upgrade: websocket\r\nConnection: upgrade\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n';

export function head(method: string, target: string, fields = ''): string {
  return `${method} ${target} HTTP/1.1\r\nHost: a\r\n${fields}\r\n`;
}

export const shortFields = (count: number): string =>
  Array.from({ length: count }, (_one, index) => `f${index}:v\r\n`).join('');

/** What is wrong with a request alone, whatever port it comes to. */
export const BROKEN: Kind[] = [
  { name: 'malformed', bytes: 'GET / nonsense\r\n\r\n', first: [400], ends: true },
  {
    name: 'oversized head',
    bytes: head('GET', '/', `X: ${'y'.repeat(70_000)}\r\n`),
    first: [431],
    ends: true,
  },
  { name: 'too many fields', bytes: head('GET', '/', shortFields(501)), first: [431], ends: true },
  { name: 'without Host', bytes: 'GET / HTTP/1.1\r\n\r\n', first: [400], ends: true },
];

/** What the gateway's own port can be asked; `authority` is an upstream that answers everything with 200. */
export function kindsOfPort(authority: string, token: string): Kind[] {
  const auth = `Proxy-Authorization: ${basic(token)}\r\n`;
  const own = `X-Agent-Token: ${token}\r\n`;
  const url = `http://${authority}/x`;
  return [
    { name: 'origin path', bytes: head('GET', '/healthz'), first: [200] },
    { name: 'absolute form', bytes: head('GET', url, auth), first: [200] },
    { name: 'without a token', bytes: head('GET', url), first: [407] },
    { name: 'reverse mode', bytes: head('GET', `/proxy-http/${authority}/x`, own), first: [200] },
    { name: 'length body', bytes: `${head('POST', url, `${auth}Content-Length: 4\r\n`)}body`, first: [200] },
    {
      name: 'chunked body',
      bytes: `${head('POST', url, `${auth}Transfer-Encoding: chunked\r\n`)}4\r\nbody\r\n0\r\n\r\n`,
      first: [200],
    },
    {
      name: 'expects continue',
      bytes: `${head('POST', url, `${auth}Expect: 100-continue\r\nContent-Length: 4\r\n`)}body`,
      first: [100, 200],
    },
    { name: 'other expectation', bytes: head('GET', '/healthz', 'Expect: magic\r\n'), first: [200] },
    {
      name: 'CONNECT',
      bytes: head('CONNECT', authority, auth),
      first: [200],
      takesOver: true,
      behind: [400],
      endsBehind: true,
    },
    {
      name: 'CONNECT without a token',
      bytes: head('CONNECT', authority),
      first: [407],
      ends: true,
      behind: [400],
    },
    {
      name: 'CONNECT with a body',
      bytes: `${head('CONNECT', authority, `${auth}Content-Length: 4\r\n`)}body`,
      first: [400],
      ends: true,
    },
    {
      name: 'reverse WebSocket',
      bytes: head('GET', `/proxy-http/${authority}/ws`, own + HANDSHAKE),
      first: [101],
      takesOver: true,
      behind: [400],
      endsBehind: true,
    },
    {
      name: 'WebSocket with a body',
      bytes: `${head('GET', `/proxy-http/${authority}/ws`, `${own}${HANDSHAKE}Content-Length: 4\r\n`)}body`,
      first: [400],
      ends: true,
    },
    {
      name: 'upgrade to h2c',
      bytes: head('GET', url, `${auth}Upgrade: h2c\r\nConnection: upgrade\r\n`),
      first: [200],
      ends: true,
    },
    ...BROKEN,
  ];
}

/** What can be asked inside a tunnel. */
export function kindsOfTunnel(): Kind[] {
  return [
    { name: 'origin form', bytes: head('GET', '/x'), first: [200] },
    { name: 'absolute form', bytes: head('GET', 'http://elsewhere.test/x'), first: [200] },
    { name: 'length body', bytes: `${head('POST', '/x', 'Content-Length: 4\r\n')}body`, first: [200] },
    {
      name: 'expects continue',
      bytes: `${head('POST', '/x', 'Expect: 100-continue\r\nContent-Length: 4\r\n')}body`,
      first: [100, 200],
    },
    { name: 'CONNECT', bytes: head('CONNECT', 'a:443'), first: [400], ends: true },
    {
      name: 'WebSocket',
      bytes: head('GET', '/ws', HANDSHAKE),
      first: [101],
      takesOver: true,
      behind: [400],
      endsBehind: true,
    },
    {
      name: 'upgrade to h2c',
      bytes: head('GET', '/x', 'Upgrade: h2c\r\nConnection: upgrade\r\n'),
      first: [200],
      ends: true,
    },
    ...BROKEN,
  ];
}

/** The statuses of `first`, `second` and a last request in one segment; after one that ends it nothing comes. */
export function expectedOf(first: Kind, second: Kind): number[] {
  if (first.ends) return first.first;
  const behind = [...first.first, ...(second.behind ?? second.first)];
  return second.ends || second.endsBehind ? behind : [...behind, 200];
}

/** Remembers a pair whose answers are not those expected. */
export function note(wrong: string[], pair: string, statuses: number[], expected: number[]): void {
  const [got, wanted] = [statuses.join(), expected.join()];
  if (got !== wanted) wrong.push(`${pair}: ${got} instead of ${wanted}`);
}

/** Where a connection that should have ended is given up. */
const PATIENCE_MS = 20_000;
const STILL_OPEN = -1;

/** Sends the bytes and answers the statuses that came until the connection closed. */
export async function statusesOf(
  socket: Socket | TLSSocket,
  ...segments: (string | (() => Promise<void>))[]
): Promise<number[]> {
  let text = '';
  let gaveUp = false;
  socket.on('error', () => undefined);
  socket.on('data', (chunk: Buffer) => (text += chunk.toString('latin1')));
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()));
  const patience = setTimeout(() => {
    gaveUp = true;
    socket.destroy();
  }, PATIENCE_MS);
  for (const segment of segments) {
    if (typeof segment === 'string') socket.write(segment);
    else await segment();
  }
  await closed;
  clearTimeout(patience);
  const statuses = [...text.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => Number(status));
  return gaveUp ? [...statuses, STILL_OPEN] : statuses;
}

export function dial(port: number): Promise<Socket> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => resolve(socket));
  });
}
