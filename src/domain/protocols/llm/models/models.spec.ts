import { describe, expect, it } from '@jest/globals';
import { keyThatCounts, type ModelKey, isSelectable, type ProviderModels } from './model-table.js';
import { changedOverride, inForce, type ModelOverride, NO_OVERRIDE, selectionOf } from './model-override.js';

const key = (level: ModelKey['level'], provider: ModelKey['provider'], id: string): ModelKey => ({
  level,
  provider,
  id,
});

describe('the key an agent works with (02 §2.5.1)', () => {
  const IN_ORDER = [
    key('workspace', 'anthropic', 'b'),
    key('workspace', 'anthropic', 'c'),
    key('workspace', 'openai', 'a'),
    key('organization', 'anthropic', 'a'),
    key('organization', 'openai', 'b'),
    key('partner', 'anthropic', 'a'),
    key('partner', 'openai', 'a'),
  ];

  it.each(IN_ORDER.map((first, index) => [`${first.level} ${first.provider} ${first.id}`, index] as const))(
    'is %s before all that come behind',
    (_name, index) => {
      const rest = IN_ORDER.slice(index);
      expect(keyThatCounts(rest)).toBe(rest[0]);
      expect(keyThatCounts([...rest].reverse())).toBe(rest[0]);
    },
  );

  it('is none without any, and the list stays as it was', () => {
    expect(keyThatCounts([])).toBeUndefined();
    const given = [IN_ORDER[1]!, IN_ORDER[0]!];
    keyThatCounts(given);
    expect(given).toEqual([IN_ORDER[1], IN_ORDER[0]]);
  });
});

describe('what the owner chose (02 §2.3)', () => {
  const CHOSEN: ModelOverride = { model: 'm', effort: 'low', modelProvider: 'anthropic' };

  it('counts for the provider it was made for and for no other', () => {
    expect(inForce(CHOSEN, 'anthropic')).toBe(CHOSEN);
    expect(inForce(CHOSEN, 'openai')).toBe(NO_OVERRIDE);
    expect(inForce(CHOSEN, null)).toBe(NO_OVERRIDE);
    expect(inForce(NO_OVERRIDE, null)).toBe(NO_OVERRIDE);
  });

  it.each<[string, Parameters<typeof changedOverride>, ModelOverride]>([
    ['one half keeps the other', [CHOSEN, { model: 'n' }, 'anthropic'], { ...CHOSEN, model: 'n' }],
    ['the other half', [CHOSEN, { effort: 'max' }, 'anthropic'], { ...CHOSEN, effort: 'max' }],
    ['one half away', [CHOSEN, { model: null }, 'anthropic'], { ...CHOSEN, model: null }],
    ['the other half away', [CHOSEN, { effort: null }, 'anthropic'], { ...CHOSEN, effort: null }],
    ['both away leave no stamp', [CHOSEN, { model: null, effort: null }, 'anthropic'], NO_OVERRIDE],
    ['nothing', [CHOSEN, {}, 'anthropic'], CHOSEN],
    [
      'for another provider nothing is kept',
      [CHOSEN, { effort: 'max' }, 'openai'],
      { model: null, effort: 'max', modelProvider: 'openai' },
    ],
  ])('changes: %s', (_name, given, expected) => {
    expect(changedOverride(...given)).toEqual(expected);
  });

  it.each([
    [null, null, { model: 'd', effort: 'high', overridden: false }],
    ['m', null, { model: 'm', effort: 'high', overridden: true }],
    [null, 'low', { model: 'd', effort: 'low', overridden: true }],
    ['m', 'low', { model: 'm', effort: 'low', overridden: true }],
  ])('model %s and effort %s over the defaults', (model, effort, expected) => {
    const models = { defaultModel: 'd', defaultEffort: 'high' } as ProviderModels;
    expect(selectionOf(models, { model, effort, modelProvider: null })).toEqual(expected);
  });
});

describe('models that can be chosen (02 §2.5)', () => {
  const models = { prefixes: ['gpt-', 'o'], excluded: ['audio', 'embed'] } as unknown as ProviderModels;

  it.each([
    ['gpt-5', true],
    ['o3', true],
    ['GPT-5', false],
    ['my-gpt-5', false],
    ['gpt-5-audio', false],
    ['gpt-5-AUDIO-preview', false],
    ['text-embedding', false],
    ['', false],
  ])('%s: %s', (id, expected) => {
    expect(isSelectable(models, id)).toBe(expected);
  });
});
