/**
 * The two path forms besides the raw one. `canonicalPath` is what rules are also matched on (02 §9.3, R25);
 * `resolveDotSegments` is what is forwarded (06 §8.9). Dots are resolved before slashes are collapsed, because
 * the upstream receives the resolved target with its duplicate slashes still in it.
 */
import { dotsIn, isOrdinaryPath, resolveSegments, respelled, withoutDotSegments } from './path-spelling.js';

const FROM_THE_WIRE = { star: true, rawBytes: true } as const;

/** Raw path and query of a request target; the fragment, which no server sees, belongs to neither. */
export function splitTarget(target: string): { path: string; query: string | null } {
  const hash = target.indexOf('#');
  const visible = hash < 0 ? target : target.slice(0, hash);
  const mark = visible.indexOf('?');
  return mark < 0
    ? { path: visible, query: null }
    : { path: visible.slice(0, mark), query: visible.slice(mark + 1) };
}

/**
 * Canonical twin of a raw path: every character in its one spelling, dot segments resolved (climbing stops at the
 * root), runs of `/` collapsed. Idempotent; returns the same string when there is nothing to do.
 */
export function canonicalPath(path: string): string {
  return isOrdinaryPath(path) ? path : collapseSlashes(uncollapsedPath(path));
}

/** The canonical twin with its runs of `/` still in it. */
export function uncollapsedPath(path: string): string {
  return withoutDotSegments(respelled(path.startsWith('/') ? path : `/${path}`, FROM_THE_WIRE));
}

export function collapseSlashes(path: string): string {
  return path.includes('//') ? path.replace(/\/{2,}/g, '/') : path;
}

/**
 * Origin-form target with `.` and `..` segments of its path resolved, also percent-encoded ones; every other
 * byte stays. Null when the path climbs above the root.
 */
export function resolveDotSegments(target: string): string | null {
  const end = target.search(/[?#]/);
  const path = end < 0 ? target : target.slice(0, end);
  if (!mayHoldDotSegment(path)) return target;
  const kept = resolveSegments(path, encodedDotsIn, true);
  return kept === null ? null : `/${kept.join('/')}${end < 0 ? '' : target.slice(end)}`;
}

function mayHoldDotSegment(path: string): boolean {
  return path.includes('/.') || path.includes('/%2e') || path.includes('/%2E');
}

export function encodedDotsIn(segment: string): 0 | 1 | 2 {
  if (segment.length === 0 || segment.length > 6) return 0;
  return dotsIn(segment.includes('%') ? segment.replace(/%2e/gi, '.') : segment);
}
