import type { ErrorDefinition } from './error-definition.js';
import { platformErrors } from './platform-errors.js';

export interface AppErrorOptions {
  /** Replaces the declared message. One short sentence, no internals. */
  message?: string;
  /** Further fields of a flat body, or of `error` in an envelope; each is listed in the contract. */
  extra?: Readonly<Record<string, unknown>>;
  headers?: Readonly<Record<string, string>>;
  cause?: unknown;
}

/** The one error services throw; the presenters turn it into the surface's body. */
export class AppError extends Error {
  readonly extra: Readonly<Record<string, unknown>> | undefined;
  readonly headers: Readonly<Record<string, string>> | undefined;

  constructor(
    readonly definition: ErrorDefinition,
    options: AppErrorOptions = {},
  ) {
    super(options.message ?? definition.message, { cause: options.cause });
    this.name = 'AppError';
    this.extra = options.extra;
    this.headers = options.headers;
  }

  get code(): string {
    return this.definition.code;
  }

  get status(): number {
    return this.definition.status;
  }
}

/** A body, query or path value that is wrong by itself: `400` flat (R1). */
export function invalidRequest(message: string): AppError {
  return new AppError(platformErrors.invalid_request, { message });
}
