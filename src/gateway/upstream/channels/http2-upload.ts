import type { ClientHttp2Stream } from 'node:http2';
import type { Readable } from 'node:stream';
import { http2Trailers } from '../../../domain/protocols/http2/heads.js';

export interface StreamUploadEvents {
  onProgress(): void;
  /** The agent broke off, or what it sends cannot be passed on. */
  onBroken(error: Error): void;
}

/**
 * A body on its way to the upstream as it comes in, and its trailers. The end is said with the trailers, were they none:
 * a stream that is broken off while it is written to would otherwise end as if its body were whole.
 */
export class Http2Upload {
  /** Waits for the agent, not for the upstream; not for a body that is all here. */
  starving: boolean;
  /** Nothing more is sent. */
  over = false;
  private readonly body: Readable | null;
  /** The agent has not said all of it. */
  private more: boolean;

  constructor(
    private readonly stream: ClientHttp2Stream,
    body: Readable | Buffer,
    private readonly trailers: () => readonly string[],
    private readonly events: StreamUploadEvents,
  ) {
    stream.on('wantTrailers', this.onLast).on('drain', this.onDrain);
    this.more = this.starving = !Buffer.isBuffer(body);
    if (Buffer.isBuffer(body)) {
      this.body = null;
      stream.end(body);
      return;
    }
    this.body = body;
    body.on('data', this.onData).on('end', this.onEnd).on('error', this.onError).on('close', this.onClose);
  }

  /** What is left of the body is not wanted. */
  stop(): void {
    this.over = true;
    this.detach();
    this.body?.on('error', ignore);
    this.body?.destroy();
  }

  private readonly onData = (piece: Buffer): void => {
    this.events.onProgress();
    if (this.stream.write(piece)) return;
    this.starving = false;
    this.body!.pause();
  };

  private readonly onDrain = (): void => {
    this.starving = this.more;
    this.events.onProgress();
    if (!this.over) this.body?.resume();
  };

  private readonly onEnd = (): void => {
    this.detach();
    this.more = false;
    this.starving = false;
    this.stream.end();
  };

  private readonly onLast = (): void => {
    if (this.over || this.stream.closed) return;
    this.over = true;
    this.events.onProgress();
    try {
      this.stream.sendTrailers(http2Trailers(this.trailers()));
    } catch (error) {
      this.events.onBroken(error as Error);
    }
  };

  private readonly onError = (error: Error): void => {
    if (this.over) return;
    this.stop();
    this.events.onBroken(error);
  };

  private readonly onClose = (): void => this.onError(new Error('The request body broke off'));

  private detach(): void {
    this.body
      ?.off('data', this.onData)
      .off('end', this.onEnd)
      .off('error', this.onError)
      .off('close', this.onClose);
  }
}

function ignore(): void {
  // Its end was told already.
}
