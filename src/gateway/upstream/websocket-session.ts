import type { Duplex } from 'node:stream';
import type { Exchange } from '../exchange/exchange.js';
import { withoutEcho } from '../exchange/forwarded-headers.js';

const LINGER_MS = 1_000;
const SWITCHED = 'HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n';
/** All that an agent gets of the upstream's 101 beside these two (06 §9.1.5). */
const HANDSHAKE_FIELDS = new Set([
  'sec-websocket-accept',
  'sec-websocket-protocol',
  'sec-websocket-extensions',
]);

/** Answers the handshake, then pipes bytes both ways until either side closes or falls silent. */
export function joinSockets(
  exchange: Exchange,
  sent: readonly string[],
  upstream: Duplex,
  idleTimeoutMs: number,
): void {
  const { traffic, outbound } = exchange;
  const raw = withoutEcho(outbound, sent);
  const { response, socket, upgradeHead } = exchange.client;
  response.detachSocket(socket);
  let head = SWITCHED;
  for (let at = 0; at + 1 < raw.length; at += 2) {
    if (HANDSHAKE_FIELDS.has(raw[at]!.toLowerCase())) head += `${raw[at]}: ${raw[at + 1]}\r\n`;
  }
  for (const [name, value] of exchange.responseHeaders) head += `${name}: ${value}\r\n`;
  socket.write(`${head}\r\n`, 'latin1');
  if (upgradeHead && upgradeHead.length > 0) {
    traffic.received += upgradeHead.length;
    upstream.write(upgradeHead);
  }
  const end = (): void => {
    clearInterval(watch);
    socket.destroy();
    upstream.destroy();
  };
  const watch = watchIdleness([socket, upstream], idleTimeoutMs, end);
  // A side that has said its last leaves the other a moment to close; half-open sessions do not exist.
  const linger = (): void => void setTimeout(end, LINGER_MS).unref();
  for (const leg of [socket, upstream]) leg.on('error', end).on('close', end).on('end', linger);
  socket.on('data', (chunk: Buffer) => (traffic.received += chunk.length));
  upstream.on('data', (chunk: Buffer) => (traffic.sent += chunk.length));
  socket.pipe(upstream);
  upstream.pipe(socket);
}

/** Ends the session when either direction was silent for the idle limit (06 §9.1.7). */
function watchIdleness(legs: readonly Duplex[], idleTimeoutMs: number, end: () => void): NodeJS.Timeout {
  const lastByte = legs.map(() => Date.now());
  legs.forEach((leg, index) => leg.on('data', () => (lastByte[index] = Date.now())));
  const check = (): void => {
    if (Date.now() - Math.min(...lastByte) >= idleTimeoutMs) end();
  };
  return setInterval(check, Math.max(100, Math.min(5_000, idleTimeoutMs / 4))).unref();
}
