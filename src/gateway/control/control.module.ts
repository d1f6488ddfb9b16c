import { Module } from '@nestjs/common';
import { VaultsModule } from '../../modules/credentials/vaults/vaults.module.js';
import { ApprovalsModule } from '../../modules/policy/approvals/approvals.module.js';
import { ApprovalsController } from '../approvals/approvals.controller.js';
import { GatewayApiDescription } from './gateway.openapi.js';
import { VaultPairingController } from '../vaults/vault-pairing.controller.js';
import { CacheInvalidation } from './cache-invalidation.js';
import { CallerController } from './caller.controller.js';

/** The control endpoints, in every process that has one of the two origins (06 §22). */
@Module({
  imports: [ApprovalsModule, VaultsModule],
  controllers: [ApprovalsController, CallerController, VaultPairingController],
  providers: [CacheInvalidation, GatewayApiDescription],
})
export class ControlModule {}
