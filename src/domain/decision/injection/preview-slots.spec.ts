import { describe, expect, it } from '@jest/globals';
import { previewSlots } from './preview-slots.js';
import type { InjectableSecret, Slot } from './request-edits/model.js';
import { slotsOf } from './plan.js';

const secret = (fields: Partial<InjectableSecret>): InjectableSecret => ({
  type: 'generic',
  metadata: null,
  injectionConfig: null,
  ...fields,
});
const OAUTH = { authMode: 'oauth' } as const;
const BEARER = ['Authorization', 'Bearer own'];
const ANTHROPIC = secret({ type: 'anthropic' });
const SUBSCRIPTION = secret({ type: 'anthropic', metadata: OAUTH });
const OPENAI = secret({ type: 'openai' });
const TOKENS = secret({ type: 'openai', metadata: OAUTH });
const TOKENS_OF = secret({ type: 'openai', metadata: { ...OAUTH, accountId: 'a' } });
const PATH = secret({ injectionConfig: { pathTemplate: '/bot{value}' } });

describe('where a credential would be written (02 §8.6)', () => {
  it.each<[string, InjectableSecret, string[], string, Slot[]]>([
    ['a header', secret({ injectionConfig: { headerName: 'X-Key' } }), [], '/', ['header:x-key']],
    ['a parameter', secret({ injectionConfig: { paramName: 'key' } }), [], '/', ['query:key']],
    ['a path that fits', PATH, [], '/botX/send', ['path']],
    ['no path that does not fit', PATH, [], '/send', []],
    ['an Anthropic key, not the header it removes', ANTHROPIC, BEARER, '/', ['header:x-api-key']],
    ['a subscription where the agent sent a bearer', SUBSCRIPTION, BEARER, '/', ['header:authorization']],
    ['no subscription where it sent none', SUBSCRIPTION, [], '/', []],
    ['an OpenAI key', OPENAI, [], '/', ['header:authorization']],
    ['OpenAI tokens', TOKENS, [], '/', ['header:authorization']],
    [
      'OpenAI tokens of an account',
      TOKENS_OF,
      [],
      '/',
      ['header:authorization', 'header:chatgpt-account-id'],
    ],
    ['nothing without an injection', secret({}), [], '/', []],
  ])('is %s', (_name, given, headers, target, slots) => {
    expect(previewSlots({ headers: [...headers], target }, given, slotsOf(given))).toEqual(slots);
  });

  it('is only what it won', () => {
    expect(previewSlots({ headers: [], target: '/' }, TOKENS_OF, ['header:chatgpt-account-id'])).toEqual([
      'header:chatgpt-account-id',
    ]);
    expect(previewSlots({ headers: [], target: '/' }, OPENAI, [])).toEqual([]);
  });

  it('leaves the request as the injection would', () => {
    const request = { headers: [...BEARER], target: '/' };
    previewSlots(request, ANTHROPIC, slotsOf(ANTHROPIC));
    expect(request.headers).toEqual(['x-api-key', 'x']);
  });
});
