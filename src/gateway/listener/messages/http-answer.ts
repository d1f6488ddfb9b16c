import { STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import type { Socket } from 'node:net';
import {
  chunkHeadText,
  lastChunkText,
  responseHeadText,
} from '../../../domain/protocols/http1/heads/message-text.js';
import { UNREAD_MS } from '../../../kernel/http/connections/turns.js';
import type { AgentAnswer } from '../../exchange/transport/agent-leg.js';
import { AnswerListeners, type IdleTimer } from './answer-listeners.js';
import type { HttpRequest } from './requests.js';

/** The connection an answer is written on. */
export interface AnswerChannel {
  readonly socket: Socket;
  readonly silence: Pick<IdleTimer, 'limit'>;
  /** Called when the system has taken all of the answer. */
  readonly flushed: (error?: Error | null) => void;
  release(): void;
  readonly flow: { reset(): void };
}

/** Pieces up to this size leave as text, joined to what is before them: one TLS record, one system call. */
const JOINED_BYTES = 4_096;
/** Of joined pieces; beyond it they do not wait for the end of the tick. */
const MAX_WAITING = 16_384;
const NOTHING = Buffer.alloc(0);
const LENGTH_NAME = 'content-length';
const CODING_NAME = 'transfer-encoding';
const CONTINUE = 'HTTP/1.1 100 Continue\r\n\r\n';

/** How the end of the body is known to the agent. */
const NO_BODY = 0;
const COUNTED = 1;
const CHUNKED = 2;
const UNTIL_CLOSE = 3;

/** An answer on an HTTP/1 connection. What is said in one tick leaves in one write. */
export class HttpAnswer extends AnswerListeners implements AgentAnswer {
  shouldKeepAlive: boolean;
  headersSent = false;
  destroyed = false;
  writableFinished = false;
  ended = false;
  private framing = NO_BODY;
  /** Bytes of a counted body that are still to come. */
  private left = 0;
  private trailers: string[] = [];
  /** Leaves with what follows, at the latest at the end of the tick. */
  private waiting = '';
  private scheduled = false;
  private over = false;

  constructor(
    private readonly channel: AnswerChannel,
    private readonly request: HttpRequest,
  ) {
    super();
    this.shouldKeepAlive = request.head.persistent && !request.isLast;
  }

  get chunkedEncoding(): boolean {
    return this.framing === CHUNKED;
  }

  writeHead(status: number, reason: string | readonly string[], fields: readonly string[] = []): void {
    if (this.destroyed) return;
    if (this.headersSent) throw new Error('An answer has one head');
    const named = typeof reason === 'string';
    const headers = named ? fields : reason;
    const text = named ? reason : (STATUS_CODES[status] ?? 'Unknown');
    const own = this.frame(status, headers);
    this.waiting = responseHeadText(1, status, text, own.length === 0 ? headers : [...headers, ...own]);
    this.headersSent = true;
  }

  write(chunk: Buffer | string, _encoding?: 'latin1'): boolean {
    if (!this.headersSent && !this.destroyed) throw new Error('The head of an answer comes first');
    if (this.destroyed || this.ended) return false;
    const { length } = chunk;
    if (length === 0) this.flush();
    else if (this.framing !== NO_BODY && this.count(length)) {
      if (typeof chunk === 'string' || length <= JOINED_BYTES) this.join(chunk);
      else this.pass(chunk);
    }
    return !this.channel.socket.writableNeedDrain;
  }

  addTrailers(trailers: readonly (readonly [name: string, value: string])[]): void {
    if (this.framing === CHUNKED) this.trailers.push(...trailers.flat());
  }

  end(body?: Buffer): void {
    if (body !== undefined) this.write(body);
    if (this.ended || this.destroyed) return;
    if (!this.headersSent) throw new Error('The head of an answer comes first');
    // Whoever counts would take the beginning of the next answer for the rest of this one.
    if (this.left > 0) return this.destroy();
    this.ended = true;
    if (this.framing === CHUNKED) this.waiting += lastChunkText(this.trailers);
    const { waiting } = this;
    const { socket, flushed } = this.channel;
    this.waiting = '';
    // Who takes none of it is not waited for.
    this.channel.silence.limit(UNREAD_MS);
    if (waiting === '') socket.write(NOTHING, flushed);
    else socket.write(waiting, 'latin1', flushed);
  }

  destroy(): void {
    if (this.over) return;
    this.destroyed = true;
    this.channel.flow.reset();
  }

  writeContinue(): void {
    if (!this.headersSent && !this.destroyed) this.channel.socket.write(CONTINUE, 'latin1');
  }

  setTimeout(milliseconds: number): void {
    if (!this.over) this.channel.silence.limit(milliseconds);
  }

  detachSocket(_socket: Duplex): void {
    this.channel.release();
  }

  /** Somebody else has said the last of this connection. */
  abandon(): void {
    this.headersSent = true;
    this.destroyed = true;
  }

  /** For the connection: it is gone, or everything has left. */
  close(finished: boolean): void {
    if (this.over) return;
    this.over = true;
    this.destroyed = true;
    this.writableFinished = finished;
    if (finished) this.tell('finish');
    this.tell('close');
  }

  drained(): void {
    if (!this.ended) this.tell('drain');
  }

  /** What the head says of the message's end and of the connection, beside what the caller says (RFC 9112 §6, §9.3). */
  private frame(status: number, headers: readonly string[]): string[] {
    const { head } = this.request;
    const length = framingAmong(headers);
    const own: string[] = [];
    if (head.method === 'HEAD' || status === 204 || status === 304) this.framing = NO_BODY;
    else if (length !== null) {
      if (!Number.isSafeInteger(length) || length < 0) throw new Error('A length is a number of bytes');
      this.framing = COUNTED;
      this.left = length;
    } else if (head.minor === 1) {
      this.framing = CHUNKED;
      own.push('Transfer-Encoding', 'chunked');
    } else {
      this.framing = UNTIL_CLOSE;
      this.shouldKeepAlive = false;
    }
    if (!this.shouldKeepAlive) own.push('Connection', 'close');
    // In HTTP/1.1 connections persist unless told otherwise, and what is not said cannot be taken for the upstream's.
    else if (head.minor === 0) own.push('Connection', 'keep-alive');
    return own;
  }

  /** False, and the end, for more than the head announced: it would be taken for an answer of its own. */
  private count(length: number): boolean {
    if (this.framing !== COUNTED) return true;
    this.left -= length;
    if (this.left < 0) this.destroy();
    return this.left >= 0;
  }

  private join(chunk: Buffer | string): void {
    const text = typeof chunk === 'string' ? chunk : chunk.toString('latin1');
    this.waiting += this.framing === CHUNKED ? `${chunkHeadText(text.length)}${text}\r\n` : text;
    if (this.waiting.length >= MAX_WAITING) return this.flush();
    if (this.scheduled) return;
    this.scheduled = true;
    process.nextTick(flushAtEndOfTick, this);
  }

  private pass(chunk: Buffer): void {
    const { socket } = this.channel;
    const chunked = this.framing === CHUNKED;
    const before = chunked ? this.waiting + chunkHeadText(chunk.length) : this.waiting;
    this.waiting = '';
    if (before === '') return void socket.write(chunk);
    socket.cork();
    socket.write(before, 'latin1');
    socket.write(chunk);
    if (chunked) socket.write('\r\n', 'latin1');
    socket.uncork();
  }

  private flush(): void {
    const { waiting } = this;
    this.waiting = '';
    if (waiting !== '') this.channel.socket.write(waiting, 'latin1');
  }

  /** At the end of a tick in which pieces were joined. */
  settle(): void {
    this.scheduled = false;
    if (!this.ended && !this.destroyed) this.flush();
  }
}

function flushAtEndOfTick(answer: HttpAnswer): void {
  answer.settle();
}

/** The length among the fields; null where none is given. What else frames a message belongs to its hop. */
function framingAmong(headers: readonly string[]): number | null {
  let length: number | null = null;
  for (let at = 0; at + 1 < headers.length; at += 2) {
    const name = headers[at]!;
    if (name.length === LENGTH_NAME.length && name.toLowerCase() === LENGTH_NAME) {
      if (length !== null) throw new Error('An answer has one length');
      length = Number(headers[at + 1]);
    } else if (name.length === CODING_NAME.length && name.toLowerCase() === CODING_NAME) {
      throw new Error('Transfer codings are not passed on');
    }
  }
  return length;
}
