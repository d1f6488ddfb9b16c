import { Module } from '@nestjs/common';
import { DescribeTags } from '../../../kernel/http/openapi/openapi-tags.js';
import { MailModule } from '../../foundation/mail/mail.module.js';
import { AccountsModule } from '../../people/identity/accounts.module.js';
import { PartnersModule } from '../partners/partners.module.js';
import { PartnerMembersController } from './partner-members.controller.js';
import { PartnerMembersService } from './partner-members.service.js';

@DescribeTags({
  'Partner Members': 'Who may sign in to a partner’s portal, and what was done for the partner.',
})
@Module({
  imports: [AccountsModule, MailModule, PartnersModule],
  controllers: [PartnerMembersController],
  providers: [PartnerMembersService],
})
export class PartnerMembersModule {}
