import { asciiLower } from '../../text/ascii.js';

/**
 * One spelling per destination (contract 06 §8.1): lowercase, one trailing dot removed, IDN as punycode,
 * IPv4 of any notation dotted, also mapped into IPv6, other IPv6 canonical in brackets. Everything that compares hosts compares this form,
 * so that `API.Example.com.`, `0x7f.1` or a Unicode name cannot slip past a pattern.
 */
export interface Authority {
  host: string;
  port: number | null;
}

const MAX_HOST_LENGTH = 255;
const PLAIN_NAME = /^[a-z0-9_-]+(?:\.[a-z0-9_-]+)*$/;
const CANONICAL_IPV6 = /^\[[0-9a-f:]+\]$/;
/** RFC 4291 §2.5.5.2, as URL writes it. */
const IPV4_MAPPED = /^\[::ffff:([0-9a-f]{1,4}):([0-9a-f]{1,4})\]$/;
/** URL parsing would strip, decode or cut at these instead of refusing them. */
// eslint-disable-next-line no-control-regex
const FORBIDDEN = /[\u0000-\u0020\u007f\\/?#@%]/;

/** Host and port of `host`, `host:port`, `[v6]:port` or a bare IPv6 address; null when it is none of these. */
export function parseAuthority(authority: string): Authority | null {
  const { name, port } = cutPort(authority);
  const host = normalizeHostName(name);
  if (host === null) return null;
  if (port === null || port === '') return { host, port: null };
  if (!/^[0-9]{1,5}$/.test(port)) return null;
  const number = Number(port);
  return number >= 1 && number <= 65_535 ? { host, port: number } : null;
}

/** Normalised host of an authority or a host, port dropped; null when malformed (06 §19.4 answers 400). */
export function normalizeHost(authority: string): string | null {
  return parseAuthority(authority)?.host ?? null;
}

/** As `normalizeHost`, for a host that cannot carry a port (patterns, SNI names, header values). */
export function normalizeHostName(name: string): string | null {
  const trimmed = name.endsWith('.') ? name.slice(0, -1) : name;
  if (trimmed.length === 0 || trimmed.length > MAX_HOST_LENGTH || trimmed.endsWith('.')) return null;
  if (isPlainName(trimmed)) return trimmed;
  return throughUrl(trimmed);
}

/** Lowercase names that URL parsing would return unchanged; saves its cost on nearly every request. */
function isPlainName(name: string): boolean {
  if (!PLAIN_NAME.test(name) || name.includes('xn--')) return false;
  const first = name.charCodeAt(name.lastIndexOf('.') + 1);
  return first < 0x30 || first > 0x39;
}

function throughUrl(name: string): string | null {
  if (FORBIDDEN.test(name)) return null;
  const bracketed = name.startsWith('[');
  const colon = name.includes(':');
  if (bracketed !== colon && !(colon && isBareIpv6(name))) return null;
  const url = URL.parse(`http://${colon && !bracketed ? `[${name}]` : name}`);
  if (url === null || url.hostname === '' || url.port !== '') return null;
  // Full-width dots become dots only here, and URL keeps characters no host name has (`*`, `!`, `;`).
  const host = url.hostname.endsWith('.') ? url.hostname.slice(0, -1) : url.hostname;
  return PLAIN_NAME.test(host) ? host : CANONICAL_IPV6.test(host) ? embeddedIpv4(host) : null;
}

/** A socket to an IPv4-mapped address is one to the IPv4 address: the same destination, so the same spelling. */
function embeddedIpv4(address: string): string {
  const mapped = IPV4_MAPPED.exec(address);
  if (mapped === null) return address;
  const [high, low] = [mapped[1]!, mapped[2]!].map((group) => Number.parseInt(group, 16)) as [number, number];
  return [high >> 8, high & 0xff, low >> 8, low & 0xff].join('.');
}

function isBareIpv6(name: string): boolean {
  return name.indexOf(':') !== name.lastIndexOf(':');
}

function cutPort(authority: string): { name: string; port: string | null } {
  const close = authority.lastIndexOf(']');
  const colon = authority.lastIndexOf(':');
  if (colon <= close || colon < 0) return { name: authority, port: null };
  if (close < 0 && authority.indexOf(':') !== colon) return { name: authority, port: null };
  return { name: authority.slice(0, colon), port: authority.slice(colon + 1) };
}

/**
 * Host patterns of contract 02 §9.2 and R12: equality, or one `*` that stands for one or more characters,
 * dots included. `prefix`/`suffix` are the texts around the star; `exact` patterns have `suffix` null.
 */
export interface CompiledHost {
  readonly prefix: string;
  readonly suffix: string | null;
}

export function compileHostPattern(pattern: string): CompiledHost {
  const text = normalizeHostPattern(pattern) ?? asciiLower(pattern.trim());
  const star = text.indexOf('*');
  return star < 0
    ? { prefix: text, suffix: null }
    : { prefix: text.slice(0, star), suffix: text.slice(star + 1) };
}

/** Part of a label in place of the star while the rest is normalised; nobody calls a host so. */
const STAND_IN = 'zq7star7qz';
const ADDRESS_WITH_STAR = /^(?:\d+\.)*\d*\*\d*(?:\.\d+)*$/;

/**
 * The one spelling of a pattern, as `normalizeHostName` gives it of a name: patterns are judged and compared in this
 * form, so that `*.ｃｏｍ` is `*.com` to everybody. Null for what no host can match: two stars, a star inside an
 * internationalised label, what is no host name without it.
 */
export function normalizeHostPattern(pattern: string): string | null {
  const text = pattern.trim();
  const star = text.indexOf('*');
  if (star < 0) return normalizeHostName(text);
  // The last label of these would be no number any more.
  if (ADDRESS_WITH_STAR.test(text)) return text;
  const name = normalizeHostName(text.slice(0, star) + STAND_IN + text.slice(star + 1));
  const [before = '', after, ...more] = name?.split(STAND_IN) ?? [];
  if (after === undefined || more.length > 0 || after.includes('*')) return null;
  const insideEncodedLabel = before.startsWith('xn--', before.lastIndexOf('.') + 1);
  // `*.` would become every host there is, which nobody wrote.
  return insideEncodedLabel || before + after === '' ? null : `${before}*${after}`;
}

export function hostMatches(pattern: CompiledHost, host: string): boolean {
  const { prefix, suffix } = pattern;
  if (suffix === null) return host === prefix;
  return host.length > prefix.length + suffix.length && host.startsWith(prefix) && host.endsWith(suffix);
}

/** One-off comparison; `host` is already normalised. Code that asks repeatedly compiles once. */
export function hostPatternMatches(pattern: string, host: string): boolean {
  return hostMatches(compileHostPattern(pattern), host);
}
