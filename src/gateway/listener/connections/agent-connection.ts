import type { Socket } from 'node:net';
import { type FaultSite, DISCARDED_BYTES, DISCARDED_MS } from '../../../kernel/http/connections/turns.js';
import { closeInStages } from '../../../kernel/http/connections/staged-close.js';
import type { ConnectionAuthCache } from '../../exchange/connection-auth-cache.js';
import type { AnsweredConnection, Answering, ConnectionHost, Takeover } from './answering.js';
import { brokenAnswer, refusedAs, type BrokenBy } from './broken-connection.js';
import { HttpAnswer } from '../messages/http-answer.js';
import type { HttpRequest } from '../messages/requests.js';
import { IncomingRequests } from './incoming-requests.js';
import { type Watched, SocketFlow } from './open-connections.js';
import { IdleTimer } from '../messages/answer-listeners.js';
import type { TunnelContext } from './tunnel.js';

/**
 * One connection of an agent, outside or inside of a tunnel: answers one request at a time, and ends so that its last
 * answer can be read (06 §9.11, ADR 17, ADR 36). It goes on reading while an answer is under way, because only a
 * connection that is read shows that its client has gone.
 */
export class AgentConnection implements AnsweredConnection, Watched {
  readonly flow: SocketFlow;
  private readonly incoming: IncomingRequests;
  readonly silence = new IdleTimer();
  lastSaid: ConnectionAuthCache | null = null;
  private current: HttpRequest | null = null;
  private answer: Answering | null = null;
  /** For the next head, or for what is left of a body; 0 for none. */
  private dueAt: number;
  /** Bytes of an unfinished head, as the budget knows them. */
  private held = 0;
  /** The rest of a body whose request has its answer is read for so many bytes more; -1 for none. */
  private discarding = -1;
  private closing = false;
  /** What a request makes of the connection, once one has. */
  takeover: Takeover | null = null;

  constructor(
    readonly socket: Socket,
    readonly tunnel: TunnelContext | null,
    private readonly host: ConnectionHost,
  ) {
    this.flow = new SocketFlow(socket);
    this.incoming = new IncomingRequests(this.flow, (request) => {
      this.takeover = host.takeoverOf(this, request);
      return this.takeover;
    });
    this.dueAt = host.open.after(host.headTimeoutMs);
    host.open.add(this);
    socket.on('data', this.onData).on('end', this.onEnd).on('close', this.onClose).on('drain', this.onDrain);
    // Whatever it is, `close` follows.
    socket.on('error', ignore).resume();
  }

  /** Also for what arrived before the connection was made. */
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

  answerBy(answer: Answering): void {
    this.answer = answer;
  }

  takeBehind(): Buffer | null {
    return this.incoming.takeBehind();
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
    else if (this.held === 0 && this.incoming.reading === null) this.close();
  }

  look(now: number): void {
    if (this.silence.isTooLong(this.socket, now)) this.flow.reset();
    else if (this.dueAt > 0 && this.dueAt <= now) this.overdue();
  }

  private overdue(): void {
    this.dueAt = 0;
    if (this.discarding < 0 && (this.held > 0 || !this.incoming.spoken)) this.breakOff('too_late');
    else this.close();
  }

  private read(chunk: Buffer): void {
    const { incoming } = this;
    if (this.discarding >= 0 && (this.discarding -= chunk.length) < 0) return this.close();
    const { reading, brokenBy } = incoming;
    if (!incoming.read(chunk, this.answer === null)) return this.flow.destroy();
    if (brokenBy === null && incoming.brokenBy !== null) return this.broken(incoming.brokenBy, reading);
    if (this.discarding >= 0 && incoming.reading === null) this.rest();
    this.hold(incoming.held);
    if (this.answer === null) this.proceed();
  }

  private proceed(): void {
    if (this.closing || this.socket.writableEnded || this.socket.destroyed) return;
    const request = this.incoming.take();
    if (request === null) return;
    const { drain } = this.host;
    const answer = new HttpAnswer(this, request);
    if (drain.draining) answer.shouldKeepAlive = false;
    this.current = request;
    this.answer = answer;
    if (this.held === 0) this.dueAt = 0;
    if (this.takeover === null) drain.begun();
    const site = this.takeover ?? 'request';
    try {
      this.host.answer(this, request, answer)?.catch((error: unknown) => this.failed(site, error));
    } catch (error) {
      this.failed(site, error);
    }
  }

  private answered(answer: Answering): void {
    const { current, incoming } = this;
    this.over(answer, true);
    if (!answer.shouldKeepAlive || this.host.drain.draining) return this.close();
    this.flow.resume();
    if (incoming.reading !== null && incoming.reading === current) this.discard(current);
    else if (incoming.next !== null) this.proceed();
    else if (incoming.brokenBy !== null) this.refuse(incoming.brokenBy);
    else this.rest();
  }

  private over(answer: Answering, finished: boolean): void {
    this.answer = null;
    this.current = null;
    this.silence.limit(0);
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

  private breakOff(by: BrokenBy): void {
    const { reading, brokenBy } = this.incoming;
    this.incoming.breakOff(by);
    if (brokenBy === null) this.broken(by, reading);
  }

  /**
   * The connection cannot be read any further; `reading` was the request whose body was arriving. What is said about
   * that comes behind the answers to requests that arrived whole.
   */
  private broken(by: BrokenBy, reading: HttpRequest | null): void {
    const { answer, current } = this;
    this.hold(0);
    if (reading !== null && reading === current) {
      const { headersSent } = answer!;
      answer!.abandon();
      reading.body!.breakOff();
      if (headersSent) return this.flow.reset();
      // The answer is out, and whatever its request was doing ends with the connection.
      this.socket.once('finish', () => this.flow.destroy());
      return this.refuse(by);
    }
    // The rest of a body whose request has its answer is nothing to answer again.
    if (this.discarding >= 0) return this.close();
    if (answer !== null) return;
    if (this.incoming.next !== null) return this.proceed();
    this.host.connections.boundary.run('client_error', this.socket, () => this.refuse(by));
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
    this.incoming.stop();
    this.hold(0);
    this.dueAt = 0;
    this.socket.off('data', this.onData);
    closeInStages(this.socket);
  }

  private readonly onEnd = (): void => {
    if (this.closing) return;
    if (this.held > 0 || this.incoming.reading !== null) this.breakOff('malformed');
    else this.socket.end();
  };

  private readonly onDrain = (): void => this.answer?.drained();

  private readonly onClose = (): void => {
    this.closing = true;
    this.current?.body?.breakOff();
    this.leave();
    if (this.answer !== null) this.over(this.answer, false);
  };

  private leave(): void {
    this.host.open.remove(this);
    this.incoming.stop();
    this.hold(0);
  }

  private failed(site: FaultSite, error: unknown): void {
    this.host.connections.boundary.end(site, this.socket, error);
  }
}

function ignore(): void {
  return undefined;
}
