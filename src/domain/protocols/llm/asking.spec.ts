/** Where a model is asked, what a refusal means, and what is left out of a question that is too long. */
import { describe, expect, it } from '@jest/globals';
import type { ModelMessage, ModelRequest } from './messages/model-messages.js';
import { judged, type JudgedProblem } from './answers/judged-problem.js';
import {
  addressOf,
  isOwnHost,
  isUsable,
  type KeyAddress,
  type ModelSettings,
} from './models/model-target.js';
import { ProviderProblem } from './answers/provider-problem.js';
import { shorterRequest } from './messages/shorter-request.js';

const key = (provider: KeyAddress['provider'], hostPattern: string, isOAuth = false): KeyAddress => ({
  provider,
  hostPattern,
  isOAuth,
});
const CLAUDE = key('anthropic', 'api.anthropic.com');
const GPT = key('openai', 'api.openai.com');
const settings = (
  given: Partial<ModelSettings['baseUrls']> = {},
  ...keylessHosts: string[]
): ModelSettings => ({
  baseUrls: { anthropic: null, openai: null, ...given },
  keylessHosts,
});

describe('where a model is asked (04 §11.1)', () => {
  it.each<[string, KeyAddress | null, ModelSettings, object | null]>([
    [
      'at Anthropic',
      CLAUDE,
      settings(),
      { url: 'https://api.anthropic.com/v1/messages', isOperators: false, isOwn: true, credential: 'key' },
    ],
    [
      'with a subscription of Anthropic as bearer',
      key('anthropic', 'api.anthropic.com', true),
      settings(),
      { url: 'https://api.anthropic.com/v1/messages', credential: 'bearer' },
    ],
    [
      'at OpenAI',
      GPT,
      settings(),
      { url: 'https://api.openai.com/v1/chat/completions', isOwn: true, credential: 'key' },
    ],
    [
      'at the host of the key',
      key('anthropic', 'llm.corp.test'),
      settings(),
      { url: 'https://llm.corp.test/v1/messages', isOperators: false, isOwn: false },
    ],
    [
      'at the host of the key, with the version of OpenAI',
      key('openai', 'llm.corp.test'),
      settings(),
      { url: 'https://llm.corp.test/v1/chat/completions', isOwn: false },
    ],
    [
      'at the provider where the key has a pattern',
      key('anthropic', '*.corp.test'),
      settings(),
      { url: 'https://api.anthropic.com/v1/messages', isOwn: true },
    ],
    [
      'where the operator says, whatever the key says',
      key('anthropic', 'llm.corp.test'),
      settings({ anthropic: 'http://10.0.0.7:8080/proxy' }),
      { url: 'http://10.0.0.7:8080/proxy/v1/messages', isOperators: true, isOwn: false, credential: 'key' },
    ],
    [
      'where the operator says, for the other provider only',
      CLAUDE,
      settings({ openai: 'http://127.0.0.1:11434/v1' }),
      { provider: 'anthropic', url: 'https://api.anthropic.com/v1/messages', isOperators: false },
    ],
    [
      'without a key at a host that needs none',
      null,
      settings({ openai: 'http://127.0.0.1:11434/v1' }, '127.0.0.1:11434'),
      {
        provider: 'openai',
        url: 'http://127.0.0.1:11434/v1/chat/completions',
        credential: 'none',
        isOperators: true,
      },
    ],
    [
      'without a placeholder there, though there is a key',
      GPT,
      settings({ openai: 'http://ollama/v1' }, 'ollama'),
      { url: 'http://ollama/v1/chat/completions', credential: 'none' },
    ],
    ['at a port of its own only', null, settings({ openai: 'http://ollama:1/v1' }, 'ollama:2'), null],
    [
      'at the port of the scheme',
      null,
      settings({ openai: 'https://ollama/v1' }, 'ollama:443'),
      { credential: 'none' },
    ],
    ['nowhere without a key', null, settings({ openai: 'http://127.0.0.1:11434/v1' }), null],
    ['nowhere without anything', null, settings(), null],
  ])('%s', (_name, given, operator, expected) => {
    const address = addressOf(given, operator);
    if (expected === null) expect(address).toBeNull();
    else expect(address).toMatchObject(expected);
  });

  it("is not with OpenAI's subscriptions", () => {
    expect([CLAUDE, GPT, { ...CLAUDE, isOAuth: true }, { ...GPT, isOAuth: true }].map(isUsable)).toEqual([
      true,
      true,
      true,
      false,
    ]);
  });

  it("is the provider's own host by name, not by how it begins", () => {
    const own = (url: string): boolean => isOwnHost({ provider: 'openai', url });
    expect([own('https://api.openai.com/v1'), own('https://api.openai.com.evil.test/v1')]).toEqual([
      true,
      false,
    ]);
  });
});

const anthropic = (type: string, message: string): string =>
  JSON.stringify({ type: 'error', error: { type, message } });
const openai = (message: string, more: object = {}): string =>
  JSON.stringify({ error: { message, type: 'invalid_request_error', param: null, code: null, ...more } });
const gateway = (error: string): string => JSON.stringify({ error, message: 'What a person has to do.' });

describe('what a refusal means (04 §11.6)', () => {
  it.each<[number | null, string, Partial<JudgedProblem>]>([
    [
      401,
      anthropic('authentication_error', 'bad key sk-1'),
      { outcome: 'provider-refused', isPassing: false },
    ],
    [402, 'Pay.', { outcome: 'provider-refused', isPassing: false }],
    [403, anthropic('permission_error', 'no'), { outcome: 'provider-refused', isPassing: false }],
    [429, anthropic('rate_limit_error', 'slow'), { outcome: 'provider-refused', isPassing: true }],
    [429, openai('quota', { code: 'insufficient_quota' }), { outcome: 'provider-refused', isPassing: false }],
    [529, anthropic('overloaded_error', 'Overloaded'), { outcome: 'provider-refused', isPassing: true }],
    [null, anthropic('overloaded_error', 'Overloaded'), { outcome: 'provider-refused', isPassing: true }],
    [400, anthropic('billing_error', 'no credit'), { outcome: 'provider-refused', isPassing: false }],
    [500, anthropic('api_error', 'oops'), { outcome: 'failed', isPassing: true, message: 'oops' }],
    [null, anthropic('api_error', 'oops'), { outcome: 'failed', isPassing: true }],
    [502, '<html>', { outcome: 'failed', isPassing: true }],
    [
      400,
      anthropic('invalid_request_error', 'bad'),
      { outcome: 'failed', isPassing: false, message: 'bad', about: null },
    ],
    [302, '', { outcome: 'failed', isPassing: false }],
    [
      400,
      anthropic('invalid_request_error', 'prompt is too long: 9 tokens > 8 maximum'),
      { about: 'length' },
    ],
    [400, openai('x', { code: 'context_length_exceeded' }), { about: 'length' }],
    [400, openai("This model's maximum context length is 8 tokens"), { about: 'length' }],
    [413, anthropic('request_too_large', 'Request too large'), { about: 'length' }],
    [400, anthropic('invalid_request_error', 'thinking.budget_tokens: too high'), { about: 'effort' }],
    [400, openai('Unsupported', { param: 'reasoning_effort' }), { about: 'effort' }],
    [404, anthropic('not_found_error', 'model: claude-x'), { about: 'model', outcome: 'failed' }],
    [404, openai('The model `x` does not exist', { code: 'model_not_found' }), { about: 'model' }],
    [400, openai('The model x is not supported'), { about: 'model' }],
    [404, '{"error":"model \\"x\\" not found"}', { about: 'model', message: 'model "x" not found' }],
    [
      403,
      gateway('blocked_by_policy'),
      { outcome: 'failed', message: 'What a person has to do.', isPassing: false },
    ],
    [429, gateway('rate_limited'), { outcome: 'failed', isPassing: false }],
    [429, gateway('budget_exceeded'), { outcome: 'failed', isPassing: false }],
    [403, gateway('manual_approval_denied'), { outcome: 'failed' }],
    [403, gateway('access_restricted'), { outcome: 'failed' }],
    [401, gateway('credential_not_found'), { outcome: 'no-key' }],
    [401, gateway('app_not_connected'), { outcome: 'no-key' }],
    [
      502,
      gateway('bad_gateway'),
      { outcome: 'failed', isPassing: true, message: 'What a person has to do.' },
    ],
    [503, gateway('gateway_restarting'), { outcome: 'failed', isPassing: true }],
    [401, '{"error":"Unauthorized","message":"No key."}', { outcome: 'provider-refused' }],
  ])('%s %s', (status, body, expected) => {
    expect(judged(ProviderProblem.of(status, body))).toMatchObject(expected);
  });

  it('repeats nothing of what an answer about a key says, and little of any other', () => {
    const { message } = judged(ProviderProblem.of(401, anthropic('authentication_error', 'bad key sk-1')));
    expect(message).toBe('The provider answered 401: authentication_error.');
    expect(judged(ProviderProblem.of(400, openai('x'.repeat(9_000)))).message).toHaveLength(2_000);
  });
});

describe('a question that is too long (04 §11.6)', () => {
  const said = (role: 'user' | 'assistant', text: string): ModelMessage => ({ role, text });
  const question = (messages: ModelMessage[], earlier: number): ModelRequest => ({
    model: 'm',
    effort: null,
    system: '',
    messages,
    earlier,
    tools: [],
    mustAnswer: false,
    maxOutputTokens: 1,
  });

  it('loses the older half of what was said before, and nothing of the turn', () => {
    const now = said('user', 'y'.repeat(1_000));
    const history = [1, 2, 3, 4].flatMap((turn) => [
      said('user', `u${turn}`.repeat(50)),
      said('assistant', `a${turn}`.repeat(50)),
    ]);
    expect(shorterRequest(question([...history, now], 8))).toMatchObject({
      messages: [...history.slice(4), now],
      earlier: 4,
    });
  });

  it('begins with what a person said', () => {
    const history = [
      said('user', 'aa'),
      said('assistant', 'b'),
      said('user', 'c'),
      said('assistant', 'dddd'),
    ];
    const now = said('user', 'now');
    const shorter = shorterRequest(question([...history, now], 4))!;
    expect(shorter.messages).toEqual([now]);
    expect(shorter.earlier).toBe(0);
    expect(shorterRequest(shorter)).toBeNull();
  });
});
