/** The local upstream of the load benches: the same answers over TLS and over plain HTTP, in a process of its own. */
import { Buffer } from 'node:buffer';
import { createHash } from 'node:crypto';
import { createServer } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { MODEL_ANSWER, MODEL_EVENTS } from './model-answers.mjs';
import { becomeWorker } from './worker.mjs';

const SMALL = Buffer.from(JSON.stringify({ object: 'charge', id: 'ch_1', amount: 4200, paid: true }));
const WEB_SOCKET_GUID = '258EAFA5-E914-47DA-95CA-C5AB0DC85B11';
const CHUNK = Buffer.alloc(64 * 1024, 'x');

function answer(request, response) {
  if (request.url.startsWith('/down/')) return sendBytes(response, Number(request.url.slice(6)));
  if (request.url.endsWith('?answer=small')) return sendJson(response, MODEL_ANSWER);
  if (request.url.endsWith('?answer=events')) return void sendEvents(response);
  if (request.method === 'POST') return countBytes(request, response);
  if (request.url === '/echo') return sendJson(response, { authorization: request.headers.authorization });
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': SMALL.length });
  response.end(SMALL);
}

function sendBytes(response, total) {
  response.writeHead(200, { 'content-length': total });
  let left = total;
  const send = () => {
    while (left > 0) {
      const chunk = left >= CHUNK.length ? CHUNK : CHUNK.subarray(0, left);
      left -= chunk.length;
      if (!response.write(chunk)) return void response.once('drain', send);
    }
    response.end();
  };
  send();
}

/** As a model writes: one event after the other. With their length, because the generator asks for it. */
async function sendEvents(response) {
  const length = MODEL_EVENTS.reduce((sum, event) => sum + event.length, 0);
  response.writeHead(200, { 'content-type': 'text/event-stream', 'content-length': length });
  for (const event of MODEL_EVENTS) {
    response.write(event);
    await new Promise((resolve) => setImmediate(resolve));
  }
  response.end();
}

function countBytes(request, response) {
  let bytes = 0;
  request.on('data', (chunk) => (bytes += chunk.length));
  request.on('end', () => sendJson(response, { bytes }));
}

function sendJson(response, value) {
  const body = JSON.stringify(value);
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) });
  response.end(body);
}

/** A WebSocket on which nobody says anything (RFC 6455 §4.2.2). */
function acceptWebSocket(request, socket) {
  const key = request.headers['sec-websocket-key'] + WEB_SOCKET_GUID;
  const accept = createHash('sha1').update(key).digest('base64');
  socket.on('error', () => socket.destroy());
  socket.resume();
  socket.write(
    'HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n' +
      `Sec-WebSocket-Accept: ${accept}\r\n\r\n`,
  );
}

async function listen(server) {
  server.on('upgrade', acceptWebSocket);
  server.keepAliveTimeout = 120_000;
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  return server.address().port;
}

becomeWorker(async ({ cert, key }) => ({
  tlsPort: await listen(createTlsServer({ cert, key }, answer)),
  plainPort: await listen(createServer(answer)),
}));
