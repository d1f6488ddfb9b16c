import { describe, expect, it } from '@jest/globals';
import { publishedRule } from '../../../../../test/harness/policy/published-rule.js';
import {
  append,
  defaultRule,
  type Draft,
  type DraftRule,
  inOrder,
  isFor,
  reorder,
  replace,
  withoutRules,
} from './draft.js';

const rule = (id: string, priority: number, more: Partial<DraftRule> = {}): DraftRule =>
  publishedRule({ id, priority, ...more });
const LAST = { ...defaultRule(), id: 'default' };
const DRAFT: Draft = [rule('a', 1), rule('b', 4), LAST];
const ids = (draft: Draft | null) => draft?.map(({ id }) => id);
const NEW = { source: 'custom', name: 'New', action: 'block', identities: [], targets: [] } as const;
const added = { ...NEW, identities: [], targets: [] };

describe('the Default Rule (02 §7.6)', () => {
  it('allows, covers credentialed requests, is switched on and stands behind every priority', () => {
    expect(defaultRule()).toMatchObject({
      isDefault: true,
      source: 'default',
      name: 'Default Rule',
      action: 'allow',
      coverage: 'credentialed',
      enabled: true,
      priority: 2 ** 31 - 1,
      identities: [],
      targets: [],
    });
  });

  it('is another rule in every set', () => {
    const [one, other] = [defaultRule(), defaultRule()];
    expect(new Set([one.id, one.logicalId, other.id, other.logicalId]).size).toBe(4);
  });
});

describe('appending (02 §6.4.2)', () => {
  it('puts rules behind all others and before the Default Rule, numbered from the highest priority', () => {
    const after = append(DRAFT, [added, { ...added, name: 'Newer' }]);
    expect(after.map(({ name, priority }) => [name, priority])).toEqual([
      ['A rule', 1],
      ['A rule', 4],
      ['New', 5],
      ['Newer', 6],
      ['Default Rule', LAST.priority],
    ]);
  });

  it('begins with 1 where there is nothing but the Default Rule', () => {
    expect(append([LAST], [added])[0]).toMatchObject({ name: 'New', priority: 1 });
  });

  it('gives what is not said the defaults of 02 §6.2', () => {
    const [made] = append([], [added]);
    expect(made).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      logicalId: expect.stringMatching(/^[0-9a-f-]{36}$/),
      createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
      priority: 1,
      isDefault: false,
      source: 'custom',
      name: 'New',
      description: null,
      enabled: true,
      action: 'block',
      rateLimit: null,
      rateLimitWindow: null,
      requireApproval: false,
      coverage: null,
      conditions: null,
      identities: [],
      targets: [],
    });
    expect(made!.id).not.toBe(made!.logicalId);
  });

  it('keeps what is said', () => {
    const said = { enabled: false, description: 'Why', rateLimit: 3, rateLimitWindow: 'day' as const };
    expect(append([], [{ ...added, ...said }])[0]).toMatchObject(said);
  });

  it('leaves the objects of the other rules as they are', () => {
    const after = append(DRAFT, [added]);
    expect(after[0]).toBe(DRAFT[0]);
    expect(after.at(-1)).toBe(LAST);
    expect(DRAFT).toHaveLength(3);
  });
});

describe('rewriting and removing', () => {
  it('puts a rewritten rule into the place of the old one and touches no other', () => {
    const rewritten = { ...DRAFT[0]!, name: 'Other' };
    const after = replace(DRAFT, rewritten);
    expect(after[0]).toBe(rewritten);
    expect([after[1], after[2]]).toEqual([DRAFT[1], DRAFT[2]]);
    expect(after[1]).toBe(DRAFT[1]);
  });

  it('changes nothing for a rule that is not there', () => {
    expect(replace(DRAFT, rule('x', 1))).toEqual(DRAFT);
    expect(withoutRules(DRAFT, new Set(['x']))).toEqual(DRAFT);
  });

  it('takes out the rules named and leaves a gap in the numbers', () => {
    expect(withoutRules(DRAFT, new Set(['a'])).map(({ id, priority }) => [id, priority])).toEqual([
      ['b', 4],
      ['default', LAST.priority],
    ]);
  });
});

describe('reordering (02 §7.5)', () => {
  it('numbers the rules from 1 in the order given, and the Default Rule keeps its place', () => {
    const after = reorder(DRAFT, ['b', 'a']);
    expect(after?.map(({ id, priority }) => [id, priority])).toEqual([
      ['b', 1],
      ['a', 2],
      ['default', LAST.priority],
    ]);
  });

  it('leaves the object of a rule whose number stays', () => {
    const after = reorder(DRAFT, ['a', 'b']);
    expect(after?.[0]).toBe(DRAFT[0]);
    expect(after?.[1]).toEqual({ ...DRAFT[1], priority: 2 });
    expect(after?.[2]).toBe(LAST);
  });

  it.each([
    ['one is missing', ['a']],
    ['none is named', []],
    ['one is named twice', ['a', 'b', 'b']],
    ['one stands for another', ['a', 'a']],
    ['one is unknown', ['a', 'x']],
    ['one more is named', ['a', 'b', 'x']],
    ['the Default Rule is named', ['a', 'b', 'default']],
    ['the Default Rule stands for another', ['a', 'default']],
  ])('is refused when %s', (_name, order) => {
    expect(reorder(DRAFT, order)).toBeNull();
  });

  it('of an empty set is an empty set', () => {
    expect(ids(reorder([LAST], []))).toEqual(['default']);
  });
});

describe('first match order (02 §6.4)', () => {
  it.each<[string, DraftRule[], string[]]>([
    ['by priority', [rule('a', 2), rule('b', 1)], ['b', 'a']],
    ['by number, not by text', [rule('a', 10), rule('b', 9)], ['b', 'a']],
    ['by id where priorities are equal', [rule('b', 1), rule('c', 1), rule('a', 1)], ['a', 'b', 'c']],
    [
      'the Default Rule last, whatever its number',
      [{ ...LAST, priority: 0 }, rule('a', 2), rule('b', 1)],
      ['b', 'a', 'default'],
    ],
  ])('is %s', (_name, rules, order) => {
    expect(ids(inOrder(rules))).toEqual(order);
    expect(ids(inOrder([...rules].reverse()))).toEqual(order);
  });
});

describe('whom a rule names', () => {
  const named = rule('a', 1, {
    identities: [
      { type: 'user', id: 'one' },
      { type: 'group', id: 'two' },
    ],
  });

  it.each([
    ['user', 'one', true],
    ['group', 'two', true],
    ['group', 'one', false],
    ['agent', 'one', false],
    ['user', 'two', false],
  ] as const)('%s %s: %s', (type, id, expected) => {
    expect(isFor(named, { type, id })).toBe(expected);
  });

  it('is nobody where no identity is named', () => {
    expect(isFor(rule('a', 1), { type: 'user', id: 'one' })).toBe(false);
  });
});
