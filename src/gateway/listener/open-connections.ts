/** How often all connections are looked at; what is overdue is noticed up to twice as much later. */
const EVERY_MS = 500;

export interface Watched {
  /** When `due` is to be called, by the clock of `OpenConnections`; 0 for never. */
  readonly dueAt: number;
  /** How long nothing may go by on it; 0 for as long as it likes. */
  readonly idleMs: number;
  due(now: number): void;
  /** Asked while there is a limit: whether the connection is overdue. */
  idle(now: number): void;
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

  /** A moment after which `milliseconds` have passed for certain. */
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
    const now = performance.now();
    this.coarse = now;
    for (const connection of this.open) {
      if (connection.idleMs > 0) connection.idle(now);
      if (connection.dueAt > 0 && connection.dueAt <= now) connection.due(now);
    }
  }
}
