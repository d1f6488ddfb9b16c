import type { ApprovalSummary } from '../../../domain/decision/approval-summaries/content/summary.js';
import type { TenantScope, WorkspaceScope } from '../../../kernel/database/scope.js';
import type { AuditActor } from '../../foundation/audit/model/audit-origin.js';

/** 06 §15.2. Only `pending` is visible in lists; every other state is final. */
export type ApprovalState = 'pending' | 'approved' | 'denied' | 'expired' | 'cancelled' | 'released';

export type ApprovalDecision = 'approve' | 'deny';

/** Where approvals are looked for: a workspace, or every one of an organization (06 §15.6). */
export type ApprovalScope = TenantScope;

/** What a person is shown of a held request; kept only while it is pending. */
export interface HeldRequest {
  method: string;
  url: string;
  host: string;
  /** With the query. */
  path: string;
  headers: Record<string, string>;
  bodyPreview: string | null;
  summary: ApprovalSummary | null;
  agent: { id: string; name: string; externalId: string | null };
  /** What the agent's program called the request, by which it finds its approval; shown to nobody. */
  tag?: string;
}

/** Who decides. Membership was checked with the credential, in the same request (05 §12.1). */
export interface ApprovalDecider extends WorkspaceScope {
  actor: AuditActor & { userId: string };
  /** Under which service the decision is audited; a chat channel has its own (04 §6.6). */
  auditedAs: string;
}

/** A decision on its way to the process that holds the request. */
export interface Offer extends Pick<ApprovalDecider, 'actor' | 'auditedAs'> {
  id: string;
  decision: ApprovalDecision;
}
