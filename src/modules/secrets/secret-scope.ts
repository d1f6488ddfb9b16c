/** Whose secret it is. One table and one service serve every level; the level is data. */
import type { OrganizationCaller, WorkspaceCaller } from '../../kernel/access/caller.js';
import type { EpochScope } from '../../kernel/database/epochs.js';

export type SecretScope =
  | { kind: 'workspace'; organizationId: string; workspaceId: string }
  | { kind: 'organization'; organizationId: string; workspaceId: null };

export type SecretLevel = SecretScope['kind'];

export function workspaceScope({ organizationId, workspaceId }: WorkspaceCaller): SecretScope {
  return { kind: 'workspace', organizationId, workspaceId };
}

export function organizationScope({ organizationId }: OrganizationCaller): SecretScope {
  return { kind: 'organization', organizationId, workspaceId: null };
}

/** Every snapshot is checked against both epochs, so the narrower one is enough to drop it. */
export function epochOf(owner: { organizationId: string; workspaceId: string | null }): EpochScope {
  return owner.workspaceId === null
    ? { organization: owner.organizationId }
    : { workspace: owner.workspaceId };
}
