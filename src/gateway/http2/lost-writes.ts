import type { Socket } from 'node:net';

/** What Node's sockets know of what they were given and the system has not taken yet, in octets. */
interface Queueing {
  readonly _handle?: { readonly writeQueueSize?: number } | null;
}

/**
 * Whether writing under TLS failed unheard. A session of HTTP/2 does not read while it writes, and where the peer is gone
 * by then, the failed write is told to nobody: session, streams and what is sent on them would stay until they count as
 * idle. What TLS holds has then nowhere to go: nothing waits below it, look after look.
 */
export class LostWrites {
  private suspected = false;

  constructor(
    private readonly secured: Socket,
    private readonly carrier: Socket,
  ) {}

  look(): boolean {
    const stuck = queued(this.secured) > 0 && queued(this.carrier) === 0;
    const lost = stuck && this.suspected;
    this.suspected = stuck;
    return lost;
  }
}

function queued(socket: Socket): number {
  return (socket as Queueing)._handle?.writeQueueSize ?? 0;
}
