import type { ModelResponse, ModelPiece } from '../messages/model-messages.js';

/** Puts an answer together from the events in which a provider streams it. */
export interface AnswerReader {
  /**
   * What an event adds for who reads along.
   *
   * @throws BrokenAnswer for what is none, ProviderProblem where the provider gives up
   */
  take(data: string): ModelPiece[];
  /** The provider has said that this was all. */
  readonly isOver: boolean;
  /** @throws BrokenAnswer where it is not all */
  finish(): ModelResponse;
}
