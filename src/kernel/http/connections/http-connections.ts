import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { AddressQuota } from './address-quota.js';
import { FaultBoundary, type FaultSite, RequestTurns } from './turns.js';
import { HeadBudget, HeadWatch, type HeadLimits, type RequestMessage } from './head-budget.js';
import { closeInStages } from './staged-close.js';

/** More than any client sends; each costs more memory than its bytes while its head is unfinished. */
export const MAX_HEADER_FIELDS = 500;
/**
 * `maxHeadersCount` of a server. What is beyond it ends the head in Node 24.21 and was dropped without a word before, so
 * one more is kept to see that there was more.
 */
export const KEPT_FIELDS = MAX_HEADER_FIELDS + 1;

/** 32 MiB: five hundred heads of the largest size, or a thousand of half of it. */
const HEAD_LIMITS: HeadLimits = { heads: 1_024, bytes: 33_554_432 };

/** Node's codes for what its parser and its timers refuse. */
const REFUSED = /^(HPE_|ERR_HTTP_)/;

export interface ConnectionLimits {
  perAddress: number;
  /** Whom an address stands for; null for one that is not counted. */
  counted: (address: string) => string | null;
  heads?: HeadLimits;
}

export type RefusedHead = 'too_large' | 'too_late' | 'malformed' | 'handshake';

export interface ConnectionEvents {
  /** What one connection's callback threw. */
  fault(error: unknown, site: FaultSite): void;
  /** A connection was closed because of a limit. */
  cut(limit: 'address' | 'heads'): void;
  /** What arrived was no request, or not within limits, and got the last answer of its connection. */
  refused(what: RefusedHead): void;
}

/** True when a head has more fields than are kept of it: what is seen of it is not all. */
export function hasTooManyFields(request: RequestMessage): boolean {
  return request.rawHeaders.length > 2 * MAX_HEADER_FIELDS;
}

/**
 * What both ports demand of a connection before anybody looks at its requests: how many there may be, how much of
 * unfinished heads is held, one request at a time, an end in which the last answer can be read, and faults that end
 * nothing but the connection they happened on.
 */
export class HttpConnections {
  readonly boundary: FaultBoundary;
  private readonly turns: RequestTurns;
  private readonly quota: AddressQuota;
  private readonly budget: HeadBudget;
  private readonly watches = new WeakMap<Socket, HeadWatch>();

  constructor(
    limits: ConnectionLimits,
    private readonly events: ConnectionEvents,
  ) {
    this.boundary = new FaultBoundary((error, site) => events.fault(error, site));
    this.turns = new RequestTurns(this.boundary);
    this.quota = new AddressQuota(limits.perAddress, limits.counted);
    this.budget = new HeadBudget(limits.heads ?? HEAD_LIMITS, (socket) => {
      socket.destroy();
      events.cut('heads');
    });
  }

  get unfinishedHeads(): { heads: number; bytes: number } {
    return { heads: this.budget.heads, bytes: this.budget.bytes };
  }

  /** For every connection the system accepts; false when it was refused. */
  admit(socket: Socket): boolean {
    if (this.quota.admit(socket)) return true;
    socket.destroy();
    this.events.cut('address');
    return false;
  }

  /** What a connection holds of a head that has not arrived in full, where that is known; 0 for none. */
  hold(socket: Socket, bytes: number): void {
    this.budget.set(socket, bytes);
  }

  refused(what: RefusedHead): void {
    this.events.refused(what);
  }

  /** For every connection that begins to speak HTTP, after Node's own listener. */
  watch(socket: Socket): void {
    this.watches.set(socket, new HeadWatch(socket, this.budget));
    // What Node's server calls behind its last answer.
    socket.destroySoon = () => closeInStages(socket);
  }

  /**
   * For Node's `clientError`: `answerTo` makes the last answer from the code of what the parser or a timer refused.
   * Every other error is of a connection that is gone.
   */
  refuseBroken(error: NodeJS.ErrnoException, socket: Socket, answerTo: (code: string) => string): void {
    const { code = '' } = error;
    if (!REFUSED.test(code)) return void socket.destroy();
    // What comes behind the last answer is read to be dropped, and need not be HTTP.
    if (socket.writableEnded) return;
    this.turns.breakOff(socket, () => {
      if (!socket.writable) return;
      this.events.refused(whatOf(code));
      socket.write(answerTo(code));
      socket.destroySoon();
    });
  }

  refuseHandshake(socket: Socket): void {
    socket.destroy();
    this.events.refused('handshake');
  }

  take(request: RequestMessage, response: ServerResponse, answer: () => void | Promise<void>): void {
    this.watches.get(request.socket)?.headRead(request);
    if (hasTooManyFields(request)) this.events.refused('too_large');
    this.turns.take(request, response, answer);
  }
}

function whatOf(code: string): RefusedHead {
  if (code === 'HPE_HEADER_OVERFLOW') return 'too_large';
  return code === 'ERR_HTTP_REQUEST_TIMEOUT' ? 'too_late' : 'malformed';
}
