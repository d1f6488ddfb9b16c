/**
 * One rule set, compiled once for all agents (ADR 37). Rules without identities are indexed at once. Rules that name
 * people have the same effect for all agents of a workspace, rules that name an agent concern that agent alone: both are
 * stored by name and compiled once, when a request of an agent that they name is evaluated.
 */
import { KeyPaths } from '../../../protocols/bodies/key-paths.js';
import { HostIndex } from '../../matching/host-index.js';
import type { AppSurfaces } from '../../catalog/app-surfaces.js';
import type { CompiledDefault, IndexedTarget, RuleIndex } from './compiled-rule.js';
import { compileDefault, compileRule, locate, type LocatedTarget, SECRET_TARGET } from './compile-rule.js';
import type { Principals } from '../identities.js';
import { GrantLists } from './grant-lists.js';
import { isGrant } from '../injectable.js';
import type { CredentialLevel, PolicyScope, PublishedRule, RuleTarget } from '../model.js';
import type { Resources } from './resources.js';

/** A rule at its place in the set. */
interface PlacedRule {
  readonly rule: PublishedRule;
  readonly order: number;
  entries: readonly Entry[] | null;
}

/** A target and where the index has it: under its host patterns, or under the hosts of all secrets of a level. */
interface Entry {
  readonly indexed: IndexedTarget;
  readonly at: readonly string[] | CredentialLevel;
}

const NOBODYS: readonly PlacedRule[] = Object.freeze([]);

export class RuleLayer {
  readonly default: CompiledDefault;
  /** Rules without identities; null if there is none. */
  readonly everyone: RuleIndex | null;
  /** Ids of secrets and connections that targets name and that are not among the resources. */
  readonly unresolved: ReadonlySet<string>;
  private readonly ofPeople: readonly PlacedRule[];
  private readonly byAgent = new Map<string, PlacedRule[]>();
  private readonly keys = new KeyPaths();
  private readonly grants: GrantLists;

  /** `rules` in first-match order, the Default Rule last. Without `apps` targets on apps match nothing. */
  constructor(
    rules: readonly PublishedRule[],
    private readonly scope: PolicyScope,
    private readonly resources: Resources,
    private readonly apps: AppSurfaces | null,
  ) {
    const live = rules
      .map((rule, order): PlacedRule => ({ rule, order, entries: null }))
      .filter(({ rule }) => rule.enabled && !rule.isDefault);
    this.default = compileDefault(rules, scope);
    this.grants = new GrantLists(rules);
    this.unresolved = new Set(
      live.flatMap(({ rule }) => referredTo(rule)).filter((id) => !resources.has(id)),
    );
    this.ofPeople = live.filter(({ rule }) => (rule.identities ?? []).some(({ type }) => type !== 'agent'));
    for (const placed of live) this.keepByAgent(placed);
    this.everyone = this.index(live.filter(({ rule }) => (rule.identities ?? []).length === 0));
  }

  /** Rules that name some of the people behind a workspace. */
  aboutPeople(people: Principals): RuleIndex | null {
    return this.index(this.ofPeople.filter(({ rule }) => people.names(rule)));
  }

  aboutAgent(agentId: string): RuleIndex | null {
    return this.index(this.byAgent.get(agentId) ?? NOBODYS);
  }

  /** The rules that attach credentials to all agents of a workspace, by its people (02 §11.1). */
  grantsToPeople(people: Principals): PublishedRule[] {
    return rulesOf(this.ofPeople).filter((rule) => isGrant(rule) && people.names(rule));
  }

  grantsToAgent(agentId: string): PublishedRule[] {
    return rulesOf(this.byAgent.get(agentId) ?? NOBODYS).filter(isGrant);
  }

  private keepByAgent(placed: PlacedRule): void {
    for (const { type, id } of placed.rule.identities ?? []) {
      if (type !== 'agent') continue;
      const others = this.byAgent.get(id);
      if (others === undefined) this.byAgent.set(id, [placed]);
      else others.push(placed);
    }
  }

  private index(placed: readonly PlacedRule[]): RuleIndex | null {
    if (placed.length === 0) return null;
    const hosts = new HostIndex<IndexedTarget>();
    const levels: Record<CredentialLevel, IndexedTarget[]> = { organization: [], workspace: [] };
    for (const each of placed) {
      for (const { indexed, at } of (each.entries ??= this.compile(each))) {
        if (typeof at === 'string') levels[at]?.push(indexed);
        else for (const pattern of at) hosts.add(pattern, indexed);
      }
    }
    return { hosts, levels };
  }

  private compile({ rule, order }: PlacedRule): Entry[] {
    const compiled = compileRule(rule, order, this.scope, this.keys);
    if (compiled === null) return [];
    return toolsTogether(rule.targets ?? []).flatMap(([place, target]): Entry[] => {
      if (target.kind === 'secret' && target.secretId === null && target.secretScope !== null)
        return [{ indexed: { rule: compiled, place, target: SECRET_TARGET }, at: target.secretScope }];
      const located: LocatedTarget | null = locate(
        target,
        this.resources,
        this.apps,
        this.grants.listedBeside(rule),
      );
      if (located === null) return [];
      return [{ indexed: { rule: compiled, place, target: located.target }, at: located.hostPatterns }];
    });
  }
}

/**
 * Targets with their places; those of one rule that list tools of the same app or account count as one, since a request may
 * be about tools of several lists (02 §5.5.3, 11 §5.2).
 */
function toolsTogether(targets: readonly RuleTarget[]): [place: number, target: RuleTarget][] {
  const lists = new Map<string, RuleTarget & { tools: string[] }>();
  const together: [number, RuleTarget][] = [];
  for (const [place, target] of targets.entries()) {
    const key = listKey(target);
    const list = key === null ? undefined : lists.get(key);
    if (list !== undefined && 'tools' in target) {
      list.tools.push(...target.tools);
      continue;
    }
    const kept = key !== null && 'tools' in target ? { ...target, tools: [...target.tools] } : target;
    if (key !== null && 'tools' in kept) lists.set(key, kept);
    together.push([place, kept]);
  }
  return together;
}

function listKey(target: RuleTarget): string | null {
  if (target.kind !== 'app' && target.kind !== 'connection') return null;
  if ((target.tools ?? []).length === 0) return null;
  return target.kind === 'app' ? `app ${target.provider}` : `connection ${target.connectionId}`;
}

function rulesOf(placed: readonly PlacedRule[]): PublishedRule[] {
  return placed.map(({ rule }) => rule);
}

function referredTo(rule: PublishedRule): string[] {
  return (rule.targets ?? []).flatMap((target) => {
    if (target.kind === 'connection') return [target.connectionId];
    return target.kind === 'secret' && target.secretId !== null ? [target.secretId] : [];
  });
}
