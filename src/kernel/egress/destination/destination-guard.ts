import { lookup as dnsLookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import { classifyAddress, stripBrackets } from './address-class.js';
import { HostList, SelfEndpoints, type Endpoint } from './host-list.js';

export type RefusalReason = 'private_address' | 'metadata_address' | 'self' | 'denied_host';

/** A destination that may not be contacted (06 §8.6). */
export class DestinationRefused extends Error {
  constructor(
    readonly host: string,
    readonly reason: RefusalReason,
  ) {
    super(`Destination refused: ${reason}`);
  }
}

export interface ResolvedAddress {
  address: string;
  family: 4 | 6;
}

/** Resolves a name to all its addresses; rejects like `dns.lookup`. */
export type NameLookup = (host: string) => Promise<ResolvedAddress[]>;

export interface DestinationSettings {
  allowPrivateNetworks: boolean;
  allowedPrivateHosts: readonly string[];
  deniedHosts: readonly string[];
  /** Exact origins that are always reachable, `https://host[:port]` (06 §8.4: API_URL, APP_URL). */
  alwaysAllowedOrigins: readonly string[];
  /** Origins of models that the operator named, open to calls of these alone wherever they lead (04 §11.2.3). */
  modelOrigins?: readonly string[];
  self: readonly Endpoint[];
  /** The deployment's own API and what stands in front of it: reachable, but not in somebody else's name (R31). */
  home?: readonly Endpoint[];
  /** Where every process with the API role listens. */
  apiPort?: number;
  /** Cloud ignores both private-network settings. */
  ignorePrivateSettings: boolean;
  lookup?: NameLookup;
}

export interface Destination {
  scheme: 'http' | 'https';
  host: string;
  port: number;
  /** A proven question to a model; opens nothing but what the settings name for that. */
  modelCall?: boolean;
}

/**
 * Names by which clouds are asked for a machine's credentials. What they resolve to is refused by itself; behind an
 * egress proxy that alone resolves names there is only the name.
 */
const METADATA_NAMES = new Set([
  'metadata',
  'metadata.google.internal',
  'metadata.goog',
  'instance-data',
  'instance-data.ec2.internal',
  'metadata.azure.internal',
  'metadata.tencentyun.com',
]);

const HOME_AGE_MS = 30_000;

/**
 * Decides which destinations may be reached for somebody else (06 §8). `judgeName` needs no network and runs before anything
 * else; `resolve` looks a name up once, checks every address of the answer and returns the checked ones,
 * and the connection is made to one of those: rebinding finds no second look-up.
 */
export class DestinationGuard {
  private readonly allowed: HostList;
  private readonly denied: HostList;
  private readonly exempt: ReadonlySet<string>;
  private readonly modelOrigins: ReadonlySet<string>;
  private readonly self: SelfEndpoints;
  private readonly home: SelfEndpoints;
  private homeLearnt: { at: number; done: Promise<void> } | null = null;
  private readonly lookup: NameLookup;

  constructor(private readonly settings: DestinationSettings) {
    this.allowed = new HostList(settings.ignorePrivateSettings ? [] : settings.allowedPrivateHosts);
    this.denied = new HostList(settings.deniedHosts);
    this.exempt = new Set(settings.alwaysAllowedOrigins.map(exactOrigin));
    this.modelOrigins = new Set((settings.modelOrigins ?? []).map(exactOrigin));
    this.self = new SelfEndpoints(settings.self);
    this.home = new SelfEndpoints(settings.home ?? []);
    this.lookup = settings.lookup ?? systemLookup;
  }

  /** Adds a listener whose port was only known after it opened. */
  protect(endpoint: Endpoint): void {
    this.self.add(endpoint);
  }

  /** Resolves the names of the deployment's own endpoints, so that their addresses are refused too. */
  async learnOwnAddresses(): Promise<void> {
    await this.learn(this.self);
  }

  /** Whether the destination is the deployment's own API by its name. */
  namesHome({ host, port }: Destination): boolean {
    return this.home.matchesName(host, port);
  }

  /** Whether one of these addresses is; those of our own names change, and are looked up again every half minute. */
  async leadsHome(addresses: readonly ResolvedAddress[], port: number): Promise<boolean> {
    const now = performance.now();
    if (this.homeLearnt === null || now - this.homeLearnt.at > HOME_AGE_MS)
      this.homeLearnt = { at: now, done: this.learn(this.home) };
    await this.homeLearnt.done;
    return addresses.some(({ address }) => this.isHome(address, port));
  }

  /** Whether calls of models may be open where others are not. */
  isForModels(destination: Destination): boolean {
    return this.modelOrigins.size > 0 && this.modelOrigins.has(originOf(destination));
  }

  /** Everything that can be said without resolving: lists, metadata names, IP literals (06 §19.7). */
  judgeName(destination: Destination): RefusalReason | null {
    const { host, port } = destination;
    if (this.isExempt(destination)) return null;
    if (this.denied.matchesHost(host, port)) return 'denied_host';
    if (METADATA_NAMES.has(host)) return 'metadata_address';
    if (this.self.matchesName(host, port)) return 'self';
    const literal = stripBrackets(host);
    return isIP(literal) ? this.judgeAddress(literal, destination) : null;
  }

  /** The addresses to connect to. Throws `DestinationRefused`, or the resolver's error. */
  async resolve(destination: Destination): Promise<ResolvedAddress[]> {
    const reason = this.judgeName(destination);
    if (reason) throw new DestinationRefused(destination.host, reason);
    const literal = stripBrackets(destination.host);
    const family = isIP(literal);
    if (family !== 0) return [{ address: literal, family: family === 6 ? 6 : 4 }];
    const addresses = await this.lookup(destination.host);
    if (addresses.length === 0) throw Object.assign(new Error('No address'), { code: 'ENOTFOUND' });
    for (const { address } of addresses) {
      const refused = this.isExempt(destination) ? null : this.judgeAddress(address, destination);
      if (refused) throw new DestinationRefused(destination.host, refused);
    }
    return addresses;
  }

  /** A private address on the API's port is taken for another process of the deployment. */
  private isHome(address: string, port: number): boolean {
    if (this.home.matchesAddress(address, port)) return true;
    return port === this.settings.apiPort && classifyAddress(address.split('%')[0]!) !== 'public';
  }

  private async learn(endpoints: SelfEndpoints): Promise<void> {
    const look = async (name: string): Promise<void> => {
      const addresses = await this.lookup(name).catch(() => null);
      // What is known stays known while the name server is silent.
      if (addresses !== null)
        endpoints.learn(
          name,
          addresses.map((entry) => entry.address),
        );
    };
    await Promise.all(endpoints.names().map(look));
  }

  private judgeAddress(address: string, destination: Destination): RefusalReason | null {
    const { host, port } = destination;
    if (this.denied.matchesAddress(address, port)) return 'denied_host';
    const kind = classifyAddress(address.split('%')[0]!);
    if (kind === 'metadata') return 'metadata_address';
    if (kind === 'forbidden') return 'private_address';
    if (this.self.matchesAddress(address, port)) return 'self';
    if (kind === 'public') return null;
    if (kind === 'private' && this.settings.allowPrivateNetworks && !this.settings.ignorePrivateSettings)
      return null;
    if (this.allowed.matchesAddress(address, port) || this.allowed.matchesHost(host, port)) return null;
    return destination.modelCall === true && this.isForModels(destination) ? null : 'private_address';
  }

  private isExempt(destination: Destination): boolean {
    return this.exempt.size > 0 && this.exempt.has(originOf(destination));
  }
}

async function systemLookup(host: string): Promise<ResolvedAddress[]> {
  const found = await dnsLookup(host, { all: true, order: 'verbatim' });
  return found.map(({ address, family }) => ({ address, family: family === 6 ? 6 : 4 }));
}

function originOf({ scheme, host, port }: Destination): string {
  return `${scheme}://${host}:${port}`;
}

function exactOrigin(origin: string): string {
  const url = new URL(origin);
  const port = url.port || (url.protocol === 'https:' ? '443' : '80');
  return `${url.protocol}//${url.hostname}:${port}`;
}
