import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';
import {
  compileHostPattern,
  hostMatches,
  type CompiledHost,
} from '../../../domain/decision/matching/host-pattern.js';
import { effectiveAddress, stripBrackets } from './address-class.js';

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
