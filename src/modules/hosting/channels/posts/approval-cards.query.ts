import type { AskedAction, CardEnd } from '../../../../domain/protocols/slack/approval-card.js';
import type { AccessQueries } from '../../../../kernel/access/queries/access.queries.js';
import type { Database } from '../../../../kernel/database/database.js';
import { selection } from '../../../../kernel/database/statements/entity-columns.js';
import { Prepared } from '../../../../kernel/database/statements/prepared-run.js';
import { LIVE_OWNER } from '../../../policy/approvals/live-owner.js';
import type { ApprovalState, HeldRequest } from '../../../policy/approvals/approval.js';
import { speaksForEveryone } from '../apps/app-trust.js';
import type { ChannelThreadLinkEntity } from './channel-thread-link.entity.js';
import { ChannelCardEntity } from './channel-card.entity.js';

/** A held request that has no card yet, with the app of its agent and the thread that is to see it. */
export interface CardlessApproval extends Pick<ChannelThreadLinkEntity, 'kind' | 'externalThreadId'> {
  approvalId: string;
  presenceId: string;
  workspaceId: string;
  expiresAt: Date;
  request: HeldRequest;
}

/** A card whose request is not held any more. */
export type OverdueCard = Pick<
  ChannelCardEntity,
  'approvalId' | 'presenceId' | 'channel' | 'thread' | 'messageRef' | 'asked'
> & {
  /** Null for a request that nobody remembers. */
  state: ApprovalState | null;
  /** Through a card, or by whatever else decides. */
  auditedAs: string | null;
  decidedBy: string | null;
};

const AT_ONCE = 50;

/**
 * Direct threads come first, then the older ones (04 §6.6.1), of people who may use the workspace: nobody who lost their
 * access is shown what an agent asks for. An app that speaks for one person shows them nothing else (R52). Requests without such a thread are none of the rows, so that however many of
 * them there are, nobody else's card waits behind them.
 */
export function cardlessQuery(access: AccessQueries): Prepared {
  const everyone = speaksForEveryone('p', 'a.organization_id');
  return new Prepared(`
    SELECT a.id AS "approvalId", p.id AS "presenceId", a.workspace_id AS "workspaceId", a.expires_at AS "expiresAt", a.request,
      t.kind, t.external_thread_id AS "externalThreadId"
    FROM approvals a
    JOIN channel_presences p ON p.agent_id = a.agent_id AND p.status IN ('active', 'needs_attention')
    CROSS JOIN LATERAL (
      SELECT l.kind, l.external_thread_id
      FROM channel_thread_links l JOIN conversations c ON c.id = l.conversation_id
      WHERE l.presence_id = p.id AND CASE l.kind
        WHEN 'group' THEN ${everyone} OR ${access.personCanUse('p.created_by_user_id', 'a.workspace_id')}
        ELSE (${everyone} OR c.user_id = p.created_by_user_id) AND ${access.personCanUse('c.user_id', 'a.workspace_id')} END
      ORDER BY l.kind = 'direct' DESC, l.created_at, l.id LIMIT 1) t
    WHERE a.state = 'pending' AND a.offer IS NULL AND a.expires_at > now() AND ${LIVE_OWNER}
      AND NOT EXISTS (SELECT FROM channel_cards d WHERE d.approval_id = a.id AND d.presence_id = p.id)
    ORDER BY a.created_at LIMIT ${AT_ONCE}`);
}

/** One that is posted, or will not be: what is being posted is waited for. */
const OVERDUE = new Prepared(`
  SELECT ${selection(ChannelCardEntity, ['approvalId', 'presenceId', 'channel', 'thread', 'messageRef', 'asked'], 'c')},
    a.state, a.offer->>'auditedAs' AS "auditedAs", u.name AS "decidedBy"
  FROM channel_cards c
  LEFT JOIN approvals a ON a.id = c.approval_id
  LEFT JOIN users u ON u.id = a.decided_by
  WHERE NOT c.settled AND a.state IS DISTINCT FROM 'pending'
    AND NOT EXISTS (SELECT FROM channel_outbox o WHERE o.presence_id = c.presence_id
      AND o.approval_id = c.approval_id AND o.kind = 'card.post' AND o.state = 'leased')
  LIMIT ${AT_ONCE}`);

export function overdueCards(db: Database): Promise<OverdueCard[]> {
  return db.query<OverdueCard>(OVERDUE);
}

export function askedIn({ request }: CardlessApproval): AskedAction {
  const { method, host, path, summary, agent } = request;
  return {
    method,
    host,
    path,
    action: summary?.action ?? null,
    details: summary?.details ?? [],
    agentName: agent.name,
    ...(summary?.incomplete && { incomplete: summary.incomplete }),
  };
}

export function endOf({ state, auditedAs, decidedBy }: OverdueCard): CardEnd {
  if (state === 'approved' || state === 'denied') {
    if (auditedAs === 'channel') return { kind: state, by: decidedBy };
    return { kind: 'decided-elsewhere', approved: state === 'approved' };
  }
  return state === 'cancelled' || state === 'released' ? { kind: 'withdrawn' } : { kind: 'expired' };
}
