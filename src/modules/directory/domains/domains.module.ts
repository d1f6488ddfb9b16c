import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { DescribeTags } from '../../../kernel/http/openapi/openapi-tags.js';
import { EditionsModule } from '../../foundation/editions/editions.module.js';
import { AccountsModule } from '../../people/identity/accounts.module.js';
import { OrganizationsModule } from '../../people/organizations/organizations.module.js';
import { DomainEntity } from './domain.entity.js';
import { DomainsController } from './domains.controller.js';
import { DomainsService } from './domains.service.js';
import { MailboxDomains } from './mailbox-domains.js';
import { TxtRecords } from './txt-records.js';
import { LimitsModule } from '../../foundation/limits/limits.module.js';

@DescribeTags({ Domains: 'E-mail domains that the organization has verified as its own.' })
@Module({
  imports: [
    LimitsModule,
    TypeOrmModule.forFeature([DomainEntity]),
    AccountsModule,
    EditionsModule,
    OrganizationsModule,
  ],
  controllers: [DomainsController],
  providers: [DomainsService, MailboxDomains, TxtRecords],
  exports: [DomainsService],
})
export class DomainsModule {}
