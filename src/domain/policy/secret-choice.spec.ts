import { describe, expect, it } from '@jest/globals';
import { SecretTable, type SecretEntry } from './secret-choice.js';

function entry(id: string, fields: Partial<SecretEntry> = {}): SecretEntry {
  return {
    id,
    level: 'workspace',
    type: 'generic',
    hostPattern: 'api.example.com',
    pathPattern: null,
    createdAt: '2026-01-01T00:00:00.000Z',
    slots: ['header:authorization'],
    ...fields,
  };
}

function chosen(entries: SecretEntry[], path = '/v1/x', absent?: Set<string>, canonical = path) {
  return new SecretTable(entries)
    .choose('api.example.com', path, canonical, absent)
    .map(({ entry: { id }, slots }) => `${id}(${slots.join()})`);
}

const AUTH = '(header:authorization)';

describe('choice among several secrets (02 §11.2)', () => {
  it('02-17 the workspace wins a shared slot; different slots coexist', () => {
    const shared = [entry('p', { level: 'partner' }), entry('o', { level: 'organization' }), entry('w')];
    expect(chosen(shared)).toEqual([`w${AUTH}`]);
    const apart = [
      entry('o', { level: 'organization', slots: ['header:authorization', 'query:key'] }),
      entry('w'),
    ];
    expect(chosen(apart)).toEqual([`w${AUTH}`, 'o(query:key)']);
  });

  it('prefers exact over wildcard, then the longer literal, then the newest, then the lowest id', () => {
    const paths = ['*', '/v1/*', '/v1/x*', '/v1/x'].map((pathPattern, index) =>
      entry(`e${index}`, { pathPattern }),
    );
    expect(chosen(paths)).toEqual([`e3${AUTH}`]);
    expect(chosen(paths.slice(0, 3))).toEqual([`e2${AUTH}`]);
    expect(chosen(paths.slice(0, 2))).toEqual([`e1${AUTH}`]);
    expect(chosen([entry('old'), entry('new', { createdAt: new Date('2026-02-01') })])).toEqual([
      `new${AUTH}`,
    ]);
    expect(chosen([entry('b'), entry('a')])).toEqual([`a${AUTH}`]);
  });

  it('level goes before path', () => {
    expect(chosen([entry('o', { level: 'organization', pathPattern: '/v1/x' }), entry('w')])).toEqual([
      `w${AUTH}`,
    ]);
  });

  it('needs host and path, the path in both forms', () => {
    expect(chosen([entry('h', { hostPattern: '*.example.org' })])).toEqual([]);
    expect(chosen([entry('h', { pathPattern: '/v2/*' })])).toEqual([]);
    expect(chosen([entry('h', { pathPattern: '/v1/*' })], '/v1/../v2', undefined, '/v2')).toEqual([]);
    expect(chosen([entry('h', { pathPattern: '/v2' })], '/v1/../v2', undefined, '/v2')).toEqual([]);
  });

  it('one winner per LLM type applies at all', () => {
    const workspace = entry('w', { type: 'anthropic', slots: ['header:x-api-key'] });
    const organization = entry('o', {
      type: 'anthropic',
      level: 'organization',
      slots: ['header:authorization', 'header:x-api-key'],
    });
    expect(chosen([organization, workspace])).toEqual(['w(header:x-api-key)']);
    expect(chosen([organization, workspace], '/', new Set(['w']))).toEqual([
      'o(header:authorization,header:x-api-key)',
    ]);
  });

  it('an OpenAI secret serves its product hosts whatever is stored, once', () => {
    const table = new SecretTable([entry('ai', { type: 'openai', hostPattern: 'api.openai.com' })]);
    for (const host of ['api.openai.com', 'chatgpt.com', 'eu.chatgpt.com']) {
      expect(table.choose(host, '/', '/')).toHaveLength(1);
    }
    expect(table.covers('openai.com')).toBe(false);
  });

  it('a host is covered also where no path is', () => {
    const table = new SecretTable([entry('h', { pathPattern: '/v1/*' })]);
    expect(table.covers('api.example.com')).toBe(true);
    expect(table.choose('api.example.com', '/v2', '/v2')).toEqual([]);
  });
});
