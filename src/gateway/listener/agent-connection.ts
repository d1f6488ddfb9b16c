import type { Socket } from 'node:net';
import { RequestHeadReader } from '../../domain/http1/request-head.js';
import type { FaultSite } from '../../kernel/http/connections/fault-boundary.js';
import type { HttpConnections } from '../../kernel/http/connections/http-connections.js';
import { DISCARDED_BYTES, DISCARDED_MS } from '../../kernel/http/connections/rest-of-body.js';
import { closeInStages } from '../../kernel/http/connections/staged-close.js';
import { MOST_BEHIND_BREAK, MOST_WAITING, UNREAD_MS } from '../../kernel/http/connections/turns.js';
import { KeptBytes } from '../../kernel/http/kept-bytes.js';
import { brokenAnswer, refusedAs, type BrokenBy } from './broken-connection.js';
import type { ListenerDrain } from './drain.js';
import { HttpAnswer, type AnswerChannel } from './http-answer.js';
import { HttpRequest, type RequestSource } from './http-request.js';
import type { OpenConnections, Watched } from './open-connections.js';
import type { TunnelContext } from './tunnel.js';

/** What is held of what follows a request that may turn its connection into something else. */
const MOST_BEHIND = 65_536;

/** What a request that stands alone on its connection may turn it into. */
export type Takeover = 'connect' | 'upgrade';

/** An answer under way, whoever writes it. */
export interface Answering {
  shouldKeepAlive: boolean;
  readonly headersSent: boolean;
  /** Says nothing more, because the connection has said its last. */
  abandon(): void;
  /** Everything has left, or the connection is gone. */
  close(finished: boolean): void;
  drained(): void;
}

export interface ConnectionHost {
  readonly connections: HttpConnections;
  readonly open: OpenConnections<AgentConnection>;
  readonly drain: ListenerDrain;
  readonly headTimeoutMs: number;
  readonly keepAliveMs: number;
  /** Asked for a CONNECT or an upgrade with nothing unanswered before it. */
  takeoverOf(connection: AgentConnection, request: HttpRequest): Takeover | null;
  serve(connection: AgentConnection, request: HttpRequest, answer: HttpAnswer): void | Promise<void>;
}

/**
 * One connection of an agent, outside or inside of a tunnel: reads what arrives, answers one request at a time, and
 * ends so that its last answer can be read (06 §9.11, ADR 17, ADR 36). It goes on reading while an answer is under way,
 * because only a connection that is read shows that its client has gone.
 */
export class AgentConnection implements AnswerChannel, RequestSource, Watched {
  dueAt: number;
  idleMs = 0;
  takeover: Takeover | null = null;
  private readonly heads = new RequestHeadReader();
  /** Of an unfinished head. */
  private held = 0;
  /** Whose body is arriving. */
  private reading: HttpRequest | null = null;
  private current: HttpRequest | null = null;
  private answer: Answering | null = null;
  private next: HttpRequest | null = null;
  private readonly waiting: HttpRequest[] = [];
  private spoken = false;
  /** Nothing that arrives is a request any more. */
  private deaf = false;
  private closing = false;
  private brokenBy: BrokenBy | null = null;
  /** What arrived behind a request that may take the connection over. */
  private behind: KeptBytes | null = null;
  /** The rest of a body whose request has its answer is read for so many octets more; -1 for none. */
  private discarding = -1;
  private droppable = MOST_BEHIND_BREAK;
  private moved = -1;
  private quietSince = 0;

  constructor(
    readonly socket: Socket,
    readonly tunnel: TunnelContext | null,
    private readonly host: ConnectionHost,
  ) {
    this.dueAt = host.open.after(host.headTimeoutMs);
    host.open.add(this);
    socket.on('data', this.onData).on('end', this.onEnd).on('close', this.onClose).on('drain', this.onDrain);
    // Whatever it is, `close` follows.
    socket.on('error', ignore).resume();
  }

  /** What arrived before it was made, and then everything else. */
  readonly onData = (chunk: Buffer): void => {
    try {
      this.read(chunk);
    } catch (error) {
      this.failed('request', error);
    }
  };

  readonly flushed = (error?: Error | null): void => {
    if (error || this.answer === null || this.closing) return;
    try {
      this.answered(this.answer);
    } catch (fault) {
      this.failed('answer_end', fault);
    }
  };

  /** All of the answer is written; who takes none of it is not waited for. */
  ended(): void {
    this.limitIdleness(UNREAD_MS);
  }

  limitIdleness(milliseconds: number): void {
    this.idleMs = milliseconds;
    this.moved = -1;
  }

  /** Somebody else writes the answer that is under way. */
  answerBy(answer: Answering): void {
    this.answer = answer;
  }

  pause(): void {
    this.socket.pause();
  }

  resume(): void {
    this.socket.resume();
  }

  destroy(): void {
    this.socket.destroy();
  }

  /** A TLS record layer cannot send RST itself; an end without close_notify is what its peer can see. */
  reset(): void {
    if ((this.socket as { encrypted?: boolean }).encrypted) this.socket.destroy();
    else this.socket.resetAndDestroy();
  }

  takeBehind(): Buffer | null {
    return this.behind?.take() ?? null;
  }

  /** The connection is somebody else's, who reads what follows. */
  release(): void {
    const { socket } = this;
    socket.off('data', this.onData).off('end', this.onEnd).off('close', this.onClose);
    socket.off('drain', this.onDrain);
    socket.pause();
    this.leave();
    this.answer = null;
  }

  /** No request is taken any more (06 §18.3). */
  drain(): void {
    if (this.answer !== null) this.answer.shouldKeepAlive = false;
    else if (this.held === 0 && this.reading === null) this.close();
  }

  due(): void {
    this.dueAt = 0;
    if (this.discarding < 0 && (this.held > 0 || !this.spoken)) this.breakOff('too_late');
    else this.close();
  }

  idle(now: number): void {
    const { bytesRead, bytesWritten, writableLength } = this.socket;
    const moved = bytesRead + bytesWritten - writableLength;
    if (moved !== this.moved) {
      this.moved = moved;
      this.quietSince = now;
    } else if (now - this.quietSince >= this.idleMs) this.reset();
  }

  private read(chunk: Buffer): void {
    if (this.behind !== null) return this.keepBehind(this.behind, chunk);
    if (this.discarding >= 0 && (this.discarding -= chunk.length) < 0) return this.close();
    let at = 0;
    while (at < chunk.length && !this.deaf) {
      at = this.reading === null ? this.readHead(chunk, at) : this.readBody(this.reading, chunk, at);
    }
    if (this.deaf && (this.droppable -= chunk.length - at) < 0) return this.destroy();
    this.hold(this.deaf ? 0 : this.heads.held);
    if (this.answer === null) this.proceed();
  }

  private readHead(chunk: Buffer, at: number): number {
    const head = this.heads.read(chunk, at);
    if (head === null) return chunk.length;
    if (typeof head === 'string') {
      this.breakOff(head);
      return at;
    }
    const { end } = this.heads;
    const request = new HttpRequest(head, this);
    this.spoken = true;
    if (head.upgrade !== null || head.method === 'CONNECT') {
      if (this.answer === null && this.next === null) this.takeover = this.host.takeoverOf(this, request);
      // Two readers could disagree which protocol it is that follows.
      request.isLast = true;
      if (this.takeover !== null) {
        this.next = request;
        this.behind = new KeptBytes();
        if (end < chunk.length) this.keepBehind(this.behind, chunk.subarray(end));
        return chunk.length;
      }
    }
    this.standInLine(request);
    if (request.body !== null) this.reading = request;
    else this.deaf ||= request.isLast;
    return end;
  }

  private readBody(request: HttpRequest, chunk: Buffer, at: number): number {
    const body = request.body!;
    const end = body.read(chunk, at);
    if (body.fault !== null) this.breakOff('body_malformed');
    else if (body.complete) {
      this.reading = null;
      this.deaf ||= request.isLast;
      if (this.discarding >= 0) this.rest();
    }
    return end;
  }

  private keepBehind(behind: KeptBytes, chunk: Buffer): void {
    behind.add(chunk);
    if (behind.length >= MOST_BEHIND) this.pause();
    if (this.answer === null) this.proceed();
  }

  private standInLine(request: HttpRequest): void {
    if (this.answer === null && this.next === null) this.next = request;
    else if (this.waiting.length < MOST_WAITING) this.waiting.push(request);
    else {
      this.deaf = true;
      this.destroy();
    }
  }

  private proceed(): void {
    const request = this.next;
    if (request === null || this.socket.writableEnded || this.socket.destroyed) return;
    this.next = this.waiting.length === 0 ? null : this.waiting.shift()!;
    const { drain } = this.host;
    const answer = new HttpAnswer(this, request);
    if (drain.draining) answer.shouldKeepAlive = false;
    this.current = request;
    this.answer = answer;
    if (this.held === 0) this.dueAt = 0;
    if (this.takeover === null) drain.begun();
    const site = this.takeover ?? 'request';
    try {
      this.host.serve(this, request, answer)?.catch((error: unknown) => this.failed(site, error));
    } catch (error) {
      this.failed(site, error);
    }
  }

  private answered(answer: Answering): void {
    const { current } = this;
    this.over(answer, true);
    if (!answer.shouldKeepAlive || this.host.drain.draining) this.close();
    else if (this.reading !== null && this.reading === current) this.discard(current);
    else if (this.next !== null) this.proceed();
    else if (this.brokenBy !== null) this.refuse(this.brokenBy);
    else this.rest();
  }

  private over(answer: Answering, finished: boolean): void {
    this.answer = null;
    this.current = null;
    this.idleMs = 0;
    if (this.takeover === null) this.host.drain.finished();
    answer.close(finished);
  }

  /** What an answer did not need of its request's body, so that the connection can be used again (06 §12 rule 6). */
  private discard(request: HttpRequest): void {
    this.discarding = DISCARDED_BYTES;
    this.dueAt = this.host.open.after(DISCARDED_MS);
    request.body?.discard();
  }

  private rest(): void {
    this.discarding = -1;
    if (this.held === 0) this.dueAt = this.host.open.after(this.host.keepAliveMs);
  }

  private hold(bytes: number): void {
    if (bytes === this.held) return;
    if (bytes === 0) this.dueAt = 0;
    else if (this.held === 0) this.dueAt = this.host.open.after(this.host.headTimeoutMs);
    this.held = bytes;
    this.host.connections.hold(this.socket, bytes);
  }

  /**
   * The connection cannot be read any further. What is said about that comes behind the answers to requests that
   * arrived whole; one that was being read is over.
   */
  private breakOff(by: BrokenBy): void {
    if (this.brokenBy !== null) return;
    const { reading, answer } = this;
    this.brokenBy = by;
    this.deaf = true;
    this.reading = null;
    this.hold(0);
    if (reading !== null && reading === this.current) {
      const { headersSent } = answer!;
      answer!.abandon();
      reading.body!.breakOff();
      if (headersSent) return this.reset();
      // The answer is out, and whatever its request was doing ends with the connection.
      this.socket.once('finish', () => this.destroy());
      return this.refuse(by);
    }
    // The rest of a body whose request has its answer is nothing to answer again.
    if (this.discarding >= 0) return this.close();
    if (reading !== null) this.forget(reading);
    if (answer === null && this.next === null)
      this.host.connections.boundary.run('client_error', this.socket, () => this.refuse(by));
  }

  private forget(request: HttpRequest): void {
    if (this.next === request) this.next = null;
    else this.waiting.pop();
  }

  private refuse(by: BrokenBy): void {
    if (!this.socket.writable) return;
    this.host.connections.refused(refusedAs(by));
    this.socket.write(brokenAnswer(by), 'latin1');
    this.close();
  }

  /** Says no more, and lets the last answer be read. */
  private close(): void {
    if (this.closing) return;
    this.closing = true;
    this.deaf = true;
    this.behind = null;
    this.next = null;
    this.hold(0);
    this.dueAt = 0;
    this.socket.off('data', this.onData);
    closeInStages(this.socket);
  }

  private readonly onEnd = (): void => {
    if (this.closing) return;
    if (this.held > 0 || this.reading !== null) this.breakOff('malformed');
    else this.socket.end();
  };

  private readonly onDrain = (): void => this.answer?.drained();

  private readonly onClose = (): void => {
    this.leave();
    this.closing = true;
    this.reading?.body?.breakOff();
    if (this.answer !== null) this.over(this.answer, false);
  };

  private leave(): void {
    this.host.open.remove(this);
    this.next = null;
    this.hold(0);
  }

  private failed(site: FaultSite, error: unknown): void {
    this.host.connections.boundary.end(site, this.socket, error);
  }
}

function ignore(): void {
  return undefined;
}
