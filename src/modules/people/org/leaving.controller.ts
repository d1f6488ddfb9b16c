import { Controller, Get, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Access } from '../../../kernel/access/declaration/access.decorator.js';
import { type OrganizationCaller, CurrentCaller } from '../../../kernel/access/declaration/caller.js';
import { Operation } from '../../../kernel/http/openapi/operation.decorator.js';
import { DepartureImpactResponse } from './dto/member-removal.dto.js';
import { LeavingService } from './leaving.service.js';
import { memberErrors } from '../organizations/member.errors.js';

@Controller('v1/org')
@ApiTags('Organization')
@Access({ as: ['session'], level: 'organization', sessionOnly: true })
export class LeavingController {
  constructor(private readonly leaving: LeavingService) {}

  @Get('leave-impact')
  @Operation({
    summary: 'Preview what leaving the organization would delete',
    description: 'Requires a session. A preview: leaving evaluates everything again.',
    response: DepartureImpactResponse,
  })
  getLeaveImpact(@CurrentCaller() caller: OrganizationCaller): Promise<DepartureImpactResponse> {
    return this.leaving.impact(caller);
  }

  @Post('leave')
  @Operation({
    summary: 'Leave the organization',
    description:
      'Your keys, bindings and personal workspaces in the organization are deleted. Your sign-in is ' +
      'kept. The owner must transfer the ownership first.',
    errors: [memberErrors.owner_stays],
  })
  leaveOrganization(@CurrentCaller() caller: OrganizationCaller): Promise<void> {
    return this.leaving.leave(caller);
  }
}
