import { describe, expect, it } from '@jest/globals';
import { basic, readyRequest } from './described-request.js';

const VALUES = { access_token: 't', user: 'u', key: 'k', broken: 'a\nb', slash: 'a/b' };
const call = (more: object) => readyRequest({ url: 'https://api.test/me', ...more }, VALUES);

describe('a call to a provider as the catalogue describes it (03 §16)', () => {
  it('is a plain GET unless it says more', () => {
    expect(call({})).toEqual({ method: 'GET', url: new URL('https://api.test/me'), headers: {} });
  });

  it.each([
    ['bearer', { authorization: 'Bearer t' }],
    ['bearer:{key}', { authorization: 'Bearer k' }],
    ['basic:{user}:{key}', { authorization: basic('u', 'k') }],
    ['header:x-key={key},x-user={user}', { 'x-key': 'k', 'x-user': 'u' }],
  ])('authenticates by %s', (auth, headers) => {
    expect(call({ auth })).toMatchObject({ headers, url: new URL('https://api.test/me') });
  });

  it('authenticates in the query', () => {
    expect(call({ auth: 'query:key={key}' })).toMatchObject({
      url: new URL('https://api.test/me?key=k'),
      headers: {},
    });
  });

  it.each([
    ['bearer:{gone}'],
    ['basic:{gone}:{key}'],
    ['basic:{user}:{gone}'],
    ['basic:{user}'],
    ['header:x={gone},y={key}'],
    ['bearer:{broken}'],
    ['header:x={broken}'],
  ])('is not made where %s has no value, or none for a header', (auth) => {
    expect(call({ auth })).toBeNull();
  });

  it('encodes values in the address, which cannot move it, and puts origins in whole', () => {
    expect(call({ url: 'https://api.test/{slash}' })?.url.href).toBe('https://api.test/a%2Fb');
    const moved = readyRequest({ url: '{host}/x' }, VALUES, { host: 'https://eu.test' });
    expect(moved?.url.href).toBe('https://eu.test/x');
    expect(call({ url: 'https://api.test/{gone}' })).toBeNull();
    expect(call({ url: '{slash}' })).toBeNull();
  });

  it.each([
    ['json', { a: '{key}', n: 1 }, '{"a":"k","n":1}', 'application/json'],
    ['json', { query: '{ me { id } }' }, '{"query":"{ me { id } }"}', 'application/json'],
    ['json', null, 'null', 'application/json'],
    ['json', undefined, 'null', 'application/json'],
    ['form', { a: '{slash}' }, 'a=a%2Fb', 'application/x-www-form-urlencoded'],
    ['form', null, '', 'application/x-www-form-urlencoded'],
  ])('writes a body of %s', (bodyType, body, text, type) => {
    expect(call({ method: 'POST', bodyType, body })).toEqual({
      method: 'POST',
      url: new URL('https://api.test/me'),
      headers: { 'content-type': type },
      body: text,
    });
  });

  it('is not made where its body has no value', () => {
    expect(call({ bodyType: 'json', body: { a: '{gone}', b: '{key}' } })).toBeNull();
  });
});
