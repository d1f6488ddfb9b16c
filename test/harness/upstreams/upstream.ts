import {
  createServer as createHttpServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type ServerResponse,
} from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import { type AddressInfo, createServer as createTcpServer, type Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { createSecureContext, type SecureContext } from 'node:tls';
import {
  generateAuthority,
  openAuthority,
} from '../../../src/modules/foundation/certificate-authority/certificate-issuer.js';

/** A request as it arrived at the upstream. */
export interface SeenRequest {
  scheme: 'http' | 'https';
  method: string;
  /** Host header, as the gateway wrote it. */
  host: string;
  url: string;
  headers: IncomingHttpHeaders;
  rawHeaders: string[];
  body: Buffer;
}

export type UpstreamAnswer = (
  request: IncomingMessage,
  response: ServerResponse,
  seen: SeenRequest,
) => unknown;

/**
 * The outside world on one loopback port: plain HTTP, HTTPS and, for names that resolve nowhere, an egress
 * proxy behind which every host is this server. Notes what it saw; answers 200 `ok` until told otherwise.
 */
export interface Upstream {
  port: number;
  seen: SeenRequest[];
  answer: UpstreamAnswer;
  /** Takes over a WebSocket's handshake; without it, it is accepted and the socket closed. */
  upgrade?: (request: IncomingMessage, socket: Duplex, head: Buffer) => void;
  /** The only request since the last call; fails when there was none or more than one. */
  only(): SeenRequest;
  /** Forgets what was seen and answers as in the beginning. */
  reset(): void;
  /** What a server has to trust (`GATEWAY_UPSTREAM_CA_FILE`) to check the certificates of every host here. */
  authorityPem: string;
  /** Settings of a server whose internet is this upstream. */
  settings: Record<string, string>;
  close(): Promise<void>;
}

const TLS_HANDSHAKE = 0x16;
/** Loopback, and the names by which tests look at what arrives here without TLS: credentials go nowhere else (R27). */
const PLAIN_HTTP_HOSTS =
  '127.0.0.1,localhost,*.test,*.anthropic.com,*.openai.com,chatgpt.com,*.chatgpt.com,*.googleapis.com,*.github.com,*.atlassian.net';

export async function startUpstream(): Promise<Upstream> {
  const sockets = new Set<Socket>();
  const upstream = newUpstream();
  const http = createHttpServer(recording('http', upstream));
  const authority = await generateAuthority();
  upstream.authorityPem = authority.certificatePem;
  const issuer = await openAuthority(authority);
  const contexts = new Map<string, Promise<SecureContext>>();
  const contextOf = (name: string): Promise<SecureContext> => {
    const made = contexts.get(name) ?? issuer.issueLeaf(name).then(contextWith);
    contexts.set(name, made);
    return made;
  };
  const leaf = await issuer.issueLeaf('localhost');
  const https = createHttpsServer(
    {
      cert: leaf.chainPem,
      key: leaf.keyPem,
      SNICallback: (name, done) => void contextOf(name).then((context) => done(null, context), done),
    },
    recording('https', upstream),
  );
  const serve = (socket: Duplex): void => {
    socket.on('error', () => socket.destroy());
    socket.once('data', (first: Buffer) => {
      socket.pause();
      socket.unshift(first);
      (first[0] === TLS_HANDSHAKE ? https : http).emit('connection', socket);
      process.nextTick(() => socket.resume());
    });
  };
  http.on('connect', (_request, socket) => {
    socket.write('HTTP/1.1 200 Connection established\r\n\r\n');
    serve(socket);
  });
  for (const server of [http, https]) server.on('upgrade', acceptWebSocket(upstream));
  const listener = createTcpServer((socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
    serve(socket);
  });
  await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve));
  upstream.port = (listener.address() as AddressInfo).port;
  upstream.settings = {
    GATEWAY_EGRESS_PROXY: `http://127.0.0.1:${upstream.port}`,
    GATEWAY_EGRESS_NO_PROXY: 'localhost,127.0.0.1',
    GATEWAY_DANGER_ACCEPT_INVALID_CERTS: 'true',
    GATEWAY_ALLOWED_PRIVATE_HOSTS: PLAIN_HTTP_HOSTS,
  };
  upstream.close = () =>
    new Promise((resolve) => {
      listener.close(() => resolve());
      for (const socket of sockets) socket.destroy();
    });
  return upstream;
}

function contextWith({ chainPem, keyPem }: { chainPem: string; keyPem: string }): SecureContext {
  return createSecureContext({ cert: chainPem, key: keyPem });
}

function newUpstream(): Upstream {
  return {
    port: 0,
    seen: [],
    answer: answerOk,
    authorityPem: '',
    settings: {},
    only() {
      const [request, ...others] = this.seen.splice(0);
      if (request && others.length === 0) return request;
      throw new Error(`The upstream saw ${request ? others.length + 1 : 0} requests, expected one`);
    },
    reset() {
      this.seen.length = 0;
      this.answer = answerOk;
      this.upgrade = undefined;
    },
    close: () => Promise.resolve(),
  };
}

const answerOk: UpstreamAnswer = (_request, response) => response.end('ok');

function recording(scheme: SeenRequest['scheme'], upstream: Upstream) {
  return (request: IncomingMessage, response: ServerResponse): void => {
    const chunks: Buffer[] = [];
    request.on('error', () => undefined);
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const seen = seenOf(scheme, request, Buffer.concat(chunks));
      upstream.seen.push(seen);
      upstream.answer(request, response, seen);
    });
  };
}

/** Says 101 and closes, which is enough for tests of the handshake. */
function acceptWebSocket(upstream: Upstream) {
  return (request: IncomingMessage, socket: Duplex, head: Buffer): void => {
    upstream.seen.push(seenOf('http', request, Buffer.alloc(0)));
    if (upstream.upgrade) return upstream.upgrade(request, socket, head);
    socket.end(
      'HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n' +
        'Sec-WebSocket-Accept: s3pPLMBiTxaQ9kYGzzhZRbK+xOo=\r\n\r\n',
    );
  };
}

function seenOf(scheme: SeenRequest['scheme'], request: IncomingMessage, body: Buffer): SeenRequest {
  const { method = '', url = '', headers, rawHeaders } = request;
  return { scheme, method, host: headers.host ?? '', url, headers, rawHeaders, body };
}
