import type { OwnTools } from './tools/app-tools.js';

/**
 * What the engine asks of the app catalogue (02 §9.5). The catalogue knows tools, injection hosts and mirrors;
 * the engine knows rules. A surface is asked for once per target at compile time and must be immutable.
 */
export interface AppSurface {
  /** Host patterns outside of which `covers` is false; they put the rule into the host index. */
  readonly hostPatterns: readonly string[];
  /** False: `covers` says the same for all methods. */
  readonly methodBound?: boolean;
  /** Enough for what restricts. One host, one form of a path without query, one upper-case method. Must not throw. */
  covers(host: string, path: string, method: string): boolean;
  /**
   * Whose a request is (11 §4.2); what opens has to name all of them, in every reading of the path. Absent: the surface
   * names the whole app. Must not throw.
   */
  ownTools?(host: string, path: string, method: string): OwnTools;
  /** On this host it depends on the path what is covered. */
  readsPath(host: string): boolean;
}

export interface AppSurfaces {
  /**
   * Surface of the named tools, or of the whole app when `tools` is empty. Null for an unknown provider and when
   * none of the tools exists: such a target matches nothing, for allow and block alike. `elsewhere`: tools that the same
   * grant lists in another place, which none of `tools` includes (11 §2.3).
   */
  surface(provider: string, tools: readonly string[], elsewhere?: ReadonlySet<string>): AppSurface | null;
}
