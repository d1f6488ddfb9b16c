/**
 * Which of several secrets is written where (02 §11.2). The order of preference does not depend on the request, so
 * entries are ranked once; per request the first entry in that order to claim a slot wins it.
 */
import { HostIndex } from '../matching/host-index.js';
import {
  bothFormsMatch,
  compilePathPattern,
  isCatchAllPath,
  matchesEveryPath,
  type CompiledPath,
} from '../matching/path-pattern.js';
import { secretHostPatterns, type PolicySecret } from './secret-hosts.js';

export interface SecretEntry extends PolicySecret {
  readonly pathPattern: string | null;
  readonly createdAt: Date | string;
  /** What it writes or removes: `header:<lowercase name>`, `query:<name>`, `path`. */
  readonly slots: readonly string[];
}

export interface ChosenSecret<E> {
  readonly entry: E;
  /** The slots it won; it must leave the others alone. */
  readonly slots: readonly string[];
}

interface Ranked<E> {
  readonly entry: E;
  readonly path: CompiledPath;
  readonly catchAll: boolean;
  /** Characters before the first `*`; every exact path counts above every wildcard. */
  readonly specificity: number;
  readonly created: number;
  place: number;
}

const LEVELS = { workspace: 0, organization: 1, partner: 2 } as const;
const NONE: ReadonlySet<string> = new Set();

/** The secrets an agent may receive, ranked and found by host. */
export class SecretTable<E extends SecretEntry> {
  private readonly hosts = new HostIndex<Ranked<E>>();

  constructor(entries: readonly E[]) {
    const ranked = entries.map(rank).sort(byPreference);
    ranked.forEach((candidate, place) => {
      candidate.place = place;
      for (const pattern of secretHostPatterns(candidate.entry)) this.hosts.add(pattern, candidate);
    });
  }

  /** Some secret is about this host, whatever its path: the host is managed (02 §11.4.3). */
  covers(host: string): boolean {
    return this.hosts.collect(host).length > 0;
  }

  /** Some secret goes to part of this host only, or into the path itself. */
  readsPath(host: string): boolean {
    return this.hosts
      .collect(host)
      .some(({ entry, path }) => !matchesEveryPath(path) || entry.slots.includes('path'));
  }

  /**
   * The secrets to inject, most preferred first; empty when none covers the path. `absent`: ids whose value could
   * not be produced for this request (02 §3.4), which count as not there.
   */
  choose(
    host: string,
    path: string,
    canonical: string,
    absent: ReadonlySet<string> = NONE,
  ): ChosenSecret<E>[] {
    const chosen: ChosenSecret<E>[] = [];
    const takenSlots = new Set<string>();
    const takenTypes = new Set<string>();
    for (const { entry, path: pattern } of this.candidates(host)) {
      if (absent.has(entry.id) || !bothFormsMatch(pattern, path, canonical)) continue;
      if (entry.type !== 'generic') {
        // One winner per LLM type, so that a lower level's header or removal cannot mix with it.
        if (takenTypes.has(entry.type)) continue;
        takenTypes.add(entry.type);
      }
      const slots = entry.slots.filter((slot) => !takenSlots.has(slot));
      for (const slot of slots) takenSlots.add(slot);
      if (slots.length > 0) chosen.push({ entry, slots });
    }
    return chosen;
  }

  /** Whether the secret with this id is about host and path, chosen there or not. */
  serves(id: string, host: string, path: string, canonical: string): boolean {
    return this.candidates(host).some(
      ({ entry, path: pattern }) => entry.id === id && bothFormsMatch(pattern, path, canonical),
    );
  }

  private candidates(host: string): Ranked<E>[] {
    const found = this.hosts.collect(host);
    if (found.length < 2) return found;
    return [...new Set(found)].sort((a, b) => a.place - b.place);
  }
}

/** The one that wins wherever several of these could be written, by 02 §11.2 without a request in hand. */
export function mostPreferred<E extends SecretEntry>(entries: readonly E[]): E | undefined {
  return entries.map(rank).sort(byPreference)[0]?.entry;
}

function rank<E extends SecretEntry>(entry: E): Ranked<E> {
  const star = entry.pathPattern?.indexOf('*') ?? 0;
  return {
    entry,
    path: compilePathPattern(entry.pathPattern),
    catchAll: isCatchAllPath(entry.pathPattern),
    specificity: star < 0 ? Number.POSITIVE_INFINITY : star,
    created: new Date(entry.createdAt).getTime(),
    place: 0,
  };
}

function byPreference<E extends SecretEntry>(a: Ranked<E>, b: Ranked<E>): number {
  const level = LEVELS[a.entry.level] - LEVELS[b.entry.level];
  if (level !== 0) return level;
  if (a.catchAll !== b.catchAll) return a.catchAll ? 1 : -1;
  if (a.specificity !== b.specificity) return a.specificity > b.specificity ? -1 : 1;
  if (a.created !== b.created) return b.created - a.created;
  return a.entry.id < b.entry.id ? -1 : a.entry.id > b.entry.id ? 1 : 0;
}
