import type { Socket } from 'node:net';
import type { ResponseHead } from '../../../domain/protocols/http1/heads/response-head.js';
import { AnswerReader, type AnswerParts } from './answer-reader.js';
import { BodyUpload, type UploadEvents } from './body-upload.js';
import type { Exchange } from '../../exchange/exchange.js';
import type { AnswerTaker, UpstreamChannel, ConnectionLimits, OutgoingRequest } from './upstream-types.js';
import { keptMs } from './keep-alive-hint.js';
import { outgoingRequest } from './outgoing-request.js';
import type { Swept } from './timeout-scheduler.js';
import { UpstreamFailure } from './upstream-failure.js';

/** A head and a body up to this size are joined: one TLS record, one system call. */
const JOINED_BYTES = 16_384;

export interface ConnectionOwner {
  onFree(connection: UpstreamConnection): void;
  onGone(connection: UpstreamConnection): void;
}

/** The agent stopped sending; the upstream cannot be blamed for its silence. */
export const AGENT_STALLED = new Error('The agent stopped sending its request body');

/**
 * One connection to an upstream, with one request at a time (06 §9). Bytes pass as the buffers they came in, with
 * back-pressure both ways. It is kept for another request only when both messages ended cleanly and nothing came behind
 * the answer; bytes that nobody asked for close it.
 */
export class UpstreamConnection implements UpstreamChannel, Swept, AnswerParts, UploadEvents {
  private readonly reader = new AnswerReader(this);
  private taker: AnswerTaker | null = null;
  private upload: BodyUpload | null = null;
  private keepAlive: string | undefined;
  /** The hint that `lasts` and `keptSteps` follow; none is as good as the limit. */
  private judged: string | undefined;
  private lasts: boolean;
  /** When something last happened, in steps of the sweeper. */
  private since: number;
  private keptSteps: number;
  /** It was idle, and may have died for reasons that are not the request's. */
  private wasIdle = false;
  private heard = false;
  private paused = false;
  private gone = false;

  constructor(
    private readonly socket: Socket,
    private readonly owner: ConnectionOwner,
    private readonly limits: ConnectionLimits,
  ) {
    this.since = limits.timeouts.now;
    this.keptSteps = limits.timeouts.stepsOf(limits.keepAliveMs);
    this.lasts = limits.keepAliveMs > 0;
    limits.timeouts.watch(this);
    socket.on('data', this.onData).on('drain', this.onDrain);
    socket.on('end', this.onPeerEnd).on('error', this.onError).on('close', this.onClose);
  }

  get usable(): boolean {
    return !this.gone;
  }

  forward(exchange: Exchange, taker: AnswerTaker): void {
    this.send(outgoingRequest(exchange), taker);
  }

  send({ method, head, body, length, trailers }: OutgoingRequest, taker: AnswerTaker): void {
    const { socket } = this;
    this.taker = taker;
    this.heard = false;
    this.since = this.limits.timeouts.now;
    this.reader.expect(method);
    if (body === null) socket.write(head, 'latin1');
    else if (Buffer.isBuffer(body)) writeTogether(socket, head, body);
    else this.upload = new BodyUpload(socket, head, body, length, trailers, this);
  }

  /** The agent does not take what it gets. */
  pause(): void {
    this.paused = true;
    this.socket.pause();
  }

  resume(): void {
    if (!this.paused) return;
    this.paused = false;
    this.since = this.limits.timeouts.now;
    this.socket.resume();
  }

  /** Ends it without telling whoever has a request on it. */
  cut(): void {
    if (!this.leave()) return;
    this.upload?.stop();
    this.upload = null;
    this.socket.destroy();
  }

  /** Its socket, which speaks no HTTP any more; nothing of it is read or limited here. */
  takeOver(): Socket {
    const { socket } = this;
    this.leave();
    socket.off('data', this.onData).off('drain', this.onDrain);
    socket.off('end', this.onPeerEnd).off('error', this.onError).off('close', this.onClose);
    socket.pause();
    return socket;
  }

  end(): void {
    this.fail(new UpstreamFailure('reset'));
  }

  sweep(now: number): void {
    const { limits, taker, reader, upload } = this;
    const passed = now - this.since;
    if (taker === null) {
      if (passed > this.keptSteps) this.cut();
      return;
    }
    const streaming = reader.begun || upload !== null;
    const limit = streaming ? limits.idleTimeoutMs : limits.responseTimeoutMs;
    if (passed <= limits.timeouts.stepsOf(limit)) return;
    const stalled = !reader.begun && upload !== null && upload.starving;
    this.fail(stalled ? AGENT_STALLED : new UpstreamFailure('timeout'));
  }

  onHead(head: ResponseHead): void {
    this.keepAlive = head.value('keep-alive');
    this.taker?.onHead(head);
  }

  onSwitch(head: ResponseHead, rest: Buffer): void {
    this.taker?.onSwitch(head, rest, this);
  }

  onPiece(piece: Buffer): void {
    this.taker?.onPiece(piece);
  }

  onComplete(trailers: readonly string[], clean: boolean): void {
    const { taker } = this;
    if (taker === null) return;
    taker.onEnd(trailers);
    this.taker = null;
    if (clean && this.upload === null && this.mayBeKept()) this.free();
    else this.cut();
  }

  onMalformed(): void {
    this.fail(new UpstreamFailure('protocol'));
  }

  onProgress(): void {
    this.since = this.limits.timeouts.now;
  }

  onUploaded(): void {
    this.upload = null;
    this.since = this.limits.timeouts.now;
  }

  onUploadBroken(error: Error): void {
    this.upload = null;
    this.fail(error);
  }

  /** Nobody has a request on it. */
  free(): void {
    this.since = this.limits.timeouts.now;
    this.wasIdle = true;
    this.resume();
    this.owner.onFree(this);
  }

  private readonly onData = (chunk: Buffer): void => {
    const { taker } = this;
    // An answer to nothing; whoever sent it may have sent more, for the next request to take as its own.
    if (taker === null) return this.cut();
    this.heard = true;
    const { reader } = this;
    const { interimAnswers } = reader;
    try {
      reader.read(chunk);
      // A head that drips in has its time once.
      if (reader.begun || reader.interimAnswers > interimAnswers) this.since = this.limits.timeouts.now;
      if (this.taker === taker) taker.onPause();
    } catch (error) {
      // What was passed on could not be taken; nothing else may end with this request.
      this.fail(error as Error);
    }
  };

  private readonly onDrain = (): void => {
    this.since = this.limits.timeouts.now;
    this.upload?.resume();
  };

  private readonly onPeerEnd = (): void => {
    try {
      if (!this.reader.end()) this.fail(new UpstreamFailure('reset'));
    } catch (error) {
      this.fail(error as Error);
    }
  };

  private readonly onError = (error: Error): void => this.fail(error);

  private readonly onClose = (): void => this.fail(new UpstreamFailure('reset'));

  private fail(error: Error): void {
    const { taker } = this;
    const untouched = this.wasIdle && !this.heard;
    this.cut();
    taker?.onFailure(error, untouched);
  }

  /** Whether it is kept for another request, and for how long. */
  private mayBeKept(): boolean {
    const { keepAlive } = this;
    // An upstream says the same with each answer.
    if (keepAlive !== this.judged) {
      const { timeouts, keepAliveMs } = this.limits;
      const milliseconds = keptMs(keepAlive, keepAliveMs);
      this.judged = keepAlive;
      this.lasts = milliseconds > 0;
      this.keptSteps = timeouts.stepsOf(milliseconds);
    }
    return this.lasts && !this.socket.destroyed;
  }

  /** False when it had left before. */
  private leave(): boolean {
    if (this.gone) return false;
    this.gone = true;
    this.taker = null;
    this.reader.stop();
    this.limits.timeouts.forget(this);
    this.owner.onGone(this);
    return true;
  }
}

function writeTogether(socket: Socket, head: string, body: Buffer): void {
  if (head.length + body.length > JOINED_BYTES) {
    socket.cork();
    socket.write(head, 'latin1');
    socket.write(body);
    return socket.uncork();
  }
  const bytes = Buffer.allocUnsafe(head.length + body.length);
  bytes.write(head, 'latin1');
  body.copy(bytes, head.length);
  socket.write(bytes);
}
