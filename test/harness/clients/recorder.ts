import {
  createServer,
  request as httpRequest,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';

/** What a program that is not ours sent, byte for byte, and what it got. */
export interface Recorded {
  method: string;
  path: string;
  query: string;
  headers: IncomingHttpHeaders;
  body: string;
  /** Null until it is answered. */
  status: number | null;
  answer: string;
  heldMs: number;
}

/** Stands before a server on an address that stays, passes everything on and writes it down. */
export interface Recorder {
  origin: string;
  seen: Recorded[];
  /** Where to pass on to from now on; null breaks every connection off, as a server that restarts does. */
  pointAt(origin: string | null): void;
  close(): Promise<void>;
}

export async function startRecorder(initial: string | null = null): Promise<Recorder> {
  const seen: Recorded[] = [];
  let target = initial;
  const server = createServer((request, response) => {
    if (target === null) return void request.socket.destroy();
    passOn(target, request, response, seen).catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    seen,
    pointAt: (origin) => (target = origin),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function passOn(
  target: string,
  request: IncomingMessage,
  response: ServerResponse,
  seen: Recorded[],
): Promise<void> {
  const body = await read(request);
  const [path = '', query = ''] = request.url!.split('?');
  const { method = '', headers } = request;
  const row: Recorded = { method, path, query, headers, body, status: null, answer: '', heldMs: 0 };
  seen.push(row);
  const begun = performance.now();
  const outgoing = httpRequest(target + request.url!, { method, headers, agent: false });
  // The client that goes away must be seen to go by the server, and the other way round.
  response.once('close', () => outgoing.destroy());
  const incoming = await new Promise<IncomingMessage>((resolve, reject) => {
    outgoing.once('response', resolve).once('error', reject);
    outgoing.end(body);
  });
  row.answer = await read(incoming);
  row.status = incoming.statusCode!;
  row.heldMs = performance.now() - begun;
  response.writeHead(row.status, incoming.rawHeaders).end(row.answer);
}

async function read(message: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of message as AsyncIterable<Buffer>) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}
