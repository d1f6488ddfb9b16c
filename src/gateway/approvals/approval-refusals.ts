/** What is answered when a request that a person was to decide about does not go on; the rules of `exchange/refusals.ts` hold. */
import type { SettledApproval, Ended } from '../exchange/progress.js';
import type { Refusal } from '../exchange/results/refusals.js';

/** What becomes of the request. */
export function settled({ id, settlement }: SettledApproval): Ended {
  switch (settlement.state) {
    case 'approved':
      return null;
    case 'denied':
      return manualApprovalDenied(id, 'denied');
    case 'released':
      return gatewayRestarting(id);
    // Nobody reads the answer to an agent that left.
    case 'cancelled':
    case 'expired':
      return manualApprovalDenied(id, 'timed_out');
  }
}

/** A rule wants a person's decision, and holding requests is not possible here (06 §15.1.6). */
export function approvalStoreUnavailable(): Refusal {
  return {
    status: 502,
    retryable: true,
    body: {
      error: 'approval_store_unavailable',
      message: 'This request needs an approval, which could not be requested. Nothing was sent.',
    },
  };
}

/** A person said no, or nobody answered in time (06 §15.1.3). */
function manualApprovalDenied(approvalId: string, reason: 'denied' | 'timed_out'): Refusal {
  const cause =
    reason === 'denied' ? 'A person denied this request.' : 'Nobody approved this request in time.';
  return {
    status: 403,
    retryable: false,
    body: {
      error: 'manual_approval_denied',
      message: `${cause} Nothing was sent. Ask the people responsible before you try it again.`,
      approval_id: approvalId,
      reason,
    },
  };
}

/** The process that held the request stops (06 §18.3); another one may ask again. */
function gatewayRestarting(approvalId: string): Refusal {
  return {
    status: 503,
    retryable: true,
    headers: { 'retry-after': '1' },
    body: {
      error: 'gateway_restarting',
      message:
        'The gateway restarted while this request waited for an approval. Nothing was sent. Try again.',
      approval_id: approvalId,
    },
  };
}
