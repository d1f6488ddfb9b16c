import { Injectable } from '@nestjs/common';
import { IsNull, Not } from 'typeorm';
import { workspaceSlug } from '../../../domain/text/slug.js';
import type { OrganizationCaller } from '../../../kernel/access/declaration/caller.js';
import type { WorkspaceScope } from '../../../kernel/database/scope.js';
import { StandingCredential } from '../../../kernel/access/declaration/standing-credential.js';
import { newId16 } from '../../../kernel/crypto/tokens.js';
import { Database, type Queryable, type Store, type Tx } from '../../../kernel/database/database.js';
import { Epochs } from '../../../kernel/database/epochs.js';
import { AppError } from '../../../kernel/errors/app-error.js';
import { ApiKeysService } from '../../foundation/api-keys/api-keys.service.js';
import { actingPerson, type AuditActor, actorOf } from '../../foundation/audit/model/audit-origin.js';
import { workspaceAudit } from './workspace.audit.js';
import { EditionsService } from '../../foundation/editions/editions.service.js';
import { OrganizationsService } from '../organizations/organizations.service.js';
import { PolicySetsService } from '../../foundation/policy-sets/policy-sets.service.js';
import type { CreatedWorkspaceResponse, WorkspaceResponse } from './dto/workspace.dto.js';
import { type WorkspacePrincipals, WorkspaceQueries } from './workspace.queries.js';
import { canManage, isWithinReach, presentWorkspace, type VisibleWorkspace } from './workspace.view.js';
import { type SeededWorkspace, WorkspaceSeeds } from './workspace-seeds.js';
import { WorkspaceBindingEntity } from './workspace-binding.entity.js';
import { WorkspaceEntity } from './workspace.entity.js';
import { workspaceErrors } from './workspace.errors.js';
import { platformErrors } from '../../../kernel/errors/platform-errors.js';
import { OrganizationLimits } from '../../foundation/limits/organization-limits.js';

export interface NewWorkspace {
  organizationId: string;
  name: string;
  /** Unique inside the organization, else `workspace_slug_taken`. */
  slug: string;
  createdBy: { userId: string; email: string };
  /** How the creation is audited; by default as the creator's own act in the dashboard. */
  source?: AuditActor['source'];
}

export interface MadeWorkspace {
  workspace: SeededWorkspace;
  apiKey: string;
}

@Injectable()
export class WorkspacesService {
  constructor(
    private readonly db: Database,
    private readonly epochs: Epochs,
    private readonly editions: EditionsService,
    private readonly apiKeys: ApiKeysService,
    private readonly organizations: OrganizationsService,
    private readonly policySets: PolicySetsService,
    private readonly seeds: WorkspaceSeeds,
    private readonly queries: WorkspaceQueries,
    private readonly standing: StandingCredential,
    private readonly limits: OrganizationLimits,
  ) {}

  /**
   * Creates a workspace with all it is born with: its creator bound as owner and given a key, the published
   * default policy, and what the seeds of higher modules add (01 §16.3). For onboarding and the endpoint alike.
   */
  async create(tx: Tx, input: NewWorkspace): Promise<MadeWorkspace> {
    const made = await this.make(tx, input);
    const { organizationId, name, createdBy, source } = input;
    const by = actingPerson(createdBy.userId, createdBy.email, source);
    const origin = { organizationId, workspaceId: made.workspace.id, by };
    await workspaceAudit.record(tx, origin, 'create', { name });
    return made;
  }

  /** The same without an entry in the trail, for who words it otherwise. */
  async make(tx: Tx, input: NewWorkspace): Promise<MadeWorkspace> {
    const { organizationId, name } = input;
    const { userId } = input.createdBy;
    await this.organizations.lockMember(tx, organizationId, userId);
    const workspace = { id: newId16(), organizationId, name, createdByUserId: userId };
    await tx.repository(WorkspaceEntity).insert({ ...workspace, slug: input.slug });
    const { id: workspaceId } = workspace;
    // Afterwards, because a taken slug is answered first (01 §16.3).
    await this.limits.requireRoom(tx, 'workspaces', organizationId, 0);
    await tx.repository(WorkspaceBindingEntity).insert({ workspaceId, userId, role: 'owner' });
    await this.policySets.createWorkspaceSet(tx, { organizationId, workspaceId }, userId);
    const key = await this.apiKeys.ensureWorkspaceKey(tx, { userId, organizationId, workspaceId });
    await this.seeds.plant(tx, workspace);
    return { workspace, apiKey: key.value };
  }

  async list(caller: OrganizationCaller): Promise<WorkspaceResponse[]> {
    const rows = await this.queries.list(this.db, caller);
    return rows.map((row) => presentWorkspace(row, caller));
  }

  async get(caller: OrganizationCaller, workspaceId: string): Promise<WorkspaceResponse> {
    return presentWorkspace(await this.visible(this.db, caller, workspaceId), caller);
  }

  createFor(caller: OrganizationCaller, name: string): Promise<CreatedWorkspaceResponse> {
    return this.db.tx(async (tx) => {
      await this.standing.lock(tx, caller);
      const { workspace, apiKey } = await this.create(tx, {
        organizationId: caller.organizationId,
        name,
        slug: workspaceSlug(name),
        createdBy: caller,
        source: actorOf(caller).source,
      });
      await this.requireRoomFor(tx, workspace);
      const row = await this.visible(tx, caller, workspace.id);
      return { ...presentWorkspace(row, caller), apiKey };
    });
  }

  /** The slug follows the name (01 §16.4). */
  rename(caller: OrganizationCaller, workspaceId: string, name: string): Promise<WorkspaceResponse> {
    return this.db.tx(async (tx) => {
      await this.assertManageable(tx, caller, workspaceId);
      const workspace = { id: workspaceId, organizationId: caller.organizationId };
      await tx.repository(WorkspaceEntity).update(workspace, { name, slug: workspaceSlug(name) });
      const origin = { organizationId: caller.organizationId, workspaceId, by: actorOf(caller) };
      await workspaceAudit.record(tx, origin, 'update', { name });
      return presentWorkspace(await this.visible(tx, caller, workspaceId), caller);
    });
  }

  /** Deletes a workspace the caller may manage, unless it is the organization's only one (01 §16.5). */
  delete(caller: OrganizationCaller, workspaceId: string): Promise<void> {
    const { organizationId } = caller;
    return this.db.tx(async (tx) => {
      await this.lockAllOf(tx, organizationId);
      await this.assertManageable(tx, caller, workspaceId);
      await this.requireAnother(tx, { organizationId, workspaceId });
      await this.deleteWithin(tx, { organizationId, workspaceId }, actorOf(caller));
    });
  }

  /**
   * Everything inside goes with the row by foreign keys; the raised epochs make the gateway forget its agents and
   * keys before the answer. Audited at organization level, where it outlives the workspace (01 §16.5). One that is
   * gone already is left at that.
   */
  async deleteWithin(tx: Tx, scope: WorkspaceScope, by: AuditActor): Promise<void> {
    const { organizationId, workspaceId } = scope;
    const gone = await this.erase(tx, scope);
    if (gone === null) return;
    await workspaceAudit.record(tx, { organizationId, by }, 'delete', { workspaceId, name: gone.name });
  }

  /** The same without an entry in the trail; null for one that is gone already. */
  async erase(
    tx: Tx,
    { organizationId, workspaceId }: WorkspaceScope,
  ): Promise<Pick<WorkspaceEntity, 'name'> | null> {
    const [gone] = await tx.query<Pick<WorkspaceEntity, 'name'>>(
      `DELETE FROM workspaces WHERE id = $1 AND organization_id = $2 RETURNING name`,
      [workspaceId, organizationId],
    );
    if (gone === undefined) return null;
    await this.epochs.raise(tx, { organization: organizationId }, { workspace: workspaceId });
    return gone;
  }

  /** Of two deletions at once neither finds the other's workspace left over (01 §16.5). */
  lockAllOf(tx: Tx, organizationId: string): Promise<void> {
    return tx.lock(`workspaces-of:${organizationId}`);
  }

  /** Throws `only_workspace`. */
  async requireAnother(tx: Tx, { organizationId, workspaceId }: WorkspaceScope): Promise<void> {
    const workspaces = tx.repository(WorkspaceEntity);
    if (!(await workspaces.existsBy({ organizationId, id: Not(workspaceId) })))
      throw new AppError(workspaceErrors.only_workspace);
  }

  /**
   * The workspace, if the caller may rename, delete and share it. One they cannot see, or a workspace key aimed
   * at another workspace, is not there; one they only see is refused (01 §16.6).
   */
  async assertManageable(
    q: Queryable,
    caller: OrganizationCaller,
    workspaceId: string,
  ): Promise<VisibleWorkspace> {
    if (!isWithinReach(caller, workspaceId)) throw new AppError(workspaceErrors.workspace_not_found);
    const row = await this.visible(q, caller, workspaceId);
    if (!canManage(caller, row)) throw new AppError(platformErrors.insufficient_permissions);
    return row;
  }

  /** As above for every workspace of an organization that is being deleted; nothing is left to audit it in. */
  async deleteAllWithin(tx: Tx, organizationId: string): Promise<void> {
    const gone = await tx.query<{ id: string }>(
      `DELETE FROM workspaces WHERE organization_id = $1 RETURNING id`,
      [organizationId],
    );
    await this.epochs.raise(tx, ...gone.map(({ id }) => ({ workspace: id })));
  }

  /** Every workspace of the organization, oldest first. */
  allOf(store: Store, organizationId: string): Promise<WorkspaceEntity[]> {
    return store
      .repository(WorkspaceEntity)
      .find({ where: { organizationId }, order: { createdAt: 'ASC', id: 'ASC' } });
  }

  /** Takes every workspace of the organization from the person; a later return finds none of it (05 §2.7.3). */
  async unbind(tx: Tx, organizationId: string, userId: string): Promise<void> {
    await tx.query(
      `DELETE FROM workspace_bindings b USING workspaces w
       WHERE w.id = b.workspace_id AND w.organization_id = $1 AND b.user_id = $2`,
      [organizationId, userId],
    );
  }

  /** Users and groups the workspace's agents act for in rule identities (02 §10). */
  principals(q: Queryable, scope: WorkspaceScope): Promise<WorkspacePrincipals> {
    return this.queries.principals(q, scope);
  }

  /** Remembers when an agent of the workspace was first set up (01 §19.5.6); later calls change nothing. */
  async markAgentConnected({ organizationId, workspaceId }: WorkspaceScope): Promise<void> {
    await this.db
      .repository(WorkspaceEntity)
      .update(
        { organizationId, id: workspaceId, agentConnectedAt: IsNull() },
        { agentConnectedAt: () => 'now()' },
      );
  }

  /** After the insertion, because a taken slug is answered first (01 §16.3). */
  private requireRoomFor(tx: Tx, { id, organizationId }: SeededWorkspace): Promise<void> {
    return this.editions.requireRoom(tx, organizationId, 'workspaces', () =>
      tx.repository(WorkspaceEntity).countBy({ organizationId, id: Not(id) }),
    );
  }

  private async visible(
    q: Queryable,
    caller: OrganizationCaller,
    workspaceId: string,
  ): Promise<VisibleWorkspace> {
    const row = await this.queries.find(q, caller, workspaceId);
    if (!row) throw new AppError(workspaceErrors.workspace_not_found);
    return row;
  }
}
