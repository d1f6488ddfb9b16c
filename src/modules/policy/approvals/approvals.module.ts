import { Module } from '@nestjs/common';
import { DescribeTags } from '../../../kernel/http/openapi-tags.js';
import { ApprovalEvents } from './approval-events.js';
import { ApprovalLedger } from './approval-ledger.js';
import { ApprovalUpkeep } from './approval-upkeep.js';
import { ApprovalsService } from './approvals.service.js';

@DescribeTags({
  Approvals: 'Requests of agents that are held until a person decides.',
  'Organization approvals': 'Held requests of every workspace of the organization.',
})
@Module({
  providers: [ApprovalEvents, ApprovalLedger, ApprovalUpkeep, ApprovalsService],
  exports: [ApprovalEvents, ApprovalLedger, ApprovalsService],
})
export class ApprovalsModule {}
