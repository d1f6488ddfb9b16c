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
