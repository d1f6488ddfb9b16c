import type { BodySink } from '../../exchange/transport/agent-leg.js';
import type { DeliveredBody } from './delivered-body.js';

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
