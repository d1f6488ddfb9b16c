import { fieldValue } from './field-section.js';
import { FramingFields, VERSION_BYTES, versionMinor } from './framing.js';
import type { HeadFault } from './head-faults.js';
import { HEAD_LIMITS, HeadReader, type HeadLimits } from './head-reader.js';
import { SP } from '../bytes.js';

const ZERO = 0x30;
/** Behind the version, a blank and three digits. */
const STATUS_END = VERSION_BYTES + 4;

export interface ResponseHead {
  /** 100 to 999. */
  readonly status: number;
  /** Of what may be part of a field value; empty when there was none. */
  readonly reason: string;
  /** Of HTTP/1. */
  readonly minor: 0 | 1;
  /** Names and values in turn, spelled and ordered as they came; one byte per character. */
  readonly rawHeaders: string[];
  /** Whether the peer lets the connection go on after the answer, if its framing lets it, too. */
  readonly persistent: boolean;
  /** What the fields say of the body, whether or not this answer may have one: see `responseFraming`. */
  readonly length: number | null;
  readonly coding: 'chunked' | null;
  /** The value of a field, of several joined as a list (RFC 9110 §5.3); `lowerName` in lower case. */
  value(lowerName: string): string | undefined;
}

export class ResponseHeadReader extends HeadReader<ResponseHead> {
  private minor: 0 | 1 = 1;
  private status = 0;
  private lineEnd = 0;

  constructor(limits: HeadLimits = HEAD_LIMITS) {
    super(limits, false);
  }

  /**
   * `HTTP-version SP status-code SP [ reason-phrase ]` (RFC 9112 §4). The last blank is missing in answers of many
   * servers; every reader takes them for an empty phrase.
   */
  protected startLine(bytes: Buffer, from: number, to: number): HeadFault | null {
    const minor = versionMinor(bytes, from);
    if (minor === null) return 'version_unknown';
    const at = from + VERSION_BYTES;
    if (to < from + STATUS_END || bytes[at] !== SP) return 'malformed';
    let status = 0;
    for (let digit = at + 1; digit <= at + 3; digit += 1) {
      const value = bytes[digit]! - ZERO;
      if (value < 0 || value > 9) return 'malformed';
      status = status * 10 + value;
    }
    if (status < 100) return 'malformed';
    if (to > from + STATUS_END && bytes[from + STATUS_END] !== SP) return 'malformed';
    this.minor = minor;
    this.status = status;
    this.lineEnd = to - from;
    return null;
  }

  protected complete(text: string, rawHeaders: string[]): ResponseHead | HeadFault {
    const fields = new FramingFields(rawHeaders, text);
    const fault = responseFault(fields, this.status, this.minor);
    if (fault !== null) return fault;
    const reason = text.slice(STATUS_END + 1, this.lineEnd);
    return new ReadResponse(this.status, reason, this.minor, rawHeaders, fields);
  }
}

class ReadResponse implements ResponseHead {
  readonly persistent: boolean;
  readonly length: number | null;
  readonly coding: 'chunked' | null;

  constructor(
    readonly status: number,
    readonly reason: string,
    readonly minor: 0 | 1,
    readonly rawHeaders: string[],
    fields: FramingFields,
  ) {
    this.persistent = fields.persistent(minor);
    this.length = fields.length;
    this.coding = fields.coding === null ? null : 'chunked';
  }

  value(lowerName: string): string | undefined {
    return fieldValue(this.rawHeaders, lowerName);
  }
}

/** What two readers could frame differently (RFC 9112 §6.1, §6.3). */
function responseFault(
  { fault, coding, length }: FramingFields,
  status: number,
  minor: 0 | 1,
): HeadFault | null {
  if (fault !== null) return fault;
  // Some readers give an interim answer the body it announces, others begin the next head there.
  if (status < 200 && (coding !== null || (length !== null && length > 0))) return 'interim_with_body';
  if (coding === null) return null;
  // Another coding ends at this hop, and nobody would undo it: the agent would take its bytes for the body.
  if (coding !== 'chunked') return 'coding_unknown';
  return minor === 0 ? 'coding_in_http_1_0' : null;
}
