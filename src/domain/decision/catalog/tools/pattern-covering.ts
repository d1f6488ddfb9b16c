/**
 * Whether every host or path that one pattern of the catalogue matches is matched by another as well, decided by the
 * patterns alone (11 §4.3). Pure; asked once for each pair of entries when the catalogue is loaded.
 */
import { compileHostPattern, hostMatches } from '../../matching/host.js';
import { isCatchAllPath } from '../../matching/path-pattern.js';

/** What may follow the segments of a path: nothing, anything, or at least one more segment. */
type Tail = 'closed' | 'any' | 'more';

interface PathLanguage {
  readonly segments: readonly string[];
  readonly tail: Tail;
}

const ONE_SEGMENT = '{}';

/** `wide` matches every host that `narrow` does. */
export function hostCovers(wide: string, narrow: string): boolean {
  const [a, b] = [wide.toLowerCase(), narrow.toLowerCase()];
  if (a === b) return true;
  const star = a.indexOf('*');
  if (star < 0) return false;
  if (!b.includes('*')) return hostMatches(compileHostPattern(a), b);
  const [prefix, suffix] = parted(b, b.indexOf('*'));
  return prefix.startsWith(a.slice(0, star)) && suffix.endsWith(a.slice(star + 1));
}

/** `wide` matches every path that `narrow` does. */
export function pathCovers(wide: string, narrow: string): boolean {
  if (isCatchAllPath(wide)) return true;
  if (isCatchAllPath(narrow)) return false;
  return languageCovers(languageOf(wide), languageOf(narrow));
}

/** The segments of a path before its last `*`; all of them where it has none. */
export function segmentsBeforeLastStar(path: string): number {
  const segments = path.split('/').slice(1);
  const last = segments.findLastIndex((segment) => segment.includes('*'));
  return last < 0 ? segments.length : last;
}

function languageOf(path: string): PathLanguage {
  const segments = path.split('/').slice(1);
  const star = path.indexOf('*');
  const last = segments.at(-1)!;
  const bySegment = path.includes(ONE_SEGMENT) || (star >= 0 && star < path.length - 1);
  if (bySegment) {
    return last === '*' ? { segments: segments.slice(0, -1), tail: 'more' } : { segments, tail: 'closed' };
  }
  if (star < 0) return { segments, tail: 'closed' };
  return last === '*' ? { segments: segments.slice(0, -1), tail: 'any' } : { segments, tail: 'any' };
}

function languageCovers(wide: PathLanguage, narrow: PathLanguage): boolean {
  const count = wide.segments.length;
  if (narrow.segments.length < count) return false;
  if (!wide.segments.every((segment, place) => segmentCovers(segment, narrow.segments[place]!))) return false;
  if (wide.tail === 'closed') return narrow.tail === 'closed' && narrow.segments.length === count;
  if (wide.tail === 'any') return true;
  const shortest = narrow.segments.length + (narrow.tail === 'more' ? 1 : 0);
  return shortest > count;
}

function segmentCovers(wide: string, narrow: string): boolean {
  if (wide === narrow) return true;
  if (wide === ONE_SEGMENT) return narrow.replace('*', '') !== '';
  const star = wide.indexOf('*');
  if (star < 0) return false;
  const [prefix, suffix] = parted(wide, star);
  if (narrow === ONE_SEGMENT) return prefix === '' && suffix === '';
  const other = narrow.indexOf('*');
  if (other >= 0)
    return narrow.slice(0, other).startsWith(prefix) && narrow.slice(other + 1).endsWith(suffix);
  return (
    narrow.length >= prefix.length + suffix.length && narrow.startsWith(prefix) && narrow.endsWith(suffix)
  );
}

function parted(pattern: string, star: number): [prefix: string, suffix: string] {
  return [pattern.slice(0, star), pattern.slice(star + 1)];
}
