import { constants, type ServerHttp2Stream } from 'node:http2';
import type { Http2RequestHead } from '../../../domain/protocols/http2/request-head.js';
import type { AgentRequest } from '../../exchange/transport/agent-leg.js';
import { DeliveredRequest } from './delivered-request.js';
import { Http2Body } from './http2-body.js';

const NO_TRAILERS: readonly string[] = [];

/** One request as it stands on a stream of HTTP/2. */
export class Http2Request extends DeliveredRequest<Http2Body> implements AgentRequest {
  readonly method: string;
  readonly target: string;
  readonly rawHeaders: string[];
  readonly declaredLength: number | null;
  readonly body: Http2Body | null;

  constructor(
    head: Http2RequestHead,
    private readonly stream: ServerHttp2Stream,
  ) {
    super();
    this.method = head.method;
    this.target = head.target;
    this.rawHeaders = head.rawHeaders;
    this.declaredLength = head.length;
    this.body = stream.endAfterHeaders ? null : new Http2Body(stream);
  }

  get hasBody(): boolean {
    return this.body !== null && this.declaredLength !== 0;
  }

  get trailers(): readonly string[] {
    return this.body?.trailers ?? NO_TRAILERS;
  }

  destroy(): void {
    this.stream.close(constants.NGHTTP2_CANCEL);
  }
}
