import { Module } from '@nestjs/common';
import { DescribeTags } from '../../../kernel/http/openapi/openapi-tags.js';
import { AccountsModule } from '../identity/accounts.module.js';
import { MailModule } from '../../foundation/mail/mail.module.js';
import { OnboardingModule } from '../onboarding/onboarding.module.js';
import { FirstRunService } from './first-run.service.js';
import { InstanceController } from './instance.controller.js';
import { InstanceService } from './instance.service.js';
import { OwnerSeeding } from './owner-seeding.js';
import { SetupToken } from './setup-token.js';
import { RunnerLiveness } from './runner-liveness.js';

@DescribeTags({
  Instance: 'The deployment itself: its features and its first account.',
})
@Module({
  imports: [AccountsModule, MailModule, OnboardingModule],
  controllers: [InstanceController],
  providers: [FirstRunService, InstanceService, OwnerSeeding, RunnerLiveness, SetupToken],
  exports: [RunnerLiveness],
})
export class InstanceModule {}
