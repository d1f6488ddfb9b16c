/**
 * Answers of models in the shapes that the vendors document, made up here, and what each costs by the shipped prices, in
 * nano-cents: dollars for a million tokens times 100,000.
 */
export interface ModelAnswer {
  name: string;
  path: string;
  host: string;
  contentType: string;
  body: string;
  nanoCents: bigint;
}

const json = (value: unknown): string => JSON.stringify(value);
const EVENTS = 'text/event-stream; charset=utf-8';

export function events(data: readonly (object | string)[], end = '\n'): string {
  return data
    .map((each) => {
      const text = typeof each === 'string' ? each : json(each);
      return `event: message${end}data: ${text}${end}${end}`;
    })
    .join('');
}

const USAGE = {
  input_tokens: 1_000,
  cache_creation_input_tokens: 300,
  cache_read_input_tokens: 5_000,
  cache_creation: { ephemeral_5m_input_tokens: 100, ephemeral_1h_input_tokens: 200 },
};
const MESSAGE = { id: 'msg_1', type: 'message', role: 'assistant', model: 'claude-sonnet-4-5-20250929' };
/** 1,000 · 3 + 5,000 · 0.30 + 100 · 3.75 + 200 · 6 + 77 · 15 dollars a million. */
const MESSAGE_COST = 300_000_000n + 150_000_000n + 37_500_000n + 120_000_000n + 115_500_000n;

const MESSAGE_EVENTS = [
  { type: 'message_start', message: { ...MESSAGE, content: [], usage: { ...USAGE, output_tokens: 1 } } },
  { type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } },
  { type: 'ping' },
  ...['Hel', 'lo \u{1f600}', ' "usage": {"output_tokens": 9}'].map((text) => ({
    type: 'content_block_delta',
    index: 0,
    delta: { type: 'text_delta', text },
  })),
  { type: 'content_block_stop', index: 0 },
  { type: 'message_delta', delta: { stop_reason: 'end_turn' }, usage: { output_tokens: 77 } },
  { type: 'message_stop' },
];

const CHUNK = { id: 'chatcmpl-1', object: 'chat.completion.chunk', model: 'gpt-4o-mini-2024-07-18' };
const CHAT_USAGE = {
  prompt_tokens: 1_000,
  completion_tokens: 50,
  total_tokens: 1_050,
  prompt_tokens_details: { cached_tokens: 400 },
};
/** 600 · 0.15 + 400 · 0.075 + 50 · 0.60 dollars a million. */
const CHAT_COST = 9_000_000n + 3_000_000n + 3_000_000n;
const CHAT_EVENTS = ['Hello', ', you'].map((content, index) => ({
  ...CHUNK,
  choices: [{ index, delta: { content }, finish_reason: null }],
  usage: null,
}));

const RESPONSE = { id: 'resp_1', object: 'response', model: 'gpt-5-mini-2025-08-07' };
const RESPONSE_USAGE = { input_tokens: 100, input_tokens_details: { cached_tokens: 0 }, output_tokens: 30 };
/** 100 · 0.25 + 30 · 2 dollars a million. */
const RESPONSE_COST = 2_500_000n + 6_000_000n;

const anthropic = { host: 'api.anthropic.com', path: '/v1/messages' };
const chat = { host: 'api.openai.com', path: '/v1/chat/completions' };
const responses = { host: 'api.openai.com', path: '/v1/responses' };
const JSON_TYPE = 'application/json';

/** The text that every request of the tests sends: 13 bytes, so four tokens where nobody tells. */
export const ASKED = { model: 'asked-for', messages: [{ role: 'user', content: 'Say something' }] };

export const MODEL_ANSWERS: readonly ModelAnswer[] = [
  {
    name: 'a message',
    ...anthropic,
    contentType: JSON_TYPE,
    body: json({
      ...MESSAGE,
      content: [{ type: 'text', text: 'Hello' }],
      usage: { ...USAGE, output_tokens: 77 },
    }),
    nanoCents: MESSAGE_COST,
  },
  {
    name: 'events of a message',
    ...anthropic,
    contentType: EVENTS,
    body: events(MESSAGE_EVENTS),
    nanoCents: MESSAGE_COST,
  },
  {
    name: 'events of a message with CR LF',
    ...anthropic,
    contentType: EVENTS,
    body: events(MESSAGE_EVENTS, '\r\n'),
    nanoCents: MESSAGE_COST,
  },
  {
    name: 'a chat completion with two choices',
    ...chat,
    contentType: JSON_TYPE,
    body: json({
      ...CHUNK,
      choices: [0, 1].map((index) => ({ index, message: { role: 'assistant', content: 'Hello' } })),
      usage: CHAT_USAGE,
    }),
    nanoCents: CHAT_COST,
  },
  {
    name: 'chunks with usage in the last',
    ...chat,
    contentType: EVENTS,
    body: events([...CHAT_EVENTS, { ...CHUNK, choices: [], usage: CHAT_USAGE }, '[DONE]']),
    nanoCents: CHAT_COST,
  },
  {
    name: 'chunks without usage',
    ...chat,
    contentType: EVENTS,
    body: events([...CHAT_EVENTS, '[DONE]']),
    // 13 bytes asked, 10 answered: 4 · 0.15 + 3 · 0.60 dollars a million.
    nanoCents: 60_000n + 180_000n,
  },
  {
    name: 'a response',
    ...responses,
    contentType: JSON_TYPE,
    body: json({
      ...RESPONSE,
      output: [{ type: 'message', content: [{ text: 'Hi' }] }],
      usage: RESPONSE_USAGE,
    }),
    nanoCents: RESPONSE_COST,
  },
  {
    name: 'events of a response',
    ...responses,
    contentType: EVENTS,
    body: events([
      { type: 'response.created', response: { ...RESPONSE, usage: null } },
      { type: 'response.output_text.delta', delta: 'Hi' },
      { type: 'response.output_text.done', text: 'Hi' },
      { type: 'response.completed', response: { ...RESPONSE, usage: RESPONSE_USAGE } },
    ]),
    nanoCents: RESPONSE_COST,
  },
  {
    name: 'embeddings',
    host: 'api.openai.com',
    path: '/v1/embeddings',
    contentType: JSON_TYPE,
    body: json({
      object: 'list',
      data: [{ index: 0, embedding: Array.from({ length: 1_536 }, (_, at) => at / 7) }],
      model: 'text-embedding-3-small',
      usage: { prompt_tokens: 9, total_tokens: 9 },
    }),
    // 9 · 0.02 dollars a million.
    nanoCents: 18_000n,
  },
];
