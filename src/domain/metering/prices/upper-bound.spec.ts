import { describe, expect, it } from '@jest/globals';
import { PriceRow } from './price-row.js';
import { RequestReading } from '../usage/request-reading.js';
import { upperBound } from './upper-bound.js';

const WINDOW = 1_050_000;
const row = new PriceRow(
  'p',
  'm',
  { input: 1n, output: 1n, cacheRead: 1n, cacheWrite: 1n, cacheWriteHour: 1n },
  900,
);
const none = { input: 0, output: 0, cacheRead: 0, cacheWrite: 0, cacheWriteHour: 0 };
const silent = { model: 'm', usage: none, estimated: true, told: 'nothing' } as const;

function bound(body: unknown, answer: Parameters<typeof upperBound>[0] = silent): number[] {
  const text = Buffer.from(typeof body === 'string' ? body : JSON.stringify(body));
  return [1, 50, 1_000_000].map((size) => {
    const request = new RequestReading();
    for (let at = 0; at < text.length; at += size) request.read(text.subarray(at, at + size));
    const { input, output } = upperBound(answer, request, row);
    return [input === text.length ? -1 : input, output];
  })[0]!;
}

/** As many tokens as the request has bytes. */
const BYTES = -1;

describe('R40.2 the most that a call can have used', () => {
  it.each([
    ['text alone', { messages: [{ role: 'user', content: 'Hi' }] }, [BYTES, 900]],
    ['max_tokens', { max_tokens: 5 }, [BYTES, 5]],
    ['the larger of two', { max_tokens: 5, max_completion_tokens: 50 }, [BYTES, 50]],
    ['several choices', { max_output_tokens: 5, n: 3 }, [BYTES, 15]],
    ['best_of', { max_tokens: 5, n: 2, best_of: 4 }, [BYTES, 20]],
    ['more than a window', { input: 'x'.repeat(2_000_000) }, [WINDOW, 900]],
    [
      'an image by address',
      { messages: [{ content: [{ image_url: { url: 'https://x' } }] }] },
      [WINDOW, 900],
    ],
    [
      'an image itself',
      { messages: [{ content: [{ source: { data: 'x'.repeat(5_000) } }] }] },
      [WINDOW, 900],
    ],
    ['an image of Responses', { input: [{ content: [{ image_url: 'x' }] }] }, [WINDOW, 900]],
    ['a file', { input: [{ content: [{ type: 'input_file', file_id: 'f' }] }] }, [WINDOW, 900]],
    ['a file of Chat', { messages: [{ content: [{ file: { file_data: 'f' } }] }] }, [WINDOW, 900]],
    ['sound', { messages: [{ content: [{ input_audio: { data: 'x' } }] }] }, [WINDOW, 900]],
    ['an earlier answer', { previous_response_id: 'r' }, [WINDOW, 900]],
    ['a conversation', { conversation: { id: 'c' } }, [WINDOW, 900]],
    ['a conversation by its id', { conversation: 'c' }, [WINDOW, 900]],
    ['a stored prompt', { prompt: { id: 'p' } }, [WINDOW, 900]],
    ['a store that is searched', { tools: [{ vector_store_ids: ['v'] }] }, [WINDOW, 900]],
    ['a server that is asked', { tools: [{ server_url: 'https://x' }] }, [WINDOW, 900]],
    ['no JSON', 'x', [BYTES, 900]],
  ])('with %s', (_with, body, expected) => expect(bound(body)).toEqual(expected));

  it('keeps what was told, and is never less than what was seen', () => {
    const told = { ...silent, usage: { ...none, input: 7, output: 3 }, told: 'input' } as const;
    expect(bound({ max_tokens: 5 }, told)).toEqual([7, 5]);
    expect(bound({ max_tokens: 1 }, told)).toEqual([7, 3]);
  });

  it('is a whole window and a whole answer where the request could not be read', () => {
    expect(upperBound(silent, null, row)).toMatchObject({ input: WINDOW, output: 900 });
  });
});
