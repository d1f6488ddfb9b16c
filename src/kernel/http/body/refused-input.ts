import { invalidRequest } from '../../errors/app-error.js';

/**
 * Stands where the body or the query would: it is too large to be read at all, or it is not JSON. The refusal itself
 * is left to validation, because a caller hears what is wrong with a request only after they are known (01 §8).
 */
export class RefusedInput {
  readonly #reason: string;

  constructor(reason: string) {
    this.#reason = reason;
  }

  /** The message of the flat `400`. */
  get reason(): string {
    return this.#reason;
  }
}

/** Throws the flat `400` for what could not be read. */
export function requireReadable(value: unknown): void {
  if (value instanceof RefusedInput) throw invalidRequest(value.reason);
}
