import type { Socket } from 'node:net';
import type { TLSSocket } from 'node:tls';
import type { ConnectionWaiter } from './connection-waiter.js';
import { OriginSessions, type SessionPool } from './http2-sessions.js';
import type { PoolDependencies } from './pool-types.js';
import { type ConnectionOwner, UpstreamConnection } from '../channels/upstream-connection.js';
import { UpstreamFailure } from '../channels/upstream-failure.js';

/** The connections of one agent to one origin. Who asks gets one that is idle, or a new one, or waits for its turn. */
export class ConnectionPool implements ConnectionOwner, SessionPool {
  /** The one used last is taken first, so that the others can end. */
  private readonly idle: UpstreamConnection[] = [];
  private readonly waiting = new Set<ConnectionWaiter>();
  /** Idle, in use, and being made. */
  private open = 0;
  private dialing = 0;
  /** Whom a connection is being made for. */
  private readonly expecting = new Set<ConnectionWaiter>();
  private closed = false;
  private readonly sessions: OriginSessions;

  constructor(
    private readonly dial: () => Promise<Socket>,
    authority: string,
    private readonly terms: PoolDependencies,
  ) {
    this.sessions = new OriginSessions(this, authority, terms);
  }

  ask(asker: ConnectionWaiter): void {
    if (this.sessions.preferred) return this.sessions.ask(asker);
    const connection = this.idle.pop();
    if (connection !== undefined) this.terms.departures.add(this, connection, asker);
    else if (this.dialing - this.expecting.size > this.waiting.size) this.waiting.add(asker);
    else this.askForNew(asker);
  }

  /**
   * Wants none any more. What is being made for it is for the next: who asks and takes it back, again and again, must
   * not have a connection made each time.
   */
  leave(asker: ConnectionWaiter): void {
    if (!this.expecting.delete(asker)) this.waiting.delete(asker);
  }

  /** A connection that nobody used before; where there may be no more of them, the next that is free. */
  askForNew(asker: ConnectionWaiter): void {
    if (this.sessions.preferred) return this.sessions.ask(asker);
    const { mostConnections } = this.terms;
    if (this.connect(asker)) return;
    if (this.waiting.size < mostConnections) this.waiting.add(asker);
    else asker.onFailure(new UpstreamFailure('connect'), false);
  }

  /** Lets requests under way and waiting ones finish; nothing is kept any longer. */
  close(): void {
    this.closed = true;
    for (const connection of this.idle.splice(0)) connection.cut();
    this.sessions.close();
  }

  onFree(connection: UpstreamConnection): void {
    const next = this.nextWaiting();
    if (next !== undefined) this.terms.departures.add(this, connection, next);
    else if (this.closed) connection.cut();
    else this.idle.push(connection);
  }

  onGone(connection: UpstreamConnection): void {
    const at = this.idle.lastIndexOf(connection);
    if (at >= 0) this.idle.splice(at, 1);
    this.onClosed();
  }

  onClosed(): void {
    this.open -= 1;
    this.connectNext();
  }

  connect(asker: ConnectionWaiter): boolean {
    if (this.open >= this.terms.mostConnections) return false;
    this.open += 1;
    this.dialing += 1;
    this.expecting.add(asker);
    this.dial().then(
      (socket) => {
        this.settled(asker);
        this.dialed(socket, asker);
      },
      (error: Error) => {
        this.settled(asker);
        this.onClosed();
        asker.onFailure(error, false);
      },
    );
    return true;
  }

  private settled(asker: ConnectionWaiter): void {
    this.dialing -= 1;
    this.expecting.delete(asker);
  }

  private dialed(socket: Socket, asker: ConnectionWaiter): void {
    if ((socket as Partial<TLSSocket>).alpnProtocol === 'h2') return this.sessions.adopt(socket, asker);
    this.sessions.preferred = false;
    asker.onConnection(new UpstreamConnection(socket, this, this.terms.limits));
  }

  private connectNext(): void {
    if (this.waiting.size === 0 || this.open >= this.terms.mostConnections) return;
    const next = this.nextWaiting();
    if (next !== undefined) this.connect(next);
  }

  private nextWaiting(): ConnectionWaiter | undefined {
    for (const next of this.waiting) {
      this.waiting.delete(next);
      if (next.wanted) return next;
    }
    return undefined;
  }
}
