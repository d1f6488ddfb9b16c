import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { FaultBoundary } from './fault-boundary.js';
import type { RequestMessage } from './request-message.js';
import { discardRest } from './rest-of-body.js';

/** Requests that may wait behind an unanswered one. Real clients do not pipeline; each waiting one costs some 3 KB. */
export const MAX_WAITING = 16;
/** How long a client may take none of an answer that is ready. */
export const UNREAD_MS = 60_000;

/** What may still arrive behind bytes that made no sense, while earlier requests get their answers. */
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
  /** What is said last, because nothing behind the requests above can be read. */
  last: (() => void) | null;
  /** Bytes of the connection when that became known. */
  brokenAt: number;
}

/**
 * Answers the requests of one connection one after the other. Node dispatches everything it finds in a segment at
 * once, also behind a request that ends the connection: an agent's effects would happen out of order, without anybody
 * who hears of them, and one segment of 64 KiB would be two thousand requests at a time (RFC 9112 §9.3.2 allows
 * parallel work on safe methods only).
 */
export class RequestTurns {
  private readonly lines = new WeakMap<Socket, Line>();

  constructor(private readonly boundary: FaultBoundary) {}

  /** Runs `answer` when the requests before it are answered; never, when one of those ends the connection. */
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
   * The connection cannot be read any further. `answer` is what it still gets, after the answers to requests that
   * arrived whole; one that was being read is over. Cuts the connection where nothing can be said any more.
   */
  breakOff(socket: Socket, answer: () => void): void {
    const line = this.lines.get(socket);
    if (line?.last) {
      if (socket.bytesRead - line.brokenAt > MAX_BEHIND_BREAK) socket.destroy();
      return;
    }
    if (!line) return answer();
    // The rest of a body whose request has its answer is nothing to answer again.
    if (!line.answering) return line.latest.complete ? answer() : void socket.destroySoon();
    const { request, response } = line.answering;
    if (!request.complete) {
      if (response.headersSent) return void socket.destroy();
      // The answer is out, and whatever its request was doing ends with the connection.
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
    // What limited the answer before it does not limit this one; Node sets it back for idle connections only.
    socket.setTimeout(0);
    this.begin(line, turn);
  }
}
