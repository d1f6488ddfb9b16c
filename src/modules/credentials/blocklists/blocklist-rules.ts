/** Rules that keep hosts of a blocklist closed, as changes of a draft (03 §10). Pure. */
import type { Draft, DraftRule } from '../../foundation/policy-sets/draft/draft.js';
import { insertAhead, replace, withoutRules } from '../../foundation/policy-sets/draft/draft.js';

export interface BlockedHost {
  hostId: string;
  name: string;
  host: string;
}

type AnyRule = Pick<DraftRule, 'source' | 'targets'>;

/** The rule about the host, wherever it stands. */
export function ruleOf<Rule extends AnyRule>(rules: readonly Rule[], { host }: BlockedHost): Rule | null {
  return rules.find((rule) => rule.source === 'blocklist' && hostOf(rule) === host) ?? null;
}

/** Adds a rule for each host that has none; those that are there stay as people set them (03 §10.1). */
export function blocking(draft: Draft, hosts: readonly BlockedHost[]): Draft {
  return hosts.reduce(
    (before, host) =>
      ruleOf(before, host) === null ? insertAhead(before, newBlock(host), isNoBlock) : before,
    draft,
  );
}

export function toggled(draft: Draft, rule: DraftRule, enabled: boolean): Draft {
  return rule.enabled === enabled ? draft : replace(draft, { ...rule, enabled });
}

export function unblocking(draft: Draft, hosts: readonly BlockedHost[]): Draft {
  const rules = hosts.map((host) => ruleOf(draft, host)).filter((rule) => rule !== null);
  return withoutRules(draft, new Set(rules.map(({ id }) => id)));
}

function newBlock({ name, host }: BlockedHost) {
  return {
    source: 'blocklist' as const,
    name: `Block ${name}`,
    action: 'block' as const,
    identities: [],
    targets: [{ kind: 'network' as const, hostPattern: host, pathPattern: '/*', method: null }],
  };
}

/** After the blocks there are and before the first rule that may open something (03 §10.2). */
function isNoBlock({ action }: DraftRule): boolean {
  return action !== 'block';
}

function hostOf({ targets }: AnyRule): string | null {
  const [target] = targets;
  return target?.kind === 'network' ? target.hostPattern : null;
}
