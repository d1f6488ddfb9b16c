import { asciiLower } from '../../text/ascii.js';
import { normalizeHostName } from './host.js';

/**
 * Host patterns of contract 02 §9.2 and R12: equality, or one `*` that stands for one or more characters,
 * dots included. `prefix`/`suffix` are the texts around the star; `exact` patterns have `suffix` null.
 */
export interface CompiledHost {
  readonly prefix: string;
  readonly suffix: string | null;
}

export function compileHostPattern(pattern: string): CompiledHost {
  const text = normalizeHostPattern(pattern) ?? asciiLower(pattern.trim());
  const star = text.indexOf('*');
  return star < 0
    ? { prefix: text, suffix: null }
    : { prefix: text.slice(0, star), suffix: text.slice(star + 1) };
}

/** Part of a label in place of the star while the rest is normalised; nobody calls a host so. */
const STAND_IN = 'zq7star7qz';
const ADDRESS_WITH_STAR = /^(?:\d+\.)*\d*\*\d*(?:\.\d+)*$/;

/**
 * The one spelling of a pattern, as `normalizeHostName` gives it of a name: patterns are judged and compared in this
 * form, so that `*.ｃｏｍ` is `*.com` to everybody. Null for what no host can match: two stars, a star inside an
 * internationalised label, what is no host name without it.
 */
export function normalizeHostPattern(pattern: string): string | null {
  const text = pattern.trim();
  const star = text.indexOf('*');
  if (star < 0) return normalizeHostName(text);
  // The last label of these would be no number any more.
  if (ADDRESS_WITH_STAR.test(text)) return text;
  const name = normalizeHostName(text.slice(0, star) + STAND_IN + text.slice(star + 1));
  const [before = '', after, ...more] = name?.split(STAND_IN) ?? [];
  if (after === undefined || more.length > 0 || after.includes('*')) return null;
  const insideEncodedLabel = before.startsWith('xn--', before.lastIndexOf('.') + 1);
  // `*.` would become every host there is, which nobody wrote.
  return insideEncodedLabel || before + after === '' ? null : `${before}*${after}`;
}

export function hostMatches(pattern: CompiledHost, host: string): boolean {
  const { prefix, suffix } = pattern;
  if (suffix === null) return host === prefix;
  return host.length > prefix.length + suffix.length && host.startsWith(prefix) && host.endsWith(suffix);
}

/** One-off comparison; `host` is already normalised. Code that asks repeatedly compiles once. */
export function hostPatternMatches(pattern: string, host: string): boolean {
  return hostMatches(compileHostPattern(pattern), host);
}
