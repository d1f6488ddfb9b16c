import type { AppError } from './app-error.js';
import { envelopeType } from './envelope-type.js';

/** The wire body of an error on its own surface (01 §8.1, §11.2). */
export function presentError(error: AppError): Record<string, unknown> {
  const { definition, message } = error;
  switch (definition.surface) {
    case 'flat':
      return { error: message, ...error.extra };
    case 'auth':
      return { code: definition.wireCode ?? error.code.toUpperCase(), message };
    case 'envelope':
      return presentEnvelope(
        message,
        definition.type ?? envelopeType(definition.status),
        definition.wireCode,
      );
  }
}

function presentEnvelope(message: string, type: string, code: string | undefined): Record<string, unknown> {
  return { error: code === undefined ? { message, type } : { message, type, code } };
}
