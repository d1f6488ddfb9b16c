import { describe, expect, it } from '@jest/globals';
import { maskKeys, redactText } from './redact-text.js';

const LONG = 'a1B2c3D4e5F6g7H8i9J0';

/** One of each form, so that a form that is left out is noticed. */
const KEYS = [
  `oc_${LONG}`,
  `oc_org_${LONG}`,
  `oc_partner_${LONG}`,
  `oc_scim_${LONG}`,
  `aoc_${LONG}`,
  `rnr_${LONG}`,
  `cha_${LONG}`,
  `sk-${LONG}`,
  `sk_${LONG}`,
  `pk-${LONG}`,
  `pk_${LONG}`,
  `rk-${LONG}`,
  `rk_${LONG}`,
  `sk-ant-api03-${LONG}`,
  ...['gho_', 'ghp_', 'ghu_', 'ghs_', 'ghr_', 'github_pat_', 'glpat-'].map((prefix) => prefix + LONG),
  ...['xoxb-', 'xoxp-', 'xoxa-', 'xoxr-', 'xoxe-', 'xapp-', 'xoxe.', 'xoxe.xoxp-', 'xoxe.xoxb-'].map(
    (prefix) => prefix + LONG,
  ),
  ...['ya29.', 'AIza', 'AKIA', 'ASIA', 'eyJ'].map((prefix) => prefix + LONG),
];

describe('01 §23.3 a text in a log', () => {
  it.each(KEYS)('has no %s', (key) => {
    for (const text of [key, `a ${key} b`, `"${key}"`, `x=${key};`])
      expect(redactText(text)).toBe(text.replace(key, '[redacted]'));
  });

  it.each(['_token', 'token', 'code', 'key', 'secret', 'password', 'Token'])(
    'has no query field %s',
    (name) => {
      expect(redactText(`/p?a=1&${name}=val-1&b=2 "?${name}=val"`)).toBe(
        `/p?a=1&${name}=[redacted]&b=2 "?${name}=[redacted]"`,
      );
    },
  );

  it.each(['bearer', 'Bearer', 'basic', 'Basic'])('has no %s credential', (scheme) => {
    expect(redactText(`x: ${scheme} dXNlcjpwYXNz+/=._~-, y`)).toBe(`x: ${scheme} [redacted], y`);
  });

  it('has no user info of a URL', () => {
    expect(redactText('postgres://user:p%40ss@db.test/x')).toBe('postgres://[redacted]@db.test/x');
  });

  it.each([
    'oc_short',
    'sk-short',
    'xoxe.short',
    'eyJshort',
    'basic seven77',
    'a@b.test',
    'ask-' + 'a'.repeat(30),
  ])('keeps %s, which is none', (text) => expect(redactText(text)).toBe(text));
});

describe('R44 what people and agents say', () => {
  it.each(KEYS)('has no %s', (key) => expect(maskKeys(`a ${key} b`)).toBe('a [redacted] b'));

  it.each([
    ['a bearer token', 'Bearer abcdefghijkl1', 'Bearer [redacted]'],
    ['basic credentials', 'Basic dXNlcjpwYXNzd29y=', 'Basic [redacted]'],
    ['user info', 'https://u:p@a.test/', 'https://[redacted]@a.test/'],
    [
      'a private key',
      '-----BEGIN RSA PRIVATE KEY-----\nMII-x\n-----END RSA PRIVATE KEY----- y',
      '[redacted] y',
    ],
    ['one that is cut', 'x -----BEGIN PRIVATE KEY-----\nMII', 'x [redacted]'],
  ])('has no %s', (_what, text, masked) => expect(maskKeys(text)).toBe(masked));

  it.each([
    'a basic understanding',
    'Basic Authentication',
    'bearer bonds',
    '?code=of-conduct',
    '-----BEGIN X-----',
  ])('keeps %s', (text) => expect(maskKeys(text)).toBe(text));
});
