import type { ApprovalEntity } from './approval.entity.js';
import type { ApprovalState, HeldRequest } from './approval.js';

/** What the holding process writes down. */
export interface NewApproval extends Pick<
  ApprovalEntity,
  'id' | 'ownerId' | 'organizationId' | 'workspaceId' | 'agentId'
> {
  lifetimeSeconds: number;
  request: HeldRequest;
}

export type PendingApproval = Pick<ApprovalEntity, 'id' | 'workspaceId' | 'createdAt' | 'expiresAt'> & {
  request: HeldRequest;
};

/** What a held request would send, as far as it was written down. */
export type SentBody = Pick<ApprovalEntity, 'body' | 'bodyWhole' | 'request'>;

/** How a held request ended, as its row says. */
export type Settlement = Pick<ApprovalEntity, 'decidedBy'> & {
  state: Exclude<ApprovalState, 'pending'>;
  settledAt: Date;
};

export const PENDING_FIELDS = ['id', 'workspaceId', 'request', 'createdAt', 'expiresAt'] as const;
export const SETTLEMENT_FIELDS = ['state', 'settledAt', 'decidedBy'] as const;
