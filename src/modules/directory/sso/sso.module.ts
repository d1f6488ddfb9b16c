import { Module } from '@nestjs/common';
import { SsoConnectionsModule } from './connections/sso-connections.module.js';
import { OidcModule } from './oidc/oidc.module.js';
import { SsoSignInModule } from './sign-in/sso-sign-in.module.js';

/** Single sign-on (05 §8). */
@Module({ imports: [SsoConnectionsModule, SsoSignInModule, OidcModule] })
export class SsoModule {}
