import { Module } from '@nestjs/common';
import { DescribeTags } from '../../../kernel/http/openapi/openapi-tags.js';
import { EditionsModule } from '../../foundation/editions/editions.module.js';
import { OrganizationsModule } from '../../people/organizations/organizations.module.js';
import { WorkspacesModule } from '../../people/workspaces/workspaces.module.js';
import { WorkspaceAccessController } from './workspace-access.controller.js';
import { WorkspaceAccessService } from './workspace-access.service.js';

@DescribeTags({ 'Workspace access': 'Which people and groups may use or manage a workspace.' })
@Module({
  imports: [EditionsModule, OrganizationsModule, WorkspacesModule],
  controllers: [WorkspaceAccessController],
  providers: [WorkspaceAccessService],
})
export class WorkspaceAccessModule {}
