import { describe, expect, it } from '@jest/globals';
import { mailName } from './mail-name.js';

describe('R66 a name in a mail', () => {
  it.each(['Acme', 'Müller & Söhne', 'a.b. GmbH', 'Acme (Europe): Sales', 'wwwatch', '東京'])(
    '%s stays',
    (name) => {
      expect(mailName(name, 'an organization')).toBe(name);
    },
  );

  it.each([
    'https://evil.test',
    'Win now: hxxp://evil.test',
    'www.evil.test',
    'WWW.evil.test',
    'evil.test/login',
    'evil.test\\login',
    'evil.test／login',
    'ｗｗｗ．evil.test',
    'https：／／evil.test',
    'evil.test⁄login',
    'evil.test∕login',
  ])('%s is replaced', (name) => {
    expect(mailName(name, 'an organization')).toBe('an organization');
  });
});
