/** Stand-ins of the model providers: each says one sentence, at once or as a stream, to whoever brings the credential. */
export const SAID = 'Hello from behind the gateway';
export const KEYS = {
  openai: 'sk-live-openai-this-value-never-reaches-the-agent',
  anthropic: 'sk-ant-api03-this-value-never-reaches-the-agent',
  gemini: 'AIza-this-value-never-reaches-the-agent',
};

const event = (data, name) => `${name ? `event: ${name}\n` : ''}data: ${JSON.stringify(data)}\n\n`;
const named = (data) => event(data, data.type);
const CREATED = 1_760_000_000;

/** By host: which field has to carry which credential, and what each path answers. */
export const PROVIDERS = {
  'api.openai.com': {
    carried: ({ authorization }) => authorization === `Bearer ${KEYS.openai}`,
    paths: { '/v1/chat/completions': chat, '/v1/responses': responses, '/v1/models': models },
  },
  'api.anthropic.com': {
    carried: (headers) => headers['x-api-key'] === KEYS.anthropic,
    paths: { '/v1/messages': messages, '/v1/messages/count_tokens': () => ({ input_tokens: 1 }) },
  },
  'generativelanguage.googleapis.com': {
    carried: (headers) => headers['x-goog-api-key'] === KEYS.gemini,
    paths: {},
    other: gemini,
  },
};

/** `onModel(host, path)` hears of every request to a model that brought the credential. */
export function world(onModel) {
  return (request, response, { host, headers, body }) => {
    const provider = PROVIDERS[host.split(':')[0]];
    const path = request.url.split('?')[0];
    // What programs ask besides: updates, telemetry.
    if (provider === undefined) return response.writeHead(404).end('{}');
    const answer = provider.paths[path] ?? provider.other;
    if (answer === undefined) return response.writeHead(404).end('{}');
    if (!provider.carried(headers)) return response.writeHead(401).end('{}');
    onModel(host, path);
    const said = answer(parsed(body), request.url);
    const [type, text] =
      typeof said === 'string' ? ['text/event-stream', said] : ['application/json', JSON.stringify(said)];
    return response.writeHead(200, { 'content-type': type }).end(text);
  };
}

function parsed(body) {
  try {
    return JSON.parse(body.toString());
  } catch {
    return {};
  }
}

function chat({ stream, model = 'stand-in' }) {
  const usage = { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 };
  const about = { id: 'chatcmpl-1', created: CREATED, model };
  if (!stream) {
    const message = { role: 'assistant', content: SAID, refusal: null };
    return {
      ...about,
      object: 'chat.completion',
      choices: [{ index: 0, message, finish_reason: 'stop' }],
      usage,
    };
  }
  const chunk = (delta, finish_reason = null) =>
    event({ ...about, object: 'chat.completion.chunk', choices: [{ index: 0, delta, finish_reason }] });
  const last = event({ ...about, object: 'chat.completion.chunk', choices: [], usage });
  return `${chunk({ role: 'assistant', content: SAID })}${chunk({}, 'stop')}${last}data: [DONE]\n\n`;
}

function responses({ stream, model = 'stand-in' }) {
  const part = { type: 'output_text', text: SAID, annotations: [], logprobs: [] };
  const item = { id: 'msg_1', type: 'message', role: 'assistant', status: 'completed', content: [part] };
  const usage = {
    input_tokens: 1,
    input_tokens_details: { cached_tokens: 0 },
    output_tokens: 1,
    output_tokens_details: { reasoning_tokens: 0 },
    total_tokens: 2,
  };
  const empty = {
    ...{ id: 'resp_1', object: 'response', created_at: CREATED, model, status: 'in_progress', output: [] },
    ...{ error: null, incomplete_details: null, instructions: null, metadata: {}, parallel_tool_calls: true },
    ...{ temperature: 1, tool_choice: 'auto', tools: [], top_p: 1 },
  };
  const whole = { ...empty, status: 'completed', output: [item], usage };
  if (!stream) return whole;
  const at = { item_id: 'msg_1', output_index: 0, content_index: 0 };
  return [
    { type: 'response.created', response: empty },
    {
      type: 'response.output_item.added',
      output_index: 0,
      item: { ...item, status: 'in_progress', content: [] },
    },
    { type: 'response.content_part.added', ...at, part: { ...part, text: '' } },
    { type: 'response.output_text.delta', ...at, delta: SAID, logprobs: [] },
    { type: 'response.output_text.done', ...at, text: SAID, logprobs: [] },
    { type: 'response.content_part.done', ...at, part },
    { type: 'response.output_item.done', output_index: 0, item },
    { type: 'response.completed', response: whole },
  ]
    .map((each, sequence_number) => named({ ...each, sequence_number }))
    .join('');
}

function models() {
  return {
    object: 'list',
    data: [{ id: 'stand-in', object: 'model', created: CREATED, owned_by: 'nobody' }],
  };
}

function messages({ stream, model = 'stand-in' }) {
  const usage = { input_tokens: 1, output_tokens: 1 };
  const message = {
    id: 'msg_1',
    type: 'message',
    role: 'assistant',
    model,
    content: [],
    stop_reason: null,
    stop_sequence: null,
    usage,
  };
  const text = { type: 'text', text: SAID };
  if (!stream) return { ...message, content: [text], stop_reason: 'end_turn' };
  return [
    { type: 'message_start', message },
    { type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } },
    { type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: SAID } },
    { type: 'content_block_stop', index: 0 },
    { type: 'message_delta', delta: { stop_reason: 'end_turn', stop_sequence: null }, usage },
    { type: 'message_stop' },
  ]
    .map(named)
    .join('');
}

function gemini(_body, url) {
  const usageMetadata = { promptTokenCount: 1, candidatesTokenCount: 1, totalTokenCount: 2 };
  const content = { role: 'model', parts: [{ text: SAID }] };
  const whole = {
    candidates: [{ content, finishReason: 'STOP', index: 0 }],
    usageMetadata,
    modelVersion: 'stand-in',
  };
  if (url.includes(':countTokens')) return { totalTokens: 1 };
  return url.includes(':streamGenerateContent') ? event(whole) : whole;
}
