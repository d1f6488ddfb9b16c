import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { DescribeTags } from '../../../kernel/http/openapi-tags.js';
import { ApprovalEvents } from './approval-events.js';
import { ApprovalLedger } from './approval-ledger.js';
import { ApprovalCleanup } from './approval-cleanup.js';
import { ApprovalEntity } from './approval.entity.js';
import { ApprovalsService } from './approvals.service.js';
import { GatewayProcessEntity } from './gateway-process.entity.js';

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
