import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { DescribeTags } from '../../../kernel/http/openapi/openapi-tags.js';
import { AccountsModule } from '../../people/identity/accounts.module.js';
import { OnboardingModule } from '../../people/onboarding/onboarding.module.js';
import { OrganizationsModule } from '../../people/organizations/organizations.module.js';
import { DomainsModule } from '../domains/domains.module.js';
import { GroupsModule } from '../groups/groups.module.js';
import { MembersModule } from '../members/members.module.js';
import { ScimTokensModule } from '../scim-tokens/scim-tokens.module.js';
import { ScimDiscoveryController } from './discovery/scim-discovery.controller.js';
import { GroupMembershipWrites } from './groups/group-membership-writes.js';
import { GroupNames } from './groups/group-names.js';
import { ScimGroupQueries } from './groups/scim-group-queries.js';
import { ScimGroupsController } from './groups/scim-groups.controller.js';
import { ScimGroups } from './groups/scim-groups.service.js';
import { ScimElsewhereController } from './scim-elsewhere.controller.js';
import { Searches } from './protocol/searches.js';
import { AddressChange } from './users/address-change.js';
import { ScimUserEntity } from './users/scim-user.entity.js';
import { ScimUsersController } from './users/scim-users.controller.js';
import { ScimUsers } from './users/scim-users.service.js';
import { UserAdmission } from './users/user-admission.js';
import { UserAttributes } from './users/user-attributes.js';
import { ScimUserQueries } from './users/user-queries.js';
import { UserWrites } from './users/user-writes.js';

@DescribeTags({
  SCIM: 'Users and groups as identity providers such as Okta and Entra ID manage them (RFC 7644).',
})
@Module({
  imports: [
    TypeOrmModule.forFeature([ScimUserEntity]),
    AccountsModule,
    DomainsModule,
    GroupsModule,
    MembersModule,
    OnboardingModule,
    OrganizationsModule,
    ScimTokensModule,
  ],
  controllers: [ScimUsersController, ScimGroupsController, ScimDiscoveryController, ScimElsewhereController],
  providers: [
    AddressChange,
    GroupMembershipWrites,
    GroupNames,
    ScimGroupQueries,
    ScimGroups,
    ScimUserQueries,
    ScimUsers,
    Searches,
    UserAdmission,
    UserAttributes,
    UserWrites,
  ],
})
export class ScimModule {}
