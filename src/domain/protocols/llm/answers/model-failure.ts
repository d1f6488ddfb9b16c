/** Why a question got no answer, as the end of a turn tells it (04 §11.6). */
export type FailedOutcome =
  /** `no_model_key` */
  | 'no-key'
  /** `model_provider_error` */
  | 'provider-refused'
  /** No code; the message is the whole story. */
  | 'failed'
  /** Nothing was sent: the turn can go back to the queue where nothing of it is observable. */
  | 'gateway-unreachable';

export class ModelFailure extends Error {
  override readonly name = 'ModelFailure';

  constructor(
    readonly outcome: FailedOutcome,
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}
