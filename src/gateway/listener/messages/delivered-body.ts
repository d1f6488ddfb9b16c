import { KeptBytes } from '../../../kernel/http/body/kept-bytes.js';
import type { BodySink } from '../../exchange/transport/agent-leg.js';

/** What is held of a body that nobody takes; then what it comes on is not read. */
const MAX_HELD = 65_536;

const ignore = (): void => undefined;
const NOWHERE: BodySink = { data: ignore, end: ignore, broken: ignore };

/** Whose reading can be halted. */
export interface Flow {
  pause(): void;
  resume(): void;
}

/** The body of a request for whoever asks for it, whenever that is: what is not taken at once is held in one block. */
export abstract class DeliveredBody {
  private readonly held = new KeptBytes();
  private sink: BodySink | null = null;
  private flowing = false;
  private cut = false;
  private discarded = false;

  constructor(private readonly flow: Flow) {}

  /** Whether all of it has arrived. */
  abstract get complete(): boolean;

  start(sink: BodySink): void {
    if (this.discarded) return;
    this.sink = sink;
    this.flowing = true;
    if (this.held.length > 0) sink.data(this.held.take());
    if (!this.flowing || this.sink !== sink) return;
    if (this.complete) this.endSink();
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
    if (!this.complete) this.sink?.broken();
  }

  protected readonly take = (piece: Buffer): void => {
    if (this.flowing) return this.sink!.data(piece);
    this.held.add(piece);
    if (this.held.length >= MAX_HELD) this.flow.pause();
  };

  /** For what has just become complete. */
  protected completed(): void {
    if (this.flowing) this.endSink();
  }

  private endSink(): void {
    const { sink } = this;
    this.sink = null;
    this.flowing = false;
    sink?.end();
  }
}
