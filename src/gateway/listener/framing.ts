import type { IncomingMessage } from 'node:http';

/** Whether the head announces a body; a length of 0, which some clients send with everything, announces none. */
export function hasContent({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) !== 0;
}

/**
 * What Node's parser lets pass although two readers could frame it differently (06 §9.11). Node refuses
 * bare LF, obs-fold, bad chunk sizes, repeated or signed Content-Length and a Content-Length beside
 * Transfer-Encoding by itself; the rest is refused here.
 */
export function framingFault(request: IncomingMessage): string | null {
  const { rawHeaders } = request;
  let hosts = 0;
  let lengths = 0;
  let encodings = 0;
  let encoding = '';
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at]!.toLowerCase();
    if (name === 'host') hosts += 1;
    else if (name === 'content-length') lengths += 1;
    else if (name === 'transfer-encoding') {
      encodings += 1;
      encoding = rawHeaders[at + 1]!;
    }
  }
  if (hosts === 0 && request.httpVersionMinor > 0) return 'The Host header is missing.';
  if (hosts > 1) return 'More than one Host header.';
  if (lengths > 1) return 'More than one Content-Length header.';
  if (encodings === 0) return null;
  if (lengths > 0) return 'Content-Length and Transfer-Encoding exclude each other.';
  // Another coding below `chunked` would be lost, because Transfer-Encoding ends at this hop.
  if (encodings > 1 || encoding.trim().toLowerCase() !== 'chunked')
    return 'Only the chunked transfer coding is supported.';
  if (request.httpVersionMajor === 1 && request.httpVersionMinor === 0)
    return 'HTTP/1.0 has no transfer codings.';
  return null;
}
