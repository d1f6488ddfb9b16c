import { describe, expect, it } from '@jest/globals';
import { redirectOrigin } from './redirect-target.js';

describe('redirect targets (01 §11.3 rule 4)', () => {
  it.each(['/', '/w/abc?x=1#y', '/join?next=//evil.example', '/a%20b', '/a//b'])(
    '%j is a relative path',
    (target) => {
      expect(redirectOrigin(target)).toBe('relative');
    },
  );

  it.each([
    '//evil.example',
    '///evil.example',
    '/\\evil.example',
    '\\\\evil.example',
    '/%2Fevil.example',
    '/%5cevil.example',
    '/\t/evil.example',
    '/\n/evil.example',
    '/.//evil.example',
    '/x/..//evil.example',
    ' /path',
    'path',
    '',
    'javascript:alert(1)',
    'data:text/html,x',
    'http:evil.example',
    'http:///evil.example',
    'https://app.example.com@evil.example/',
    'https://user:secret@app.example.com/',
    `/${'a'.repeat(3000)}`,
  ])('%j is refused', (target) => {
    expect(redirectOrigin(target)).toBeNull();
  });

  it('an absolute URL is judged by its origin, default port and case removed', () => {
    expect(redirectOrigin('HTTPS://App.Example.com:443/path')).toBe('https://app.example.com');
    expect(redirectOrigin('https://app.example.com.evil.example/')).toBe(
      'https://app.example.com.evil.example',
    );
  });
});
