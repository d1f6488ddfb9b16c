/**
 * What of a connection an agent reaches (02 §14.2, 03 §13.2): the boundaries of organization rules and the
 * selection of the grant, intersected. A side that is missing leaves the other alone; what cannot be read, and
 * scopes of different axes, leave nothing.
 */
import { asciiLower } from '../../text/ascii.js';
import { Principals } from '../policy/identities.js';
import type { AgentPrincipals, PublishedRule, SessionPolicy } from '../policy/model.js';

export type ScopeAxis = keyof SessionPolicy;

/** A restriction; no entries means that nothing is reached. Null in the functions below: unrestricted. */
export interface ResourceScope {
  /** Null where stored conditions do not say. */
  readonly axis: ScopeAxis | null;
  /** Sorted, each resource once. */
  readonly entries: readonly string[];
}

export const NOTHING: ResourceScope = Object.freeze({ axis: null, entries: Object.freeze([]) });

const AXES: readonly string[] = ['repositories', 'folders', 'driveFolders'] satisfies ScopeAxis[];

/**
 * The scope of one (agent, connection), null when nothing restricts it. `organization` and `workspace` are the live
 * sets; only enabled allows that name the connection and are about the agent count, in whatever order they stand.
 */
export function effectiveScope(
  sets: { organization: readonly PublishedRule[]; workspace: readonly PublishedRule[] },
  agent: AgentPrincipals,
  connectionId: string,
): ResourceScope | null {
  const principals = new Principals(agent);
  let scope: ResourceScope | null = null;
  for (const rule of [...sets.organization, ...sets.workspace]) {
    if (!restricts(rule, connectionId) || !principals.match(rule)) continue;
    const own = readStoredScope(rule.conditions as object);
    scope = scope === null ? own : intersectScopes(scope, own);
  }
  return scope;
}

/** The rules that say a scope, by connection and in their order; connections without any are unrestricted. */
export function scopingRules(rules: readonly PublishedRule[]): ReadonlyMap<string, readonly PublishedRule[]> {
  const scoping = new Map<string, PublishedRule[]>();
  for (const rule of rules) {
    for (const target of rule.targets ?? []) {
      if (target.kind !== 'connection' || !restricts(rule, target.connectionId)) continue;
      const others = scoping.get(target.connectionId);
      if (others === undefined) scoping.set(target.connectionId, [rule]);
      else if (others.at(-1) !== rule) others.push(rule);
    }
  }
  return scoping;
}

/** Entries of either side that are inside the other: of a nested pair the narrower survives. Commutative. */
export function intersectScopes(a: ResourceScope, b: ResourceScope): ResourceScope {
  if (a.axis === null || a.axis !== b.axis) return NOTHING;
  return scopeOf(a.axis, [...entriesInside(a.axis, a.entries, b), ...entriesInside(a.axis, b.entries, a)]);
}

/** The entries of a selection that a boundary does not hold; what a write of it is refused for (02 §14.4). */
export function entriesOutside(selection: ResourceScope, boundary: ResourceScope): string[] {
  if (selection.axis === null || selection.axis !== boundary.axis) return [...selection.entries];
  const inside = new Set(entriesInside(selection.axis, selection.entries, boundary));
  return selection.entries.filter((entry) => !inside.has(entry));
}

/** A stored session policy; one this version cannot read reaches nothing (R22). */
export function readStoredScope(conditions: object): ResourceScope {
  const [key, ...others] = Object.keys(conditions);
  if (key === undefined || others.length > 0 || !AXES.includes(key)) return NOTHING;
  const entries: unknown = (conditions as Record<string, unknown>)[key];
  if (!Array.isArray(entries) || !entries.every((entry) => typeof entry === 'string')) return NOTHING;
  return scopeOf(key as ScopeAxis, entries);
}

function restricts(rule: PublishedRule, connectionId: string): boolean {
  if (!rule.enabled || rule.isDefault || rule.action !== 'allow') return false;
  if (rule.conditions === null || rule.conditions === undefined || Array.isArray(rule.conditions))
    return false;
  return (rule.targets ?? []).some(
    (target) => target.kind === 'connection' && target.connectionId === connectionId,
  );
}

function scopeOf(axis: ScopeAxis, entries: readonly string[]): ResourceScope {
  const byKey = new Map<string, string>();
  // Sorted first, so that of two spellings of one resource the same one stays whichever side it came from.
  for (const entry of entries.toSorted()) {
    const key = keyOf(axis, entry);
    if (!byKey.has(key)) byKey.set(key, entry);
  }
  return { axis, entries: [...byKey.values()] };
}

function entriesInside(axis: ScopeAxis, entries: readonly string[], boundary: ResourceScope): string[] {
  const keys = new Set(boundary.entries.map((entry) => keyOf(axis, entry)));
  return entries.filter((entry) => holders(axis, keyOf(axis, entry)).some((holder) => keys.has(holder)));
}

/** Two entries with one key are the same resource. */
function keyOf(axis: ScopeAxis, entry: string): string {
  if (axis === 'driveFolders') return entry;
  const lowered = asciiLower(entry);
  return axis === 'repositories' ? lowered : withoutTrailingSlashes(lowered);
}

/** The key itself and the keys of everything it lies in. */
function holders(axis: ScopeAxis, key: string): string[] {
  if (axis === 'repositories') return [key];
  const found = [key];
  for (let slash = key.lastIndexOf('/'); slash > 0; slash = key.lastIndexOf('/', slash - 1)) {
    found.push(key.slice(0, slash));
  }
  // The root of folders is the empty key: it holds everything, and only it holds itself.
  if (axis === 'folders' && key !== '') found.push('');
  return found;
}

function withoutTrailingSlashes(path: string): string {
  let end = path.length;
  while (end > 0 && path[end - 1] === '/') end--;
  return path.slice(0, end);
}
