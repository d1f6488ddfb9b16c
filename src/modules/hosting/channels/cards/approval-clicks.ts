import { Injectable } from '@nestjs/common';
import { CHANNEL_WORDS, type ChannelWord } from '../../../../domain/channels/channel-words.js';
import { Database } from '../../../../kernel/database/database.js';
import { isUuid } from '../../../../kernel/database/uuid.js';
import { AppError } from '../../../../kernel/errors/app-error.js';
import { actingPerson } from '../../../foundation/audit/audit-origin.js';
import { ApprovalsService } from '../../../policy/approvals/approvals.service.js';
import { channelAudit } from '../channel.audit.js';
import type { ChannelDecisions, ClickedDecision, ClickReply } from '../inbound/channel-doors.js';
import { LivePresences } from '../presences/live-presences.js';
import { ChannelSpeakers } from '../speakers/channel-speakers.js';

export type ClickKind = 'decided' | 'already_settled' | 'refused' | 'unavailable';

interface ClickOutcome {
  kind: ClickKind;
  reply: ClickReply | null;
}

/** Nobody can be told apart from a request that is gone (04 §6.6.3). */
const GONE = 'no such card';

/** Decisions by the buttons of cards: with the authority of whoever clicked, and with none of the app's (04 §6.6.3). */
@Injectable()
export class ApprovalClicks implements ChannelDecisions {
  constructor(
    private readonly db: Database,
    private readonly presences: LivePresences,
    private readonly speakers: ChannelSpeakers,
    private readonly approvals: ApprovalsService,
  ) {}

  /** What the card shows afterwards follows by itself, from wherever it was decided. */
  async decide({
    presenceId,
    approvalId,
    decision,
    clickerExternalUserId,
  }: ClickedDecision): Promise<ClickOutcome> {
    const presence = await this.presences.working(presenceId);
    const state = presence === null ? GONE : await this.stateOf(presence.id, approvalId);
    if (presence === null || state === GONE) return told('unavailable', 'decision_unavailable');
    const found = await this.speakers.resolve(presence, clickerExternalUserId);
    if (!found.known) return told('refused', 'decision_refused');
    if (state !== 'pending') return told('already_settled', 'decision_settled');
    const { organizationId, workspaceId } = presence;
    const { userId, email } = found.speaker;
    const actor = { ...actingPerson(userId, email), userId };
    try {
      const decider = { organizationId, workspaceId, actor, auditedAs: channelAudit.service };
      await this.approvals.decide(decider, approvalId, decision);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      const settled = (await this.stateOf(presence.id, approvalId)) !== 'pending';
      return settled
        ? told('already_settled', 'decision_settled')
        : told('unavailable', 'decision_unavailable');
    }
    return { kind: 'decided', reply: null };
  }

  /** Of a request that this presence has a card of: a button of one agent's app decides nothing for another. */
  private async stateOf(presenceId: string, approvalId: string): Promise<string | null> {
    if (!isUuid(approvalId)) return GONE;
    const [row] = await this.db.query<{ state: string | null }>(
      `SELECT a.state FROM channel_cards c LEFT JOIN approvals a ON a.id = c.approval_id
       WHERE c.presence_id = $1 AND c.approval_id = $2`,
      [presenceId, approvalId],
    );
    return row === undefined ? GONE : row.state;
  }
}

function told(kind: ClickKind, word: ChannelWord): ClickOutcome {
  return { kind, reply: { replacesCard: false, text: CHANNEL_WORDS[word] } };
}
