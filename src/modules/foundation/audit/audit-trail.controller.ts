import { Controller, Get, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Access } from '../../../kernel/access/declaration/access.decorator.js';
import {
  type Caller,
  type OrganizationCaller,
  CurrentCaller,
} from '../../../kernel/access/declaration/caller.js';
import { Operation } from '../../../kernel/http/openapi/operation.decorator.js';
import { AuditTrailService } from './audit-trail.service.js';
import { AuditLogQuery, AuditLogResponse } from './dto/audit-log.dto.js';

@Controller('v1')
export class AuditTrailController {
  constructor(private readonly trail: AuditTrailService) {}

  @Get('org/audit-logs')
  @ApiTags('Organization')
  @Access({ as: ['org-key', 'session'], level: 'organization', role: 'admin' })
  @Operation({
    summary: 'List the changes in the organization, newest first',
    description:
      'Administrators only, in pages. Entries hold ids, names and counts, never a value, key or ' + 'token.',
    response: AuditLogResponse,
  })
  listOrgAuditLogs(
    @CurrentCaller() caller: OrganizationCaller,
    @Query() query: AuditLogQuery,
  ): Promise<AuditLogResponse> {
    return this.trail.listOfOrganization(caller, query);
  }

  @Get('user/audit-logs')
  @ApiTags('User')
  @Access({ as: ['session'], level: 'person' })
  @Operation({
    summary: 'List your changes in all of your organizations, newest first',
    description:
      'Requires a session. Lists only your own changes, in pages, across all of your organizations.',
    response: AuditLogResponse,
  })
  listUserAuditLogs(
    @CurrentCaller() caller: Caller,
    @Query() query: AuditLogQuery,
  ): Promise<AuditLogResponse> {
    return this.trail.listOfPerson(caller, query);
  }
}
