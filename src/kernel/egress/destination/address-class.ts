import ipaddr from 'ipaddr.js';

/**
 * What an address is (06 §8.3, §8.4). `forbidden` is never reachable, `metadata` neither; `private` and
 * `loopback` are closed until a setting opens them; `public` is everything else.
 */
export type AddressClass = 'public' | 'private' | 'loopback' | 'reserved' | 'forbidden' | 'metadata';

/**
 * Where a cloud answers a machine about itself, credentials included. Those outside of link-local ranges must stand
 * here: some of them are public or unique-local addresses that settings could open.
 */
const METADATA = new Set([
  '169.254.169.254',
  '169.254.170.2', // AWS, tasks
  '169.254.170.23', // AWS, pods
  '168.63.129.16', // Azure, host agent
  '100.100.100.200', // Alibaba
  '192.0.0.192', // Oracle, classic
  'fd20:ce::254', // Google
  'fd00:42::42', // Scaleway
  'fd00:a9fe:a9fe::1', // Linode
]);
/** AWS: metadata, credentials of pods, resolver and clock. */
const METADATA_BLOCK = block('fd00:ec2::/32');

/** RFC 1918, ULA and carrier-grade NAT: what GATEWAY_ALLOW_PRIVATE_NETWORKS opens. */
const PRIVATE = new Set(['private', 'uniqueLocal', 'carrierGradeNat']);
const FORBIDDEN = new Set(['unspecified', 'linkLocal', 'multicast', 'broadcast']);

/** RFC 8215: a prefix of any length in here translates, so the IPv4 address may stand in any of these places. */
const NAT64_LOCAL = block('64:ff9b:1::/48');
const NAT64_PLACES = [
  [6, 7, 9, 10],
  [7, 9, 10, 11],
  [9, 10, 11, 12],
  [12, 13, 14, 15],
] as const;
const SITE_LOCAL = block('fec0::/10');
/** All that IANA has given out; the rest of IPv6 is nobody's (RFC 4291 §2.4). */
const GLOBAL_UNICAST = block('2000::/3');
/** RFC 5214 §6.1: the interface identifier of ISATAP, before the IPv4 address. */
const ISATAP = [0x00, 0x00, 0x5e, 0xfe];

/** From the most harmless to what is never reachable; an address with several readings is the worst of them. */
const SEVERITY: readonly AddressClass[] = [
  'public',
  'reserved',
  'private',
  'loopback',
  'forbidden',
  'metadata',
];

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
  return readings(address).map(classifyJudged).reduce(worse);
}

function worse(one: AddressClass, other: AddressClass): AddressClass {
  return SEVERITY.indexOf(other) > SEVERITY.indexOf(one) ? other : one;
}

function classifyJudged(judged: ipaddr.IPv4 | ipaddr.IPv6): AddressClass {
  const v6 = judged instanceof ipaddr.IPv6 ? judged : null;
  if (METADATA.has(judged.toString()) || v6?.match(METADATA_BLOCK)) return 'metadata';
  // The whole of 0.0.0.0/8, which ipaddr.js calls `unspecified` as well.
  const range = judged.range();
  if (FORBIDDEN.has(range)) return 'forbidden';
  if (range === 'loopback') return 'loopback';
  if (PRIVATE.has(range) || v6?.match(SITE_LOCAL)) return 'private';
  if (range !== 'unicast') return 'reserved';
  return v6 === null || v6.match(GLOBAL_UNICAST) ? 'public' : 'reserved';
}

/** The IPv4 address inside IPv4-mapped and -compatible, 6to4, NAT64 and Teredo forms; null without one. */
function embedded(address: ipaddr.IPv4 | ipaddr.IPv6): ipaddr.IPv4 | null {
  if (!(address instanceof ipaddr.IPv6)) return null;
  const bytes = address.toByteArray();
  const range = address.range();
  if (range === 'ipv4Mapped' || range === 'rfc6145' || range === 'rfc6052') return fromBytes(bytes.slice(12));
  if (range === '6to4') return fromBytes(bytes.slice(2, 6));
  if (range === 'teredo') return fromBytes(bytes.slice(12).map((byte) => byte ^ 0xff));
  if (address.match(NAT64_LOCAL)) return fromBytes(bytes.slice(12));
  const compatible =
    bytes.slice(0, 12).every((byte) => byte === 0) && bytes.slice(12, 15).some((byte) => byte !== 0);
  return compatible ? fromBytes(bytes.slice(12)) : null;
}

/** Every address that some router may take this one for; several where its form alone does not say which is meant. */
function readings(address: ipaddr.IPv4 | ipaddr.IPv6): (ipaddr.IPv4 | ipaddr.IPv6)[] {
  const judged = embedded(address) ?? address;
  if (!(address instanceof ipaddr.IPv6)) return [judged];
  const bytes = address.toByteArray();
  if (address.match(NAT64_LOCAL)) {
    const read = NAT64_PLACES.map((places) => fromBytes(places.map((place) => bytes[place]!)));
    // Zeros are the padding of a prefix of another length.
    const meant = read.filter((each) => each.range() !== 'unspecified');
    return meant.length > 0 ? meant : [judged];
  }
  // The bit left out says whether the identifier is globally unique and nothing else.
  const isatap = ISATAP.every((byte, at) => (at === 0 ? bytes[8]! & ~0x02 : bytes[8 + at]) === byte);
  return isatap ? [judged, fromBytes(bytes.slice(12))] : [judged];
}

function fromBytes(bytes: number[]): ipaddr.IPv4 {
  return new ipaddr.IPv4(bytes);
}

function block(cidr: string): [ipaddr.IPv6, number] {
  return ipaddr.IPv6.parseCIDR(cidr);
}
