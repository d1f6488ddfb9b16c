import { truncate } from '../../../text/truncate.js';
import { objectOf, parsed, textOf } from '../messages/loose-json.js';

/** 04 §11.6. */
const MAX_MESSAGE = 2_000;

/** What a provider, or the gateway before it, said instead of an answer. */
export class ProviderProblem extends Error {
  override readonly name = 'ProviderProblem';

  constructor(
    /** Null in the middle of a stream. */
    readonly status: number | null,
    /** The provider's word for it: `type` or `code`; empty where it has none. */
    readonly types: readonly string[],
    message: string,
    /** The gateway's own code, where it was the gateway that answered. */
    readonly verdict: string | null = null,
  ) {
    super(truncate(message, MAX_MESSAGE));
  }

  /** Of a refusal's body, whoever wrote it: both providers have an object under `error`, the gateway a code. */
  static of(status: number | null, body: string): ProviderProblem {
    return ProviderProblem.ofJson(status, parsed(body));
  }

  static ofJson(status: number | null, body: unknown): ProviderProblem {
    const { error, message } = objectOf(body);
    if (typeof error === 'string' && typeof message === 'string' && status !== null)
      return new ProviderProblem(status, [], message, error);
    const { type, code, message: said, param } = objectOf(error);
    const types = [type, code, param].map(textOf).filter((word) => word !== '');
    const told = textOf(said) || textOf(error) || textOf(message);
    const silent = status === null ? 'The provider gave up.' : `The provider answered with status ${status}.`;
    return new ProviderProblem(status, types, told || silent);
  }
}
