/**
 * The policy model of contract 02 §6 as the engine reads it. A published rule set is an array of
 * `PublishedRule` in first-match order with the Default Rule last; the same shape is stored in
 * `policy_snapshots.rules`.
 */
export type PolicyScope = 'organization' | 'workspace';
export type RuleSource = 'custom' | 'default' | 'blocklist' | 'grant';
export type RuleAction = 'allow' | 'block';
export type RateLimitWindow = 'minute' | 'hour' | 'day';
export type Coverage = 'credentialed' | 'all';
export type CredentialLevel = 'organization' | 'workspace';

export interface RuleIdentity {
  type: 'agent' | 'user' | 'group';
  id: string;
}

export type RuleTarget =
  | { kind: 'network'; hostPattern: string; pathPattern: string | null; method: string | null }
  | { kind: 'secret'; secretId: string | null; secretScope: CredentialLevel | null }
  | { kind: 'connection'; connectionId: string; tools: string[] }
  | { kind: 'app'; provider: string; tools: string[]; connectionScope: CredentialLevel | null };

export interface BodyCondition {
  target: 'body';
  operator: 'contains';
  value: string;
  key?: string;
}

/** Resource boundary of an allow rule on a connection (02 §14); exactly one key. */
export interface SessionPolicy {
  repositories?: string[];
  folders?: string[];
  driveFolders?: string[];
}

export type RuleConditions = BodyCondition[] | SessionPolicy;

export interface PublishedRule {
  id: string;
  logicalId: string;
  priority: number;
  isDefault: boolean;
  source: RuleSource;
  name: string;
  description: string | null;
  enabled: boolean;
  action: RuleAction;
  rateLimit: number | null;
  rateLimitWindow: RateLimitWindow | null;
  requireApproval: boolean;
  /** Default Rule only, else null. */
  coverage: Coverage | null;
  conditions: RuleConditions | null;
  identities: RuleIdentity[];
  targets: RuleTarget[];
  createdAt: string;
}

export interface RuleRef {
  logicalId: string;
  name: string;
  scope: PolicyScope;
}

/** Who the requesting agent is to rule identities (02 §10); users and groups are derived from its workspace. */
export interface AgentPrincipals {
  readonly id: string;
  readonly userIds: readonly string[];
  readonly groupIds: readonly string[];
}

export interface RateLimit {
  readonly rule: RuleRef;
  readonly limit: number;
  readonly window: RateLimitWindow;
}

/** Provenance of a verdict in the shape of 02 §8.1 `decidedBy`. */
export interface Decider {
  readonly kind: 'rule' | 'default';
  readonly scope: PolicyScope;
  readonly rule: {
    readonly logicalId: string;
    readonly name: string;
    readonly source: RuleSource;
    readonly action: RuleAction;
    readonly requireApproval: boolean;
    readonly rateLimit: number | null;
    readonly rateLimitWindow: RateLimitWindow | null;
  };
}

/**
 * Outcome of 02 §12 steps 4-8 (shape of 06 §21). `limits` are counted in their order, organization first, then
 * the request is held if `approval`. `rule` is the deciding rule, also a Default Rule that blocks; both `rule` and
 * `decidedBy` are absent for a plain posture allow.
 */
export type Decision =
  | {
      readonly kind: 'pass';
      readonly rule?: RuleRef;
      readonly limits: readonly RateLimit[];
      readonly approval: boolean;
      readonly decidedBy: Decider | null;
    }
  | { readonly kind: 'block'; readonly rule: RuleRef; readonly decidedBy: Decider }
  | { readonly kind: 'default-block'; readonly rule: RuleRef; readonly decidedBy: Decider };
