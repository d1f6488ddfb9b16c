/**
 * One spelling for every character of a path (R25, RFC 3986 §6.2.2). What means the same to every server is written
 * the same way: what may stand for itself stands for itself, everything else is percent-encoded in capitals, `\` and
 * its encoding are the slash that URL parsers and IIS make of them. `%2F` stays what it is: to some servers it is data.
 */

/** False for a path in which something has to be looked at twice; true costs one pass and nothing else. */
export function isOrdinaryPath(path: string): boolean {
  return path.charCodeAt(0) === SLASH && !REMARKABLE.test(path);
}

/**
 * Common servers take no longer request lines (nginx, Apache and Tomcat 8 KiB), so nobody can say how one reads a
 * remarkable path beyond this, and all its readings would cost 15 ms of everybody's time at the 64 KiB of a head.
 */
export const LONGEST_READ_PATH = 8_192;

/** `star: false` leaves an encoded star encoded: in a pattern it stands for itself and not for anything. */
export interface Spelling {
  readonly star: boolean;
  /** Paths off the wire hold one byte for each character, patterns hold text. */
  readonly rawBytes: boolean;
}

const SLASH = 0x2f;
const REMARKABLE = /[^\w\-~!$&'()*+,=:@/.]|\/[/.]/;
const RESPELLED = /%[0-9A-Fa-f]{2}|[^\w\-.~!$&'()*+,;=:@/]/gu;
/** RFC 3986 §2.3 and §2.2, with `:` and `@`, which a path segment may hold as well (§3.3). */
const STANDS_FOR_ITSELF = /^[\w\-.~!$&'()*+,;=:@]$/;

export function respelled(text: string, { star, rawBytes }: Spelling): string {
  return text.replace(RESPELLED, (found) => {
    if (found === '\\') return '/';
    if (found.length !== 3) return encoded(found, rawBytes);
    const code = Number.parseInt(found.slice(1), 16);
    if (code === 0x5c) return '/';
    const character = String.fromCharCode(code);
    if (!STANDS_FOR_ITSELF.test(character) || (character === '*' && !star)) return found.toUpperCase();
    return character;
  });
}

function encoded(character: string, rawBytes: boolean): string {
  const bytes =
    rawBytes && character.charCodeAt(0) <= 0xff
      ? [character.charCodeAt(0)]
      : new TextEncoder().encode(character);
  let text = '';
  for (const byte of bytes) text += `%${byte.toString(16).toUpperCase().padStart(2, '0')}`;
  return text;
}

/** `.` and `..` segments resolved (RFC 3986 §5.2.4), climbing stops at the root; the dots are decoded already. */
export function withoutDotSegments(path: string): string {
  return path.includes('/.') ? `/${resolveSegments(path, dotsIn, false)!.join('/')}` : path;
}

/** Segments after the leading slash; a dot segment in last place leaves the slash before it. Null: climbs too far. */
export function resolveSegments(
  path: string,
  dotsOf: (segment: string) => 0 | 1 | 2,
  strict: boolean,
): string[] | null {
  const kept: string[] = [];
  let endsWithDots = false;
  for (const segment of path.slice(1).split('/')) {
    const dots = dotsOf(segment);
    endsWithDots = dots > 0;
    if (dots === 0) kept.push(segment);
    else if (dots === 2 && kept.pop() === undefined && strict) return null;
  }
  if (endsWithDots) kept.push('');
  return kept;
}

export function dotsIn(segment: string): 0 | 1 | 2 {
  return segment === '.' ? 1 : segment === '..' ? 2 : 0;
}

/**
 * The two path forms besides the raw one. `canonicalPath` is what rules are also matched on (02 §9.3, R25);
 * `resolveDotSegments` is what is forwarded (06 §8.9). Dots are resolved before slashes are collapsed, because
 * the upstream receives the resolved target with its duplicate slashes still in it.
 */

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

/**
 * Paths that common servers read in different ways, none of which can be judged for all of them (R25). They are
 * refused where somebody looks at paths; no client sends them by itself.
 */

/** Decoding twice is a common mistake of chains of servers; nobody decodes more often than this. */
const MAX_DECODINGS = 3;
const SUSPECT = /[%\\]|\/\.{1,2};|[^\x21-\x7e]/;
// eslint-disable-next-line no-control-regex
const CONTROL = /[\u0000-\u001f\u007f]/;

/** `path` is raw: without query and fragment, one byte for each character. */
export function isAmbiguousPath(path: string): boolean {
  if (path.length > LONGEST_READ_PATH && !isOrdinaryPath(path)) return true;
  if (!SUSPECT.test(path)) return false;
  const decoded = decodedOnce(path);
  return decoded === null || CONTROL.test(decoded) || hidesDotSegment(path, decoded) || resolvesTwoWays(path);
}

/** Null for what is not percent-encoded UTF-8: broken and `%u` escapes, overlong and cut sequences. */
function decodedOnce(path: string): string | null {
  try {
    return decodeURIComponent(path.replace(/[\x80-\xff]/g, (byte) => encodeByte(byte)));
  } catch {
    return null;
  }
}

function encodeByte(byte: string): string {
  return `%${byte.charCodeAt(0).toString(16)}`;
}

/**
 * Some server sees a dot segment where a plain reading has none: next to an encoded separator (`..%2f`), with
 * parameters (`/..;/`), encoded twice (`%252e`), or in the overlong UTF-8 that a second decoding uncovers.
 */
function hidesDotSegment(path: string, decoded: string): boolean {
  const plain = countDots(path, (segment) => encodedDotsIn(segment) > 0);
  let text = decoded;
  for (let times = 1; ; times++) {
    if (countDots(text, isDotsWithParameters) > plain) return true;
    if (times === MAX_DECODINGS || !/%[0-7c]/i.test(text)) return false;
    if (OVERLONG.test(text)) return true;
    text = text.replace(/%([0-7][0-9a-f])/gi, (_escape, hex: string) =>
      String.fromCharCode(Number.parseInt(hex, 16)),
    );
  }
}

/** Lead bytes that no valid sequence has. */
const OVERLONG = /%c[01]/i;

function countDots(text: string, isDots: (segment: string) => boolean): number {
  let count = 0;
  for (const segment of text.split(/[/\\]/)) if (isDots(segment)) count += 1;
  return count;
}

function isDotsWithParameters(segment: string): boolean {
  return /^\.{1,2}(?:;|$)/.test(segment);
}

/** `/a\b/../c` is `/a/c` where `\` is a slash and `/c` where it is not; dots are resolved before it is sent. */
function resolvesTwoWays(path: string): boolean {
  if (!/\\|%5c/i.test(path)) return false;
  const sent = resolveDotSegments(path);
  return sent !== null && canonicalPath(sent) !== canonicalPath(path);
}
