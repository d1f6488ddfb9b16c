import { HostIndex } from '../matching/host-index.js';
import type { HostRewrite, CatalogApp, CatalogHost } from './model/model.js';
import { fillFrom, type Values } from './template.js';

const ANY_OTHER = '*';

/**
 * What the choice of a connection asks of the app catalogue (06 §10.2, 03 §12.1): which providers write their
 * credential on a host, and under which paths.
 */
export interface AppOnHost {
  readonly provider: string;
  /** Plain prefixes of the path; null when the app serves the whole host. */
  readonly pathPrefixes: readonly string[] | null;
}

/** Shared by all requests to the host and immutable. */
export interface HostApps {
  /** In detection order; empty for a host of no app. */
  readonly apps: readonly AppOnHost[];
  /** Some app is on this host under path prefixes only, so that a path may belong to nobody. */
  readonly sharedByPath: boolean;
}

export interface AppHosts {
  /** `host` is normalised. Must not throw. */
  on(host: string): HostApps;
}

/**
 * Whether the app serves a path. Both forms must be under a prefix, as for a plain allow: dot segments must not
 * carry one app's credential to the paths of another (02 §11.2).
 */
export function servesPath({ pathPrefixes }: AppOnHost, path: string, canonicalPath: string): boolean {
  if (pathPrefixes === null) return true;
  return (
    startsWithAny(path, pathPrefixes) &&
    (path === canonicalPath || startsWithAny(canonicalPath, pathPrefixes))
  );
}

function startsWithAny(path: string, prefixes: readonly string[]): boolean {
  for (let index = 0; index < prefixes.length; index++) if (path.startsWith(prefixes[index]!)) return true;
  return false;
}

/** The app a request is about (06 §10.2.1); null when the path of a shared host is nobody's. */
export function detectProvider({ apps }: HostApps, path: string, canonicalPath: string): string | null {
  for (let index = 0; index < apps.length; index++) {
    const app = apps[index]!;
    if (servesPath(app, path, canonicalPath)) return app.provider;
  }
  return null;
}

/**
 * The host of the account's region for one that the agent named (03 §12.7): what stands before the suffix, without the
 * region that may already be there, under the ending of the account's. Null where the host is not one of the app's.
 */
export function regionalHost(
  { field, suffixes, targets }: HostRewrite,
  host: string,
  values: Values,
): string | null {
  const suffix = suffixes.find((ending) => host.endsWith(ending) && host.length > ending.length);
  if (suffix === undefined) return null;
  const region = Object.hasOwn(values, field) ? values[field]! : '';
  const named = host.slice(0, -suffix.length);
  const ending = `.${region}`;
  const prefix = region !== '' && named.endsWith(ending) ? named.slice(0, -ending.length) : named;
  const target = Object.hasOwn(targets, region) ? targets[region]! : targets[ANY_OTHER];
  return target === undefined ? null : fillFrom(target, { prefix, [field]: region });
}

/** Names are chosen by agents, so what is remembered is bounded. */
const MAX_REMEMBERED = 1_024;
const NOBODY: HostApps = Object.freeze({ apps: Object.freeze([]), sharedByPath: false });

interface Claim {
  readonly app: CatalogApp;
  readonly entry: CatalogHost;
}

/**
 * Which apps are on a host. Asked for every request of every agent: in the steady state one map access, no
 * allocation. The memo changes no answer.
 */
export class AppHostIndex implements AppHosts {
  private readonly claims = new HostIndex<Claim>();
  private readonly remembered = new Map<string, HostApps>();

  constructor(apps: readonly CatalogApp[]) {
    for (const app of apps) for (const entry of app.hosts) this.claims.add(entry.host, { app, entry });
  }

  on(host: string): HostApps {
    const known = this.remembered.get(host);
    if (known !== undefined) return known;
    const found = hostApps(this.claims.collect(host));
    if (this.remembered.size >= MAX_REMEMBERED) this.remembered.delete(this.remembered.keys().next().value!);
    this.remembered.set(host, found);
    return found;
  }
}

function hostApps(claims: readonly Claim[]): HostApps {
  if (claims.length === 0) return NOBODY;
  const byApp = Map.groupBy(claims, ({ app }) => app);
  const apps = [...byApp]
    .sort(([a], [b]) => a.detectOrder - b.detectOrder)
    .map(([app, entries]) => appOnHost(app.id, entries));
  return { apps, sharedByPath: claims.some(({ entry }) => entry.pathPrefix !== undefined) };
}

/** An entry without prefix gives the app the whole host, whatever its other entries say. */
function appOnHost(provider: string, claims: readonly Claim[]): AppOnHost {
  const prefixes = claims.map(({ entry }) => entry.pathPrefix);
  const whole = prefixes.some((prefix) => prefix === undefined);
  return { provider, pathPrefixes: whole ? null : prefixes.filter((prefix) => prefix !== undefined) };
}
