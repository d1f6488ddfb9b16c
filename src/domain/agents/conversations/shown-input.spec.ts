import { describe, expect, it } from '@jest/globals';
import { shownInput } from './shown-input.js';

const sizeOf = (value: unknown): number => JSON.stringify(value).length;

describe('what is shown of the arguments of a tool', () => {
  it.each<[unknown, unknown]>([
    [
      { api_key: 'abc', q: 'x' },
      { api_key: '[redacted]', q: 'x' },
    ],
    [{ 'X-Api-Key': ['abc'] }, { 'X-Api-Key': '[redacted]' }],
    [{ cookies: { session: 'a' } }, { cookies: '[redacted]' }],
    [
      { max_tokens: 5, hasSecret: true, token: null },
      { max_tokens: 5, hasSecret: true, token: null },
    ],
    [{ body: '{"Authorization":"Bearer abcdefghijkl"}' }, { body: '{"Authorization":"Bearer [redacted]"}' }],
    [
      [`ghp_${'a'.repeat(36)}`, 7],
      ['[redacted]', 7],
    ],
    [`sk-ant-api03-${'a'.repeat(40)}`, '[redacted]'],
    [{ [`sk-${'a'.repeat(40)}`]: 1 }, { '[redacted]': 1 }],
    [
      { key: 'deploy-notes', content: 'plain' },
      { key: 'deploy-notes', content: 'plain' },
    ],
  ])('of %j is %j', (input, shown) => {
    expect(shownInput(input)).toEqual(shown);
  });

  it('is no longer than it may be, whatever it is', () => {
    let deep: unknown = 'x';
    for (let level = 0; level < 500; level++) deep = [deep];
    const quotes = '"'.repeat(50_000);
    const wide = Array.from({ length: 5_000 }, () => '"'.repeat(10));
    for (const input of [quotes, { a: quotes, b: quotes }, wide, deep, [wide], { [quotes]: 1 }])
      expect(sizeOf(shownInput(input))).toBeLessThanOrEqual(4_096);
  });

  it('keeps its shape while shorter texts make it fit', () => {
    const shown = shownInput({ url: 'https://a.example', body: { text: 'é'.repeat(9_000) } }) as any;
    expect(shown.url).toBe('https://a.example');
    expect(shown.body.text).toMatch(/^é+…$/);
  });

  it('is all of it as long as that fits', () => {
    const fits = 'x'.repeat(4_094);
    expect(shownInput(fits)).toBe(fits);
    expect(shownInput(`${fits}x`)).toBe(`${'x'.repeat(1_999)}…`);
  });

  it('keeps texts that are as short as the others are made', () => {
    expect(shownInput(['a'.repeat(2_000), 'b'.repeat(2_100)])).toEqual([
      'a'.repeat(2_000),
      `${'b'.repeat(1_999)}…`,
    ]);
  });

  it.each<[string, (inner: unknown) => unknown]>([
    ['lists', (inner) => [inner]],
    ['objects', (inner) => ({ a: inner })],
  ])('ends twenty levels down in %s', (_what, around) => {
    const nested = (levels: number, inner: unknown): unknown =>
      levels === 0 ? inner : around(nested(levels - 1, inner));
    expect(shownInput(nested(20, 'x'))).toEqual(nested(20, 'x'));
    expect(shownInput(nested(21, 'x'))).toEqual(nested(20, '…'));
  });

  it('shows the beginning of what has more values than can be shown, without credentials', () => {
    const many = Array.from({ length: 50_000 }, (_, at) => (at === 3 ? `ghp_${'a'.repeat(36)}` : `v${at}`));
    const wide = Object.fromEntries(many.map((text, at) => [`k${at}`, [text]]));
    expect(shownInput(many)).toMatch(/^\["v0","v1","v2","\[redacted\]","v4",.*…$/s);
    expect(shownInput(wide)).toMatch(/^\{"k0":\["v0"\],.*"k3":\["\[redacted\]"\],.*…$/s);
    expect(shownInput([many, wide])).toMatch(/^\[\["v0",.*…$/s);
    for (const input of [many, wide]) expect(sizeOf(shownInput(input))).toBeGreaterThan(4_000);
  });

  it('costs as much as it is long', () => {
    const start = performance.now();
    for (const text of ['sk-', 'eyJ.', '://', 'bearer ', '?key=', 'xoxb-'])
      shownInput({ text: text.repeat(300_000) });
    expect(performance.now() - start).toBeLessThan(5_000);
  });
});
