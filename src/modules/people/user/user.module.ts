import { Module } from '@nestjs/common';
import { DescribeTags } from '../../../kernel/http/openapi/openapi-tags.js';
import { ApiKeysModule } from '../../foundation/api-keys/api-keys.module.js';
import { AccountsModule } from '../identity/accounts.module.js';
import { OrganizationsModule } from '../organizations/organizations.module.js';
import { UserController } from './user.controller.js';
import { UserService } from './user.service.js';

@DescribeTags({
  User: 'The person behind the credential: name, keys, audit log, deletion.',
})
@Module({
  imports: [AccountsModule, ApiKeysModule, OrganizationsModule],
  controllers: [UserController],
  providers: [UserService],
})
export class UserModule {}
