import { HostIndex } from '../matching/host-index.js';
import type { AppHosts, AppOnHost, HostApps } from './app-hosts.js';
import type { CatalogApp, CatalogHost } from './model/model.js';

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
