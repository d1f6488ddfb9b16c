/**
 * Write-time rules for the host of a secret (02 §3.3). They are narrower than matching (02 §9.2): a
 * secret may cover one host or one subtree, never a whole public suffix, because a wildcard over
 * `*.github.io` or `*.s3.amazonaws.com` would hand the value to hosts of strangers.
 */
import { parse } from 'tldts';
import { normalizeHostPattern } from '../../matching/host.js';

export const MAX_HOST_PATTERN_LENGTH = 1000;

const WILDCARD_PLACEMENT = 'A wildcard is only allowed as the first label, like *.example.com';
const NO_HOST = 'Host pattern must be a host name without a port, or *. and one';
const WHOLE_SUFFIX = 'A wildcard must not cover a whole public suffix';

/**
 * The first rule a trimmed host pattern breaks, in the order of 02 §3.3, or null when it is fine.
 * The texts are part of the contract where 02 §3.3 gives them.
 */
export function hostPatternProblem(pattern: string): string | null {
  if (pattern === '') return 'Host pattern is required';
  if (pattern.length > MAX_HOST_PATTERN_LENGTH) {
    return `Host pattern must be at most ${MAX_HOST_PATTERN_LENGTH} characters`;
  }
  if (pattern.includes('://')) return 'Enter a hostname, not a URL (remove http:// or https://)';
  if (pattern.includes('/')) {
    return 'Enter a hostname only, not a path (use the path pattern field for paths)';
  }
  if (/\s/.test(pattern)) return 'Host pattern must not contain spaces';
  const wildcard = pattern.includes('*');
  if (wildcard && !/^\*\.[^*]+$/.test(pattern)) return WILDCARD_PLACEMENT;
  // From here on as it will be matched: other spellings of a suffix cover as much.
  const normal = normalizeHostPattern(pattern);
  if (normal === null) return NO_HOST;
  return wildcard && isPublicSuffix(normal.slice(2)) ? WHOLE_SUFFIX : null;
}

/** Listed suffixes only: tldts takes the last label of an unknown name (`internal`) for one. */
function isPublicSuffix(name: string): boolean {
  const { publicSuffix, isIcann, isPrivate } = parse(name, { allowPrivateDomains: true });
  return publicSuffix === name && (isIcann === true || isPrivate === true);
}
