import type { Coverage, RuleAction, RuleTarget } from '../../src/domain/policy/model.js';
import { Database } from '../../src/kernel/database/database.js';
import { append, type Draft, type DraftRule } from '../../src/modules/policy-sets/draft.js';
import { PolicySetWriter } from '../../src/modules/policy-sets/policy-set.writer.js';
import type { TestServer } from './server.js';

export type RuleInput = Partial<Omit<DraftRule, 'id' | 'logicalId' | 'isDefault' | 'priority'>> & {
  targets: RuleTarget[];
};

export interface RuleSetInput {
  /** In first-match order; they replace every rule that is no grant. */
  rules?: RuleInput[];
  defaultAction?: RuleAction;
  coverage?: Coverage;
}

/**
 * Writes and publishes rules through the product's one write path. What is not said is as in a new set:
 * everything but grants is replaced, the Default Rule allows with coverage `credentialed`.
 */
export async function publishRules(
  server: Pick<TestServer, 'app'>,
  scope: { organizationId: string; workspaceId?: string },
  { rules = [], defaultAction = 'allow', coverage = 'credentialed' }: RuleSetInput,
): Promise<void> {
  const change = (draft: Draft): Draft => {
    const kept = draft
      .filter((rule) => rule.isDefault || rule.source === 'grant')
      .map((rule) => (rule.isDefault ? { ...rule, action: defaultAction, coverage } : rule));
    return append(kept, rules.map(withDefaults));
  };
  const writer = server.app.get(PolicySetWriter, { strict: false });
  await server.app.get(Database).tx((tx) => writer.change(tx, scope, change));
}

/** A target on a host, as most rules of the worked examples have it. */
export function network(
  hostPattern: string,
  pathPattern: string | null = null,
  method: string | null = null,
): RuleTarget {
  return { kind: 'network', hostPattern, pathPattern, method };
}

function withDefaults(
  rule: RuleInput,
): RuleInput & Pick<DraftRule, 'name' | 'source' | 'action' | 'identities'> {
  return { name: 'A rule', source: 'custom', action: 'allow', identities: [], ...rule };
}
