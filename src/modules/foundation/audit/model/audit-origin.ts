import type { Caller, WorkspaceCaller } from '../../../../kernel/access/declaration/caller.js';
import { type WorkspaceScope, workspaceScope } from '../../../../kernel/database/scope.js';

export const AUDIT_SOURCES = ['app', 'api', 'sso-jit', 'sso-login', 'scim', 'partner', 'system'] as const;
export type AuditSource = (typeof AUDIT_SOURCES)[number];

/** Who did it, as it was known when it happened. */
export interface AuditActor {
  userId: string | null;
  userEmail: string | null;
  source: AuditSource;
  /** What every entry says of how they came, beside its own metadata. */
  told?: Readonly<Record<string, unknown>>;
}

/** Where and by whom a write was made. */
export interface AuditOrigin {
  /** In the log of this partner, which no organization sees (07 A14). */
  partnerId?: string | null;
  organizationId?: string | null;
  /** The row dies with this workspace; what must outlive it is audited at organization level. */
  workspaceId?: string | null;
  by: AuditActor;
}

/** The actor where no caller is: a person whose request it is, or whose doing it follows from. */
export function actingPerson(
  userId: string | null,
  userEmail: string | null,
  source: AuditSource = 'app',
): AuditActor {
  return { userId, userEmail, source };
}

/** The actor behind a management request: `app` for a dashboard session, `api` for any key (01 §24). */
export function actorOf(caller: Caller): AuditActor {
  return {
    userId: caller.userId,
    userEmail: caller.email,
    source: caller.credential === 'session' ? 'app' : 'api',
  };
}

/** In a workspace. */
export interface WorkspaceOrigin extends WorkspaceScope {
  by: AuditActor;
}

export function originOf(caller: WorkspaceCaller): WorkspaceOrigin {
  return { ...workspaceScope(caller), by: actorOf(caller) };
}

/** For what belongs to the organization and outlives its workspaces. */
export function organizationOriginOf(caller: Caller): AuditOrigin {
  return { organizationId: caller.organizationId, by: actorOf(caller) };
}
