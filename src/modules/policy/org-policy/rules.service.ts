import { Injectable } from '@nestjs/common';
import type { OrganizationCaller } from '../../../kernel/access/declaration/caller.js';
import { Database } from '../../../kernel/database/database.js';
import { AppError } from '../../../kernel/errors/app-error.js';
import {
  append,
  type Draft,
  type DraftRule,
  reorder,
  replace,
  withoutRules,
} from '../../foundation/policy-sets/draft/draft.js';
import { OrganizationRules } from '../../foundation/policy-sets/organization-rules.js';
import type { PolicyRuleResponse } from './dto/policy-rule.dto.js';
import { type CreateRuleRequest, MAX_RULES, type UpdateRuleRequest } from './dto/rule-request.dto.js';
import { organizationOriginOf } from '../../foundation/audit/model/audit-origin.js';
import { policyAudit } from './policy.audit.js';
import { presentRule } from './policy-rule.view.js';
import { applyPatch, readNewRule, readRulePatch } from './rule-content.js';
import { RuleGates } from './rule-gates.js';
import { RuleReferences } from './rule-references.js';
import { policyErrors } from '../../foundation/policy-sets/policy.errors.js';

/** The rules of an organization, one by one (02 §7.1 to §7.5). Every write is in force when it is answered. */
@Injectable()
export class RulesService {
  constructor(
    private readonly db: Database,
    private readonly rules: OrganizationRules,
    private readonly references: RuleReferences,
    private readonly gates: RuleGates,
  ) {}

  /** First-match order, withoutRules the Default Rule. */
  async list(organizationId: string, status: 'draft' | 'published'): Promise<PolicyRuleResponse[]> {
    if (status === 'draft') {
      const draft = await this.rules.draft(this.db, organizationId);
      return withoutDefault(draft).map((rule) => presentRule(rule));
    }
    const { rules, generation } = await this.rules.live(this.db, organizationId);
    return withoutDefault(rules).map((rule) => presentRule(rule, generation));
  }

  async get(organizationId: string, ruleId: string): Promise<PolicyRuleResponse> {
    return presentRule(find(await this.rules.draft(this.db, organizationId), ruleId));
  }

  /** Appends the rule. Order of checks: 02 §7.2. */
  create(caller: OrganizationCaller, body: CreateRuleRequest): Promise<PolicyRuleResponse> {
    const content = readNewRule(body);
    const { organizationId, userId } = caller;
    return this.db.tx(async (tx) => {
      await this.references.lockIdentities(tx, organizationId, content.identities);
      await this.references.lockTargets(tx, organizationId, content.targets);
      await this.references.requireScopeFits(tx, organizationId, content);
      await this.gates.require(tx, organizationId, null, content);
      const set = await this.rules.open(tx, organizationId);
      if (withoutDefault(set.draft).length >= MAX_RULES) throw new AppError(policyErrors.policy_rules_full);
      const after = append(set.draft, [{ ...content, source: 'custom' }]);
      await this.rules.save(tx, set, after, userId);
      const known = new Set(set.draft.map(({ id }) => id));
      const rule = after.find(({ id }) => !known.has(id))!;
      await policyAudit.record(tx, organizationOriginOf(caller), 'create', {
        ruleId: rule.id,
        name: rule.name,
      });
      return presentRule(rule);
    });
  }

  /** Never moves the rule. What the patch does not name is neither checked nor gated again (02 §7.4). */
  update(caller: OrganizationCaller, ruleId: string, body: UpdateRuleRequest): Promise<PolicyRuleResponse> {
    const patch = readRulePatch(body);
    const { organizationId, userId } = caller;
    return this.db.tx(async (tx) => {
      if (patch.identities ?? patch.targets) {
        // Before the set is locked, because deletions take the rows first and the set after.
        requireCustom(find(await this.rules.draft(tx, organizationId), ruleId));
        await this.references.lockIdentities(tx, organizationId, patch.identities ?? []);
        await this.references.lockTargets(tx, organizationId, patch.targets ?? []);
      }
      const set = await this.rules.open(tx, organizationId);
      const before = requireCustom(find(set.draft, ruleId));
      const after = applyPatch(before, patch);
      if (patch.conditions ?? patch.targets)
        await this.references.requireScopeFits(tx, organizationId, after);
      await this.gates.require(tx, organizationId, before, after);
      const changed = await this.rules.save(tx, set, replace(set.draft, after), userId);
      if (changed)
        await policyAudit.record(tx, organizationOriginOf(caller), 'update', { ruleId, name: after.name });
      return presentRule(after);
    });
  }

  async remove(caller: OrganizationCaller, ruleId: string): Promise<void> {
    const { organizationId, userId } = caller;
    await this.db.tx(async (tx) => {
      const set = await this.rules.open(tx, organizationId);
      const rule = requireCustom(find(set.draft, ruleId));
      await this.rules.save(tx, set, withoutRules(set.draft, new Set([ruleId])), userId);
      await policyAudit.record(tx, organizationOriginOf(caller), 'delete', { ruleId, name: rule.name });
    });
  }

  /** `orderedIds` is judged here, because this one operation answers `422` for it (R1). */
  reorder(caller: OrganizationCaller, body: unknown): Promise<PolicyRuleResponse[]> {
    const orderedIds = readOrder(body);
    const { organizationId, userId } = caller;
    return this.db.tx(async (tx) => {
      const set = await this.rules.open(tx, organizationId);
      const after = reorder(set.draft, orderedIds);
      if (after === null) throw new AppError(policyErrors.policy_order_conflict);
      const changed = await this.rules.save(tx, set, after, userId);
      if (changed)
        await policyAudit.record(tx, organizationOriginOf(caller), 'update', {
          reorder: true,
          count: orderedIds.length,
        });
      return withoutDefault(after).map((rule) => presentRule(rule));
    });
  }
}

function withoutDefault(rules: Draft): DraftRule[] {
  return rules.filter((rule) => !rule.isDefault);
}

/** The draft's rule; `404` for the Default Rule's id and a published row's id too (02 §7.1). */
function find(draft: Draft, ruleId: string): DraftRule {
  const rule = draft.find(({ id, isDefault }) => id === ruleId && !isDefault);
  if (rule === undefined) throw new AppError(policyErrors.policy_rule_not_found);
  return rule;
}

function requireCustom(rule: DraftRule): DraftRule {
  if (rule.source === 'blocklist') throw new AppError(policyErrors.policy_rule_managed);
  return rule;
}

function readOrder(body: unknown): string[] {
  const ids =
    typeof body === 'object' && body !== null ? (body as { orderedIds?: unknown }).orderedIds : null;
  const usable = Array.isArray(ids) && ids.length > 0 && ids.every((id) => typeof id === 'string');
  if (!usable) throw new AppError(policyErrors.policy_order_invalid);
  return ids;
}
