import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { DescribeTags } from '../../../kernel/http/openapi/openapi-tags.js';
import { EditionsModule } from '../../foundation/editions/editions.module.js';
import { PolicySetsModule } from '../../foundation/policy-sets/policy-sets.module.js';
import { OrganizationsModule } from '../../people/organizations/organizations.module.js';
import { ScimTokensModule } from '../scim-tokens/scim-tokens.module.js';
import { GroupEntity } from './group.entity.js';
import { GroupMembersController } from './group-members.controller.js';
import { GroupMembers } from './group-members.service.js';
import { GroupQueries } from './group-queries.js';
import { GroupRemoval } from './group-removal.js';
import { GroupStore } from './group-store.js';
import { GroupsController } from './groups.controller.js';
import { GroupsService } from './groups.service.js';
import { LimitsModule } from '../../foundation/limits/limits.module.js';

@DescribeTags({ Groups: 'Named sets of members, for access, rules and roles.' })
@Module({
  imports: [
    LimitsModule,
    TypeOrmModule.forFeature([GroupEntity]),
    EditionsModule,
    OrganizationsModule,
    PolicySetsModule,
    ScimTokensModule,
  ],
  controllers: [GroupsController, GroupMembersController],
  providers: [GroupMembers, GroupQueries, GroupRemoval, GroupStore, GroupsService],
  exports: [GroupQueries, GroupRemoval, GroupStore, GroupsService],
})
export class GroupsModule {}
