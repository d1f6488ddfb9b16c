import { Controller, Delete, Get, Param } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Access } from '../../../kernel/access/declaration/access.decorator.js';
import { type OrganizationCaller, CurrentCaller } from '../../../kernel/access/declaration/caller.js';
import { Operation } from '../../../kernel/http/openapi/operation.decorator.js';
import { DepartureImpactResponse } from './dto/member-removal.dto.js';
import { TeamMemberResponse } from './dto/team.dto.js';
import { TeamService } from './team.service.js';
import { organizationErrors } from '../organizations/organization.errors.js';
import { memberErrors } from '../organizations/member.errors.js';

@Controller('v1/org/team')
@ApiTags('Organization')
@Access({ as: ['org-key', 'session'], level: 'organization', role: 'admin' })
export class TeamController {
  constructor(private readonly team: TeamService) {}

  @Get()
  @Operation({
    summary: "List the organization's members, oldest membership first",
    description: 'Administrators only. Unclaimed prepared accounts are not included.',
    response: [TeamMemberResponse],
  })
  listTeam(@CurrentCaller() caller: OrganizationCaller): Promise<TeamMemberResponse[]> {
    return this.team.list(caller);
  }

  @Get(':userId/removal-impact')
  @Operation({
    summary: 'Preview what removing a member would delete',
    description:
      'Administrators only. A preview: the removal evaluates everything again. Workspaces that other ' +
      'people use are kept.',
    response: DepartureImpactResponse,
    errors: [organizationErrors.member_not_found],
  })
  getTeamRemovalImpact(
    @CurrentCaller() caller: OrganizationCaller,
    @Param('userId') userId: string,
  ): Promise<DepartureImpactResponse> {
    return this.team.removalImpact(caller, userId);
  }

  @Delete(':userId')
  @Operation({
    summary: 'Remove a member with their keys, bindings and personal workspaces',
    description:
      'Administrators only. The owner cannot be removed. To remove yourself, use `POST /v1/org/leave`. ' +
      'Keys and access of the person end immediately. Their account and their other organizations are ' +
      'kept.',
    errors: [organizationErrors.member_not_found, memberErrors.owner_stays, memberErrors.removing_yourself],
  })
  removeTeamMember(
    @CurrentCaller() caller: OrganizationCaller,
    @Param('userId') userId: string,
  ): Promise<void> {
    return this.team.remove(caller, userId);
  }
}
