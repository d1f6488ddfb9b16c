import type { PublishedRule } from '../model.js';

const NOTHING: ReadonlySet<string> = new Set();

/**
 * Which tools a grant allows or asks about, rule by rule: a tool that includes others does not include those that the same
 * grant lists in another of its rules (11 §2.3).
 */
export class GrantLists {
  private readonly byGrant: ReadonlyMap<string, readonly PublishedRule[]>;

  constructor(rules: readonly PublishedRule[]) {
    this.byGrant = Map.groupBy(
      rules.filter((rule) => rule.source === 'grant' && rule.action === 'allow' && grantOf(rule) !== null),
      (rule) => grantOf(rule)!,
    );
  }

  /** Tools listed by the other allowing rules of the grant that `rule` belongs to; none for a rule of no grant. */
  listedBeside(rule: PublishedRule): ReadonlySet<string> {
    const grant = rule.source === 'grant' && rule.action === 'allow' ? grantOf(rule) : null;
    const others = (grant === null ? undefined : this.byGrant.get(grant))?.filter((other) => other !== rule);
    if (others === undefined || others.length === 0) return NOTHING;
    return new Set(others.flatMap(({ targets }) => targets.flatMap((target) => toolsOf(target))));
  }
}

/** The agent and the connection of a grant; null for one of a secret. */
function grantOf({ identities, targets }: PublishedRule): string | null {
  const connection = (targets ?? []).find((target) => target.kind === 'connection');
  const agent = (identities ?? []).find(({ type }) => type === 'agent');
  return connection === undefined || agent === undefined ? null : `${agent.id} ${connection.connectionId}`;
}

function toolsOf(target: PublishedRule['targets'][number]): readonly string[] {
  return target.kind === 'connection' ? (target.tools ?? []) : [];
}
