import type { PublishedRule } from '../../../domain/decision/policy/model.js';
import type { PolicyRuleResponse } from './dto/policy-rule.dto.js';

/** An organization rule on the wire (02 §6.2); generation 0 is the draft. */
export function presentRule(rule: PublishedRule, generation = 0): PolicyRuleResponse {
  const { coverage, ...shown } = rule;
  return {
    ...shown,
    scope: 'organization',
    status: generation === 0 ? 'draft' : 'published',
    generation,
    ...(coverage !== null && { coverage }),
  };
}
