import { textAt } from './text-at.js';

/**
 * Path patterns of contract 02 §9.3, compiled once; the first row of the table that applies decides the kind.
 * Matching walks the path once by offsets: linear, no regular expression, no allocation.
 */
interface Segment {
  readonly prefix: string;
  /** Text after the segment's first `*`; null when it has none and must be equal. */
  readonly suffix: string | null;
}

export type CompiledPath =
  | { readonly kind: 'any' }
  | { readonly kind: 'exact'; readonly text: string }
  | { readonly kind: 'prefix'; readonly text: string }
  /** `text` itself and everything below it; `below` is `text` plus the slash. */
  | { readonly kind: 'subtree'; readonly text: string; readonly below: string }
  /** `head` is the text before the first `*`: one comparison turns most paths away. */
  | {
      readonly kind: 'segments';
      readonly head: string;
      readonly segments: readonly Segment[];
      readonly open: boolean;
    };

const ANY: CompiledPath = { kind: 'any' };

export function compilePathPattern(pattern: string | null): CompiledPath {
  if (isCatchAllPath(pattern)) return ANY;
  const star = pattern.indexOf('*');
  if (star < 0) return { kind: 'exact', text: pattern };
  if (star < pattern.length - 1) return compileSegments(pattern);
  const text = pattern.slice(0, -1);
  if (!text.endsWith('/')) return { kind: 'prefix', text };
  return { kind: 'subtree', text: text.slice(0, -1), below: text };
}

export function pathMatches(pattern: CompiledPath, path: string): boolean {
  switch (pattern.kind) {
    case 'any':
      return true;
    case 'exact':
      return path === pattern.text;
    case 'prefix':
      return textAt(path, pattern.text, 0);
    case 'subtree':
      return path === pattern.text || textAt(path, pattern.below, 0);
    case 'segments':
      return textAt(path, pattern.head, 0) && segmentsMatch(pattern.segments, pattern.open, path);
  }
}

/** One-off comparison of a path without query. */
export function pathPatternMatches(pattern: string | null, path: string): boolean {
  return pathMatches(compilePathPattern(pattern), path);
}

/** null, `*` and `/*`: the patterns that say nothing about the path (02 §11.2.2, §11.4.1). */
export function isCatchAllPath(pattern: string | null): pattern is null | '*' | '/*' {
  return pattern === null || pattern === '*' || pattern === '/*';
}

function compileSegments(pattern: string): CompiledPath {
  const parts = pattern.split('/');
  const open = parts.length > 1 && parts[parts.length - 1] === '*';
  if (open) parts.pop();
  const head = pattern.slice(0, pattern.indexOf('*'));
  return { kind: 'segments', head, segments: parts.map(compileSegment), open };
}

function compileSegment(text: string): Segment {
  const star = text.indexOf('*');
  return star < 0
    ? { prefix: text, suffix: null }
    : { prefix: text.slice(0, star), suffix: text.slice(star + 1) };
}

function segmentsMatch(segments: readonly Segment[], open: boolean, path: string): boolean {
  let start = 0;
  const last = segments.length - 1;
  for (let index = 0; index <= last; index++) {
    const slash = path.indexOf('/', start);
    const end = slash < 0 ? path.length : slash;
    if (!segmentMatches(segments[index]!, path, start, end)) return false;
    if (index === last) return open ? slash >= 0 : slash < 0;
    if (slash < 0) return false;
    start = slash + 1;
  }
  return false;
}

function segmentMatches(segment: Segment, path: string, start: number, end: number): boolean {
  const { prefix, suffix } = segment;
  if (suffix === null) return end - start === prefix.length && textAt(path, prefix, start);
  if (end - start < prefix.length + suffix.length) return false;
  return textAt(path, prefix, start) && textAt(path, suffix, end - suffix.length);
}
