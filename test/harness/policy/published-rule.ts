import type { InspectedBody } from '../../../src/domain/decision/policy/conditions/inspected-body.js';
import type { requestFacts } from '../../../src/domain/decision/policy/conditions/facts.js';
import { compilePolicy } from '../../../src/domain/decision/policy/compiled/compile.js';
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

/** A policy of rules of the organization alone. */
export function organizationPolicy(rules: readonly PublishedRule[]): ReturnType<typeof compilePolicy> {
  return compilePolicy({
    organization: [...rules],
    workspace: [],
    agent: null,
    secrets: [],
    connections: [],
  });
}

/** What is known of a request with this body to x.test. */
export function postedFacts(body: InspectedBody): Parameters<typeof requestFacts>[0] {
  return { host: 'x.test', path: '/', methods: ['POST'], managed: true, llmHost: false, body };
}
