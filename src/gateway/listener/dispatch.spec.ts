import { describe, expect, it } from '@jest/globals';
import { classifyTarget, targetInTunnel } from './dispatch.js';

describe('request targets on the gateway (06 §1.6)', () => {
  it.each([
    ['http://u.test/a?b=c', 'http', 'u.test', '/a?b=c'],
    ['https://u.test:8443/a', 'https', 'u.test:8443', '/a'],
    ['HTTP://u.test/a', 'http', 'u.test', '/a'],
    ['http://u.test', 'http', 'u.test', '/'],
    ['http://u.test?b=c', 'http', 'u.test', '/?b=c'],
    ['http://u.test#part', 'http', 'u.test', '/'],
    ['http://u.test/a#part?b', 'http', 'u.test', '/a'],
    ['http://user:word@u.test/a', 'http', 'user:word@u.test', '/a'],
    ['http://[::1]:80/a', 'http', '[::1]:80', '/a'],
    ['http:///a', 'http', '', '/a'],
    ['http://u.test//a', 'http', 'u.test', '//a'],
  ])('%s is sent through the proxy', (given, scheme, authority, target) => {
    expect(classifyTarget(given)).toEqual({ kind: 'absolute', scheme, authority, target });
  });

  it.each([
    ['/proxy/u.test/a?b=c', 'https', 'u.test', '/a?b=c'],
    ['/proxy-http/u.test/a', 'http', 'u.test', '/a'],
    ['/proxy/u.test', 'https', 'u.test', '/'],
    ['/proxy/u.test?b', 'https', 'u.test', '/?b'],
    ['/proxy/u.test#part', 'https', 'u.test', '/'],
    ['/proxy/u.test:8443/a', 'https', 'u.test:8443', '/a'],
    ['/proxy//a', 'https', '', '/a'],
  ])('%s names its host in the path', (given, scheme, authority, target) => {
    expect(classifyTarget(given)).toEqual({ kind: 'reverse', scheme, authority, target });
  });

  it.each([
    '/',
    '/me',
    '/me?',
    '/me?a=b?c',
    '/me#part?a',
    '/me?a#part',
    '/proxy',
    '/PROXY/u.test/a',
    '/proxy-https/u.test',
    '/a/proxy/u.test',
    '//proxy/u.test',
    '/http://u.test/',
  ])("%s is one of the gateway's own", (given) => {
    expect(classifyTarget(given)).toEqual({ kind: 'origin' });
  });

  it.each([
    ['ftp://u.test/a', 'Only http and https targets are forwarded.'],
    ['httpx://u.test/a', 'Only http and https targets are forwarded.'],
    ['ws://u.test/a', 'Only http and https targets are forwarded.'],
    ['*', 'This form of request target is not supported.'],
    ['', 'This form of request target is not supported.'],
    ['u.test:443', 'This form of request target is not supported.'],
    ['http:/u.test/a', 'This form of request target is not supported.'],
    ['1http://u.test/a', 'This form of request target is not supported.'],
    [' http://u.test/a', 'This form of request target is not supported.'],
  ])('%j is refused', (given, message) => {
    expect(classifyTarget(given)).toEqual({ kind: 'malformed', message });
  });
});

describe('request targets inside a tunnel (06 §4.4)', () => {
  it.each([
    ['/a?b=c', '/a?b=c'],
    ['/a#part', '/a'],
    ['/proxy/u.test/a', '/proxy/u.test/a'],
    ['http://other.test/a?b', '/a?b'],
    ['HTTPS://other.test', '/'],
    ['https://other.test?b', '/?b'],
  ])('%s asks the host of the tunnel for a path', (given, target) => {
    expect(targetInTunnel(given)).toBe(target);
  });

  it.each(['*', '', 'u.test:443', 'ftp://u.test/a', 'httpsx://u.test/a', 'xhttps://u.test/a'])(
    '%j names no path',
    (given) => {
      expect(targetInTunnel(given)).toBeNull();
    },
  );
});
