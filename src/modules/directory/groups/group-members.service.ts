import { Injectable } from '@nestjs/common';
import type { OrganizationCaller } from '../../../kernel/access/declaration/caller.js';
import { Database, type Tx } from '../../../kernel/database/database.js';
import { Epochs } from '../../../kernel/database/epochs.js';
import { AppError } from '../../../kernel/errors/app-error.js';
import { actorOf, organizationOriginOf } from '../../foundation/audit/model/audit-origin.js';
import { MappedRoles } from '../../people/organizations/mapped-roles.js';
import type { SetGroupMembersResponse } from './dto/group.dto.js';
import { groupAudit } from './group.audit.js';
import { groupErrors } from './group.errors.js';
import { GroupStore } from './group-store.js';
import { GroupsService } from './groups.service.js';

interface Difference {
  added: readonly string[];
  removed: readonly string[];
}

/** Who is in the groups that administrators keep (05 §3.2, §3.4). */
@Injectable()
export class GroupMembers {
  constructor(
    private readonly db: Database,
    private readonly epochs: Epochs,
    private readonly groups: GroupsService,
    private readonly store: GroupStore,
    private readonly mappedRoles: MappedRoles,
  ) {}

  /** All or nothing: one id of nobody refuses the whole of it. */
  set(
    caller: OrganizationCaller,
    groupId: string,
    userIds: readonly string[],
  ): Promise<SetGroupMembersResponse> {
    const wanted = new Set(userIds.map((id) => id.toLowerCase()));
    return this.db.tx(async (tx) => {
      await this.groups.lockManual(tx, caller, groupId);
      await this.requireMembers(tx, caller, [...wanted]);
      const present = new Set(await this.store.memberIds(tx, groupId));
      const added = [...wanted].filter((id) => !present.has(id));
      const removed = [...present].filter((id) => !wanted.has(id));
      await this.change(tx, caller, groupId, { added, removed });
      return { added: added.length, removed: removed.length };
    });
  }

  add(caller: OrganizationCaller, groupId: string, userId: string): Promise<void> {
    const id = userId.toLowerCase();
    return this.db.tx(async (tx) => {
      await this.groups.lockManual(tx, caller, groupId);
      await this.requireMembers(tx, caller, [id]);
      const present = await this.store.memberIds(tx, groupId);
      if (present.includes(id)) return;
      await this.change(tx, caller, groupId, { added: [id], removed: [] }, { targetUserId: id });
    });
  }

  /** Of somebody who is not in it: nothing to do. */
  remove(caller: OrganizationCaller, groupId: string, userId: string): Promise<void> {
    const id = userId.toLowerCase();
    return this.db.tx(async (tx) => {
      await this.groups.lockManual(tx, caller, groupId);
      const present = await this.store.memberIds(tx, groupId);
      if (!present.includes(id)) return;
      await this.change(tx, caller, groupId, { added: [], removed: [id] }, { targetUserId: id });
    });
  }

  private async change(
    tx: Tx,
    caller: OrganizationCaller,
    groupId: string,
    { added, removed }: Difference,
    target: { targetUserId?: string } = {},
  ): Promise<void> {
    if (added.length + removed.length === 0) return;
    const { organizationId } = caller;
    await this.store.add(tx, groupId, added);
    await this.store.remove(tx, groupId, removed);
    await this.store.change(tx, groupId);
    await this.epochs.raise(tx, { organization: organizationId });
    const metadata = { groupId, added: added.length, removed: removed.length, ...target };
    await groupAudit.record(tx, organizationOriginOf(caller), 'update', metadata);
    const { source } = actorOf(caller);
    await this.mappedRoles.apply(tx, { organizationId, userIds: [...added, ...removed], source });
  }

  private async requireMembers(
    tx: Tx,
    { organizationId }: OrganizationCaller,
    userIds: readonly string[],
  ): Promise<void> {
    const known = await this.store.membersAmong(tx, organizationId, userIds);
    if (userIds.some((id) => !known.has(id))) throw new AppError(groupErrors.group_member_unknown);
  }
}
