import { asciiLower } from '../matching/ascii.js';
import type { InspectedBody } from './inspected-body.js';
import { compileNeedle, contains, type Needle } from './needle.js';

/**
 * Body conditions of 02 §6.8. What cannot be read, in the stored rule or in the body, makes a rule that restricts
 * (block, approval) apply more often and a rule that opens (plain or rate-limited allow) less often.
 */
export interface CompiledCondition {
  readonly needle: Needle;
  /** Steps of the dotted path into a JSON body; null looks at the whole prefix. */
  readonly key: readonly string[] | null;
}

/** `never`: stored conditions that cannot be read, on a rule that opens. */
export type CompiledConditions = readonly CompiledCondition[] | null | 'never';

const SCOPE_KEYS = ['repositories', 'folders', 'driveFolders'];

/** `restricts`: the rule blocks or asks for approval. A session policy object is no decision condition. */
export function compileConditions(stored: unknown, restricts: boolean): CompiledConditions {
  if (stored === null || stored === undefined || isSessionPolicy(stored)) return null;
  const compiled = Array.isArray(stored) ? stored.map(compileCondition) : [null];
  if (compiled.some((condition) => condition === null)) return restricts ? null : 'never';
  return compiled.length === 0 ? null : (compiled as CompiledCondition[]);
}

/** Index of the first condition that does not hold; -1 when all hold. */
export function firstFailing(
  conditions: readonly CompiledCondition[],
  body: InspectedBody | null,
  restricts: boolean,
): number {
  for (let index = 0; index < conditions.length; index++) {
    if (body === null || body.empty || !holds(conditions[index]!, body, restricts)) return index;
  }
  return -1;
}

function holds(condition: CompiledCondition, body: InspectedBody, restricts: boolean): boolean {
  if (condition.key === null) return contains(body.lowered, condition.needle);
  const json = body.json;
  if (json === null) return restricts && contains(body.lowered, condition.needle);
  return scalarsHold(condition, json.value, body, restricts);
}

/** Depth-first with a stack of our own: nested arrays of a hostile body must not exhaust the call stack. */
function scalarsHold(
  condition: CompiledCondition,
  root: unknown,
  body: InspectedBody,
  restricts: boolean,
): boolean {
  const key = condition.key!;
  const pending: { value: unknown; step: number }[] = [{ value: root, step: 0 }];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const { value, step } = next;
    if (Array.isArray(value)) {
      for (const element of value) pending.push({ value: element, step });
    } else if (step < key.length) {
      const name = key[step]!;
      if (typeof value === 'object' && value !== null && Object.hasOwn(value, name)) {
        pending.push({ value: (value as Record<string, unknown>)[name], step: step + 1 });
      }
    } else if (scalarHolds(condition.needle, value, body, restricts)) {
      return true;
    }
  }
  return false;
}

function scalarHolds(needle: Needle, value: unknown, body: InspectedBody, restricts: boolean): boolean {
  if (typeof value === 'string') return contains(asciiLower(value), needle);
  if (typeof value === 'boolean') return contains(String(value), needle);
  if (typeof value !== 'number') return false;
  if (contains(asciiLower(String(value)), needle)) return true;
  // Digits were lost in parsing: as unreadable as a body that is not JSON.
  return (
    restricts && Number.isInteger(value) && !Number.isSafeInteger(value) && contains(body.lowered, needle)
  );
}

function compileCondition(stored: unknown): CompiledCondition | null {
  if (typeof stored !== 'object' || stored === null) return null;
  const { target, operator, value, key } = stored as Record<string, unknown>;
  if (target !== 'body' || operator !== 'contains' || typeof value !== 'string' || value === '') return null;
  if (key !== undefined && key !== null && typeof key !== 'string') return null;
  return { needle: compileNeedle(asciiLower(value)), key: key ? key.split('.') : null };
}

function isSessionPolicy(stored: unknown): boolean {
  if (typeof stored !== 'object' || stored === null || Array.isArray(stored)) return false;
  const entries = Object.entries(stored);
  return entries.length === 1 && SCOPE_KEYS.includes(entries[0]![0]) && Array.isArray(entries[0]![1]);
}
