import { Injectable } from '@nestjs/common';
import type { Queryable, Store } from '../../../../kernel/database/database.js';
import { WorkspacesService } from '../../../people/workspaces/workspaces.service.js';
import type { PartnerOrganizationEntity } from './partner-organization.entity.js';

/** A workspace, as partners name it (07 A1). */
export interface Project {
  id: string;
  name: string;
  slug: string;
  createdAt: Date;
}

type Linked = Pick<PartnerOrganizationEntity, 'organizationId' | 'workspaceId'>;

/** Projects of organizations: oldest first, and which of them is the claim's. */
@Injectable()
export class PartnerProjects {
  constructor(private readonly workspaces: WorkspacesService) {}

  async of(store: Store, organizationId: string): Promise<Project[]> {
    const workspaces = await this.workspaces.allOf(store, organizationId);
    return workspaces.map(({ id, name, slug, createdAt }) => {
      return { id, name: name ?? '', slug: slug ?? '', createdAt };
    });
  }

  /** Of the organizations among these that nobody has claimed. */
  async ofMany(q: Queryable, partnerId: string): Promise<Map<string, Project[]>> {
    const rows = await q.query<Project & { organizationId: string }>(
      `SELECT w.id, coalesce(w.name, '') AS name, coalesce(w.slug, '') AS slug, w.created_at AS "createdAt",
         w.organization_id AS "organizationId"
       FROM partner_organizations p JOIN workspaces w ON w.organization_id = p.organization_id
       WHERE p.partner_id = $1 AND p.claimed_at IS NULL ORDER BY w.created_at, w.id`,
      [partnerId],
    );
    const projects = new Map<string, Project[]>();
    for (const { organizationId, ...project } of rows) {
      const known = projects.get(organizationId);
      if (known === undefined) projects.set(organizationId, [project]);
      else known.push(project);
    }
    return projects;
  }

  /** The default project's id; of one whose default is gone the oldest (07 A9.2). */
  async defaultOf(store: Store, { organizationId, workspaceId }: Linked): Promise<string> {
    if (workspaceId !== null) return workspaceId;
    const [oldest] = await this.of(store, organizationId);
    if (oldest === undefined) throw new Error('An organization has no project');
    return oldest.id;
  }
}
