import type { Socket } from 'node:net';

/** What has gone by, as a socket counts it. */
export type SocketProgress = Pick<Socket, 'bytesRead' | 'bytesWritten' | 'writableLength'>;

/** How long nothing may go by on a connection, in either direction. Looked at from time to time, never told. */
export class IdleTimer {
  private mostMs = 0;
  private moved = -1;
  private since = 0;

  /** 0 for as long as it likes. */
  limit(milliseconds: number): void {
    this.mostMs = milliseconds;
    this.moved = -1;
  }

  isTooLong({ bytesRead, bytesWritten, writableLength }: SocketProgress, now: number): boolean {
    if (this.mostMs === 0) return false;
    const moved = bytesRead + bytesWritten - writableLength;
    if (moved === this.moved) return now - this.since >= this.mostMs;
    this.moved = moved;
    this.since = now;
    return false;
  }
}
