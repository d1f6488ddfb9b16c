import { Module } from '@nestjs/common';
import { DescribeTags } from '../../../kernel/http/openapi/openapi-tags.js';
import { SsoConnectionsModule } from './connections/sso-connections.module.js';
import { SsoEnforcementModule } from './enforcement/enforcement.module.js';
import { OidcModule } from './oidc/oidc.module.js';
import { SamlModule } from './saml/saml.module.js';
import { SsoSignInModule } from './sign-in/sso-sign-in.module.js';

/** Single sign-on (05 §8). */
@DescribeTags({ SSO: "Sign-in through the organization's own identity provider." })
@Module({
  imports: [SsoConnectionsModule, SsoEnforcementModule, SsoSignInModule, OidcModule, SamlModule],
})
export class SsoModule {}
