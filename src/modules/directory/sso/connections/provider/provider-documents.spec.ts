import { describe, expect, it } from '@jest/globals';
import { clockProblem, statusProblem } from './checked-answer.js';
import { discoveryUrl, isKeySet, isSameIssuer, readDiscoveryDocument } from './discovery-document.js';
import { isMultiTenant } from './multi-tenant.js';
import { isInsideName, providerUrl } from './provider-address.js';

describe('issuers of many organizations (05 §8.4)', () => {
  it.each([
    'https://login.microsoftonline.com/common/v2.0',
    'https://login.microsoftonline.com/COMMON',
    'https://login.microsoftonline.com/organizations/v2.0',
    'https://login.microsoftonline.com/consumers/v2.0/',
    'https://login.microsoftonline.com/{tenantid}/v2.0',
    'https://login.microsoftonline.com/%7BtenantId%7D/v2.0',
    'https://sts.windows.net/{tenant}/',
    'https://login.microsoftonline.com/9188040d-6c67-4c5b-b112-36a304b66dad/v2.0',
  ])('%s', (issuer) => expect(isMultiTenant(issuer)).toBe(true));

  it.each([
    'https://login.microsoftonline.com/7a3b6b6e-0000-4000-8000-000000000000/v2.0',
    'https://acme.okta.com',
    'https://id.acme.com/realms/common',
    'https://common.acme.com/',
    'urn:acme:idp',
  ])('not %s', (issuer) => expect(isMultiTenant(issuer)).toBe(false));
});

describe('the configuration of an OpenID provider', () => {
  const document = {
    issuer: 'https://a',
    authorization_endpoint: 'https://a/1',
    token_endpoint: 'https://a/2',
    jwks_uri: 'https://a/3',
  };
  const read = (value: unknown) => readDiscoveryDocument(Buffer.from(JSON.stringify(value)));

  it('needs an issuer, two endpoints and keys', () => {
    expect(read({ ...document, more: [] })).toEqual({
      issuer: 'https://a',
      authorizationEndpoint: 'https://a/1',
      tokenEndpoint: 'https://a/2',
      jwksUri: 'https://a/3',
    });
    for (const field of Object.keys(document))
      for (const value of [undefined, '', 7, null]) expect(read({ ...document, [field]: value })).toBeNull();
    for (const text of ['', 'null', '[]', '"x"', '{'])
      expect(readDiscoveryDocument(Buffer.from(text))).toBeNull();
  });

  it('stands below the issuer, which is compared exactly apart from one slash', () => {
    const url = 'https://a/b/.well-known/openid-configuration';
    expect([discoveryUrl('https://a/b'), discoveryUrl('https://a/b/')]).toEqual([url, url]);
    expect(isSameIssuer('https://a/b', 'https://a/b/')).toBe(true);
    for (const other of ['https://a/B', 'https://a/b//', 'https://a', 'http://a/b'])
      expect(isSameIssuer('https://a/b', other)).toBe(false);
  });

  it('has keys when there is one', () => {
    expect(isKeySet(Buffer.from('{"keys":[{}]}'))).toBe(true);
    for (const text of ['{"keys":[]}', '{"keys":{}}', '{}', '[]', ''])
      expect(isKeySet(Buffer.from(text))).toBe(false);
  });
});

describe('answers', () => {
  const now = Date.parse('2026-01-01T12:00:00Z');
  const problem = (seconds: number, age?: string) => {
    const headers = new Headers({ date: new Date(now + seconds * 1000).toUTCString(), ...(age && { age }) });
    return clockProblem({ headers }, now);
  };

  it('come from a clock within two minutes of ours, caches on the way apart', () => {
    for (const seconds of [0, 120, -120]) expect(problem(seconds)).toBeNull();
    expect(problem(-121)).toContain('121 seconds behind');
    expect(problem(300)).toContain('300 seconds ahead');
    expect(problem(-3_600, '3600')).toBeNull();
    expect(clockProblem({ headers: new Headers() }, now)).toBeNull();
    expect(clockProblem({ headers: new Headers({ date: 'soon' }) }, now)).toBeNull();
  });

  it('are documents with status 200 only', () => {
    expect(statusProblem({ status: 200 })).toBeNull();
    expect(statusProblem({ status: 301 })).toContain('redirect');
    expect(statusProblem({ status: 404 })).toContain('404');
  });
});

describe('addresses of providers', () => {
  it('are https URLs without credentials, a dot at the end of the host apart', () => {
    expect(providerUrl('https://idp.acme.com./a?b=c#d')?.href).toBe('https://idp.acme.com/a?b=c');
    for (const text of [
      'http://a',
      'https://a:b@c',
      'https://a@c',
      'https://',
      'x',
      `https://a/${'x'.repeat(2048)}`,
    ])
      expect(providerUrl(text)).toBeNull();
  });

  it('lie inside when their name says so', () => {
    for (const name of ['localhost', 'a.localhost', 'a.local', 'a.b.internal'])
      expect(isInsideName(name)).toBe(true);
    for (const name of ['local.acme.com', 'mylocalhost', 'internal.com', 'xinternal'])
      expect(isInsideName(name)).toBe(false);
  });
});
