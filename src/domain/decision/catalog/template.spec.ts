import { describe, expect, it } from '@jest/globals';
import { readAnswer, expressionText, valueAt } from './answer-map.js';
import { fillFrom, fillTemplate, withDerived } from './template.js';

describe('templates of the catalogue (03 §16)', () => {
  it('are filled only when every value is known', () => {
    expect(fillFrom('https://{host}/x', { host: 'a.test' })).toBe('https://a.test/x');
    expect(fillFrom('{a} {b}', { a: '1', b: '' })).toBeNull();
    expect(fillFrom('{constructor}', {})).toBeNull();
    expect(fillFrom('nothing to fill', {})).toBe('nothing to fill');
  });

  it('cannot be led to another host by a value', () => {
    const url = fillTemplate('https://api.{site}.example.test/v1', () => 'evil.test/', encodeURIComponent);
    expect(URL.canParse(url!)).toBe(false);
  });

  it('know values made of others', () => {
    const values = withDerived(
      { site: 'us1', region: 'eu' },
      {
        host: {
          field: 'site',
          cases: { us1: 'api.example.test' },
          pattern: '^.*$',
          as: 'api.$&.example.test',
        },
        other: { field: 'region', cases: { us1: 'x' }, pattern: '^.*$', as: 'api.$&.example.test' },
        loud: { field: 'region', upperCase: true },
        gone: { field: 'nope' },
      },
    );
    expect(values).toEqual({
      site: 'us1',
      region: 'eu',
      host: 'api.example.test',
      other: 'api.eu.example.test',
      loud: 'EU',
      gone: undefined,
    });
  });
});

describe('what is read of an answer (03 §16)', () => {
  const answer = { user: { first: 'Ann', last: 'Lee', n: 7 }, list: [{ name: 'a\u0000b' }], empty: '' };

  it.each([
    ['user.first', 'Ann'],
    ['user.first+user.last', 'Ann Lee'],
    ['empty|user.first', 'Ann'],
    ['list.0.name', 'ab'],
    ['user.n', '7'],
    ['user', ''],
    ['list.9.name', ''],
    ['__proto__.constructor.name', ''],
    ['https://a.test/{user.first}.png', 'https://a.test/Ann.png'],
    ['https://a.test/{user.nope}.png', ''],
    ['{user.first} ({SITE})|{SITE}', 'Ann (EU)'],
    ['{user.nope} ({SITE})|{SITE}', 'EU'],
  ])('%s', (expression, text) => {
    expect(expressionText(answer, expression, { SITE: 'EU' })).toBe(text);
  });

  it('leaves out what is not there, and keeps names short', () => {
    expect(readAnswer(answer, { name: 'user.first', email: 'user.email' })).toEqual({ name: 'Ann' });
    expect(expressionText({ a: 'x'.repeat(100_000) }, 'a')).toHaveLength(2_048);
    expect(valueAt(null, 'a')).toBeUndefined();
  });
});
