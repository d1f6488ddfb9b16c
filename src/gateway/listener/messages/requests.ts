import { constants, type ServerHttp2Stream } from 'node:http2';
import type { RequestHead } from '../../../domain/protocols/http1/heads/request-head.js';
import type { Http2RequestHead } from '../../../domain/protocols/http2/heads.js';
import type { BodySink, AgentRequest } from '../../exchange/transport/agent-leg.js';
import type { DeliveredBody, Flow } from './delivered-body.js';
import { IncomingBody } from './incoming-body.js';
import { Http2Body } from './http2-body.js';

/** A request whose body, if it has one, is delivered to whoever asks for it. */
export abstract class DeliveredRequest<Body extends DeliveredBody> {
  /** Null where the head announces none. */
  abstract readonly body: Body | null;

  get complete(): boolean {
    return this.body === null || this.body.complete;
  }

  readBody(sink: BodySink): void {
    if (this.body === null) sink.end();
    else this.body.start(sink);
  }

  pauseBody(): void {
    this.body?.pause();
  }
}

const NO_TRAILERS: readonly string[] = [];

export interface RequestSource extends Flow {
  destroy(): void;
}

/** One request as it stands on an HTTP/1 connection. */
export class HttpRequest extends DeliveredRequest<IncomingBody> implements AgentRequest {
  readonly rawHeaders: string[];
  readonly declaredLength: number | null;
  /** A length of 0, which some clients send with everything, announces none. */
  readonly body: IncomingBody | null;
  /** Nothing that follows it on its connection is looked at. */
  isLast = false;

  constructor(
    readonly head: RequestHead,
    private readonly source: RequestSource,
  ) {
    super();
    const { framing } = head;
    this.rawHeaders = head.rawHeaders;
    this.declaredLength = framing.kind === 'length' ? framing.length : null;
    const empty = framing.kind === 'none' || this.declaredLength === 0;
    this.body = empty ? null : new IncomingBody(framing, source);
  }

  get method(): string {
    return this.head.method;
  }

  get target(): string {
    return this.head.target;
  }

  get httpVersionMinor(): number {
    return this.head.minor;
  }

  get hasBody(): boolean {
    return this.body !== null;
  }

  get trailers(): readonly string[] {
    const { body } = this;
    return body === null || body.trailers.length === 0
      ? NO_TRAILERS
      : announcedTrailers(this.head, body.trailers);
  }

  destroy(): void {
    this.source.destroy();
  }
}

/** Those a head of HTTP/1.1 announced: of others not every reader knows that they are there (RFC 9110 §6.6.2). */
function announcedTrailers(head: Pick<RequestHead, 'value'>, flat: readonly string[]): string[] {
  const announced = new Set(
    (head.value('trailer') ?? '').split(',').map((name) => name.trim().toLowerCase()),
  );
  const kept: string[] = [];
  for (let at = 0; at < flat.length; at += 2) {
    if (announced.has(flat[at]!.toLowerCase())) kept.push(flat[at]!, flat[at + 1]!);
  }
  return kept;
}

const NO_HTTP2_TRAILERS: readonly string[] = [];

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
    return this.body?.trailers ?? NO_HTTP2_TRAILERS;
  }

  destroy(): void {
    this.stream.close(constants.NGHTTP2_CANCEL);
  }
}
