import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { Configuration } from '../../../../kernel/config/configuration.js';
import { DatabaseLocation } from '../../../../kernel/database/database-location.js';
import { EditionsModule } from '../../../foundation/editions/editions.module.js';
import { OrganizationsModule } from '../../../people/organizations/organizations.module.js';
import { SsoIdentitiesModule } from '../../sso-identities/sso-identities.module.js';
import { CheckTurns } from './checks/check-turns.js';
import { ConnectionAdministration } from './connection-administration.service.js';
import { ConnectionTest } from './connection-test.service.js';
import { MetadataRefresh } from './metadata-refresh.js';
import { OidcIssuers } from './provider/oidc-issuers.js';
import { OidcTest } from './checks/oidc-test.js';
import { ProviderFetch } from './provider/provider-fetch.js';
import { SamlDescriptions } from './provider/saml-descriptions.js';
import { SamlTest } from './checks/saml-test.js';
import { ServiceProviderController } from './service-provider.controller.js';
import { SsoConnectionEntity } from './store/sso-connection.entity.js';
import { SsoConnectionsController } from './sso-connections.controller.js';
import { SsoConnections } from './store/sso-connections.service.js';
import { SsoSettingsEntity } from './store/sso-settings.entity.js';
import { SsoSettings } from './store/sso-settings.service.js';

/** Connections and the way to identity providers, for every part of single sign-on. */
@Module({
  imports: [
    TypeOrmModule.forFeature([SsoConnectionEntity, SsoSettingsEntity]),
    EditionsModule,
    OrganizationsModule,
    SsoIdentitiesModule,
  ],
  controllers: [ServiceProviderController, SsoConnectionsController],
  providers: [
    CheckTurns,
    ConnectionAdministration,
    ConnectionTest,
    MetadataRefresh,
    OidcIssuers,
    OidcTest,
    {
      provide: ProviderFetch,
      inject: [Configuration, DatabaseLocation],
      useFactory: (configuration: Configuration, location: DatabaseLocation) =>
        ProviderFetch.of(configuration, location.url),
    },
    SamlDescriptions,
    SamlTest,
    SsoConnections,
    SsoSettings,
  ],
  exports: [MetadataRefresh, ProviderFetch, SsoConnections, SsoSettings],
})
export class SsoConnectionsModule {}
