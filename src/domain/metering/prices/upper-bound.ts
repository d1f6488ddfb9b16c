import type { MeteredAnswer } from '../usage/answer-reading.js';
import type { PriceRow } from './price-row.js';
import type { RequestReading } from '../usage/request-reading.js';
import type { TokenUsage } from '../usage/token-usage.js';

/** Tokens that the largest window of a model takes. */
const LARGEST_INPUT = 1_050_000;

/**
 * The most that a call can have used whose answer did not tell all of it (R40.2): of the input that it sent, a token for
 * each byte, or a whole window where images, files or earlier answers belong to it; of the output as much as the call
 * allows, else the model's largest. What was told stays. `request` is null where it could not be read.
 */
export function upperBound(
  { usage, told }: MeteredAnswer,
  request: RequestReading | null,
  { largestOutput }: PriceRow,
): TokenUsage {
  const choices = request?.choices ?? 1;
  const output = Math.max(usage.output, choices * (request?.mostOutput ?? largestOutput));
  if (told === 'input') return { ...usage, output };
  const input =
    request === null || request.hasAttachments ? LARGEST_INPUT : Math.min(request.bytes, LARGEST_INPUT);
  return { ...usage, input, output };
}
