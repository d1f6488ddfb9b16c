import type { BodyKey, KeyPaths } from '../../../protocols/bodies/key-paths.js';
import { asciiLower } from '../../../text/ascii.js';
import type { InspectedBody } from './inspected-body.js';
import { compileNeedle, type Needle } from './needle.js';

/**
 * Body conditions of 02 §6.8. What can be read in several ways, or not at all, makes a rule that restricts apply more
 * often and a rule that opens less often (R26).
 */
export interface CompiledCondition {
  readonly needle: Needle;
  /** The dotted path into the body; null looks at the whole prefix. */
  readonly key: BodyKey | null;
  /** All keys of the policy this is part of. */
  readonly keys: KeyPaths;
}

/** `never`: stored conditions that cannot be read, on a rule that opens. */
export type CompiledConditions = readonly CompiledCondition[] | null | 'never';

const SCOPE_KEYS = ['repositories', 'folders', 'driveFolders'];

/**
 * `binds`: the rule blocks or asks for approval, so that conditions nobody can read do not take it out of force
 * (02 §6.8.4). A session policy object is no decision condition.
 */
export function compileConditions(stored: unknown, binds: boolean, keys: KeyPaths): CompiledConditions {
  if (stored === null || stored === undefined || isSessionPolicy(stored)) return null;
  const compiled = Array.isArray(stored)
    ? stored.map((condition) => compileCondition(condition, keys))
    : [null];
  if (compiled.some((condition) => condition === null)) return binds ? null : 'never';
  return compiled.length === 0 ? null : (compiled as CompiledCondition[]);
}

/**
 * Index of the first condition that does not hold; -1 when all hold. `anyReading`: one reading of the body that
 * contains the value is enough, as it is for what restricts; else every reading has to (R26).
 */
export function firstFailing(
  conditions: readonly CompiledCondition[],
  body: InspectedBody | null,
  anyReading: boolean,
): number {
  for (let index = 0; index < conditions.length; index++) {
    if (body === null || body.empty || !holds(conditions[index]!, body, anyReading)) return index;
  }
  return -1;
}

function holds({ needle, key, keys }: CompiledCondition, body: InspectedBody, anyReading: boolean): boolean {
  if (key === null) return anyReading ? body.someContains(needle, keys) : body.everyContains(needle, keys);
  return anyReading ? body.someValueContains(key, needle, keys) : body.everyValueContains(key, needle, keys);
}

function compileCondition(stored: unknown, keys: KeyPaths): CompiledCondition | null {
  if (typeof stored !== 'object' || stored === null) return null;
  const { target, operator, value, key } = stored as Record<string, unknown>;
  if (target !== 'body' || operator !== 'contains' || typeof value !== 'string' || value === '') return null;
  if (key !== undefined && key !== null && typeof key !== 'string') return null;
  return { needle: compileNeedle(asciiLower(value)), key: key ? keys.add(key) : null, keys };
}

function isSessionPolicy(stored: unknown): boolean {
  if (typeof stored !== 'object' || stored === null || Array.isArray(stored)) return false;
  const entries = Object.entries(stored);
  return entries.length === 1 && SCOPE_KEYS.includes(entries[0]![0]) && Array.isArray(entries[0]![1]);
}
