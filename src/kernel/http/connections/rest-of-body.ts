import type { IncomingMessage } from 'node:http';

/** What is read and thrown away after an answer, so that the connection can be reused (06 §12 rule 6). */
export const DISCARDED_BYTES = 1_048_576;
export const DISCARDED_MS = 10_000;

/**
 * After an answer that did not need the whole body: reads on for a bounded time and number of bytes, then the
 * connection is closed. By itself Node would go on reading for as long as somebody sends.
 */
export function discardRest(request: IncomingMessage): void {
  if (request.complete || request.destroyed) return;
  const { socket } = request;
  let left = DISCARDED_BYTES;
  const close = (): void => socket.destroySoon();
  const timer = setTimeout(close, DISCARDED_MS).unref();
  // Of the connection, because Node drops what of the body nobody has asked for before anybody can count it.
  const count = (chunk: Buffer): void => {
    left -= chunk.length;
    if (left < 0) close();
  };
  const over = (): void => {
    clearTimeout(timer);
    socket.off('data', count).off('close', over);
  };
  socket.on('data', count).once('close', over);
  request.on('error', () => undefined).once('end', over);
  request.resume();
}
