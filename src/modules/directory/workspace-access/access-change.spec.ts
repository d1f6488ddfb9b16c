import { describe, expect, it } from '@jest/globals';
import { accessChange } from './access-change.js';

const createdAt = new Date();
const person = (userId: string, role: 'owner' | 'member') => ({
  id: `binding of ${userId}`,
  userId,
  role,
  createdAt,
  name: null,
  email: `${userId}@example.test`,
  isOwner: false,
});
const group = (groupId: string) => ({
  id: `binding of ${groupId}`,
  groupId,
  createdAt,
  name: groupId,
  memberCount: 0,
});
const present = { users: [person('a', 'owner'), person('b', 'member')], groups: [group('g')] };

describe('what a new list changes (05 §5.2)', () => {
  it('nothing when it says the same, in any order and letter case', () => {
    const same = {
      users: [
        { userId: 'B', role: 'member' },
        { userId: 'a', role: 'owner' },
      ],
      groupIds: ['G', 'g'],
    } as const;
    expect(accessChange(present, same)).toEqual({
      addedUsers: [],
      addedGroups: [],
      changedUsers: [],
      removed: [],
    });
  });

  it('of somebody named twice the last role counts', () => {
    const twice = {
      users: [
        { userId: 'c', role: 'owner' },
        { userId: 'a', role: 'owner' },
        { userId: 'c', role: 'member' },
        { userId: 'a', role: 'member' },
      ],
      groupIds: ['h'],
    } as const;
    expect(accessChange(present, twice)).toEqual({
      addedUsers: [{ userId: 'c', role: 'member' }],
      addedGroups: ['h'],
      changedUsers: [{ userId: 'a', role: 'member' }],
      removed: ['binding of b', 'binding of g'],
    });
  });
});
