import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { DescribeTags } from '../../../kernel/http/openapi/openapi-tags.js';
import { ApiKeysModule } from '../../foundation/api-keys/api-keys.module.js';
import { EditionsModule } from '../../foundation/editions/editions.module.js';
import { OrganizationsModule } from '../organizations/organizations.module.js';
import { PolicySetsModule } from '../../foundation/policy-sets/policy-sets.module.js';
import { WorkspaceBindings } from './workspace-bindings.js';
import { WorkspaceQueries } from './workspace.queries.js';
import { WorkspaceSeeds } from './workspace-seeds.js';
import { WorkspacesController } from './workspaces.controller.js';
import { WorkspacesService } from './workspaces.service.js';
import { WorkspaceBindingEntity } from './workspace-binding.entity.js';
import { WorkspaceEntity } from './workspace.entity.js';
import { LimitsModule } from '../../foundation/limits/limits.module.js';

@DescribeTags({
  Workspaces: 'The workspaces of an organization; each has its own agents, secrets and connections.',
})
@Module({
  imports: [
    LimitsModule,
    TypeOrmModule.forFeature([WorkspaceBindingEntity, WorkspaceEntity]),
    EditionsModule,
    ApiKeysModule,
    OrganizationsModule,
    PolicySetsModule,
  ],
  controllers: [WorkspacesController],
  providers: [WorkspacesService, WorkspaceBindings, WorkspaceQueries, WorkspaceSeeds],
  exports: [WorkspacesService, WorkspaceBindings, WorkspaceSeeds],
})
export class WorkspacesModule {}
