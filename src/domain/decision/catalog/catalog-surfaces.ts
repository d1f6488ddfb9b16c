/**
 * Where app and connection targets of rules match (02 §9.5). Tools are compiled once; a surface is put together
 * per target when a policy is compiled and walked by the engine without allocation.
 */
import { compileHostPattern, hostMatches, type CompiledHost } from '../matching/host.js';
import {
  compilePathPattern,
  matchesEveryPath,
  pathMatches,
  type CompiledPath,
} from '../matching/path-pattern.js';
import type { AppSurface, AppSurfaces } from './app-surfaces.js';
import type { CatalogApp, CatalogTool } from './model/model.js';

interface CompiledMatch {
  readonly hostPattern: string;
  readonly host: CompiledHost;
  readonly path: CompiledPath;
  readonly method: string | null;
}

interface InjectionHost {
  readonly hostPattern: string;
  readonly host: CompiledHost;
  /** Null: the whole host. */
  readonly pathPrefix: string | null;
}

interface CompiledApp {
  readonly tools: ReadonlyMap<string, readonly CompiledMatch[]>;
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

  surface(provider: string, tools: readonly string[]): AppSurface | null {
    const app = this.apps.get(provider);
    if (app === undefined) return null;
    if (tools.length === 0) return app.whole;
    const matches = tools.flatMap((id) => app.tools.get(id) ?? []);
    return matches.length === 0 ? null : new ToolSurface(matches, app.mirrors);
  }
}

/** Some named tool: its host or a mirror, its path, its method. */
class ToolSurface implements AppSurface {
  readonly hostPatterns: readonly string[];
  readonly methodBound: boolean;

  constructor(
    private readonly matches: readonly CompiledMatch[],
    private readonly mirrors: readonly InjectionHost[],
  ) {
    this.hostPatterns = distinctPatterns([...matches, ...mirrors]);
    this.methodBound = matches.some(({ method }) => method !== null);
  }

  covers(host: string, path: string, method: string): boolean {
    let mirrored: boolean | null = null;
    for (let index = 0; index < this.matches.length; index++) {
      const match = this.matches[index]!;
      if (match.method !== null && match.method !== method) continue;
      if (!pathMatches(match.path, path)) continue;
      if (hostMatches(match.host, host)) return true;
      mirrored ??= isInjectedOn(this.mirrors, host, path);
      if (mirrored) return true;
    }
    return false;
  }

  readsPath(host: string): boolean {
    const narrowed = this.matches.filter((match) => !matchesEveryPath(match.path));
    return (
      narrowed.some((match) => hostMatches(match.host, host)) ||
      this.mirrors.some(
        (mirror) => (narrowed.length > 0 || mirror.pathPrefix !== null) && hostMatches(mirror.host, host),
      )
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
  private readonly onSharedHosts: readonly CompiledMatch[];

  constructor(
    matches: readonly CompiledMatch[],
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
  const tools = new Map(app.tools.map((tool) => [tool.id, compileTool(tool)]));
  const matches = [...tools.values()].flat();
  const injectionHosts = app.hosts.map(({ host, pathPrefix }) => ({
    hostPattern: host,
    host: compileHostPattern(host),
    pathPrefix: pathPrefix ?? null,
  }));
  const oneHost = distinctPatterns(matches).length === 1;
  const mirrors = oneHost ? injectionHosts : injectionHosts.filter((entry) => entry.pathPrefix !== null);
  return { tools, injectionHosts, mirrors, whole: new WholeSurface(matches, injectionHosts) };
}

function compileTool(tool: CatalogTool): CompiledMatch[] {
  return tool.matches.map(({ host, path, method }) => ({
    hostPattern: host,
    host: compileHostPattern(host),
    path: compilePathPattern(path),
    method,
  }));
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
