import { Injectable } from '@nestjs/common';
import ipaddr from 'ipaddr.js';
import { Configuration } from '../../config/configuration.js';
import { type AccessRequest, headerText } from '../declaration/access-request.js';
import {
  FORWARDED_FOR,
  FORWARDED_HOST,
  FORWARDED_PROTOCOL,
  namesTheClient,
  VIEWER_ADDRESS,
} from './client-fields.js';

type Address = ipaddr.IPv4 | ipaddr.IPv6;
type Range = [Address, number];

const LOOPBACK = 'loopback';
const PASSES_ON = [FORWARDED_FOR, FORWARDED_HOST, FORWARDED_PROTOCOL, 'forwarded'];
const PRIVATE = new Set<string>(['private', 'uniqueLocal', 'linkLocal', 'carrierGradeNat', LOOPBACK]);
/** More hops than any real chain of proxies; the rest of a padded header is not looked at. */
const MAX_HOPS = 32;
/** What providers hand to one subscriber at least: who has one address of it has them all (RFC 6177). */
const SUBSCRIBER = { bits: 64, groups: 4 };
/** What providers hand to one site at most (RFC 6177): 65,536 networks of the size above. */
const SITE = { bits: 48, groups: 3 };

/** Which address a request comes from, behind the proxies named by `TRUST_PROXY` (01 §21.4). */
@Injectable()
export class ClientAddress {
  private readonly trusted: Range[];
  private readonly cloud: boolean;

  constructor(configuration: Configuration) {
    this.trusted = configuration.trustProxy.map(parseRange);
    this.cloud = configuration.edition === 'cloud';
  }

  /** Whether the sender of the bytes is a trusted proxy; only then any forwarded header counts. */
  fromTrustedProxy(request: AccessRequest): boolean {
    const peer = parseAddress(request.socket.remoteAddress ?? '');
    return peer !== null && this.isTrusted(peer);
  }

  /**
   * Whether a request comes from this machine (R47): over loopback, and nothing in it says that a proxy passes it on for
   * another machine. Judged by every address it names, because a client can put addresses before those a proxy adds.
   */
  isLocal(request: AccessRequest): boolean {
    if (parseAddress(request.socket.remoteAddress ?? '')?.range() !== LOOPBACK) return false;
    const forwarded = headerText(request, FORWARDED_FOR);
    if (forwarded !== null)
      return forwarded.split(',').every((hop) => parseAddress(hop.trim())?.range() === LOOPBACK);
    return !Object.keys(request.headers).some((name) => name === 'via' || namesTheClient(name));
  }

  /** The address of the sender where it is one of a private network, passes a request on and is not trusted; else null. */
  untrustedProxyOf(request: AccessRequest): string | null {
    if (this.trusted.length === 0 || !PASSES_ON.some((name) => request.headers[name] !== undefined))
      return null;
    const peer = parseAddress(request.socket.remoteAddress ?? '');
    if (peer === null || !PRIVATE.has(peer.range()) || this.isTrusted(peer)) return null;
    return peer.toString();
  }

  /** Normalised text of the client's address; `unknown` once the socket is gone. */
  of(request: AccessRequest): string {
    return this.address(request)?.toString() ?? 'unknown';
  }

  /**
   * Whom a limit by address counts: an IPv4 address, or the IPv6 network of a subscriber. By single IPv6 addresses
   * nobody would ever be limited, because everybody has more of them than counters could hold.
   */
  counted(request: AccessRequest): string {
    const address = this.address(request);
    return address === null ? 'unknown' : subscriberOf(address);
  }

  /** The network of the site an IPv6 address belongs to, which a limit by address counts as well (R67); else null. */
  countedSite(request: AccessRequest): string | null {
    const address = this.address(request);
    return address instanceof ipaddr.IPv6 ? networkOf(address, SITE) : null;
  }

  /**
   * The same for the peer of a connection nothing was read from yet. Null for a trusted proxy, which stands for many
   * clients, and once the socket is gone.
   */
  countedPeer(remoteAddress: string): string | null {
    const peer = parseAddress(remoteAddress);
    return peer === null || this.isTrusted(peer) ? null : subscriberOf(peer);
  }

  /** Null once the socket is gone. */
  private address(request: AccessRequest): Address | null {
    const peer = parseAddress(request.socket.remoteAddress ?? '');
    if (peer === null || !this.isTrusted(peer)) return peer;
    return this.viewer(request) ?? this.nearestUntrusted(request) ?? peer;
  }

  private viewer(request: AccessRequest): Address | null {
    return this.cloud ? parseAddress(headerText(request, VIEWER_ADDRESS) ?? '') : null;
  }

  /** Walks from the nearest hop outwards; what stands beyond the first unreadable hop proves nothing. */
  private nearestUntrusted(request: AccessRequest): Address | null {
    const hops = (headerText(request, FORWARDED_FOR) ?? '').split(',').slice(-MAX_HOPS).reverse();
    for (const hop of hops) {
      const address = parseAddress(hop.trim());
      if (address === null) return null;
      if (!this.isTrusted(address)) return address;
    }
    return null;
  }

  private isTrusted(address: Address): boolean {
    return this.trusted.some(
      ([range, bits]) => range.kind() === address.kind() && address.match(range, bits),
    );
  }
}

function subscriberOf(address: Address): string {
  if (!(address instanceof ipaddr.IPv6)) return address.toString();
  return networkOf(address, SUBSCRIBER);
}

function networkOf(address: ipaddr.IPv6, { bits, groups }: { bits: number; groups: number }): string {
  const parts = address.parts.slice(0, groups).map((part) => part.toString(16));
  return `${parts.join(':')}::/${bits}`;
}

function parseRange(text: string): Range {
  if (text.includes('/')) return ipaddr.parseCIDR(text);
  const address = ipaddr.process(text);
  return [address, address.kind() === 'ipv4' ? 32 : 128];
}

/** Reads `1.2.3.4`, `1.2.3.4:80`, `::1`, `[::1]` and `[::1]:80`; IPv4 mapped into IPv6 becomes IPv4. */
function parseAddress(text: string): Address | null {
  const bare = /^\[([^\]]*)\](?::\d+)?$/.exec(text)?.[1] ?? text;
  if (ipaddr.isValid(bare) && (bare.includes(':') || ipaddr.IPv4.isValidFourPartDecimal(bare))) {
    return ipaddr.process(bare);
  }
  const withoutPort = bare.replace(/:\d+$/, '');
  return withoutPort !== bare && ipaddr.IPv4.isValidFourPartDecimal(withoutPort)
    ? ipaddr.parse(withoutPort)
    : null;
}
