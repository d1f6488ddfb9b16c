import { otherReadings } from '../matching/path-readings.js';
import type { AppHosts, AppOnHost } from '../catalog/app-hosts.js';

/**
 * Which apps the people of a workspace may use, as requests meet it (03 §9.3, 06 §19 `availability`). It restricts, so
 * every reading of the path is asked (R25): what one of them makes a request to an app that nobody may use is one.
 */
export class AppAvailability {
  /** `available` null: every app. */
  constructor(
    private readonly available: ReadonlySet<string> | null,
    private readonly hosts: AppHosts,
  ) {}

  has(provider: string): boolean {
    return this.available === null || this.available.has(provider);
  }

  /** The app that host and path belong to, where none of the apps they belong to may be used; else null. */
  refusedApp(host: string, path: string, canonicalPath: string): string | null {
    if (this.available === null) return null;
    const { apps, sharedByPath } = this.hosts.on(host);
    if (apps.length === 0) return null;
    if (!sharedByPath) return this.refusedOf(apps);
    for (const reading of [path, canonicalPath, ...otherReadings(path, canonicalPath)]) {
      const refused = this.refusedOf(apps.filter((app) => claims(app, reading)));
      if (refused !== null) return refused;
    }
    return null;
  }

  /** Whether it depends on the path which app of the host is meant. */
  readsPath(host: string): boolean {
    return this.available !== null && this.hosts.on(host).sharedByPath;
  }

  /** Several apps may have the same paths; one that may be used is enough. */
  private refusedOf(claimants: readonly AppOnHost[]): string | null {
    const [first] = claimants;
    return first === undefined || claimants.some(({ provider }) => this.has(provider))
      ? null
      : first.provider;
  }
}

function claims({ pathPrefixes }: AppOnHost, path: string): boolean {
  return pathPrefixes === null || pathPrefixes.some((prefix) => path.startsWith(prefix));
}
