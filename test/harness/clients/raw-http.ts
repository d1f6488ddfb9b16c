import { once } from 'node:events';
import { connect } from 'node:net';
import type { Duplex } from 'node:stream';

export interface RawAnswer {
  status: number;
  /** Names in lower case; of a repeated header the last. */
  headers: Record<string, string>;
  text: string;
  body: any;
}

/**
 * Sends bytes as they are, for what an HTTP client would refuse to send or would tidy up, and reads until the
 * server closes. A request that is complete must say `Connection: close`.
 */
export async function sendRaw(url: string, bytes: string | Buffer): Promise<RawAnswer> {
  const { hostname, port } = new URL(url);
  return sendRawOver(connect(Number(port), hostname), bytes);
}

/** The same on a connection that is there already, a tunnel for example. */
export async function sendRawOver(socket: Duplex, bytes: string | Buffer): Promise<RawAnswer> {
  const chunks: Buffer[] = [];
  socket.on('data', (chunk: Buffer) => chunks.push(chunk));
  // A server that refuses early may reset what is still being sent; the answer counts.
  socket.on('error', () => undefined);
  socket.write(bytes);
  await once(socket, 'close');
  return parse(Buffer.concat(chunks).toString('utf8'));
}

/** A request with a target and headers as given. */
export function rawRequest(method: string, target: string, headers: string[] = [], body = ''): string {
  const framing = body === '' ? [] : [`Content-Length: ${Buffer.byteLength(body)}`];
  const lines = [
    `${method} ${target} HTTP/1.1`,
    'Host: 127.0.0.1',
    'Connection: close',
    ...framing,
    ...headers,
  ];
  return [...lines, '', body].join('\r\n');
}

function parse(answer: string): RawAnswer {
  const end = answer.indexOf('\r\n\r\n');
  const [statusLine = '', ...lines] = answer.slice(0, end).split('\r\n');
  const text = answer.slice(end + 4);
  const headers = Object.fromEntries(
    lines.map((line) => [
      line.slice(0, line.indexOf(':')).toLowerCase(),
      line.slice(line.indexOf(':') + 1).trim(),
    ]),
  );
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    body = undefined;
  }
  return { status: Number(statusLine.split(' ')[1]), headers, text, body };
}
