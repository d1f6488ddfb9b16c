import { AppError } from './app-error.js';
import { CONSTRAINT_ERRORS } from './catalogue.js';

interface PostgresError {
  code?: unknown;
  constraint?: unknown;
  driverError?: unknown;
}

const UNIQUE_VIOLATION = '23505';
const FOREIGN_KEY_VIOLATION = '23503';

/** The catalogue's error for a violated constraint, or null when the violation is our own fault. */
export function fromConstraintViolation(error: unknown): AppError | null {
  const cause = postgresErrorOf(error);
  if (cause === null || typeof cause.constraint !== 'string') return null;
  if (cause.code !== UNIQUE_VIOLATION && cause.code !== FOREIGN_KEY_VIOLATION) return null;
  const code = CONSTRAINT_ERRORS[cause.constraint];
  return code === undefined ? null : new AppError(code, { cause: error });
}

function postgresErrorOf(error: unknown): PostgresError | null {
  if (typeof error !== 'object' || error === null) return null;
  const candidate = error as PostgresError;
  return candidate.driverError === undefined ? candidate : (candidate.driverError as PostgresError);
}
