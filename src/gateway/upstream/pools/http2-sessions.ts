import type { Socket } from 'node:net';
import type { ConnectionWaiter } from './connection-waiter.js';
import type { UpstreamChannel } from '../channels/upstream-types.js';
import { type SessionOwner, UpstreamSession } from '../channels/http2-session.js';
import type { PoolDependencies } from './pool-types.js';
import { UpstreamFailure } from '../channels/upstream-failure.js';

/** The pool these sessions are part of. */
export interface SessionPool {
  ask(asker: ConnectionWaiter): void;
  /** Makes a connection, were it one of HTTP/1; false where there may be no more of them. */
  connect(asker: ConnectionWaiter): boolean;
  onClosed(): void;
}

/**
 * The sessions of HTTP/2 of one agent to one origin: who asks gets a place on one that has room, or waits for room, or
 * for the connection that is being made. One at a time is made, because one is nearly always enough.
 */
export class OriginSessions implements SessionOwner {
  /** What the origin chose the last time. */
  preferred = false;
  private readonly sessions: UpstreamSession[] = [];
  private readonly waiting: ConnectionWaiter[] = [];
  private connecting = false;

  constructor(
    private readonly pool: SessionPool,
    private readonly authority: string,
    private readonly terms: PoolDependencies,
  ) {}

  ask(asker: ConnectionWaiter): void {
    if (this.waiting.length >= this.terms.mostConnections) {
      return asker.onFailure(new UpstreamFailure('connect'), false);
    }
    this.waiting.push(asker);
    this.serve();
  }

  /** A connection on which the origin chose HTTP/2. */
  adopt(socket: Socket, asker: ConnectionWaiter): void {
    this.preferred = true;
    const session = this.withRoom();
    if (session === undefined) {
      const made = new UpstreamSession(socket, this.authority, this, this.terms.limits);
      this.sessions.push(made);
      return asker.onConnection(made.reserve());
    }
    // Several were made before anybody knew.
    socket.on('error', ignore).destroy();
    this.pool.onClosed();
    asker.onConnection(session.reserve());
  }

  close(): void {
    for (const session of [...this.sessions]) session.retire();
  }

  onRoom(): void {
    this.serve();
  }

  onSessionGone(session: UpstreamSession): void {
    const at = this.sessions.indexOf(session);
    if (at >= 0) this.sessions.splice(at, 1);
    this.pool.onClosed();
    this.serve();
  }

  private serve(): void {
    while (this.waiting.length > 0) {
      const session = this.withRoom();
      if (session === undefined && !this.mayConnect()) return;
      const asker = this.waiting.shift()!;
      if (!asker.wanted) continue;
      if (session !== undefined) this.terms.departures.add(this.pool, session.reserve(), asker);
      else if (!this.connect(asker)) {
        this.waiting.unshift(asker);
        return;
      }
    }
  }

  private withRoom(): UpstreamSession | undefined {
    return this.sessions.find((session) => session.hasRoom);
  }

  /** Not while there is hope for room on what is being made. */
  private mayConnect(): boolean {
    return !this.connecting && this.sessions.every((session) => session.settled || !session.usable);
  }

  private connect(asker: ConnectionWaiter): boolean {
    this.connecting = true;
    const begun = this.pool.connect({
      get wanted() {
        return asker.wanted;
      },
      onConnection: (carrier: UpstreamChannel) => {
        this.connecting = false;
        asker.onConnection(carrier);
        this.goOn(null);
      },
      onFailure: (error: Error, untouched: boolean) => {
        this.connecting = false;
        asker.onFailure(error, untouched);
        this.goOn(error);
      },
    });
    this.connecting &&= begun;
    return begun;
  }

  /** Where no connection can be made, nobody waits for his turn to learn that. */
  private goOn(error: Error | null): void {
    if (error === null && this.preferred) return this.serve();
    for (const asker of this.waiting.splice(0)) {
      if (error !== null) asker.onFailure(error, false);
      else this.pool.ask(asker);
    }
  }
}

function ignore(): void {
  return undefined;
}
