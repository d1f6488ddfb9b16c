import { createHmac, randomBytes } from 'node:crypto';
import { createServer as createHttpServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { type AddressInfo, createServer as createTcpServer, type Server, type Socket } from 'node:net';
import { createServer as createTlsServer } from 'node:tls';
import {
  generateAuthority,
  openAuthority,
} from '../../../src/modules/foundation/certificate-authority/certificate-issuer.js';

/** A post as it arrived, its signature verified. */
export interface Posted {
  id: string;
  headers: IncomingMessage['headers'];
  events: any[];
  /** What it was answered; null for one that was left without an answer. */
  status: number | null;
}

/** The receiver of a webhook, as a SIEM has one. Takes everything until told otherwise. */
export interface WebhookReceiver {
  url: string;
  settings: Record<string, string>;
  posts: Posted[];
  answer: (response: ServerResponse, post: Posted) => void;
  /** The events of what was taken, in the order in which they came, each batch once. */
  taken(): any[];
  reset(): void;
  close(): Promise<void>;
}

const MAX_SECONDS_APART = 300;

export async function startWebhookReceiver(): Promise<WebhookReceiver> {
  const secret = randomBytes(32);
  const ok = (response: ServerResponse): void => void response.writeHead(204).end();
  const receiver = { posts: [] as Posted[], answer: ok } as unknown as WebhookReceiver;
  const server = createHttpServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('error', () => undefined);
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const post = verified(request, Buffer.concat(chunks).toString(), secret);
      if (post === null) return response.writeHead(401).end();
      receiver.posts.push(post);
      receiver.answer(response, post);
      post.status = response.writableEnded ? response.statusCode : null;
    });
  });
  receiver.url = `http://127.0.0.1:${await listening(server)}/siem?key=of-the-receiver`;
  receiver.settings = {
    EXPORT_WEBHOOK_URL: receiver.url,
    EXPORT_WEBHOOK_SECRET: `whsec_${secret.toString('base64')}`,
  };
  receiver.taken = () => eventsOnce(receiver.posts);
  receiver.reset = () => {
    receiver.posts.length = 0;
    receiver.answer = ok;
  };
  receiver.close = () => closed(server, () => server.closeAllConnections());
  return receiver;
}

/** By the rules of Standard Webhooks; null for one that does not follow them. */
function verified(request: IncomingMessage, body: string, secret: Buffer): Posted | null {
  const { headers } = request;
  const field = (name: string): string => String(headers[`webhook-${name}`]);
  const [id, timestamp] = [field('id'), field('timestamp')];
  const expected = createHmac('sha256', secret).update(`${id}.${timestamp}.${body}`).digest('base64');
  const fresh = Math.abs(Date.now() / 1_000 - Number(timestamp)) < MAX_SECONDS_APART;
  if (!fresh || !field('signature').split(' ').includes(`v1,${expected}`)) return null;
  const lines = body.split('\n');
  if (request.method !== 'POST' || lines.pop() !== '') return null;
  return { id, headers, events: lines.map((line) => JSON.parse(line) as unknown), status: null };
}

function eventsOnce(posts: readonly Posted[]): any[] {
  const seen = new Set<string>();
  return posts.flatMap(({ id, status, events }) => {
    if (status === null || status >= 300 || seen.has(id)) return [];
    seen.add(id);
    return events;
  });
}

/** A message of RFC 5424 in its parts. */
export interface SyslogMessage {
  priority: number;
  version: string;
  hostname: string;
  application: string;
  messageId: string;
  structured: string;
  event: any;
}

export interface SyslogStand {
  port: number;
  /** What a server has to trust to speak to it over TLS. */
  authorityPem: string;
  messages: SyslogMessage[];
  /** How many connections ended the way they should. */
  connections: number;
  close(): Promise<void>;
}

const TIME = /\d{4}-\d\d-\d\dT[\d:.]+Z/;
const MESSAGE = new RegExp(
  `^<(\\d+)>(\\d) ${TIME.source} (\\S+) (\\S+) \\d+ (\\S+) (\\[(?:[^\\]\\\\]|\\\\.)*\\]) (.*)$`,
);

/** Reads until the sender ends, then ends as well, as receivers do. */
export async function startSyslogReceiver({ tls }: { tls: boolean }): Promise<SyslogStand> {
  const authority = await generateAuthority();
  const leaf = await (await openAuthority(authority)).issueLeaf('localhost');
  const stand = {
    authorityPem: authority.certificatePem,
    messages: [],
    connections: 0,
  } as unknown as SyslogStand;
  const sockets = new Set<Socket>();
  const serve = (socket: Socket): void => {
    const chunks: Buffer[] = [];
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    socket.on('error', () => undefined);
    socket.on('data', (chunk: Buffer) => chunks.push(chunk));
    socket.on('end', () => {
      stand.messages.push(...framesOf(Buffer.concat(chunks)).map(messageOf));
      stand.connections += 1;
    });
  };
  const server = tls
    ? createTlsServer({ cert: leaf.chainPem, key: leaf.keyPem }, serve)
    : createTcpServer(serve);
  server.on('tlsClientError', () => undefined);
  stand.port = await listening(server);
  stand.close = () => closed(server, () => sockets.forEach((socket) => socket.destroy()));
  return stand;
}

/** Byte counting: nothing may be left over. */
function framesOf(bytes: Buffer): string[] {
  const frames: string[] = [];
  for (let at = 0; at < bytes.length;) {
    const blank = bytes.indexOf(0x20, at);
    const length = Number(bytes.toString('latin1', at, blank));
    if (!(length > 0) || blank + 1 + length > bytes.length) throw new Error('not framed by octet counting');
    frames.push(bytes.toString('utf8', blank + 1, blank + 1 + length));
    at = blank + 1 + length;
  }
  return frames;
}

function messageOf(text: string): SyslogMessage {
  const parts = MESSAGE.exec(text);
  if (parts === null) throw new Error(`No message of RFC 5424: ${text}`);
  const [, priority, version, hostname, application, messageId, structured, line] =
    parts as unknown as string[];
  return {
    priority: Number(priority),
    version: version!,
    hostname: hostname!,
    application: application!,
    messageId: messageId!,
    structured: structured!,
    event: JSON.parse(line!),
  };
}

async function listening(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
}

async function closed(server: Server, cut: () => void): Promise<void> {
  const done = new Promise((resolve) => server.close(resolve));
  cut();
  await done;
}
