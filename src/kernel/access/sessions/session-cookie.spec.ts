import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { cookieScope } from './cookie-domain.js';
import { sessionTokenOf, signSessionToken, verifySignedToken } from './signed-cookie.js';

const scope = (apiUrl: string | null, appUrl: string | null, sessionCookieDomain: string | null = null) =>
  cookieScope({
    apiUrl: apiUrl ?? 'http://localhost:10254',
    appUrl: appUrl ?? apiUrl ?? 'http://localhost:10254',
    apiUrlConfigured: apiUrl !== null,
    appUrlConfigured: appUrl !== null,
    sessionCookieDomain,
  });

describe('Domain of the session cookie, derived (01 §22.3)', () => {
  it.each([
    [null, null],
    ['https://api.example.com', null],
    [null, 'https://app.example.com'],
    ['https://cg.example.com', 'https://cg.example.com:8443'],
    ['http://localhost:10254', 'http://localhost:3000'],
  ])('API %s and dashboard %s: host-only, nothing to warn about', (api, app) => {
    expect(scope(api, app)).toEqual({ domain: null, warnings: [] });
  });

  it.each([
    ['https://api.cg.example.com', 'https://cg.example.com', 'cg.example.com'],
    ['https://api.eu.example.co.uk', 'https://app.eu.example.co.uk', 'eu.example.co.uk'],
  ])('01-40 API %s and dashboard %s share %s', (api, app, domain) => {
    expect(scope(api, app)).toEqual({ domain, warnings: [] });
  });

  it('compares label by label and warns when only the registrable domain is shared', () => {
    const { domain, warnings } = scope('https://myapp.example.com', 'https://app.example.com');
    expect(domain).toBe('example.com');
    expect(warnings).toEqual([expect.stringContaining('example.com')]);
  });

  it.each([
    ['https://one.github.io', 'https://two.github.io'],
    ['https://one.co.uk', 'https://two.co.uk'],
    ['https://api.example.com', 'https://app.example.org'],
    ['http://10.0.0.1', 'http://10.0.0.2'],
  ])('API %s and dashboard %s share no registrable domain: host-only with a warning', (api, app) => {
    const { domain, warnings } = scope(api, app);
    expect(domain).toBeNull();
    expect(warnings).toHaveLength(1);
  });

  it('warns about an http dashboard of an https API', () => {
    const { warnings } = scope('https://api.cg.example.com', 'http://cg.example.com');
    expect(warnings).toEqual([expect.stringContaining('http')]);
  });
});

describe('Domain of the session cookie, as set (01 §22.3)', () => {
  const api = 'https://api.example.com';
  const app = 'https://app.example.com';

  it('none is host-only', () => {
    expect(scope(api, app, ' None ')).toEqual({ domain: null, warnings: [] });
  });

  it.each([
    ['example.com', 'example.com'],
    ['..example.com.', 'example.com'],
    ['EXAMPLE.com', 'example.com'],
  ])('%s is usable', (setting, domain) => {
    expect(scope(api, app, setting)).toEqual({ domain, warnings: [] });
  });

  it('a name in another script is encoded, and one that covers neither host is warned about twice', () => {
    const { domain, warnings } = scope(api, app, 'bücher.example');
    expect(domain).toBe('xn--bcher-kva.example');
    expect(warnings).toHaveLength(2);
  });

  it.each([
    ...['https://example.com', 'example.com:443', 'example.com/path', '10.0.0.1', '[::1]', 'localhost'],
    ...['com', 'co.uk', 'github.io', 'a b.com', '*.example.com', 'user@example.com', '-x.example.com'],
  ])('%s is not usable: a warning, and the derived value', (setting) => {
    const { domain, warnings } = scope(api, app, setting);
    expect(domain).toBe('example.com');
    expect(warnings[0]).toContain('SESSION_COOKIE_DOMAIN');
  });
});

describe('signed session value (01 §3.3)', () => {
  const SECRET = 'a secret of at least thirty-two bytes!';
  const TOKEN = 'a'.repeat(64);

  it('is read back, percent-encoded or not', () => {
    const value = signSessionToken(TOKEN, SECRET);
    expect(verifySignedToken(value, SECRET)).toBe(TOKEN);
    expect(verifySignedToken(value.replace('.', '%2E'), SECRET)).toBe(TOKEN);
    expect(verifySignedToken(value, `${SECRET}.`)).toBeNull();
  });

  it('anything changed is not ours, and nothing throws', () => {
    const value = signSessionToken(TOKEN, SECRET);
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: value.length - 1 }),
        fc.string({ minLength: 1 }),
        (at, insert) => {
          const changed = value.slice(0, at) + insert + value.slice(at + 1);
          const read = verifySignedToken(changed, SECRET);
          expect(read === null || decodeURIComponent(changed) === value).toBe(true);
        },
      ),
    );
  });

  it('reads the __Secure- name first and skips what does not parse', () => {
    const first = signSessionToken('f'.repeat(64), SECRET);
    const second = signSessionToken('5'.repeat(64), SECRET);
    expect(sessionTokenOf(`cg_session=${second}; __Secure-cg_session=${first}`, SECRET)).toBe('f'.repeat(64));
    expect(sessionTokenOf(`cg_session=${second}; __Secure-cg_session=%E0%A4%A`, SECRET)).toBe('5'.repeat(64));
    expect(sessionTokenOf(`cg_session=stale; cg_session=${second}`, SECRET)).toBe('5'.repeat(64));
    expect(sessionTokenOf(`xcg_session=${second}`, SECRET)).toBeNull();
  });
});
