import { describe, expect, it } from '@jest/globals';
import type { Configuration } from '../../config/configuration.js';
import { loadConfiguration } from '../../config/load-configuration.js';
import type { AccessRequest } from '../declaration/access-request.js';
import { BrowserOrigins } from './browser-origins.js';
import { ClientAddress } from './client-address.js';
import { isForeignWrite } from './cross-site.js';

const configured = (env: Record<string, string> = {}): Configuration =>
  loadConfiguration({ NODE_ENV: 'test', ...env });

const CLOUD = {
  EDITION: 'cloud',
  SESSION_JWT_ISSUER: 'https://id.example.test',
  SESSION_JWT_JWKS_URL: 'https://id.example.test/keys',
  OAUTH_STATE_SECRET: 'thirty-two bytes and a little more',
  APP_URL: 'https://app.example.test',
  API_URL: 'https://api.example.test',
};

function request(
  headers: Record<string, string>,
  remoteAddress: string | undefined = '127.0.0.1',
  method = 'POST',
): AccessRequest {
  return { method, headers, query: {}, socket: { remoteAddress } };
}

const NEIGHBOURS = { TRUST_PROXY: 'loopback,private' };

describe('a request of this machine (R47)', () => {
  const isLocal = (headers: Record<string, string>, peer?: string, env: Record<string, string> = {}) =>
    new ClientAddress(configured(env)).isLocal(request(headers, peer));

  it.each([
    ['comes over loopback', {}, '127.0.0.1'],
    ['comes over loopback of IPv6', {}, '::1'],
    ['comes over loopback, told as an IPv6 address', {}, '::ffff:127.0.0.9'],
    ['is passed on for a client on loopback', { 'x-forwarded-for': '127.0.0.1, ::1' }, '127.0.0.1'],
  ])('%s', (_, headers, peer) => {
    expect(isLocal(headers, peer)).toBe(true);
  });

  it.each([
    ['comes from another machine', {}, '192.168.1.5'],
    ['comes from nobody, the socket being gone', {}, ''],
    ['is passed on for another machine', { 'x-forwarded-for': '203.0.113.5' }, '127.0.0.1'],
    [
      'names loopback before the address that the proxy adds',
      { 'x-forwarded-for': '127.0.0.1, 10.0.0.5' },
      '::1',
    ],
    ['names loopback behind another machine', { 'x-forwarded-for': '10.0.0.5, 127.0.0.1' }, '127.0.0.1'],
    ['is forwarded by a proxy that writes another field', { forwarded: 'for=127.0.0.1' }, '127.0.0.1'],
    ['bears the address in another field', { 'x-real-ip': '203.0.113.5' }, '127.0.0.1'],
    ['names the proxies it went through', { via: '1.1 proxy' }, '127.0.0.1'],
    ['has an unreadable address', { 'x-forwarded-for': 'unknown' }, '127.0.0.1'],
    ['has an empty field', { 'x-forwarded-for': '' }, '127.0.0.1'],
  ])('is none that %s, whatever TRUST_PROXY says', (_, headers, peer) => {
    for (const env of [{}, NEIGHBOURS, { TRUST_PROXY: 'none' }])
      expect(isLocal(headers as Record<string, string>, peer, env)).toBe(false);
  });
});

describe('a proxy that is not trusted (R67)', () => {
  const of = (headers: Record<string, string>, peer?: string, env: Record<string, string> = {}) =>
    new ClientAddress(configured(env)).untrustedProxyOf(request(headers, peer));

  it.each(['10.1.2.3', '172.17.0.1', '192.168.1.5', '100.64.0.9', 'fd00::7', '::ffff:10.1.2.3'])(
    '%s is told where it passes requests on, unless TRUST_PROXY names it',
    (peer) => {
      expect(of({ 'x-forwarded-for': '203.0.113.5' }, peer)).toBe(peer.replace('::ffff:', ''));
      expect(of({ forwarded: 'for=203.0.113.5' }, peer)).toBe(peer.replace('::ffff:', ''));
      expect(of({}, peer)).toBeNull();
      expect(of({ 'x-forwarded-for': '203.0.113.5' }, peer, { TRUST_PROXY: 'none' })).toBeNull();
      const trusting = { TRUST_PROXY: 'private, 100.64.0.0/10' };
      expect(of({ 'x-forwarded-for': '203.0.113.5' }, peer, trusting)).toBeNull();
    },
  );

  it.each(['203.0.113.5', '2001:db8::1', '127.0.0.1', ''])('%s is none', (peer) => {
    expect(of({ 'x-forwarded-for': '198.51.100.1' }, peer)).toBeNull();
  });
});

describe('client address (01 §21.4)', () => {
  const of = (forwarded: string, peer: string | undefined, env: Record<string, string> = NEIGHBOURS) =>
    new ClientAddress(configured(env)).of(request({ 'x-forwarded-for': forwarded }, peer));

  it.each([
    [
      'the nearest address that is no trusted proxy',
      '198.51.100.1, 203.0.113.5, 10.0.0.7',
      '10.0.0.1',
      '203.0.113.5',
    ],
    ['an address with a port', '203.0.113.5:4711', '127.0.0.1', '203.0.113.5'],
    ['IPv6 in brackets', '[2001:db8::1]:443', '::1', '2001:db8::1'],
    ['IPv4 mapped into IPv6, on the socket too', '::ffff:203.0.113.5', '::ffff:127.0.0.1', '203.0.113.5'],
    ['the socket when all are trusted', '10.1.1.1, 10.2.2.2', '10.0.0.1', '10.0.0.1'],
    ['the socket when the header is unreadable', '203.0.113.5, nonsense', '127.0.0.1', '127.0.0.1'],
    ['the socket when there is no header', '', '127.0.0.1', '127.0.0.1'],
    ['the socket when the sender is no trusted proxy', '203.0.113.5', '198.51.100.9', '198.51.100.9'],
    ['unknown when the socket is gone', '203.0.113.5', '', 'unknown'],
  ])('is %s', (_, forwarded, peer, expected) => {
    expect(of(forwarded, peer)).toBe(expected);
  });

  it('trusts what TRUST_PROXY names and nothing else', () => {
    expect(of('203.0.113.5', '10.0.0.1', { TRUST_PROXY: 'none' })).toBe('10.0.0.1');
    expect(of('203.0.113.5, 198.51.100.4', '198.51.100.9', { TRUST_PROXY: '198.51.100.0/24' })).toBe(
      '203.0.113.5',
    );
    expect(of('203.0.113.5', '2001:db8::2', { TRUST_PROXY: '2001:db8::2' })).toBe('203.0.113.5');
  });

  it('looks at a bounded part of the header', () => {
    expect(of(`203.0.113.5${', 10.0.0.1'.repeat(40)}`, '10.0.0.2')).toBe('10.0.0.2');
  });

  it.each([
    ['203.0.113.5', '203.0.113.5'],
    ['2001:db8:1:2:a::1', '2001:db8:1:2::/64'],
    ['2001:DB8:1:2:ffff:ffff:ffff:ffff', '2001:db8:1:2::/64'],
    ['2001:db8:1:3::1', '2001:db8:1:3::/64'],
    ['::ffff:203.0.113.5', '203.0.113.5'],
  ])('limits count %s as %s', (forwarded, counted) => {
    const client = new ClientAddress(configured());
    expect(client.counted(request({ 'x-forwarded-for': forwarded }))).toBe(counted);
    expect(client.counted(request({}, ''))).toBe('unknown');
  });

  it('on Cloud the viewer address of the edge wins', () => {
    const headers = { 'x-forwarded-for': '203.0.113.5', 'cloudfront-viewer-address': '198.51.100.77:1234' };
    expect(new ClientAddress(configured(CLOUD)).of(request(headers))).toBe('198.51.100.77');
    expect(new ClientAddress(configured()).of(request(headers))).toBe('203.0.113.5');
    expect(new ClientAddress(configured(CLOUD)).of(request(headers, '192.0.2.1'))).toBe('192.0.2.1');
  });
});

describe('browser origins (01 §22.1)', () => {
  const allowed = (origin: string, env: Record<string, string> = {}, host = 'cg.lan:10254') =>
    new BrowserOrigins(configured(env)).isAllowed(origin, request({ host }));

  it('without APP_URL a self-hosted server allows any port and scheme of its own hostname', () => {
    expect(allowed('http://cg.lan:3000')).toBe(true);
    expect(allowed('https://cg.lan')).toBe(true);
    expect(allowed('http://[::1]:3000', {}, '[::1]:10254')).toBe(true);
    for (const foreign of [
      'http://evil.lan',
      'http://cg.lan.evil.example',
      'null',
      '',
      'http://cg.lan/path',
      'ftp://cg.lan',
    ])
      expect(allowed(foreign)).toBe(false);
  });

  it('a server that knows its name by API_URL goes by no other name, but by addresses and localhost', () => {
    const env = { API_URL: 'https://gw.example.com' };
    expect(allowed('http://cg.lan:3000', env)).toBe(false);
    expect(allowed('http://gw.example.com:3000', env, 'gw.example.com')).toBe(true);
    expect(allowed('http://192.168.1.7:3000', env, '192.168.1.7:10254')).toBe(true);
    expect(allowed('http://localhost:3000', env, 'localhost:10254')).toBe(true);
    expect(allowed('http://cg.lan:3000', env, 'localhost:10254')).toBe(false);
  });

  it('with APP_URL only it and CORS_ALLOWED_ORIGINS count', () => {
    const env = { APP_URL: 'https://app.example.com/cg', CORS_ALLOWED_ORIGINS: 'https://more.example.com' };
    expect(allowed('https://app.example.com', env)).toBe(true);
    expect(allowed('https://more.example.com', env)).toBe(true);
    expect(allowed('http://cg.lan:3000', env)).toBe(false);
    expect(allowed('https://app.example.com:8443', env)).toBe(false);
  });

  it('Cloud never goes by the Host header', () => {
    expect(allowed('http://cg.lan:3000', CLOUD)).toBe(false);
    expect(allowed('https://app.example.test', CLOUD)).toBe(true);
  });

  it('DEV_TRUST_ANY_ORIGIN trusts every origin outside production', () => {
    expect(
      allowed('https://evil.example', { DEV_TRUST_ANY_ORIGIN: '1', APP_URL: 'https://a.example.com' }),
    ).toBe(true);
  });
});

describe('writes from other sites (01 §22.2)', () => {
  const origins = new BrowserOrigins(
    configured({ APP_URL: 'https://app.example.com', API_URL: 'https://api.example.com' }),
  );
  const foreign = (headers: Record<string, string>, method = 'POST') =>
    isForeignWrite(request(headers, undefined, method), origins);

  it.each([
    [{ origin: 'https://app.example.com' }, false],
    [{ origin: 'https://api.example.com' }, false],
    [{ origin: 'https://evil.example' }, true],
    [{ origin: 'null' }, true],
    [{ origin: 'https://evil.example', 'sec-fetch-site': 'same-origin' }, true],
    [{ referer: 'https://evil.example/page' }, true],
    [{ referer: 'https://app.example.com/page' }, false],
    [{ 'sec-fetch-site': 'cross-site' }, true],
    [{ 'sec-fetch-site': 'same-site' }, false],
    [{ 'sec-fetch-mode': 'cors' }, false],
    [{}, false],
  ])('%j is foreign: %s', (headers, expected) => {
    expect(foreign(headers as Record<string, string>)).toBe(expected);
    expect(foreign(headers as Record<string, string>, 'GET')).toBe(false);
  });
});
