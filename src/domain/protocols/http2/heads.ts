import { FramingFields, listHas } from '../http1/heads/framing.js';
import type { HeadFault } from '../http1/heads/head-faults.js';
import { HEAD_LIMITS, type HeadLimits } from '../http1/heads/head-reader.js';
import { HOST, isRequestMethod } from '../http1/heads/request-head.js';
import { UnsafeMessagePart } from '../http1/heads/message-text.js';

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

/** Lower case only (RFC 9113 §8.2.1). */
const NAME = /^[!#$%&'*+\-.^_`|~0-9a-z]+$/;
const NOT_IN_VALUE = /[^\t\x20-\x7e\x80-\xff]/;
const TARGET = /^[\x21-\x7e]+$/;

/** What is HTTP/1's way of saying where a message ends, or means a connection that carries one request at a time. */
const OF_CONNECTIONS = new Set([
  'connection',
  'http2-settings',
  'keep-alive',
  'proxy-connection',
  'te',
  'transfer-encoding',
  'upgrade',
]);

/** Whether a field means the same on every wire. Its name is in lower case. */
export function isSafeField(name: string, value: string): boolean {
  return NAME.test(name) && !NOT_IN_VALUE.test(value);
}

export function isSafeTarget(target: string): boolean {
  return TARGET.test(target);
}

/**
 * Fields in the spelling of HTTP/2; throws for what would be something else on the other side. What belongs to a
 * connection of HTTP/1 is left out.
 */
export function http2Fields(flat: readonly string[]): string[] {
  const fields: string[] = [];
  for (let at = 0; at < flat.length; at += 2) {
    const name = flat[at]!.toLowerCase();
    const value = flat[at + 1];
    if (!NAME.test(name)) throw new UnsafeMessagePart('name');
    if (value === undefined || NOT_IN_VALUE.test(value)) throw new UnsafeMessagePart('value');
    if (!OF_CONNECTIONS.has(name)) fields.push(name, value);
  }
  return fields;
}

export interface Http2Route {
  readonly method: string;
  readonly scheme: string;
  readonly authority: string;
  readonly target: string;
}

/** Throws for parts that cannot stand in a head. `takesTrailers`: the client said so, who alone can know. */
export function http2RequestFields(
  route: Http2Route,
  flat: readonly string[],
  takesTrailers: boolean,
): string[] {
  const { method, scheme, authority, target } = route;
  if (!isSafeTarget(target)) throw new UnsafeMessagePart('target');
  const pseudo = [':method', method, ':scheme', scheme, ':authority', authority, ':path', target];
  const te = takesTrailers ? ['te', 'trailers'] : [];
  return [...pseudo, ...http2Fields(flat), ...te];
}

/** Throws for parts that cannot stand in a head. HTTP/2 has no reason phrase. */
export function http2ResponseFields(status: number, flat: readonly string[]): string[] {
  if (!Number.isInteger(status) || status < 200 || status > 599) throw new UnsafeMessagePart('status');
  return [':status', String(status), ...http2Fields(flat)];
}

/** Trailers as an object, which is what `node:http2` takes. Throws as `http2Fields` does. */
export function http2Trailers(flat: readonly string[]): Record<string, string[]> {
  const trailers = Object.create(null) as Record<string, string[]>;
  const fields = http2Fields(flat);
  for (let at = 0; at < fields.length; at += 2) (trailers[fields[at]!] ??= []).push(fields[at + 1]!);
  return trailers;
}
