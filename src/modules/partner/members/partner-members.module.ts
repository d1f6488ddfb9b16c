import { Module } from '@nestjs/common';
import { DescribeTags } from '../../../kernel/http/openapi/openapi-tags.js';
import { MailModule } from '../../foundation/mail/mail.module.js';
import { AccountsModule } from '../../people/identity/accounts.module.js';
import { PartnersModule } from '../partners/partners.module.js';
import { PartnerMembersController } from './partner-members.controller.js';
import { PartnerMembersService } from './partner-members.service.js';

@DescribeTags({
  'Partner Members': 'The people of a partner’s portal, and the audit log of the partner.',
})
@Module({
  imports: [AccountsModule, MailModule, PartnersModule],
  controllers: [PartnerMembersController],
  providers: [PartnerMembersService],
})
export class PartnerMembersModule {}
