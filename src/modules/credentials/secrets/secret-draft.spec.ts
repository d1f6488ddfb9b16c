import { describe, expect, it } from '@jest/globals';
import { flatRefusal as flat, refusalOf as refusal } from '../../../../test/harness/refusal-of.js';
import type { CreateSecretRequest, UpdateSecretRequest } from './dto/secret-request.dto.js';
import { readNewSecret } from './secret-draft.js';
import {
  changesOf,
  checkMergedPath,
  needsStoredValue,
  type PatchedSecret,
  readSecretPatch,
  type SecretChanges,
} from './secret-patch.js';

const OAUTH = JSON.stringify({
  tokens: { access_token: 'at', refresh_token: 'rt', account_id: 'acc' },
  more: 1,
});
const INNER_KEY = JSON.stringify({ auth_mode: 'apikey', OPENAI_API_KEY: 'sk-inner' });
const REFERENCE = 'op://vault/item/field';
const DISPLAY = { vault: 'V', item: 'I', field: 'F' };
const HEADER = { headerName: 'x-key' };
const PATH = { pathTemplate: '/bot{value}' };
const UNSAFE_TEXT = 'The value contains characters that cannot be put into a URL path';
const REQUIRED_TEXT = 'Header name, parameter name, or URL path template is required for generic secrets';

interface Reference {
  opRef?: string;
  opDisplay?: typeof DISPLAY;
}
type Create = Partial<CreateSecretRequest> & Reference;
type Update = UpdateSecretRequest & Reference;

const made = (body: Create, level: 'workspace' | 'organization' = 'workspace') =>
  readNewSecret(
    {
      name: 'Key',
      type: 'generic',
      value: 'v',
      hostPattern: 'u.test',
      injectionConfig: HEADER,
      ...body,
    },
    level,
  );

describe('a new secret (02 §3.8)', () => {
  it('is inline, with what the body says', () => {
    expect(made({ pathPattern: '/a/*' })).toEqual({
      name: 'Key',
      type: 'generic',
      sourceKind: 'inline',
      value: 'v',
      sourceReference: null,
      metadata: null,
      forcedHost: null,
      hostPattern: 'u.test',
      pathPattern: '/a/*',
      injectionConfig: HEADER,
    });
  });

  it('covers every path when its pattern is blank', () => {
    expect(made({ pathPattern: '' }).pathPattern).toBeNull();
  });

  it.each<[string, Create, object]>([
    ['an Anthropic key', { type: 'anthropic' }, { metadata: { authMode: 'api-key' }, hostPattern: 'u.test' }],
    [
      'an Anthropic subscription',
      { type: 'anthropic', value: 'sk-ant-oat01-x' },
      { metadata: { authMode: 'oauth' }, hostPattern: 'u.test' },
    ],
    [
      'an OpenAI key',
      { type: 'openai' },
      { metadata: { authMode: 'api-key' }, hostPattern: 'api.openai.com', value: 'v' },
    ],
    [
      'an OpenAI key in its file',
      { type: 'openai', value: INNER_KEY },
      { metadata: { authMode: 'api-key' }, hostPattern: 'api.openai.com', value: 'sk-inner' },
    ],
    [
      'OpenAI tokens in their file',
      { type: 'openai', value: OAUTH },
      { metadata: { authMode: 'oauth', accountId: 'acc' }, hostPattern: 'chatgpt.com', value: OAUTH },
    ],
  ])(
    'that is %s is described by its value and keeps no injection (02 §3.1, §3.5)',
    (_name, body, expected) => {
      expect(made(body)).toMatchObject({ ...expected, sourceKind: 'inline', injectionConfig: null });
    },
  );

  it.each<[string, CreateSecretRequest['type'], string, object | null]>([
    ['generic', 'generic', 'u.test', null],
    ['Anthropic', 'anthropic', 'api.anthropic.com', { authMode: 'api-key' }],
    ['OpenAI', 'openai', 'api.openai.com', { authMode: 'api-key' }],
  ])('from 1Password: %s (02 §3.4)', (_name, type, hostPattern, metadata) => {
    const reference = { type, valueSource: 'onepassword', value: 'ignored', opRef: REFERENCE } as const;
    const stored = { sourceKind: 'onepassword', value: null, sourceReference: REFERENCE, hostPattern };
    expect(made(reference)).toMatchObject({ ...stored, metadata });
    const shown = { ...DISPLAY, extra: 'x' };
    expect(made({ ...reference, opDisplay: shown }).metadata).toEqual({ ...metadata, opDisplay: DISPLAY });
  });

  it.each<[string, Create, 'workspace' | 'organization', string]>([
    [
      '1Password in an organization',
      { valueSource: 'onepassword', opRef: REFERENCE },
      'organization',
      '1Password is only available for project-scoped secrets',
    ],
    [
      '1Password without a reference',
      { valueSource: 'onepassword' },
      'workspace',
      'opRef is required for 1Password secrets',
    ],
    ['no value', { value: undefined }, 'workspace', 'value is required'],
    [
      'no value said to be inline',
      { valueSource: 'inline', value: undefined },
      'workspace',
      'value is required',
    ],
    ['no injection', { injectionConfig: undefined }, 'workspace', REQUIRED_TEXT],
    ['an unsafe value for a path', { injectionConfig: PATH, value: 'a/b' }, 'workspace', UNSAFE_TEXT],
    [
      'a host that is a URL, before anything else',
      { hostPattern: 'https://u.test', value: undefined },
      'workspace',
      'Enter a hostname, not a URL (remove http:// or https://)',
    ],
  ])('with %s is refused flat', (_name, body, level, message) => {
    expect(refusal(() => made(body, level))).toEqual(flat(message));
  });

  it('may have any value in a header, and a safe one in a path', () => {
    expect(made({ value: 'a/b' }).value).toBe('a/b');
    expect(made({ value: 'ab', injectionConfig: PATH }).injectionConfig).toEqual(PATH);
  });
});

const GENERIC: PatchedSecret = {
  type: 'generic',
  sourceKind: 'inline',
  sourceReference: null,
  injectionConfig: HEADER,
};
const REFERRED: PatchedSecret = { ...GENERIC, sourceKind: 'onepassword', sourceReference: REFERENCE };

const changed = (stored: PatchedSecret, body: Update): SecretChanges =>
  changesOf(stored, readSecretPatch(body, 'workspace'));

describe('a PATCH of a secret by itself (02 §3.8, R19)', () => {
  it.each<[string, Update, 'workspace' | 'organization', string]>([
    [
      'a host with a path',
      { hostPattern: 'a/b' },
      'workspace',
      'Enter a hostname only, not a path (use the path pattern field for paths)',
    ],
    [
      '1Password without a reference',
      { valueSource: 'onepassword' },
      'workspace',
      'opRef is required for 1Password secrets',
    ],
    [
      '1Password in an organization',
      { valueSource: 'onepassword', opRef: REFERENCE },
      'organization',
      '1Password is only available for project-scoped secrets',
    ],
    ['inline without a value', { valueSource: 'inline' }, 'workspace', 'value is required'],
    ['an empty injection', { injectionConfig: {} }, 'workspace', REQUIRED_TEXT],
    ['an unsafe value for a path', { injectionConfig: PATH, value: 'a/b' }, 'workspace', UNSAFE_TEXT],
  ])('with %s is refused flat', (_name, body, level, message) => {
    expect(refusal(() => readSecretPatch(body, level))).toEqual(flat(message));
  });

  it('does not judge a value that its source ignores', () => {
    const body = {
      injectionConfig: PATH,
      value: 'a/b',
      valueSource: 'onepassword',
      opRef: REFERENCE,
    } as const;
    expect(() => readSecretPatch(body, 'workspace')).not.toThrow();
  });

  it('tells a removed injection from one that is not named', () => {
    expect(readSecretPatch({ injectionConfig: null }, 'workspace').injectionConfig).toBeNull();
    expect(readSecretPatch({ name: 'New' }, 'workspace').injectionConfig).toBeUndefined();
  });
});

describe('what a PATCH changes (02 §3.8)', () => {
  it.each<[string, PatchedSecret, Update, SecretChanges]>([
    ['a name', GENERIC, { name: 'New' }, { name: 'New' }],
    ['a host', GENERIC, { hostPattern: 'v.test' }, { hostPattern: 'v.test' }],
    ['a path', GENERIC, { pathPattern: '/a' }, { pathPattern: '/a' }],
    ['a path away', GENERIC, { pathPattern: null }, { pathPattern: null }],
    ['a blank path', GENERIC, { pathPattern: '' }, { pathPattern: null }],
    ['an injection', GENERIC, { injectionConfig: PATH }, { injectionConfig: PATH }],
    [
      'a value',
      GENERIC,
      { value: 'w' },
      { sourceKind: 'inline', value: 'w', sourceReference: null, metadata: null },
    ],
    [
      'a value, which leaves 1Password',
      REFERRED,
      { value: 'w' },
      { sourceKind: 'inline', value: 'w', sourceReference: null, metadata: null },
    ],
    [
      'the source, which erases the value',
      GENERIC,
      { valueSource: 'onepassword', opRef: REFERENCE, value: 'ignored' },
      { sourceKind: 'onepassword', value: null, sourceReference: REFERENCE, metadata: null },
    ],
    [
      'a reference',
      REFERRED,
      { opRef: 'op://a/b/c' },
      { sourceKind: 'onepassword', value: null, sourceReference: 'op://a/b/c', metadata: null },
    ],
    [
      'how a reference is shown',
      REFERRED,
      { opDisplay: DISPLAY },
      {
        sourceKind: 'onepassword',
        value: null,
        sourceReference: REFERENCE,
        metadata: { opDisplay: DISPLAY },
      },
    ],
  ])('%s', (_name, stored, body, changes) => {
    expect(changed(stored, body)).toEqual(changes);
  });

  it.each<[string, PatchedSecret, Update]>([
    ['nothing', GENERIC, {}],
    ['a reference of an inline secret', GENERIC, { opRef: REFERENCE }],
    ['how an inline secret is shown', GENERIC, { opDisplay: DISPLAY }],
    ['an injection of a key', { ...GENERIC, type: 'openai' }, { injectionConfig: HEADER }],
    ['no injection of a key', { ...GENERIC, type: 'anthropic' }, { injectionConfig: null }],
  ])('is refused when it is %s', (_name, stored, body) => {
    expect(refusal(() => changed(stored, body))).toEqual(flat('No fields to update'));
  });

  it('is never the injection away from a generic secret', () => {
    expect(refusal(() => changed(GENERIC, { injectionConfig: null, name: 'New' }))).toEqual([
      400,
      'secret_injection_required',
      REQUIRED_TEXT,
    ]);
  });

  describe('of the host (02 §3.1)', () => {
    const openai: PatchedSecret = { ...GENERIC, type: 'openai', injectionConfig: null };
    const anthropic: PatchedSecret = { ...openai, type: 'anthropic' };
    const referred = { valueSource: 'onepassword', opRef: REFERENCE } as const;
    const stored = { sourceKind: 'onepassword', sourceReference: REFERENCE } as const;

    it.each<[string, PatchedSecret, Update, string | undefined]>([
      ['an OpenAI value moves it', openai, { value: 'v' }, 'api.openai.com'],
      ['OpenAI tokens move it', openai, { value: OAUTH }, 'chatgpt.com'],
      ['one that is named wins', openai, { value: OAUTH, hostPattern: 'v.test' }, 'v.test'],
      ['an Anthropic value leaves it', anthropic, { value: 'v' }, undefined],
      ['an Anthropic key may be moved', anthropic, { hostPattern: 'v.test' }, 'v.test'],
      ['an Anthropic reference moves it', anthropic, referred, 'api.anthropic.com'],
      [
        'an Anthropic reference is tied to its own',
        anthropic,
        { ...referred, hostPattern: 'v.test' },
        'api.anthropic.com',
      ],
      [
        'a stored Anthropic reference cannot be moved',
        { ...anthropic, ...stored },
        { name: 'New', hostPattern: 'v.test' },
        undefined,
      ],
      ['an OpenAI reference moves it', openai, referred, 'api.openai.com'],
      ['an OpenAI reference may be moved', openai, { ...referred, hostPattern: 'v.test' }, 'v.test'],
      ['the same reference again leaves it', { ...openai, ...stored }, { opRef: REFERENCE }, undefined],
      ['another reference moves it', { ...openai, ...stored }, { opRef: 'op://a/b/c' }, 'api.openai.com'],
      ['how a reference is shown leaves it', { ...openai, ...stored }, { opDisplay: DISPLAY }, undefined],
    ])('%s', (_name, stored, body, hostPattern) => {
      expect(changed(stored, body).hostPattern).toBe(hostPattern);
    });
  });
});

describe('a value in a path after a PATCH (02 §3.2.3)', () => {
  const intoPath = { ...GENERIC, injectionConfig: PATH };

  it.each<[string, PatchedSecret, SecretChanges, boolean]>([
    ['a new path for a stored value', GENERIC, { injectionConfig: PATH }, true],
    ['a new header for a stored value', GENERIC, { injectionConfig: HEADER }, false],
    ['a new path with its value', GENERIC, { injectionConfig: PATH, value: 'w' }, false],
    ['a new path for an erased value', GENERIC, { injectionConfig: PATH, value: null }, false],
    ['a new path for a reference', REFERRED, { injectionConfig: PATH }, false],
    ['a new name', intoPath, { name: 'New' }, false],
  ])('needs the stored value: %s (%#)', (_name, stored, changes, expected) => {
    expect(needsStoredValue(stored, changes)).toBe(expected);
  });

  it.each<[string, PatchedSecret, SecretChanges, string | null]>([
    ['an unsafe new value', intoPath, { value: 'a/b' }, null],
    ['an unsafe new value beside a safe stored one', intoPath, { value: 'a/b' }, 'ab'],
    ['an unsafe stored value', GENERIC, { injectionConfig: PATH }, 'a/b'],
  ])('is refused: %s', (_name, stored, changes, value) => {
    expect(refusal(() => checkMergedPath(stored, changes, value))).toEqual([
      400,
      'secret_path_value_unsafe',
      UNSAFE_TEXT,
    ]);
  });

  it.each<[string, PatchedSecret, SecretChanges, string | null]>([
    ['a safe new value', intoPath, { value: 'ab' }, null],
    ['a safe new value for an unsafe stored one', intoPath, { value: 'ab' }, 'a/b'],
    ['an unsafe value that goes into a header now', intoPath, { injectionConfig: HEADER }, 'a/b'],
    ['an unsafe value in a header', GENERIC, { value: 'a/b' }, null],
    ['a value that is erased', intoPath, { value: null }, 'a/b'],
    ['a value nobody lent', intoPath, { name: 'New' }, null],
  ])('may be: %s', (_name, stored, changes, value) => {
    expect(() => checkMergedPath(stored, changes, value)).not.toThrow();
  });
});
