import { AppError } from './app-error.js';
import { errorOfConstraint } from './error-definition.js';
import { platformErrors } from './platform-errors.js';

interface PostgresError {
  code?: unknown;
  constraint?: unknown;
  driverError?: unknown;
}

const UNIQUE_VIOLATION = '23505';
const FOREIGN_KEY_VIOLATION = '23503';
/**
 * The caller's own organization, workspace or account was deleted while the request ran: their credential reaches
 * nothing any more, which is what the next request would hear too.
 */
const CALLERS_SCOPE = /_(?:organization|workspace|user)_id_fkey$/;
/** Text and JSON cannot hold U+0000, wherever in the request it came from. */
const UNSTORABLE_CHARACTER = new Set<unknown>(['22021', '22P05']);

/** The declared error for what PostgreSQL refused, or null when the refusal is our own fault. */
export function fromConstraintViolation(error: unknown): AppError | null {
  const cause = postgresErrorOf(error);
  if (cause !== null && UNSTORABLE_CHARACTER.has(cause.code)) {
    return new AppError(platformErrors.invalid_request, {
      message: 'The request contains a character that is not allowed',
    });
  }
  if (cause === null || typeof cause.constraint !== 'string') return null;
  if (cause.code !== UNIQUE_VIOLATION && cause.code !== FOREIGN_KEY_VIOLATION) return null;
  const gone = cause.code === FOREIGN_KEY_VIOLATION && CALLERS_SCOPE.test(cause.constraint);
  const definition = gone ? platformErrors.invalid_credentials : errorOfConstraint(cause.constraint);
  return definition === undefined ? null : new AppError(definition, { cause: error });
}

function postgresErrorOf(error: unknown): PostgresError | null {
  if (typeof error !== 'object' || error === null) return null;
  const candidate = error as PostgresError;
  return candidate.driverError === undefined ? candidate : candidate.driverError;
}
