import { Injectable } from '@nestjs/common';
import type { OrganizationCaller } from '../../../kernel/access/declaration/caller.js';
import { Database, type Tx } from '../../../kernel/database/database.js';
import { EditionsService } from '../../foundation/editions/editions.service.js';
import { type Draft, type DraftRule, replace } from '../../foundation/policy-sets/draft/draft.js';
import { type LiveRules, OrganizationRules } from '../../foundation/policy-sets/organization-rules.js';
import type { LastPublishResponse, PolicyRuleResponse, PublishResponse } from './dto/policy-rule.dto.js';
import type { UpdateDefaultRequest } from './dto/rule-request.dto.js';
import { organizationOriginOf } from '../../foundation/audit/model/audit-origin.js';
import { policyAudit } from './policy.audit.js';
import { presentRule } from './policy-rule.view.js';
import { RuleGates } from './rule-gates.js';

/** The Default Rule and the published state of an organization's policy (02 §7.6, §7.7). */
@Injectable()
export class PolicyStateService {
  constructor(
    private readonly db: Database,
    private readonly rules: OrganizationRules,
    private readonly gates: RuleGates,
    private readonly editions: EditionsService,
  ) {}

  async default(organizationId: string, status: 'draft' | 'published'): Promise<PolicyRuleResponse> {
    if (status === 'draft') return presentRule(defaultOf(await this.rules.draft(this.db, organizationId)));
    const { rules, generation } = await this.rules.live(this.db, organizationId);
    return presentRule(defaultOf(rules), generation);
  }

  updateDefault(caller: OrganizationCaller, change: UpdateDefaultRequest): Promise<PolicyRuleResponse> {
    const { action, coverage } = change;
    const { organizationId, userId } = caller;
    return this.db.tx(async (tx) => {
      const set = await this.rules.open(tx, organizationId);
      const before = defaultOf(set.draft);
      const after = { ...before, action: action ?? before.action, coverage: coverage ?? before.coverage };
      await this.requireDefaultGate(tx, organizationId, before, after);
      const changed = await this.rules.save(tx, set, replace(set.draft, after), userId);
      const { action: now, coverage: reach } = after;
      if (changed)
        await policyAudit.record(tx, organizationOriginOf(caller), 'update', {
          default: true,
          action: now,
          coverage: reach,
        });
      return presentRule(after);
    });
  }

  /** For older clients: every write has published already. Gates are asked again over the whole draft. */
  publish(caller: OrganizationCaller): Promise<PublishResponse> {
    const { organizationId, userId } = caller;
    return this.db.tx(async (tx) => {
      const set = await this.rules.open(tx, organizationId);
      for (const rule of set.draft) await this.gates.require(tx, organizationId, null, rule);
      await this.requireDefaultGate(tx, organizationId, null, defaultOf(set.draft));
      const { live, changed } = await this.rules.publish(tx, set, userId);
      const { generation, ruleCount } = live;
      if (changed)
        await policyAudit.record(tx, organizationOriginOf(caller), 'publish', { generation, ruleCount });
      return { generation, ruleCount };
    });
  }

  async lastPublish(organizationId: string): Promise<LastPublishResponse> {
    const { generation, ruleCount, appliedAt, appliedBy } = await this.rules.live(this.db, organizationId);
    return { generation, ruleCount, appliedAt: appliedAt.toISOString(), appliedBy };
  }

  /** Blocking by default, or widening its coverage while it blocks, is gated on Cloud (02 §17). */
  private async requireDefaultGate(
    tx: Tx,
    organizationId: string,
    before: DraftRule | null,
    after: DraftRule,
  ): Promise<void> {
    const blocksNow = after.action === 'block' && before?.action !== 'block';
    const widens = after.action === 'block' && after.coverage === 'all' && before?.coverage !== 'all';
    if (blocksNow || widens) await this.editions.requirePlan(tx, organizationId, 'deny_by_default');
  }
}

/** Sets are born with their Default Rule and never lose it. */
function defaultOf(rules: Draft | LiveRules['rules']): DraftRule {
  const rule = rules.find(({ isDefault }) => isDefault);
  if (rule === undefined) throw new Error('a rule set has no Default Rule');
  return rule;
}
