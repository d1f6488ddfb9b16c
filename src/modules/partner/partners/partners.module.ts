import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AttachmentsStore } from './attachments.store.js';
import { ClaimTokens } from './claim-tokens.js';
import { PartnerLock } from './partner-lock.js';
import { PartnerMemberEntity } from './partner-member.entity.js';
import { PartnerOrganizationEntity } from './partner-organization.entity.js';
import { PartnerOrganizationsStore } from './partner-organizations.store.js';
import { PartnerEntity } from './partner.entity.js';

const FOR_OTHERS = [AttachmentsStore, ClaimTokens, PartnerLock, PartnerOrganizationsStore];

/** What the modules of the partner level stand on. */
@Module({
  imports: [TypeOrmModule.forFeature([PartnerEntity, PartnerMemberEntity, PartnerOrganizationEntity])],
  providers: FOR_OTHERS,
  exports: FOR_OTHERS,
})
export class PartnersModule {}
