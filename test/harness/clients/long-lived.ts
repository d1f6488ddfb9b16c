import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import type { Duplex } from 'node:stream';

/** What agents keep open for hours, and what must not outlive the permission to do it. */
export const KINDS = ['websocket', 'events', 'download', 'upload', 'waiting'] as const;
export type Kind = (typeof KINDS)[number];

export interface EndlessUpstream {
  authority: string;
  /** Paths of exchanges that are open here. */
  open: Set<string>;
  close(): Promise<void>;
}

/** Answers by the first segment of the path, each in a way that never ends by itself. */
export async function startEndlessUpstream(): Promise<EndlessUpstream> {
  const open = new Set<string>();
  const sockets = new Set<Duplex>();
  const track = (path: string, socket: Duplex): void => {
    open.add(path);
    sockets.add(socket);
    socket.once('close', () => open.delete(path) && sockets.delete(socket));
    socket.on('error', () => undefined);
  };
  const server = createServer((request: IncomingMessage, response: ServerResponse) => {
    const path = request.url!;
    track(path, request.socket);
    if (path.startsWith('/events')) {
      response.writeHead(200, { 'content-type': 'text/event-stream' }).write('data: one\n\n');
    } else if (path.startsWith('/download')) {
      response.writeHead(200, { 'content-length': '1000000000' });
      const timer = setInterval(() => response.write('bytes'), 20);
      response.once('close', () => clearInterval(timer));
      response.write('bytes');
    } else request.on('error', () => undefined).resume();
  });
  server.on('upgrade', (request: IncomingMessage, socket: Duplex) => {
    track(request.url!, socket);
    socket.write(
      'HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n' +
        'Sec-WebSocket-Accept: s3pPLMBiTxaQ9kYGzzhZRbK+xOo=\r\n\r\n',
    );
    socket.on('data', (chunk: Buffer) => socket.write(chunk)).on('end', () => socket.end());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    authority: `127.0.0.1:${(server.address() as AddressInfo).port}`,
    open,
    close: () =>
      new Promise((resolve) => {
        for (const socket of sockets) socket.destroy();
        server.close(() => resolve());
      }),
  };
}

/** One exchange under way, as its agent sees it. */
export interface LongLived {
  kind: Kind;
  path: string;
  /** Everything that came so far. */
  text(): string;
  /** The connection has ended, in whatever way. */
  ended(): boolean;
  /** Bytes still go through in both directions. */
  alive(): Promise<boolean>;
  close(): void;
}

const BEGUN: Readonly<Record<Kind, string | null>> = {
  websocket: '\r\n\r\n',
  events: 'data: one',
  download: 'bytes',
  upload: null,
  waiting: null,
};

let opened = 0;

/** Opens it and waits until it has really begun, here and at the upstream. */
export async function openLongLived(
  kind: Kind,
  gatewayUrl: string,
  token: string,
  upstream: EndlessUpstream,
): Promise<LongLived> {
  opened += 1;
  const path = `/${kind}/${opened}`;
  const socket = connect(Number(new URL(gatewayUrl).port), '127.0.0.1');
  let text = '';
  socket.on('error', () => undefined).on('data', (chunk: Buffer) => (text += chunk.toString('latin1')));
  socket.write(headOf(kind, path, upstream.authority, token));
  const timer = kind === 'upload' ? setInterval(() => socket.write('x'.repeat(2_000)), 20) : undefined;
  socket.once('close', () => clearInterval(timer));
  const begun = BEGUN[kind];
  await eventually(
    () => upstream.open.has(path) && (begun === null || text.includes(begun)),
    () => text,
  );
  return {
    kind,
    path,
    text: () => text,
    ended: () => socket.closed || socket.readableEnded,
    alive: () => isAlive(kind, socket, path, upstream, () => text),
    close: () => void socket.destroy(),
  };
}

function headOf(kind: Kind, path: string, authority: string, token: string): string {
  const by = `X-Agent-Token: ${token}\r\n`;
  const target = `/proxy-http/${authority}${path}`;
  switch (kind) {
    case 'websocket':
      return (
        `GET ${target} HTTP/1.1\r\nHost: x\r\n${by}Connection: Upgrade\r\nUpgrade: websocket\r\n` +
        'Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n'
      );
    case 'upload':
      return `POST ${target} HTTP/1.1\r\nHost: x\r\n${by}Content-Length: 1000000000\r\n\r\n`;
    default:
      return `GET ${target} HTTP/1.1\r\nHost: x\r\n${by}\r\n`;
  }
}

async function isAlive(
  kind: Kind,
  socket: Socket,
  path: string,
  upstream: EndlessUpstream,
  text: () => string,
): Promise<boolean> {
  if (socket.closed || !upstream.open.has(path)) return false;
  if (kind !== 'websocket' && kind !== 'download') return true;
  const { length } = text();
  if (kind === 'websocket') socket.write('ping');
  await eventually(() => text().length > length || socket.closed, text);
  return !socket.closed;
}

async function eventually(holds: () => boolean, state: () => string): Promise<void> {
  const deadline = Date.now() + 10_000;
  while (!holds()) {
    if (Date.now() > deadline) throw new Error(`Nothing came. So far: ${state()}`);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}
