import { type FindOptionsWhere, IsNull } from 'typeorm';
import type { EpochScope } from './epochs.js';

/** A workspace with the organization it belongs to; every query about its resources carries both. */
export interface WorkspaceScope {
  organizationId: string;
  workspaceId: string;
}

/** What an organization shares with all its workspaces. */
export interface OrganizationScope {
  organizationId: string;
  workspaceId: null;
}

/** What a partner lends to the organizations it set up. */
export interface PartnerScope {
  partnerId: string;
}

/** Of a customer: a workspace or its organization. Rows of both stand in one table, told apart by `workspaceId`. */
export type TenantScope = WorkspaceScope | OrganizationScope;

/** Whose a resource of several levels is. One table and one service serve every level; the level is data. */
export type Scope = TenantScope | PartnerScope;

export type TenantLevel = 'workspace' | 'organization';
export type ScopeLevel = TenantLevel | 'partner';

/** The workspace a caller acts in, without the rest of the caller. */
export function workspaceScope({ organizationId, workspaceId }: WorkspaceScope): WorkspaceScope {
  return { organizationId, workspaceId };
}

/** The organization a caller acts in. */
export function organizationScope({ organizationId }: { organizationId: string }): OrganizationScope {
  return { organizationId, workspaceId: null };
}

export function levelOf(scope: { workspaceId: string | null }): TenantLevel;
export function levelOf(scope: Scope): ScopeLevel;
export function levelOf(scope: { workspaceId: string | null } | PartnerScope): ScopeLevel {
  if ('partnerId' in scope) return 'partner';
  return scope.workspaceId === null ? 'organization' : 'workspace';
}

/** The rows of exactly this scope, as `where` takes it; a workspace does not own what it inherits. */
export function ownedBy<E extends object>(scope: Scope): FindOptionsWhere<E> {
  const owner =
    'partnerId' in scope
      ? { partnerId: scope.partnerId }
      : { organizationId: scope.organizationId, workspaceId: scope.workspaceId ?? IsNull() };
  return owner as FindOptionsWhere<E>;
}

/** The scope's own rows and, for a workspace, those of its organization. */
export function visibleTo<E extends object>(scope: TenantScope): FindOptionsWhere<E>[] {
  const shared = ownedBy<E>(organizationScope(scope));
  return scope.workspaceId === null ? [shared] : [shared, ownedBy<E>(scope)];
}

/** Whose a stored resource is, as its row says it. */
export interface Owner {
  organizationId: string | null;
  workspaceId: string | null;
  partnerId: string | null;
}

export function ownerOf(scope: Scope): Owner {
  return 'partnerId' in scope
    ? { organizationId: null, workspaceId: null, partnerId: scope.partnerId }
    : { organizationId: scope.organizationId, workspaceId: scope.workspaceId, partnerId: null };
}

export function scopeOf(row: Owner): Scope {
  const { organizationId, workspaceId, partnerId } = row;
  if (partnerId !== null) return { partnerId };
  if (organizationId === null) throw new Error('A row belongs to nobody');
  return { organizationId, workspaceId };
}

/** What a write in this scope must raise. Every snapshot is checked against all of its epochs: the narrowest will do. */
export function epochOf(scope: Scope | { organizationId: string; workspaceId: string | null }): EpochScope {
  if ('partnerId' in scope) return { partner: scope.partnerId };
  return scope.workspaceId === null
    ? { organization: scope.organizationId }
    : { workspace: scope.workspaceId };
}
