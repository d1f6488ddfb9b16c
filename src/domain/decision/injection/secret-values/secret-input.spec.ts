import { domainToASCII } from 'node:url';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { publishedRule } from '../../../../../test/harness/policy/published-rule.js';
import { respelling } from '../../../../../test/harness/policy/respelling.js';
import { hostPatternMatches } from '../../matching/host.js';
import { anthropicAuthMode } from './anthropic-value.js';
import { hostPatternProblem } from './host-pattern.js';
import { INJECTION_CONFIG_REQUIRED, readInjectionConfig } from '../request-edits/injection-config.js';
import { agentsWithoutLlmKey } from '../../policy/llm-reach.js';
import { openAiHost, readOpenAiTokens, readOpenAiValue, rotateOpenAiTokens } from './openai-value.js';
import { maskValue } from './preview.js';
import type { PublishedRule } from '../../policy/model.js';

describe('host patterns', () => {
  it.each([
    ['https://a.com', 'Enter a hostname, not a URL (remove http:// or https://)'],
    ['a.com/x', 'Enter a hostname only, not a path (use the path pattern field for paths)'],
    ['a b.com', 'Host pattern must not contain spaces'],
    ['https://a b.com/x', 'Enter a hostname, not a URL (remove http:// or https://)'],
    ['a b.com/x', 'Enter a hostname only, not a path (use the path pattern field for paths)'],
  ])('02-11 %s is refused with the text of the contract', (pattern, text) => {
    expect(hostPatternProblem(pattern)).toBe(text);
  });

  it.each(['', '*', '*.', 'api.*.com', '*.*.com', '*api.com', 'api.com*', `${'a'.repeat(1001)}`])(
    '02-11 %s is refused',
    (pattern) => {
      expect(hostPatternProblem(pattern)).toEqual(expect.any(String));
    },
  );

  it.each([
    '*.com',
    '*.co.uk',
    '*.CO.UK',
    '*.com.',
    '*.github.io',
    '*.s3.amazonaws.com',
    '*.xn--p1ai',
    '*.рф',
    '*.ｃｏｍ',
    '*.ＣＯ。ＵＫ',
    '*.com。',
    '*.XN--P1AI',
    '*.公司.cn',
    '*.kawasaki.jp',
    '*.c\u00adom',
    '*.ⓒⓞⓜ',
  ])('02-11 %s covers a public suffix and is refused', (pattern) => {
    expect(hostPatternProblem(pattern)).toEqual(expect.stringContaining('public suffix'));
  });

  it.each([
    '*.example.com',
    'api.example.com',
    '*.internal',
    '*.corp.lan',
    '127.0.0.1',
    '*.me.github.io',
    'com',
  ])('02-11 %s is accepted', (pattern) => {
    expect(hostPatternProblem(pattern)).toBeNull();
  });
});

describe('a wildcard over a public suffix', () => {
  const suffix = fc.constantFrom(
    'com',
    'co.uk',
    'github.io',
    's3.amazonaws.com',
    'xn--p1ai',
    'рф',
    'pvt.k12.ma.us',
  );

  it('is refused in every spelling that would be matched as one', () => {
    fc.assert(
      fc.property(suffix, respelling, (name, respell) => {
        const pattern = respell(`*.${name}`);
        const covers = hostPatternMatches(pattern, `stranger.${domainToASCII(name)}`);
        expect([pattern, covers, hostPatternProblem(pattern)]).toEqual([
          pattern,
          true,
          expect.stringContaining(pattern.startsWith('*.') ? 'public suffix' : 'wildcard'),
        ]);
      }),
      { numRuns: 1000 },
    );
  });

  it.each([
    'a..b',
    '*.a..b',
    'api.example.com:8443',
    'a：1',
    'a%2eb',
    '*.a／b',
    'a@b',
    '*.*',
    '[::1',
    'ex\u0000',
  ])('what is no host is no pattern: %j', (pattern) => {
    expect(hostPatternProblem(pattern)).toEqual(expect.any(String));
  });
});

describe('injectionConfig', () => {
  it.each([
    [{ headerName: ' X-Key ' }, { headerName: 'X-Key' }],
    [
      { headerName: 'X-Key', valueFormat: 'Key {value}' },
      { headerName: 'X-Key', valueFormat: 'Key {value}' },
    ],
    [{ headerName: 'X-Key', valueFormat: undefined }, { headerName: 'X-Key' }],
    [{ paramName: ' key ' }, { paramName: 'key' }],
    [
      { paramName: 'key', paramFormat: 'k:{value}' },
      { paramName: 'key', paramFormat: 'k:{value}' },
    ],
    [{ pathTemplate: '/bot{value}' }, { pathTemplate: '/bot{value}' }],
    [
      { pathRegex: '^/p/[^/]+', pathReplacement: '/p/{value}' },
      { pathRegex: '^/p/[^/]+', pathReplacement: '/p/{value}' },
    ],
  ])('%j is stored as %j', (input, config) => {
    expect(readInjectionConfig(input)).toEqual({ config });
  });

  it.each([null, undefined, {}])('02-12 %j is the missing case', (input) => {
    expect(readInjectionConfig(input)).toEqual({ problem: INJECTION_CONFIG_REQUIRED });
  });

  it.each([
    [[]],
    ['text'],
    [{ headerName: 'a', other: 1 }],
    [{ headerName: 'a', paramName: 'b' }],
    [{ headerName: 'a', pathRegex: 'a', pathReplacement: '{value}' }],
    [{ headerName: '' }],
    [{ headerName: 5 }],
    [{ paramName: '\ud800' }],
    [{ headerName: 'a', valueFormat: null }],
    [{ headerName: 'a b' }],
    [{ headerName: 'Host' }],
    [{ headerName: 'Content-Length' }],
    [{ headerName: 'transfer-encoding' }],
    [{ headerName: 'Connection' }],
    [{ headerName: 'Proxy-Authorization' }],
    [{ headerName: 'X-OneCLI-Connection-Id' }],
    [{ valueFormat: '{value}' }],
    [{ paramName: '  ' }],
    [{ pathTemplate: 'bot{value}' }],
    [{ pathTemplate: '/bot' }],
    [{ pathTemplate: '/{value}/{value}' }],
    [{ pathRegex: '(', pathReplacement: '{value}' }],
    [{ pathRegex: '(?=a)', pathReplacement: '{value}' }],
    [{ pathRegex: '(a)\\1', pathReplacement: '{value}' }],
    [{ pathRegex: 'a.{0,990}b', pathReplacement: '{value}' }],
    [{ pathRegex: 'a' }],
    [{ pathReplacement: '{value}' }],
    [{ pathRegex: 'a', pathReplacement: '$1' }],
  ])('%j is refused', (input) => {
    expect(readInjectionConfig(input)).toEqual({ problem: expect.any(String) });
  });

  it('reading never throws and is stable on its own output', () => {
    const keys = fc.constantFrom(
      'headerName',
      'valueFormat',
      'paramName',
      'pathTemplate',
      'pathRegex',
      'pathReplacement',
    );
    fc.assert(
      fc.property(
        fc.dictionary(keys, fc.oneof(fc.string(), fc.constant('/{value}'), fc.anything())),
        (input) => {
          const reading = readInjectionConfig(input);
          if ('config' in reading) expect(readInjectionConfig(reading.config)).toEqual(reading);
        },
      ),
    );
  });
});

describe('values', () => {
  const oauth = {
    tokens: { access_token: 'at', refresh_token: 'rt', account_id: 'acc', id_token: 'i' },
    extra: 1,
  };

  it('an OpenAI OAuth document is stored as sent', () => {
    const text = ` ${JSON.stringify(oauth)}`;
    expect(readOpenAiValue(text)).toEqual({ authMode: 'oauth', stored: text, accountId: 'acc' });
    expect(openAiHost('oauth')).toBe('chatgpt.com');
  });

  it('an OpenAI key document is unwrapped', () => {
    const text = JSON.stringify({ auth_mode: 'apikey', OPENAI_API_KEY: 'sk-inner' });
    expect(readOpenAiValue(text)).toEqual({ authMode: 'api-key', stored: 'sk-inner', accountId: null });
    expect(openAiHost('api-key')).toBe('api.openai.com');
  });

  it.each([
    'sk-1',
    '{',
    '[]',
    '{"tokens":{"access_token":"a"}}',
    '{"auth_mode":"other","OPENAI_API_KEY":"x"}',
  ])('%s is an API key', (text) => {
    expect(readOpenAiValue(text)).toEqual({ authMode: 'api-key', stored: text, accountId: null });
  });

  it('a document without account id has none', () => {
    const text = JSON.stringify({ tokens: { access_token: 'at', refresh_token: 'rt' } });
    expect(readOpenAiValue(text)).toMatchObject({ authMode: 'oauth', accountId: null });
  });

  it('rotation replaces the tokens that came and keeps the rest', () => {
    const rotated = rotateOpenAiTokens(JSON.stringify(oauth), { accessToken: 'at2' });
    expect(JSON.parse(rotated)).toEqual({ ...oauth, tokens: { ...oauth.tokens, access_token: 'at2' } });
    const both = rotateOpenAiTokens(rotated, { accessToken: 'at3', refreshToken: 'rt3', idToken: 'i3' });
    expect(readOpenAiTokens(both)).toEqual({ accessToken: 'at3', refreshToken: 'rt3', accountId: 'acc' });
  });

  it('an Anthropic value tells its mode by its prefix', () => {
    expect(anthropicAuthMode('sk-ant-oat01-x')).toBe('oauth');
    expect(anthropicAuthMode('sk-ant-api03-x')).toBe('api-key');
  });

  it.each([
    ['sk-1234567890', 'sk-1••••••••7890'],
    ['12345678', '••••••••'],
    ['1', '•'],
    ['123456789', '1234••••••••6789'],
  ])('02-13 the preview of %s is %s', (value, preview) => {
    expect(maskValue(value)).toBe(preview);
  });
});

describe('agents that can reach no LLM key', () => {
  const rule = (over: Partial<PublishedRule>): PublishedRule =>
    publishedRule({
      source: 'grant',
      identities: [{ type: 'agent', id: 'a1' }],
      targets: [{ kind: 'secret', secretId: 'key', secretScope: null }],
      ...over,
    });
  const without = (...rules: PublishedRule[]) =>
    agentsWithoutLlmKey({
      agentIds: ['a1', 'a2'],
      userIds: ['u1'],
      groupIds: ['g1'],
      rules: { organization: [], workspace: rules },
      llmSecrets: [
        { id: 'key', level: 'workspace' },
        { id: 'orgkey', level: 'organization' },
      ],
    });

  it.each([
    ['nothing granted', [], ['a1', 'a2']],
    ['a grant', [rule({})], ['a2']],
    ['a disabled grant', [rule({ enabled: false })], ['a1', 'a2']],
    ['a block', [rule({ action: 'block' })], ['a1', 'a2']],
    ['a rule for nobody in particular', [rule({ identities: [] })], ['a1', 'a2']],
    ['a rule for a user of the workspace', [rule({ identities: [{ type: 'user', id: 'u1' }] })], []],
    ['a rule for another user', [rule({ identities: [{ type: 'user', id: 'u2' }] })], ['a1', 'a2']],
    ['a rule for a group', [rule({ identities: [{ type: 'group', id: 'g1' }] })], []],
    [
      'a grant of another secret',
      [rule({ targets: [{ kind: 'secret', secretId: 'x', secretScope: null }] })],
      ['a1', 'a2'],
    ],
    [
      'all organization secrets',
      [rule({ targets: [{ kind: 'secret', secretId: null, secretScope: 'organization' }] })],
      ['a2'],
    ],
    [
      'a network rule',
      [
        rule({
          targets: [{ kind: 'network', hostPattern: 'api.openai.com', pathPattern: null, method: null }],
        }),
      ],
      ['a1', 'a2'],
    ],
  ])('02-8 %s', (_name, rules, expected) => {
    expect(without(...rules)).toEqual(expected);
  });
});
