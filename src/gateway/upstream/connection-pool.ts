import type { Socket } from 'node:net';
import type { ConnectionAsker } from './connection-asker.js';
import type { ConnectionLimits } from './connection-terms.js';
import type { Departures } from './departures.js';
import { type ConnectionOwner, UpstreamConnection } from './upstream-connection.js';
import { UpstreamFailure } from './upstream-failure.js';

export interface PoolTerms {
  readonly limits: ConnectionLimits;
  readonly departures: Departures;
  readonly mostConnections: number;
}

/** The connections of one agent to one origin. Who asks gets one that is idle, or a new one, or waits for its turn. */
export class ConnectionPool implements ConnectionOwner {
  /** The one used last is taken first, so that the others can end. */
  private readonly idle: UpstreamConnection[] = [];
  private readonly waiting: ConnectionAsker[] = [];
  /** Idle, in use, and being made. */
  private open = 0;
  private closed = false;

  constructor(
    private readonly dial: () => Promise<Socket>,
    private readonly terms: PoolTerms,
  ) {}

  ask(asker: ConnectionAsker): void {
    const connection = this.idle.pop();
    if (connection === undefined) this.askForNew(asker);
    else this.terms.departures.add(this, connection, asker);
  }

  /** A connection that nobody used before; where there may be no more of them, the next that is free. */
  askForNew(asker: ConnectionAsker): void {
    const { mostConnections } = this.terms;
    if (this.open < mostConnections) this.connect(asker);
    else if (this.waiting.length < mostConnections) this.waiting.push(asker);
    else asker.onFailure(new UpstreamFailure('connect'), false);
  }

  /** Lets requests under way and waiting ones finish; nothing is kept any longer. */
  close(): void {
    this.closed = true;
    for (const connection of this.idle.splice(0)) connection.cut();
  }

  onFree(connection: UpstreamConnection): void {
    const next = this.nextWaiting();
    if (next !== undefined) this.terms.departures.add(this, connection, next);
    else if (this.closed) connection.cut();
    else this.idle.push(connection);
  }

  onGone(connection: UpstreamConnection): void {
    this.open -= 1;
    const at = this.idle.lastIndexOf(connection);
    if (at >= 0) this.idle.splice(at, 1);
    this.connectNext();
  }

  private connect(asker: ConnectionAsker): void {
    this.open += 1;
    this.dial().then(
      (socket) => asker.onConnection(new UpstreamConnection(socket, this, this.terms.limits)),
      (error: Error) => {
        this.open -= 1;
        this.connectNext();
        asker.onFailure(error, false);
      },
    );
  }

  private connectNext(): void {
    if (this.waiting.length === 0 || this.open >= this.terms.mostConnections) return;
    const next = this.nextWaiting();
    if (next !== undefined) this.connect(next);
  }

  private nextWaiting(): ConnectionAsker | undefined {
    let next = this.waiting.shift();
    while (next !== undefined && !next.wanted) next = this.waiting.shift();
    return next;
  }
}
