import type { AnswerFormat } from './answer-format.js';
import { nameAt, numberAt, object, type JsonSelector, text } from '../json/json-selector.js';
import { told, type TokenUsage } from './token-usage.js';

const INPUT = 0;
const OUTPUT = 1;
const CACHED = 2;

const cached = object({ cached_tokens: numberAt(CACHED) });

/** Chat Completions, Completions and Embeddings speak of prompts, Responses and images of input. */
const usage: JsonSelector = object({
  prompt_tokens: numberAt(INPUT),
  input_tokens: numberAt(INPUT),
  completion_tokens: numberAt(OUTPUT),
  output_tokens: numberAt(OUTPUT),
  prompt_tokens_details: cached,
  input_tokens_details: cached,
});

const called = object({ name: text(), arguments: text() });

/** Of one choice, whole or in part; what a tool is called with was produced like every text. */
const message = object({
  content: text({ text: text() }),
  refusal: text(),
  reasoning_content: text(),
  function_call: called,
  tool_calls: object({ function: called, custom: object({ name: text(), input: text() }) }),
});

/**
 * What OpenAI answers, and who speaks its language: Chat Completions, Completions, Responses, Embeddings, whole or in
 * events. Of events the texts of `...delta` are counted, not their repetition in `...done`. Cached tokens are part of the
 * prompt's (R37.3).
 */
export const OPENAI: AnswerFormat = {
  shape: object({
    model: nameAt(0),
    usage,
    choices: object({ message, delta: message, text: text() }),
    response: object({ model: nameAt(0), usage }),
    delta: text(),
    output: object({
      name: text(),
      arguments: text(),
      input: text(),
      content: object({ text: text(), refusal: text() }),
      summary: object({ text: text() }),
    }),
  }),
  slots: { numbers: 3, names: 1 },

  usageOf({ numbers }): { usage: TokenUsage; estimated: boolean } | null {
    const [input, output, cachedTokens] = numbers;
    if (Number.isNaN(input) && Number.isNaN(output)) return null;
    const cacheRead = Math.min(told(cachedTokens!), told(input!));
    return {
      usage: {
        input: told(input!) - cacheRead,
        output: told(output!),
        cacheRead,
        cacheWrite: 0,
        cacheWriteHour: 0,
      },
      estimated: false,
    };
  },
};
