import { describe, expect, it } from '@jest/globals';
import type { InjectDescription } from '../catalog/model/inject-model.js';
import { bareHost, injectionsOf, slotsOfInject } from './connection-writers.js';
import { readInjectionConfig, writesPath } from './request-edits/injection-config.js';
import { firstRegexMatch, isLinearRegex } from './request-edits/linear-regex.js';

const ACCOUNT = {
  values: { access_token: 't0', user: 'ada', key: 'k0' },
  metadata: { team: 'T1', empty: '', number: 7 },
};
const header = (name: string, value: string) => ({ kind: 'set-header', name, value });

describe('what an account writes into a request (03 §12.2)', () => {
  it.each<[string, object, object[]]>([
    [
      'a header',
      { type: 'header', name: 'Authorization', format: 'Bearer {token}' },
      [header('Authorization', 'Bearer t0')],
    ],
    [
      'a header and what is known of the account',
      {
        type: 'header',
        name: 'X-Key',
        format: '{key}',
        metadataHeaders: { 'X-Team': 'team', 'X-Empty': 'empty', 'X-Number': 'number', 'X-None': 'toString' },
      },
      [header('X-Key', 'k0'), header('X-Team', 'T1')],
    ],
    [
      'a name and a password',
      { type: 'basic', username: '{user}', password: '{key}' },
      [header('authorization', `Basic ${Buffer.from('ada:k0').toString('base64')}`)],
    ],
    [
      'several headers',
      { type: 'headers', headers: { 'X-User': '{user}', 'X-Key': '{key}' } },
      [header('X-User', 'ada'), header('X-Key', 'k0')],
    ],
    [
      'a parameter',
      { type: 'query', params: { key: '{key}' } },
      [{ kind: 'set-param', name: 'key', value: 'k0' }],
    ],
  ])('is %s', (_what, inject, written) => {
    expect(injectionsOf(inject as InjectDescription, ACCOUNT)).toEqual(written);
  });

  it.each<object>([
    { type: 'header', name: 'X-Key', format: '{none}', metadataHeaders: { 'X-Team': 'team' } },
    { type: 'basic', username: '{none}', password: '{key}' },
    { type: 'basic', username: '{user}', password: '{none}' },
    { type: 'headers', headers: { 'X-User': '{user}', 'X-None': '{none}' } },
    { type: 'query', params: { key: '{key}', none: '{none}' } },
    { type: 'aws_sigv4' },
  ])('is nothing where a part is missing or is written elsewhere: %j', (inject) => {
    expect(injectionsOf(inject as InjectDescription, ACCOUNT)).toEqual([]);
  });

  it.each<[object, string[]]>([
    [
      { type: 'header', name: 'X-Key', metadataHeaders: { 'X-Team': 'team' } },
      ['header:x-key', 'header:x-team'],
    ],
    [{ type: 'query', params: { Key: '' } }, ['query:Key']],
    [{ type: 'aws_sigv4' }, ['header:authorization']],
  ])('of %j has its place in %j', (inject, slots) => {
    expect(slotsOfInject(inject as InjectDescription)).toEqual(slots);
  });

  it.each([
    [' https://Acme.Example.test/path?x ', 'acme.example.test'],
    ['user:pw@acme.test:8443', 'acme.test'],
    ['acme.test.', 'acme.test'],
    ['', ''],
  ])('goes to the host that %j names: %j', (written, host) => {
    expect(bareHost(written)).toBe(host);
  });
});

describe('the injection of a generic secret (02 §3.2)', () => {
  it.each([
    [null, false],
    [{ headerName: 'X-Key' }, false],
    [{ pathTemplate: '/{value}' }, true],
    [{ pathRegex: 'a', pathReplacement: '{value}' }, true],
  ])('of %j is written into the path: %j', (config, writes) => {
    expect(writesPath(config)).toBe(writes);
  });

  it.each<[unknown, string]>([
    ['text', 'must be an object'],
    [[], 'must be an object'],
    [{ paramName: 'x'.repeat(1_001) }, 'at most 1000 characters'],
  ])('is refused for %j in words that say %j', (config, words) => {
    expect(readInjectionConfig(config)).toEqual({ problem: expect.stringContaining(words) });
  });

  it('may be as long as a field may be', () => {
    const paramName = 'x'.repeat(1_000);
    expect(readInjectionConfig({ paramName })).toEqual({ config: { paramName } });
  });
});

describe('a regular expression of a user', () => {
  it('is found among many others as before', () => {
    for (let at = 0; at < 600; at++) expect(isLinearRegex(`p${at % 300}(x)`)).toBe(true);
    expect(firstRegexMatch('p7(x)', 'a p7x')).toMatchObject({ start: 2, end: 5 });
    expect(firstRegexMatch('p7(x)', 'a p8x')).toBeNull();
  });

  it('costs no more than a match may', () => {
    expect(firstRegexMatch('x', 'x'.repeat(1_000))).toMatchObject({ start: 0 });
    expect(firstRegexMatch('x', 'x'.repeat(250_000))).toBeNull();
    expect(isLinearRegex('.{0,999}')).toBe(false);
  });
});
