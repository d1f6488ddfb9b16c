/**
 * The fair floor: the least a Node program does that intercepts TLS and forwards. One certificate made beforehand,
 * node:http towards the client, undici towards the upstream, hop-by-hop fields dropped, bodies streamed with
 * back-pressure. No authentication, rules, injection, database, log or limits.
 */
import { createServer } from 'node:http';
import { createSecureContext, TLSSocket } from 'node:tls';
import { Pool } from 'undici';
import { becomeWorker } from './worker.mjs';

const DROPPED = new Set(['host', 'connection', 'proxy-connection', 'proxy-authorization', 'content-length']);
const pools = new Map();

function poolFor(origin, ca) {
  let pool = pools.get(origin);
  if (!pool) pools.set(origin, (pool = new Pool(origin, { pipelining: 1, connect: { ca } })));
  return pool;
}

class Forwarded {
  constructor(response) {
    this.response = response;
  }

  onRequestStart(controller) {
    this.response.on('drain', () => controller.resume());
  }

  onResponseStart(controller, status) {
    const headers = controller.rawHeaders.map((part) =>
      typeof part === 'string' ? part : part.latin1Slice(),
    );
    for (let at = 0; at < headers.length; at += 2) {
      if (headers[at].length === 10 && headers[at].toLowerCase() === 'connection') headers.splice(at, 2);
    }
    this.response.writeHead(status, headers);
  }

  onResponseData(controller, chunk) {
    if (!this.response.write(chunk)) controller.pause();
  }

  onResponseEnd() {
    this.response.end();
  }

  onResponseError() {
    this.response.destroy();
  }
}

function forward(request, response, origin, authority, path, ca) {
  const headers = ['host', authority];
  for (let at = 0; at < request.rawHeaders.length; at += 2) {
    const name = request.rawHeaders[at];
    if (!DROPPED.has(name.toLowerCase())) headers.push(name, request.rawHeaders[at + 1]);
  }
  const length = request.headers['content-length'];
  if (length !== undefined) headers.push('content-length', length);
  const body = length === undefined ? null : request;
  poolFor(origin, ca).dispatch({ path, method: request.method, headers, body }, new Forwarded(response));
}

becomeWorker(async ({ cert, key, ca }) => {
  const secureContext = createSecureContext({ cert, key });
  const server = createServer((request, response) => {
    const { authority } = request.socket;
    if (authority) return forward(request, response, `https://${authority}`, authority, request.url, ca);
    const { origin, host, pathname, search } = new URL(request.url);
    forward(request, response, origin, host, pathname + search, ca);
  });
  server.keepAliveTimeout = 120_000;
  server.on('connect', (request, socket) => {
    socket.write('HTTP/1.1 200 Connection Established\r\n\r\n');
    const secured = new TLSSocket(socket, { isServer: true, secureContext });
    secured.on('error', () => secured.destroy());
    secured.authority = request.url;
    server.emit('connection', secured);
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { port: server.address().port };
});
