import { Injectable } from '@nestjs/common';
import { DueSignal } from '../../../../kernel/database/due-signal.js';
import { Notifications } from '../../../../kernel/database/notifications.js';

/**
 * "There is work": a turn that can be claimed, a stop, a follow-up (04 §8.7.3). It is coarse, and who waits looks into the
 * database once a second anyway.
 */
@Injectable()
export class WorkSignal extends DueSignal {
  constructor(notifications: Notifications) {
    super(notifications, 'hosting_work');
  }
}
