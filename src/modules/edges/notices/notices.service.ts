import { Injectable, type OnModuleInit } from '@nestjs/common';
import { LessThan, MoreThan } from 'typeorm';
import type { OrganizationCaller } from '../../../kernel/access/caller.js';
import { Database } from '../../../kernel/database/database.js';
import { AppError } from '../../../kernel/errors/app-error.js';
import { Jobs } from '../../../kernel/jobs/jobs.js';
import { actorOf } from '../../foundation/audit/audit-event.js';
import { AuditService } from '../../foundation/audit/audit.service.js';
import { noticeErrors } from './notice.errors.js';
import { NoticeEntity } from './notice.entity.js';

const HOURLY = '9 * * * *';
const WEEK_MS = 7 * 24 * 60 * 60 * 1000;

/** The notice of an organization. */
@Injectable()
export class NoticesService implements OnModuleInit {
  constructor(
    private readonly db: Database,
    private readonly jobs: Jobs,
    private readonly audit: AuditService,
  ) {}

  onModuleInit(): void {
    this.jobs.registerPeriodic('notices.remove-ended', HOURLY, () => this.removeEnded());
  }

  async get({ organizationId }: OrganizationCaller): Promise<NoticeEntity> {
    const current = { organizationId, endsAt: MoreThan(new Date()) };
    const notice = await this.db.repository(NoticeEntity).findOneBy(current);
    if (notice === null) throw new AppError(noticeErrors.notice_not_found);
    return notice;
  }

  async set(caller: OrganizationCaller, text: string): Promise<NoticeEntity> {
    const { organizationId } = caller;
    const notice = { organizationId, text, endsAt: new Date(Date.now() + WEEK_MS) };
    await this.db.tx(async (tx) => {
      await tx.repository(NoticeEntity).upsert(notice, ['organizationId']);
      await this.audit.record(tx, {
        organizationId,
        by: actorOf(caller),
        action: 'update',
        service: 'notice',
        metadata: { length: text.length },
      });
    });
    return notice;
  }

  private async removeEnded(): Promise<void> {
    await this.db.repository(NoticeEntity).delete({ endsAt: LessThan(new Date()) });
  }
}
