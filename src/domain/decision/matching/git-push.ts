import { canonicalPath } from './canonical-path.js';

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
