import { Module } from '@nestjs/common';
import { AccountsModule } from './accounts.module.js';
import { AuthPasswordsController } from './auth-passwords.controller.js';
import { AuthSessionsController } from './auth-sessions.controller.js';
import { AuthController } from './auth.controller.js';
import { RedirectRule } from './redirect-rule.js';

/** `/auth/*`. Mounted on self-hosted deployments only: on Cloud these paths do not exist (01 §11). */
@Module({
  imports: [AccountsModule],
  controllers: [AuthController, AuthPasswordsController, AuthSessionsController],
  providers: [RedirectRule],
  exports: [RedirectRule],
})
export class IdentityModule {}
