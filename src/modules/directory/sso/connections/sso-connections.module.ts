import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { ProviderFetch } from './provider-fetch.js';
import { SsoConnectionEntity } from './sso-connection.entity.js';
import { SsoConnections } from './sso-connections.service.js';
import { SsoSettingsEntity } from './sso-settings.entity.js';

/** Connections and the way to identity providers, for every part of single sign-on. */
@Module({
  imports: [TypeOrmModule.forFeature([SsoConnectionEntity, SsoSettingsEntity])],
  providers: [ProviderFetch, SsoConnections],
  exports: [ProviderFetch, SsoConnections],
})
export class SsoConnectionsModule {}
