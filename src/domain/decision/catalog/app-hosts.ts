import type { HostRewrite } from './model/model.js';
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
