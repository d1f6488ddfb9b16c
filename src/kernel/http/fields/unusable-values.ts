/**
 * Values that are JSON and still of no use to anybody behind the validator: nested so deeply that recursive
 * code (PostgreSQL's JSON parser) runs out of stack, or text that no UTF-8 column can hold.
 * Everything here walks without recursion, for the same reason.
 */
import { MAX_DEPTH } from '../body/json-extent.js';

const NUL = '\u0000';

export function nestsTooDeep(value: unknown): boolean {
  const open: [unknown, number][] = [[value, 0]];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const [item, depth] = next;
    if (typeof item !== 'object' || item === null) continue;
    if (depth === MAX_DEPTH) return true;
    for (const child of Object.values(item)) open.push([child, depth + 1]);
  }
  return false;
}

/**
 * The first field that holds U+0000, which PostgreSQL refuses, or half of a surrogate pair, which would be
 * stored as U+FFFD: a credential that is silently not the one that was given. Null when there is none.
 */
export function fieldWithUnusableText(fields: object): string | null {
  for (const [name, value] of Object.entries(fields)) {
    if (!isStorable(name) || !everyTextIsStorable(value)) return name.toWellFormed().replaceAll(NUL, '');
  }
  return null;
}

function everyTextIsStorable(value: unknown): boolean {
  const open = [value];
  while (open.length > 0) {
    const item = open.pop();
    if (typeof item === 'string' && !isStorable(item)) return false;
    if (typeof item !== 'object' || item === null) continue;
    for (const [name, child] of Object.entries(item)) open.push(name, child);
  }
  return true;
}

function isStorable(text: string): boolean {
  return text.isWellFormed() && !text.includes(NUL);
}
