import { attributesOf } from './attribute-name.js';
import { readMembers } from './member-entries.js';
import { MembershipChanges, NO_CHANGE, type MembershipChange } from './membership-change.js';
import { invalidValue, isProvided, readText } from './values.js';

/** What a directory may write of a group besides its members (05 §10.7). */
export interface DirectoryGroup {
  readonly displayName: string;
  readonly externalId: string | null;
}

export interface GroupWrite {
  readonly group: DirectoryGroup;
  readonly members: MembershipChange;
}

export const LONGEST_NAME = 256;

/** The body of a POST. */
export function readNewGroup(body: object): GroupWrite {
  const given = attributesOf(body);
  const members = new MembershipChanges();
  members.add(readMembers(given.get('members')));
  return {
    group: { displayName: readGroupName(given.get('displayname')), externalId: readExternalId(given) },
    members: members.sum(),
  };
}

/** The body of a PUT: members that are there replace all, absent ones stay as they are. */
export function replacedGroup(stored: DirectoryGroup, body: object): GroupWrite {
  const given = attributesOf(body);
  const externalId = given.has('externalid') ? readExternalId(given) : stored.externalId;
  return {
    group: { displayName: readGroupName(given.get('displayname')), externalId },
    members: given.has('members') ? replacing(given.get('members')) : NO_CHANGE,
  };
}

export function readGroupName(value: unknown): string {
  const name = isProvided(value) ? readText('displayName', value, LONGEST_NAME) : null;
  if (name === null) throw invalidValue('displayName is required; it is the name of the group.');
  return name;
}

function readExternalId(given: ReadonlyMap<string, unknown>): string | null {
  const value = given.get('externalid');
  return isProvided(value) ? readText('externalId', value) : null;
}

function replacing(value: unknown): MembershipChange {
  const members = new MembershipChanges();
  members.replace(readMembers(value));
  return members.sum();
}
