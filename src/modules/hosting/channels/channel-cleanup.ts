import { Injectable } from '@nestjs/common';
import { Database } from '../../../kernel/database/database.js';
import { Jobs } from '../../../kernel/jobs/jobs.js';
import { ApprovalClicks } from './events/approval-clicks.js';
import { InboundPorts } from './events/inbound-ports.js';
import { EventIntake } from './events/event-intake.js';
import { IngestRecords } from './events/ingest-records.js';
import { ChannelOutbox } from './posts/channel-outbox.js';
import { ChannelAppStore } from './apps/channel-app-store.js';

const CARDS_AT_ONCE = 1_000;

/** Opens the doors of channels, and forgets what nobody asks about any more (04 §8.8). */
@Injectable()
export class ChannelCleanup {
  constructor(
    doors: InboundPorts,
    inlet: EventIntake,
    clicks: ApprovalClicks,
    jobs: Jobs,
    private readonly db: Database,
    records: IngestRecords,
    outbox: ChannelOutbox,
    presences: ChannelAppStore,
  ) {
    doors.open(inlet, clicks);
    jobs.registerPeriodic('channels.purge', '* * * * *', async () => {
      await records.purge();
      await outbox.purge();
      await this.purgeCards();
      await presences.settleTrust(db);
    });
  }

  /** What an agent asked for is kept no longer than its card may still be changed. */
  private async purgeCards(): Promise<void> {
    await this.db.query(
      `DELETE FROM channel_cards WHERE (approval_id, presence_id) IN (
         SELECT approval_id, presence_id FROM channel_cards
         WHERE settled AND created_at < now() - interval '24 hours' LIMIT $1)`,
      [CARDS_AT_ONCE],
    );
  }
}
