import {
  overridePaths,
  PATH_OVERRIDE_FIELDS,
  PREFIX_FIELD,
} from '../../domain/decision/matching/named-paths.js';
import type { EvaluatedRequest } from './exchange.js';

/** What fields of the request put in place of its path for some servers (R42). */
export function overridesOf({ headers, path }: EvaluatedRequest): readonly string[] {
  return overridePaths(
    headers.allSpellingsOf(PATH_OVERRIDE_FIELDS),
    headers.allSpellings(PREFIX_FIELD),
    path,
  );
}
