import { canonicalPath, isOrdinaryPath } from '../../matching/canonical-path.js';
import { pushAnnouncedBy, type PushPaths, readingsOfAll } from '../../matching/named-paths.js';
import { otherReadings } from '../../matching/path-readings.js';
import type { InspectedBody } from './inspected-body.js';

/** A path as some servers read it, in canonical spelling. */
export interface PathReading {
  readonly path: string;
  readonly push: PushPaths | null;
}

/** Everything a decision depends on (02 §9.1), each value derived once per request by `requestFacts`. */
export interface RequestFacts {
  readonly host: string;
  readonly path: string;
  readonly canonicalPath: string;
  /** Path and readings are one and the same, and it announces no push: there is one question to ask of a pattern. */
  readonly plain: boolean;
  /** What fields name as the path (R42), in all its readings: what opens has to match these as well. */
  readonly overrides: readonly string[];
  /** Besides the two forms; only what restricts is matched on them. Empty for nearly every request. */
  readonly readings: readonly PathReading[];
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
  /** Where the caller has it; else it is made. */
  canonicalPath?: string;
  query?: string | null;
  /** Raw paths that fields put in place of it (`overridePaths`). */
  overrides?: readonly string[];
  /** Raw paths that it is about besides (`s3Paths`); only what restricts is matched on them. */
  others?: readonly string[];
  methods: readonly string[];
  winnerConnectionId?: string | null;
  managed: boolean;
  llmHost: boolean;
  /** Only needed when `needsBody` says so; absent for WebSocket upgrades. */
  body?: InspectedBody | null;
}

const NO_READINGS: readonly PathReading[] = Object.freeze([]);
const NO_PATHS: readonly string[] = Object.freeze([]);

export function requestFacts(input: FactsInput): RequestFacts {
  const { path, overrides = NO_PATHS, others = NO_PATHS } = input;
  const query = input.query ?? null;
  const ordinary = isOrdinaryPath(path);
  const canonical = ordinary ? path : (input.canonicalPath ?? canonicalPath(path));
  const push = pushAnnouncedBy(path, canonical, query);
  return {
    host: input.host,
    path,
    canonicalPath: canonical,
    plain: ordinary && push === null && overrides.length === 0 && others.length === 0,
    overrides: readingsOfAll(overrides),
    readings:
      ordinary && overrides.length === 0 && others.length === 0
        ? NO_READINGS
        : [
            ...(ordinary ? NO_READINGS : readingsOf(path, canonical, query)),
            ...readingsOfAll([...overrides, ...others]).map((reading) => ({
              path: reading,
              push: pushAnnouncedBy(reading, reading, query),
            })),
          ],
    push,
    methods: input.methods,
    winnerConnectionId: input.winnerConnectionId ?? null,
    managed: input.managed,
    llmHost: input.llmHost,
    body: input.body ?? null,
  };
}

function readingsOf(path: string, canonical: string, query: string | null): readonly PathReading[] {
  return otherReadings(path, canonical).map((reading) => ({
    path: reading,
    push: pushAnnouncedBy(reading, reading, query),
  }));
}
