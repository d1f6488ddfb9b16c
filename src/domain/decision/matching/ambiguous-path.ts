/**
 * Paths that common servers read in different ways, none of which can be judged for all of them (R25). They are
 * refused where somebody looks at paths; no client sends them by itself.
 */
import { canonicalPath, encodedDotsIn, resolveDotSegments } from './canonical-path.js';
import { isOrdinaryPath, LONGEST_READ_PATH } from './path-spelling.js';

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
