import { Module } from '@nestjs/common';
import { AuditModule } from '../../foundation/audit/audit.module.js';
import { ApprovalEvents } from './approval-events.js';
import { ApprovalLedger } from './approval-ledger.js';
import { ApprovalUpkeep } from './approval-upkeep.js';
import { ApprovalsService } from './approvals.service.js';

@Module({
  imports: [AuditModule],
  providers: [ApprovalEvents, ApprovalLedger, ApprovalUpkeep, ApprovalsService],
  exports: [ApprovalEvents, ApprovalLedger, ApprovalsService],
})
export class ApprovalsModule {}
