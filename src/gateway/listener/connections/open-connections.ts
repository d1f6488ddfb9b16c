import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { boundedWait } from '../../../kernel/scheduling/bounded-wait.js';
import type { RequestSource } from '../messages/requests.js';

/** How often all connections are looked at; what is overdue is noticed up to twice as much later. */
const EVERY_MS = 500;

export interface Watched {
  /** Asked to end itself when it is overdue. */
  look(now: number): void;
}

/**
 * Every connection of the port, and the one timer for all their deadlines. Deadlines change several times with each
 * request and hardly ever pass, so that setting one must cost a number; 20,000 connections are looked at in a
 * millisecond, twice a second.
 */
export class OpenConnections<Connection extends Watched> {
  private readonly open = new Set<Connection>();
  private readonly timer = setInterval(() => this.look(), EVERY_MS).unref();
  private coarse = performance.now();

  /** A moment by which `milliseconds` have passed for certain. */
  after(milliseconds: number): number {
    return this.coarse + milliseconds + EVERY_MS;
  }

  add(connection: Connection): void {
    this.open.add(connection);
  }

  remove(connection: Connection): void {
    this.open.delete(connection);
  }

  [Symbol.iterator](): Iterator<Connection> {
    return this.open.values();
  }

  stop(): void {
    clearInterval(this.timer);
  }

  private look(): void {
    this.coarse = performance.now();
    for (const connection of this.open) connection.look(this.coarse);
  }
}

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

/** Counts the requests that are under way so that a shutdown can wait for them (06 §18.3). */
export class ListenerDrain {
  private underWay = 0;
  private readonly handedOver = new Set<Duplex>();
  private wake: (() => void) | null = null;
  /** From now on every answer closes its connection. */
  draining = false;

  /** Sockets that speak HTTP no more: of tunnels and WebSockets, which nobody waits for. */
  track(socket: Duplex): void {
    this.handedOver.add(socket);
    socket.once('close', () => this.handedOver.delete(socket));
  }

  begun(): void {
    this.underWay += 1;
  }

  finished(): void {
    this.underWay -= 1;
    if (this.underWay === 0) this.wake?.();
  }

  /** Resolves when every request in flight is answered, at the latest after the time or when aborted. */
  async idle(milliseconds: number, signal?: AbortSignal): Promise<void> {
    if (this.underWay === 0) return;
    await boundedWait(milliseconds, signal, (wake) => (this.wake = wake));
  }

  cutAll(): void {
    for (const socket of this.handedOver) socket.destroy();
  }
}
