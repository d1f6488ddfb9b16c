import { canonicalPath, splitTarget, LONGEST_READ_PATH } from './canonical-path.js';
import { otherReadings } from './path-readings.js';

/**
 * Paths that a request names beside its own (R42, R57). Frameworks and proxies take some header fields for the path;
 * S3 reads `+` as a blank, and copies from what a field says.
 */

/** IIS, Symfony, Zend, nginx and Traefik among others know one of them each. */
export const PATH_OVERRIDE_FIELDS = [
  'x-original-url',
  'x-rewrite-url',
  'x-original-uri',
  'x-forwarded-uri',
  'x-forwarded-prefix',
  'x-override-url',
] as const;
export const PREFIX_FIELD = 'x-forwarded-prefix';
export const COPY_SOURCE_FIELD = 'x-amz-copy-source';

/** More than any client names; beyond it nobody says which one counts. */
const MAX_NAMED_PATHS = 16;
const SCHEME_AND_HOST = /^[a-z][a-z0-9+.-]{0,20}:\/\/[^/?#]*/i;
/** Of every kind and region: buckets, access points, directory buckets (`s3express-…`). */
const S3_HOST = /(?:^|[.-])s3(?:express)?(?:[.-][a-z0-9-]+)*\.amazonaws\.(?:com(?:\.cn)?|eu)$/;
/** Of what is named by the ARN of an access point: the object behind it. */
const ARN_OBJECT = /^\/?arn:.*?\/object\//is;

/** The raw paths that values of `PATH_OVERRIDE_FIELDS` mean; `prefixes` also as what stands in front of `path`. */
export function overridePaths(
  values: readonly string[],
  prefixes: readonly string[],
  path: string,
): readonly string[] {
  const named = values.map(pathIn);
  const prefixed = prefixes.map((prefix) => pathIn(prefix).replace(/\/$/, '') + path);
  return [...new Set([...named, ...prefixed])].filter((each) => each !== '' && each !== path);
}

export function isS3Host(host: string): boolean {
  return S3_HOST.test(host);
}

/** What S3 reads besides in a path, and where it copies from; empty for other hosts. */
export function s3Paths(host: string, path: string, copySources: readonly string[]): readonly string[] {
  if (!isS3Host(host)) return [];
  const paths = path.includes('+') ? [path.replaceAll('+', '%20')] : [];
  for (const each of copySources.flatMap(copiedPaths))
    if (each !== path && !paths.includes(each)) paths.push(each);
  return paths;
}

/** All that servers make of such paths (R25), in canonical spelling. */
export function readingsOfAll(paths: readonly string[]): readonly string[] {
  if (paths.length === 0) return paths;
  return paths.flatMap((path) => {
    const canonical = canonicalPath(path);
    return [canonical, ...otherReadings(path, canonical)];
  });
}

/** With its bucket and without: where the bucket is in the host, a path is the key alone. */
function copiedPaths(source: string): readonly string[] {
  // The whole value is encoded, and by some clients the slashes in it as well.
  const copied = pathIn(source.replaceAll(/%2f/gi, '/'));
  const key = ARN_OBJECT.test(copied)
    ? copied.replace(ARN_OBJECT, '/')
    : copied.replace(/^\/[^/]*(?=\/)/, '');
  return [copied, key].flatMap((each) => [each, each.replaceAll('+', '%20')]);
}

/** More of them than are judged, or longer ones. */
export function tooManyPaths(paths: readonly string[]): boolean {
  return paths.length > MAX_NAMED_PATHS || paths.some(({ length }) => length > LONGEST_READ_PATH);
}

function pathIn(value: string): string {
  const { path } = splitTarget(value.trim().replace(SCHEME_AND_HOST, ''));
  return path === '' || path.startsWith('/') ? path : `/${path}`;
}

/** The push request that a discovery request announces, in both path forms. */
export interface PushPaths {
  readonly path: string;
  readonly canonicalPath: string;
}

const DISCOVERY = '/info/refs';
const PUSH = '/git-receive-pack';

/**
 * Git asks `GET …/info/refs?service=git-receive-pack` before it pushes. Rules are written about the push, so the
 * discovery is also matched as `POST …/git-receive-pack` (contract 02 §9.3). Null for every other request.
 */
export function pushAnnouncedBy(path: string, canonical: string, query: string | null): PushPaths | null {
  if (query === null || !canonical.endsWith(DISCOVERY) || !namesReceivePack(query)) return null;
  const canonicalPush = canonical.slice(0, -DISCOVERY.length) + PUSH;
  const rawPush = path.endsWith(DISCOVERY) ? path.slice(0, -DISCOVERY.length) + PUSH : canonicalPush;
  return { path: rawPush, canonicalPath: canonicalPush };
}

/** Compared decoded, as the Git server reads it; `canonicalPath` decodes exactly the characters in question. */
function namesReceivePack(query: string): boolean {
  return query.split('&').some((pair) => canonicalPath(pair) === '/service=git-receive-pack');
}
