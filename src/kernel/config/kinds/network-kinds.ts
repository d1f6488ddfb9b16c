/** Kinds of settings that name hosts, addresses and networks. Everything comes back in lower case. */
import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';
import { normalizeHostPattern } from '../../../domain/decision/matching/host.js';
import { InvalidValue, type Kind } from './setting.js';

const HOST_NAME = /^(?=.{1,253}$)[a-z0-9_]([a-z0-9_-]*[a-z0-9_])?(\.[a-z0-9_]([a-z0-9_-]*[a-z0-9_])?)*$/;
const HOST_PATTERN =
  /^(?=.{1,253}$)[a-z0-9_*]([a-z0-9_*-]*[a-z0-9_*])?(\.[a-z0-9_*]([a-z0-9_*-]*[a-z0-9_*])?)*$/;

/** The groups `TRUST_PROXY` may name instead of writing the ranges out. */
const NETWORK_GROUPS: Readonly<Record<string, readonly string[]>> = {
  loopback: ['127.0.0.0/8', '::1/128'],
  private: ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7'],
  none: [],
};
export const LOOPBACK: readonly string[] = NETWORK_GROUPS['loopback'] ?? [];

/** An address or name a socket can be bound to. */
export const bindAddress: Kind<string> = {
  type: 'address',
  parse(value) {
    if (isIP(value) !== 0 || HOST_NAME.test(value.toLowerCase())) return value.toLowerCase();
    throw new InvalidValue('must be an IP address or a host name');
  },
};

export const hostName: Kind<string> = {
  type: 'host name',
  parse(value) {
    const name = ascii(value);
    if (HOST_NAME.test(name)) return name;
    throw new InvalidValue('must hold host names, without scheme, port or path');
  },
};

export const hostAndPort: Kind<string> = {
  type: '`host:port`',
  parse(value) {
    const parts = splitPort(value);
    const host = parts.host.replace(/^\[(.*)\]$/, '$1');
    if (parts.port !== null && (isIP(host) !== 0 || HOST_NAME.test(host))) return value.toLowerCase();
    throw new InvalidValue('must be host:port');
  },
};

/** A name or an address, optionally with a port. */
export const modelHost: Kind<string> = {
  type: '`host` or `host:port`',
  parse(value) {
    const address = isIP(value) !== 0;
    const parts = address ? { host: value.toLowerCase(), port: null } : splitPort(value);
    const host = ascii(parts.host);
    if (isIP(host.replace(/^\[(.*)\]$/, '$1')) !== 0 || HOST_NAME.test(host)) {
      const name = isIP(host) === 6 ? `[${host}]` : host;
      return parts.port === null ? name : `${name}:${parts.port}`;
    }
    throw new InvalidValue('must hold host names or addresses, each optionally with :port');
  },
};

/** A host pattern of 02 §3.1 as operators write it: `*` stands for at least one character (R12). */
export const hostPattern: Kind<string> = {
  type: 'host pattern',
  parse(value) {
    const pattern = ascii(value);
    if (HOST_PATTERN.test(pattern) || isIP(pattern.replace(/^\[(.*)\]$/, '$1')) !== 0) return pattern;
    throw new InvalidValue('must hold host patterns such as api.example.com or *.example.com');
  },
};

/** An exact name, or `*.suffix` for the names below the suffix (06 §2). */
export const nameOrSubdomains: Kind<string> = {
  type: 'exact host or `*.suffix`',
  parse(value) {
    const pattern = ascii(value);
    const name = pattern.startsWith('*.') ? pattern.slice(2) : pattern;
    if (HOST_NAME.test(name) || isIP(name.replace(/^\[(.*)\]$/, '$1')) !== 0) return pattern;
    throw new InvalidValue('must hold exact host names or *.suffix');
  },
};

/** A host pattern, an address or a CIDR range, each optionally with `:port` (06 §8.4). */
export const privateHost: Kind<string> = {
  type: 'host pattern, IP or CIDR, each optionally with `:port`',
  parse(value) {
    const entry = value.toLowerCase();
    const parts = isIP(entry) !== 0 || isCidr(entry) ? { host: entry, port: null } : splitPort(entry);
    const host = ascii(parts.host);
    const bare = host.replace(/^\[(.*)\]$/, '$1');
    if (isIP(bare) !== 0 || isCidr(bare) || HOST_PATTERN.test(host))
      return parts.port === null ? host : `${host}:${parts.port}`;
    throw new InvalidValue('must hold host patterns, addresses or CIDR ranges, each optionally with :port');
  },
};

/** A name server: an IP address, optionally with a port, as `dns.Resolver.setServers` takes it. */
export const nameServer: Kind<string> = {
  type: 'IP address, optionally with `:port`',
  parse(value) {
    if (isIP(value) !== 0) return value;
    const parts = splitPort(value);
    if (parts.port !== null && isIP(parts.host.replace(/^\[(.*)\]$/, '$1')) !== 0) return value;
    throw new InvalidValue('must hold IP addresses, each optionally with :port');
  },
};

/** Proxies whose forwarded headers count; the result is addresses and CIDR ranges only. */
export const trustedProxies: Kind<string[]> = {
  type: 'comma list: IP, CIDR, `loopback`, `private`; or `none`',
  parse(value) {
    return value
      .toLowerCase()
      .split(',')
      .map((entry) => entry.trim())
      .filter((entry) => entry !== '')
      .flatMap((entry) => {
        const group = Object.hasOwn(NETWORK_GROUPS, entry) ? NETWORK_GROUPS[entry] : undefined;
        if (group !== undefined) return group;
        if (isIP(entry) !== 0 || isCidr(entry)) return [entry];
        throw new InvalidValue('must hold IP addresses, CIDR ranges, loopback, private or none');
      });
  },
};

function isCidr(value: string): boolean {
  return ipaddr.isValidCIDR(value);
}

function splitPort(value: string): { host: string; port: number | null } {
  const match = /^(.*):(\d{1,5})$/.exec(value.toLowerCase());
  const port = Number(match?.[2]);
  if (match === null || port < 1 || port > 65_535) return { host: value.toLowerCase(), port: null };
  return { host: match[1] ?? '', port };
}

/**
 * Names in other scripts are compared in their ASCII form (06 §8.1). What has none stays as it is and is refused;
 * `domainToASCII` would cut it off where the name ends: `１０.0.0.0/8` would be one address.
 */
function ascii(value: string): string {
  const name = value.toLowerCase().replace(/\.$/, '');
  return /^[\x20-\x7e]*$/.test(name) ? name : (normalizeHostPattern(name) ?? name);
}
