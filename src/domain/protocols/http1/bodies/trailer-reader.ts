import { FieldSection, MALFORMED, MORE, TOO_MANY } from '../heads/field-section.js';
import { framesMessages } from '../heads/framing.js';
import { HeldBytes } from '../heads/head-reader.js';

export interface TrailerLimits {
  readonly trailerBytes: number;
  readonly trailerFields: number;
}

export type TrailerFault =
  'trailer_malformed' | 'trailers_too_large' | 'trailers_too_many' | 'trailer_that_frames';

/**
 * Reads the trailers of one chunked body, up to and including the empty line. A field that frames or routes a message
 * is refused among them: whoever merges trailers into the head would read the message anew (RFC 9110 §6.5.1).
 */
export class TrailerReader {
  trailers: string[] = [];
  private readonly fields: FieldSection;
  private readonly held: HeldBytes;

  constructor(limits: TrailerLimits) {
    this.fields = new FieldSection(limits.trailerFields);
    this.fields.begin(0);
    this.held = new HeldBytes(limits.trailerBytes);
  }

  /** Null when more is needed and all of `chunk` was taken; else where in `chunk` the trailers end. */
  read(chunk: Buffer, at: number): number | TrailerFault | null {
    const { held, fields } = this;
    const before = held.size;
    const to = Math.min(chunk.length, at + held.room);
    const whole = before === 0;
    const bytes = whole ? chunk : held.add(chunk, at, to);
    const base = whole ? at : 0;
    const progress = fields.read(bytes, base, whole ? to : held.size);
    if (progress === MALFORMED) return 'trailer_malformed';
    if (progress === TOO_MANY) return 'trailers_too_many';
    if (progress === MORE) {
      if (whole) held.add(chunk, at, to);
      return held.room === 0 ? 'trailers_too_large' : null;
    }
    const trailers = fields.flat(bytes.toString('latin1', base, base + fields.at));
    held.clear();
    for (let at = 0; at < trailers.length; at += 2) {
      if (framesMessages(trailers[at]!)) return 'trailer_that_frames';
    }
    this.trailers = trailers;
    return at + fields.at - before;
  }
}
