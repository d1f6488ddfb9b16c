import { FramingFields, listHas } from '../http1/heads/framing-fields.js';
import type { HeadFault } from '../http1/heads/head-faults.js';
import { HEAD_LIMITS, type HeadLimits } from '../http1/heads/head-reader.js';
import { HOST } from '../http1/heads/request-head.js';
import { isRequestMethod } from '../http1/heads/request-methods.js';
import { isSafeField, isSafeTarget } from './fields.js';

/** What a field has on the wire of HTTP/1 beside its name and value, so that both versions have one limit. */
const AROUND_FIELD = 4;

/** The head of a request of HTTP/2, as one of HTTP/1 would have it. */
export interface Http2RequestHead {
  readonly method: string;
  readonly target: string;
  /** Names in lower case and values in turn, without pseudo-header fields; `host` is what `:authority` says. */
  readonly rawHeaders: string[];
  readonly length: number | null;
  readonly expectsContinue: boolean;
}

/**
 * Reads a decoded field section (RFC 9113 §8.3). What the session's own checks refuse is refused here as well: the
 * request may go on over HTTP/1, where a line break in a value would be the end of a head.
 */
export function readRequestHead(
  raw: readonly string[],
  limits: HeadLimits = HEAD_LIMITS,
): Http2RequestHead | HeadFault {
  const head = new SectionReader();
  if (raw.length > 2 * (limits.fields + SectionReader.pseudoFields)) return 'too_many_fields';
  let bytes = 0;
  for (let at = 0; at + 1 < raw.length; at += 2) {
    const name = raw[at]!;
    const value = raw[at + 1]!;
    bytes += name.length + value.length + AROUND_FIELD;
    if (bytes > limits.bytes) return 'too_large';
    if (!head.take(name, value)) return 'not_http2';
  }
  if (head.fields.length > 2 * limits.fields) return 'too_many_fields';
  return head.complete();
}

class SectionReader {
  static readonly pseudoFields = 4;
  readonly fields: string[] = [];
  private readonly pseudo = new Map<string, string>();
  private cookieAt = -1;

  /** False for what no peer may send. */
  take(name: string, value: string): boolean {
    if (name.startsWith(':')) return this.takePseudo(name, value);
    if (!isSafeField(name, value)) return false;
    if (name === 'cookie' && this.cookieAt >= 0) {
      // Sent in crumbs for the sake of compression; one field elsewhere (RFC 9113 §8.2.3).
      this.fields[this.cookieAt] += `; ${value}`;
      return true;
    }
    this.fields.push(name, value);
    if (name === 'cookie') this.cookieAt = this.fields.length - 1;
    return true;
  }

  complete(): Http2RequestHead | HeadFault {
    const method = this.pseudo.get(':method');
    const target = this.pseudo.get(':path');
    if (method === undefined) return 'not_http2';
    if (!isRequestMethod(method)) return 'method_unknown';
    if (method === 'CONNECT' || target === undefined || !isPath(method, target)) return 'target_malformed';
    const framing = new FramingFields(this.fields, '');
    const fault = this.faultOf(framing);
    if (fault !== null) return fault;
    const { length, expect } = framing;
    const expectsContinue = expect !== null && listHas(expect.toLowerCase(), '100-continue');
    return { method, target, rawHeaders: this.withAuthority(), length, expectsContinue };
  }

  private takePseudo(name: string, value: string): boolean {
    // Behind an ordinary field or repeated, it could be another one to whoever reads on.
    if (this.fields.length > 0 || this.pseudo.has(name) || !isSafeField(name.slice(1), value)) return false;
    this.pseudo.set(name, value);
    return name === ':method' || name === ':path' || name === ':authority' || name === ':scheme';
  }

  private faultOf({ fault, coding, connection, upgrade, host, hosts }: FramingFields): HeadFault | null {
    if (fault !== null) return fault;
    if (coding !== null || connection !== null || upgrade !== null) return 'not_http2';
    if (hosts > 1) return 'host_repeated';
    const authority = this.pseudo.get(':authority') ?? null;
    const named = authority ?? host;
    if (named === null) return 'host_missing';
    if (!HOST.test(named)) return 'host_malformed';
    return host !== null && host.toLowerCase() !== named.toLowerCase() ? 'host_disagrees' : null;
  }

  private withAuthority(): string[] {
    const authority = this.pseudo.get(':authority');
    if (authority === undefined) return this.fields;
    const rest = this.fields.filter((_, at) => this.fields[at - (at % 2)] !== 'host');
    return ['host', authority, ...rest];
  }
}

function isPath(method: string, target: string): boolean {
  return isSafeTarget(target) && (target.startsWith('/') || (method === 'OPTIONS' && target === '*'));
}
