/** What may be written into a request path (02 §3.2.3, 06 §11.2). */

/**
 * Separators, escapes, whitespace and control characters, by 02 §3.2.3. A backslash is read as `/` by
 * WHATWG URL parsers, and bytes outside visible ASCII are no valid request target (RFC 9112 §3.2).
 */
const UNSAFE = /[/?#%\\]|[^\x21-\x7e]/;

/** Whether `value` can stand inside one path segment without changing the shape of the path. */
export function isSafePathValue(value: string): boolean {
  return value !== '' && !UNSAFE.test(value) && value !== '.' && value !== '..';
}

/** Whether a path holds a `.` or `..` segment, which a server would resolve to another resource. */
export function hasDotSegment(path: string): boolean {
  return /(^|\/)\.{1,2}(\/|$)/.test(path);
}
