import { Controller, Get, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Access } from '../../../kernel/access/declaration/access.decorator.js';
import { type PartnerCaller, CurrentCaller } from '../../../kernel/access/declaration/caller.js';
import { Operation } from '../../../kernel/http/openapi/operation.decorator.js';
import { BY_A_MANAGER } from '../partners/partner-access.js';
import { PartnerAuditLogQuery, PartnerAuditLogResponse } from './dto/partner-audit.dto.js';
import { PartnerAuditService } from './partner-audit.service.js';

@Controller('v1/partner/audit-logs')
@ApiTags('Partner Members')
@Access(BY_A_MANAGER)
export class PartnerAuditController {
  constructor(private readonly trail: PartnerAuditService) {}

  @Get()
  @Operation({
    summary: 'List the changes made for the partner, newest first',
    description: 'Managers only, in pages. Changes by customers are in their own audit logs.',
    response: PartnerAuditLogResponse,
  })
  listPartnerAuditLogs(
    @CurrentCaller() caller: PartnerCaller,
    @Query() query: PartnerAuditLogQuery,
  ): Promise<PartnerAuditLogResponse> {
    return this.trail.list(caller, query);
  }
}
