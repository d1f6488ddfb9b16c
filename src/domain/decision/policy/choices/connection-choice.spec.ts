import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { canonicalPath } from '../../matching/canonical-path.js';
import type { AppHosts, AppOnHost } from '../../catalog/app-hosts.js';
import { chooseConnection, ConnectionTable } from './connection-choice.js';

/** A host shared by path, a dedicated one and one that two apps have whole. */
const HOSTS: Record<string, AppOnHost[]> = {
  shared: [
    { provider: 'mail', pathPrefixes: ['/mail/', '/batch/mail/'] },
    { provider: 'calendar', pathPrefixes: ['/calendar/', '/both/'] },
    { provider: 'drive', pathPrefixes: ['/drive/', '/both/'] },
  ],
  mail: [{ provider: 'mail', pathPrefixes: null }],
  git: [
    { provider: 'git', pathPrefixes: null },
    { provider: 'git-app', pathPrefixes: null },
  ],
};

const hosts: AppHosts = {
  on(host) {
    const apps = HOSTS[host] ?? [];
    return { apps, sharedByPath: apps.some(({ pathPrefixes }) => pathPrefixes !== null) };
  },
};

/** `m1` is an account of mail, `c1` of calendar, and so on. */
const PROVIDERS: Record<string, string> = { m: 'mail', c: 'calendar', d: 'drive', g: 'git', a: 'git-app' };

function table(ids: string): ConnectionTable<{ id: string; provider: string }> {
  const entries = ids.split(' ').filter(Boolean);
  return new ConnectionTable(
    entries.map((id) => ({ id, provider: PROVIDERS[id[0]!]! })),
    hosts,
  );
}

function choose(ids: string, url: string, pin: string | null = null, secret = false): string {
  const slash = url.indexOf('/');
  const path = url.slice(slash);
  const choice = chooseConnection(table(ids).on(url.slice(0, slash)), {
    overrides: [],
    path,
    canonicalPath: canonicalPath(path),
    pin,
    secretServes: () => secret,
  });
  if (choice.kind === 'none') return 'none';
  if (choice.kind === 'winner') return choice.connection.id;
  return `${choice.kind}: ${choice.choices.map(({ id }) => id).join(' ')}`;
}

describe('choice of the connection (02 §11.3, 06 §10.3)', () => {
  it.each<[rule: string, ids: string, url: string, pin: string | null, expected: string]>([
    ['1 no candidate', '', 'mail/x', null, 'none'],
    ['1 no candidate on a host of no app', 'm1', 'elsewhere/x', null, 'none'],
    ['1 a pin on a host of no app says nothing', 'm1', 'elsewhere/x', 'stale', 'none'],
    ['2a a pin that names no candidate', 'm1 m2', 'mail/x', 'stale', 'not-found: m1 m2'],
    ['2a a pin on an account of another host', 'm1 c1', 'mail/x', 'c1', 'not-found: m1'],
    ['2a a pin without any candidate', '', 'mail/x', 'm1', 'not-found: '],
    ['2b a pin whose provider serves the path', 'm1 m2', 'mail/x', 'm2', 'm2'],
    ['2b a pin among providers that all serve', 'g1 a1', 'git/x', 'a1', 'a1'],
    ['2b a pin that serves nothing where nobody does is no winner', 'm1 c1', 'shared/nobody', 'm1', 'none'],
    ['2c a pin that does not serve gives way to who does', 'm1 m2 c1', 'shared/calendar/x', 'm1', 'c1'],
    ['2c and the choice goes on', 'm1 c1 c2', 'shared/calendar/x', 'm1', 'several-connections: c1 c2'],
    ['2 an empty pin is none', 'm1', 'mail/x', '', 'm1'],
    ['3 a shared host keeps those that serve the path', 'm1 m2 c1', 'shared/calendar/x', null, 'c1'],
    ['3 and all where none does', 'm1 m2 c1', 'shared/nobody', null, 'several-connections: m1 m2 c1'],
    ['4 one that serves', 'm1', 'mail/x', null, 'm1'],
    ['4 one that does not serve the path is no winner', 'm1', 'shared/calendar/x', null, 'none'],
    ['5 several providers serve the path', 'm1 c1 d1', 'shared/both/x', null, 'several-providers: c1 d1'],
    ['5 several providers, whole host', 'g1 a1', 'git/x', null, 'several-providers: g1 a1'],
    ['5 several providers, none serves', 'm1 c1', 'shared/nobody', null, 'none'],
    ['6 two accounts of one provider', 'm1 m2', 'mail/x', null, 'several-connections: m1 m2'],
    ['6 two of one beside one of another', 'g1 g2 a1', 'git/x', null, 'several-connections: g1 g2 a1'],
    ['both forms of the path must be served', 'm1', 'shared/mail/../calendar/x', null, 'none'],
    ['both forms of the path must be served', 'm1 c1', 'shared/mail/../calendar/x', null, 'none'],
    ['a path that comes back to its prefix', 'm1', 'shared/mail/../mail/x', null, 'm1'],
  ])('rule %s: %s on %s, pin %s', (_rule, ids, url, pin, expected) => {
    expect(choose(ids, url, pin)).toBe(expected);
  });

  it('rule 7: a secret that serves the path turns 404 and 409 away, and nothing else', () => {
    expect(choose('m1 m2', 'mail/x', 'stale', true)).toBe('none');
    expect(choose('m1 m2', 'mail/x', null, true)).toBe('none');
    expect(choose('g1 a1', 'git/x', null, true)).toBe('none');
    expect(choose('m1', 'mail/x', null, true)).toBe('m1');
    expect(choose('m1 m2', 'mail/x', 'm2', true)).toBe('m2');
  });
});

describe('the connections of an agent', () => {
  it('cover a host whatever the path, and serve it by path', () => {
    const connections = table('m1 c1');
    expect(['mail', 'shared', 'git', 'elsewhere'].map((host) => connections.covers(host))).toEqual([
      true,
      true,
      false,
      false,
    ]);
    expect(connections.serving('shared', '/calendar/x', '/calendar/x')?.id).toBe('c1');
    expect(connections.serving('shared', '/drive/x', '/drive/x')).toBeNull();
    expect(connections.on('shared').connections.map(({ id }) => id)).toEqual(['m1', 'c1']);
  });

  it('are looked up once per host, for bounded hosts', () => {
    const connections = table('m1');
    expect(connections.on('mail')).toBe(connections.on('mail'));
    expect(connections.on('nowhere.1')).toBe(connections.on('nowhere.2'));
  });
});

describe('properties of the choice', () => {
  const ids = fc.uniqueArray(fc.constantFrom('m1', 'm2', 'c1', 'c2', 'd1', 'g1', 'g2', 'a1'), {
    maxLength: 5,
  });
  const hostNames = fc.constantFrom('shared', 'mail', 'git', 'elsewhere');
  const paths = fc.constantFrom(
    '/mail/x',
    '/calendar/x',
    '/both/x',
    '/nobody',
    '/mail/../drive/x',
    '/mail/%2e%2e/x',
  );
  const pins = fc.option(fc.constantFrom('m1', 'c1', 'g1', 'stale', ''));

  /** The same rules read from 06 §10.3 word by word, without regard to cost. */
  function naive(held: string[], host: string, path: string, pin: string | null, secret: boolean): string {
    const rules = HOSTS[host] ?? [];
    const providerOf = (id: string) => PROVIDERS[id[0]!]!;
    const serves = (id: string) =>
      rules.some(
        ({ provider, pathPrefixes }) =>
          provider === providerOf(id) &&
          (pathPrefixes ?? ['/']).some((prefix) => path.startsWith(prefix)) &&
          (pathPrefixes ?? ['/']).some((prefix) => canonicalPath(path).startsWith(prefix)),
      );
    const refuse = (kind: string, among: string[]) => (secret ? 'none' : `${kind}: ${among.join(' ')}`);
    let left = held.filter((id) => rules.some(({ provider }) => provider === providerOf(id)));
    if (pin && rules.length > 0) {
      if (!left.includes(pin)) return refuse('not-found', left);
      if (serves(pin)) return pin;
      if (!left.some(serves)) return 'none';
    }
    if (left.length === 0) return 'none';
    const shared = rules.some(({ pathPrefixes }) => pathPrefixes !== null);
    if (left.length > 1 && shared && left.some(serves)) left = left.filter(serves);
    if (left.length === 1) return serves(left[0]!) ? left[0]! : 'none';
    if (new Set(left.map(providerOf)).size < left.length) return refuse('several-connections', left);
    const able = left.filter(serves);
    if (able.length > 1) return refuse('several-providers', able);
    return able[0] ?? 'none';
  }

  it('agrees with a word-by-word reading of the contract', () => {
    fc.assert(
      fc.property(ids, hostNames, paths, pins, fc.boolean(), (held, host, path, pin, secret) => {
        expect(choose(held.join(' '), `${host}${path}`, pin, secret)).toBe(
          naive(held, host, path, pin, secret),
        );
      }),
      { numRuns: 3_000 },
    );
  });
});
