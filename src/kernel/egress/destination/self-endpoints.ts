import { networkInterfaces } from 'node:os';
import { isIP } from 'node:net';
import { classifyAddress, effectiveAddress, stripBrackets } from './address-class.js';

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
