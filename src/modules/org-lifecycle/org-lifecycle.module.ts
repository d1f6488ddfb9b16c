import { Module } from '@nestjs/common';
import { OrganizationsModule } from '../organizations/organizations.module.js';
import { WorkspacesModule } from '../workspaces/workspaces.module.js';
import { OrganizationDeletion } from './organization-deletion.js';

@Module({
  imports: [OrganizationsModule, WorkspacesModule],
  providers: [OrganizationDeletion],
  exports: [OrganizationDeletion],
})
export class OrgLifecycleModule {}
