import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AccountsModule } from '../identity/accounts.module.js';
import { IdentityModule } from '../identity/identity.module.js';
import { FlowCookies } from './flow-cookie.js';
import { Google } from './google.js';
import { GoogleAccounts } from './google-accounts.service.js';
import { SignInFlows } from './sign-in-flows.js';
import { SocialSignInController } from './social-sign-in.controller.js';
import { SocialSignInService } from './social-sign-in.service.js';
import { LinkedSignInEntity } from './linked-sign-in.entity.js';
import { SignInFlowEntity } from './sign-in-flow.entity.js';

/** Sign-in through somebody else. Mounted on self-hosted deployments only, like the rest of `/auth/*` (01 §11). */
@Module({
  imports: [TypeOrmModule.forFeature([LinkedSignInEntity, SignInFlowEntity]), AccountsModule, IdentityModule],
  controllers: [SocialSignInController],
  providers: [FlowCookies, Google, GoogleAccounts, SignInFlows, SocialSignInService],
})
export class SocialSignInModule {}
