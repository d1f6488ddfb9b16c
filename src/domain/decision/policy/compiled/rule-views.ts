/** From rules by host pattern to the candidates of one host, in first-match order. */
import { matchesEveryPath } from '../../matching/path-pattern.js';
import type { Candidate, CompiledTarget, HostView, IndexedTarget, RuleIndex } from './compiled-rule.js';
import type { CredentialLevel } from '../model.js';

const NOTHING: readonly Candidate[] = Object.freeze([]);
const NOTHING_SAID: HostView = Object.freeze({
  organization: NOTHING,
  workspace: NOTHING,
  conditioned: false,
  methodBound: false,
  namesTools: false,
  readsPath: false,
  respelled: false,
});

/** Some rules of both sets. */
export class RuleViews {
  readonly empty: boolean;
  private readonly organization: readonly RuleIndex[];
  private readonly workspace: readonly RuleIndex[];
  /** Shared by all hosts about which no rule says anything of its own. */
  private readonly baseView: HostView;

  constructor(organization: readonly (RuleIndex | null)[], workspace: readonly (RuleIndex | null)[]) {
    this.organization = organization.filter((index) => index !== null);
    this.workspace = workspace.filter((index) => index !== null);
    this.empty = this.organization.length === 0 && this.workspace.length === 0;
    // Asked for a host of nobody: targets on every host look at paths or not, whichever it is.
    this.baseView = viewOf('', ordered(universal(this.organization)), ordered(universal(this.workspace)));
  }

  /** `levels`: those that have a secret on the host. */
  on(host: string, levels: readonly CredentialLevel[]): HostView {
    const organization = specific(this.organization, host, levels);
    const workspace = specific(this.workspace, host, levels);
    if (organization.length === 0 && workspace.length === 0) return this.baseView;
    return viewOf(
      host,
      ordered([...organization, ...universal(this.organization)]),
      ordered([...workspace, ...universal(this.workspace)]),
    );
  }
}

export const NO_RULES = new RuleViews([], []);

/** Both in one; what only one of them has stays the same object, so that agents share what is not their own. */
export function merged(shared: HostView, own: HostView): HostView {
  if (own === NOTHING_SAID) return shared;
  return {
    organization: inOrder(shared.organization, own.organization),
    workspace: inOrder(shared.workspace, own.workspace),
    conditioned: shared.conditioned || own.conditioned,
    methodBound: shared.methodBound || own.methodBound,
    namesTools: shared.namesTools || own.namesTools,
    readsPath: shared.readsPath || own.readsPath,
    respelled: shared.respelled || own.respelled,
  };
}

/** A rule that names both an agent and its people is in both lists, with the same targets, and is kept once. */
function inOrder(one: readonly Candidate[], other: readonly Candidate[]): readonly Candidate[] {
  if (one.length === 0 || other.length === 0) return one.length === 0 ? other : one;
  const all: Candidate[] = [];
  for (let left = 0, right = 0; left < one.length || right < other.length;) {
    const a = one[left];
    const b = other[right];
    const order = Math.min(a?.rule.order ?? Infinity, b?.rule.order ?? Infinity);
    all.push(a?.rule.order === order ? a : b!);
    if (a?.rule.order === order) left++;
    if (b?.rule.order === order) right++;
  }
  return all;
}

function universal(indexes: readonly RuleIndex[]): IndexedTarget[] {
  return indexes.flatMap(({ hosts }) => hosts.universal);
}

function specific(
  indexes: readonly RuleIndex[],
  host: string,
  levels: readonly CredentialLevel[],
): IndexedTarget[] {
  return indexes.flatMap((index) => {
    const found = index.hosts.collectSpecific(host);
    for (const level of levels) for (const entry of index.levels[level]) found.push(entry);
    return found;
  });
}

function viewOf(host: string, organization: readonly Candidate[], workspace: readonly Candidate[]): HostView {
  const candidates = [...organization, ...workspace];
  if (candidates.length === 0) return NOTHING_SAID;
  const targets = candidates.flatMap((candidate) => candidate.targets);
  return {
    organization,
    workspace,
    conditioned: candidates.some(({ rule }) => rule.conditions !== null),
    methodBound: targets.some(tellsMethodsApart),
    namesTools: candidates.some(
      ({ rule, targets: those }) => rule.restricts && !rule.blocks && those.some(namesTools),
    ),
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

function namesTools(target: CompiledTarget): boolean {
  return target.kind === 'surface' && target.surface.ownTools !== undefined;
}

function tellsMethodsApart(target: CompiledTarget): boolean {
  if (target.kind === 'network') return target.method !== null;
  return target.kind === 'surface' && target.surface.methodBound !== false;
}

/** Groups targets by rule in first-match order. A target found through two patterns is kept once. */
function ordered(found: IndexedTarget[]): readonly Candidate[] {
  if (found.length === 0) return NOTHING;
  found.sort((a, b) => a.rule.order - b.rule.order || a.place - b.place);
  const candidates: { rule: IndexedTarget['rule']; targets: CompiledTarget[] }[] = [];
  let last: IndexedTarget | null = null;
  for (const entry of found) {
    if (last === null || entry.rule !== last.rule)
      candidates.push({ rule: entry.rule, targets: [entry.target] });
    else if (entry.target !== last.target) candidates[candidates.length - 1]!.targets.push(entry.target);
    last = entry;
  }
  return candidates;
}
