import { describe, expect, it } from '@jest/globals';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Configuration } from '../../kernel/config/configuration.js';
import { PriceBook } from './price-book.js';

const PRICE = { input: 1, output: 2, cacheRead: 0.1, cacheWrite: 1, cacheWriteHour: 1 };

function bookWith(text: string): PriceBook {
  const llmPricesFile = join(mkdtempSync(join(tmpdir(), 'prices-')), 'prices.json');
  writeFileSync(llmPricesFile, text);
  return new PriceBook({ llmPricesFile } as Configuration);
}

describe('the file of prices of an operator (R37.3)', () => {
  it('adds providers, whose subdomains count as well, and leaves the others', () => {
    const mine = { api: 'openai', hosts: ['LLM.test'], models: { '': PRICE } };
    const book = bookWith(JSON.stringify({ mine }));
    expect(book.ofHost('eu.llm.test')?.rowOf(null).provider).toBe('mine');
    expect(book.ofHost('api.anthropic.com')?.rowOf(null).provider).toBe('anthropic');
    expect(book.ofHost('notllm.test')).toBeNull();
  });

  it.each([
    ['no JSON', 'prices'],
    ['nothing', 'null'],
    ['a list', '[]'],
    ['a text', '"openai"'],
    ['a provider that is nothing', '{"mine":null}'],
    ['models that are a list', '{"openai":{"models":[1]}}'],
    ['a row without prices', '{"openai":{"models":{"gpt-9":{}}}}'],
    ['a price below zero', JSON.stringify({ openai: { models: { 'gpt-9': { ...PRICE, input: -1 } } } })],
    [
      'a host of another provider',
      JSON.stringify({ mine: { api: 'openai', hosts: ['openai.com'], models: { '': PRICE } } }),
    ],
  ])('with %s ends the boot, and names the setting (R68)', (_name, text) => {
    expect(() => bookWith(text)).toThrow(/LLM_PRICES_FILE must name a file with prices of models: \S/);
  });

  it('that is not there ends the boot as well', () => {
    const nowhere = { llmPricesFile: join(tmpdir(), 'no', 'prices.json') } as Configuration;
    expect(() => new PriceBook(nowhere)).toThrow(
      /LLM_PRICES_FILE must name a file with prices of models: ENOENT$/,
    );
  });
});
