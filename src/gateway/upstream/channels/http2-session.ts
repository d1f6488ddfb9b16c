import {
  connect,
  constants,
  type ClientHttp2Session,
  type ClientHttp2Stream,
  type Settings,
} from 'node:http2';
import type { Socket } from 'node:net';
import { ControlFrames } from '../../http2/control-frames.js';
import { LostWrites } from '../../http2/lost-writes.js';
import {
  MAX_STREAMS,
  sessionOptions,
  UPSTREAM_SESSION_WINDOW,
  UPSTREAM_STREAM_WINDOW,
} from '../../http2/session-limits.js';
import type { ConnectionLimits } from './upstream-types.js';
import { type StreamOwner, UpstreamStream } from './http2-stream.js';
import type { Swept } from './timeout-scheduler.js';

/** As much as of an answer of HTTP/1; the number is bounded by the size. */
const LIMITS = sessionOptions({ bytes: 65_536, fields: 2_048 });
const OPTIONS = { ...LIMITS, settings: { ...LIMITS.settings, initialWindowSize: UPSTREAM_STREAM_WINDOW } };
/** For the upstream's SETTINGS, without which nobody knows how much it takes. */
const SETTLING_MS = 10_000;

export interface SessionOwner {
  /** There may be room for another request. */
  onRoom(): void;
  onSessionGone(session: UpstreamSession): void;
}

/**
 * One connection of HTTP/2 to an upstream, with as many requests at a time as both sides want (06 §9.2). An upstream
 * that is about to leave gets no new ones.
 */
export class UpstreamSession implements StreamOwner, Swept {
  /** Whether the upstream has said what it takes; one request goes without that. */
  settled = false;
  private readonly session: ClientHttp2Session;
  private readonly frames: ControlFrames;
  private readonly writes: LostWrites;
  private open = 0;
  private most = 1;
  private served = 0;
  private leaving = false;
  private gone = false;
  /** The last stream the upstream may have done something about; null before it says so. */
  private lastProcessed: number | null = null;
  private since: number;

  constructor(
    private readonly socket: Socket,
    authority: string,
    private readonly owner: SessionOwner,
    private readonly limits: ConnectionLimits,
  ) {
    this.since = limits.timeouts.now;
    limits.timeouts.watch(this);
    this.session = connect(`https://${authority}`, { ...OPTIONS, createConnection: () => socket });
    this.session.setLocalWindowSize(UPSTREAM_SESSION_WINDOW);
    this.frames = new ControlFrames(this.session, () => this.cut());
    this.writes = new LostWrites(socket);
    // Nothing was asked for that an upstream could know better (06 §4.7).
    this.session.on('stream', (pushed) => pushed.on('error', ignore).close(constants.NGHTTP2_REFUSED_STREAM));
    this.session.on('remoteSettings', this.onSettings).on('goaway', this.onGoaway);
    // Whatever it is, the streams are told, and `close` follows.
    this.session.on('error', ignore).on('close', this.onClose);
    socket.on('close', this.onClose);
  }

  get usable(): boolean {
    return !this.leaving && !this.gone && !this.session.closed && !this.session.destroyed;
  }

  get hasRoom(): boolean {
    return this.usable && this.open < this.most;
  }

  get idle(): boolean {
    return this.open === 0;
  }

  /** A place for one request. */
  reserve(): UpstreamStream {
    this.open += 1;
    return new UpstreamStream(this, this.limits);
  }

  request(fields: string[], endStream: boolean): ClientHttp2Stream {
    this.served += 1;
    const options = { endStream, waitForTrailers: !endStream };
    return this.session.request(fields, options);
  }

  mark(): number {
    return this.served === 0 ? -1 : this.socket.bytesRead;
  }

  /**
   * True where the upstream said so (RFC 9113 §8.7), and where a connection that had served others died with not an
   * byte heard behind the request, as on HTTP/1 (06 §9.4).
   */
  untouched({ id, rstCode }: ClientHttp2Stream, mark: number): boolean {
    if (rstCode === constants.NGHTTP2_REFUSED_STREAM || id === undefined) return true;
    if (this.lastProcessed !== null) return id > this.lastProcessed;
    return mark >= 0 && this.socket.bytesRead === mark && this.socket.destroyed;
  }

  release(): void {
    this.open -= 1;
    this.since = this.limits.timeouts.now;
    if (this.usable) this.owner.onRoom();
    else if (this.open === 0) this.cut();
  }

  /** Requests under way finish; it is not kept any longer. */
  retire(): void {
    this.leaving = true;
    if (this.open === 0) this.cut();
  }

  sweep(now: number): void {
    if (this.writes.look()) return this.cut();
    this.frames.look();
    const { timeouts, keepAliveMs } = this.limits;
    const passed = now - this.since;
    if (!this.settled && passed > timeouts.stepsOf(SETTLING_MS)) this.cut();
    else if (this.open === 0 && passed > timeouts.stepsOf(keepAliveMs)) this.cut();
  }

  end(): void {
    this.cut();
  }

  private readonly onSettings = ({ maxConcurrentStreams }: Settings): void => {
    this.settled = true;
    this.most = Math.min(MAX_STREAMS, maxConcurrentStreams ?? MAX_STREAMS);
    this.owner.onRoom();
  };

  private readonly onGoaway = (_code: number, lastProcessed: number): void => {
    this.lastProcessed = lastProcessed;
    this.leaving = true;
    this.owner.onRoom();
    if (this.open === 0) this.cut();
  };

  private readonly onClose = (): void => this.cut();

  private cut(): void {
    if (this.gone) return;
    this.gone = true;
    this.limits.timeouts.forget(this);
    this.session.destroy();
    this.socket.destroy();
    this.owner.onSessionGone(this);
  }
}

function ignore(): void {
  return undefined;
}
