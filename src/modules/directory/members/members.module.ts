import { Module } from '@nestjs/common';
import { DescribeTags } from '../../../kernel/http/openapi/openapi-tags.js';
import { EditionsModule } from '../../foundation/editions/editions.module.js';
import { AccountsModule } from '../../people/identity/accounts.module.js';
import { InvitationsModule } from '../../people/invitations/invitations.module.js';
import { OnboardingModule } from '../../people/onboarding/onboarding.module.js';
import { MemberRemovalModule } from '../../people/org/member-removal.module.js';
import { OrganizationsModule } from '../../people/organizations/organizations.module.js';
import { GroupsModule } from '../groups/groups.module.js';
import { RoleMappingsModule } from '../role-mappings/role-mappings.module.js';
import { SsoIdentitiesModule } from '../sso-identities/sso-identities.module.js';
import { DirectoryAdmission } from './directory-admission.js';
import { MemberChanges } from './member-changes.service.js';
import { MemberCreation } from './member-creation.service.js';
import { MemberQueries } from './member-queries.js';
import { MemberRemoval } from './member-removal.service.js';
import { MembershipStatus } from './membership-status.js';
import { MembersController } from './members.controller.js';

@DescribeTags({ Members: 'The people of the organization: members, suspension, removal.' })
@Module({
  imports: [
    AccountsModule,
    MemberRemovalModule,
    EditionsModule,
    GroupsModule,
    InvitationsModule,
    OnboardingModule,
    OrganizationsModule,
    RoleMappingsModule,
    SsoIdentitiesModule,
  ],
  controllers: [MembersController],
  providers: [
    DirectoryAdmission,
    MemberChanges,
    MemberCreation,
    MemberQueries,
    MemberRemoval,
    MembershipStatus,
  ],
  exports: [DirectoryAdmission, MembershipStatus],
})
export class MembersModule {}
