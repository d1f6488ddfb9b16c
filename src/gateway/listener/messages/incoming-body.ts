import { BodyReader, type BodyFault } from '../../../domain/protocols/http1/bodies/body-reader.js';
import type { BodyFraming } from '../../../domain/protocols/http1/heads/framing.js';
import { DeliveredBody, type Flow } from './delivered-body.js';

/** The body of a request as it arrives on a connection of HTTP/1. */
export class IncomingBody extends DeliveredBody {
  private readonly reader: BodyReader;

  constructor(framing: BodyFraming, flow: Flow) {
    super(flow);
    this.reader = new BodyReader(framing);
  }

  override get complete(): boolean {
    return this.reader.complete;
  }

  get fault(): BodyFault | null {
    return this.reader.fault;
  }

  /** What came behind it, flat; empty until it is complete. */
  get trailers(): readonly string[] {
    return this.reader.trailers;
  }

  /** Answers where in `chunk` the body ended, or its length. */
  read(chunk: Buffer, at: number): number {
    const end = this.reader.read(chunk, at, this.take);
    if (this.reader.complete) this.completed();
    return end;
  }
}
