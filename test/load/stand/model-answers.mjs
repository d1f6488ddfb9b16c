/** What a model of OpenAI's answers, whole and as a stream of 2,000 events, in the shapes of its public documentation. */
import { Buffer } from 'node:buffer';

const EVENTS = 2_000;
const HEAD = { id: 'chatcmpl-1', created: 1_760_000_000, model: 'gpt-4o-mini', system_fingerprint: 'fp_1' };
const USAGE = {
  prompt_tokens: 21,
  completion_tokens: EVENTS,
  total_tokens: EVENTS + 21,
  prompt_tokens_details: { cached_tokens: 0, audio_tokens: 0 },
};

export const MODEL_ANSWER = {
  ...HEAD,
  object: 'chat.completion',
  choices: [
    { index: 0, message: { role: 'assistant', content: 'There are four of them.' }, finish_reason: 'stop' },
  ],
  usage: USAGE,
};

const chunk = (content, usage = null) => ({
  ...HEAD,
  object: 'chat.completion.chunk',
  choices: usage ? [] : [{ index: 0, delta: { content }, logprobs: null, finish_reason: null }],
  usage,
});

export const MODEL_EVENTS = [
  ...Array.from({ length: EVENTS - 2 }, (_, at) => chunk(` word${at}`)),
  chunk('', USAGE),
].map((event) => Buffer.from(`data: ${JSON.stringify(event)}\n\n`));
MODEL_EVENTS.push(Buffer.from('data: [DONE]\n\n'));
