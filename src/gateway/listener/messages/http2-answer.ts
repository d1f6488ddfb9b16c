import { constants, type ServerHttp2Stream } from 'node:http2';
import { http2ResponseFields, http2Trailers } from '../../../domain/protocols/http2/heads.js';
import { UNREAD_MS } from '../../../kernel/http/connections/turns.js';
import type { AgentAnswer } from '../../exchange/transport/agent-leg.js';
import { AnswerListeners, IdleTimer } from './answer-listeners.js';

/** Statuses without content; `node:http2` ends the stream with their heads. */
const BODILESS = new Set([204, 205, 304]);

/** An answer on a stream of HTTP/2. Its head leaves with what follows it, so that one without a body is one frame. */
export class Http2Answer extends AnswerListeners implements AgentAnswer {
  shouldKeepAlive = true;
  headersSent = false;
  destroyed = false;
  /** The gateway reset the stream, and not the agent. */
  resetHere = false;
  writableFinished = false;
  status = 0;
  private head: string[] | null = null;
  private bodiless = false;
  private ended = false;
  /** Its end is on its way. */
  private said = false;
  /** Bytes of a counted body that are still to come; null where nobody counts. */
  private left: number | null = null;
  private trailers: string[] = [];
  private sent = 0;
  private readonly silence = new IdleTimer();

  /** `requestComplete` tells whether the agent has sent all of its request. */
  constructor(
    private readonly stream: ServerHttp2Stream,
    private readonly toHead: boolean,
    private readonly requestComplete: () => boolean,
  ) {
    super();
    stream.on('drain', () => this.tell('drain')).on('wantTrailers', () => this.sendTrailers());
    stream.on('close', () => this.over());
  }

  get chunkedEncoding(): boolean {
    return !this.bodiless;
  }

  writeHead(status: number, reason: string | readonly string[], fields: readonly string[] = []): void {
    if (this.destroyed) return;
    if (this.headersSent) throw new Error('An answer has one head');
    const head = http2ResponseFields(status, typeof reason === 'string' ? fields : reason);
    this.bodiless = this.toHead || BODILESS.has(status);
    this.left = this.bodiless ? null : lengthAmong(head);
    this.head = status === 204 || status === 205 ? withoutLength(head) : head;
    this.status = status;
    this.headersSent = true;
  }

  write(chunk: Buffer | string, _encoding?: 'latin1'): boolean {
    if (!this.headersSent && !this.destroyed) throw new Error('The head of an answer comes first');
    if (this.destroyed || this.ended) return false;
    if (!this.sendHead(this.bodiless)) return false;
    const { length } = chunk;
    if (length === 0 || this.bodiless) return true;
    // Whoever holds the body against its length would take this for somebody else's bytes.
    if (this.left !== null && (this.left -= length) < 0) {
      this.destroy();
      return false;
    }
    this.sent += length;
    return typeof chunk === 'string' ? this.stream.write(chunk, 'latin1') : this.stream.write(chunk);
  }

  addTrailers(trailers: readonly (readonly [name: string, value: string])[]): void {
    this.trailers.push(...trailers.flat());
  }

  end(body?: Buffer): void {
    if (body !== undefined) this.write(body);
    if (this.ended || this.destroyed) return;
    if (!this.headersSent) throw new Error('The head of an answer comes first');
    if (this.left !== null && this.left > 0) return this.destroy();
    this.ended = true;
    this.silence.limit(UNREAD_MS);
    const headOnly = this.bodiless || (this.head !== null && this.trailers.length === 0);
    if (!this.sendHead(headOnly)) return;
    if (headOnly) this.lastSaid();
    else this.stream.end();
  }

  destroy(): void {
    if (this.destroyed) return;
    this.destroyed = true;
    this.reset(constants.NGHTTP2_INTERNAL_ERROR);
  }

  /** A stream that the agent has reset is closed already. */
  private reset(code: number): void {
    this.resetHere ||= !this.stream.closed;
    this.stream.close(code);
  }

  writeContinue(): void {
    if (!this.headersSent && this.isOpen) this.stream.additionalHeaders({ ':status': 100 });
  }

  setTimeout(milliseconds: number): void {
    this.silence.limit(milliseconds);
  }

  /** Nothing takes a stream over: HTTP/2 has no upgrades. */
  detachSocket(): void {
    this.destroy();
  }

  /** Who takes none of it is not waited for. */
  look(now: number): void {
    const { stream, sent } = this;
    if (stream.destroyed) return;
    const progress = { bytesRead: 0, bytesWritten: sent, writableLength: stream.bufferSize };
    if (this.silence.isTooLong(progress, now)) this.reset(constants.NGHTTP2_CANCEL);
  }

  private get isOpen(): boolean {
    return !this.stream.destroyed && !this.stream.closed;
  }

  /** False when the stream is gone. */
  private sendHead(endStream: boolean): boolean {
    if (!this.isOpen) return false;
    const { head } = this;
    this.head = null;
    if (head === null) return true;
    const options = { endStream, sendDate: false, waitForTrailers: !endStream };
    this.stream.respond(head, options);
    return true;
  }

  private sendTrailers(): void {
    try {
      this.stream.sendTrailers(http2Trailers(this.trailers));
      this.lastSaid();
    } catch {
      this.destroy();
    }
  }

  /** Behind Node's own immediate, which hands the end over. */
  private lastSaid(): void {
    this.said = true;
    setImmediate(() => this.finish());
  }

  /** A body that was not needed is not waited for (RFC 9113 §8.1, 06 §12 rule 6). */
  private finish(): void {
    if (this.destroyed || this.writableFinished) return;
    this.writableFinished = true;
    this.tell('finish');
    if (!this.requestComplete()) this.stream.close(constants.NGHTTP2_NO_ERROR);
  }

  private over(): void {
    if (this.said && this.stream.rstCode === constants.NGHTTP2_NO_ERROR) this.finish();
    this.destroyed = true;
    this.tell('close');
  }
}

function lengthAmong(fields: readonly string[]): number | null {
  let length: number | null = null;
  for (let at = 0; at < fields.length; at += 2) {
    if (fields[at] !== 'content-length') continue;
    if (length !== null) throw new Error('An answer has one length');
    length = Number(fields[at + 1]);
    if (!Number.isSafeInteger(length) || length < 0) throw new Error('A length is a number of bytes');
  }
  return length;
}

function withoutLength(fields: readonly string[]): string[] {
  return fields.filter((_, at) => fields[at - (at % 2)] !== 'content-length');
}
