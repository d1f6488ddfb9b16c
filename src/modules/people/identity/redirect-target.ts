const MAX_LENGTH = 2048;
/** Browsers drop tabs and newlines from URLs and read a backslash as a slash: `/\evil.example` is another host. */
// eslint-disable-next-line no-control-regex
const CONFUSING = /[\u0000-\u0020\u007f\\]/;
/** `//host` is another origin; so is its percent-encoded form behind a server that decodes before it redirects. */
const OTHER_HOST = /^\/(?:\/|%2f|%5c)/i;
/** A base nobody can name, to see whether a relative path stays on it. */
const PROBE = 'http://redirect-target.invalid';

/**
 * The origin a redirect target leads to: `'relative'` for a path of the page's own origin, an origin for an
 * absolute http(s) URL, null for anything that must not be followed (01 §11.3 rule 4).
 */
export function redirectOrigin(target: string): string | null {
  if (target.length > MAX_LENGTH || CONFUSING.test(target)) return null;
  if (target.startsWith('/')) return isPlainPath(target) ? 'relative' : null;
  if (!/^https?:\/\/[^/@]/i.test(target) || !URL.canParse(target)) return null;
  const url = new URL(target);
  return url.username === '' && url.password === '' ? url.origin : null;
}

function isPlainPath(target: string): boolean {
  if (OTHER_HOST.test(target) || !URL.canParse(target, PROBE)) return false;
  const url = new URL(target, PROBE);
  return url.origin === PROBE && !url.pathname.startsWith('//');
}
