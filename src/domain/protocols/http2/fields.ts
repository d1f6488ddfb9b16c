import { UnsafeMessagePart } from '../http1/heads/message-text.js';

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
