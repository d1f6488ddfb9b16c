import { describe, expect, it } from '@jest/globals';
import { catalogFaults } from './catalog-faults.js';
import { CatalogSurfaces } from './catalog-surfaces.js';
import type { CatalogApp, CatalogHost, CatalogTool, ToolMatch } from './model/model.js';

const match = (host: string, path = '/x', method: string | null = 'GET'): ToolMatch => ({
  host,
  path,
  method,
});
const tool = (id: string, ...matches: ToolMatch[]): CatalogTool => ({
  id,
  name: 'n',
  description: 'd',
  group: 'read',
  matches,
});
const host = (name: string, pathPrefix?: string): CatalogHost => ({
  host: name,
  match: name.startsWith('*') ? 'suffix' : 'exact',
  ...(pathPrefix !== undefined && { pathPrefix }),
});
const app = (more: Partial<Record<keyof CatalogApp, unknown>> = {}): CatalogApp =>
  ({
    id: 'a',
    name: 'n',
    category: 'c',
    summary: 's',
    listOrder: 0,
    detectOrder: 0,
    hosts: [host('api.test')],
    tools: [tool('t', match('api.test'))],
    ...more,
  }) as unknown as CatalogApp;

describe('the faults of a catalogue (03 §16)', () => {
  it('are none of one that can be used', () => {
    const tools = [tool('t', match('api.test'), match('*.api.test', '*', null))];
    expect(catalogFaults([app({ tools, hosts: [host('api.test', '/x'), host('*.api.test')] })])).toEqual([]);
  });

  const SHAPE = 'app a does not have the shape of a catalogue entry';
  it.each([
    ['an id of other characters', { id: 'A' }, 'an app has no valid id'],
    ['no id', { id: undefined }, 'an app has no valid id'],
    ['no name', { name: '' }, SHAPE],
    ['hosts that are no list', { hosts: null }, SHAPE],
    ['a host without a name', { hosts: [{ host: '', match: 'exact' }] }, SHAPE],
    ['a host of another kind', { hosts: [{ host: 'api.test', match: 'prefix' }] }, SHAPE],
    ['a prefix that is no path', { hosts: [host('api.test', 'x')] }, SHAPE],
    ['a prefix that is no text', { hosts: [{ ...host('api.test'), pathPrefix: 1 }] }, SHAPE],
    ['tools that are no list', { tools: null }, SHAPE],
    ['a tool without a name', { tools: [{ ...tool('t', match('api.test')), name: '' }] }, SHAPE],
    ['a tool of no group', { tools: [{ ...tool('t', match('api.test')), group: 'x' }] }, SHAPE],
    ['a tool that matches nothing', { tools: [tool('t')] }, SHAPE],
    ['a match without a host', { tools: [tool('t', match(''))] }, SHAPE],
    ['a match without a path', { tools: [tool('t', match('api.test', ''))] }, SHAPE],
    [
      'a tool twice',
      { tools: [tool('t', match('api.test')), tool('t', match('api.test'))] },
      'app a has tool t twice',
    ],
    [
      'a pattern among exact hosts',
      { hosts: [host('api.test'), { host: 'a*.test', match: 'exact' }] },
      'app a: host a*.test',
    ],
    [
      'a name among suffixes',
      { hosts: [host('api.test'), { host: 'b.test', match: 'suffix' }] },
      'app a: host b.test',
    ],
    [
      'a tool that includes an unknown one',
      { tools: [{ ...tool('t', match('api.test')), includes: ['u'] }] },
      'app a, tool t: includes u, which is no tool of the app',
    ],
    ['a path that is none', { tools: [tool('t', match('api.test', 'x'))] }, 'app a, tool t: path x'],
    [
      'a method that is none',
      { tools: [tool('t', match('api.test', '/x', 'get'))] },
      'app a, tool t: method get',
    ],
    ['two wildcards in a host', { tools: [tool('t', match('*.*.test'))] }, 'app a, tool t: host *.*.test'],
    [
      'a host that is not its own',
      { tools: [tool('t', match('b.test'))] },
      "app a, tool t: host b.test is none of the app's",
    ],
    ['a place that leaves one out', { listOrder: 1 }, 'listOrder is no permutation of 0 to 0'],
    ['a place that leaves one out', { detectOrder: 1 }, 'detectOrder is no permutation of 0 to 0'],
  ])('are said of %s', (_what, changed, fault) => {
    expect(catalogFaults([app(changed)])).toEqual([fault]);
  });

  it('are said of ids and places that are there twice', () => {
    expect(catalogFaults([app(), app()])).toEqual([
      'app a is defined twice',
      'listOrder is no permutation of 0 to 1',
      'detectOrder is no permutation of 0 to 1',
    ]);
  });
});

describe('where the tools of an app match (02 §9.5)', () => {
  const surfaces = new CatalogSurfaces([
    app({
      hosts: [host('api.test'), host('mirror.test'), host('shared.test', '/a/')],
      tools: [tool('read', match('api.test', '/x')), tool('any', match('api.test', '*', null))],
    }),
    app({
      id: 'b',
      hosts: [host('shared.test', '/b/'), host('whole.test')],
      tools: [tool('one', match('shared.test', '/b/x')), tool('two', match('own.test', '*'))],
    }),
  ]);
  const reach = (id: string, tools: string[]) => surfaces.surface(id, tools)!;

  it('is nowhere for an app or a tool that there is not', () => {
    expect(surfaces.surface('c', [])).toBeNull();
    expect(surfaces.surface('a', ['gone'])).toBeNull();
  });

  it.each([
    ['api.test', '/x', 'GET', true],
    ['api.test', '/x', 'POST', false],
    ['api.test', '/y', 'GET', false],
    ['mirror.test', '/x', 'GET', true],
    ['other.test', '/x', 'GET', false],
    ['shared.test', '/x', 'GET', false],
  ])('is, for a tool of the only host, %s %s by %s: %s', (name, path, method, covered) => {
    expect(reach('a', ['read']).covers(name, path, method)).toBe(covered);
  });

  it.each([
    ['shared.test', '/b/x', true],
    ['shared.test', '/c', false],
    ['shared.test', '/b/anything', true],
    ['own.test', '/z', true],
    ['whole.test', '/z', true],
    ['api.test', '/x', false],
  ])('is, for a whole app, %s %s: %s', (name, path, covered) => {
    expect(reach('b', []).covers(name, path, 'GET')).toBe(covered);
  });

  it('mirrors tools of several hosts only where the host is shared by prefixes', () => {
    expect(reach('b', ['two']).covers('shared.test', '/b/z', 'GET')).toBe(true);
    expect(reach('b', ['two']).covers('shared.test', '/z', 'GET')).toBe(false);
    expect(reach('b', ['two']).covers('whole.test', '/z', 'GET')).toBe(false);
  });

  it('knows whether a path counts on a host, and whether a method does', () => {
    expect(reach('a', ['read']).methodBound).toBe(true);
    expect(reach('a', ['any']).methodBound).toBe(false);
    expect(reach('a', []).methodBound).toBe(false);
    expect(reach('a', ['read']).readsPath('api.test')).toBe(true);
    expect(reach('a', ['read']).readsPath('mirror.test')).toBe(true);
    expect(reach('a', ['any']).readsPath('api.test')).toBe(false);
    expect(reach('a', ['any']).readsPath('mirror.test')).toBe(false);
    expect(reach('a', ['any']).readsPath('shared.test')).toBe(true);
    expect(reach('b', []).readsPath('shared.test')).toBe(true);
    expect(reach('b', []).readsPath('own.test')).toBe(false);
    expect(reach('b', []).readsPath('whole.test')).toBe(false);
  });

  it('names every pattern once', () => {
    expect(reach('a', []).hostPatterns).toEqual(['api.test', 'mirror.test', 'shared.test']);
  });
});
