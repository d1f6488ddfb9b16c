import { APPROVE_ACTION, DENY_ACTION } from '../../../../domain/protocols/slack/approval-card.js';
import { objectOf, type SlackAnswer, textOrNull } from '../slack/slack-answer.js';
import type { ClickedDecision } from './inbound-ports.js';

/** The first of our buttons that an interaction of Slack tells of; null when there is none. */
export function clickIn(payload: SlackAnswer): Omit<ClickedDecision, 'presenceId'> | null {
  if (payload['type'] !== 'block_actions' || !Array.isArray(payload['actions'])) return null;
  const clickerExternalUserId = textOrNull(objectOf(payload['user'])['id']);
  for (const action of payload['actions'] as unknown[]) {
    const { action_id: actionId, value } = objectOf(action);
    const approvalId = textOrNull(value);
    if (approvalId === null || clickerExternalUserId === null) continue;
    if (actionId === APPROVE_ACTION) return { approvalId, decision: 'approve', clickerExternalUserId };
    if (actionId === DENY_ACTION) return { approvalId, decision: 'deny', clickerExternalUserId };
  }
  return null;
}
