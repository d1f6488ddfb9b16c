import { HostIndex } from '../matching/host-index.js';
import { type CompiledPath, matchesEveryPath } from '../matching/path-pattern.js';
import type { AppSurface } from './app-surfaces.js';
import type { CompiledCondition } from './conditions.js';
import type { CredentialLevel, Decision, PublishedRule, RateLimit } from './model.js';

/** A target whose host already matched; what is left to compare. */
export type CompiledTarget =
  | { readonly kind: 'network'; readonly path: CompiledPath; readonly method: string | null }
  | { readonly kind: 'secret' }
  /** `connectionId` null: an app target. Else it must be the winner of the request. */
  | { readonly kind: 'surface'; readonly surface: AppSurface; readonly connectionId: string | null };

export interface CompiledRule {
  readonly rule: PublishedRule;
  /** Place in the set; lower wins. */
  readonly order: number;
  readonly blocks: boolean;
  /**
   * Block, approval or rate limit: one form of the path and one reading of the body is enough. A plain allow needs
   * all of them (02 §9.3, R26).
   */
  readonly restricts: boolean;
  /** It matched by some readings of the body only, and by the others nothing else would open (R26). */
  readonly inDoubt: boolean;
  readonly conditions: readonly CompiledCondition[] | null;
  /** 02 §6.9: block 0, approval 1, rate limit 2, allow 3. */
  readonly rank: number;
  readonly limits: readonly RateLimit[];
  /** The verdict when this rule alone remains; shared by every request it decides. */
  readonly decision: Decision;
}

/** A rule with those of its targets that can match one host. */
export interface Candidate {
  readonly rule: CompiledRule;
  readonly targets: readonly CompiledTarget[];
}

export interface IndexedTarget {
  readonly rule: CompiledRule;
  /** Place among the rule's targets. */
  readonly place: number;
  readonly target: CompiledTarget;
}

/** The rules of both sets that can match one host, in first-match order. */
export interface HostView {
  readonly organization: readonly Candidate[];
  readonly workspace: readonly Candidate[];
  /** Some rule looks at bodies. */
  readonly conditioned: boolean;
  /** What some rule says depends on the path. */
  readonly readsPath: boolean;
  /** Some pattern is not spelled as paths are compared, so that the two forms of any path may differ to it. */
  readonly respelled: boolean;
  /** Some rule tells methods apart. */
  readonly methodBound: boolean;
}

export interface CompiledDefault {
  readonly blocks: boolean;
  /** Coverage `all` (R10); asked of the organization's default only. */
  readonly coversAll: boolean;
  readonly decision: Decision | null;
}

/** Index of one rule set. Targets on a whole level of secrets are kept apart: their hosts are shared. */
export interface RuleSetIndex {
  readonly hosts: HostIndex<IndexedTarget>;
  readonly levels: Readonly<Record<CredentialLevel, readonly IndexedTarget[]>>;
}

/** Names are chosen by agents, so the views kept per policy are bounded. */
const MAX_VIEWS = 128;
const NOTHING: readonly Candidate[] = Object.freeze([]);

/**
 * What one agent's requests are decided against. Immutable but for a bounded memo of host views, which changes no
 * answer: in the steady state finding a host's rules is one map access.
 */
export class CompiledPolicy {
  private readonly views = new Map<string, HostView>();
  /** Shared by all hosts about which no rule says anything of its own. */
  private readonly baseView: HostView;

  constructor(
    private readonly organization: RuleSetIndex,
    private readonly workspace: RuleSetIndex,
    private readonly secretLevels: HostIndex<CredentialLevel>,
    readonly organizationDefault: CompiledDefault,
    readonly workspaceDefault: CompiledDefault,
  ) {
    // Asked for a host of nobody: targets on every host look at paths or not, whichever it is.
    this.baseView = viewOf(
      '',
      ordered([...organization.hosts.universal]),
      ordered([...workspace.hosts.universal]),
    );
  }

  viewFor(host: string): HostView {
    const known = this.views.get(host);
    if (known !== undefined) return known;
    const view = this.buildView(host);
    if (this.views.size >= MAX_VIEWS) this.views.delete(this.views.keys().next().value!);
    this.views.set(host, view);
    return view;
  }

  private buildView(host: string): HostView {
    const levels = new Set(this.secretLevels.collect(host));
    const organization = specific(this.organization, host, levels);
    const workspace = specific(this.workspace, host, levels);
    if (organization.length === 0 && workspace.length === 0) return this.baseView;
    return viewOf(
      host,
      ordered([...organization, ...this.organization.hosts.universal]),
      ordered([...workspace, ...this.workspace.hosts.universal]),
    );
  }
}

function specific(set: RuleSetIndex, host: string, levels: ReadonlySet<CredentialLevel>): IndexedTarget[] {
  const found = set.hosts.collectSpecific(host);
  for (const level of levels) for (const entry of set.levels[level]) found.push(entry);
  return found;
}

function viewOf(host: string, organization: readonly Candidate[], workspace: readonly Candidate[]): HostView {
  const candidates = [...organization, ...workspace];
  const targets = candidates.flatMap((candidate) => candidate.targets);
  return {
    organization,
    workspace,
    conditioned: candidates.some(({ rule }) => rule.conditions !== null),
    methodBound: targets.some(tellsMethodsApart),
    readsPath: targets.some((target) => readsPath(target, host)),
    respelled: targets.some(
      (target) => target.kind === 'network' && target.path.written !== target.path.canonical,
    ),
  };
}

function readsPath(target: CompiledTarget, host: string): boolean {
  if (target.kind === 'network') return !matchesEveryPath(target.path);
  return target.kind === 'surface' && target.surface.readsPath(host);
}

function tellsMethodsApart(target: CompiledTarget): boolean {
  if (target.kind === 'network') return target.method !== null;
  return target.kind === 'surface' && target.surface.methodBound !== false;
}

/** Groups targets by rule in first-match order. A target found through two patterns is kept once. */
function ordered(found: IndexedTarget[]): readonly Candidate[] {
  if (found.length === 0) return NOTHING;
  found.sort((a, b) => a.rule.order - b.rule.order || a.place - b.place);
  const candidates: { rule: CompiledRule; targets: CompiledTarget[] }[] = [];
  let last: IndexedTarget | null = null;
  for (const entry of found) {
    if (last === null || entry.rule !== last.rule)
      candidates.push({ rule: entry.rule, targets: [entry.target] });
    else if (entry.target !== last.target) candidates[candidates.length - 1]!.targets.push(entry.target);
    last = entry;
  }
  return candidates;
}
