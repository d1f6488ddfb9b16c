import type { ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';

const BODY = JSON.stringify({ error: 'invalid_request', message: 'The request is not valid HTTP/1.1.' });
/** Time for the peer to read the answer; nothing it still sends is read. */
const LINGER_MS = 1_000;
const CLOSING = 'Connection: close\r\n';

/**
 * Answers a connection whose bytes are not HTTP, or not within limits (06 §9.11, R24.7): 431 for an
 * oversized head, 408 for one that did not arrive, else 400. Once a response byte was sent, or when the
 * agent is gone, there is nothing to say and the connection is cut; that resets the upstream too.
 */
export function refuseBrokenConnection(error: NodeJS.ErrnoException, socket: Duplex): void {
  const { _httpMessage: answering } = socket as Duplex & { _httpMessage?: ServerResponse | null };
  if (!socket.writable || error.code === 'ECONNRESET' || answering?.headersSent) {
    socket.destroy(error);
    return;
  }
  // A request whose body broke its framing is cut as soon as the answer is out; that resets its upstream.
  socket.end(answerTo(error.code), () => answering && socket.destroy());
  setTimeout(() => socket.destroy(), LINGER_MS).unref();
}

function answerTo(code: string | undefined): string {
  if (code === 'HPE_HEADER_OVERFLOW') {
    return `HTTP/1.1 431 Request Header Fields Too Large\r\n${CLOSING}Content-Length: 0\r\n\r\n`;
  }
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') {
    return `HTTP/1.1 408 Request Timeout\r\n${CLOSING}Content-Length: 0\r\n\r\n`;
  }
  return (
    `HTTP/1.1 400 Bad Request\r\n${CLOSING}Content-Type: application/json\r\n` +
    `Content-Length: ${Buffer.byteLength(BODY)}\r\n\r\n${BODY}`
  );
}
