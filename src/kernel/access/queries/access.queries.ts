import { Injectable } from '@nestjs/common';
import { Configuration } from '../../config/configuration.js';
import { Database, type Queryable } from '../../database/database.js';
import { defaultWorkspaceSelect, manageableWorkspace, usableWorkspace } from './workspace-sql.js';

export interface DefaultWorkspace {
  workspaceId: string;
  organizationId: string;
}

/**
 * Read-only answers about people and workspaces that several modules need and that must be the same
 * everywhere (01 §5.3, §6). Each accepts a transaction, so that a use case can ask and act in one.
 */
@Injectable()
export class AccessQueries {
  private readonly rolesEnforced: boolean;

  constructor(
    private readonly database: Database,
    configuration: Configuration,
  ) {
    this.rolesEnforced = configuration.rolesEnforced;
  }

  /** The person's default workspace, optionally inside one organization; null when there is none (01 §5.3). */
  async defaultWorkspace(
    userId: string,
    organizationId: string | null = null,
    queryable: Queryable = this.database,
  ): Promise<DefaultWorkspace | null> {
    const inside = organizationId === null ? null : '$2';
    const [row] = await queryable.query<DefaultWorkspace>(
      `SELECT workspace_id AS "workspaceId", organization_id AS "organizationId"
      FROM (${defaultWorkspaceSelect('$1', inside, this.rolesEnforced)}) d`,
      organizationId === null ? [userId] : [userId, organizationId],
    );
    return row ?? null;
  }

  /** Whether the person is an active member whose sign-in is not switched off and may use the workspace (01 §6.5). */
  async canUseWorkspace(
    userId: string,
    workspaceId: string,
    queryable: Queryable = this.database,
  ): Promise<boolean> {
    return this.exists(usableWorkspace('w.id', this.rolesEnforced), userId, workspaceId, queryable);
  }

  /** The same as a condition of a statement; both arguments are SQL expressions written in our code. */
  personCanUse(userId: string, workspaceId: string): string {
    return `EXISTS (${personWho(usableWorkspace('w.id', this.rolesEnforced), userId, workspaceId)})`;
  }

  /** Whether the person may rename, delete and share the workspace (01 §6.6). */
  async canManageWorkspace(
    userId: string,
    workspaceId: string,
    queryable: Queryable = this.database,
  ): Promise<boolean> {
    return this.exists(manageableWorkspace('w.id', this.rolesEnforced), userId, workspaceId, queryable);
  }

  /**
   * A condition for lists of workspaces. The statement must have the caller's active membership joined as `m`;
   * `workspaceId` is the column that holds the workspace's id.
   */
  visibleWorkspaces(workspaceId: string): string {
    return usableWorkspace(workspaceId, this.rolesEnforced);
  }

  /** The same for "may manage", to be selected beside a visible workspace. */
  manageableWorkspaces(workspaceId: string): string {
    return manageableWorkspace(workspaceId, this.rolesEnforced);
  }

  private async exists(
    condition: string,
    userId: string,
    workspaceId: string,
    queryable: Queryable,
  ): Promise<boolean> {
    const rows = await queryable.query(personWho(condition, '$1', '$2'), [userId, workspaceId]);
    return rows.length > 0;
  }
}

function personWho(condition: string, userId: string, workspaceId: string): string {
  return `SELECT 1 FROM workspaces w JOIN memberships m ON m.organization_id = w.organization_id
    JOIN users u ON u.id = m.user_id AND u.deactivated_at IS NULL
    WHERE w.id = ${workspaceId} AND m.user_id = ${userId} AND m.status = 'active' AND ${condition}`;
}
