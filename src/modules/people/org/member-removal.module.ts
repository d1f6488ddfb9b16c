import { Module } from '@nestjs/common';
import { ApiKeysModule } from '../../foundation/api-keys/api-keys.module.js';
import { AccountsModule } from '../identity/accounts.module.js';
import { OrganizationsModule } from '../organizations/organizations.module.js';
import { PolicySetsModule } from '../../foundation/policy-sets/policy-sets.module.js';
import { WorkspacesModule } from '../workspaces/workspaces.module.js';
import { MemberRemovalService } from './member-removal.service.js';
import { LeavingController } from './leaving.controller.js';
import { LeavingService } from './leaving.service.js';
import { TeamController } from './team.controller.js';
import { TeamService } from './team.service.js';

@Module({
  imports: [AccountsModule, ApiKeysModule, OrganizationsModule, PolicySetsModule, WorkspacesModule],
  controllers: [TeamController, LeavingController],
  providers: [MemberRemovalService, LeavingService, TeamService],
  exports: [MemberRemovalService],
})
export class MemberRemovalModule {}
