import type { ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { boundedWait } from '../../kernel/ops/bounded-wait.js';

/**
 * Counts what is under way so that a shutdown can wait for it (06 §18.3). Before `begin` it only counts;
 * afterwards every answer closes its connection.
 */
export class ListenerDrain {
  private readonly responses = new Set<ServerResponse>();
  private readonly connections = new Set<Duplex>();
  private begun = false;
  private wake: (() => void) | null = null;

  get draining(): boolean {
    return this.begun;
  }

  /** Sockets taken out of the HTTP server's own books: tunnels and WebSockets. */
  trackConnection(socket: Duplex): void {
    this.connections.add(socket);
    socket.once('close', () => this.connections.delete(socket));
  }

  trackResponse(response: ServerResponse): void {
    this.responses.add(response);
    if (this.begun) response.shouldKeepAlive = false;
    response.once('close', () => {
      this.responses.delete(response);
      if (this.begun) response.req.socket?.end();
      if (this.responses.size === 0) this.wake?.();
    });
  }

  /** A response that became a WebSocket is not waited for. */
  forget(response: ServerResponse): void {
    this.responses.delete(response);
    if (this.responses.size === 0) this.wake?.();
  }

  begin(): void {
    this.begun = true;
    for (const response of this.responses) response.shouldKeepAlive = false;
  }

  /** Resolves when every request in flight is answered, at the latest after the time or when aborted. */
  async idle(milliseconds: number, signal?: AbortSignal): Promise<void> {
    if (this.responses.size === 0) return;
    await boundedWait(milliseconds, signal, (wake) => (this.wake = wake));
  }

  cutAll(): void {
    for (const socket of this.connections) socket.destroy();
  }
}
