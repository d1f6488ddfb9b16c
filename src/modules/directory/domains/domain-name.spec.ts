import { describe, expect, it } from '@jest/globals';
import { domainName } from './domain-name.js';

describe('names of domains (05 §6.3)', () => {
  it.each([
    ['acme.com', 'acme.com'],
    ['ACME.Com', 'acme.com'],
    ['acme.com.', 'acme.com'],
    ['BÜCHER.example', 'xn--bcher-kva.example'],
    ['sub.acme.co.uk', 'sub.acme.co.uk'],
    ['xn--bcher-kva.example', 'xn--bcher-kva.example'],
    ['3com.com', '3com.com'],
    ['例え.テスト', 'xn--r8jz45g.xn--zckzah'],
  ])('%s is %s', (text, name) => {
    expect(domainName(text)).toBe(name);
  });

  it.each([
    'https://x.com',
    'x.com/path',
    'a@x.com',
    '*.acme.com',
    'acme',
    'acme.c',
    'acme..com',
    '.acme.com',
    'acme.com..',
    '-acme.com',
    'acme-.com',
    'ac_me.com',
    'ac me.com',
    '10.0.0.10',
    '127.1',
    '0x7f.1',
    '2130706433',
    '[::1]',
    '::1',
    'x.com:443',
    'x%2ecom.com',
    '',
    '.',
    `${'a'.repeat(64)}.com`,
    `${'a.'.repeat(130)}com`,
    'xn--\u0000.com',
  ])('%j is none', (text) => {
    expect(domainName(text)).toBeNull();
  });
});
