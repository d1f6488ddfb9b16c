/**
 * Puts a value into the path (02 §3.2, 06 §11.2). Both kinds answer the new target, or null for "no
 * change": the path does not fit, or the result would not be a path below the same origin.
 */
import { firstRegexMatch, type RegexMatch } from './linear-regex.js';
import { hasDotSegment, isSafePathValue } from './path-value.js';

const VALUE_HOLE = '{value}';

/** The run up to the next `/` between the template's two literals becomes the value. */
export function injectPathTemplate(target: string, template: string, value: string): string | null {
  if (!isSafePathValue(value)) return null;
  const [path, rest] = splitTarget(target);
  const hole = template.indexOf(VALUE_HOLE);
  if (hole === -1) return null;
  const prefix = template.slice(0, hole);
  const suffix = template.slice(hole + VALUE_HOLE.length);
  if (!path.startsWith(prefix)) return null;
  const slash = path.indexOf('/', prefix.length);
  const afterHole = slash === -1 ? '' : path.slice(slash);
  return afterHole.startsWith(suffix) ? checked(prefix + value + afterHole, rest) : null;
}

/** First match only; captures and value are put in side by side, so neither is read again. */
export function injectPathRegex(
  target: string,
  pattern: string,
  replacement: string,
  value: string,
): string | null {
  if (!isSafePathValue(value)) return null;
  const [path, rest] = splitTarget(target);
  const match = firstRegexMatch(pattern, path);
  if (match === null) return null;
  const middle = expand(replacement, match, value);
  return checked(path.slice(0, match.start) + middle + path.slice(match.end), rest);
}

function expand(replacement: string, match: RegexMatch, value: string): string {
  return replacement.replace(/\{value\}|\$(\d+)/g, (_token, group: string | undefined) =>
    group === undefined ? value : match.group(Number(group)),
  );
}

function checked(path: string, rest: string): string | null {
  return path.startsWith('/') && !hasDotSegment(path) ? path + rest : null;
}

function splitTarget(target: string): [path: string, rest: string] {
  const end = target.search(/[?#]/);
  return end === -1 ? [target, ''] : [target.slice(0, end), target.slice(end)];
}
