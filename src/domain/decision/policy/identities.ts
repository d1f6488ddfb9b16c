import type { AgentPrincipals, PublishedRule } from './model.js';

/** Who an agent is to rule identities; without an id the people of its workspace alone. */
type Named = Pick<AgentPrincipals, 'userIds' | 'groupIds'> & { readonly id: string | null };

/** The principals of an agent as sets; null is the agent-less view, where only identity-less rules match. */
export class Principals {
  private readonly users: ReadonlySet<string>;
  private readonly groups: ReadonlySet<string>;

  constructor(private readonly agent: Named | null) {
    this.users = new Set(agent?.userIds);
    this.groups = new Set(agent?.groupIds);
  }

  /** Some identity of the rule is this agent, one of its users or one of its groups (02 §10). */
  names(rule: PublishedRule): boolean {
    const agent = this.agent;
    if (agent === null) return false;
    return (rule.identities ?? []).some(({ type, id }) => {
      if (type === 'agent') return id === agent.id;
      return type === 'user' ? this.users.has(id) : type === 'group' && this.groups.has(id);
    });
  }

  /** As `names`; a rule without identities is about everyone. */
  match(rule: PublishedRule): boolean {
    return (rule.identities ?? []).length === 0 || this.names(rule);
  }
}
