import { describe, expect, it } from '@jest/globals';
import { AppHostIndex } from './app-hosts.js';
import { detectProvider, regionalHost } from './app-hosts.js';
import { InjectRules, ruleServes } from './inject-rules.js';
import type { CatalogApp, CatalogTool } from './model/model.js';
import { permissionDefinition } from './permission-definition.js';

const app = (id: string, detectOrder: number, ...hosts: object[]): CatalogApp =>
  ({ id, detectOrder, hosts, tools: [] }) as unknown as CatalogApp;

const SHARED = 'api.shared.test';
const APPS = [
  app('mail', 2, { host: SHARED, pathPrefix: '/mail/' }, { host: SHARED, pathPrefix: '/mail2/' }),
  app('drive', 1, { host: SHARED, pathPrefix: '/drive/' }),
  app('whole', 3, { host: 'whole.test' }, { host: 'whole.test', pathPrefix: '/x/' }),
  app('plain', 4, { host: 'plain.test' }),
];

describe('the apps on a host (06 §10.2.1)', () => {
  const index = new AppHostIndex(APPS);

  it('stand in the order in which they are asked, each with its paths', () => {
    expect(index.on(SHARED)).toEqual({
      apps: [
        { provider: 'drive', pathPrefixes: ['/drive/'] },
        { provider: 'mail', pathPrefixes: ['/mail/', '/mail2/'] },
      ],
      sharedByPath: true,
    });
  });

  it.each([
    ['whole.test', [{ provider: 'whole', pathPrefixes: null }], true],
    ['plain.test', [{ provider: 'plain', pathPrefixes: null }], false],
    ['other.test', [], false],
  ])('of %s are %j', (host, apps, sharedByPath) => {
    expect(index.on(host)).toEqual({ apps, sharedByPath });
  });

  it('are the same however many other hosts are asked about meanwhile', () => {
    const first = index.on(SHARED);
    expect(index.on(SHARED)).toBe(first);
    for (let at = 0; at < 3_000; at++) index.on(`h${at}.test`);
    expect(index.on(SHARED)).toEqual(first);
  });

  it.each([
    ['/mail/a', '/mail/a', 'mail'],
    ['/mail2/a', '/mail2/a', 'mail'],
    ['/drive/a', '/drive/a', 'drive'],
    ['/mail/../drive/a', '/drive/a', null],
    ['/other', '/other', null],
  ])('are told apart by both forms of a path: %s, %s is %j', (path, canonical, provider) => {
    expect(detectProvider(index.on(SHARED), path, canonical)).toBe(provider);
  });
});

describe('the host of a region (03 §12.7)', () => {
  const REWRITE = {
    field: 'region',
    suffixes: ['.svc.test'],
    targets: { eu: '{prefix}.{region}.svc.test', '*': '{prefix}.main.svc.test' },
  };

  it.each([
    ['api.svc.test', 'eu', 'api.eu.svc.test'],
    ['api.eu.svc.test', 'eu', 'api.eu.svc.test'],
    ['api.us.svc.test', 'eu', 'api.us.eu.svc.test'],
    ['api.svc.test', 'ap', 'api.main.svc.test'],
    ['api.svc.test', undefined, 'api.main.svc.test'],
    ['svc.test', 'eu', null],
    ['.svc.test', 'eu', null],
    ['api.other.test', 'eu', null],
  ])('for %s and an account of %j is %j', (host, region, expected) => {
    const values: Record<string, string> = region === undefined ? {} : { region };
    expect(regionalHost(REWRITE, host, values)).toBe(expected);
  });

  it('is none where the account is of a region that is not listed', () => {
    const listed = { ...REWRITE, targets: { eu: REWRITE.targets.eu } };
    expect(regionalHost(listed, 'api.svc.test', { region: 'ap' })).toBeNull();
  });
});

describe('what an app writes on a host', () => {
  const [one, two] = [{ kind: 'one' }, { kind: 'two' }];
  const rules = new InjectRules([
    app(
      'a',
      1,
      { host: '*.a.test', inject: one, pathPrefix: '/v1/' },
      { host: 'x.a.test', inject: two, onlyHost: 'x.a.test' },
      { host: 'y.b.test' },
    ),
  ]);

  it('is in the order of its entry', () => {
    expect(rules.on('a', 'x.a.test')).toEqual([
      { inject: one, pathPrefix: '/v1/', onlyHost: null },
      { inject: two, pathPrefix: null, onlyHost: 'x.a.test' },
    ]);
    expect(rules.on('a', 'x.a.test')).toBe(rules.on('a', 'x.a.test'));
  });

  it.each([
    ['a', 'y.b.test'],
    ['a', 'other.test'],
    ['b', 'x.a.test'],
  ])('is nothing of %s on %s', (provider, host) => {
    expect(rules.on(provider, host)).toEqual([]);
  });

  it.each([
    [null, '/a', '/a', true],
    ['/v1/', '/v1/a', '/v1/a', true],
    ['/v1/', '/v1/../a', '/a', false],
    ['/v1/', '/a/../v1/b', '/v1/b', false],
  ])('under the prefix %j serves %s, which is %s: %j', (pathPrefix, path, canonical, serves) => {
    const [rule] = rules.on('a', 'x.a.test');
    expect(ruleServes({ ...rule!, pathPrefix }, path, canonical)).toBe(serves);
  });
});

describe('what clients know of the tools of an app (03 §3.5)', () => {
  const tool = (id: string, group: string, more: object = {}): CatalogTool =>
    ({
      id,
      name: id,
      description: '',
      group,
      wildcard: false,
      secretly: 1,
      ...more,
    }) as unknown as CatalogTool;
  const shown = (id: string) => ({ id, name: id, description: '' });
  const withTools = (...tools: CatalogTool[]): CatalogApp => ({ ...app('a', 1), tools });

  it('is nothing of an app without tools', () => {
    expect(permissionDefinition(withTools())).toBeNull();
  });

  it('is its groups that have any, reading first', () => {
    const all = withTools(tool('w', 'write'), tool('r', 'read'), tool('rest', 'read', { wildcard: true }));
    expect(permissionDefinition(all)).toEqual({
      provider: 'a',
      groups: [
        { category: 'read', tools: [shown('r')], wildcard: shown('rest'), wildcardComplete: false },
        { category: 'write', tools: [shown('w')] },
      ],
    });
    expect(permissionDefinition(withTools(tool('w', 'write')))?.groups).toHaveLength(1);
  });
});
