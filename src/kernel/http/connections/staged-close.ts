import type { Socket } from 'node:net';

/** Silence after which nobody seems to be reading or writing any more. */
const SILENCE_MS = 2_000;
const LONGEST_MS = 10_000;
/** Room for an upload that was on its way when its refusal was written. */
const MAX_BYTES = 8_388_608;

/**
 * Closes a connection so that its last answer is read (RFC 9112 §9.6): no more is said, and what still arrives is
 * taken from the socket and dropped for a while. Closing with bytes unread would make the system reset the
 * connection, and a client that is still sending would lose the answer with it.
 */
export function closeInStages(socket: Socket): void {
  if (socket.destroyed || socket.writableEnded) return;
  socket.end();
  if (socket.readableEnded) return;
  let left = MAX_BYTES;
  const deadline = performance.now() + LONGEST_MS;
  const cut = (): void => void socket.destroy();
  const silence = setTimeout(cut, SILENCE_MS).unref();
  socket.on('data', (chunk: Buffer) => {
    left -= chunk.length;
    if (left < 0 || performance.now() > deadline) cut();
    else silence.refresh();
  });
  socket.once('end', cut);
  socket.once('close', () => clearTimeout(silence));
  socket.resume();
}
