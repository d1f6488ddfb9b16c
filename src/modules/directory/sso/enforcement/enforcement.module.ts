import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { EditionsModule } from '../../../foundation/editions/editions.module.js';
import { OrganizationsModule } from '../../../people/organizations/organizations.module.js';
import { SsoConnectionsModule } from '../connections/sso-connections.module.js';
import { SsoSettingsEntity } from '../connections/store/sso-settings.entity.js';
import { EnforcementController } from './enforcement.controller.js';
import { Enforcement } from './enforcement.service.js';
import { HomeRealm } from './home-realm.service.js';
import { LookupController } from './lookup.controller.js';

@Module({
  imports: [
    TypeOrmModule.forFeature([SsoSettingsEntity]),
    EditionsModule,
    OrganizationsModule,
    SsoConnectionsModule,
  ],
  controllers: [EnforcementController, LookupController],
  providers: [Enforcement, HomeRealm],
})
export class SsoEnforcementModule {}
