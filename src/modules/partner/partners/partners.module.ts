import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { MailModule } from '../../foundation/mail/mail.module.js';
import { AccountsModule } from '../../people/identity/accounts.module.js';
import { OnboardingModule } from '../../people/onboarding/onboarding.module.js';
import { WorkspacesModule } from '../../people/workspaces/workspaces.module.js';
import { AttachmentsStore } from './attachments.store.js';
import { ClaimTokens } from './claim-tokens.js';
import { PartnerLock } from './partner-lock.js';
import { PartnerMemberEntity } from './partner-member.entity.js';
import { PartnerMembersStore } from './partner-members.store.js';
import { PartnerOrganizationEntity } from './records/partner-organization.entity.js';
import { PartnerOrganizationsStore } from './partner-organizations.store.js';
import { PartnerPeople } from './partner-people.js';
import { PartnerProjects } from './records/partner-projects.js';
import { PartnersStore } from './partners.store.js';
import { UnclaimedOrganizations } from './unclaimed-organizations.js';
import { PartnerEntity } from './records/partner.entity.js';

const FOR_OTHERS = [
  AttachmentsStore,
  ClaimTokens,
  PartnerLock,
  PartnerMembersStore,
  PartnerOrganizationsStore,
  PartnerPeople,
  PartnerProjects,
  PartnersStore,
  UnclaimedOrganizations,
];

/** What the modules of the partner level stand on. */
@Module({
  imports: [
    TypeOrmModule.forFeature([PartnerEntity, PartnerMemberEntity, PartnerOrganizationEntity]),
    AccountsModule,
    MailModule,
    OnboardingModule,
    WorkspacesModule,
  ],
  providers: FOR_OTHERS,
  exports: FOR_OTHERS,
})
export class PartnersModule {}
