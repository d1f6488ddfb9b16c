import { canonicalPath } from '../matching/canonical-path.js';
import { pushAnnouncedBy, type PushPaths } from '../matching/git-push.js';
import type { InspectedBody } from './inspected-body.js';

/** Everything a decision depends on (02 §9.1), each value derived once per request by `requestFacts`. */
export interface RequestFacts {
  readonly host: string;
  readonly path: string;
  readonly canonicalPath: string;
  /** Set for the discovery request of a Git push. */
  readonly push: PushPaths | null;
  /** At least one; the request's own method first (`methodSet`). */
  readonly methods: readonly string[];
  readonly winnerConnectionId: string | null;
  readonly managed: boolean;
  readonly llmHost: boolean;
  readonly body: InspectedBody | null;
}

export interface FactsInput {
  /** Normalised, without port. */
  host: string;
  /** As the agent sent it, without query and fragment (`splitTarget`). */
  path: string;
  query?: string | null;
  methods: readonly string[];
  winnerConnectionId?: string | null;
  managed: boolean;
  llmHost: boolean;
  /** Only needed when `needsBody` says so; absent for WebSocket upgrades. */
  body?: InspectedBody | null;
}

export function requestFacts(input: FactsInput): RequestFacts {
  const canonical = canonicalPath(input.path);
  return {
    host: input.host,
    path: input.path,
    canonicalPath: canonical,
    push: pushAnnouncedBy(input.path, canonical, input.query ?? null),
    methods: input.methods,
    winnerConnectionId: input.winnerConnectionId ?? null,
    managed: input.managed,
    llmHost: input.llmHost,
    body: input.body ?? null,
  };
}
