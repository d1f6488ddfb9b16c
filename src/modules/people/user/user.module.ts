import { Module } from '@nestjs/common';
import { ApiKeysModule } from '../../foundation/api-keys/api-keys.module.js';
import { AuditModule } from '../../foundation/audit/audit.module.js';
import { AccountsModule } from '../identity/accounts.module.js';
import { OrganizationsModule } from '../organizations/organizations.module.js';
import { UserController } from './user.controller.js';
import { UserService } from './user.service.js';

@Module({
  imports: [AccountsModule, AuditModule, ApiKeysModule, OrganizationsModule],
  controllers: [UserController],
  providers: [UserService],
})
export class UserModule {}
