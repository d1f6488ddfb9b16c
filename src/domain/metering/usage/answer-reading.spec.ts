import { describe, expect, it } from '@jest/globals';
import { type AnswerKind, AnswerReading, type ApiName } from './answer-reading.js';
import { meteringOf } from './metered-call.js';
import { RequestReading } from './request-reading.js';

const json = (value: unknown): string => JSON.stringify(value);

function events(data: readonly unknown[], end = '\n'): string {
  return data
    .map((each) => `event: x${end}data: ${typeof each === 'string' ? each : json(each)}${end}${end}`)
    .join('');
}

function readIn(size: number, text: string, into: { read(piece: Buffer): void }): void {
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length; at += size) into.read(bytes.subarray(at, at + size));
}

/** The same whatever the pieces are. */
function resultOf(api: ApiName, kind: AnswerKind, text: string, request = '{"model":"asked"}') {
  const [first, ...others] = [1, 2, 3, 7, 64, 1_000_000].map((size) => {
    const sent = new RequestReading();
    readIn(size, request, sent);
    const answer = new AnswerReading(api, kind);
    readIn(size, text, answer);
    return answer.result(sent);
  });
  for (const other of others) expect(other).toEqual(first);
  return first;
}

const usage = (input: number, output: number, cacheRead = 0, cacheWrite = 0, cacheWriteHour = 0) => ({
  input,
  output,
  cacheRead,
  cacheWrite,
  cacheWriteHour,
});

const MESSAGE = {
  id: 'msg_1',
  type: 'message',
  role: 'assistant',
  model: 'claude-sonnet-4-5',
  content: [{ type: 'text', text: 'A "usage": {"output_tokens": 9} \\ quote' }],
  usage: {
    input_tokens: 11,
    cache_creation_input_tokens: 700,
    cache_read_input_tokens: 300,
    cache_creation: { ephemeral_5m_input_tokens: 500, ephemeral_1h_input_tokens: 200 },
    output_tokens: 42,
    service_tier: 'standard',
  },
};

const START = {
  type: 'message_start',
  message: { ...MESSAGE, content: [], usage: { ...MESSAGE.usage, output_tokens: 2 } },
};
const DELTA = {
  type: 'content_block_delta',
  index: 0,
  delta: { type: 'text_delta', text: 'Grüße \u{1f600}\n' },
};
const END = { type: 'message_delta', delta: { stop_reason: 'end_turn' }, usage: { output_tokens: 42 } };

const CHUNK = (delta: object, more: object = {}) => ({
  id: 'chatcmpl-1',
  object: 'chat.completion.chunk',
  model: 'gpt-4o-2024-08-06',
  choices: [{ index: 0, delta, finish_reason: null }],
  ...more,
});

describe('what an answer of Anthropic says it used', () => {
  it('reads a whole message: input, both kinds of cache writes, cache reads, output', () => {
    const told = { model: 'claude-sonnet-4-5', usage: usage(11, 42, 300, 500, 200), estimated: false };
    expect(resultOf('anthropic', 'json', json(MESSAGE))).toMatchObject(told);
    expect(resultOf('anthropic', 'json', JSON.stringify(MESSAGE, null, 2))).toMatchObject(told);
  });

  it('counts all of a cache write for five minutes where its parts are not told', () => {
    const { cache_creation: _, ...plain } = MESSAGE.usage;
    expect(resultOf('anthropic', 'json', json({ ...MESSAGE, usage: plain }))?.usage).toEqual(
      usage(11, 42, 300, 700),
    );
  });

  it.each([
    ['LF', '\n'],
    ['CR LF', '\r\n'],
    ['CR', '\r'],
  ])('reads events that end with %s: the input of the first, the output of the last', (_name, end) => {
    expect(resultOf('anthropic', 'events', events([START, { type: 'ping' }, DELTA, END], end))).toMatchObject(
      {
        model: 'claude-sonnet-4-5',
        usage: usage(11, 42, 300, 500, 200),
        estimated: false,
      },
    );
  });

  it('counts what was produced of a stream that broke off, and no less than what it began with', () => {
    // 13 bytes a delta.
    const broken = events([START, DELTA, DELTA, DELTA]);
    expect(resultOf('anthropic', 'events', broken)).toMatchObject({
      model: 'claude-sonnet-4-5',
      usage: usage(11, 10, 300, 500, 200),
      estimated: true,
      told: 'input',
    });
    expect(resultOf('anthropic', 'events', events([START]))?.usage.output).toBe(2);
  });

  it('goes by the latest output of several', () => {
    const later = { type: 'message_delta', usage: { output_tokens: 50, input_tokens: 12 } };
    expect(resultOf('anthropic', 'events', events([START, END, later]))?.usage).toMatchObject({
      input: 12,
      output: 50,
    });
  });
});

describe('what an answer of OpenAI says it used', () => {
  it('reads cached tokens as part of the prompt', () => {
    const answer = {
      model: 'gpt-4o-mini-2024-07-18',
      choices: [{ message: { role: 'assistant', content: 'Hi' } }],
      usage: { prompt_tokens: 100, completion_tokens: 7, prompt_tokens_details: { cached_tokens: 64 } },
    };
    expect(resultOf('openai', 'json', json(answer))).toMatchObject({
      model: 'gpt-4o-mini-2024-07-18',
      usage: usage(36, 7, 64),
      estimated: false,
    });
  });

  it('reads the chunk behind the last choice of a stream', () => {
    const last = CHUNK({}, { choices: [], usage: { prompt_tokens: 5, completion_tokens: 6 } });
    const stream = events([
      CHUNK({ role: 'assistant', content: '' }, { usage: null }),
      CHUNK({ content: 'x' }),
      last,
      '[DONE]',
    ]);
    expect(resultOf('openai', 'events', stream)).toMatchObject({
      model: 'gpt-4o-2024-08-06',
      usage: usage(5, 6),
      estimated: false,
    });
  });

  it('estimates a stream without usage from the texts of all choices, calls of tools among them', () => {
    const request = json({
      model: 'gpt-4o',
      stream: true,
      messages: [
        { role: 'system', content: 'Be brief' },
        {
          role: 'user',
          content: [
            { type: 'text', text: 'Hello' },
            { type: 'image_url', image_url: { url: 'data:AAAA' } },
          ],
        },
      ],
    });
    const tool = { tool_calls: [{ index: 0, id: 'call_1', function: { name: 'find', arguments: '{"a":' } }] };
    const stream = events([CHUNK({ content: 'four' }), CHUNK({ content: 'five5' }), CHUNK(tool), '[DONE]']);
    // 8 + 5 bytes sent, 4 + 5 + 4 + 5 produced.
    expect(resultOf('openai', 'events', stream, request)).toMatchObject({
      model: 'gpt-4o-2024-08-06',
      usage: usage(4, 5),
      estimated: true,
      told: 'nothing',
    });
  });

  it('reads Responses, whole and in events, and counts no text twice', () => {
    const response = {
      id: 'resp_1',
      model: 'gpt-5-mini',
      output: [{ type: 'message', content: [{ type: 'output_text', text: 'Hi there' }] }],
      usage: { input_tokens: 30, input_tokens_details: { cached_tokens: 10 }, output_tokens: 9 },
    };
    const told = { model: 'gpt-5-mini', usage: usage(20, 9, 10), estimated: false };
    expect(resultOf('openai', 'json', json(response))).toMatchObject(told);
    const parts = [
      { type: 'response.created', response: { ...response, output: [], usage: null } },
      { type: 'response.output_text.delta', delta: 'Hi there' },
      { type: 'response.output_text.done', text: 'Hi there' },
    ];
    expect(
      resultOf('openai', 'events', events([...parts, { type: 'response.completed', response }])),
    ).toMatchObject(told);
    expect(resultOf('openai', 'events', events(parts))).toMatchObject({
      usage: usage(0, 2),
      estimated: true,
    });
  });

  it('reads embeddings behind many numbers', () => {
    const data = Array.from({ length: 50 }, (_, index) => ({
      index,
      embedding: Array.from({ length: 300 }, () => -0.0123e-4),
    }));
    const answer = {
      object: 'list',
      data,
      model: 'text-embedding-3-small',
      usage: { prompt_tokens: 8, total_tokens: 8 },
    };
    const answered = new AnswerReading('openai', 'json');
    answered.read(Buffer.from(json(answer)));
    expect(answered.result(null)).toMatchObject({ model: 'text-embedding-3-small', usage: usage(8, 0) });
  });
});

describe('what of an answer is believed', () => {
  const told = (text: string) => resultOf('openai', 'json', text);

  it('takes keys and values however they are spelt, and the last of equal keys', () => {
    const odd =
      '{"us\\u0061ge" : {"prompt_tokens":1,"prompt_tokens":\n3 ,"completion_tokens":4e1}, "model":"gpt\\u002d5"}';
    expect(told(odd)).toMatchObject({ model: 'gpt-5', usage: usage(3, 40), estimated: false });
  });

  it('ignores what is no number of tokens, and what stands in another place', () => {
    const wrong = [
      '{"usage":{"prompt_tokens":-5,"completion_tokens":1.5}}',
      '{"usage":{"prompt_tokens":"7","completion_tokens":99999999999}}',
      '{"usage":null,"other":{"usage":{"prompt_tokens":5}},"list":[{"prompt_tokens":5}]}',
      '{"x":"\\"usage\\":{\\"prompt_tokens\\":5}"}',
      '["usage",{"prompt_tokens":5}]',
    ];
    for (const text of wrong)
      expect(told(text)).toMatchObject({ model: 'asked', usage: usage(0, 0), estimated: true });
  });

  it('goes on behind what is nested deeper than anything that is looked for', () => {
    const deep = `{"a":${'['.repeat(100_000)}"]"${']'.repeat(100_000)},"usage":{"prompt_tokens":5,"completion_tokens":6}}`;
    const answer = new AnswerReading('openai', 'json');
    answer.read(Buffer.from(deep));
    expect(answer.result(null)?.usage).toEqual(usage(5, 6));
  });

  it('survives whatever bytes arrive', () => {
    let seed = 7;
    const random = (): number => (seed = (seed * 48_271) % 2_147_483_647) / 2_147_483_647;
    const parts = [
      '{',
      '}',
      '[',
      ']',
      '"',
      ':',
      ',',
      '\\',
      'usage',
      'data: ',
      '\n',
      '\r',
      '1e9',
      '-',
      'model',
      ' ',
      'null',
      '\u{1f600}',
    ];
    for (let round = 0; round < 3_000; round += 1) {
      const text = Array.from({ length: 40 }, () => parts[Math.floor(random() * parts.length)]!).join('');
      for (const kind of ['json', 'events'] as const) {
        for (const api of ['anthropic', 'openai'] as const)
          expect(resultOf(api, kind, text)).not.toBeUndefined();
      }
    }
  });

  it('reads comments, lines without a blank, data of several lines, a byte order mark', () => {
    const lines =
      '\ufeff: hello\r\nid: 3\ndata:{"usage":{"prompt_tokens":\ndata: 5,\ndata: "completion_tokens":6}}\n\ndatum: {}\ndata\n\n';
    expect(resultOf('openai', 'events', lines)?.usage).toEqual(usage(5, 6));
  });

  const repeated = (count: number, one: (at: number) => string): string =>
    Array.from({ length: count }, (_, at) => one(at)).join('');

  it.each([
    [
      'line ends of one kind',
      () => ['\r', '\n'].map((end) => `data: {}${end}${end}`.repeat(200_000)).join(''),
    ],
    ['one event without an end', () => `data: {"choices":[{"delta":{"content":"${'x"y\\'.repeat(1_000_000)}`],
    ['a key without an end', () => `data: {"${'x'.repeat(4_000_000)}`],
    [
      'what is looked for, over and over',
      () => `data: {${'"usage":{"prompt_tokens":5},'.repeat(150_000)}\n\n`,
    ],
    ['brackets that are never closed', () => `data: ${'[{"a":'.repeat(700_000)}`],
    ['quotes far behind backslashes', () => `data: {"delta":"${`${'x'.repeat(99)}\\n`.repeat(40_000)}"}\n\n`],
    [
      'strings that do not end where earlier ones did',
      () =>
        repeated(
          400,
          (at) => `${'data: {"delta":"x"}\n\n'.repeat(20)}data: {"delta":"${'y'.repeat(10_000)}${at}\n\n`,
        ),
    ],
    [
      'events of two kinds in turn',
      () =>
        repeated(
          20_000,
          (at) =>
            `data: {"delta":"x${at}","a":${at}}\n\ndata: {"b":"${at}","delta":"${'y'.repeat(150)}"}\n\n`,
        ),
    ],
    [
      'events that always differ in another place',
      () =>
        repeated(20_000, (at) => {
          const keys = repeated(40, (key) => `"k${key}":${key === at % 40 ? at : 0},`);
          return `data: {${keys}"delta":"x"}\n\n`;
        }),
    ],
  ])('needs time and memory in proportion to what arrives: %s', (_name, made) => {
    const bytes = Buffer.from(made());
    for (const api of ['anthropic', 'openai'] as const) {
      const answer = new AnswerReading(api, 'events');
      const began = performance.now();
      for (let at = 0; at < bytes.length; at += 65_536) answer.read(bytes.subarray(at, at + 65_536));
      // Square time would be minutes.
      expect(performance.now() - began).toBeLessThan(5_000);
    }
  });
});

describe('which calls are metered (R37.2)', () => {
  it.each([
    ['anthropic', 'POST', '/v1/messages', 'estimated'],
    ['anthropic', 'POST', '/v1/messages/count_tokens', 'free'],
    ['anthropic', 'GET', '/v1/models', 'free'],
    ['openai', 'POST', '/v1/chat/completions', 'estimated'],
    ['openai', 'POST', '/backend-api/codex/responses', 'estimated'],
    ['openai', 'POST', '/v1/embeddings', 'estimated'],
    ['openai', 'POST', '/v1/responses/input_tokens', 'free'],
    ['openai', 'GET', '/v1/models', 'free'],
    ['openai', 'POST', '/v1/images/generations', 'told'],
    ['openai', 'POST', '/v1/files', 'told'],
  ] as const)('%s %s %s: %s', (api, method, path, metering) => {
    expect(meteringOf(api, method, path)).toBe(metering);
  });
});

describe('what of a request is read where its answer tells nothing', () => {
  const AROUND = json({ model: 'asked', messages: [{ role: 'user', content: '' }] }).length;

  it.each([0, 1, 4_096 - AROUND, 4_097 - AROUND, 4_200, 20_000])(
    'a text of %d bytes counts in any pieces, before and behind what is kept unread',
    (bytes) => {
      const request = json({ model: 'asked', messages: [{ role: 'user', content: 'x'.repeat(bytes) }] });
      for (const size of [1, 7, 1_000, 4_096, 100_000]) {
        const sent = new RequestReading();
        readIn(size, request, sent);
        expect([sent.model, sent.textBytes]).toEqual(['asked', bytes]);
      }
    },
  );

  it('goes on where it was asked in between, bytes above ASCII as they were', () => {
    const sent = new RequestReading();
    const bytes = Buffer.from(
      json({ model: 'ü-1', messages: [{ content: 'Grüße' }, { content: 'noch mehr' }] }),
    );
    const cut = bytes.indexOf('noch');
    sent.read(bytes.subarray(0, cut));
    expect([sent.model, sent.textBytes]).toEqual(['ü-1', 7]);
    sent.read(bytes.subarray(cut));
    expect(sent.textBytes).toBe(7 + 9);
  });
});

describe('names of models', () => {
  it('are told apart whatever was read before', () => {
    const names = ['gpt-5', 'gpt-6', 'gpt-5', 'x'.repeat(200), 'gpt-5-', 'größe', 'gpt-5'];
    const usage = { prompt_tokens: 1, completion_tokens: 1 };
    const read = names.map((model) => resultOf('openai', 'json', json({ model, usage }))!.model);
    expect(read).toEqual(names);
  });
});
