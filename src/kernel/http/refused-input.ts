/**
 * Stands where the body or the query would: it was found too large to be read at all. The refusal itself is left to
 * validation, because a caller hears what is wrong with a request only after they are known (01 §8).
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
