/** Rules as requests are compared with them. */
import type { HostIndex } from '../../matching/host-index.js';
import type { CompiledPath } from '../../matching/path-pattern.js';
import type { AppSurface } from '../../catalog/app-surfaces.js';
import type { CompiledCondition } from '../conditions/conditions.js';
import type { CredentialLevel, Decision, PublishedRule, RateLimit } from '../model.js';

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
  /** Some rule that restricts and lets pass names tools: it may meet a request that it does not open (11 §5). */
  readonly namesTools: boolean;
  /** Some rule tells methods apart. */
  readonly methodBound: boolean;
}

export interface CompiledDefault {
  readonly blocks: boolean;
  /** Coverage `all` (R10); asked of the organization's default only. */
  readonly coversAll: boolean;
  readonly decision: Decision | null;
}

/** Some rules of one set. Targets on a whole level of secrets are kept apart: their hosts are shared. */
export interface RuleIndex {
  readonly hosts: HostIndex<IndexedTarget>;
  readonly levels: Readonly<Record<CredentialLevel, readonly IndexedTarget[]>>;
}
