import type { Duplex } from 'node:stream';
import { boundedWait } from '../../../kernel/scheduling/bounded-wait.js';

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
