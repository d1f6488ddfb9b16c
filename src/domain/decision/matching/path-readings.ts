/**
 * What servers make of a path besides its raw and its canonical form (R25). No rule that opens is matched on these;
 * what restricts is, so that a block binds whichever of them the server behind the gateway turns out to be.
 *
 * | Reading                      | Who reads so                                                         |
 * | `%2F` is a slash             | nginx locations, WSGI, Apache with `AllowEncodedSlashes On`, IIS     |
 * | no `;…` in segments          | Tomcat, Jetty, Spring; of the last segment only: Python's `urlparse` |
 * | ends at `%3F` or `%23`       | whoever parses a URL that a proxy in front decoded                   |
 * | `//name/a` is `/a` of `name` | Node's `URL` with a base, Python's `urlsplit`                        |
 */
import {
  collapseSlashes,
  uncollapsedPath,
  isOrdinaryPath,
  LONGEST_READ_PATH,
  withoutDotSegments,
} from './canonical-path.js';

const NONE: readonly string[] = Object.freeze([]);

type Reader = (path: string) => string;

const READERS: readonly Reader[] = [
  (path) => path.replace(/^\/{2,}[^/]*/, '') || '/',
  withoutParameters,
  withoutLastParameters,
  (path) => path.replaceAll('%2F', '/'),
  (path) => path.replace(/%(?:3F|23).*$/, ''),
  // Once more, for who decodes before they look for parameters.
  withoutParameters,
];

/** Distinct, without `canonical`, which is that of `path`; empty for nearly every path, and for one too long to judge. */
export function otherReadings(path: string, canonical: string): readonly string[] {
  if (isOrdinaryPath(path) || path.length > LONGEST_READ_PATH) return NONE;
  const sent = uncollapsedPath(path);
  if (!/;|%2F|%3F|%23|^\/\//.test(sent)) return NONE;
  // Servers do several of these at once and in different orders, so each is tried on what the others left.
  const found = new Set([sent]);
  for (const read of READERS) for (const text of [...found]) found.add(read(text));
  const readings = new Set([...found].map((text) => collapseSlashes(withoutDotSegments(text))));
  readings.delete(canonical);
  return [...readings];
}

function withoutParameters(path: string): string {
  return path.replace(/;[^/]*/g, '');
}

function withoutLastParameters(path: string): string {
  const parameters = path.indexOf(';', path.lastIndexOf('/'));
  return parameters < 0 ? path : path.slice(0, parameters);
}
