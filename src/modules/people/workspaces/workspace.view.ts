import type { OrganizationCaller } from '../../../kernel/access/declaration/caller.js';
import type { WorkspaceResponse } from './dto/workspace.dto.js';
import type { WorkspaceEntity } from './workspace.entity.js';

/** A workspace with what its public shape needs, as `WorkspaceQueries` reads it. */
export interface VisibleWorkspace extends Pick<WorkspaceEntity, 'id' | 'name' | 'slug' | 'createdAt'> {
  agentCount: number;
  resourceCount: number;
  ownerId: string | null;
  ownerName: string | null;
  ownerEmail: string | null;
  /** Whether the caller's person may manage it, whatever the credential (01 §6.6). */
  manageable: boolean;
}

/**
 * Whether the caller may rename or delete a workspace they can see: where workspaces are managed, a workspace
 * key is confined to its own (01 §6.6, §6.7).
 */
export function canManage(
  caller: OrganizationCaller,
  workspace: Pick<VisibleWorkspace, 'id' | 'manageable'>,
): boolean {
  return workspace.manageable && isWithinReach(caller, workspace.id);
}

export function isWithinReach(caller: OrganizationCaller, workspaceId: string): boolean {
  return caller.credential !== 'workspace-key' || caller.workspaceId === workspaceId;
}

export function presentWorkspace(row: VisibleWorkspace, caller: OrganizationCaller): WorkspaceResponse {
  const owner =
    row.ownerEmail === null
      ? null
      : { name: row.ownerName, email: row.ownerEmail, isCurrentUser: row.ownerId === caller.userId };
  return {
    id: row.id,
    name: row.name,
    slug: row.slug,
    createdAt: row.createdAt.toISOString(),
    agentCount: row.agentCount,
    resourceCount: row.resourceCount,
    owner,
    canManage: canManage(caller, row),
  };
}
