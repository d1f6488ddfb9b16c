import { parse } from 'node:querystring';
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

/**
 * More than any request names; the poll for approvals lists its callbacks in one parameter. A head of 64 KiB holds
 * 32,000 of them.
 */
export const MAX_PARAMETERS = 1_000;
const TOO_MANY = `The request has more than ${MAX_PARAMETERS} query parameters`;

/** The parameters of a query string; a repeated one is a list. Too many of them are counted, not read. */
export function readQueryText(text: string): object {
  let parameters = 1;
  for (let at = text.indexOf('&'); at >= 0; at = text.indexOf('&', at + 1)) {
    if (++parameters > MAX_PARAMETERS) return new RefusedInput(TOO_MANY);
  }
  return parse(text, '&', '=', { maxKeys: 0 });
}
