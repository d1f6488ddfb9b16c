import { asciiLower } from './ascii.js';
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
  const text = asciiLower(pattern.trim());
  const star = text.indexOf('*');
  // A name in Unicode or in an odd IPv4 notation is compared in the form requests are compared in.
  if (star < 0) return { prefix: normalizeHostName(text) ?? text, suffix: null };
  const suffix = text.slice(star + 1);
  if (star === 0 && suffix.startsWith('.')) {
    const base = normalizeHostName(suffix.slice(1));
    return { prefix: '', suffix: base === null ? suffix : `.${base}` };
  }
  return { prefix: text.slice(0, star), suffix };
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
