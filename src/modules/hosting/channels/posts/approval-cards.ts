import { Injectable } from '@nestjs/common';
import { approvalCard, settledCard } from '../../../../domain/protocols/slack/approval-card.js';
import { AccessQueries } from '../../../../kernel/access/queries/access.queries.js';
import { Configuration } from '../../../../kernel/config/configuration.js';
import { Database, type Prepared } from '../../../../kernel/database/database.js';
import { Ticks } from '../../../../kernel/jobs/ticks.js';
import { ChannelOutbox } from './channel-outbox.js';
import { placeOf } from './thread-place.js';
import {
  askedIn,
  type CardlessApproval,
  cardlessQuery,
  endOf,
  type OverdueCard,
  overdueCards,
} from './approval-cards.query.js';

/**
 * Held requests as cards (04 §6.6): each second, by whichever process comes first. The row of a card is written with its
 * post, so there is one, and how it ends is read from the book of held requests, so a decision made anywhere shows.
 */
@Injectable()
export class ApprovalCards {
  private readonly cardless: Prepared;

  constructor(
    ticks: Ticks,
    access: AccessQueries,
    private readonly db: Database,
    private readonly outbox: ChannelOutbox,
    private readonly configuration: Configuration,
  ) {
    this.cardless = cardlessQuery(access);
    ticks.register('channels.approval-cards', () => this.lookAround());
  }

  async lookAround(): Promise<void> {
    const cardless = await this.db.query<CardlessApproval>(this.cardless);
    for (const approval of cardless) await this.post(approval);
    for (const card of await overdueCards(this.db)) await this.settle(card);
  }

  private async post(approval: CardlessApproval): Promise<void> {
    const { approvalId, presenceId, expiresAt } = approval;
    const asked = askedIn(approval);
    const { channel, thread } = placeOf(approval);
    const content = approvalCard(asked, approvalId, expiresAt, this.consoleUrl(approval));
    await this.db.tx(async (tx) => {
      const made = await tx.query(
        `INSERT INTO channel_cards (approval_id, presence_id, channel, thread, asked) VALUES ($1, $2, $3, $4, $5)
         ON CONFLICT DO NOTHING RETURNING 1`,
        [approvalId, presenceId, channel, thread, JSON.stringify(asked)],
      );
      if (made.length > 0)
        await this.outbox.add(tx, [{ presenceId, channel, thread, kind: 'card.post', content, approvalId }]);
    });
  }

  private consoleUrl({ workspaceId, approvalId }: CardlessApproval): string {
    return `${this.configuration.appUrl}/w/${encodeURIComponent(workspaceId)}/approvals?approval=${approvalId}`;
  }

  private async settle(card: OverdueCard): Promise<void> {
    const { approvalId, presenceId, channel, thread, messageRef, asked } = card;
    await this.db.tx(async (tx) => {
      const settled = await tx.query(
        `UPDATE channel_cards SET settled = true WHERE approval_id = $1 AND presence_id = $2 AND NOT settled RETURNING 1`,
        [approvalId, presenceId],
      );
      if (settled.length === 0 || messageRef === null) {
        await this.outbox.withdrawCard(tx, presenceId, approvalId);
        return;
      }
      const content = { ...settledCard(asked, endOf(card)), messageRef };
      await this.outbox.add(tx, [{ presenceId, channel, thread, kind: 'card.update', content, approvalId }]);
    });
  }
}
