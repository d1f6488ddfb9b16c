import type { WorkspaceCaller } from '../../../kernel/access/declaration/caller.js';
import { organizationScope, type TenantScope, workspaceScope } from '../../../kernel/database/scope.js';

/**
 * Whose connections a caller may change through a workspace: the workspace's, and the organization's only for an
 * administrator who is there with more than a key of that workspace (03 §2.2).
 */
export function ownedScopes(caller: WorkspaceCaller): TenantScope[] {
  const own = workspaceScope(caller);
  const beyond = caller.isAdmin && (caller.credential === 'session' || caller.credential === 'org-key');
  return beyond ? [own, organizationScope(caller)] : [own];
}
