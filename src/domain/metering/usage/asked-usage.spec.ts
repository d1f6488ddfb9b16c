import { describe, expect, it } from '@jest/globals';
import { bodyForBudget } from './asked-usage.js';
import { UsageChunkFilter } from './usage-chunk-filter.js';

function read(text: string | Buffer, asks = true) {
  const reading = bodyForBudget(Buffer.from(text), asks);
  let slices = 1;
  let step = reading.next();
  for (; !step.done; step = reading.next()) slices += 1;
  return { ...step.value, slices };
}

const sent = (text: string): string | null | undefined => {
  const found = read(text);
  return found.unmeterable === null ? (found.rewritten?.toString() ?? null) : undefined;
};

describe('R40.1 the body of a streamed completion', () => {
  it.each([
    ['{"stream":true}', '{"stream_options":{"include_usage":true},"stream":true}'],
    [' {\n"stream" : true }\r\n', ' {"stream_options":{"include_usage":true},\n"stream" : true }\r\n'],
    ['{"stream":1}', '{"stream_options":{"include_usage":true},"stream":1}'],
    ['{"stream_options":null,"stream":true}', '{"stream_options":{"include_usage":true},"stream":true}'],
    ['{"stream":true,"stream_options": {} }', '{"stream":true,"stream_options": {"include_usage":true} }'],
    [
      '{"stream":true,"stream_options":{"include_usage":false,"a":[1]},"z":"ü}"}',
      '{"stream":true,"stream_options":{"include_usage":true,"a":[1]},"z":"ü}"}',
    ],
    ['{"stream":true,"stream_options":{"include_usage":true}}', null],
    ['{"stream":true,"stream_options":7}', null],
    ['{"stream":false}', null],
    ['{"stream":null}', null],
    ['{"messages":[{"stream":true}]}', null],
    ['{}', null],
    ['{ }', null],
  ])('%s becomes %s', (text, rewritten) => expect(sent(text)).toBe(rewritten));

  it.each([
    '',
    '[]',
    '"{}"',
    '{',
    '{"a"',
    '{"a":',
    '{"a":1',
    '{"a":}',
    '{"a":1}x',
    '{"a":1]',
    '{"a":1,}',
    '{a:1}',
    '{"a" 1}',
    '{"a\\":1}',
    '{"\\x":1}',
    '{"stream":true,"stream":true}',
    '{"stream":false,"str\\u0065am":true}',
    '\u{feff}{"stream":true}',
  ])('cannot be read: %s', (text) => expect(read(text)).toMatchObject({ unmeterable: 'body' }));

  it('is told from a background response, whose options stay as they are', () => {
    expect(read('{"background":true}', false)).toMatchObject({ unmeterable: 'background' });
    expect(read('{"background":"no"}', false)).toMatchObject({ unmeterable: 'background' });
    expect(read('{"background":falsey}', false)).toMatchObject({ unmeterable: 'background' });
    expect(read('{"background":false,"stream":true}', false)).toMatchObject({ rewritten: null });
    expect(read('{"background": null }', false)).toMatchObject({ unmeterable: null, rewritten: null });
  });

  it('is read in slices where it is long, and once, whatever it consists of', () => {
    for (const filler of ['[1,', '[', '"\\\\\\"",', '1']) {
      const text = `{"stream":true,"a":[${filler.repeat(1_000_000)}`;
      expect(read(text)).toMatchObject({ unmeterable: 'body' });
    }
    for (const long of [
      `"a":[${'1,'.repeat(500_000)}1]`,
      `"a":"${'\\"'.repeat(500_000)}"`,
      `"a":${' '.repeat(1_000_000)}1`,
      `${'"a":1,'.repeat(170_000)}"a":1`,
    ])
      expect(read(`{${long},"stream":true}`).slices).toBeGreaterThan(200);
    expect(sent(`{"a":"${'\\\\'.repeat(2_000_000)}","stream":true}`)).toContain('"include_usage":true');
  });
});

const chunk = (value: object, end = '\n') => `data: ${JSON.stringify(value)}${end}${end}`;
const usage = { choices: [], usage: { prompt_tokens: 1, completion_tokens: 2 } };
const text = { choices: [{ delta: { content: 'a "usage" of []' } }], usage: null };

function filtered(stream: string, size: number): string {
  const filter = new UsageChunkFilter();
  const bytes = Buffer.from(stream);
  const passed: Buffer[] = [];
  for (let at = 0; at < bytes.length; at += size) passed.push(filter.push(bytes.subarray(at, at + size)));
  return String(Buffer.concat([...passed, filter.end()]));
}

describe('R40.1 the stream of a completion that was asked for its usage', () => {
  it.each(['\n', '\r\n', '\r'])(
    'loses the chunk with the usage alone, however it is cut; lines end in %j',
    (end) => {
      const before = `: ping${end}${end}${chunk(text, end)}event: x${end}${chunk(text, end)}`;
      const after = `data: [DONE]${end}${end}`;
      for (const size of [1, 2, 3, 5, 16, 64, 100_000]) {
        expect(filtered(before + chunk(usage, end) + after, size)).toBe(before + after);
        expect(filtered(before, size)).toBe(before);
      }
      expect(filtered(before + chunk(usage, end).trimEnd(), 7)).toBe(before);
    },
  );

  it.each([
    ['text with the usage', { ...usage, choices: text.choices }],
    ['no usage', { choices: [], usage: null }],
    ['filter results', { choices: [], prompt_filter_results: [] }],
    ['an error', { error: { message: '"usage"' } }],
    ['more than an event has', { ...usage, padding: 'x'.repeat(20_000) }],
  ])('keeps what has %s', (_what, value) => {
    for (const size of [1, 7, 1_000, 100_000])
      expect(filtered(chunk(value) + chunk(usage) + chunk(text), size)).toBe(chunk(value) + chunk(text));
  });
});
