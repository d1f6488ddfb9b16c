import { BodyReader, type BodyFault } from '../../domain/http1/body-reader.js';
import type { BodyFraming } from '../../domain/http1/body-framing.js';
import { KeptBytes } from '../../kernel/http/kept-bytes.js';
import type { BodySink } from '../agent-leg.js';

/** What is held of a body that nobody takes; then its connection is not read. */
const MOST_HELD = 65_536;

const ignore = (): void => undefined;
const NOWHERE: BodySink = { data: ignore, end: ignore, broken: ignore };

/** Whose reading can be halted. */
export interface Flow {
  pause(): void;
  resume(): void;
}

/** The body of a request as it arrives: what is not taken at once is held in one block. */
export class IncomingBody {
  private readonly reader: BodyReader;
  private readonly held = new KeptBytes();
  private sink: BodySink | null = null;
  private flowing = false;
  private cut = false;
  private discarded = false;

  constructor(
    framing: BodyFraming,
    private readonly flow: Flow,
  ) {
    this.reader = new BodyReader(framing);
  }

  get complete(): boolean {
    return this.reader.complete;
  }

  get fault(): BodyFault | null {
    return this.reader.fault;
  }

  /** Answers where in `chunk` the body ended, or its length. */
  read(chunk: Buffer, at: number): number {
    const end = this.reader.read(chunk, at, this.take);
    if (this.reader.complete && this.flowing) this.endSink();
    return end;
  }

  start(sink: BodySink): void {
    if (this.discarded) return;
    this.sink = sink;
    this.flowing = true;
    if (this.held.length > 0) sink.data(this.held.take());
    if (!this.flowing || this.sink !== sink) return;
    if (this.reader.complete) this.endSink();
    else if (this.cut) sink.broken();
    else this.flow.resume();
  }

  pause(): void {
    if (!this.discarded) this.flowing = false;
  }

  /** What is left is read for nobody, whoever asks for it. */
  discard(): void {
    this.start(NOWHERE);
    this.discarded = true;
  }

  /** Nothing more comes. */
  breakOff(): void {
    this.cut = true;
    if (!this.reader.complete) this.sink?.broken();
  }

  private readonly take = (piece: Buffer): void => {
    if (this.flowing) return this.sink!.data(piece);
    this.held.add(piece);
    if (this.held.length >= MOST_HELD) this.flow.pause();
  };

  private endSink(): void {
    const { sink } = this;
    this.sink = null;
    this.flowing = false;
    sink?.end();
  }
}
