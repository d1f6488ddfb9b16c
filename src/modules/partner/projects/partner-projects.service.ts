import { Injectable } from '@nestjs/common';
import { workspaceSlug } from '../../../domain/text/slug.js';
import type { PartnerCaller } from '../../../kernel/access/declaration/caller.js';
import { Database } from '../../../kernel/database/database.js';
import { AppError } from '../../../kernel/errors/app-error.js';
import { UsersService } from '../../people/identity/users/users.service.js';
import { workspaceAudit } from '../../people/workspaces/workspace.audit.js';
import { WorkspacesService } from '../../people/workspaces/workspaces.service.js';
import { UnclaimedOrganizations } from '../partners/unclaimed-organizations.js';
import { PartnerOrganizationsStore } from '../partners/partner-organizations.store.js';
import { PartnerProjects } from '../partners/records/partner-projects.js';
import { partnerAsActor } from '../partners/partner-trail.js';
import { partnerErrors } from '../partners/partner.errors.js';
import { type PartnerProjectResponse, presentProject } from '../partners/dto/partner-project.dto.js';

/** Projects of an organization that nobody has claimed (07 A9). */
@Injectable()
export class PartnerProjectsService {
  constructor(
    private readonly db: Database,
    private readonly unclaimed: UnclaimedOrganizations,
    private readonly store: PartnerOrganizationsStore,
    private readonly projects: PartnerProjects,
    private readonly users: UsersService,
    private readonly workspaces: WorkspacesService,
  ) {}

  async list({ partnerId }: PartnerCaller, organizationId: string): Promise<PartnerProjectResponse[]> {
    const { claimedAt } = await this.store.require(this.db, partnerId, organizationId);
    if (claimedAt !== null) throw new AppError(partnerErrors.partner_organization_claimed);
    return (await this.projects.of(this.db, organizationId)).map(presentProject);
  }

  /** With a default agent, owned by the placeholder; its credentials are read with the organization's key. */
  create(caller: PartnerCaller, organizationId: string, name: string): Promise<PartnerProjectResponse> {
    return this.unclaimed.change(caller, organizationId, async (tx, { placeholderUserId: userId }) => {
      const { email } = (await this.users.find(tx, userId!))!;
      const slug = workspaceSlug(name);
      const createdBy = { userId: userId!, email };
      const { workspace } = await this.workspaces.make(tx, { organizationId, name, slug, createdBy });
      const origin = { organizationId, workspaceId: workspace.id, by: partnerAsActor(caller) };
      await workspaceAudit.record(tx, origin, 'create', { projectId: workspace.id, name });
      const made = (await this.projects.of(tx, organizationId)).find(({ id }) => id === workspace.id);
      return presentProject(made!);
    });
  }

  /** The claim goes on with the oldest of those left (07 A9.2). */
  delete(caller: PartnerCaller, organizationId: string, projectId: string): Promise<void> {
    return this.unclaimed.change(caller, organizationId, async (tx, { id, workspaceId }) => {
      await this.workspaces.lockAllOf(tx, organizationId);
      const projects = await this.projects.of(tx, organizationId);
      if (!projects.some((project) => project.id === projectId))
        throw new AppError(partnerErrors.partner_project_not_found);
      await this.workspaces.requireAnother(tx, { organizationId, workspaceId: projectId });
      const gone = await this.workspaces.erase(tx, { organizationId, workspaceId: projectId });
      if (workspaceId === projectId) {
        const oldest = projects.find((project) => project.id !== projectId)!;
        await this.store.setDefaultProject(tx, id, oldest.id);
      }
      const origin = { organizationId, by: partnerAsActor(caller) };
      await workspaceAudit.record(tx, origin, 'delete', { projectId, name: gone?.name ?? null });
    });
  }
}
