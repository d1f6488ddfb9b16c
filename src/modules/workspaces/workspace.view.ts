import type { OrganizationCaller } from '../../kernel/access/caller.js';
import type { WorkspaceResponse } from './dto/workspace.dto.js';

/** A workspace with what its public shape needs, as `workspace.queries.ts` reads it. */
export interface WorkspaceRow {
  id: string;
  name: string | null;
  slug: string | null;
  createdAt: Date;
  agentCount: number;
  resourceCount: number;
  ownerId: string | null;
  ownerName: string | null;
  ownerEmail: string | null;
  /** The caller has a user binding with role `owner`; group bindings never manage (01 §6.6). */
  boundAsOwner: boolean;
}

/** Whether the caller may rename or delete a workspace they can see (01 §6.6, §6.7). */
export function canManage(
  caller: OrganizationCaller,
  workspace: Pick<WorkspaceRow, 'id' | 'boundAsOwner'>,
): boolean {
  return isWithinReach(caller, workspace.id) && (caller.isAdmin || workspace.boundAsOwner);
}

/** Where workspaces are managed, a workspace key is confined to its own (01 §6.7). */
export function isWithinReach(caller: OrganizationCaller, workspaceId: string): boolean {
  return caller.credential !== 'workspace-key' || caller.workspaceId === workspaceId;
}

export function presentWorkspace(row: WorkspaceRow, caller: OrganizationCaller): WorkspaceResponse {
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
