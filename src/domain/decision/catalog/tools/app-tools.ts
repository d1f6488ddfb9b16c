/**
 * The tools of one app as requests are compared with them: which of its entries match, and whose the request is (11
 * §4). Entries cover each other by their patterns, which is decided here once, when the catalogue is loaded.
 */
import { compileHostPattern, type CompiledHost } from '../../matching/host.js';
import { compileToolPath, type CompiledPath, pathMatches } from '../../matching/path-pattern.js';
import type { CatalogTool, ToolMatch } from '../model/model.js';
import { hostCovers, pathCovers, segmentsBeforeLastStar } from './pattern-covering.js';

/** `none`: no tool of the app serves the request. `unnamed`: one of its own tools is not among those of the surface. */
export type OwnTools = 'none' | 'named' | 'unnamed';

export interface ToolEntry {
  /** Place of the tool among the app's. */
  readonly tool: number;
  readonly hostPattern: string;
  readonly host: CompiledHost;
  readonly path: CompiledPath;
  readonly method: string | null;
  /** Entries of other tools that it covers and that do not cover it, by place. */
  readonly narrower: readonly number[];
  /** Tools with an entry for the very same requests: whichever of them is named stands for the others. */
  readonly equals: readonly number[];
  /** Entries whose paths begin below what this one covers: they have a claim to what lies below them (§4.2). */
  readonly claimants: readonly Claimant[];
}

interface Claimant {
  readonly entry: number;
  readonly below: CompiledPath;
}

/** Whether an entry's host, or a mirror of it, is the host of the request. */
type OnHost = (entry: ToolEntry) => boolean;

export class AppTools {
  readonly entries: readonly ToolEntry[];
  private readonly placeById: ReadonlyMap<string, number>;
  /** By place; what naming the tool names as well, itself included (§2.3). */
  private readonly included: readonly (readonly number[])[];

  constructor(readonly tools: readonly CatalogTool[]) {
    this.placeById = new Map(tools.map(({ id }, place) => [id, place]));
    this.entries = compileEntries(tools);
    this.included = tools.map((tool, place) => [place, ...this.includedIn(tool)]);
  }

  /** The places of the tools that a target names; unknown ids name nothing. */
  named(ids: Iterable<string>, elsewhere: ReadonlySet<string>): ReadonlySet<number> {
    const named = new Set<number>();
    for (const id of ids) {
      const place = this.placeById.get(id);
      if (place === undefined) continue;
      named.add(place);
      for (const each of this.included[place]!) if (!elsewhere.has(this.tools[each]!.id)) named.add(each);
    }
    return named;
  }

  /**
   * The tools a request is about, by place: those of the most specific entries that match it, and those with a claim to
   * what lies below their path. Empty where no entry matches.
   */
  own(path: string, method: string, onHost: OnHost): ReadonlySet<number> {
    const own = new Set<number>();
    for (const entry of this.deciding(path, method, onHost)) own.add(entry.tool);
    return own;
  }

  /**
   * Whether every own tool of the request is named. Where tools have equal entries, as those that share one URL, nothing
   * tells them apart: one that is named stands for all of them.
   */
  ownAmong(named: ReadonlySet<number>, path: string, method: string, onHost: OnHost): OwnTools {
    const deciding = this.deciding(path, method, onHost);
    if (deciding.size === 0) return 'none';
    for (const { tool, equals } of deciding)
      if (!named.has(tool) && !equals.some((other) => named.has(other))) return 'unnamed';
    return 'named';
  }

  private deciding(path: string, method: string, onHost: OnHost): ReadonlySet<ToolEntry> {
    const matching = new Set<number>();
    for (const [place, entry] of this.entries.entries())
      if (serves(entry, method) && pathMatches(entry.path, path) && onHost(entry)) matching.add(place);
    const deciding = new Set<ToolEntry>();
    for (const place of matching) {
      const entry = this.entries[place]!;
      if (entry.narrower.some((other) => matching.has(other))) continue;
      deciding.add(entry);
      for (const { entry: other, below } of entry.claimants) {
        const claiming = this.entries[other]!;
        if (serves(claiming, method) && pathMatches(below, path) && onHost(claiming)) deciding.add(claiming);
      }
    }
    return deciding;
  }

  private includedIn(tool: CatalogTool): number[] {
    const byGroup = tool.wildcard
      ? this.tools.flatMap(({ group, wildcard }, place) => (group === tool.group && !wildcard ? [place] : []))
      : [];
    const byName = (tool.includes ?? []).flatMap((id) => this.placeById.get(id) ?? []);
    return [...byGroup, ...byName];
  }
}

function serves({ method }: ToolEntry, asked: string): boolean {
  return method === null || method === asked;
}

function compileEntries(tools: readonly CatalogTool[]): ToolEntry[] {
  const flat = tools.flatMap((tool, place) => tool.matches.map((match) => ({ tool: place, match })));
  return flat.map(({ tool, match }) => {
    const others = flat.map((other, entry) => ({ ...other, entry })).filter((other) => other.tool !== tool);
    return {
      tool,
      hostPattern: match.host,
      host: compileHostPattern(match.host),
      path: compileToolPath(match.path),
      method: match.method,
      narrower: others
        .filter((other) => covers(match, other.match) && !covers(other.match, match))
        .map(({ entry }) => entry),
      equals: others
        .filter((other) => covers(match, other.match) && covers(other.match, match))
        .map((other) => other.tool),
      claimants: others
        .filter((other) => isClaimant(other.match, match))
        .map((other) => ({
          entry: other.entry,
          below: compileToolPath(`${other.match.path}/*`),
        })),
    };
  });
}

/** Every request that `narrow` matches, `wide` matches too (§4.3). */
function covers(wide: ToolMatch, narrow: ToolMatch): boolean {
  return (
    (wide.method === null || wide.method === narrow.method) &&
    hostCovers(wide.host, narrow.host) &&
    pathCovers(wide.path, narrow.path)
  );
}

function isClaimant(claiming: ToolMatch, own: ToolMatch): boolean {
  return (
    !claiming.path.endsWith('*') &&
    covers(own, claiming) &&
    segmentsBeforeLastStar(own.path) < segmentsBeforeLastStar(`${claiming.path}/*`)
  );
}
