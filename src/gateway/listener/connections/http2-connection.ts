import {
  constants,
  type IncomingHttpHeaders,
  performServerHandshake,
  type ServerHttp2Session,
  type ServerHttp2Stream,
} from 'node:http2';
import type { Socket } from 'node:net';
import { getHeapStatistics } from 'node:v8';
import { HEAD_FAULTS, type HeadFault } from '../../../domain/protocols/http1/heads/head-faults.js';
import { HEAD_LIMITS } from '../../../domain/protocols/http1/heads/head-reader.js';
import { readRequestHead } from '../../../domain/protocols/http2/heads.js';
import type { ClientLeg } from '../../exchange/transport/agent-leg.js';
import { ControlFrames } from '../../http2/control-frames.js';
import { LostWrites } from '../../http2/lost-writes.js';
import { MAX_STREAMS, sessionOptions } from '../../http2/session-limits.js';
import { Http2Answer } from '../messages/http2-answer.js';
import { Http2Request } from '../messages/requests.js';
import type { ConnectionHost } from './answering.js';
import { refusedAs } from './broken-connection.js';
import type { Watched } from './open-connections.js';
import type { TunnelContext } from './tunnel.js';

/** Twice what a request may have, so that one that is too large is told so. */
const OPTIONS = sessionOptions({ bytes: 2 * HEAD_LIMITS.bytes, fields: 2 * HEAD_LIMITS.fields });
/** For GOAWAY and the last frames to be taken, before the connection is cut. */
const LINGER_MS = 2_000;
const TOKEN_REFUSED = 407;

/** What of the host of connections is asked here. */
export type Http2Host = Pick<
  ConnectionHost,
  'connections' | 'open' | 'drain' | 'headTimeoutMs' | 'keepAliveMs'
> & {
  readonly places: StreamLimits;
  answerInTunnel(
    tunnel: TunnelContext,
    client: ClientLeg,
    isWebSocket: boolean,
    expectsContinue: boolean,
  ): void | Promise<void>;
};

/**
 * The inside of a tunnel whose agent speaks HTTP/2: each stream is a request of its own, answered beside the others;
 * whatever is wrong with one ends that one (06 §4.7, §9.10).
 */
export class Http2Connection implements Watched {
  readonly flow = { destroy: (): void => this.cut() };
  private readonly session: ServerHttp2Session;
  private readonly frames: ControlFrames;
  private readonly writes: LostWrites;
  private readonly streams = new Set<Http2Answer>();
  private readonly owner: string;
  /** For the next request; 0 while there is one. */
  private dueAt: number;

  constructor(
    private readonly socket: Socket,
    private readonly tunnel: TunnelContext,
    private readonly host: Http2Host,
  ) {
    this.owner = tunnel.identity.token;
    this.dueAt = host.open.after(host.headTimeoutMs);
    host.open.add(this);
    this.session = performServerHandshake(socket, OPTIONS);
    this.frames = new ControlFrames(this.session, () => this.flooded());
    this.writes = new LostWrites(socket);
    // Whatever it is, `close` follows, and the streams are told.
    this.session.on('error', ignore).on('stream', this.onStream);
    // Who says no more can grant nothing more either: what is not on its way will never be taken.
    socket.once('end', () => this.cut()).once('close', () => this.leave());
  }

  /** No request is taken any more; those under way are answered (06 §18.3). */
  drain(): void {
    this.session.close();
    if (this.streams.size === 0) this.rest();
  }

  look(now: number): void {
    if (this.writes.look()) return this.cut();
    this.frames.look();
    for (const answer of this.streams) answer.look(now);
    if (this.dueAt === 0 || this.dueAt > now) return;
    if (this.session.closed || this.session.destroyed) this.cut();
    else this.drain();
  }

  private readonly onStream = (
    stream: ServerHttp2Stream,
    { ':method': method }: IncomingHttpHeaders,
    _flags: number,
    raw: readonly string[] = [],
  ): void => {
    stream.on('error', ignore);
    try {
      this.begin(stream, raw, method === 'HEAD');
    } catch (error) {
      this.host.connections.boundary.end('request', stream, error);
    }
  };

  private begin(stream: ServerHttp2Stream, raw: readonly string[], toHead: boolean): void {
    const { places } = this.host;
    if (this.streams.size >= MAX_STREAMS || !places.take(this.owner)) {
      return stream.close(constants.NGHTTP2_REFUSED_STREAM);
    }
    stream.once('close', () => places.giveBack(this.owner));
    const head = readRequestHead(raw);
    const refused = typeof head === 'string';
    const request = refused ? null : new Http2Request(head, stream);
    const answer = new Http2Answer(stream, toHead, () => request?.complete ?? stream.endAfterHeaders);
    this.follow(answer);
    stream.once('close', () => {
      if (stream.rstCode !== constants.NGHTTP2_NO_ERROR && !answer.resetHere) this.frames.reset();
    });
    if (refused) return this.refuse(answer, head);
    const client = { request: request!, response: answer, socket: stream, upgradeHead: null };
    this.host
      .answerInTunnel(this.tunnel, client, false, head.expectsContinue)
      ?.catch((error: unknown) => this.host.connections.boundary.end('request', stream, error));
  }

  private follow(answer: Http2Answer): void {
    const { drain } = this.host;
    this.dueAt = 0;
    this.streams.add(answer);
    drain.begun();
    answer.once('close', () => {
      this.streams.delete(answer);
      drain.finished();
      // A token that died inside a tunnel ends the tunnel (06 §3.1.6); what else ends a connection ends the stream here.
      if (answer.status === TOKEN_REFUSED) this.session.close();
      if (this.streams.size === 0) this.rest();
    });
  }

  private rest(): void {
    const { open, keepAliveMs } = this.host;
    this.dueAt = open.after(this.session.closed || this.session.destroyed ? LINGER_MS : keepAliveMs);
  }

  private refuse(answer: Http2Answer, fault: HeadFault): void {
    const { status, message } = HEAD_FAULTS[fault];
    this.host.connections.refused(refusedAs(fault));
    if (status !== 400) {
      answer.writeHead(status, ['content-length', '0']);
      return answer.end();
    }
    const body = Buffer.from(JSON.stringify({ error: 'invalid_request', message }));
    answer.writeHead(status, ['content-type', 'application/json', 'content-length', String(body.length)]);
    answer.end(body);
  }

  private flooded(): void {
    if (this.session.destroyed) return;
    this.session.destroy(undefined, constants.NGHTTP2_ENHANCE_YOUR_CALM);
    this.rest();
  }

  private cut(): void {
    this.session.destroy();
    this.socket.destroy();
  }

  private leave(): void {
    this.host.open.remove(this);
    this.session.destroy();
  }
}

function ignore(): void {
  return undefined;
}

/** Streams that every agent may have, however many others use. */
const ALWAYS = 10;
/** Memory of a running request on both sides while nothing is read, with its upstream connection: 350 KB, rounded up. */
const BYTES_EACH = 524_288;

/** The number of streams for which the heap has room. */
export function streamsInMemory(): number {
  return Math.floor(getHeapStatistics().heap_size_limit / BYTES_EACH);
}

/**
 * Limits the open HTTP/2 streams. An HTTP/1 connection carries one request, and connections are bounded; an HTTP/2
 * connection carries a hundred, so sixty of them could fill the memory of a process with responses that are not read.
 * Every agent has `ALWAYS` streams. Beyond those all agents share `most`, of which one agent may use half.
 */
export class StreamLimits {
  private readonly taken = new Map<string, number>();
  private beyond = 0;

  constructor(private readonly most: number) {}

  /** False if no stream is free; otherwise the caller must call `giveBack`. */
  take(agent: string): boolean {
    const own = this.taken.get(agent) ?? 0;
    if (own >= ALWAYS) {
      if (this.beyond >= this.most || own - ALWAYS >= this.most / 2) return false;
      this.beyond += 1;
    }
    this.taken.set(agent, own + 1);
    return true;
  }

  giveBack(agent: string): void {
    const own = this.taken.get(agent)!;
    if (own > ALWAYS) this.beyond -= 1;
    if (own === 1) this.taken.delete(agent);
    else this.taken.set(agent, own - 1);
  }
}
