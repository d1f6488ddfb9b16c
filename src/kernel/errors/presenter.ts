import type { AppError } from './app-error.js';
import type { ErrorSurface } from './error-definition.js';
import { envelopeType } from './envelope-type.js';

const BAD_REQUEST = 400;

/**
 * The wire body of an error (01 §8.1, §11.2). `surface` overrules the declaration where a whole path speaks one
 * shape: errors that may arise anywhere, such as faults, cannot name it themselves.
 */
export function presentError(
  error: AppError,
  surface: ErrorSurface = error.definition.surface,
): Record<string, unknown> {
  const { definition, message } = error;
  switch (surface) {
    case 'flat':
      return { error: message, ...error.extra };
    case 'auth':
      return { code: authCode(error), message };
    case 'envelope':
      return presentEnvelope(
        message,
        definition.type ?? envelopeType(definition.status),
        definition.wireCode,
      );
  }
}

/** The codes of other surfaces mean nothing to who reads `/auth/*`; what it got wrong does (01 §11.2). */
function authCode({ code, definition }: AppError): string {
  const foreign = definition.surface !== 'auth';
  if (foreign && definition.status === BAD_REQUEST) return 'VALIDATION_ERROR';
  return definition.wireCode ?? code.toUpperCase();
}

function presentEnvelope(message: string, type: string, code: string | undefined): Record<string, unknown> {
  return { error: code === undefined ? { message, type } : { message, type, code } };
}
