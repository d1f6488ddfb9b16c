import { describe, expect, it } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { mergedPrices, ModelPrices, type PriceFile, priceFault } from './price-table.js';

const FILE = JSON.parse(readFileSync('config/llm-prices.json', 'utf8')) as PriceFile;
const anthropic = new ModelPrices('anthropic', 'anthropic', FILE.anthropic!.models);
const openai = new ModelPrices('openai', 'openai', FILE.openai!.models);
const usage = { input: 0, output: 0, cacheRead: 0, cacheWrite: 0, cacheWriteHour: 0 };
const all = { input: 1, output: 1, cacheRead: 1, cacheWrite: 1, cacheWriteHour: 1 };
const price = { input: 1, output: 2, cacheRead: 0.1, cacheWrite: 1.25, cacheWriteHour: 2 };

describe('what tokens cost (06 §13.4.6)', () => {
  it('is exact to the nano-cent', () => {
    expect(anthropic.rowOf('claude-sonnet-4-5').cost({ ...all, output: 3 })).toBe(
      300_000n + 3n * 1_500_000n + 30_000n + 375_000n + 600_000n,
    );
    expect(openai.rowOf('gpt-5-nano').cost({ ...usage, cacheRead: 3 })).toBe(1_500n);
    expect(openai.rowOf('gpt-4o-mini').cost({ ...usage, input: 1_000_000_000 })).toBe(15_000_000_000_000n);
  });

  it.each([
    ['claude-opus-4-20250514', 'claude-opus-4'],
    ['claude-opus-4-1', 'claude-opus-4'],
    ['claude-opus-4-5-20251101', 'claude-opus-4-5'],
    ['claude-opus-5', 'claude-opus-'],
    ['claude-3-7-sonnet-latest', 'claude-*sonnet*'],
    ['claude-3-5-haiku-20241022', 'claude-3-5-haiku'],
    ['gpt-5-mini-2025-08-07', 'gpt-5-mini'],
    ['gpt-5.1', 'gpt-5'],
  ])('of %s by the longest row that is about it', (model, row) => {
    const prices = model.startsWith('claude') ? anthropic : openai;
    expect(prices.rowOf(model).pattern).toBe(row);
  });

  it('of a model nobody knows is the highest of each kind, and says so', () => {
    const row = anthropic.rowOf('claude-next');
    expect(row.pattern).toBeNull();
    expect(row.cost(all)).toBe(1_500_000n + 7_500_000n + 150_000n + 1_875_000n + 3_000_000n);
    expect(anthropic.rowOf(null)).toBe(row);
  });
});

describe('a file of prices', () => {
  it('is laid over the shipped one by provider and model', () => {
    const more = {
      anthropic: { ...FILE.anthropic!, models: { 'claude-next': price } },
      mine: { api: 'openai', hosts: ['llm.test'], models: { '': price } },
    } as const;
    const merged = mergedPrices(FILE, more);
    expect(priceFault(merged)).toBeNull();
    const over = new ModelPrices('anthropic', 'anthropic', merged.anthropic!.models);
    expect(over.rowOf('claude-next').pattern).toBe('claude-next');
    expect(over.rowOf('claude-opus-5').pattern).toBe('claude-opus-');
    expect(new ModelPrices('mine', 'openai', merged.mine!.models).rowOf('any').pattern).toBe('');
  });

  it.each([
    ['no object', [], 'is no object'],
    ['an API nobody speaks', { x: { api: 'y', hosts: [], models: { a: price } } }, 'x.api'],
    ['no hosts', { x: { api: 'openai', models: { a: price } } }, 'x.hosts'],
    [
      'a host with its port',
      { x: { api: 'openai', hosts: ['a.test:443'], models: { a: price } } },
      'x.hosts',
    ],
    [
      'an address for a host',
      { x: { api: 'openai', hosts: ['https://a'], models: { a: price } } },
      'x.hosts',
    ],
    [
      'a host of two providers',
      {
        x: { api: 'openai', hosts: ['a.test'], models: { a: price } },
        y: { api: 'openai', hosts: ['A.test'], models: { a: price } },
      },
      'y.hosts has a.test, which is one of x',
    ],
    ['a misspelt field', { x: { api: 'openai', hosts: [], model: {}, models: { a: price } } }, 'x.model is'],
    [
      'a misspelt price',
      { x: { api: 'openai', hosts: [], models: { a: { ...price, cachedRead: 1 } } } },
      '"a"].cachedRead',
    ],
    [
      'a price nobody asks',
      { x: { api: 'openai', hosts: [], models: { a: { ...price, output: 10_001 } } } },
      '"a"].output',
    ],
    [
      'a price in words',
      { x: { api: 'openai', hosts: [], models: { a: { ...price, output: '2' } } } },
      '"a"].output',
    ],
    ['no models', { x: { api: 'openai', hosts: [], models: {} } }, 'x.models'],
    [
      'a price that is missing',
      { x: { api: 'openai', hosts: [], models: { a: { ...price, output: undefined } } } },
      '"a"].output',
    ],
    [
      'a price below zero',
      { x: { api: 'openai', hosts: [], models: { a: { ...price, input: -1 } } } },
      '"a"].input',
    ],
    [
      'a price finer than a nano-cent a token',
      { x: { api: 'openai', hosts: [], models: { a: { ...price, input: 0.000001 } } } },
      '"a"].input',
    ],
  ])('with %s is refused', (_name, file, fault) => {
    expect(priceFault(file)).toContain(fault);
  });
});
