/**
 * Regular expressions of users run in linear time (02 §3.2, RE2 syntax through re2js): a pattern can
 * never stall the gateway by backtracking. Compiled patterns are memoised because compiling costs about
 * a hundred matches; the memo is bounded, since patterns are chosen by users.
 */
import { RE2JS } from 're2js';

const MEMO_SIZE = 256;
/**
 * Linear still means instructions times characters: `.{0,999}` on a path of 60,000 would take ten seconds of a
 * thread that all tenants share. Instructions of a pattern, and instructions times characters of one match.
 */
const MAX_PROGRAM = 1_000;
const MATCH_BUDGET = 250_000;
const memo = new Map<string, RE2JS>();

export interface RegexMatch {
  start: number;
  end: number;
  /** Text of group N, or the empty string when the group does not exist or took no part. */
  group(index: number): string;
}

export function isLinearRegex(pattern: string): boolean {
  return tryCompile(pattern) !== null;
}

/** The first match, or null; null as well for a stored pattern that is not usable, or where a match costs too much. */
export function firstRegexMatch(pattern: string, text: string): RegexMatch | null {
  const compiled = tryCompile(pattern);
  if (compiled === null || compiled.programSize() * text.length > MATCH_BUDGET) return null;
  const matcher = compiled.matcher(text);
  if (!matcher.find()) return null;
  const groups = matcher.groupCount();
  return {
    start: matcher.start(),
    end: matcher.end(),
    group: (index) => (index <= groups ? (matcher.group(index) ?? '') : ''),
  };
}

function tryCompile(pattern: string): RE2JS | null {
  const known = memo.get(pattern);
  try {
    const compiled = remember(pattern, known ?? RE2JS.compile(pattern));
    return compiled.programSize() > MAX_PROGRAM ? null : compiled;
  } catch {
    return null;
  }
}

/** Re-inserting keeps the least recently used pattern first, which is the one that leaves. */
function remember(pattern: string, compiled: RE2JS): RE2JS {
  memo.delete(pattern);
  memo.set(pattern, compiled);
  if (memo.size > MEMO_SIZE) memo.delete(memo.keys().next().value as string);
  return compiled;
}
