import { Injectable } from '@nestjs/common';
import { Principals } from '../../../domain/decision/policy/identities.js';
import type { PublishedRule } from '../../../domain/decision/policy/model.js';
import type { WorkspaceCaller } from '../../../kernel/access/declaration/caller.js';
import type { LiveRuleSet } from '../agent-snapshot/agent-access.js';
import type { WorkspaceState } from '../agent-snapshot/workspace-layer.js';
import type { PolicyRuleResponse } from '../org-policy/dto/policy-rule.dto.js';
import { presentRule } from '../org-policy/policy-rule.view.js';
import { defaultRule } from '../../foundation/policy-sets/draft/draft.js';
import type { EffectiveRulesResponse } from './dto/effective-rules.dto.js';
import { agentIn, PolicyStates } from './policy-states.js';

/** The rules in force in a workspace, as they stand (02 §8.5). */
@Injectable()
export class EffectiveRulesService {
  constructor(private readonly states: PolicyStates) {}

  /** With an agent only the rules about it; those about everyone are. */
  async rules(caller: WorkspaceCaller, agentId: string | undefined): Promise<EffectiveRulesResponse> {
    const state = await this.states.ofWorkspace(caller);
    const agent = agentId === undefined ? null : agentIn(state, agentId);
    const bearing = bearingOn(state, agent?.id ?? null);
    const { organizationSet, workspaceSet } = state;
    const own = workspaceSet.rules.filter((rule) => agent === null || bearing(rule));
    return {
      workspace: present({ ...workspaceSet, rules: own }, 'workspace'),
      organization: caller.isAdmin
        ? present({ ...organizationSet, rules: organizationSet.rules.filter(bearing) }, 'organization')
        : null,
      workspaceDefault: presentDefault(workspaceSet, 'workspace'),
      organizationDefault: caller.isAdmin ? presentDefault(organizationSet, 'organization') : null,
    };
  }
}

/** Whether a rule is about the people behind the workspace, the agent, or everyone (02 §10). */
function bearingOn(
  { userIds, groupIds }: WorkspaceState,
  agentId: string | null,
): (rule: PublishedRule) => boolean {
  const principals = new Principals({ id: agentId ?? '', userIds, groupIds });
  return (rule) => principals.match(rule);
}

function present(
  { rules, generation }: LiveRuleSet,
  scope: PolicyRuleResponse['scope'],
): PolicyRuleResponse[] {
  return rules
    .filter((rule) => rule.enabled && !rule.isDefault)
    .map((rule) => ({ ...presentRule(rule, generation), scope }));
}

function presentDefault(
  { rules, generation }: LiveRuleSet,
  scope: PolicyRuleResponse['scope'],
): PolicyRuleResponse {
  const rule = rules.find(({ isDefault }) => isDefault) ?? defaultRule();
  return { ...presentRule(rule, generation), scope, status: 'published' };
}
