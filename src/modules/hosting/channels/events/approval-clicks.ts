import { Injectable } from '@nestjs/common';
import { type AskedAction, isDecidable } from '../../../../domain/protocols/slack/approval-card.js';
import { CHANNEL_WORDS, type ChannelWord } from '../../../../domain/protocols/slack/channel-words.js';
import { Database } from '../../../../kernel/database/database.js';
import { isUuid } from '../../../../kernel/database/uuid.js';
import { AppError } from '../../../../kernel/errors/app-error.js';
import { actingPerson } from '../../../foundation/audit/model/audit-origin.js';
import { ApprovalsService } from '../../../policy/approvals/approvals.service.js';
import { channelAudit } from '../accounts/channel.audit.js';
import type { ChannelDecisions, ClickedDecision, ClickReply } from './inbound-ports.js';
import { type LiveChannelApp, LiveChannelApps } from '../apps/live-channel-apps.js';
import { ChannelIdentities } from './channel-identities.js';
import { ConsolePages } from './console-pages.js';

export type ClickKind = 'decided' | 'already_settled' | 'refused' | 'unavailable';

interface ClickOutcome {
  kind: ClickKind;
  reply: ClickReply | null;
}

interface ClickedCard {
  /** Null for a request that is gone. */
  state: string | null;
  asked: AskedAction;
}

/** Decisions by the buttons of cards: with the authority of whoever clicked, and with none of the app's (04 §6.6.3). */
@Injectable()
export class ApprovalClicks implements ChannelDecisions {
  constructor(
    private readonly db: Database,
    private readonly presences: LiveChannelApps,
    private readonly speakers: ChannelIdentities,
    private readonly approvals: ApprovalsService,
    private readonly pages: ConsolePages,
  ) {}

  /** What the card shows afterwards follows by itself, from wherever it was decided. */
  async decide({
    presenceId,
    approvalId,
    decision,
    clickerExternalUserId,
  }: ClickedDecision): Promise<ClickOutcome> {
    const presence = await this.presences.working(presenceId);
    const card = presence === null ? null : await this.cardOf(presence.id, approvalId);
    if (presence === null || card === null) return told('unavailable', 'decision_unavailable');
    const found = await this.speakers.resolve(presence, clickerExternalUserId);
    if (!found.known) return this.refused(presence, found.word);
    if (card.state !== 'pending') return told('already_settled', 'decision_settled');
    // It has no buttons that decide, whatever the click says (R55).
    if (!isDecidable(card.asked)) return told('unavailable', 'decision_in_console');
    const { organizationId, workspaceId } = presence;
    const { userId, email } = found.speaker;
    // Which app said so, and who could have made it say so (R52.4).
    const byApp = {
      presenceId: presence.id,
      appId: presence.appId,
      externalUserId: clickerExternalUserId,
      attachedByUserId: presence.attachedBy,
    };
    const actor = { ...actingPerson(userId, email), userId, told: byApp };
    try {
      const decider = { organizationId, workspaceId, actor, auditedAs: channelAudit.service };
      await this.approvals.decide(decider, approvalId, decision);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      const settled = (await this.cardOf(presence.id, approvalId))?.state !== 'pending';
      return settled
        ? told('already_settled', 'decision_settled')
        : told('unavailable', 'decision_unavailable');
    }
    return { kind: 'decided', reply: null };
  }

  private async refused(presence: LiveChannelApp, word: ChannelWord): Promise<ClickOutcome> {
    if (word !== 'one_person_only') return told('refused', 'decision_refused');
    const text = await this.pages.textOf('decision_elsewhere', presence.id);
    return { kind: 'refused', reply: { replacesCard: false, text } };
  }

  /** Of a request that this presence has a card of: a button of one agent's app decides nothing for another. */
  private async cardOf(presenceId: string, approvalId: string): Promise<ClickedCard | null> {
    if (!isUuid(approvalId)) return null;
    const [row] = await this.db.query<ClickedCard>(
      `SELECT a.state, c.asked FROM channel_cards c LEFT JOIN approvals a ON a.id = c.approval_id
       WHERE c.presence_id = $1 AND c.approval_id = $2`,
      [presenceId, approvalId],
    );
    return row ?? null;
  }
}

function told(kind: ClickKind, word: ChannelWord): ClickOutcome {
  return { kind, reply: { replacesCard: false, text: CHANNEL_WORDS[word] } };
}
