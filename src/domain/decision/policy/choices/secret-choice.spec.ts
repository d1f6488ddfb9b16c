import { describe, expect, it } from '@jest/globals';
import { RankedSecrets, SecretTable, type SecretEntry } from './secret-choice.js';

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

  it('07 §A10.3 a partner’s secret fills the places that nobody else writes', () => {
    const partner = entry('p', { level: 'partner', slots: ['header:authorization', 'query:key'] });
    expect(chosen([partner])).toEqual(['p(header:authorization,query:key)']);
    expect(chosen([partner, entry('o', { level: 'organization' })])).toEqual([`o${AUTH}`, 'p(query:key)']);
    expect(chosen([partner, entry('w', { pathPattern: '/v2/*' })])).toEqual([
      'p(header:authorization,query:key)',
    ]);
  });

  it('levels that are ranked apart are one stock, the preferred before those beyond', () => {
    const levels = [
      entry('o', { level: 'organization', slots: ['query:key'] }),
      entry('p', { level: 'partner', slots: ['header:authorization', 'query:key', 'path'] }),
    ].map((secret) => new RankedSecrets([secret]));
    const table = new SecretTable(new RankedSecrets([entry('w')], levels));
    expect(table.entries.map(({ id }) => id)).toEqual(['w', 'o', 'p']);
    expect(
      table.choose('api.example.com', '/', '/').map(({ entry: { id }, slots }) => [id, ...slots]),
    ).toEqual([
      ['w', 'header:authorization'],
      ['o', 'query:key'],
      ['p', 'path'],
    ]);
  });

  it('07 §A10.3 LLM keys of one type collide whatever their paths, unless the own one has no value', () => {
    const partner = entry('p', { level: 'partner', type: 'anthropic' });
    const own = entry('w', { type: 'anthropic', pathPattern: '/v2/*' });
    expect(chosen([partner])).toEqual([`p${AUTH}`]);
    expect(chosen([partner, own])).toEqual([]);
    expect(chosen([partner, own], '/v2/x')).toEqual([`w${AUTH}`]);
    expect(chosen([partner, own], '/v1/x', new Set(['w']))).toEqual([`p${AUTH}`]);
    expect(chosen([partner, { ...own, hostPattern: 'other.example.com' }])).toEqual([`p${AUTH}`]);
    expect(chosen([partner, { ...own, type: 'openai', slots: ['header:x'] }])).toEqual([`p${AUTH}`]);
    const narrow = entry('n', { level: 'partner', type: 'anthropic', pathPattern: '/v2/*' });
    expect(chosen([partner, narrow])).toEqual([`p${AUTH}`]);
  });

  it('07 §A10.3 a partner’s LLM key is written whole or not at all', () => {
    const slots = ['header:x-api-key', 'header:authorization'];
    const partner = entry('p', { level: 'partner', type: 'anthropic', slots });
    expect(chosen([partner, entry('w', { slots: ['header:x-api-key'] })])).toEqual(['w(header:x-api-key)']);
    expect(chosen([partner, entry('w')])).toEqual([`w${AUTH}`]);
    expect(chosen([partner, entry('w', { slots: ['query:key'] })])).toEqual([
      'w(query:key)',
      'p(header:x-api-key,header:authorization)',
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

describe('what is known of a host without choosing', () => {
  const HOST = 'api.example.com';

  it.each<[string, Partial<SecretEntry>, boolean]>([
    ['a secret for all of it', {}, false],
    ['a secret for a part', { pathPattern: '/v1/*' }, true],
    ['a secret that goes into the path', { slots: ['path'] }, true],
  ])('%s looks at paths: %j', (_what, fields, reads) => {
    expect(new SecretTable([entry('a', fields)]).readsPath(HOST)).toBe(reads);
    expect(new SecretTable([entry('a', fields)]).readsPath('other.test')).toBe(false);
  });

  it('is which secret is about a path, chosen there or not', () => {
    const table = new SecretTable([entry('a', { pathPattern: '/v1/*' }), entry('b')]);
    const serves = (id: string, path: string): boolean => table.serves(id, HOST, path, path);
    expect([serves('a', '/v1/x'), serves('a', '/v2/x'), serves('b', '/v2/x'), serves('c', '/v1/x')]).toEqual([
      true,
      false,
      true,
      false,
    ]);
  });

  it('is in order of the id where everything else is equal', () => {
    const [a, b, c] = ['a', 'b', 'c'].map((id) => entry(id, { slots: [`header:${id}`] as never }));
    for (const order of [
      [a, b, c],
      [c, b, a],
      [b, a, c],
      [b, c, a],
    ])
      expect(chosen(order as SecretEntry[])).toEqual(['a(header:a)', 'b(header:b)', 'c(header:c)']);
  });

  it('is the same however many other hosts are asked about meanwhile', () => {
    const table = new SecretTable(new RankedSecrets([entry('a')]));
    for (let at = 0; at < 3_000; at++) expect(table.covers(`h${at}.test`)).toBe(false);
    expect(table.covers(HOST)).toBe(true);
  });
});
