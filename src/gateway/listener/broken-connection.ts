import type { ServerResponse } from 'node:http';

const BODY = JSON.stringify({ error: 'invalid_request', message: 'The request is not valid HTTP/1.1.' });
const CLOSING = 'Connection: close\r\n';

/**
 * The last answer of a connection whose bytes are not HTTP, or not within limits (06 §9.11, R24.7): 431 for an
 * oversized head, 408 for one that did not arrive, else 400. `code` is Node's.
 */
export function brokenConnectionAnswer(code: string): string {
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

/** The same for a head that was read, but has more fields than are kept of it. */
export function answerOversizedHead(response: ServerResponse): void {
  response.sendDate = false;
  response.writeHead(431, ['connection', 'close', 'content-length', '0']);
  response.end();
}
