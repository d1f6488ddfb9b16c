/** What is said to both providers and what is understood of their answers; the answers come in pieces of every size. */
import { describe, expect, it } from '@jest/globals';
import type { AnswerReader } from './answers/answer-reader.js';
import { AnthropicAnswer } from './answers/anthropic-answer.js';
import { anthropicRequest } from './messages/anthropic-request.js';
import { BrokenAnswer } from './answers/broken-answer.js';
import type { ModelMessage, ModelResponse, ModelPiece, ModelRequest } from './messages/model-messages.js';
import { EventData } from './answers/event-data.js';
import { OpenaiAnswer } from './answers/openai-answer.js';
import { openaiRequest } from './messages/openai-request.js';
import { ProviderProblem } from './answers/provider-problem.js';

interface Heard {
  answer: ModelResponse;
  pieces: ModelPiece[];
}

function streamOf(events: readonly (object | string)[]): Buffer {
  const data = events.map((event) => (typeof event === 'string' ? event : JSON.stringify(event)));
  return Buffer.from(data.map((text) => `event: x\ndata: ${text}\n\n`).join(''));
}

function hear(reader: AnswerReader, events: readonly (object | string)[], bytes = Infinity): Heard {
  const stream = streamOf(events);
  const data = new EventData();
  const pieces: ModelPiece[] = [];
  for (let at = 0; at < stream.length; at += bytes)
    for (const event of data.read(stream.subarray(at, at + bytes))) pieces.push(...reader.take(event));
  return { answer: reader.finish(), pieces };
}

const started = (usage: object = { input_tokens: 10, output_tokens: 1 }): object => ({
  type: 'message_start',
  message: { usage },
});
const block = (index: number, content_block: object, ...deltas: object[]): object[] => [
  { type: 'content_block_start', index, content_block },
  ...deltas.map((delta) => ({ type: 'content_block_delta', index, delta })),
  { type: 'content_block_stop', index },
];
const stopped = (stop_reason: string | null, output_tokens = 5): object[] => [
  { type: 'message_delta', delta: { stop_reason }, usage: { output_tokens } },
  { type: 'message_stop' },
];
const chunk = (delta: object, finish_reason: string | null = null): object => ({
  choices: [{ index: 0, delta, finish_reason }],
});

const ANTHROPIC = [
  started({
    input_tokens: 10,
    cache_creation_input_tokens: 4,
    cache_read_input_tokens: 6,
    output_tokens: 1,
  }),
  { type: 'ping' },
  ...block(
    0,
    { type: 'thinking', thinking: '', signature: '' },
    { type: 'thinking_delta', thinking: 'Let me ' },
    { type: 'thinking_delta', thinking: 'see.' },
    { type: 'signature_delta', signature: 'sig' },
  ),
  ...block(1, { type: 'redacted_thinking', data: 'opaque' }),
  ...block(
    2,
    { type: 'text', text: '' },
    { type: 'text_delta', text: 'Naïve €' },
    { type: 'text_delta', text: '😀' },
  ),
  ...block(
    3,
    { type: 'tool_use', id: 'toolu_1', name: 'http_request', input: {} },
    { type: 'input_json_delta', partial_json: '{"url":' },
    { type: 'input_json_delta', partial_json: '"https://a.test"}' },
  ),
  ...block(4, { type: 'tool_use', id: 'toolu_2', name: 'skill_list', input: {} }),
  { type: 'of_the_future', anything: [1] },
  ...block(5, { type: 'of_the_future' }, { type: 'future_delta', text: 'x' }),
  ...stopped('tool_use', 25),
];

const OPENAI = [
  chunk({ role: 'assistant', content: '' }),
  chunk({ reasoning_content: 'Let me see.' }),
  chunk({ content: 'Naïve €' }),
  chunk({ content: '😀' }),
  chunk({ tool_calls: [{ index: 0, id: 'call_1', function: { name: 'http_request', arguments: '' } }] }),
  chunk({ tool_calls: [{ index: 0, function: { arguments: '{"url":' } }] }),
  chunk({ tool_calls: [{ index: 1, id: 'call_2', function: { name: 'skill_list', arguments: '' } }] }),
  chunk({ tool_calls: [{ index: 0, function: { arguments: '"https://a.test"}' } }] }),
  chunk({}, 'tool_calls'),
  {
    choices: [],
    usage: { prompt_tokens: 20, completion_tokens: 25, prompt_tokens_details: { cached_tokens: 6 } },
  },
  '[DONE]',
];

describe.each<[string, () => AnswerReader, (object | string)[], string]>([
  ['Anthropic', () => new AnthropicAnswer(), ANTHROPIC, 'toolu'],
  ['OpenAI', () => new OpenaiAnswer(), OPENAI, 'call'],
])('an answer of %s', (_name, reader, events, prefix) => {
  it.each([1, 2, 3, 7, 50, Infinity])('is put together from pieces of %s bytes', (bytes) => {
    const { answer, pieces } = hear(reader(), events, bytes);
    expect(answer).toMatchObject({
      text: 'Naïve €😀',
      toolCalls: [
        { id: `${prefix}_1`, name: 'http_request', args: '{"url":"https://a.test"}' },
        { id: `${prefix}_2`, name: 'skill_list', args: '{}' },
      ],
      usage: { inputTokens: 14, outputTokens: 25, cacheReadInputTokens: 6 },
      stopped: 'tools',
    });
    const said = (kind: string): string =>
      pieces
        .filter((piece) => piece.kind === kind)
        .map(({ text }) => text)
        .join('');
    expect([said('thinking'), said('text')]).toEqual(['Let me see.', 'Naïve €😀']);
  });

  it('is broken wherever it is cut off', () => {
    const isWhole = (count: number): boolean => {
      try {
        hear(reader(), events.slice(0, count));
        return true;
      } catch (error) {
        expect(error).toBeInstanceOf(BrokenAnswer);
        return false;
      }
    };
    const whole = events.map((_, count) => isWhole(count));
    // OpenAI's usage and last word may be missing, for servers that send neither.
    expect(whole.lastIndexOf(false)).toBe(prefix === 'call' ? events.length - 3 : events.length - 1);
    expect(whole.indexOf(true)).toBe(prefix === 'call' ? events.length - 2 : -1);
  });

  it.each(['{"type": "content_block_del', 'null', '"text"', '[', ''])('is broken by the data %j', (data) => {
    expect(() => hear(reader(), [...events.slice(0, 3), `${data}`, ...events.slice(3)])).toThrow(
      BrokenAnswer,
    );
  });

  it('is whole or refused, whatever a stream is spoilt by', () => {
    const stream = streamOf(events);
    let seed = 7;
    const random = (below: number): number => {
      seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
      return Math.floor((seed / 2_147_483_648) * below);
    };
    const words = ['null', '{}', '[]', '-1', '1e999', '"', '\\', '\n\n', '\ud83d', 'index', '{"a":'].map(
      (word) => Buffer.from(word),
    );
    let whole = 0;
    for (let round = 0; round < 3_000; round++) {
      const at = random(stream.length);
      const spoilt = [stream.subarray(0, at), words[random(words.length)]!, stream.subarray(at + random(8))];
      const data = new EventData();
      const open = reader();
      try {
        for (const piece of spoilt) for (const event of data.read(piece)) open.take(event);
        expect(open.finish()).toEqual({
          text: expect.any(String),
          toolCalls: expect.any(Array),
          kept: prefix === 'call' ? null : expect.any(Object),
          usage: {
            inputTokens: expect.any(Number),
            outputTokens: expect.any(Number),
            cacheReadInputTokens: expect.any(Number),
          },
          stopped: expect.stringMatching(/^(end|tools|length|refusal)$/),
        });
        whole += 1;
      } catch (error) {
        if (!(error instanceof ProviderProblem)) expect(error).toBeInstanceOf(BrokenAnswer);
      }
    }
    expect(whole).toBeGreaterThan(100);
    expect(whole).toBeLessThan(2_900);
  });

  it('is broken when it has no end', () => {
    const open = reader();
    const text = 'x'.repeat(100_000);
    open.take(JSON.stringify(prefix === 'call' ? chunk({}) : block(0, { type: 'text', text: '' })[0]));
    const more = JSON.stringify(
      prefix === 'call'
        ? chunk({ content: text })
        : { type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text } },
    );
    expect(() => {
      for (let count = 0; count < 100; count++) open.take(more);
    }).toThrow('too large');
  });

  it('grows in time that grows with it', () => {
    const open = reader();
    const begun = process.cpuUsage();
    open.take(JSON.stringify(prefix === 'call' ? chunk({}) : block(0, { type: 'text', text: '' })[0]));
    const more = JSON.stringify(
      prefix === 'call'
        ? chunk({ content: 'word ' })
        : { type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: 'word ' } },
    );
    for (let count = 0; count < 400_000; count++) open.take(more);
    if (prefix === 'call') open.take('[DONE]');
    else for (const event of stopped('end_turn')) open.take(JSON.stringify(event));
    expect(open.finish().text).toHaveLength(2_000_000);
    const { user, system } = process.cpuUsage(begun);
    expect((user + system) / 1_000).toBeLessThan(10_000);
  });

  it('shows a character only when both its halves are there', () => {
    const [high, low] = ['\ud83d', '\ude00'];
    const halves =
      prefix === 'call'
        ? [chunk({ content: `a${high}` }), chunk({ content: `${low}b` }), chunk({}, 'stop'), '[DONE]']
        : [
            started(),
            ...block(0, { type: 'text', text: `a${high}` }, { type: 'text_delta', text: `${low}b` }),
            ...stopped('end_turn'),
          ];
    const { answer, pieces } = hear(reader(), halves);
    expect(pieces.map(({ text }) => text)).toEqual(['a', '😀b']);
    expect(answer.text).toBe('a😀b');
  });
});

describe('how an answer ends', () => {
  it.each([
    ['end_turn', 'end'],
    ['stop_sequence', 'end'],
    ['max_tokens', 'length'],
    ['model_context_window_exceeded', 'length'],
    ['refusal', 'refusal'],
    ['of_the_future', 'end'],
    [null, 'end'],
  ])('Anthropic: %s is %s', (reason, expected) => {
    const events = [started(), ...block(0, { type: 'text', text: 'Hm.' }), ...stopped(reason)];
    expect(hear(new AnthropicAnswer(), events).answer).toMatchObject({ text: 'Hm.', stopped: expected });
  });

  it.each([
    ['stop', 'end'],
    ['length', 'length'],
    ['content_filter', 'refusal'],
    ['of_the_future', 'end'],
  ])('OpenAI: %s is %s', (reason, expected) => {
    const events = [chunk({ content: 'Hm.' }), chunk({}, reason), '[DONE]'];
    expect(hear(new OpenaiAnswer(), events).answer).toMatchObject({ text: 'Hm.', stopped: expected });
  });

  it('OpenAI: a refusal in its own field is one, and is what is said', () => {
    const events = [
      chunk({ refusal: 'I cannot ' }),
      chunk({ refusal: 'do that.' }),
      chunk({}, 'stop'),
      '[DONE]',
    ];
    const { answer, pieces } = hear(new OpenaiAnswer(), events);
    expect(answer).toMatchObject({ text: 'I cannot do that.', stopped: 'refusal' });
    expect(pieces).toHaveLength(2);
  });

  it.each<[string, () => AnswerReader, object]>([
    [
      'Anthropic',
      () => new AnthropicAnswer(),
      { type: 'error', error: { type: 'overloaded_error', message: 'Overloaded' } },
    ],
    ['OpenAI', () => new OpenaiAnswer(), { error: { type: 'overloaded_error', message: 'Overloaded' } }],
  ])('%s: an error in the middle is a problem of the provider', (_name, reader, error) => {
    const failing = (): unknown => hear(reader(), [error]);
    expect(failing).toThrow(ProviderProblem);
    expect(failing).toThrow('Overloaded');
  });
});

describe('servers that speak like OpenAI', () => {
  const calls = (...deltas: object[]): ModelResponse['toolCalls'] =>
    hear(new OpenaiAnswer(), [...deltas.map((call) => chunk({ tool_calls: [call] })), '[DONE]']).answer
      .toolCalls;

  it('may leave out the numbers of calls, their ids, or both', () => {
    const a = { function: { name: 'a', arguments: '{}' } };
    const b = { function: { name: 'b', arguments: '{"b":1}' } };
    expect(calls({ id: 'x', ...a }, { id: 'y', ...b })).toMatchObject([
      { id: 'x' },
      { id: 'y', args: '{"b":1}' },
    ]);
    expect(calls({ index: 0, ...a }, { index: 1, ...b })).toMatchObject([{ id: 'call_1' }, { id: 'call_2' }]);
  });

  it('may number every call as the first', () => {
    const made = calls(
      { index: 0, id: 'x', function: { name: 'a', arguments: '{}' } },
      { index: 0, id: 'y', function: { name: 'b', arguments: '{' } },
      { index: 0, function: { arguments: '}' } },
    );
    expect(made).toEqual([
      { id: 'x', name: 'a', args: '{}' },
      { id: 'y', name: 'b', args: '{}' },
    ]);
  });

  it('cannot call a tool without a name, or without end', () => {
    expect(() => calls({ index: 0, id: 'x', function: { arguments: '{}' } })).toThrow(BrokenAnswer);
    const many = Array.from({ length: 1_001 }, (_, index) => ({
      index,
      id: `${index}`,
      function: { name: 'a' },
    }));
    expect(() => calls(...many)).toThrow(BrokenAnswer);
  });
});

const TOOL = { name: 'skill_list', description: 'Lists skills.', parameters: { type: 'object' } };
const ASKED: ModelRequest = {
  model: 'm',
  effort: null,
  system: 'Be kind.',
  messages: [{ role: 'user', text: 'Hi' }],
  earlier: 0,
  tools: [TOOL],
  mustAnswer: false,
  maxOutputTokens: 1_000,
};
const DIALOGUE: ModelMessage[] = [
  { role: 'user', text: 'context' },
  { role: 'user', text: 'Look', images: [{ mediaType: 'image/png', data: 'AAAA' }] },
  { role: 'assistant', text: 'Looking.', toolCalls: [{ id: 't1', name: 'skill_list', args: 'nonsense' }] },
  { role: 'tools', outcomes: [{ callId: 't1', content: 'bad', isError: true }] },
  { role: 'user', text: 'And hurry' },
  { role: 'assistant', text: '' },
  { role: 'user', text: '  ' },
];

describe('a question to Anthropic', () => {
  const body = (question: Partial<ModelRequest>): any => anthropicRequest({ ...ASKED, ...question });

  it('has neighbours of one role in one message and nothing empty', () => {
    expect(body({ messages: DIALOGUE }).messages).toEqual([
      {
        role: 'user',
        content: [
          { type: 'text', text: 'context' },
          { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'AAAA' } },
          { type: 'text', text: 'Look' },
        ],
      },
      {
        role: 'assistant',
        content: [
          { type: 'text', text: 'Looking.' },
          { type: 'tool_use', id: 't1', name: 'skill_list', input: {} },
        ],
      },
      {
        role: 'user',
        content: [
          { type: 'tool_result', tool_use_id: 't1', content: 'bad', is_error: true },
          { type: 'text', text: 'And hurry', cache_control: { type: 'ephemeral' } },
        ],
      },
    ]);
  });

  it.each([
    [null, undefined, 1_000],
    ['low', undefined, 1_000],
    ['medium', { type: 'enabled', budget_tokens: 4_096 }, 5_096],
    ['high', { type: 'enabled', budget_tokens: 16_384 }, 17_384],
    ['max', { type: 'enabled', budget_tokens: 32_768 }, 33_768],
  ])('with the effort %s thinks %j', (effort, thinking, max_tokens) => {
    const asked = body({ effort });
    expect([asked.thinking, asked.max_tokens]).toEqual([thinking, max_tokens]);
  });

  it('describes tools, and may forbid them', () => {
    const tools = [{ name: 'skill_list', description: 'Lists skills.', input_schema: { type: 'object' } }];
    expect(body({})).toMatchObject({ stream: true, tools, tool_choice: { type: 'auto' } });
    expect(body({ mustAnswer: true })).toMatchObject({ tools, tool_choice: { type: 'none' } });
    expect(body({ tools: [] })).not.toHaveProperty('tool_choice');
  });

  it('gives back what an answer kept, reasoning only while the model reasons', () => {
    const { answer } = hear(new AnthropicAnswer(), ANTHROPIC);
    const { text, toolCalls, kept } = answer;
    const messages: ModelMessage[] = [
      ...ASKED.messages,
      { role: 'assistant', text, toolCalls, kept },
      { role: 'tools', outcomes: [] },
    ];
    const blocks = [
      { type: 'thinking', thinking: 'Let me see.', signature: 'sig' },
      { type: 'redacted_thinking', data: 'opaque' },
      { type: 'text', text: 'Naïve €😀' },
      { type: 'tool_use', id: 'toolu_1', name: 'http_request', input: { url: 'https://a.test' } },
      { type: 'tool_use', id: 'toolu_2', name: 'skill_list', input: {} },
    ];
    const content = (effort: string | null): object[] =>
      body({ effort, messages }).messages[1].content.map(({ cache_control: _, ...rest }: any) => rest);
    expect(content('high')).toEqual(blocks);
    expect(content(null)).toEqual(blocks.slice(2));
  });
});

describe('a question to OpenAI', () => {
  const body = (question: Partial<ModelRequest>, isOwn = true): any =>
    openaiRequest({ ...ASKED, ...question }, isOwn);

  it('has each result of a tool as a message', () => {
    expect(body({ messages: DIALOGUE.slice(0, 5) }).messages).toEqual([
      { role: 'system', content: 'Be kind.' },
      { role: 'user', content: 'context' },
      {
        role: 'user',
        content: [
          { type: 'image_url', image_url: { url: 'data:image/png;base64,AAAA' } },
          { type: 'text', text: 'Look' },
        ],
      },
      {
        role: 'assistant',
        content: 'Looking.',
        tool_calls: [{ id: 't1', type: 'function', function: { name: 'skill_list', arguments: '{}' } }],
      },
      { role: 'tool', tool_call_id: 't1', content: 'bad' },
      { role: 'user', content: 'And hurry' },
    ]);
  });

  it('names the effort on its own host only', () => {
    expect(body({ effort: 'high' })).toMatchObject({
      reasoning_effort: 'high',
      max_completion_tokens: 1_000,
    });
    expect(body({ effort: 'high' }, false)).toMatchObject({ max_tokens: 1_000 });
    expect(body({ effort: 'high' }, false)).not.toHaveProperty('reasoning_effort');
    expect(body({})).not.toHaveProperty('reasoning_effort');
  });

  it('describes tools, may forbid them, and wants the usage', () => {
    const asked = { stream: true, stream_options: { include_usage: true }, tool_choice: 'auto' };
    expect(body({})).toMatchObject({ ...asked, tools: [{ type: 'function', function: TOOL }] });
    expect(body({ mustAnswer: true }).tool_choice).toBe('none');
    expect(body({ tools: [] })).not.toHaveProperty('tools');
  });
});
