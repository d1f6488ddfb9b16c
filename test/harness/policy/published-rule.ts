import type { PublishedRule, RuleTarget } from '../../../src/domain/decision/policy/model.js';

/** A rule as a published set holds it: on, custom, allowing, for everybody and on nothing until told otherwise. */
export function publishedRule(fields: Partial<PublishedRule> = {}): PublishedRule {
  return {
    id: 'r',
    logicalId: 'l',
    priority: 1,
    isDefault: false,
    source: 'custom',
    name: 'A rule',
    description: null,
    enabled: true,
    action: 'allow',
    rateLimit: null,
    rateLimitWindow: null,
    requireApproval: false,
    coverage: null,
    conditions: null,
    identities: [],
    targets: [],
    createdAt: '2026-01-01T00:00:00.000Z',
    ...fields,
  };
}

/** A target on a host, as most rules of the worked examples have it. */
export function network(
  hostPattern: string,
  pathPattern: string | null = null,
  method: string | null = null,
): RuleTarget {
  return { kind: 'network', hostPattern, pathPattern, method };
}
