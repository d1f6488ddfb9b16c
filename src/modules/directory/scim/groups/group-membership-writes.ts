import { Injectable } from '@nestjs/common';
import type { MembershipChange } from '../../../../domain/protocols/scim/membership-change.js';
import { invalidValue } from '../../../../domain/protocols/scim/values.js';
import type { Tx } from '../../../../kernel/database/database.js';
import { Epochs } from '../../../../kernel/database/epochs.js';
import { isUuid } from '../../../../kernel/database/uuid.js';
import { MappedRoles } from '../../../people/organizations/mapped-roles.js';
import { GroupStore } from '../../groups/group-store.js';

export interface AppliedMembership {
  added: readonly string[];
  removed: readonly string[];
}

/** Puts people into a group and takes them out, in a few statements whatever their number. */
@Injectable()
export class GroupMembershipWrites {
  constructor(
    private readonly epochs: Epochs,
    private readonly store: GroupStore,
    private readonly mappedRoles: MappedRoles,
  ) {}

  /** Refuses all of it where an id it ever named is no member of the organization. Answers who came and who went. */
  async apply(
    tx: Tx,
    { organizationId, groupId }: { organizationId: string; groupId: string },
    change: MembershipChange,
  ): Promise<AppliedMembership> {
    const named = normalised(change.named);
    const known = await this.store.membersAmong(tx, organizationId, named);
    if (named.some((id) => !known.has(id)))
      throw invalidValue('A member is no user of this organization; nothing was changed.');
    const removed = change.replaces
      ? await this.store.removeOthers(tx, groupId, normalised(change.added))
      : await this.store.remove(tx, groupId, normalised(change.removed).filter(isUuid));
    const added = await this.store.add(tx, groupId, normalised(change.added));
    if (added.length + removed.length > 0) await this.epochs.raise(tx, { organization: organizationId });
    return { added, removed };
  }

  /** After the entry about the group (05 §3.4). */
  resolveRoles(tx: Tx, organizationId: string, userIds: readonly string[]): Promise<void> {
    return this.mappedRoles.apply(tx, { organizationId, userIds, source: 'scim' });
  }
}

/** Ids are written in lower case. */
function normalised(ids: ReadonlySet<string>): string[] {
  return [...new Set([...ids].map((id) => id.toLowerCase()))];
}
