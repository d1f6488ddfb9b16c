import { describe, expect, it } from '@jest/globals';
import type { CatalogTool } from '../model/model.js';
import { AppTools } from './app-tools.js';

const HOST = 'api.test';

function tool(id: string, requests: readonly string[], more: Partial<CatalogTool> = {}): CatalogTool {
  const matches = requests.map((request) => {
    const [method, path] = request.split(' ') as [string, string];
    return { method: method === 'ANY' ? null : method, host: HOST, path };
  });
  return { id, name: id, description: id, group: 'read', matches, ...more };
}

const APP = [
  tool('get_repo', ['GET /repos/*/*']),
  tool('list_pulls', ['GET /repos/*/*/pulls']),
  tool('create_pull', ['POST /repos/*/*/pulls'], { group: 'write' }),
  tool('get_refs', ['GET /repos/*/*/git/refs/*']),
  tool('get_project', ['GET /projects/{}']),
  tool('list_secrets', ['GET /projects/*/secrets']),
  tool('either', ['GET /x/*/b']),
  tool('or', ['GET /x/a/*']),
  tool('query', ['POST /graphql']),
  tool('mutation', ['POST /graphql']),
  tool('every_read', ['GET /*'], { wildcard: true }),
  tool('pair', ['GET /pair'], { includes: ['get_project', 'list_pulls'] }),
];

const tools = new AppTools(APP);
const own = (path: string, method = 'GET'): string[] =>
  [...tools.own(path, method, () => true)].map((place) => APP[place]!.id).sort();
const named = (ids: string[], elsewhere: string[] = []): string[] =>
  [...tools.named(ids, new Set(elsewhere))].map((place) => APP[place]!.id).sort();

describe('the own tools of a request (11 §4)', () => {
  it.each([
    ['/repos/o/r', ['get_repo']],
    ['/repos/o/r/pulls', ['list_pulls']],
    ['/repos/o/r/contents/x', ['get_repo']],
    // What lies below the path of a tool is claimed by it.
    ['/repos/o/r/pulls/5', ['get_repo', 'list_pulls']],
    ['/repos/o/r/git/refs/heads/x', ['get_refs']],
    ['/projects/p', ['get_project']],
    ['/projects/p/secrets', ['list_secrets']],
    // Neither entry covers the other.
    ['/x/a/b', ['either', 'or']],
    ['/unlisted', ['every_read']],
  ])('%s: %j', (path, expected) => {
    expect(own(path)).toEqual(expected.sort());
  });

  it('are those of its method', () => {
    expect(own('/repos/o/r/pulls', 'POST')).toEqual(['create_pull']);
    expect(own('/repos/o/r', 'DELETE')).toEqual([]);
  });

  it('are none where the host is none of the entry', () => {
    expect([...tools.own('/repos/o/r', 'GET', () => false)]).toEqual([]);
  });
});

describe('a request whose own tools have to be named (11 §5.2)', () => {
  const among = (ids: string[], path: string, method = 'GET') =>
    tools.ownAmong(tools.named(ids, new Set()), path, method, () => true);

  it.each([
    [['get_repo'], '/repos/o/r/contents/x', 'named'],
    [['get_repo'], '/repos/o/r/pulls/5', 'unnamed'],
    [['get_repo', 'list_pulls'], '/repos/o/r/pulls/5', 'named'],
    [['either'], '/x/a/b', 'unnamed'],
    [['every_read'], '/x/a/b', 'named'],
  ])('%j of %s: %s', (ids, path, expected) => {
    expect(among(ids, path)).toBe(expected);
  });

  it('has none where no tool serves it', () => {
    expect(among(['get_repo'], '/repos/o/r', 'DELETE')).toBe('none');
  });

  it('takes one of several tools with equal entries for all of them', () => {
    expect(among(['query'], '/graphql', 'POST')).toBe('named');
    expect(among(['get_repo'], '/graphql', 'POST')).toBe('unnamed');
  });
});

describe('the tools that a list names (11 §2.3)', () => {
  it('are its own and those they include', () => {
    expect(named(['pair'])).toEqual(['get_project', 'list_pulls', 'pair']);
    expect(named(['get_repo', 'unknown'])).toEqual(['get_repo']);
  });

  it('are not those that the same grant lists elsewhere', () => {
    expect(named(['pair'], ['get_project'])).toEqual(['list_pulls', 'pair']);
    expect(named(['pair', 'get_project'], ['get_project'])).toEqual(['get_project', 'list_pulls', 'pair']);
  });

  it('are all of its group for a group wildcard, without other wildcards', () => {
    expect(named(['every_read'])).toEqual(
      APP.filter(({ group }) => group === 'read')
        .map(({ id }) => id)
        .sort(),
    );
  });
});
