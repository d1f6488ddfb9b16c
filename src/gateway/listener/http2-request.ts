import { constants, type ServerHttp2Stream } from 'node:http2';
import type { Http2RequestHead } from '../../domain/http2/request-head.js';
import type { AgentRequest, BodySink } from '../agent-leg.js';
import { Http2Body } from './http2-body.js';

const NO_TRAILERS: readonly string[] = [];

/** One request as it stands on a stream of HTTP/2. */
export class Http2Request implements AgentRequest {
  readonly method: string;
  readonly target: string;
  readonly rawHeaders: string[];
  readonly declaredLength: number | null;
  private readonly body: Http2Body | null;

  constructor(
    head: Http2RequestHead,
    private readonly stream: ServerHttp2Stream,
  ) {
    this.method = head.method;
    this.target = head.target;
    this.rawHeaders = head.rawHeaders;
    this.declaredLength = head.length;
    this.body = stream.endAfterHeaders ? null : new Http2Body(stream);
  }

  get hasBody(): boolean {
    return this.body !== null && this.declaredLength !== 0;
  }

  get complete(): boolean {
    return this.body === null || this.body.complete;
  }

  get trailers(): readonly string[] {
    return this.body?.trailers ?? NO_TRAILERS;
  }

  readBody(sink: BodySink): void {
    if (this.body === null) sink.end();
    else this.body.start(sink);
  }

  pauseBody(): void {
    this.body?.pause();
  }

  destroy(): void {
    this.stream.close(constants.NGHTTP2_CANCEL);
  }
}
