import { Body, Controller, Delete, Get, Param, Patch, Post, UseGuards } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Access } from '../../../kernel/access/declaration/access.decorator.js';
import { type OrganizationCaller, CurrentCaller } from '../../../kernel/access/declaration/caller.js';
import { Operation } from '../../../kernel/http/openapi/operation.decorator.js';
import {
  CreatedWorkspaceResponse,
  CreateWorkspaceRequest,
  UpdateWorkspaceRequest,
  WorkspaceResponse,
} from './dto/workspace.dto.js';
import { ManageableWorkspaceGuard } from './manageable-workspace.guard.js';
import { WorkspacesService } from './workspaces.service.js';
import { workspaceErrors } from './workspace.errors.js';
import { editionErrors } from '../../foundation/editions/edition.errors.js';
import { platformErrors } from '../../../kernel/errors/platform-errors.js';

@Controller('v1/workspaces')
@ApiTags('Workspaces')
@Access({ as: ['workspace-key', 'org-key', 'session'], level: 'organization' })
export class WorkspacesController {
  constructor(private readonly workspaces: WorkspacesService) {}

  @Get()
  @Operation({
    summary: 'List the workspaces you can see, oldest first',
    description:
      'Administrators see every workspace of the organization. Other members see the workspaces they ' +
      'were given access to. Where roles are not enforced, all members see all workspaces.',
    response: [WorkspaceResponse],
  })
  listWorkspaces(@CurrentCaller() caller: OrganizationCaller): Promise<WorkspaceResponse[]> {
    return this.workspaces.list(caller);
  }

  @Post()
  @Access({ as: ['workspace-key', 'org-key', 'session'], level: 'organization', role: 'admin' })
  @Operation({
    summary: 'Create a workspace',
    description:
      'Administrators only. The workspace starts with a default agent, a policy that allows by ' +
      'default, and an API key for its creator, which the response contains.',
    success: 201,
    response: CreatedWorkspaceResponse,
    showsCredential: true,
    errors: [workspaceErrors.workspace_slug_taken, editionErrors.quota_exhausted],
  })
  createWorkspace(
    @CurrentCaller() caller: OrganizationCaller,
    @Body() body: CreateWorkspaceRequest,
  ): Promise<CreatedWorkspaceResponse> {
    return this.workspaces.createFor(caller, body.name);
  }

  @Get(':workspaceId')
  @Operation({
    summary: 'Get a workspace',
    description:
      'The workspace with its size and its creator, for everyone who can use it. A workspace that the ' +
      'caller may not see is reported as not found.',
    response: WorkspaceResponse,
    errors: [workspaceErrors.workspace_not_found],
  })
  getWorkspace(
    @CurrentCaller() caller: OrganizationCaller,
    @Param('workspaceId') workspaceId: string,
  ): Promise<WorkspaceResponse> {
    return this.workspaces.get(caller, workspaceId);
  }

  @Patch(':workspaceId')
  @UseGuards(ManageableWorkspaceGuard)
  @Operation({
    summary: 'Rename a workspace',
    description:
      'Requires the right to manage the workspace. The slug follows the name. The name is refused if ' +
      'another workspace has its slug.',
    response: WorkspaceResponse,
    errors: [
      workspaceErrors.workspace_not_found,
      platformErrors.insufficient_permissions,
      workspaceErrors.workspace_slug_taken,
    ],
  })
  updateWorkspace(
    @CurrentCaller() caller: OrganizationCaller,
    @Param('workspaceId') workspaceId: string,
    @Body() body: UpdateWorkspaceRequest,
  ): Promise<WorkspaceResponse> {
    return this.workspaces.rename(caller, workspaceId, body.name);
  }

  @Delete(':workspaceId')
  @Operation({
    summary: 'Delete a workspace and everything in it',
    description:
      'Requires the right to manage the workspace. The last workspace of an organization cannot be ' +
      'deleted. Agents, tokens, secrets, connections, grants, keys and the request log are deleted ' +
      'immediately and cannot be restored.',
    errors: [
      workspaceErrors.workspace_not_found,
      platformErrors.insufficient_permissions,
      workspaceErrors.only_workspace,
    ],
  })
  deleteWorkspace(
    @CurrentCaller() caller: OrganizationCaller,
    @Param('workspaceId') workspaceId: string,
  ): Promise<void> {
    return this.workspaces.delete(caller, workspaceId);
  }
}
