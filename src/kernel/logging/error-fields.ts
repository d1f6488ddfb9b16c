import { redactText } from '../../domain/text/redact-text.js';

export interface ErrorFields {
  type: string;
  message: string;
  stack?: string;
  code?: string;
  constraint?: string;
  cause?: ErrorFields;
  errors?: ErrorFields[];
}

/** Chains and groups of errors are followed this deep; some libraries make them circular. */
const MAX_DEPTH = 5;
const MAX_GROUP = 10;

/**
 * The part of an error that may be logged. Drivers hang queries with their parameters, requests and rows onto
 * their errors, and those hold secrets; so only named fields are taken (01 §23.3).
 */
export function errorFields(error: unknown, depth = 0): ErrorFields {
  if (!(error instanceof Error)) return { type: typeof error, message: redactText(String(error)) };
  const { code, constraint } = error as { code?: unknown; constraint?: unknown };
  const fields: ErrorFields = { type: error.name, message: redactText(error.message) };
  if (error.stack !== undefined) fields.stack = redactText(error.stack);
  if (typeof code === 'string') fields.code = code;
  if (typeof constraint === 'string') fields.constraint = constraint;
  if (depth === MAX_DEPTH) return fields;
  if (error.cause !== undefined) fields.cause = errorFields(error.cause, depth + 1);
  if (error instanceof AggregateError) {
    fields.errors = error.errors.slice(0, MAX_GROUP).map((member) => errorFields(member, depth + 1));
  }
  return fields;
}
