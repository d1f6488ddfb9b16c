/**
 * Turns the published rules of both sets into what one agent's requests are decided against. Everything that does
 * not depend on the request is done here once: rules of other identities and disabled rules are dropped, patterns
 * compiled, verdicts prepared, rules indexed by host (ADR 3).
 */
import { KeyPaths } from '../bodies/key-paths.js';
import { HostIndex } from '../matching/host-index.js';
import { compilePathPattern } from '../matching/path-pattern.js';
import type { AppSurface, AppSurfaces } from './app-surfaces.js';
import {
  CompiledPolicy,
  type CompiledDefault,
  type CompiledRule,
  type CompiledTarget,
  type IndexedTarget,
  type RuleSetIndex,
} from './compiled-policy.js';
import { compileConditions } from './conditions.js';
import { Principals } from './identities.js';
import type {
  AgentPrincipals,
  CredentialLevel,
  Decider,
  Decision,
  PolicyScope,
  PublishedRule,
  RateLimit,
  RuleRef,
  RuleTarget,
} from './model.js';
import { secretHostPatterns, type PolicySecret } from './secret-hosts.js';

export interface PolicyConnection {
  readonly id: string;
  readonly provider: string;
}

/** Both sets in first-match order. Secrets and connections are those of the workspace and its organization. */
export interface PolicyInput {
  readonly organization: readonly PublishedRule[];
  readonly workspace: readonly PublishedRule[];
  /** Null for agent-less views. */
  readonly agent: AgentPrincipals | null;
  readonly secrets: readonly PolicySecret[];
  readonly connections: readonly PolicyConnection[];
  /** Absent: no app is known, so targets on apps and connections match nothing. */
  readonly apps?: AppSurfaces;
}

interface Context {
  principals: Principals;
  secrets: ReadonlyMap<string, PolicySecret>;
  connections: ReadonlyMap<string, PolicyConnection>;
  apps: AppSurfaces | null;
  keys: KeyPaths;
}

const SECRET_TARGET: CompiledTarget = { kind: 'secret' };
const OPEN_DEFAULT: CompiledDefault = { blocks: false, coversAll: false, decision: null };

export function compilePolicy(input: PolicyInput): CompiledPolicy {
  const context: Context = {
    principals: new Principals(input.agent),
    secrets: new Map(input.secrets.map((secret) => [secret.id, secret])),
    connections: new Map(input.connections.map((connection) => [connection.id, connection])),
    apps: input.apps ?? null,
    keys: new KeyPaths(),
  };
  return new CompiledPolicy(
    indexRules(input.organization, 'organization', context),
    indexRules(input.workspace, 'workspace', context),
    indexLevels(input.secrets),
    compileDefault(input.organization, 'organization'),
    compileDefault(input.workspace, 'workspace'),
  );
}

function indexRules(rules: readonly PublishedRule[], scope: PolicyScope, context: Context): RuleSetIndex {
  const hosts = new HostIndex<IndexedTarget>();
  const levels: Record<CredentialLevel, IndexedTarget[]> = { organization: [], workspace: [] };
  rules.forEach((rule, order) => {
    if (rule.isDefault || !rule.enabled || !context.principals.match(rule)) return;
    const compiled = compileRule(rule, order, scope, context.keys);
    if (compiled === null) return;
    (rule.targets ?? []).forEach((target, place) => {
      if (target.kind === 'secret' && target.secretId === null && target.secretScope !== null) {
        levels[target.secretScope]?.push({ rule: compiled, place, target: SECRET_TARGET });
        return;
      }
      const located = locate(target, context);
      if (located === null) return;
      const entry: IndexedTarget = { rule: compiled, place, target: located.target };
      for (const pattern of located.hostPatterns) hosts.add(pattern, entry);
    });
  });
  return { hosts, levels };
}

/** Which levels have a secret on a host; what a `secretScope` target comes down to. */
function indexLevels(secrets: readonly PolicySecret[]): HostIndex<CredentialLevel> {
  const index = new HostIndex<CredentialLevel>();
  const patterns = { organization: new Set<string>(), workspace: new Set<string>() };
  for (const secret of secrets) {
    if (secret.level === 'partner') continue;
    for (const pattern of secretHostPatterns(secret)) patterns[secret.level].add(pattern);
  }
  for (const pattern of patterns.organization) index.add(pattern, 'organization');
  for (const pattern of patterns.workspace) index.add(pattern, 'workspace');
  return index;
}

/** Null for a rule that can never match: unreadable conditions on a rule that opens (02 §6.8.4). */
function compileRule(
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
function compileDefault(rules: readonly PublishedRule[], scope: PolicyScope): CompiledDefault {
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

/** The hosts a target can match on and what is left to compare there; null when it matches nothing (02 §9.5.2). */
function locate(
  target: RuleTarget,
  context: Context,
): { hostPatterns: readonly string[]; target: CompiledTarget } | null {
  switch (target.kind) {
    case 'network': {
      const method = target.method === null ? null : target.method.toUpperCase();
      const path = compilePathPattern(target.pathPattern);
      return { hostPatterns: [target.hostPattern], target: { kind: 'network', path, method } };
    }
    case 'secret': {
      const secret = target.secretId === null ? undefined : context.secrets.get(target.secretId);
      if (secret === undefined || secret.level === 'partner') return null;
      return { hostPatterns: secretHostPatterns(secret), target: SECRET_TARGET };
    }
    case 'app':
      return onSurface(context.apps?.surface(target.provider, target.tools ?? []), null);
    case 'connection': {
      const connection = context.connections.get(target.connectionId);
      if (connection === undefined) return null;
      return onSurface(context.apps?.surface(connection.provider, target.tools ?? []), connection.id);
    }
    default:
      return null;
  }
}

function onSurface(surface: AppSurface | null | undefined, connectionId: string | null) {
  if (!surface) return null;
  const target: CompiledTarget = { kind: 'surface', surface, connectionId };
  return { hostPatterns: surface.hostPatterns, target };
}
