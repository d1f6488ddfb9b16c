import { Injectable } from '@nestjs/common';
import {
  readNewGroup,
  replacedGroup,
  type DirectoryGroup,
  type GroupWrite,
} from '../../../../domain/protocols/scim/directory-group.js';
import { patchedGroup } from '../../../../domain/protocols/scim/patches/group-patch.js';
import { readPatchRequest } from '../../../../domain/protocols/scim/patches/patch-request.js';
import type { ScimCaller } from '../../../../kernel/access/declaration/caller.js';
import { Database, type Tx } from '../../../../kernel/database/database.js';
import { OrganizationsService } from '../../../people/organizations/organizations.service.js';
import { GroupRemoval } from '../../groups/group-removal.js';
import { groupAudit } from '../../groups/group.audit.js';
import { GroupStore } from '../../groups/group-store.js';
import { scimActor } from '../protocol/scim-actor.js';
import { GroupMembershipWrites } from './group-membership-writes.js';
import { GroupNames } from './group-names.js';
import { type ScimGroupRow, ScimGroupQueries } from './scim-group-queries.js';

/** Groups as a directory keeps them (05 §10.7). Every write is one transaction under the organization's lock. */
@Injectable()
export class ScimGroups {
  constructor(
    private readonly db: Database,
    private readonly organizations: OrganizationsService,
    private readonly queries: ScimGroupQueries,
    private readonly store: GroupStore,
    private readonly names: GroupNames,
    private readonly memberships: GroupMembershipWrites,
    private readonly removal: GroupRemoval,
  ) {}

  /** `scim_group_exists` where any group has the name. */
  create(caller: ScimCaller, body: object): Promise<ScimGroupRow> {
    const { organizationId } = caller;
    const { group, members } = readNewGroup(body);
    return this.db.tx(async (tx) => {
      await this.organizations.lockOrganization(tx, organizationId);
      await this.names.requireFree(tx, organizationId, group, null);
      const { displayName: name, externalId } = group;
      const id = await this.store.insert(tx, organizationId, { name, source: 'scim', externalId });
      const { added } = await this.memberships.apply(tx, { organizationId, groupId: id }, members);
      const metadata = { groupId: id, name, externalId, added: added.length };
      const by = await scimActor(tx, caller);
      await groupAudit.record(tx, { organizationId, by }, 'create', metadata);
      await this.memberships.resolveRoles(tx, organizationId, added);
      return this.queries.require(tx, organizationId, id);
    });
  }

  replace(caller: ScimCaller, groupId: string, body: object): Promise<ScimGroupRow> {
    return this.change(caller, groupId, (stored) => replacedGroup(stored, body));
  }

  patch(caller: ScimCaller, groupId: string, body: object): Promise<ScimGroupRow> {
    const operations = readPatchRequest(body);
    return this.change(caller, groupId, (stored) => patchedGroup(stored, operations));
  }

  delete(caller: ScimCaller, groupId: string): Promise<void> {
    const { organizationId } = caller;
    return this.db.tx(async (tx) => {
      await this.organizations.lockOrganization(tx, organizationId);
      const { id, displayName: name } = await this.queries.require(tx, organizationId, groupId);
      await this.removal.remove(tx, { organizationId, groupId: id, name, by: await scimActor(tx, caller) });
    });
  }

  private change(
    caller: ScimCaller,
    groupId: string,
    changed: (stored: DirectoryGroup) => GroupWrite,
  ): Promise<ScimGroupRow> {
    const { organizationId } = caller;
    return this.db.tx(async (tx) => {
      await this.organizations.lockOrganization(tx, organizationId);
      const stored = await this.queries.require(tx, organizationId, groupId);
      await this.apply(tx, caller, stored, changed(stored));
      return this.queries.require(tx, organizationId, stored.id);
    });
  }

  /** What is as it was is not written, and an entry is made of what is not. */
  private async apply(
    tx: Tx,
    caller: ScimCaller,
    stored: ScimGroupRow,
    { group, members }: GroupWrite,
  ): Promise<void> {
    const { organizationId } = caller;
    const { id: groupId } = stored;
    const { displayName: name, externalId } = group;
    const rewritten = name !== stored.displayName || externalId !== stored.externalId;
    if (rewritten) await this.names.requireFree(tx, organizationId, group, groupId);
    const { added, removed } = await this.memberships.apply(tx, { organizationId, groupId }, members);
    if (!rewritten && added.length + removed.length === 0) return;
    await this.store.change(tx, groupId, { name, externalId });
    const renamed = name !== stored.displayName;
    const counts = { added: added.length, removed: removed.length };
    const metadata = { groupId, name, externalId, ...(renamed && { renamed }), ...counts };
    await groupAudit.record(tx, { organizationId, by: await scimActor(tx, caller) }, 'update', metadata);
    await this.memberships.resolveRoles(tx, organizationId, [...added, ...removed]);
  }
}
