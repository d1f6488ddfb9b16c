import { attributesOf, isObject } from '../attribute-name.js';
import { readGroupName, type DirectoryGroup, type GroupWrite } from '../directory-group.js';
import { readMembers, refuseTooMany } from '../member-entries.js';
import { MembershipChanges } from '../membership-change.js';
import { parsePatchPath, type PatchPath } from './patch-path.js';
import type { PatchOperation } from './patch-request.js';
import { ScimRefusal } from '../refusal.js';
import { invalidValue, isProvided, readText } from '../values.js';

const READ_ONLY = new Set(['id', 'meta', 'schemas']);

/** The group after all operations (05 §10.7), in their order. */
export function patchedGroup(stored: DirectoryGroup, operations: readonly PatchOperation[]): GroupWrite {
  const patch = new GroupPatch(stored);
  for (const operation of operations) patch.apply(operation);
  return patch.result();
}

class GroupPatch {
  private readonly members = new MembershipChanges();
  private entries = 0;

  constructor(private group: DirectoryGroup) {}

  result(): GroupWrite {
    return { group: this.group, members: this.members.sum() };
  }

  apply({ op, path, value }: PatchOperation): void {
    if (path === undefined) return this.applyObject(op, value);
    const target = parsePatchPath(path);
    if (READ_ONLY.has(target.attribute))
      throw new ScimRefusal('mutability', `${target.attribute} cannot be written.`);
    if (target.attribute === 'members') return this.applyMembers(op, target, value);
    if (target.sub === null && target.filter === null) this.applyField(target.attribute, op, value);
  }

  private applyObject(op: PatchOperation['op'], value: unknown): void {
    if (!isObject(value)) throw invalidValue('An operation without a path has an object as its value.');
    for (const [attribute, entry] of attributesOf(value)) {
      if (attribute === 'members') this.writeMembers(op, entry);
      else this.applyField(attribute, op, entry);
    }
  }

  private applyField(attribute: string, op: PatchOperation['op'], value: unknown): void {
    if (attribute === 'displayname') {
      if (op === 'remove') throw invalidValue('displayName cannot be removed.');
      this.group = { ...this.group, displayName: readGroupName(value) };
    } else if (attribute === 'externalid') {
      const kept = op !== 'remove' && isProvided(value);
      this.group = { ...this.group, externalId: kept ? readText('externalId', value) : null };
    }
  }

  private applyMembers(op: PatchOperation['op'], target: PatchPath, value: unknown): void {
    if (target.sub === null && target.filter === null) return this.writeMembers(op, value);
    this.members.remove([selectedMember(op, target)]);
  }

  private writeMembers(op: PatchOperation['op'], value: unknown): void {
    const ids = readMembers(value);
    this.entries += ids.length;
    refuseTooMany(this.entries);
    if (op === 'add') this.members.add(ids);
    else if (op === 'replace' || !isProvided(value)) this.members.replace(ids);
    else this.members.remove(ids);
  }
}

/** `members[value eq "id"]`, the one selection there is. */
function selectedMember(op: PatchOperation['op'], { sub, filter }: PatchPath): string {
  const selects = op === 'remove' && sub === null && filter?.kind === 'compare';
  if (
    selects &&
    filter.attribute === 'value' &&
    filter.comparison === 'eq' &&
    typeof filter.value === 'string'
  )
    return filter.value;
  throw new ScimRefusal('invalidPath', 'Members are selected by members[value eq "id"], to be removed.');
}
