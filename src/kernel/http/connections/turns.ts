import type { Duplex } from 'node:stream';
import type { ServerResponse, IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import type { RequestMessage } from './head-budget.js';

/** Which callback of a port threw; the labels of a metric. */
export type FaultSite =
  'connection' | 'request' | 'connect' | 'upgrade' | 'client_error' | 'tls_client_error' | 'answer_end';

/**
 * Between Node's events and what is done about them: whatever throws or rejects there is one connection's fault and
 * ends that connection. Outside of it an exception would end the process, and with it everybody else's connections.
 */
export class FaultBoundary {
  constructor(private readonly report: (error: unknown, site: FaultSite) => void) {}

  run(site: FaultSite, socket: Duplex, step: () => void | Promise<void>): void {
    try {
      const running = step();
      running?.catch((error: unknown) => this.end(site, socket, error));
    } catch (error) {
      this.end(site, socket, error);
    }
  }

  /** For whoever catches by itself, where a closure for each step would be too much. */
  end(site: FaultSite, socket: Duplex, error: unknown): void {
    // A socket that was handed over has lost Node's own listener; its errors are nobody's business now.
    socket.on('error', () => undefined);
    socket.destroy();
    try {
      this.report(error, site);
    } catch {
      // Whoever cannot even take the report must not turn one connection's fault into everybody's.
    }
  }
}

/** Requests that may wait behind an unanswered one. Real clients do not pipeline; each waiting one costs some 3 KB. */
export const MAX_WAITING = 16;
/** How long a client may read nothing of a response that is ready. */
export const UNREAD_MS = 60_000;

/** Bytes that may still arrive after unreadable ones, while earlier requests get their responses. */
export const MAX_BEHIND_BREAK = 1_048_576;

interface Waiting {
  request: RequestMessage;
  response: ServerResponse;
  answer: () => void | Promise<void>;
}

interface Line {
  latest: RequestMessage;
  answering: Waiting | null;
  waiting: Waiting[];
  /** The last response, because nothing after the requests above can be read. */
  last: (() => void) | null;
  /** Bytes read from the connection when that became known. */
  brokenAt: number;
}

/**
 * Handles the requests of one connection one after the other. Node dispatches everything it finds in a segment at once,
 * also after a request that ends the connection. Effects would then happen out of order or without a response, and one
 * segment of 64 KiB would start two thousand requests at a time (RFC 9112 §9.3.2 allows parallel work on safe methods
 * only).
 */
export class RequestTurns {
  private readonly lines = new WeakMap<Socket, Line>();

  constructor(private readonly boundary: FaultBoundary) {}

  /** Runs `answer` after the responses to the requests before it; never if one of those ends the connection. */
  take(request: RequestMessage, response: ServerResponse, answer: () => void | Promise<void>): void {
    const { socket } = request;
    let line = this.lines.get(socket);
    if (line) line.latest = request;
    else {
      line = { latest: request, answering: null, waiting: [], last: null, brokenAt: 0 };
      this.lines.set(socket, line);
    }
    const turn = { request, response, answer };
    if (!line.answering) this.begin(line, turn);
    else if (line.waiting.length < MAX_WAITING) line.waiting.push(turn);
    else socket.destroy();
  }

  /**
   * The connection cannot be read any further. `answer` writes the last response, after those to requests that arrived
   * whole; a request that was being read is dropped. Cuts the connection if no response is possible any more.
   */
  breakOff(socket: Socket, answer: () => void): void {
    const line = this.lines.get(socket);
    if (line?.last) {
      if (socket.bytesRead - line.brokenAt > MAX_BEHIND_BREAK) socket.destroy();
      return;
    }
    if (!line) return answer();
    // The rest of a body whose request has its response gets no further response.
    if (!line.answering) return line.latest.complete ? answer() : void socket.destroySoon();
    const { request, response } = line.answering;
    if (!request.complete) {
      if (response.headersSent) return void socket.destroy();
      // The response is sent, and the work of its request ends with the connection.
      socket.once('finish', () => socket.destroy());
      return answer();
    }
    if (line.waiting.at(-1)?.request.complete === false) line.waiting.pop();
    line.last = answer;
    line.brokenAt = socket.bytesRead;
  }

  private begin(line: Line, turn: Waiting): void {
    const { request, response, answer } = turn;
    const { socket } = request;
    if (socket.writableEnded || socket.destroyed) {
      line.waiting.length = 0;
      return;
    }
    line.answering = turn;
    if (request.connectionIsSpent) response.shouldKeepAlive = false;
    response.once('prefinish', () => socket.setTimeout(UNREAD_MS));
    response.once('finish', () => discardRest(request));
    response.once('close', () => this.boundary.run('answer_end', socket, () => this.next(line, socket)));
    this.boundary.run('request', socket, answer);
  }

  private next(line: Line, socket: Socket): void {
    line.answering = null;
    const turn = line.waiting.shift();
    if (!turn) return line.last?.();
    // The timeout of the previous response does not apply to this one; Node resets it for idle connections only.
    socket.setTimeout(0);
    this.begin(line, turn);
  }
}

/** What is read and thrown away after an answer, so that the connection can be reused (06 §12 rule 6). */
export const DISCARDED_BYTES = 1_048_576;
export const DISCARDED_MS = 10_000;

/**
 * After an answer that did not need the whole body: reads on for a bounded time and number of bytes, then the
 * connection is closed. By itself Node would go on reading for as long as somebody sends.
 */
export function discardRest(request: IncomingMessage): void {
  if (request.complete || request.destroyed) return;
  const { socket } = request;
  let left = DISCARDED_BYTES;
  const close = (): void => socket.destroySoon();
  const timer = setTimeout(close, DISCARDED_MS).unref();
  // Of the connection, because Node drops what of the body nobody has asked for before anybody can count it.
  const count = (chunk: Buffer): void => {
    left -= chunk.length;
    if (left < 0) close();
  };
  const over = (): void => {
    clearTimeout(timer);
    socket.off('data', count).off('close', over);
  };
  socket.on('data', count).once('close', over);
  request.on('error', () => undefined).once('end', over);
  request.resume();
}
