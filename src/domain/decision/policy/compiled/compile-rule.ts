/** What one rule and its targets come to, whoever they are about (ADR 3). */
import type { KeyPaths } from '../../../protocols/bodies/key-paths.js';
import { compilePathPattern } from '../../matching/path-pattern.js';
import type { AppSurface, AppSurfaces } from '../../catalog/app-surfaces.js';
import type { CompiledDefault, CompiledRule, CompiledTarget } from './compiled-rule.js';
import { compileConditions } from '../conditions/conditions.js';
import type {
  Decider,
  Decision,
  PolicyScope,
  PublishedRule,
  RateLimit,
  RuleRef,
  RuleTarget,
} from '../model.js';
import type { Resources } from './resources.js';
import { secretHostPatterns } from '../secret-hosts.js';

/** The hosts a target can match on and what is left to compare there. */
export interface LocatedTarget {
  readonly hostPatterns: readonly string[];
  readonly target: CompiledTarget;
}

export const SECRET_TARGET: CompiledTarget = { kind: 'secret' };
const OPEN_DEFAULT: CompiledDefault = { blocks: false, coversAll: false, decision: null };

/** Null for a rule that can never match: unreadable conditions on a rule that opens (02 §6.8.4). */
export function compileRule(
  rule: PublishedRule,
  order: number,
  scope: PolicyScope,
  keys: KeyPaths,
): CompiledRule | null {
  // Anything but an allow blocks: a stored value this version does not know must not open.
  const blocks = rule.action !== 'allow';
  const approval = !blocks && rule.requireApproval;
  const conditions = compileConditions(rule.conditions, blocks || approval, keys);
  if (conditions === 'never') return null;
  const ref: RuleRef = Object.freeze({ logicalId: rule.logicalId, name: rule.name, scope });
  const limits = blocks ? [] : limitsOf(rule, ref);
  const rank = blocks ? 0 : approval ? 1 : limits.length > 0 ? 2 : 3;
  const decidedBy = deciderOf(rule, scope, 'rule');
  const decision: Decision = blocks
    ? { kind: 'block', rule: ref, decidedBy }
    : { kind: 'pass', rule: ref, limits, approval, decidedBy };
  const restricts = rank < 3;
  return { rule, order, blocks, restricts, inDoubt: false, conditions, rank, limits, decision };
}

function limitsOf(rule: PublishedRule, ref: RuleRef): readonly RateLimit[] {
  if (rule.rateLimit === null || rule.rateLimitWindow === null) return [];
  return [{ rule: ref, limit: rule.rateLimit, window: rule.rateLimitWindow }];
}

/** A missing Default Rule reads as allow, `credentialed` (02 §7.6). */
export function compileDefault(rules: readonly PublishedRule[], scope: PolicyScope): CompiledDefault {
  const rule = rules.findLast((candidate) => candidate.isDefault);
  if (rule === undefined || rule.action === 'allow') return OPEN_DEFAULT;
  const ref: RuleRef = { logicalId: rule.logicalId, name: rule.name, scope };
  return {
    blocks: true,
    coversAll: rule.coverage === 'all',
    decision: { kind: 'default-block', rule: ref, decidedBy: deciderOf(rule, scope, 'default') },
  };
}

function deciderOf(rule: PublishedRule, scope: PolicyScope, kind: Decider['kind']): Decider {
  const { logicalId, name, source, action, requireApproval, rateLimit, rateLimitWindow } = rule;
  return {
    kind,
    scope,
    rule: { logicalId, name, source, action, requireApproval, rateLimit, rateLimitWindow },
  };
}

/** Null for a target that matches nothing (02 §9.5.2). `elsewhere`: what the same grant lists in other rules. */
export function locate(
  target: RuleTarget,
  resources: Resources,
  apps: AppSurfaces | null,
  elsewhere: ReadonlySet<string>,
): LocatedTarget | null {
  switch (target.kind) {
    case 'network': {
      const method = target.method === null ? null : target.method.toUpperCase();
      const path = compilePathPattern(target.pathPattern);
      return { hostPatterns: [target.hostPattern], target: { kind: 'network', path, method } };
    }
    case 'secret': {
      const secret = target.secretId === null ? undefined : resources.secret(target.secretId);
      if (secret === undefined || secret.level === 'partner') return null;
      return { hostPatterns: secretHostPatterns(secret), target: SECRET_TARGET };
    }
    case 'app':
      return onSurface(apps?.surface(target.provider, target.tools ?? [], elsewhere), null);
    case 'connection': {
      const connection = resources.connection(target.connectionId);
      if (connection === undefined) return null;
      return onSurface(apps?.surface(connection.provider, target.tools ?? [], elsewhere), connection.id);
    }
    default:
      return null;
  }
}

function onSurface(
  surface: AppSurface | null | undefined,
  connectionId: string | null,
): LocatedTarget | null {
  if (!surface) return null;
  const target: CompiledTarget = { kind: 'surface', surface, connectionId };
  return { hostPatterns: surface.hostPatterns, target };
}
