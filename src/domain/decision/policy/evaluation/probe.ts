/**
 * Stand-ins for the requests a tool makes (02 §8.1 law 1): one per path pattern and method of the tool, wildcards
 * filled with a text no real rule names, no body. What the engine says about them is what the tool may do.
 */
import type { ToolMatch } from '../../catalog/model/model.js';

export interface Probe {
  readonly host: string;
  readonly path: string;
  readonly method: string;
}

/** Lower case and digits only: valid in a host label and in a path, and nobody's name. */
const FILLER = 'zq7probe4x9k2w';
/** A tool that lists no method makes requests of any. */
const ANY_METHOD = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;

export function probesOf(matches: readonly ToolMatch[]): Probe[] {
  return matches.flatMap(({ host, path, method }) =>
    (method === null ? ANY_METHOD : [method]).map((each) => ({
      host: probeHost(host),
      path: probePath(path),
      method: each,
    })),
  );
}

/** A host the pattern matches. */
export function probeHost(pattern: string): string {
  return pattern.trim().toLowerCase().replace('*', FILLER);
}

/** A path that a tool's pattern matches; only the first `*` of a segment is a wildcard, `{}` is a whole segment. */
function probePath(pattern: string): string {
  const filled = pattern
    .split('/')
    .map((segment) => (segment === '{}' ? FILLER : segment.replace('*', FILLER)))
    .join('/');
  return filled.startsWith('/') ? filled : `/${filled}`;
}
