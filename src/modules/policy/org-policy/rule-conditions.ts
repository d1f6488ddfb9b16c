/** Conditions of a rule body in either of their two forms (02 §6.8). Pure. */
import type { BodyCondition, RuleConditions, SessionPolicy } from '../../../domain/decision/policy/model.js';
import { readResourceScope } from '../../../domain/decision/resource-scopes/resource-scope.js';
import { invalidRequest } from '../../../kernel/errors/app-error.js';
import { validateDto } from '../../../kernel/http/fields/validation.pipe.js';
import { BodyConditionRequest } from './dto/rule-conditions.dto.js';

const MAX_CONDITIONS = 10;

/** The array form, or a resource scope in its stored form. An empty list is no condition at all. */
export function readConditions(value: unknown): RuleConditions | null {
  if (Array.isArray(value)) return value.length === 0 ? null : readBodyConditions(value);
  if (typeof value !== 'object' || value === null) {
    throw invalidRequest('conditions must be an array of conditions or a resource scope');
  }
  const read = readResourceScope(value);
  if ('problem' in read) throw invalidRequest(read.problem);
  return read.scope;
}

export function readBodyConditions(value: unknown): BodyCondition[] {
  if (!Array.isArray(value)) throw invalidRequest('conditions must be an array');
  if (value.length > MAX_CONDITIONS) {
    throw invalidRequest(`conditions must have at most ${MAX_CONDITIONS} entries`);
  }
  return value.map((item) => {
    const { target, operator, value: text, key } = validateDto(BodyConditionRequest, item);
    return { target, operator, value: text, ...(key !== undefined && { key }) };
  });
}

/** Whether the conditions are a resource scope, not a test of the body. */
export function isResourceScope(conditions: RuleConditions | null): conditions is SessionPolicy {
  return conditions !== null && !Array.isArray(conditions);
}
