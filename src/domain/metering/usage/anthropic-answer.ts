import type { AnswerFormat } from './answer-format.js';
import { nameAt, numberAt, object, text, textBelow } from '../json/json-selector.js';
import { estimatedTokens, told, type TokenUsage } from './token-usage.js';

/** Slots of numbers. */
const INPUT = 0;
const OUTPUT = 1;
const CACHE_READ = 2;
const CACHE_WRITE = 3;
const CACHE_WRITE_5M = 4;
const CACHE_WRITE_1H = 5;
/** Of `message_start`: what had been produced when the answer began. */
const FIRST_OUTPUT = 6;

const usage = (output: number) =>
  object({
    input_tokens: numberAt(INPUT),
    output_tokens: numberAt(output),
    cache_read_input_tokens: numberAt(CACHE_READ),
    cache_creation_input_tokens: numberAt(CACHE_WRITE),
    cache_creation: object({
      ephemeral_5m_input_tokens: numberAt(CACHE_WRITE_5M),
      ephemeral_1h_input_tokens: numberAt(CACHE_WRITE_1H),
    }),
  });

const block = object({ text: text(), thinking: text(), input: textBelow(), name: text() });

/**
 * Anthropic's Messages, whole or in events. `message_start` carries the model and the input, each `message_delta` the
 * output so far; of a stream that ends before one the output is what its texts amount to.
 */
export const ANTHROPIC: AnswerFormat = {
  shape: object({
    model: nameAt(0),
    usage: usage(OUTPUT),
    content: block,
    completion: text(),
    message: object({ model: nameAt(0), usage: usage(FIRST_OUTPUT) }),
    content_block: block,
    delta: object({ text: text(), thinking: text(), partial_json: text() }),
  }),
  slots: { numbers: 7, names: 1 },

  usageOf({ numbers, textBytes }): { usage: TokenUsage; estimated: boolean } | null {
    const at = (slot: number): number => told(numbers[slot]!);
    const input = numbers[INPUT]!;
    if (Number.isNaN(input) && Number.isNaN(numbers[OUTPUT]!)) return null;
    const estimated = Number.isNaN(numbers[OUTPUT]!);
    const output = estimated ? Math.max(at(FIRST_OUTPUT), estimatedTokens(textBytes)) : at(OUTPUT);
    const hour = at(CACHE_WRITE_1H);
    // The total names what the parts leave out; servers that know no parts keep all of it for five minutes.
    const cacheWrite = Math.max(at(CACHE_WRITE) - hour, at(CACHE_WRITE_5M));
    return {
      usage: { input: told(input), output, cacheRead: at(CACHE_READ), cacheWrite, cacheWriteHour: hour },
      estimated,
    };
  },
};
