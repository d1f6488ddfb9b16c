import { Injectable } from '@nestjs/common';
import { DueSignal } from '../../../../kernel/database/due-signal.js';
import { Notifications } from '../../../../kernel/database/notifications.js';

/** "There is something to post" (04 §10). Whoever posts looks into the outbox every few seconds anyway. */
@Injectable()
export class OutboxSignal extends DueSignal {
  constructor(notifications: Notifications) {
    super(notifications, 'channel_outbox');
  }
}
