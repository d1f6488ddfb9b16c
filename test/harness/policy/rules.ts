import type { Coverage, RuleAction, RuleTarget } from '../../../src/domain/decision/policy/model.js';
import { Database } from '../../../src/kernel/database/database.js';
import {
  append,
  type Draft,
  type DraftRule,
} from '../../../src/modules/foundation/policy-sets/draft/draft.js';
import { PolicySetWriter } from '../../../src/modules/foundation/policy-sets/policy-set.writer.js';
import type { Owner } from '../people/accounts.js';
import type { TestServer } from '../server/server.js';

export { network } from './published-rule.js';

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
  { organizationId, workspaceId }: { organizationId: string; workspaceId?: string },
  input: RuleSetInput | RuleInput[],
): Promise<void> {
  const {
    rules = [],
    defaultAction = 'allow',
    coverage = 'credentialed',
  } = Array.isArray(input) ? { rules: input } : input;
  const change = (draft: Draft): Draft => {
    const kept = draft
      .filter((rule) => rule.isDefault || rule.source === 'grant')
      .map((rule) => (rule.isDefault ? { ...rule, action: defaultAction, coverage } : rule));
    return append(kept, rules.map(withDefaults));
  };
  const scope = { organizationId, workspaceId: workspaceId ?? null };
  const writer = server.app.get(PolicySetWriter, { strict: false });
  await server.app.get(Database).tx((tx) => writer.change(tx, scope, change));
}

/** The rules of the owner's organization. */
export function organizationRules(
  server: Pick<TestServer, 'app'>,
  { organizationId }: Pick<Owner, 'organizationId'>,
  input: RuleSetInput | RuleInput[],
): Promise<void> {
  return publishRules(server, { organizationId }, input);
}

/** The rules of the owner's workspace. */
export function workspaceRules(
  server: Pick<TestServer, 'app'>,
  { organizationId, workspaceId }: Pick<Owner, 'organizationId' | 'workspaceId'>,
  input: RuleSetInput | RuleInput[],
): Promise<void> {
  return publishRules(server, { organizationId, workspaceId }, input);
}

function withDefaults(
  rule: RuleInput,
): RuleInput & Pick<DraftRule, 'name' | 'source' | 'action' | 'identities'> {
  return { name: 'A rule', source: 'custom', action: 'allow', identities: [], ...rule };
}
