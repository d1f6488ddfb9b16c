import { Module, Injectable } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { DescribeTags } from '../../../kernel/http/openapi/openapi-tags.js';
import { ApprovalEvents } from './approval-events.js';
import { ApprovalLedger } from './approval-ledger.js';
import { ApprovalEntity } from './approval.entity.js';
import { ApprovalsService } from './approvals.service.js';
import { GatewayProcessEntity } from './gateway-process.entity.js';
import { Jobs } from '../../../kernel/jobs/jobs.js';

/** Settled approvals are answered about for ten minutes (06 §15.5); the log and the audit keep what lasts. */
@Injectable()
class ApprovalCleanup {
  constructor(jobs: Jobs, ledger: ApprovalLedger) {
    jobs.registerPeriodic('approvals.purge', '*/15 * * * *', () => ledger.purge());
  }
}

@DescribeTags({
  Approvals: 'Requests of agents that are held until a person decides.',
  'Organization approvals': 'Held requests of all workspaces of the organization.',
})
@Module({
  imports: [TypeOrmModule.forFeature([ApprovalEntity, GatewayProcessEntity])],
  providers: [ApprovalEvents, ApprovalLedger, ApprovalCleanup, ApprovalsService],
  exports: [ApprovalEvents, ApprovalLedger, ApprovalsService],
})
export class ApprovalsModule {}
