import { Module } from '@nestjs/common';
import { DescribeTags } from '../../../kernel/http/openapi/openapi-tags.js';
import { ApiKeysModule } from '../../foundation/api-keys/api-keys.module.js';
import { AccountsModule } from '../../people/identity/accounts.module.js';
import { OrgLifecycleModule } from '../../people/org/org-lifecycle.module.js';
import { PartnersModule } from '../partners/partners.module.js';
import { OperatorPartnersController } from './operator-partners.controller.js';
import { OperatorPartnersService } from './operator-partners.service.js';
import { PartnerDeletion } from './partner-deletion.js';

@DescribeTags({
  Internal: 'For the operator of the deployment. Not part of the public interface; may change.',
})
@Module({
  imports: [AccountsModule, ApiKeysModule, OrgLifecycleModule, PartnersModule],
  controllers: [OperatorPartnersController],
  providers: [OperatorPartnersService, PartnerDeletion],
})
export class OperatorPartnersModule {}
