import {
  createSecureServer,
  type Http2SecureServer,
  type IncomingHttpHeaders,
  type SecureServerOptions,
  type ServerHttp2Session,
  type ServerHttp2Stream,
} from 'node:http2';
import { createServer as createTlsServer, type TLSSocket } from 'node:tls';
import { listen, testIssuer } from '../wire/wire-harness.js';

export interface SeenStream {
  headers: IncomingHttpHeaders;
  rawHeaders: string[];
  body: Buffer;
  trailers: IncomingHttpHeaders;
}

export interface Http2Upstream {
  authority: string;
  server: Http2SecureServer;
  seen: SeenStream[];
  sessions: ServerHttp2Session[];
  /** Called at the end of a request's body. */
  answer: (stream: ServerHttp2Stream, seen: SeenStream) => void;
  /** Called as soon as the head is here; `answer` is not called where it answers true. */
  begin: (stream: ServerHttp2Stream, headers: IncomingHttpHeaders) => boolean;
}

/** An upstream that speaks HTTP/2 and notes what it saw; answers 200 `ok` until told otherwise. */
export async function startHttp2Upstream(options: SecureServerOptions = {}): Promise<Http2Upstream> {
  const upstream: Http2Upstream = {
    authority: '',
    server: createSecureServer({ ...(await certificate()), ...options }),
    seen: [],
    sessions: [],
    answer: (stream) => {
      stream.respond({ ':status': 200 });
      stream.end('ok');
    },
    begin: () => false,
  };
  const { server } = upstream;
  server.on('session', (session) => {
    session.on('error', () => undefined);
    upstream.sessions.push(session);
  });
  server.on(
    'stream',
    (stream: ServerHttp2Stream, headers: IncomingHttpHeaders, _flags: number, raw: unknown) => {
      stream.on('error', () => undefined);
      const seen: SeenStream = { headers, rawHeaders: raw as string[], body: Buffer.alloc(0), trailers: {} };
      if (upstream.begin(stream, headers)) return;
      const chunks: Buffer[] = [];
      stream.on('trailers', (trailers) => (seen.trailers = trailers));
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        if (stream.destroyed || stream.aborted) return;
        seen.body = Buffer.concat(chunks);
        upstream.seen.push(seen);
        upstream.answer(stream, seen);
      });
    },
  );
  upstream.authority = `127.0.0.1:${await listenClosing(upstream)}`;
  return upstream;
}

/** Sessions keep a server from closing. */
async function listenClosing({ server, sessions }: Http2Upstream): Promise<number> {
  const close = server.close.bind(server);
  server.close = (done?: (error?: Error) => void) => {
    for (const session of sessions) session.destroy();
    return close(done);
  };
  return listen(server);
}

/** An upstream that chooses HTTP/2 and then says what it is told to, frame by frame. */
export async function startFrameUpstream(
  speak: (socket: TLSSocket) => void,
): Promise<{ authority: string; connections: number }> {
  const upstream = { authority: '', connections: 0 };
  const sockets: TLSSocket[] = [];
  const server = createTlsServer({ ...(await certificate()), ALPNProtocols: ['h2'] }, (socket) => {
    upstream.connections += 1;
    sockets.push(socket);
    socket.on('error', () => undefined);
    speak(socket);
  });
  const close = server.close.bind(server);
  server.close = (done?: (error?: Error) => void) => {
    for (const socket of sockets) socket.destroy();
    return close(done);
  };
  upstream.authority = `127.0.0.1:${await listen(server)}`;
  return upstream;
}

async function certificate(): Promise<{ cert: string; key: string }> {
  const leaf = await (await testIssuer()).issueLeaf('127.0.0.1');
  return { cert: leaf.chainPem, key: leaf.keyPem };
}
