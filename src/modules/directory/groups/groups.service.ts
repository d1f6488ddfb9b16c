import { Injectable } from '@nestjs/common';
import type { OrganizationCaller } from '../../../kernel/access/declaration/caller.js';
import { Database, type Queryable, type Tx } from '../../../kernel/database/database.js';
import { AppError } from '../../../kernel/errors/app-error.js';
import { actorOf, organizationOriginOf } from '../../foundation/audit/model/audit-origin.js';
import { AdministratorLock } from '../../people/organizations/administrator-lock.js';
import { ScimTokensService } from '../scim-tokens/scim-tokens.service.js';
import type { GroupMemberPageResponse, GroupResponse } from './dto/group.dto.js';
import type { DirectoryQuery } from '../listing/directory-query.dto.js';
import { groupAudit } from './group.audit.js';
import { groupErrors } from './group.errors.js';
import { GroupQueries } from './group-queries.js';
import { GroupRemoval } from './group-removal.js';
import { GroupStore } from './group-store.js';
import { type GroupRow, presentGroup } from './group.view.js';

/** Groups themselves; who is in them: `GroupMembers` (05 §3). */
@Injectable()
export class GroupsService {
  constructor(
    private readonly db: Database,
    private readonly administrators: AdministratorLock,
    private readonly queries: GroupQueries,
    private readonly store: GroupStore,
    private readonly removal: GroupRemoval,
    private readonly tokens: ScimTokensService,
  ) {}

  async get({ organizationId }: OrganizationCaller, groupId: string): Promise<GroupResponse> {
    return presentGroup(await this.require(this.db, organizationId, groupId));
  }

  async members(
    { organizationId }: OrganizationCaller,
    groupId: string,
    query: DirectoryQuery,
  ): Promise<GroupMemberPageResponse> {
    await this.require(this.db, organizationId, groupId);
    return this.queries.members(groupId, query);
  }

  /** `group_name_taken` across both sources. */
  create(caller: OrganizationCaller, name: string): Promise<GroupResponse> {
    return this.db.tx(async (tx) => {
      await this.administrators.take(tx, caller);
      const groupId = await this.store.insert(tx, caller.organizationId, { name });
      await groupAudit.record(tx, organizationOriginOf(caller), 'create', { groupId, name });
      return presentGroup(await this.require(tx, caller.organizationId, groupId));
    });
  }

  rename(caller: OrganizationCaller, groupId: string, name: string): Promise<GroupResponse> {
    return this.db.tx(async (tx) => {
      await this.lockManual(tx, caller, groupId);
      await this.store.change(tx, groupId, { name });
      await groupAudit.record(tx, organizationOriginOf(caller), 'update', { groupId, name });
      return presentGroup(await this.require(tx, caller.organizationId, groupId));
    });
  }

  delete(caller: OrganizationCaller, groupId: string): Promise<void> {
    const { organizationId } = caller;
    return this.db.tx(async (tx) => {
      const { name } = await this.lockManual(tx, caller, groupId);
      await this.removal.remove(tx, { organizationId, groupId, name, by: actorOf(caller) });
    });
  }

  /** Makes a group that an identity provider filled one of our own; it must not be filled any more. */
  detach(caller: OrganizationCaller, groupId: string): Promise<GroupResponse> {
    const { organizationId } = caller;
    return this.db.tx(async (tx) => {
      await this.administrators.take(tx, caller);
      const group = await this.require(tx, organizationId, groupId);
      if (group.source === 'manual') throw new AppError(groupErrors.group_is_manual);
      if (await this.tokens.anyLive(tx, organizationId))
        throw new AppError(groupErrors.directory_is_connected);
      await this.store.change(tx, groupId, { source: 'manual', externalId: null });
      const metadata = { groupId, name: group.name, source: 'manual' };
      await groupAudit.record(tx, organizationOriginOf(caller), 'update', metadata);
      return presentGroup(await this.require(tx, organizationId, groupId));
    });
  }

  /** The group, if administrators may write to it, kept as it is until the transaction ends. */
  async lockManual(tx: Tx, caller: OrganizationCaller, groupId: string): Promise<GroupRow> {
    await this.administrators.take(tx, caller);
    const group = await this.require(tx, caller.organizationId, groupId);
    if (group.source === 'scim') throw new AppError(groupErrors.group_is_provisioned);
    return group;
  }

  find(q: Queryable, organizationId: string, groupId: string): Promise<GroupRow | null> {
    return this.queries.find(q, organizationId, groupId);
  }

  /** `group_not_found` for what is another organization's. */
  async require(q: Queryable, organizationId: string, groupId: string): Promise<GroupRow> {
    const group = await this.queries.find(q, organizationId, groupId);
    if (group === null) throw new AppError(groupErrors.group_not_found);
    return group;
  }
}
