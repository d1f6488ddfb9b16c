import ipaddr from 'ipaddr.js';

/**
 * What an address is (06 §8.3, §8.4). `forbidden` is never reachable, `metadata` neither; `private` and
 * `loopback` are closed until a setting opens them; `public` is everything else.
 */
export type AddressClass = 'public' | 'private' | 'loopback' | 'reserved' | 'forbidden' | 'metadata';

const METADATA = new Set(['169.254.169.254', '169.254.170.2', '100.100.100.200', 'fd00:ec2::254']);

/** RFC 1918, ULA and carrier-grade NAT: what GATEWAY_ALLOW_PRIVATE_NETWORKS opens. */
const PRIVATE = new Set(['private', 'uniqueLocal', 'carrierGradeNat']);
const FORBIDDEN = new Set(['unspecified', 'linkLocal', 'multicast', 'broadcast']);

const NAT64_LOCAL = ipaddr.IPv6.parse('64:ff9b:1::');
const SITE_LOCAL = ipaddr.IPv6.parse('fec0::');

/** Classes an address by its embedded IPv4 address where it has one; throws when it is not an address. */
export function classifyAddress(address: string): AddressClass {
  return classify(ipaddr.parse(stripBrackets(address)));
}

/** `127.0.0.1` for `::ffff:127.0.0.1`, `64:ff9b::7f00:1` and the like; other addresses in canonical form. */
export function effectiveAddress(address: string): string {
  const parsed = ipaddr.parse(stripBrackets(address));
  return (embedded(parsed) ?? parsed).toString();
}

export function stripBrackets(host: string): string {
  return host.startsWith('[') ? host.slice(1, -1) : host;
}

function classify(address: ipaddr.IPv4 | ipaddr.IPv6): AddressClass {
  const judged = embedded(address) ?? address;
  const text = judged.toString();
  if (METADATA.has(text)) return 'metadata';
  // The whole of 0.0.0.0/8, which ipaddr.js calls `unspecified` as well.
  const range = judged.range();
  if (FORBIDDEN.has(range)) return 'forbidden';
  if (range === 'loopback') return 'loopback';
  if (PRIVATE.has(range)) return 'private';
  if (judged instanceof ipaddr.IPv6 && judged.match(SITE_LOCAL, 10)) return 'private';
  return range === 'unicast' ? 'public' : 'reserved';
}

/** The IPv4 address inside IPv4-mapped and -compatible, 6to4, NAT64 and Teredo forms; null without one. */
function embedded(address: ipaddr.IPv4 | ipaddr.IPv6): ipaddr.IPv4 | null {
  if (!(address instanceof ipaddr.IPv6)) return null;
  const bytes = address.toByteArray();
  const range = address.range();
  if (range === 'ipv4Mapped' || range === 'rfc6145' || range === 'rfc6052') return fromBytes(bytes.slice(12));
  if (range === '6to4') return fromBytes(bytes.slice(2, 6));
  if (range === 'teredo') return fromBytes(bytes.slice(12).map((byte) => byte ^ 0xff));
  if (address.match(NAT64_LOCAL, 48)) return fromBytes(bytes.slice(12));
  const compatible =
    bytes.slice(0, 12).every((byte) => byte === 0) && bytes.slice(12, 15).some((byte) => byte !== 0);
  return compatible ? fromBytes(bytes.slice(12)) : null;
}

function fromBytes(bytes: number[]): ipaddr.IPv4 {
  return new ipaddr.IPv4(bytes);
}
