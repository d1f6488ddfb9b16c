import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { SsoConnectionsModule } from '../connections/sso-connections.module.js';
import { SsoSignInModule } from '../sign-in/sso-sign-in.module.js';
import { SamlLogoutController } from './saml-logout.controller.js';
import { SamlLogout } from './saml-logout.service.js';
import { SamlProtocol } from './saml-protocol.js';
import { SamlProviders } from './saml-provider.js';
import { SamlSignInController } from './saml-sign-in.controller.js';
import { SamlSignIn } from './saml-sign-in.service.js';
import { SamlSigningKeyEntity } from './signatures/saml-signing-key.entity.js';
import { SamlSigningKey } from './signatures/saml-signing-key.js';

/** The service provider of SAML 2.0. */
@Module({
  imports: [TypeOrmModule.forFeature([SamlSigningKeyEntity]), SsoConnectionsModule, SsoSignInModule],
  controllers: [SamlSignInController, SamlLogoutController],
  providers: [SamlLogout, SamlProtocol, SamlProviders, SamlSignIn, SamlSigningKey],
})
export class SamlModule {}
