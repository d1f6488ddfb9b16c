import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { publishedRule } from '../../../../test/harness/policy/published-rule.js';
import type { PublishedRule, RuleConditions, RuleTarget } from '../policy/model.js';
import {
  effectiveScope,
  entriesOutside,
  intersectScopes,
  NOTHING,
  readStoredScope,
  type ResourceScope,
  scopingRules,
  type ScopeAxis,
} from './effective-scope.js';

const AGENT = { id: 'a1', userIds: ['u1'], groupIds: [] };
const ON_G1: RuleTarget = { kind: 'connection', connectionId: 'g1', tools: [] };

function rule(conditions: RuleConditions | null, fields: Partial<PublishedRule> = {}): PublishedRule {
  return publishedRule({ conditions, targets: [ON_G1], ...fields });
}

function repos(...repositories: string[]): RuleConditions {
  return { repositories };
}

/** The scope of g1 under these organization and workspace rules. */
function scope(organization: PublishedRule[], workspace: PublishedRule[] = []): readonly string[] | null {
  return effectiveScope({ organization, workspace }, AGENT, 'g1')?.entries ?? null;
}

function scopeOn(axis: ScopeAxis, ...entries: string[]): ResourceScope {
  return readStoredScope({ [axis]: entries });
}

function intersection(axis: ScopeAxis, a: string[], b: string[]): readonly string[] {
  return intersectScopes(scopeOn(axis, ...a), scopeOn(axis, ...b)).entries;
}

describe('the scope of an agent on a connection (02 §14.2)', () => {
  it('02-X44 a boundary without a selection is the scope; a selection without a boundary too', () => {
    expect(scope([rule(repos('o/a'))], [rule(null, { source: 'grant' })])).toEqual(['o/a']);
    expect(scope([], [rule(repos('o/z'), { source: 'grant' })])).toEqual(['o/z']);
    expect(scope([rule(null)], [rule(null, { source: 'grant' })])).toBeNull();
  });

  it('02-X43 no overlap leaves nothing; 06-T123', () => {
    expect(scope([rule(repos('o/a'))], [rule(repos('o/z'))])).toEqual([]);
  });

  it('several boundaries all apply, whatever their order', () => {
    const boundaries = [rule(repos('o/a', 'o/b')), rule(repos('o/b', 'o/c'))];
    expect(scope(boundaries, [rule(repos('o/b', 'o/a'))])).toEqual(['o/b']);
    expect(scope(boundaries.toReversed(), [rule(repos('o/b', 'o/a'))])).toEqual(['o/b']);
  });

  it('counts live allows about this agent and this connection only', () => {
    const elsewhere: RuleTarget = { kind: 'connection', connectionId: 'g2', tools: [] };
    const none = [
      rule(repos('o/a'), { enabled: false }),
      rule(repos('o/a'), { action: 'block' }),
      rule(repos('o/a'), { identities: [{ type: 'user', id: 'u9' }] }),
      rule(repos('o/a'), { targets: [elsewhere] }),
      rule([{ target: 'body', operator: 'contains', value: 'x' }]),
    ];
    expect(scope(none)).toBeNull();
    expect(scope([...none, rule(repos('o/a'), { identities: [{ type: 'user', id: 'u1' }] })])).toEqual([
      'o/a',
    ]);
    expect([...scopingRules(none).keys()].sort()).toEqual(['g1', 'g2']);
    expect(scopingRules([rule(null), rule(repos('o/a'), { action: 'block' })]).size).toBe(0);
  });

  it('a rule without a session policy widens nothing', () => {
    expect(scope([rule(repos('o/a')), rule(null)])).toEqual(['o/a']);
  });

  it('stored conditions that cannot be read reach nothing, and so do different axes', () => {
    const unreadable = [
      {},
      { repositories: 'o/a' },
      { repositories: [1] },
      { nope: ['x'] },
      { folders: [], a: 1 },
    ];
    for (const conditions of unreadable) expect(scope([rule(conditions as RuleConditions)])).toEqual([]);
    expect(scope([rule(repos('o/a'))], [rule({ folders: ['/a'] })])).toEqual([]);
    expect(intersectScopes(NOTHING, scopeOn('folders', '/'))).toEqual(NOTHING);
  });
});

describe('intersection (03 §13.2)', () => {
  it('repositories are equal ignoring ASCII case', () => {
    expect(intersection('repositories', ['Own/A', 'own/b'], ['own/a', 'own/bb'])).toEqual(['Own/A']);
    expect(intersection('repositories', ['own/K'], ['own/\u212a'])).toEqual([]);
  });

  it('folders nest on segment boundaries, the root holds everything, trailing slashes say nothing', () => {
    expect(intersection('folders', ['/Team'], ['/team/x/', '/teams'])).toEqual(['/team/x/']);
    expect(intersection('folders', ['/'], ['/a', '/b/c'])).toEqual(['/a', '/b/c']);
    expect(intersection('folders', ['/'], ['/'])).toEqual(['/']);
    expect(intersection('folders', ['/a'], ['/'])).toEqual(['/a']);
  });

  it('drive chains nest by ids, case counts', () => {
    expect(intersection('driveFolders', ['top'], ['top/sub', 'Top/sub', 'topper'])).toEqual(['top/sub']);
    expect(intersection('driveFolders', ['top/sub'], ['top'])).toEqual(['top/sub']);
  });

  it('names what a selection has outside a boundary (02 §14.4)', () => {
    const boundary = scopeOn('folders', '/a', '/b');
    expect(entriesOutside(scopeOn('folders', '/a/x', '/c', '/B'), boundary)).toEqual(['/c']);
    expect(entriesOutside(scopeOn('repositories', 'o/a'), boundary)).toEqual(['o/a']);
  });
});

describe('properties of the intersection', () => {
  const names = fc.array(fc.constantFrom('a', 'b', 'A', 'ab'), { minLength: 1, maxLength: 3 });
  const folder = fc.oneof(
    fc.constant('/'),
    names.map((parts) => `/${parts.join('/')}`),
    names.map((parts) => `/${parts.join('/')}/`),
  );
  const repository = fc
    .tuple(fc.constantFrom('o', 'O', 'p'), fc.constantFrom('a', 'b', 'A'))
    .map(([o, r]) => `${o}/${r}`);
  const chain = names.map((parts) => parts.join('/'));
  const entryOf = { repositories: repository, folders: folder, driveFolders: chain };
  const axes = fc.constantFrom<ScopeAxis>('repositories', 'folders', 'driveFolders');
  const scopes = (axis: ScopeAxis) =>
    fc.array(entryOf[axis], { maxLength: 5 }).map((entries) => scopeOn(axis, ...entries));
  const holds = (held: ResourceScope, axis: ScopeAxis, resource: string) =>
    entriesOutside({ axis, entries: [resource] }, held).length === 0;

  it('a resource is inside the intersection exactly when it is inside both', () => {
    fc.assert(
      fc.property(
        axes.chain((axis) => fc.tuple(fc.constant(axis), scopes(axis), scopes(axis), entryOf[axis])),
        ([axis, a, b, resource]) => {
          const both = holds(a, axis, resource) && holds(b, axis, resource);
          expect(holds(intersectScopes(a, b), axis, resource)).toBe(both);
        },
      ),
      { numRuns: 1_000 },
    );
  });

  it('commutes, changes nothing when repeated, and never depends on the order of several', () => {
    fc.assert(
      fc.property(
        axes.chain((axis) => fc.tuple(scopes(axis), scopes(axis), axes.chain(scopes))),
        ([a, b, c]) => {
          expect(intersectScopes(a, b)).toEqual(intersectScopes(b, a));
          expect(intersectScopes(a, a)).toEqual(a);
          expect(intersectScopes(intersectScopes(a, b), c).entries).toEqual(
            intersectScopes(a, intersectScopes(b, c)).entries,
          );
        },
      ),
      { numRuns: 1_000 },
    );
  });
});
