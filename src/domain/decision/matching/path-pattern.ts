/**
 * Path patterns of contract 02 §9.3, compiled once; the first row of the table that applies decides the kind.
 * Matching walks the path once by offsets: linear, no regular expression, no allocation. A pattern means the same
 * path however it is spelled (R25): what is stored stays, what is compared is brought into the one spelling.
 */

import { collapseSlashes, isOrdinaryPath, respelled, withoutDotSegments } from './canonical-path.js';

interface Segment {
  readonly prefix: string;
  /** `{}` of a tool's path: any text but none (11 §2). */
  readonly filled?: boolean;
  /** Text after the segment's first `*`; null when it has none and must be equal. */
  readonly suffix: string | null;
}

type Shape =
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

export interface CompiledPath {
  readonly written: Shape;
  /** In its one spelling, as raw paths may have it: runs of `/` are kept. Null: it is written so. */
  readonly respelled: Shape | null;
  /** As canonical paths have it. */
  readonly canonical: Shape;
}

const ANY: Shape = { kind: 'any' };
const ANY_PATH: CompiledPath = { written: ANY, respelled: null, canonical: ANY };
/** A segment of a tool's path. */
const ONE_SEGMENT = '{}';
const IN_A_PATTERN = { star: false, rawBytes: false } as const;
/** What `respelled` leaves of a star that stands for itself. */
const LITERAL_STAR = /%2A/;

export function compilePathPattern(pattern: string | null): CompiledPath {
  if (isCatchAllPath(pattern)) return ANY_PATH;
  const written = compileShape(pattern, false);
  if (isOrdinaryPath(pattern)) return { written, respelled: null, canonical: written };
  const text = respelled(pattern, IN_A_PATTERN);
  // Without a leading slash there are no dot segments to speak of: such a pattern begins inside a segment.
  const resolved = text.startsWith('/') ? withoutDotSegments(text) : text;
  return {
    written,
    respelled: resolved === pattern && !LITERAL_STAR.test(pattern) ? null : compileShape(resolved, true),
    canonical: compileShape(collapseSlashes(resolved), true),
  };
}

/** A path of the app catalogue, in which a segment `{}` stands for one segment that is not empty (11 §2). */
export function compileToolPath(pattern: string): CompiledPath {
  if (!pattern.includes(ONE_SEGMENT)) return compilePathPattern(pattern);
  const shape = compileSegments(pattern, (text) => text, true);
  return { written: shape, respelled: null, canonical: shape };
}

/** The pattern's path does not look at paths at all. */
export function matchesEveryPath({ written }: CompiledPath): boolean {
  return written.kind === 'any';
}

/** `path` as it was sent. */
export function pathMatches(pattern: CompiledPath, path: string): boolean {
  return (
    shapeMatches(pattern.written, path) ||
    (pattern.respelled !== null && shapeMatches(pattern.respelled, path))
  );
}

/** `path` in canonical form. */
export function canonicalPathMatches(pattern: CompiledPath, path: string): boolean {
  return shapeMatches(pattern.canonical, path);
}

/** As for whatever opens (02 §9.3): both forms of the path. */
export function bothFormsMatch(pattern: CompiledPath, path: string, canonical: string): boolean {
  return pathMatches(pattern, path) && canonicalPathMatches(pattern, canonical);
}

/** `encodedStars`: a star that was encoded stands for itself. */
function compileShape(pattern: string, encodedStars: boolean): Shape {
  if (isCatchAllPath(pattern)) return ANY;
  const literal = (text: string): string => (encodedStars ? text.replaceAll('%2A', '*') : text);
  const star = pattern.indexOf('*');
  if (star < 0) return { kind: 'exact', text: literal(pattern) };
  if (star < pattern.length - 1) return compileSegments(pattern, literal);
  const text = literal(pattern.slice(0, -1));
  if (!text.endsWith('/')) return { kind: 'prefix', text };
  return { kind: 'subtree', text: text.slice(0, -1), below: text };
}

function shapeMatches(pattern: Shape, path: string): boolean {
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

/** One-off comparison of a raw path without query. */
export function pathPatternMatches(pattern: string | null, path: string): boolean {
  return pathMatches(compilePathPattern(pattern), path);
}

/** null, `*` and `/*`: the patterns that say nothing about the path (02 §11.2.2, §11.4.1). */
export function isCatchAllPath(pattern: string | null): pattern is null | '*' | '/*' {
  return pattern === null || pattern === '*' || pattern === '/*';
}

/** `ofTool`: a segment `{}` has its meaning. */
function compileSegments(pattern: string, literal: (text: string) => string, ofTool = false): Shape {
  const parts = pattern.split('/');
  const open = parts.length > 1 && parts[parts.length - 1] === '*';
  if (open) parts.pop();
  const head = literal(pattern.slice(0, pattern.search(ofTool ? /\*|(?<=\/)\{\}(?=\/|$)/ : /\*/)));
  const segments = parts.map((text) =>
    ofTool && text === ONE_SEGMENT ? { prefix: '', suffix: '', filled: true } : compileSegment(text, literal),
  );
  return { kind: 'segments', head, segments, open };
}

function compileSegment(text: string, literal: (text: string) => string): Segment {
  const star = text.indexOf('*');
  return star < 0
    ? { prefix: literal(text), suffix: null }
    : { prefix: literal(text.slice(0, star)), suffix: literal(text.slice(star + 1)) };
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
  const { prefix, suffix, filled } = segment;
  if (filled === true) return end > start;
  if (suffix === null) return end - start === prefix.length && textAt(path, prefix, start);
  if (end - start < prefix.length + suffix.length) return false;
  return textAt(path, prefix, start) && textAt(path, suffix, end - suffix.length);
}

/**
 * `text.startsWith(part, offset)`, a third of its cost in V8: compared from the end of `part`, because the
 * patterns of one host differ in their last segments, not in `/api/v1/`.
 */
function textAt(text: string, part: string, offset: number): boolean {
  if (offset < 0 || text.length - offset < part.length) return false;
  for (let index = part.length - 1; index >= 0; index--) {
    if (text.charCodeAt(offset + index) !== part.charCodeAt(index)) return false;
  }
  return true;
}
