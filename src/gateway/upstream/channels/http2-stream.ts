import { constants, type ClientHttp2Stream } from 'node:http2';
import type { Exchange } from '../../exchange/exchange.js';
import type { AnswerTaker, UpstreamChannel, ConnectionLimits } from './upstream-types.js';
import { MAX_INTERIM_ANSWERS } from './answer-reader.js';
import { Http2Upload } from './http2-upload.js';
import { outgoingStream } from './outgoing-request.js';
import type { Swept } from './timeout-scheduler.js';
import { AGENT_STALLED } from './upstream-connection.js';
import { UpstreamFailure } from './upstream-failure.js';

/** Whose stream this is. */
export interface StreamOwner {
  readonly usable: boolean;
  request(fields: string[], endStream: boolean): ClientHttp2Stream;
  /** Whether the upstream did nothing about a stream that ended with this code and was begun at that mark. */
  untouched(stream: ClientHttp2Stream, mark: number): boolean;
  /** What was heard so far; -1 for a session nobody used before. */
  mark(): number;
  release(): void;
}

/** One request on a session of HTTP/2; what happens to it happens to no other (06 §9.10). */
export class UpstreamStream implements UpstreamChannel, Swept {
  private stream: ClientHttp2Stream | null = null;
  private taker: AnswerTaker | null = null;
  private upload: Http2Upload | null = null;
  private trailers: readonly string[] = [];
  private begun = false;
  /** The upstream has said that the answer is whole. */
  private ended = false;
  private interimAnswers = 0;
  private gone = false;
  private mark = -1;
  /** When something last happened, in steps of the sweeper. */
  private since = 0;

  constructor(
    private readonly owner: StreamOwner,
    private readonly limits: ConnectionLimits,
  ) {}

  get usable(): boolean {
    return !this.gone && this.owner.usable;
  }

  forward(exchange: Exchange, taker: AnswerTaker): void {
    const { fields, body, trailers } = outgoingStream(exchange);
    this.mark = this.owner.mark();
    this.taker = taker;
    this.touch();
    this.limits.timeouts.watch(this);
    const stream = this.owner.request(fields, body === null);
    this.stream = stream;
    stream.on('response', this.onResponse).on('headers', this.onInterim).on('trailers', this.onTrailers);
    // What went wrong is in the code of its end, which follows.
    stream.on('error', ignore).on('close', this.onClose).on('end', this.onEnd);
    stream.on('newListener', this.onListener);
    if (body === null) return;
    const onBroken = (error: Error): void => this.fail(error, false);
    this.upload = new Http2Upload(stream, body, trailers, { onProgress: () => this.touch(), onBroken });
  }

  pause(): void {
    this.stream?.pause();
  }

  resume(): void {
    this.touch();
    this.stream?.resume();
  }

  cut(): void {
    if (!this.leave()) return;
    this.upload?.stop();
    this.stream?.close(constants.NGHTTP2_CANCEL);
  }

  free(): void {
    this.leave();
  }

  end(): void {
    this.fail(new UpstreamFailure('reset'), false);
  }

  sweep(now: number): void {
    const { limits, upload, begun } = this;
    const uploading = upload !== null && !upload.over;
    const limit = begun || uploading ? limits.idleTimeoutMs : limits.responseTimeoutMs;
    if (now - this.since <= limits.timeouts.stepsOf(limit)) return;
    const stalled = !begun && uploading && upload.starving;
    this.fail(stalled ? AGENT_STALLED : new UpstreamFailure('timeout'), false);
  }

  private readonly onResponse = (...told: unknown[]): void => {
    const [{ ':status': status }, flags, raw] = told as [{ ':status': number }, number, string[]];
    this.begun = true;
    this.touch();
    const rawHeaders = raw.filter((_, at) => !raw[at - (at % 2)]!.startsWith(':'));
    this.tell((taker) => taker.onHead({ status, reason: '', rawHeaders }));
    if (this.taker === null) return;
    this.stream!.on('data', this.onData);
    this.ended ||= endsStream(flags);
    // Behind what of the body came with the head.
    if (!this.ended) setImmediate(() => this.tell((taker) => taker.onPause()));
  };

  /** 1xx is between the gateway and the upstream; a flood of them is no answer (06 §9.9). */
  private readonly onInterim = (): void => {
    this.interimAnswers += 1;
    if (this.interimAnswers > MAX_INTERIM_ANSWERS) this.fail(new UpstreamFailure('protocol'), false);
    else this.touch();
  };

  private readonly onTrailers = (...told: unknown[]): void => {
    const [, flags, raw] = told as [unknown, number, string[]];
    this.trailers = raw;
    this.ended ||= endsStream(flags);
  };

  private readonly onData = (piece: Buffer): void => {
    this.touch();
    this.tell((taker) => taker.onPiece(piece));
  };

  /**
   * Node ends a stream that closed without an error as if its answer were whole (06 §9.10). It waits for that end itself
   * in both cases: when END_STREAM has come, while the stream is not closed yet, else when it is.
   */
  private readonly onListener = (event: string | symbol): void => {
    if (event === 'end' && this.stream?.closed === false) this.ended = true;
  };

  private readonly onEnd = (): void => {
    const { trailers, stream } = this;
    if (stream === null || !this.ended || stream.rstCode !== constants.NGHTTP2_NO_ERROR) return;
    this.tell((taker) => taker.onEnd(trailers));
    // What the upstream does not want of the body is not sent.
    if (this.upload !== null && !this.upload.over) this.cut();
    else this.leave();
  };

  private readonly onClose = (): void => {
    const { stream } = this;
    if (this.gone || stream === null) return;
    this.fail(failureOf(stream.rstCode), !this.begun && this.owner.untouched(stream, this.mark));
  };

  private tell(step: (taker: AnswerTaker) => void): void {
    const { taker } = this;
    if (taker === null) return;
    try {
      step(taker);
    } catch (error) {
      // What was passed on could not be taken; nothing else may end with this request.
      this.fail(error as Error, false);
    }
  }

  private fail(error: Error, untouched: boolean): void {
    const { taker } = this;
    this.cut();
    taker?.onFailure(error, untouched);
  }

  private touch(): void {
    this.since = this.limits.timeouts.now;
  }

  /** False when it had left before. */
  private leave(): boolean {
    if (this.gone) return false;
    this.gone = true;
    this.taker = null;
    this.limits.timeouts.forget(this);
    this.owner.release();
    return true;
  }
}

function endsStream(flags: number): boolean {
  return (flags & constants.NGHTTP2_FLAG_END_STREAM) !== 0;
}

/** A field section that is malformed or too large is reset by our own side, which names the cause. */
function failureOf(code: number | undefined): UpstreamFailure {
  const ours = code === constants.NGHTTP2_PROTOCOL_ERROR || code === constants.NGHTTP2_ENHANCE_YOUR_CALM;
  return new UpstreamFailure(ours ? 'protocol' : 'reset');
}

function ignore(): void {
  return undefined;
}
