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
