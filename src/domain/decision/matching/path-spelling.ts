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
