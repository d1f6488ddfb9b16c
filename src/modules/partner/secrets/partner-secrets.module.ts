import { Module } from '@nestjs/common';
import { DescribeTags } from '../../../kernel/http/openapi/openapi-tags.js';
import { SecretsModule } from '../../credentials/secrets/secrets.module.js';
import { PartnersModule } from '../partners/partners.module.js';
import { PartnerSecretsController } from './partner-secrets.controller.js';
import { PartnerSecretsService } from './partner-secrets.service.js';

@DescribeTags({
  'Partner Secrets': 'Secrets that a partner lends to the organizations it created.',
})
@Module({
  imports: [PartnersModule, SecretsModule],
  controllers: [PartnerSecretsController],
  providers: [PartnerSecretsService],
})
export class PartnerSecretsModule {}
