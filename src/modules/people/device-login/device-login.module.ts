import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { ApiKeysModule } from '../../foundation/api-keys/api-keys.module.js';
import { AccountsModule } from '../identity/accounts.module.js';
import { OrganizationsModule } from '../organizations/organizations.module.js';
import { DeviceLoginOptions } from './device-login-options.js';
import { DeviceLoginCleanup, DeviceLoginService } from './device-login.service.js';
import { DeviceLoginController } from './device-login.controller.js';
import { DeviceLoginEntity } from './device-login.entity.js';

@Module({
  imports: [
    TypeOrmModule.forFeature([DeviceLoginEntity]),
    ApiKeysModule,
    AccountsModule,
    OrganizationsModule,
  ],
  controllers: [DeviceLoginController],
  providers: [DeviceLoginOptions, DeviceLoginService, DeviceLoginCleanup],
})
export class DeviceLoginModule {}
