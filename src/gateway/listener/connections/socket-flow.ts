import type { Socket } from 'node:net';
import type { RequestSource } from '../messages/http-request.js';

/** The ways in which a connection is held back and ended at once. */
export class SocketFlow implements RequestSource {
  private paused = false;

  constructor(private readonly socket: Socket) {}

  pause(): void {
    this.paused = true;
    this.socket.pause();
  }

  resume(): void {
    if (!this.paused) return;
    this.paused = false;
    this.socket.resume();
  }

  destroy(): void {
    this.socket.destroy();
  }

  /** A TLS record layer cannot send RST itself; an end without close_notify is what its peer can see. */
  reset(): void {
    if ((this.socket as { encrypted?: boolean }).encrypted) this.socket.destroy();
    else this.socket.resetAndDestroy();
  }
}
