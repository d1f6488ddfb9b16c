import { Injectable, type OnModuleInit } from '@nestjs/common';
import * as oidc from 'openid-client';
import { PublicUrls } from '../../../../kernel/http/public-urls.js';
import { OIDC_SCOPES, serviceProviderUrls } from '../connections/store/service-provider.js';
import type { UsableConnection } from '../connections/store/sso-connections.service.js';
import {
  type BeginContext,
  type BegunAt,
  type SignInProtocol,
  SignInProtocols,
} from '../sign-in/sign-in-protocol.js';
import { SsoRefused } from '../sign-in/refusals/sso-refused.js';
import type { SsoSession } from '../sign-in/sessions/sso-sessions.js';
import { publicClient } from './oidc-client.js';
import { OpenIdProviders } from './openid-providers.js';

/** OpenID Connect: the authorization code flow with PKCE (05 §8.6 rule 3), and logout at the provider (rule 9). */
@Injectable()
export class OidcProtocol implements SignInProtocol, OnModuleInit {
  constructor(
    private readonly protocols: SignInProtocols,
    private readonly providers: OpenIdProviders,
    private readonly urls: PublicUrls,
  ) {}

  onModuleInit(): void {
    this.protocols.register('oidc', this);
  }

  async begin(usable: UsableConnection, context: BeginContext): Promise<BegunAt> {
    const { handle, nonce, verifier, loginHint } = context;
    const provider = await this.providers.of(usable).catch((cause: unknown) => {
      throw new SsoRefused('sso_unavailable', 'The provider told nothing about itself', { cause });
    });
    const url = oidc.buildAuthorizationUrl(publicClient(provider, usable.connection.clientId!), {
      response_type: 'code',
      response_mode: 'query',
      scope: OIDC_SCOPES,
      redirect_uri: this.redirectUri(usable.providerName),
      state: handle,
      nonce,
      code_challenge: await oidc.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
      ...(loginHint !== null && { login_hint: loginHint }),
    });
    return { redirect: url.href };
  }

  async logoutUrl(usable: UsableConnection, { idToken }: SsoSession): Promise<string | null> {
    const provider = await this.providers.of(usable);
    if (provider.end_session_endpoint === undefined) return null;
    return oidc.buildEndSessionUrl(publicClient(provider, usable.connection.clientId!), {
      ...(idToken !== null && { id_token_hint: idToken }),
      post_logout_redirect_uri: `${this.urls.dashboard()}/auth/login`,
    }).href;
  }

  redirectUri(providerName: string): string {
    return serviceProviderUrls(`${this.urls.api()}/v1`, providerName).redirectUri;
  }
}
