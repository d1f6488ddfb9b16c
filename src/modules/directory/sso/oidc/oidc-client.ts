import * as oidc from 'openid-client';
import type { ProviderFetching } from '../connections/provider/provider-fetch.js';
import type { OpenIdProvider } from './openid-provider.js';

/** `client_secret_post`, or `client_secret_basic` where the provider lists only that (05 §8.1). */
function authenticationFor(provider: OpenIdProvider, secret: string): oidc.ClientAuth {
  const methods = provider.token_endpoint_auth_methods_supported ?? [];
  const onlyBasic = methods.includes('client_secret_basic') && !methods.includes('client_secret_post');
  return onlyBasic ? oidc.ClientSecretBasic(secret) : oidc.ClientSecretPost(secret);
}

/** For addresses a browser goes to: nothing is proved there. */
export function publicClient(provider: OpenIdProvider, clientId: string): oidc.Configuration {
  return new oidc.Configuration(provider, clientId, undefined, oidc.None());
}

/**
 * A client for one exchange. The ID token is taken out of the token endpoint's answer, into `idToken`: it is judged by
 * rules of ours (`token-judge.ts`), which are narrower than the library's in the algorithms, the age and the keys, and
 * wider by one slash at the end of the issuer.
 */
export class ExchangingClient {
  idToken: string | null = null;
  readonly configuration: oidc.Configuration;

  constructor(
    private readonly provider: OpenIdProvider,
    { clientId, clientSecret }: { clientId: string; clientSecret: string },
    private readonly fetching: ProviderFetching,
  ) {
    this.configuration = new oidc.Configuration(
      provider,
      clientId,
      undefined,
      authenticationFor(provider, clientSecret),
    );
    this.configuration[oidc.customFetch] = (url, options) => this.fetch(url, options);
  }

  private async fetch(url: string, options: oidc.CustomFetchOptions): Promise<Response> {
    const answer = await this.fetching(url, options);
    if (url !== this.provider.token_endpoint || answer.status !== 200) return answer;
    const text = await answer.text();
    return new Response(this.withoutIdToken(text), { status: answer.status, headers: answer.headers });
  }

  private withoutIdToken(text: string): string {
    try {
      const { id_token: idToken, ...rest } = JSON.parse(text) as { id_token?: unknown };
      if (typeof idToken === 'string') this.idToken = idToken;
      return JSON.stringify(rest);
    } catch {
      return text;
    }
  }
}
