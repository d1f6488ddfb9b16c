import type { ConnectionWaiter } from './connection-waiter.js';
import type { UpstreamChannel } from '../channels/upstream-types.js';

interface Departure {
  readonly pool: { ask(asker: ConnectionWaiter): void };
  readonly connection: UpstreamChannel;
  readonly asker: ConnectionWaiter;
}

/**
 * Requests leave on kept connections at the end of the turn of the event loop in which they were given one: what had
 * arrived there meanwhile, an end or bytes that nobody asked for, is read before. Bytes that came before the request
 * would otherwise be read as its answer. One immediate serves all requests of a turn.
 */
export class DispatchQueue {
  private waiting: Departure[] = [];

  add(pool: Departure['pool'], connection: UpstreamChannel, asker: ConnectionWaiter): void {
    if (this.waiting.push({ pool, connection, asker }) === 1) setImmediate(this.release);
  }

  private readonly release = (): void => {
    const leaving = this.waiting;
    this.waiting = [];
    for (const { pool, connection, asker } of leaving) {
      if (connection.usable) asker.onConnection(connection);
      else {
        connection.cut();
        pool.ask(asker);
      }
    }
  };
}
