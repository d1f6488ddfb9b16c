import { describe, expect, it } from '@jest/globals';
import { type Availability, type AvailabilityRule, availableTo, replacedRules } from './availability.js';

const rule = (over: Partial<AvailabilityRule>): AvailabilityRule => ({
  id: 'r1',
  name: null,
  userIds: [],
  groupIds: [],
  providers: [],
  ...over,
});

describe('which apps are available (03 §9.3)', () => {
  const rules = [
    rule({ id: 'a', groupIds: ['g'], providers: ['slack'] }),
    rule({ id: 'b', userIds: ['u'], providers: ['gmail', 'slack'] }),
  ];
  const restricted: Availability = { mode: 'restricted', rules };

  it.each<[string, Availability, string[], string[], boolean, string[]]>([
    ['all of them while it is open', { mode: 'open', rules }, [], [], false, []],
    ['those of the rules about somebody', restricted, ['u'], [], true, ['gmail', 'slack']],
    ['those of the rules about a group', restricted, ['other'], ['g'], true, ['slack']],
    ['none for nobody', restricted, [], [], true, []],
    ['none without rules', { mode: 'restricted', rules: [] }, ['u'], ['g'], true, []],
  ])('%s', (_, stored, userIds, groupIds, bound, providers) => {
    expect(availableTo(stored, { userIds, groupIds })).toEqual({ restricted: bound, providers });
  });
});

describe('replacing the rules (03 §9.2)', () => {
  let made = 0;
  const replaced = (before: AvailabilityRule[], wanted: Parameters<typeof replacedRules>[1]) =>
    replacedRules(before, wanted, () => `new-${++made}`);

  it('keeps known ones in their place and makes others new, whatever they are called', () => {
    const some = { userIds: ['u'], groupIds: [], providers: ['slack'] };
    const before = [rule({ id: 'a' }), rule({ id: 'b' })];
    const after = replaced(before, [
      { ...some, id: 'foreign' },
      { ...some, id: 'b', name: ' ' },
      { ...some, id: 'a', name: ' Sales ', userIds: ['u', 'u'] },
    ]);
    expect(after.map(({ id }) => id)).toEqual(['a', 'b', expect.stringMatching(/^new-/)]);
    expect(after[0]).toMatchObject({ name: 'Sales', userIds: ['u'] });
    expect(after[1]).toMatchObject({ name: null });
  });

  it('drops what grants nothing', () => {
    const nothing = { userIds: [], groupIds: [], providers: ['slack'] };
    const noApps = { userIds: ['u'], groupIds: [], providers: [] };
    expect(replaced([rule({ id: 'a' })], [{ ...nothing, id: 'a' }, noApps])).toEqual([]);
  });
});
