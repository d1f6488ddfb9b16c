import { CATALOGUE, type ErrorCode } from './catalogue.js';
import type { ErrorDefinition } from './error-definition.js';

export interface AppErrorOptions {
  /** Replaces the catalogue's message. One short sentence, no internals. */
  message?: string;
  /** Further top-level fields of a flat body; each is listed in the contract. */
  extra?: Readonly<Record<string, unknown>>;
  headers?: Readonly<Record<string, string>>;
  cause?: unknown;
}

/** The one error services throw; the presenters turn it into the surface's body. */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly definition: ErrorDefinition;
  readonly extra: Readonly<Record<string, unknown>> | undefined;
  readonly headers: Readonly<Record<string, string>> | undefined;

  constructor(code: ErrorCode, options: AppErrorOptions = {}) {
    const definition: ErrorDefinition = CATALOGUE[code];
    super(options.message ?? definition.message, { cause: options.cause });
    this.name = 'AppError';
    this.code = code;
    this.definition = definition;
    this.extra = options.extra;
    this.headers = options.headers;
  }

  get status(): number {
    return this.definition.status;
  }
}

/** A body, query or path value that is wrong by itself: `400` flat (R1). */
export function invalidRequest(message: string): AppError {
  return new AppError('invalid_request', { message });
}
