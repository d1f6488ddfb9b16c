import type { HeadFault } from './head-faults.js';

/** The bytes of `HTTP/1.`; what follows is one digit (RFC 9112 §2.3). */
const HTTP_1 = Buffer.from('HTTP/1.', 'latin1');
export const VERSION_BYTES = HTTP_1.length + 1;

/** The minor version named at `from`; null when it is another protocol than HTTP/1.0 and HTTP/1.1. */
export function versionMinor(bytes: Buffer, from: number): 0 | 1 | null {
  for (let at = 0; at < HTTP_1.length; at += 1) if (bytes[from + at] !== HTTP_1[at]) return null;
  const digit = bytes[from + HTTP_1.length];
  if (digit === 0x31) return 1;
  return digit === 0x30 ? 0 : null;
}

/** Where a body ends (RFC 9112 §6.3). */
export type BodyFraming =
  | { readonly kind: 'none' }
  | { readonly kind: 'length'; readonly length: number }
  | { readonly kind: 'chunked' }
  | { readonly kind: 'until_close' };

export const NO_BODY: BodyFraming = { kind: 'none' };
export const CHUNKED: BodyFraming = { kind: 'chunked' };
const UNTIL_CLOSE: BodyFraming = { kind: 'until_close' };

/** What an answer says of its body. */
export interface AnnouncedBody {
  readonly status: number;
  readonly length: number | null;
  readonly coding: 'chunked' | null;
}

/**
 * Where the body of an answer ends. After 101, and after 2xx to CONNECT, `none` means that what follows is no HTTP. A
 * body until the connection closes leaves nothing to reuse, whatever the head says of persistence.
 */
export function responseFraming(
  { status, length, coding }: AnnouncedBody,
  requestMethod: string,
): BodyFraming {
  if (status < 200 || status === 204 || status === 304 || requestMethod === 'HEAD') return NO_BODY;
  if (requestMethod === 'CONNECT' && status < 300) return NO_BODY;
  if (coding !== null) return CHUNKED;
  return length === null ? UNTIL_CLOSE : { kind: 'length', length };
}

/** 10^15 bytes are more than anybody sends, and every number below is exact. */
const LENGTH = /^(0|[1-9][0-9]{0,14})$/;
/** What a server that makes variables of names, or is careless with them, may take for a field that frames. */
const NOT_IN_VARIABLES = /[^a-z0-9]/g;

/** A blank by the grammar, which parsers take for part of the value or refuse. */
const TAB_IN_FRAMING = /^(?:content-length|transfer-encoding):[^\r\n]*\t/im;

const FRAMING_NAMES = new Map([
  [14, 'content-length'],
  [17, 'transfer-encoding'],
]);

/** The fields by which a message is cut out of a connection; everything else is for those who read it. */
export class FramingFields {
  fault: HeadFault | null = null;
  length: number | null = null;
  /** In lower case. */
  coding: string | null = null;
  host: string | null = null;
  hosts = 0;
  /** All of `Connection`, in lower case. */
  connection: string | null = null;
  upgrade: string | null = null;
  expect: string | null = null;

  /** `text` is the whole head. */
  constructor(flat: readonly string[], text: string) {
    for (let at = 0; at < flat.length; at += 2) {
      const name = flat[at]!;
      // Few names have one of these lengths, so that hardly any is compared.
      switch (name.length) {
        case 4:
          if (name.toLowerCase() === 'host') {
            this.host = flat[at + 1]!;
            this.hosts += 1;
          }
          break;
        case 6:
          if (name.toLowerCase() === 'expect') this.expect = joined(this.expect, flat[at + 1]!);
          break;
        case 7:
          this.takeSeven(name.toLowerCase(), flat[at + 1]!);
          break;
        case 10:
          if (name.toLowerCase() === 'connection') {
            this.connection = joined(this.connection, flat[at + 1]!.toLowerCase());
          }
          break;
        case 14:
        case 17:
          this.takeFraming(name.toLowerCase(), flat[at + 1]!);
      }
    }
    if (this.length === null && this.coding === null) return;
    if (this.length !== null && this.coding !== null) this.fail('length_and_coding');
    if (text.includes('\t') && TAB_IN_FRAMING.test(text)) this.fail('malformed');
  }

  /** Whether `Connection` names the option, given in lower case. */
  connectionHas(option: string): boolean {
    const { connection } = this;
    if (connection === null) return false;
    return connection === option || listHas(connection, option);
  }

  /** Whether the sender goes on with the connection (RFC 9112 §9.3). */
  persistent(minor: 0 | 1): boolean {
    if (this.connection === null) return minor === 1;
    return !this.connectionHas('close') && (minor === 1 || this.connectionHas('keep-alive'));
  }

  private takeSeven(name: string, value: string): void {
    if (name === 'upgrade') this.upgrade = joined(this.upgrade, value);
    // Readers disagree on such an announcement; nobody honest makes it (RFC 9110 §6.5.1).
    else if (name === 'trailer' && value.split(',').some((part) => framesMessages(part.trim()))) {
      this.fail('trailer_that_frames');
    }
  }

  private takeFraming(name: string, value: string): void {
    if (name === 'content-length') this.takeLength(value);
    else if (name === 'transfer-encoding') this.coding = joined(this.coding, value.toLowerCase());
    else if (isFramingRespelled(name)) this.fail('framing_respelled');
  }

  private takeLength(value: string): void {
    if (this.length !== null) this.fail('length_repeated');
    else if (!LENGTH.test(value)) this.fail('length_malformed');
    this.length = Number(value);
  }

  /** The first one counts. */
  private fail(fault: HeadFault): void {
    this.fault ??= fault;
  }
}

/** `Content_Length` and the like: one reader frames by it, another does not. `name` in lower case. */
function isFramingRespelled(name: string): boolean {
  return name.replace(NOT_IN_VARIABLES, '-') === FRAMING_NAMES.get(name.length);
}

/** Whether a field of the name says where a message ends or whom it is for, to some reader. */
export function framesMessages(name: string): boolean {
  const lower = name.toLowerCase();
  return lower === 'host' || isFramingRespelled(lower);
}

/** Whether a comma list in lower case has the member. */
export function listHas(list: string, member: string): boolean {
  return list.includes(member) && list.split(',').some((part) => part.trim() === member);
}

function joined(before: string | null, value: string): string {
  return before === null ? value : `${before}, ${value}`;
}
