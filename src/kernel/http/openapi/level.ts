import type { OperationOptions } from './operation.decorator.js';
import { organizationScope, type TenantScope, workspaceScope } from '../../database/scope.js';
import type { AccessRule } from '../../access/declaration/access.decorator.js';
import type { OrganizationCaller, WorkspaceCaller } from '../../access/declaration/caller.js';

/** An operation of a controller that serves several levels; `id` is the name of its handler and the operationId. */
export type LevelOperation = OperationOptions & { readonly id: string };

/** One level of the same endpoints: those of a workspace, or those of its organization. */
export interface Level<C extends OrganizationCaller> {
  readonly path: string;
  readonly tag: string;
  readonly access: AccessRule;
  /** Where the caller acts on this level. */
  scopeOf(caller: C): TenantScope;
}

type Place = Pick<Level<OrganizationCaller>, 'path' | 'tag'> & Partial<Pick<AccessRule, 'as'>>;

const ANY_KEY = ['workspace-key', 'org-key', 'session'] as const;

/** What a workspace has of its own. */
export function workspaceLevel({ path, tag, as = ANY_KEY }: Place): Level<WorkspaceCaller> {
  return { path, tag, access: { as, level: 'workspace' }, scopeOf: workspaceScope };
}

/** What an organization shares with its workspaces; its administrators decide. */
export function organizationLevel({ path, tag, as = ANY_KEY }: Place): Level<OrganizationCaller> {
  return { path, tag, access: { as, level: 'organization', role: 'admin' }, scopeOf: organizationScope };
}
