import type { Socket } from 'node:net';

/** Bytes that wait for the system, or that TLS has ready for what is below it. Node has no public name for them. */
interface Handle {
  readonly writeQueueSize?: number;
  readonly bytesWritten?: number;
  /** Of TLS: the connection below. */
  readonly _parent?: Handle;
}

/**
 * Whether writing under TLS failed unheard. A session of HTTP/2 does not read while it writes, and where the peer is gone
 * by then, the failed write is told to nobody: session, streams and what is sent on them would stay until they count as
 * idle. What TLS holds has then nowhere to go: nothing waits below it, and nothing is written, look after look. (For a moment
 * nothing waits below one that is well, either: it is told of what was written in the next turn of the event loop.)
 */
export class LostWrites {
  /** What had been written when it looked lost; null: it did not. */
  private suspected: number | null = null;

  constructor(private readonly secured: Socket) {}

  look(): boolean {
    const { _handle: handle } = this.secured as { _handle?: Handle | null };
    const stuck = queued(handle) > 0 && queued(handle?._parent) === 0;
    const written = handle?._parent?.bytesWritten ?? 0;
    const lost = stuck && this.suspected === written;
    this.suspected = stuck ? written : null;
    return lost;
  }
}

function queued(handle: Handle | null | undefined): number {
  return handle?.writeQueueSize ?? 0;
}
