import { Injectable } from '@nestjs/common';
import type { OrganizationCaller } from '../../../kernel/access/declaration/caller.js';
import { StandingCredential } from '../../../kernel/access/declaration/standing-credential.js';
import { Database, type Tx } from '../../../kernel/database/database.js';
import { Epochs } from '../../../kernel/database/epochs.js';
import { AppError } from '../../../kernel/errors/app-error.js';
import { actorOf } from '../../foundation/audit/model/audit-origin.js';
import { EditionsService } from '../../foundation/editions/editions.service.js';
import { OrganizationsService } from '../../people/organizations/organizations.service.js';
import { WorkspaceBindings } from '../../people/workspaces/workspace-bindings.js';
import { workspaceAudit } from '../../people/workspaces/workspace.audit.js';
import { WorkspacesService } from '../../people/workspaces/workspaces.service.js';
import { type AccessChange, accessChange, type WantedAccess } from './access-change.js';
import type { ChangedWorkspaceAccessResponse, WorkspaceAccessResponse } from './dto/workspace-access.dto.js';
import { workspaceAccessErrors } from './workspace-access.errors.js';

/** Who may use a workspace, and who may manage it (05 §5). */
@Injectable()
export class WorkspaceAccessService {
  constructor(
    private readonly db: Database,
    private readonly epochs: Epochs,
    private readonly editions: EditionsService,
    private readonly organizations: OrganizationsService,
    private readonly workspaces: WorkspacesService,
    private readonly bindings: WorkspaceBindings,
    private readonly standing: StandingCredential,
  ) {}

  async get(caller: OrganizationCaller, workspaceId: string): Promise<WorkspaceAccessResponse> {
    await this.workspaces.assertManageable(this.db, caller, workspaceId);
    const { users, groups } = await this.bindings.of(this.db, workspaceId);
    return {
      users: users.map(({ createdAt, ...row }) => ({ ...row, createdAt: createdAt.toISOString() })),
      groups: groups.map(({ createdAt, ...row }) => ({ ...row, createdAt: createdAt.toISOString() })),
    };
  }

  /**
   * The whole list at once. The organization is locked, so that nobody who is being removed is given anything, and the
   * caller's right to share is judged again: of two who lock each other out one succeeds.
   */
  set(
    caller: OrganizationCaller,
    workspaceId: string,
    wanted: WantedAccess,
  ): Promise<ChangedWorkspaceAccessResponse> {
    const { organizationId } = caller;
    return this.db.tx(async (tx) => {
      await this.organizations.lockOrganization(tx, organizationId);
      await this.standing.lock(tx, caller);
      await this.workspaces.assertManageable(tx, caller, workspaceId);
      const change = accessChange(await this.bindings.of(tx, workspaceId), wanted);
      await this.requirePlans(tx, organizationId, change);
      await this.requireKnown(tx, organizationId, change);
      const counted = {
        added: change.addedUsers.length + change.addedGroups.length,
        removed: change.removed.length,
        roleChanged: change.changedUsers.length,
      };
      if (counted.added + counted.removed + counted.roleChanged === 0) return counted;
      await this.bindings.unbind(tx, workspaceId, change.removed);
      await this.bindings.bindPeople(tx, workspaceId, [...change.addedUsers, ...change.changedUsers]);
      await this.bindings.bindGroups(tx, workspaceId, change.addedGroups);
      await this.epochs.raise(tx, { workspace: workspaceId });
      const origin = { organizationId, workspaceId, by: actorOf(caller) };
      await workspaceAudit.record(tx, origin, 'update', counted);
      return counted;
    });
  }

  /** Only what is added takes a plan (05 §1.2): giving less must always be possible. */
  private async requirePlans(
    tx: Tx,
    organizationId: string,
    { addedUsers, addedGroups }: AccessChange,
  ): Promise<void> {
    if (addedUsers.length > 0) await this.editions.requirePlan(tx, organizationId, 'workspace_sharing');
    if (addedGroups.length > 0) await this.editions.requirePlan(tx, organizationId, 'groups');
  }

  private async requireKnown(
    tx: Tx,
    organizationId: string,
    { addedUsers, addedGroups }: AccessChange,
  ): Promise<void> {
    const userIds = addedUsers.map(({ userId }) => userId);
    const known = await this.organizations.lockPrincipals(tx, organizationId, {
      userIds,
      groupIds: addedGroups,
    });
    if (userIds.some((id) => !known.users.has(id)) || addedGroups.some((id) => !known.groups.has(id)))
      throw new AppError(workspaceAccessErrors.access_principal_unknown);
  }
}
