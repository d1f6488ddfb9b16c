import { Module } from '@nestjs/common';
import { MailSuppressions } from './mail-suppressions.js';
import { MailService } from './mail.service.js';
import { UnsubscribeTokens } from './unsubscribe-tokens.js';
import { UnsubscribeController } from './unsubscribe.controller.js';

@Module({
  controllers: [UnsubscribeController],
  providers: [MailService, MailSuppressions, UnsubscribeTokens],
  exports: [MailService],
})
export class MailModule {}
