/**
 * Where app and connection targets of rules match (02 §9.5). Tools are compiled once; a surface is put together
 * per target when a policy is compiled and walked by the engine without allocation.
 */
import { compileHostPattern, hostMatches, type CompiledHost } from '../matching/host.js';
import { matchesEveryPath, pathMatches } from '../matching/path-pattern.js';
import type { AppSurface, AppSurfaces } from './app-surfaces.js';
import type { CatalogApp, ToolGroup } from './model/model.js';
import { AppTools, type OwnTools, type ToolEntry } from './tools/app-tools.js';

const NOWHERE: ReadonlySet<string> = new Set();

interface InjectionHost {
  readonly hostPattern: string;
  readonly host: CompiledHost;
  /** Null: the whole host. */
  readonly pathPrefix: string | null;
}

interface CompiledApp {
  readonly tools: AppTools;
  readonly injectionHosts: readonly InjectionHost[];
  /** The injection hosts on which the app's tools count as well. */
  readonly mirrors: readonly InjectionHost[];
  readonly whole: AppSurface;
}

export class CatalogSurfaces implements AppSurfaces {
  private readonly apps: ReadonlyMap<string, CompiledApp>;

  constructor(apps: readonly CatalogApp[]) {
    this.apps = new Map(apps.map((app) => [app.id, compileApp(app)]));
  }

  surface(
    provider: string,
    tools: readonly string[],
    elsewhere: ReadonlySet<string> = NOWHERE,
  ): AppSurface | null {
    const app = this.apps.get(provider);
    if (app === undefined) return null;
    if (tools.length === 0) return app.whole;
    const named = app.tools.named(tools, elsewhere);
    return named.size === 0 ? null : new ToolSurface(app, named);
  }
}

/** Some named tools: their hosts or a mirror, their paths, their methods. */
class ToolSurface implements AppSurface {
  readonly hostPatterns: readonly string[];
  readonly methodBound: boolean;
  private readonly entries: readonly ToolEntry[];
  /** Groups all of whose calls are named, which restricts the app's whole surface (11 §5.5). */
  private readonly groups: ReadonlySet<ToolGroup>;

  constructor(
    private readonly app: CompiledApp,
    private readonly named: ReadonlySet<number>,
  ) {
    const { tools } = app;
    this.entries = tools.entries.filter(({ tool }) => named.has(tool));
    const wildcards = tools.tools.filter(({ wildcard }, place) => wildcard === true && named.has(place));
    this.groups = new Set(wildcards.map(({ group }) => group));
    this.hostPatterns =
      this.groups.size > 0
        ? distinctPatterns([...this.entries, ...app.mirrors, ...app.whole.hostPatterns.map(located)])
        : distinctPatterns([...this.entries, ...app.mirrors]);
    this.methodBound = this.groups.size > 0 || this.entries.some(({ method }) => method !== null);
  }

  covers(host: string, path: string, method: string): boolean {
    if (this.groups.has(groupOf(method)) && this.app.whole.covers(host, path, method)) return true;
    let mirrored: boolean | null = null;
    for (let index = 0; index < this.entries.length; index++) {
      const entry = this.entries[index]!;
      if (entry.method !== null && entry.method !== method) continue;
      if (!pathMatches(entry.path, path)) continue;
      if (hostMatches(entry.host, host)) return true;
      mirrored ??= isInjectedOn(this.app.mirrors, host, path);
      if (mirrored) return true;
    }
    return false;
  }

  ownTools(host: string, path: string, method: string): OwnTools {
    const { tools, mirrors } = this.app;
    const mirrored = isInjectedOn(mirrors, host, path);
    return tools.ownAmong(this.named, path, method, (entry) => mirrored || hostMatches(entry.host, host));
  }

  readsPath(host: string): boolean {
    const narrowed = this.entries.filter((entry) => !matchesEveryPath(entry.path));
    return (
      narrowed.some((entry) => hostMatches(entry.host, host)) ||
      this.app.mirrors.some(
        (mirror) => (narrowed.length > 0 || mirror.pathPrefix !== null) && hostMatches(mirror.host, host),
      ) ||
      (this.groups.size > 0 && this.app.whole.readsPath(host))
    );
  }
}

/**
 * The whole app: the hosts of its tools and everything its credential is written on. Where the app shares a host
 * by path prefixes, a tool gives it only that tool's paths: else an allow of one Google app would open the others.
 */
class WholeSurface implements AppSurface {
  readonly hostPatterns: readonly string[];
  readonly methodBound = false;
  private readonly hosts: readonly CompiledHost[];
  private readonly onSharedHosts: readonly ToolEntry[];

  constructor(
    matches: readonly ToolEntry[],
    private readonly injectionHosts: readonly InjectionHost[],
  ) {
    this.hostPatterns = distinctPatterns([...matches, ...injectionHosts]);
    const prefixed = new Set(
      injectionHosts.filter((entry) => entry.pathPrefix !== null).map((entry) => entry.hostPattern),
    );
    const own = matches.filter((match) => !prefixed.has(match.hostPattern));
    this.hosts = distinctPatterns(own).map(compileHostPattern);
    this.onSharedHosts = matches.filter((match) => prefixed.has(match.hostPattern));
  }

  covers(host: string, path: string): boolean {
    for (let index = 0; index < this.hosts.length; index++) {
      if (hostMatches(this.hosts[index]!, host)) return true;
    }
    if (isInjectedOn(this.injectionHosts, host, path)) return true;
    for (let index = 0; index < this.onSharedHosts.length; index++) {
      const match = this.onSharedHosts[index]!;
      if (hostMatches(match.host, host) && pathMatches(match.path, path)) return true;
    }
    return false;
  }

  readsPath(host: string): boolean {
    const whole =
      this.hosts.some((pattern) => hostMatches(pattern, host)) ||
      this.injectionHosts.some((entry) => entry.pathPrefix === null && hostMatches(entry.host, host));
    return !whole;
  }
}

function compileApp(app: CatalogApp): CompiledApp {
  const tools = new AppTools(app.tools);
  const matches = tools.entries;
  const injectionHosts = app.hosts.map(({ host, pathPrefix }) => ({
    hostPattern: host,
    host: compileHostPattern(host),
    pathPrefix: pathPrefix ?? null,
  }));
  const oneHost = distinctPatterns(matches).length === 1;
  const mirrors = oneHost ? injectionHosts : injectionHosts.filter((entry) => entry.pathPrefix !== null);
  return { tools, injectionHosts, mirrors, whole: new WholeSurface(matches, injectionHosts) };
}

/** The group that holds the calls of a method (11 §5.5). */
function groupOf(method: string): ToolGroup {
  return method === 'GET' || method === 'HEAD' ? 'read' : 'write';
}

function located(hostPattern: string): { hostPattern: string } {
  return { hostPattern };
}

function isInjectedOn(hosts: readonly InjectionHost[], host: string, path: string): boolean {
  for (let index = 0; index < hosts.length; index++) {
    const entry = hosts[index]!;
    if ((entry.pathPrefix === null || path.startsWith(entry.pathPrefix)) && hostMatches(entry.host, host))
      return true;
  }
  return false;
}

function distinctPatterns(located: readonly { hostPattern: string }[]): string[] {
  return [...new Set(located.map(({ hostPattern }) => hostPattern))];
}
