import type { Caller, WorkspaceCaller } from '../../../kernel/access/caller.js';
import { type WorkspaceScope, workspaceScope } from '../../../kernel/database/scope.js';
import type { AuditAction } from './audit-vocabulary.js';

export const AUDIT_SOURCES = ['app', 'api', 'sso-jit', 'sso-login', 'scim', 'partner', 'system'] as const;
export type AuditSource = (typeof AUDIT_SOURCES)[number];

/** Who did it, as it was known when it happened. */
export interface AuditActor {
  userId: string | null;
  userEmail: string | null;
  source: AuditSource;
}

export interface AuditEvent {
  organizationId?: string | null;
  /** The row dies with this workspace; what must outlive it is audited at organization level. */
  workspaceId?: string | null;
  by: AuditActor;
  action: AuditAction;
  /** One that a module declared. */
  service: string;
  /** Defaults to `success`; only `auth` audits failures (01 §24.1). */
  status?: 'success' | 'failure';
  /** Ids, names, counts and markers; never a value, key, token or password (01 §24.2). */
  metadata?: Record<string, unknown>;
}

/** The actor behind a management request: `app` for a dashboard session, `api` for any key (01 §24). */
export function actorOf(caller: Caller): AuditActor {
  return {
    userId: caller.userId,
    userEmail: caller.email,
    source: caller.credential === 'session' ? 'app' : 'api',
  };
}

/** Where and by whom a write in a workspace was made. */
export interface WorkspaceOrigin extends WorkspaceScope {
  by: AuditActor;
}

export function originOf(caller: WorkspaceCaller): WorkspaceOrigin {
  return { ...workspaceScope(caller), by: actorOf(caller) };
}
