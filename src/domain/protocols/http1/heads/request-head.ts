import { CLASS, SP, TOKEN, VISIBLE } from '../bytes.js';
import {
  CHUNKED,
  NO_BODY,
  type BodyFraming,
  FramingFields,
  listHas,
  VERSION_BYTES,
  versionMinor,
} from './framing.js';
import { fieldValue } from './field-section.js';
import type { HeadFault } from './head-faults.js';
import { HEAD_LIMITS, HeadReader, type HeadLimits } from './head-reader.js';

/** A URI with an authority; which one, and whether it may be reached, is for whoever routes it. */
const ABSOLUTE_FORM = /^[A-Za-z]+:\/\/[A-Za-z0-9\-._~%!$&'()*+,;=:@[\]]+(?:[/?]|$)/;

/** A host and a port, and what they could be mistaken for: judged where the tunnel is opened. */
const AUTHORITY_FORM = /^[A-Za-z0-9\-._~%!$&'()*+,;=:@[\]]+$/;

/** `uri-host [ ":" port ]`, as far as characters go (RFC 9110 §7.2); empty where the target has no authority. */
export const HOST = /^[A-Za-z0-9\-._~%!$&'()*+,;=:[\]]*$/;

export interface RequestHead {
  readonly method: string;
  readonly target: string;
  /** Of HTTP/1. */
  readonly minor: 0 | 1;
  /** Names and values in turn, spelled and ordered as they came; one byte per character. */
  readonly rawHeaders: string[];
  readonly framing: BodyFraming;
  /** Whether the peer lets the connection go on after the answer. */
  readonly persistent: boolean;
  readonly expectsContinue: boolean;
  /** The protocols of `Upgrade`, when `Connection` names it. */
  readonly upgrade: string | null;
  readonly host: string | null;
  /** The value of a field, of several joined as a list (RFC 9110 §5.3); `lowerName` in lower case. */
  value(lowerName: string): string | undefined;
}

export class RequestHeadReader extends HeadReader<RequestHead> {
  private methodEnd = 0;
  private targetEnd = 0;
  private minor: 0 | 1 = 1;

  constructor(limits: HeadLimits = HEAD_LIMITS) {
    super(limits, true);
  }

  /** `method SP request-target SP HTTP-version`, one blank each (RFC 9112 §3). */
  protected startLine(bytes: Buffer, from: number, to: number): HeadFault | null {
    let at = from;
    while (at < to && (CLASS[bytes[at]!]! & TOKEN) !== 0) at += 1;
    if (at === from || bytes[at] !== SP) return 'malformed';
    this.methodEnd = at - from;
    const target = at + 1;
    at = target;
    while (at < to && (CLASS[bytes[at]!]! & VISIBLE) !== 0) at += 1;
    if (at === target || bytes[at] !== SP || to - at !== VERSION_BYTES + 1) return 'malformed';
    this.targetEnd = at - from;
    const minor = versionMinor(bytes, at + 1);
    if (minor === null) return 'version_unknown';
    this.minor = minor;
    return null;
  }

  protected complete(text: string, rawHeaders: string[]): RequestHead | HeadFault {
    const method = text.substring(0, this.methodEnd);
    if (!isRequestMethod(method)) return 'method_unknown';
    const target = text.substring(this.methodEnd + 1, this.targetEnd);
    if (!isRequestTarget(method, target)) return 'target_malformed';
    const fields = new FramingFields(rawHeaders, text);
    return (
      requestFault(method, fields, this.minor) ??
      new ReadRequest(method, target, this.minor, rawHeaders, fields)
    );
  }
}

class ReadRequest implements RequestHead {
  readonly framing: BodyFraming;
  readonly persistent: boolean;
  readonly expectsContinue: boolean;
  readonly upgrade: string | null;
  readonly host: string | null;

  constructor(
    readonly method: string,
    readonly target: string,
    readonly minor: 0 | 1,
    readonly rawHeaders: string[],
    fields: FramingFields,
  ) {
    const { coding, length, expect } = fields;
    if (coding !== null) this.framing = CHUNKED;
    else this.framing = length === null ? NO_BODY : { kind: 'length', length };
    this.persistent = fields.persistent(minor);
    // A client that speaks HTTP/1.0 does not wait for it (RFC 9110 §10.1.1).
    this.expectsContinue = minor === 1 && expect !== null && listHas(expect.toLowerCase(), '100-continue');
    this.upgrade = fields.upgrade !== null && fields.connectionHas('upgrade') ? fields.upgrade : null;
    this.host = fields.host;
  }

  value(lowerName: string): string | undefined {
    return fieldValue(this.rawHeaders, lowerName);
  }
}

/** What two readers could frame differently, and whom the request is for (RFC 9112 §3.2, §6.1, §6.3). */
function requestFault(method: string, fields: FramingFields, minor: 0 | 1): HeadFault | null {
  const { fault, coding, length, host, hosts } = fields;
  if (fault !== null) return fault;
  if (hosts > 1) return 'host_repeated';
  if (host === null) {
    // The target of CONNECT says everything; several clients send nothing else (R43).
    if (minor === 1 && method !== 'CONNECT') return 'host_missing';
  } else if (!HOST.test(host)) return 'host_malformed';
  // What follows the head is the tunnel's; two readers could take it for a body (RFC 9110 §9.3.6).
  if (method === 'CONNECT' && (coding !== null || (length !== null && length > 0))) {
    return 'connect_with_body';
  }
  if (coding === null) return null;
  // Another coding below `chunked` would be lost, because Transfer-Encoding ends at this hop.
  if (coding !== 'chunked') return 'coding_unknown';
  return minor === 0 ? 'coding_in_http_1_0' : null;
}

/** Whether a target of visible ASCII is in a form of RFC 9112 §3.2 that the method may have. */
function isRequestTarget(method: string, target: string): boolean {
  if (method === 'CONNECT') return AUTHORITY_FORM.test(target);
  if (target.startsWith('/') || ABSOLUTE_FORM.test(target)) return true;
  return method === 'OPTIONS' && target === '*';
}

/**
 * The methods that are taken: those of the IANA registry that servers speak, as Node's parser has them. The list is
 * closed because methods are case-sensitive and upstreams are not all: `get` or `GeT` would pass a rule about GET.
 */
const METHODS: ReadonlySet<string> = new Set(
  `ACL BIND CHECKOUT CONNECT COPY DELETE GET HEAD LINK LOCK M-SEARCH MERGE MKACTIVITY MKCALENDAR MKCOL MOVE NOTIFY
  OPTIONS PATCH POST PROPFIND PROPPATCH PURGE PUT QUERY REBIND REPORT SEARCH SOURCE SUBSCRIBE TRACE UNBIND UNLINK UNLOCK
  UNSUBSCRIBE`.split(/\s+/),
);

export function isRequestMethod(name: string): boolean {
  return METHODS.has(name);
}
