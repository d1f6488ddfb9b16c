import { Body, Controller, Delete, Get, Param, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Access } from '../../../kernel/access/declaration/access.decorator.js';
import { type PartnerCaller, CurrentCaller } from '../../../kernel/access/declaration/caller.js';
import { Operation } from '../../../kernel/http/openapi/operation.decorator.js';
import { workspaceErrors } from '../../people/workspaces/workspace.errors.js';
import { PartnerProjectResponse } from '../partners/dto/partner-project.dto.js';
import { BY_ANY } from '../partners/partner-access.js';
import { partnerErrors } from '../partners/partner.errors.js';
import {
  CreatePartnerProjectRequest,
  DeletePartnerProjectQuery,
} from './dto/partner-project-requests.dto.js';
import { PartnerProjectsService } from './partner-projects.service.js';

const OF_UNCLAIMED = [
  partnerErrors.partner_organization_not_found,
  partnerErrors.partner_organization_claimed,
];
const OF_DELETION = [
  ...OF_UNCLAIMED,
  partnerErrors.partner_project_not_found,
  workspaceErrors.only_workspace,
];

@Controller('v1/partner/orgs/:orgId/projects')
@ApiTags('Partner Projects')
@Access(BY_ANY)
export class PartnerProjectsController {
  constructor(private readonly projects: PartnerProjectsService) {}

  @Get()
  @Operation({
    summary: 'List the projects of an organization, oldest first',
    description: 'Possible until the organization is claimed. A project is a workspace: same row, same id.',
    response: [PartnerProjectResponse],
    errors: OF_UNCLAIMED,
  })
  listPartnerProjects(
    @CurrentCaller() caller: PartnerCaller,
    @Param('orgId') orgId: string,
  ): Promise<PartnerProjectResponse[]> {
    return this.projects.list(caller, orgId);
  }

  @Post()
  @Operation({
    summary: 'Add a project with an agent',
    description:
      "Possible until the organization is claimed. The key of the organization reads the project's key " +
      'and tokens.',
    success: 201,
    response: PartnerProjectResponse,
    errors: [...OF_UNCLAIMED, workspaceErrors.workspace_slug_taken],
  })
  createPartnerProject(
    @CurrentCaller() caller: PartnerCaller,
    @Param('orgId') orgId: string,
    @Body() body: CreatePartnerProjectRequest,
  ): Promise<PartnerProjectResponse> {
    return this.projects.create(caller, orgId, body.name);
  }

  @Delete(':projectId')
  @Operation({
    summary: 'Delete a project with everything in it',
    description:
      'Possible until the organization is claimed. The last project cannot be deleted. If the project ' +
      'was the default, the oldest remaining project becomes the default.',
    errors: OF_DELETION,
  })
  deletePartnerProject(
    @CurrentCaller() caller: PartnerCaller,
    @Param('orgId') orgId: string,
    @Param('projectId') projectId: string,
  ): Promise<void> {
    return this.projects.delete(caller, orgId, projectId);
  }

  @Delete()
  @Operation({
    summary: 'Delete the project named in the query',
    description: 'The same as the call with the project id in the path.',
    errors: OF_DELETION,
  })
  deletePartnerProjectByQuery(
    @CurrentCaller() caller: PartnerCaller,
    @Param('orgId') orgId: string,
    @Query() { projectId }: DeletePartnerProjectQuery,
  ): Promise<void> {
    return this.projects.delete(caller, orgId, projectId);
  }
}
