import { Body, Controller, Get, Param, Put, UseGuards } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Access } from '../../../kernel/access/declaration/access.decorator.js';
import { type OrganizationCaller, CurrentCaller } from '../../../kernel/access/declaration/caller.js';
import { platformErrors } from '../../../kernel/errors/platform-errors.js';
import { Operation } from '../../../kernel/http/openapi/operation.decorator.js';
import { editionErrors } from '../../foundation/editions/edition.errors.js';
import { ManageableWorkspaceGuard } from '../../people/workspaces/manageable-workspace.guard.js';
import { workspaceErrors } from '../../people/workspaces/workspace.errors.js';
import {
  SetWorkspaceAccessRequest,
  ChangedWorkspaceAccessResponse,
  WorkspaceAccessResponse,
} from './dto/workspace-access.dto.js';
import { workspaceAccessErrors } from './workspace-access.errors.js';
import { WorkspaceAccessService } from './workspace-access.service.js';

const REFUSALS = [workspaceErrors.workspace_not_found, platformErrors.insufficient_permissions];

/** A workspace key reaches its own workspace only (05 §5.2). */
@Controller('v1/workspaces/:workspaceId/access')
@ApiTags('Workspace access')
@Access({
  as: ['workspace-key', 'org-key', 'session'],
  level: 'organization',
  edition: 'enterprise',
  feature: 'Sharing workspaces',
})
@UseGuards(ManageableWorkspaceGuard)
export class WorkspaceAccessController {
  constructor(private readonly access: WorkspaceAccessService) {}

  @Get()
  @Operation({
    summary: 'List who has access to the workspace',
    description:
      'Requires the right to manage the workspace. Administrators can use every workspace and are not ' +
      'in this list.',
    response: WorkspaceAccessResponse,
    errors: REFUSALS,
  })
  getWorkspaceAccess(
    @CurrentCaller() caller: OrganizationCaller,
    @Param('workspaceId') workspaceId: string,
  ): Promise<WorkspaceAccessResponse> {
    return this.access.get(caller, workspaceId);
  }

  @Put()
  @Operation({
    summary: 'Replace who has access to the workspace',
    description:
      'Requires the right to manage the workspace. The body holds the complete list. Keys of people ' +
      'who are not in it stop working immediately, and work again when the workspace is shared with ' +
      'them again. You may omit yourself.',
    response: ChangedWorkspaceAccessResponse,
    errors: [...REFUSALS, workspaceAccessErrors.access_principal_unknown, editionErrors.plan_required],
  })
  setWorkspaceAccess(
    @CurrentCaller() caller: OrganizationCaller,
    @Param('workspaceId') workspaceId: string,
    @Body() body: SetWorkspaceAccessRequest,
  ): Promise<ChangedWorkspaceAccessResponse> {
    return this.access.set(caller, workspaceId, body);
  }
}
