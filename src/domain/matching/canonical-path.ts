/**
 * The two path forms besides the raw one. `canonicalPath` is what rules are also matched on (contract 02 §9.3);
 * `resolveDotSegments` is what is forwarded (06 §8.9). Dots are resolved before slashes are collapsed, because
 * the upstream receives the resolved target with its duplicate slashes still in it.
 */

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
 * Canonical twin of a raw path: encoded unreserved characters decoded, dot segments resolved (climbing stops at
 * the root), runs of `/` collapsed. Idempotent; returns the same string when there is nothing to do.
 */
export function canonicalPath(path: string): string {
  let text = path.startsWith('/') ? path : `/${path}`;
  if (text.includes('%')) text = decodeUnreserved(text);
  if (text.includes('/.')) text = `/${resolve(text, false)!.join('/')}`;
  return text.includes('//') ? text.replace(/\/{2,}/g, '/') : text;
}

/**
 * Origin-form target with `.` and `..` segments of its path resolved, also percent-encoded ones; every other
 * byte stays. Null when the path climbs above the root.
 */
export function resolveDotSegments(target: string): string | null {
  const end = target.search(/[?#]/);
  const path = end < 0 ? target : target.slice(0, end);
  if (!mayHoldDotSegment(path)) return target;
  const kept = resolve(path, true);
  return kept === null ? null : `/${kept.join('/')}${end < 0 ? '' : target.slice(end)}`;
}

function mayHoldDotSegment(path: string): boolean {
  return path.includes('/.') || path.includes('/%2e') || path.includes('/%2E');
}

/** Segments after the leading slash; a dot segment in last place leaves the slash before it (RFC 3986 §5.2.4). */
function resolve(path: string, strict: boolean): string[] | null {
  const segments = path.slice(1).split('/');
  const kept: string[] = [];
  let endsWithDots = false;
  for (const segment of segments) {
    const dots = dotsOf(segment);
    endsWithDots = dots > 0;
    if (dots === 0) kept.push(segment);
    else if (dots === 2 && kept.pop() === undefined && strict) return null;
  }
  if (endsWithDots) kept.push('');
  return kept;
}

function dotsOf(segment: string): 0 | 1 | 2 {
  if (segment.length === 0 || segment.length > 6) return 0;
  const plain = segment.includes('%') ? segment.replace(/%2e/gi, '.') : segment;
  return plain === '.' ? 1 : plain === '..' ? 2 : 0;
}

function decodeUnreserved(path: string): string {
  return path.replace(/%([2-7][0-9A-Fa-f])/g, (encoded, hex: string) => {
    const code = Number.parseInt(hex, 16);
    return isUnreserved(code) ? String.fromCharCode(code) : encoded;
  });
}

/** RFC 3986 §2.3: letters, digits, `-`, `.`, `_`, `~`. */
function isUnreserved(code: number): boolean {
  if ((code >= 0x30 && code <= 0x39) || (code >= 0x41 && code <= 0x5a) || (code >= 0x61 && code <= 0x7a))
    return true;
  return code === 0x2d || code === 0x2e || code === 0x5f || code === 0x7e;
}
