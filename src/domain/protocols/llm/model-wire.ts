import { AnthropicAnswer } from './answers/anthropic-answer.js';
import { anthropicRequest } from './messages/anthropic-request.js';
import type { AnswerReader } from './answers/answer-reader.js';
import type { ModelRequest } from './messages/model-messages.js';
import type { ModelProvider } from './models/model-table.js';
import { isOwnHost, type ModelTarget } from './models/model-target.js';
import { OpenaiAnswer } from './answers/openai-answer.js';
import { openaiRequest } from './messages/openai-request.js';

/** How a provider is spoken to. */
export interface ModelWire {
  bodyOf(question: ModelRequest, target: ModelTarget): object;
  headersOf(target: ModelTarget): Readonly<Record<string, string>>;
  answer(): AnswerReader;
}

/** The gateway puts the credential in its place (04 §11.2.1). */
const PLACEHOLDER = 'placeholder';
const BEARER = { authorization: `Bearer ${PLACEHOLDER}` };

export const MODEL_WIRES: Readonly<Record<ModelProvider, ModelWire>> = {
  anthropic: {
    bodyOf: anthropicRequest,
    headersOf: ({ credential }) => ({
      'anthropic-version': '2023-06-01',
      // A subscription's token counts only beside this, and only in place of a bearer (02 §3.1).
      ...(credential === 'bearer' && { ...BEARER, 'anthropic-beta': 'oauth-2025-04-20' }),
      ...(credential === 'key' && { 'x-api-key': PLACEHOLDER }),
    }),
    answer: () => new AnthropicAnswer(),
  },
  openai: {
    bodyOf: (question, target) => openaiRequest(question, isOwnHost(target)),
    headersOf: ({ credential }) => (credential === 'none' ? {} : BEARER),
    answer: () => new OpenaiAnswer(),
  },
};
