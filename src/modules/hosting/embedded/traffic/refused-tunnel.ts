import type { IncomingHttpHeaders } from 'node:http';
import type { Socket } from 'node:net';

/** Refusals of the gateway are short. */
const MAX_BYTES = 65_536;

/** The gateway does not open the tunnel (06 §3.1, §4): what it says about that. */
export class RefusedTunnel extends Error {
  private constructor(
    readonly status: number,
    readonly headers: IncomingHttpHeaders,
    readonly body: Buffer,
  ) {
    super(`the gateway answered ${status} to CONNECT`);
  }

  /** Reads the rest of its answer, which nobody parses for a CONNECT. */
  static async from(
    status: number,
    headers: IncomingHttpHeaders,
    head: Buffer,
    socket: Socket,
  ): Promise<RefusedTunnel> {
    const length = Math.min(Number(headers['content-length']) || 0, MAX_BYTES);
    const chunks = [head];
    let bytes = head.length;
    try {
      if (bytes < length) {
        for await (const chunk of socket as AsyncIterable<Buffer>) {
          chunks.push(chunk);
          bytes += chunk.length;
          if (bytes >= length) break;
        }
      }
    } catch {
      // What came of it tells enough.
    }
    socket.destroy();
    return new RefusedTunnel(status, headers, Buffer.concat(chunks).subarray(0, length));
  }
}
