import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { MailAllowance } from './mail-allowance.js';
import { MailSuppressions } from './mail-suppressions.js';
import { MailService } from './mail.service.js';
import { UnsubscribeTokens } from './unsubscribe-tokens.js';
import { UnsubscribeController } from './unsubscribe.controller.js';
import { MailSuppressionEntity } from './mail-suppression.entity.js';

@Module({
  imports: [TypeOrmModule.forFeature([MailSuppressionEntity])],
  controllers: [UnsubscribeController],
  providers: [MailAllowance, MailService, MailSuppressions, UnsubscribeTokens],
  exports: [MailAllowance, MailService],
})
export class MailModule {}
