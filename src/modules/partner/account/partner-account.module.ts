import { Module } from '@nestjs/common';
import { ApiKeysModule } from '../../foundation/api-keys/api-keys.module.js';
import { PartnersModule } from '../partners/partners.module.js';
import { PartnerAccountController } from './partner-account.controller.js';
import { PartnerAccountService } from './partner-account.service.js';
import { PartnerAuditController } from './partner-audit.controller.js';
import { PartnerAuditService } from './partner-audit.service.js';

@Module({
  imports: [ApiKeysModule, PartnersModule],
  controllers: [PartnerAccountController, PartnerAuditController],
  providers: [PartnerAccountService, PartnerAuditService],
})
export class PartnerAccountModule {}
