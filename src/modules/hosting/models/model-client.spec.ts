/** One question and its answer, over real sockets with stand-ins of both providers. */
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { Logger } from '@nestjs/common';
import { request } from 'undici';
import { calls, type ModelPlay, overloaded, says } from '../../../../test/harness/upstreams/model-plays.js';
import { StandInModels } from '../../../../test/harness/upstreams/model-providers.js';
import { startUpstream, type Upstream } from '../../../../test/harness/upstreams/upstream.js';
import type { ModelPiece, ModelRequest } from '../../../domain/protocols/llm/messages/model-messages.js';
import type { ModelTarget } from '../../../domain/protocols/llm/models/model-target.js';
import type { ModelProvider } from '../../../domain/protocols/llm/models/model-table.js';
import type { Configuration } from '../../../kernel/config/configuration.js';
import { ModelClient, type ModelReply } from './model-client.js';
import { GatewayUnreachable, type ModelSend } from './model-send.js';
import { retryAfterMs } from './model-call.js';

let upstream: Upstream;
let models: StandInModels;
const client = clientWith(30);

Logger.overrideLogger(false);

beforeAll(async () => {
  upstream = await startUpstream();
  models = new StandInModels(upstream);
});
afterAll(() => upstream.close());
beforeEach(() => models.forget());

function clientWith(seconds: number): ModelClient {
  return new ModelClient({ embeddedModelTimeoutSeconds: seconds } as Configuration);
}

const ENDPOINTS = { anthropic: '/v1/messages', openai: '/v1/chat/completions' };

function targetOf(provider: ModelProvider, more: Partial<ModelTarget> = {}): ModelTarget {
  return {
    provider,
    url: `http://127.0.0.1:${upstream.port}${ENDPOINTS[provider]}`,
    isOperators: true,
    credential: 'key',
    model: 'chosen',
    effort: null,
    defaultModel: 'fallback',
    ...more,
  };
}

const QUESTION: ModelRequest = {
  model: 'chosen',
  effort: null,
  system: 'Be kind.',
  messages: [{ role: 'user', text: 'Hi' }],
  earlier: 0,
  tools: [{ name: 'look', description: 'Looks.', parameters: { type: 'object' } }],
  mustAnswer: false,
  maxOutputTokens: 100,
};

const send: ModelSend = async ({ method, url, headers, body, signal }) => {
  const response = await request(url, { method, headers, body, signal });
  const { statusCode: status, body: answer } = response;
  answer.on('error', () => undefined);
  return { status, headers: response.headers as Record<string, string>, body: answer };
};

interface Asking {
  question?: Partial<ModelRequest>;
  target?: Partial<ModelTarget>;
  signal?: AbortSignal;
  send?: ModelSend;
  by?: ModelClient;
}

async function ask(
  provider: ModelProvider,
  { question, target, signal = new AbortController().signal, send: way = send, by = client }: Asking = {},
): Promise<ModelReply & { pieces: ModelPiece[] }> {
  const pieces: ModelPiece[] = [];
  const onPiece = (piece: ModelPiece): void => void pieces.push(piece);
  const asked = { ...QUESTION, ...question };
  const reply = await by.ask(asked, targetOf(provider, target), { send: way, signal, onPiece });
  return { ...reply, pieces };
}

const PROVIDERS: ModelProvider[] = ['anthropic', 'openai'];
const USAGE = { inputTokens: { anthropic: 13, openai: 11 }, outputTokens: 7, cacheReadInputTokens: 3 };
const fails = (status: number, type: string, message: string, headers = {}): ModelPlay => ({
  kind: 'fails',
  status,
  type,
  message,
  headers,
});

describe.each(PROVIDERS)('a question to %s', (provider) => {
  it.each([0, 1, 5])('is answered as it is spoken, in pieces of %s bytes', async (bytes) => {
    models.pieceBytes = bytes;
    models.plays({ kind: 'says', pieces: ['Naïve ', '€', '😀'], thinking: ['Hm', '…'] });
    const { answer, pieces, notices } = await ask(provider);
    expect(answer).toMatchObject({
      text: 'Naïve €😀',
      toolCalls: [],
      stopped: 'end',
      usage: { ...USAGE, inputTokens: USAGE.inputTokens[provider] },
    });
    expect(pieces.map(({ kind, text }) => [kind, text])).toEqual([
      ['thinking', 'Hm'],
      ['thinking', '…'],
      ['text', 'Naïve '],
      ['text', '€'],
      ['text', '😀'],
    ]);
    expect(notices).toEqual([]);
  });

  it('is sent with a placeholder where the credential goes', async () => {
    await ask(provider);
    await ask(provider, { target: { credential: 'none' } });
    const fields = models.asked.map(({ seen: { headers } }) => [headers['x-api-key'], headers.authorization]);
    expect(fields).toEqual([
      provider === 'anthropic' ? ['placeholder', undefined] : [undefined, 'Bearer placeholder'],
      [undefined, undefined],
    ]);
  });

  it('is answered with calls of tools', async () => {
    models.plays({
      kind: 'calls',
      text: 'Looking.',
      calls: [
        { name: 'look', args: { at: 'x' } },
        { name: 'look', args: '{' },
      ],
    });
    const { answer } = await ask(provider);
    expect(answer.stopped).toBe('tools');
    expect(answer.toolCalls.map(({ args }) => args)).toEqual(['{"at":"x"}', '{']);
    const messages: ModelRequest['messages'] = [
      ...QUESTION.messages,
      { role: 'assistant', ...answer },
      {
        role: 'tools',
        outcomes: answer.toolCalls.map(({ id }, at) => ({ callId: id, content: `r${at}`, isError: at > 0 })),
      },
    ];
    models.plays(says('Seen.'));
    expect((await ask(provider, { question: { messages } })).answer.text).toBe('Seen.');
    expect(models.asked[1]).toMatchObject({ message: 'Hi', results: ['r0', 'r1'] });
  });

  it('is not answered with calls where an answer has to come', async () => {
    models.plays(calls({ name: 'look', args: {} }), says('Done.'));
    const { answer } = await ask(provider, { question: { mustAnswer: true } });
    expect(answer).toMatchObject({ text: 'Done.', toolCalls: [] });
    expect(models.asked).toHaveLength(2);
  });

  it('may be declined', async () => {
    models.plays({ kind: 'refuses', text: 'I will not.' });
    expect((await ask(provider)).answer).toMatchObject({ text: 'I will not.', stopped: 'refusal' });
  });

  it('is asked once more when nothing was answered, and both are paid', async () => {
    models.plays(says(), says('Now.'));
    const { answer } = await ask(provider);
    expect([answer.text, answer.usage.outputTokens]).toEqual(['Now.', 14]);
    models.plays(says(), says(), says('Too late.'));
    expect((await ask(provider)).answer.text).toBe('');
    models.forget();
    models.plays({ kind: 'says', pieces: [], stop: 'length' });
    expect((await ask(provider)).answer.stopped).toBe('length');
    expect(models.asked).toHaveLength(1);
  });

  it('is asked again while the provider is overloaded', async () => {
    models.plays(
      overloaded(),
      fails(429, 'rate_limit_error', 'slow', { 'retry-after': '0' }),
      says('At last.'),
    );
    expect((await ask(provider)).answer.text).toBe('At last.');
  });

  it('fails with the provider when it stays overloaded', async () => {
    models.otherwise = fails(529, 'overloaded_error', 'Overloaded', { 'retry-after': '0' });
    await expect(ask(provider)).rejects.toMatchObject({ outcome: 'provider-refused' });
    expect(models.asked).toHaveLength(3);
  });

  it.each([
    ['waits for no more than half a minute', fails(429, 'rate_limit_error', 'slow', { 'retry-after': '31' })],
    [
      'does not repeat what the provider says not to',
      fails(500, 'api_error', 'oops', { 'x-should-retry': 'false' }),
    ],
    ['does not repeat a wrong key', fails(401, 'authentication_error', 'bad')],
    ['does not repeat a wrong question', fails(400, 'invalid_request_error', 'bad')],
  ])('%s', async (_name, play) => {
    models.otherwise = play;
    await expect(ask(provider)).rejects.toMatchObject({ name: 'ModelFailure' });
    expect(models.asked).toHaveLength(1);
  });

  it.each<[string, ModelPlay]>([
    ['babbles', { kind: 'babbles', pieces: [] }],
    ['hangs up', { kind: 'hangs-up', pieces: [] }],
    ['breaks down', { kind: 'breaks-down', pieces: [], type: 'api_error', message: 'oops' }],
    ['is out of order', fails(500, 'api_error', 'oops')],
  ])('is asked again when the provider %s before anything is shown', async (_name, play) => {
    models.plays(play, says('Fine.'));
    const { answer, pieces } = await ask(provider);
    expect([answer.text, pieces.length]).toEqual(['Fine.', 1]);
  });

  it.each<[string, ModelPlay, string]>([
    ['babbles', { kind: 'babbles', pieces: ['Half'] }, 'failed'],
    ['hangs up', { kind: 'hangs-up', pieces: ['Half'] }, 'failed'],
    [
      'breaks down',
      { kind: 'breaks-down', pieces: ['Half'], type: 'overloaded_error', message: 'x' },
      'provider-refused',
    ],
  ])('is not asked again when the provider %s after something was shown', async (_name, play, outcome) => {
    models.plays(play, says('Another.'));
    await expect(ask(provider)).rejects.toMatchObject({ outcome });
    expect(models.asked).toHaveLength(1);
  });

  it('loses half of what was said before when it is too long, once', async () => {
    const long = fails(400, 'invalid_request_error', 'prompt is too long: 300000 tokens > 200000 maximum');
    const said = ['1', '2', '3', '4'].flatMap((text) => [
      { role: 'user' as const, text },
      { role: 'assistant' as const, text },
    ]);
    const question = { messages: [...said, { role: 'user' as const, text: 'Hi' }], earlier: 8 };
    models.plays(long, says('Short.'));
    const { asked } = await ask(provider, { question });
    expect([asked.messages.length, asked.earlier]).toEqual([5, 4]);
    models.forget();
    models.otherwise = long;
    await expect(ask(provider, { question })).rejects.toMatchObject({
      outcome: 'failed',
      message: expect.stringContaining('prompt is too long'),
    });
    expect(models.asked).toHaveLength(2);
  });

  it('is asked of the default model when the chosen one is not known, and says so', async () => {
    const unknown = fails(404, 'not_found_error', 'model: chosen');
    models.plays(unknown, says('Me instead.'));
    const { asked, notices } = await ask(provider);
    expect([asked.model, notices]).toEqual(['fallback', [expect.stringContaining('fallback')]]);
    expect(models.asked.map(({ body }) => body.model)).toEqual(['chosen', 'fallback']);
    models.otherwise = unknown;
    await expect(ask(provider, { target: { defaultModel: null } })).rejects.toMatchObject({
      outcome: 'failed',
    });
    await expect(ask(provider)).rejects.toMatchObject({ outcome: 'failed' });
    expect(models.asked).toHaveLength(5);
  });

  it('is abandoned with the turn, at once', async () => {
    const turn = new AbortController();
    models.plays({ kind: 'stalls', pieces: ['Well'] });
    const onPiece = (): void => turn.abort(new Error('stopped'));
    const way = { send, signal: turn.signal, onPiece };
    await expect(client.ask(QUESTION, targetOf(provider), way)).rejects.toThrow('stopped');
    while (models.abandoned === 0) await pause(5);
    await expect(client.ask(QUESTION, targetOf(provider), way)).rejects.toThrow('stopped');
    expect(models.asked).toHaveLength(1);
  });

  it('does not wait for a stream that goes on after its end', async () => {
    const end = models.plays((asked) => says(`To ${asked.message}`));
    const held: ModelSend = async (sent) => {
      const { status, headers, body } = await send(sent);
      async function* endless(): AsyncGenerator<Uint8Array> {
        yield* body;
        await new Promise((_resolve, reject) =>
          sent.signal.addEventListener('abort', () => reject(new Error('over'))),
        );
      }
      return { status, headers, body: endless() };
    };
    expect((await ask(provider, { send: held })).answer.text).toBe('To Hi');
    expect(end.asked).toHaveLength(1);
  });
});

describe('a question', () => {
  it('fails when the answer takes longer than it may', async () => {
    models.otherwise = { kind: 'stalls', pieces: ['Well'] };
    await expect(ask('anthropic', { by: clientWith(1) })).rejects.toMatchObject({
      outcome: 'failed',
      message: expect.stringContaining('too long'),
    });
    expect(models.asked).toHaveLength(1);
  });

  it('has all its time while somebody decides whether it may go out', async () => {
    models.plays(says('Allowed.'));
    const held: ModelSend = async (sent) => {
      const resume = sent.pauseClock();
      await pause(1_500, undefined, { signal: sent.signal });
      resume();
      return send(sent);
    };
    expect((await ask('openai', { by: clientWith(1), send: held })).answer.text).toBe('Allowed.');
  });

  it('is refused by as much of an answer as is needed to know why', async () => {
    let sent = 0;
    async function* endless(): AsyncGenerator<Uint8Array> {
      for (;;) {
        sent += 1;
        yield Buffer.alloc(10_000, 0x61);
      }
    }
    const refusing: ModelSend = () => Promise.resolve({ status: 400, headers: {}, body: endless() });
    await expect(ask('openai', { send: refusing })).rejects.toMatchObject({
      outcome: 'failed',
      message: 'The provider answered with status 400.',
    });
    expect(sent).toBeLessThan(10);
  });

  it('fails as unsent when the gateway is not there', async () => {
    const gone: ModelSend = () => Promise.reject(new GatewayUnreachable('ECONNREFUSED'));
    await expect(ask('openai', { send: gone })).rejects.toMatchObject({ outcome: 'gateway-unreachable' });
  });

  it.each([
    ['anthropic', 'thinking.budget_tokens: not supported'],
    ['openai', "Unsupported parameter: 'reasoning_effort'"],
  ] as const)('to %s is asked without the effort that it refuses, and says so', async (provider, message) => {
    models.plays(fails(400, 'invalid_request_error', message), says('Fine.'));
    const { asked, notices } = await ask(provider, { question: { effort: 'high' } });
    expect([asked.effort, notices]).toEqual([null, [expect.stringContaining('"high"')]]);
    expect(models.asked[1]!.body).not.toHaveProperty(provider === 'openai' ? 'reasoning_effort' : 'thinking');
  });

  it('to Anthropic with a subscription is sent as bearer', async () => {
    await ask('anthropic', { target: { credential: 'bearer' } });
    const { headers } = models.asked[0]!.seen;
    expect([headers.authorization, headers['x-api-key']]).toEqual(['Bearer placeholder', undefined]);
  });
});

describe('how long a provider wants to be left alone', () => {
  const now = Date.parse('2026-07-01T00:00:00Z');

  it.each([
    ['7', 7_000],
    ['0.5', 500],
    ['Wed, 01 Jul 2026 00:00:09 GMT', 9_000],
    ['Tue, 30 Jun 2026 00:00:00 GMT', 0],
    ['soon', null],
    ['', null],
    ['1e9', null],
  ])('%j is %s ms', (value, expected) => {
    expect(retryAfterMs({ 'retry-after': value }, now)).toBe(expected);
  });
});
