import type { Duplex } from 'node:stream';
import type { Dispatcher } from 'undici';
import { authorityOf, type Exchange } from '../exchange.js';
import { answerVerdict, sendVerdict } from '../responder.js';
import { decodeRawHeaders } from './response-head.js';
import type { ForwardHooks, ForwardResult } from './upstream.js';

const SWITCHING = 101;
const LINGER_MS = 1_000;
/** All that an agent gets of the upstream's 101 (06 §9.1.5). */
const HANDSHAKE_FIELDS = new Set([
  'upgrade',
  'connection',
  'sec-websocket-accept',
  'sec-websocket-protocol',
  'sec-websocket-extensions',
]);

/**
 * The WebSocket leg (06 §9.1): the handshake goes upstream over a connection of its own, a 101 is answered
 * with the handshake fields only, then bytes are piped both ways unread. Resolves at the handshake.
 */
export function forwardWebSocket(
  exchange: Exchange,
  pool: Dispatcher,
  hooks: ForwardHooks,
  idleTimeoutMs: number,
): Promise<ForwardResult> {
  return new Promise((resolve) => {
    let controller: Dispatcher.DispatchController | null = null;
    let settled = false;
    const finish = (result: ForwardResult): void => {
      if (settled) return;
      settled = true;
      exchange.client.socket.off('close', onGone);
      resolve(result);
    };
    const onGone = (): void => {
      controller?.abort(new Error('The agent went away'));
      finish({ status: 0, verdict: null, complete: false });
    };
    exchange.client.socket.once('close', onGone);
    pool.dispatch(handshake(exchange), {
      onRequestStart(started) {
        controller = started;
        if (settled) started.abort(new Error('The agent went away'));
      },
      onRequestUpgrade(upgraded, _status, _headers, upstream) {
        if (settled) return void upstream.destroy();
        const raw = decodeRawHeaders(upgraded.rawHeaders as (Buffer | string)[]);
        finish({ status: SWITCHING, verdict: null, complete: true });
        joinSockets(exchange, raw, upstream, idleTimeoutMs);
      },
      onResponseStart(started, status) {
        if (status < 200 || settled) return;
        refuse(exchange, status);
        finish({ status, verdict: null, complete: true });
        started.abort(new Error('The upstream refused the upgrade'));
      },
      onResponseError(_controller, error) {
        if (settled) return;
        const verdict = hooks.failed(error);
        answerVerdict(exchange, verdict);
        finish({ status: verdict.status, verdict, complete: true });
      },
    });
  });
}

function handshake(exchange: Exchange): Dispatcher.DispatchOptions {
  const { scheme, host, port, outbound } = exchange;
  return {
    path: outbound.target,
    method: 'GET',
    upgrade: 'websocket',
    headers: ['host', authorityOf(scheme, host, port), ...outbound.headers],
  };
}

/** 06 §9.1.6: the status in our own words, nothing of the upstream's head or body. */
function refuse(exchange: Exchange, status: number): void {
  const { client, mode, responseHeaders } = exchange;
  sendVerdict(
    client,
    mode,
    {
      status,
      retryable: true,
      body: {
        error: 'websocket_refused',
        message: `${exchange.host} answered the WebSocket handshake with status ${status}.`,
      },
    },
    responseHeaders.flat(),
    { close: true },
  );
}

function joinSockets(
  exchange: Exchange,
  raw: readonly string[],
  upstream: Duplex,
  idleTimeoutMs: number,
): void {
  const { response, socket, upgradeHead } = exchange.client;
  response.detachSocket(socket as Parameters<typeof response.detachSocket>[0]);
  let head = 'HTTP/1.1 101 Switching Protocols\r\n';
  for (let at = 0; at + 1 < raw.length; at += 2) {
    if (HANDSHAKE_FIELDS.has(raw[at]!.toLowerCase())) head += `${raw[at]}: ${raw[at + 1]}\r\n`;
  }
  for (const [name, value] of exchange.responseHeaders) head += `${name}: ${value}\r\n`;
  socket.write(`${head}\r\n`, 'latin1');
  if (upgradeHead && upgradeHead.length > 0) upstream.write(upgradeHead);
  const end = (): void => {
    clearInterval(watch);
    socket.destroy();
    upstream.destroy();
  };
  const watch = watchIdleness([socket, upstream], idleTimeoutMs, end);
  // A side that has said its last leaves the other a moment to close; half-open sessions do not exist.
  const linger = (): void => void setTimeout(end, LINGER_MS).unref();
  for (const leg of [socket, upstream]) leg.on('error', end).on('close', end).on('end', linger);
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
