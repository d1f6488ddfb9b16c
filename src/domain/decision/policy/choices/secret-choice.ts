/**
 * Which of several secrets is written where (02 §11.2). The order of preference does not depend on the request, so
 * entries are ranked once; per request the first entry in that order to claim a slot wins it.
 */
import { HostIndex } from '../../matching/host-index.js';
import {
  bothFormsMatch,
  compilePathPattern,
  isCatchAllPath,
  matchesEveryPath,
  type CompiledPath,
} from '../../matching/path-pattern.js';
import { secretHostPatterns, type PolicySecret } from '../secret-hosts.js';

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
const NOTHING: readonly never[] = Object.freeze([]);
/** Names are chosen by agents, so what is kept by host is bounded. */
const MAX_HOSTS = 128;

/** Secrets in order of preference and found by host, for all who may receive some of them; less preferred ones beyond. */
export class RankedSecrets<E extends SecretEntry> {
  private readonly hosts = new HostIndex<Ranked<E>>();

  /** `beyond`: those of the levels below, the more preferred level first. */
  constructor(
    readonly own: readonly E[],
    private readonly beyond: readonly RankedSecrets<E>[] = NOTHING,
  ) {
    const ranked = own.map(rank).sort(byPreference);
    ranked.forEach((candidate, place) => {
      candidate.place = place;
      for (const pattern of secretHostPatterns(candidate.entry)) this.hosts.add(pattern, candidate);
    });
  }

  /** Of all levels. */
  get entries(): readonly E[] {
    return this.beyond.length === 0 ? this.own : [this, ...this.beyond].flatMap(({ own }) => own);
  }

  /** Those of a host that are held, most preferred first. */
  on(host: string, holds: (entry: E) => boolean): readonly Ranked<E>[] {
    const found = this.hosts.collect(host).filter(({ entry }) => holds(entry));
    let all: readonly Ranked<E>[] =
      found.length < 2 ? found : [...new Set(found)].sort((a, b) => a.place - b.place);
    for (const level of this.beyond) {
      const others = level.on(host, holds);
      if (others.length > 0) all = all.length === 0 ? others : [...all, ...others];
    }
    return all;
  }
}

/** The secrets an agent may receive, or others of the same stock. */
export class SecretTable<E extends SecretEntry> {
  private readonly stock: RankedSecrets<E>;
  private readonly found = new Map<string, readonly Ranked<E>[]>();

  constructor(
    secrets: RankedSecrets<E> | readonly E[],
    private readonly holds: (entry: E) => boolean = () => true,
  ) {
    this.stock = secrets instanceof RankedSecrets ? secrets : new RankedSecrets(secrets);
  }

  get entries(): E[] {
    return this.stock.entries.filter(this.holds);
  }

  /** Some secret is about this host, whatever its path: the host is managed (02 §11.4.3). */
  covers(host: string): boolean {
    return this.candidates(host).length > 0;
  }

  /** Some secret goes to part of this host only, or into the path itself. */
  readsPath(host: string): boolean {
    return this.candidates(host).some(
      ({ entry, path }) => !matchesEveryPath(path) || entry.slots.includes('path'),
    );
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
    const candidates = this.candidates(host);
    for (const { entry, path: pattern } of candidates) {
      if (absent.has(entry.id) || !bothFormsMatch(pattern, path, canonical)) continue;
      if (entry.type !== 'generic') {
        // One winner per LLM type, so that a lower level's header or removal cannot mix with it.
        if (takenTypes.has(entry.type) || yields(entry, candidates, absent)) continue;
      }
      const slots = entry.slots.filter((slot) => !takenSlots.has(slot));
      // What is left of a key that is lent would be billed to the lender without being used.
      if (slots.length < entry.slots.length && isLentKey(entry)) continue;
      if (entry.type !== 'generic') takenTypes.add(entry.type);
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

  /** One map access in the steady state. */
  private candidates(host: string): readonly Ranked<E>[] {
    const known = this.found.get(host);
    if (known !== undefined) return known;
    const found = this.stock.on(host, this.holds);
    if (this.found.size >= MAX_HOSTS) this.found.delete(this.found.keys().next().value!);
    this.found.set(host, found.length === 0 ? NOTHING : found);
    return found;
  }
}

function isLentKey({ level, type }: SecretEntry): boolean {
  return level === 'partner' && type !== 'generic';
}

/** A partner's LLM key is for those without one: it goes nowhere on a host for which they have their own (07 §A10.3). */
function yields<E extends SecretEntry>(
  key: E,
  candidates: readonly Ranked<E>[],
  absent: ReadonlySet<string>,
): boolean {
  const isOwn = ({ entry: { id, level, type } }: Ranked<E>) =>
    type === key.type && level !== 'partner' && !absent.has(id);
  return isLentKey(key) && candidates.some(isOwn);
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
