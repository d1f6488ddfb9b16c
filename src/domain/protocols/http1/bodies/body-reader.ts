import type { BodyFraming } from '../heads/framing.js';
import { ChunkLine, LINE_BROKEN, LINE_READ } from './chunk-line.js';
import { CR, LF } from '../bytes.js';
import { TrailerReader, type TrailerFault } from './trailer-reader.js';

export interface BodyLimits {
  /** Of all extensions of a body's chunks together, which nobody reads. */
  readonly extensionBytes: number;
  readonly trailerBytes: number;
  readonly trailerFields: number;
}

export const BODY_LIMITS: BodyLimits = { extensionBytes: 16_384, trailerBytes: 16_384, trailerFields: 100 };

export type BodyFault = 'chunk_malformed' | 'extensions_too_large' | TrailerFault;

const COUNTED = 0;
const UNTIL_CLOSE = 1;
const CHUNK_LINE = 2;
const CHUNK_DATA = 3;
const CHUNK_CR = 4;
const CHUNK_LF = 5;
const TRAILERS = 6;
const OVER = 7;

const NO_TRAILERS: string[] = [];

/** Reads one body from input in any pieces. What is handed on are views of what came in, never copies. */
export class BodyReader {
  fault: BodyFault | null = null;
  private state: number;
  /** Bytes of the body, or of the present chunk, that are still to come. */
  private left = 0;
  private readonly line: ChunkLine | null = null;
  private trailerReader: TrailerReader | null = null;

  constructor(
    framing: BodyFraming,
    private readonly limits: BodyLimits = BODY_LIMITS,
  ) {
    switch (framing.kind) {
      case 'none':
        this.state = OVER;
        break;
      case 'length':
        this.left = framing.length;
        this.state = framing.length === 0 ? OVER : COUNTED;
        break;
      case 'until_close':
        this.state = UNTIL_CLOSE;
        break;
      case 'chunked':
        this.line = new ChunkLine();
        this.state = CHUNK_LINE;
    }
  }

  get complete(): boolean {
    return this.state === OVER && this.fault === null;
  }

  /** Names and values in turn, once the body is complete; none of a field that frames. */
  get trailers(): string[] {
    return this.trailerReader?.trailers ?? NO_TRAILERS;
  }

  /**
   * Hands on what `chunk` has of the body from `at` on and answers where the rest of it begins, which is no part of
   * this message. Nothing more is read once `fault` is set.
   */
  read(chunk: Buffer, at: number, take: (piece: Buffer) => void): number {
    let from = at;
    while (from < chunk.length && this.state !== OVER) from = this.step(chunk, from, take);
    return from;
  }

  /** The peer sends no more: whether the body may end here. */
  end(): boolean {
    if (this.state === UNTIL_CLOSE) this.state = OVER;
    return this.complete;
  }

  private step(chunk: Buffer, at: number, take: (piece: Buffer) => void): number {
    switch (this.state) {
      case COUNTED:
        return this.pass(chunk, at, take, OVER);
      case UNTIL_CLOSE:
        take(at === 0 ? chunk : chunk.subarray(at));
        return chunk.length;
      case CHUNK_LINE:
        return this.readLine(chunk, at, this.line!);
      case CHUNK_DATA:
        return this.pass(chunk, at, take, CHUNK_CR);
      case CHUNK_CR:
        return this.expect(chunk[at], CR, CHUNK_LF) ? at + 1 : at;
      case CHUNK_LF:
        if (!this.expect(chunk[at], LF, CHUNK_LINE)) return at;
        this.line!.begin();
        return at + 1;
      default:
        return this.readTrailers(chunk, at, this.trailerReader!);
    }
  }

  private pass(chunk: Buffer, at: number, take: (piece: Buffer) => void, next: number): number {
    const to = Math.min(chunk.length, at + this.left);
    this.left -= to - at;
    if (this.left === 0) this.state = next;
    take(at === 0 && to === chunk.length ? chunk : chunk.subarray(at, to));
    return to;
  }

  private readLine(chunk: Buffer, at: number, line: ChunkLine): number {
    for (let next = at; next < chunk.length; next += 1) {
      const state = line.step(chunk[next]!);
      if (state === LINE_BROKEN) return this.fail('chunk_malformed', next);
      if (line.extensionBytes > this.limits.extensionBytes) return this.fail('extensions_too_large', next);
      if (state !== LINE_READ) continue;
      this.left = line.size;
      this.state = line.size === 0 ? TRAILERS : CHUNK_DATA;
      if (line.size === 0) this.trailerReader = new TrailerReader(this.limits);
      return next + 1;
    }
    return chunk.length;
  }

  private readTrailers(chunk: Buffer, at: number, reader: TrailerReader): number {
    const result = reader.read(chunk, at);
    if (result === null) return chunk.length;
    if (typeof result === 'string') return this.fail(result, at);
    this.state = OVER;
    return result;
  }

  private expect(byte: number | undefined, wanted: number, next: number): boolean {
    if (byte !== wanted) this.fail('chunk_malformed', 0);
    else this.state = next;
    return byte === wanted;
  }

  private fail(fault: BodyFault, at: number): number {
    this.fault = fault;
    this.state = OVER;
    return at;
  }
}
