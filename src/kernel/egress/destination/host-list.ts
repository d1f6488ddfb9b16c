import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';
import { networkInterfaces } from 'node:os';
import {
  compileHostPattern,
  hostMatches,
  type CompiledHost,
} from '../../../domain/decision/matching/host.js';
import { effectiveAddress, stripBrackets, classifyAddress } from './address-class.js';

/** An operator's list of host patterns, CIDR blocks and addresses, each optionally with a port (06 §8.4). */
interface Entry {
  port: number | null;
  host: CompiledHost | null;
  block: [ipaddr.IPv4 | ipaddr.IPv6, number] | null;
}

export class HostListError extends Error {}

export class HostList {
  private readonly entries: Entry[];

  /** Throws `HostListError` naming the first entry that is none of the three kinds. */
  constructor(entries: readonly string[]) {
    this.entries = entries.map(parseEntry);
  }

  /** True when an entry names the host by pattern; for IP literals also by address or block. */
  matchesHost(host: string, port: number): boolean {
    return this.entries.some(
      (entry) => portFits(entry, port) && entry.host !== null && hostMatches(entry.host, host),
    );
  }

  /** True when an entry names this host itself, by pattern or, for a literal, by address or block. */
  names(host: string, port: number): boolean {
    const literal = stripBrackets(host);
    return this.matchesHost(host, port) || (isIP(literal) !== 0 && this.matchesAddress(literal, port));
  }

  matchesAddress(address: string, port: number): boolean {
    if (this.entries.length === 0) return false;
    const judged = ipaddr.parse(effectiveAddress(address));
    return this.entries.some(
      (entry) => portFits(entry, port) && entry.block !== null && inside(judged, entry.block),
    );
  }
}

function portFits(entry: Entry, port: number): boolean {
  return entry.port === null || entry.port === port;
}

function inside(address: ipaddr.IPv4 | ipaddr.IPv6, block: [ipaddr.IPv4 | ipaddr.IPv6, number]): boolean {
  return address.kind() === block[0].kind() && address.match(block);
}

function parseEntry(text: string): Entry {
  const { body, port } = cutPort(text.trim());
  const block = parseBlock(stripBrackets(body));
  if (block) return { port, host: null, block };
  if (body === '' || /[/\s@?#]/.test(body))
    throw new HostListError(`Not a host pattern, address or CIDR: ${text}`);
  return { port, host: compileHostPattern(body), block: null };
}

function parseBlock(body: string): [ipaddr.IPv4 | ipaddr.IPv6, number] | null {
  if (ipaddr.isValidCIDR(body)) return ipaddr.parseCIDR(body);
  if (!ipaddr.isValid(body)) return null;
  const address = ipaddr.parse(effectiveAddress(body));
  return [address, address.kind() === 'ipv4' ? 32 : 128];
}

/** A bare IPv6 address has colons of its own; only `[v6]:port` and names or IPv4 with one colon carry a port. */
function cutPort(text: string): { body: string; port: number | null } {
  const match = /^(\[[^\]]*\](?:\/\d+)?|[^:]*):(\d{1,5})$/.exec(text);
  if (!match) return { body: text, port: null };
  const port = Number(match[2]);
  if (port < 1 || port > 65_535) throw new HostListError(`Not a port: ${text}`);
  const bracketed = /^\[([^\]]*)\](\/\d+)$/.exec(match[1]!);
  return { body: bracketed ? bracketed[1]! + bracketed[2]! : match[1]!, port };
}

/** A socket of the deployment itself: its listener, PostgreSQL, Redis (06 §8.3). */
export interface Endpoint {
  /** Name, address, or `0.0.0.0` / `::` for every address of this machine. */
  host: string;
  port: number;
}

const INTERFACE_TTL_MS = 30_000;

/**
 * Answers whether a destination is the deployment itself. Names are compared as names and, once resolved,
 * by address; a loopback or wildcard endpoint is every address of this machine.
 */
export class SelfEndpoints {
  private own = new Set<string>();
  private ownReadAt = 0;
  private readonly endpoints: Endpoint[] = [];
  private readonly resolved = new Map<string, ReadonlySet<string>>();

  constructor(endpoints: readonly Endpoint[]) {
    endpoints.forEach((endpoint) => this.add(endpoint));
  }

  add(endpoint: Endpoint): void {
    this.endpoints.push({ host: stripBrackets(endpoint.host.toLowerCase()), port: endpoint.port });
  }

  /** Names among the endpoints, so that the caller can look them up once at start. */
  names(): string[] {
    return [...new Set(this.endpoints.map((endpoint) => endpoint.host).filter((host) => isIP(host) === 0))];
  }

  learn(name: string, addresses: readonly string[]): void {
    this.resolved.set(name, new Set(addresses.map(effectiveAddress)));
  }

  matchesName(host: string, port: number): boolean {
    return this.endpoints.some((endpoint) => endpoint.port === port && endpoint.host === host);
  }

  matchesAddress(address: string, port: number): boolean {
    const judged = effectiveAddress(address);
    return this.endpoints.some((endpoint) => endpoint.port === port && this.isAt(endpoint.host, judged));
  }

  private isAt(host: string, address: string): boolean {
    if (isIP(host) === 0) {
      if (host === 'localhost') return this.isOwn(address);
      return this.resolved.get(host)?.has(address) ?? false;
    }
    const kind = classifyAddress(host);
    if (kind === 'loopback' || effectiveAddress(host) === '0.0.0.0' || host === '::')
      return this.isOwn(address);
    return effectiveAddress(host) === address;
  }

  private isOwn(address: string): boolean {
    if (classifyAddress(address) === 'loopback') return true;
    const now = Date.now();
    if (now - this.ownReadAt > INTERFACE_TTL_MS) {
      const all = Object.values(networkInterfaces()).flatMap((list) => list ?? []);
      this.own = new Set(all.map((entry) => effectiveAddress(entry.address.split('%')[0]!)));
      this.ownReadAt = now;
    }
    return this.own.has(address);
  }
}
