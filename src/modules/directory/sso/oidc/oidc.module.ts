import { Module } from '@nestjs/common';
import { SsoConnectionsModule } from '../connections/sso-connections.module.js';
import { SsoSignInModule } from '../sign-in/sso-sign-in.module.js';
import { BackchannelLogoutController } from './backchannel-logout.controller.js';
import { BackchannelLogout } from './backchannel-logout.service.js';
import { CodeRedemption } from './code-redemption.js';
import { OidcCallbackController } from './oidc-callback.controller.js';
import { OidcProtocol } from './oidc-protocol.js';
import { OpenIdProviders } from './openid-providers.js';
import { ProviderKeys } from './provider-keys.js';

@Module({
  imports: [SsoConnectionsModule, SsoSignInModule],
  controllers: [OidcCallbackController, BackchannelLogoutController],
  providers: [BackchannelLogout, CodeRedemption, OidcProtocol, OpenIdProviders, ProviderKeys],
})
export class OidcModule {}
