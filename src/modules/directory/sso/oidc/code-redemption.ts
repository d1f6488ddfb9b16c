import { Injectable } from '@nestjs/common';
import { errors, type JWTPayload } from 'jose';
import * as oidc from 'openid-client';
import { ProviderFetch } from '../connections/provider/provider-fetch.js';
import { SsoConnections, type UsableConnection } from '../connections/store/sso-connections.service.js';
import type { AssertedIdentity } from '../sign-in/sessions/asserted-identity.js';
import { SsoRefused } from '../sign-in/refusals/sso-refused.js';
import type { TakenTransaction } from '../sign-in/transactions/sso-transactions.js';
import { ExchangingClient } from './oidc-client.js';
import { identityIn } from './oidc-identity.js';
import { OpenIdProviders } from './openid-providers.js';
import { ProviderKeys } from './provider-keys.js';
import { judgeIdToken, sessionIdOf } from './token-judge.js';

/** An error code of a provider, as far as it may stand in the log. */
const ERROR_CODE = /^[a-z_]{1,64}$/;

/** From the code of a callback to who the person is (05 §8.6 rule 5). */
@Injectable()
export class CodeRedemption {
  constructor(
    private readonly providers: OpenIdProviders,
    private readonly keys: ProviderKeys,
    private readonly connections: SsoConnections,
    private readonly fetch: ProviderFetch,
  ) {}

  /** `callback`: our redirect URI with what the provider sent. Throws `SsoRefused`. */
  async redeem(usable: UsableConnection, taken: TakenTransaction, callback: URL): Promise<AssertedIdentity> {
    try {
      return await this.exchange(usable, taken, callback);
    } catch (cause) {
      throw refusalOf(cause);
    }
  }

  private async exchange(
    usable: UsableConnection,
    taken: TakenTransaction,
    callback: URL,
  ): Promise<AssertedIdentity> {
    const { connection } = usable;
    const provider = await this.providers.of(usable);
    const [issuer, clientId] = [connection.issuer!, connection.clientId!];
    const clientSecret = this.connections.clientSecretOf(connection);
    const client = new ExchangingClient(provider, { clientId, clientSecret }, this.fetch.asFetch());
    const tokens = await oidc.authorizationCodeGrant(client.configuration, callback, {
      expectedState: taken.handle,
      pkceCodeVerifier: taken.verifier,
    });
    const { idToken } = client;
    if (idToken === null) throw new Error('the token endpoint answered without an ID token');
    const keys = this.keys.at(provider.jwks_uri);
    const claims = await judgeIdToken(idToken, { issuer, clientId, keys, nonce: taken.nonce });
    const told = await this.completed(client.configuration, tokens.access_token, claims);
    return {
      // The one of the connection, whichever way its slash is written in the token: links are by it.
      issuer,
      subject: claims.sub,
      ...identityIn(told),
      providerSessionId: sessionIdOf(claims),
      idToken,
      sessionEndsAt: null,
    };
  }

  /** With what the userinfo endpoint says of the same subject, where the token has no address. */
  private async completed(
    client: oidc.Configuration,
    accessToken: string,
    claims: JWTPayload & { sub: string },
  ): Promise<JWTPayload> {
    const endpoint = client.serverMetadata().userinfo_endpoint;
    if (claims['email'] !== undefined || endpoint === undefined) return claims;
    return { ...(await oidc.fetchUserInfo(client, accessToken, claims.sub)), ...claims };
  }
}

/** Reasons and codes go to the log; what a library quotes in its texts of answers and tokens does not. */
function refusalOf(cause: unknown): SsoRefused {
  if (cause instanceof SsoRefused) return cause;
  if (cause instanceof oidc.AuthorizationResponseError) {
    const code = ERROR_CODE.test(cause.error) ? cause.error : 'an error';
    return new SsoRefused('sso_denied', `The provider answered ${code}`, { cause });
  }
  return new SsoRefused('sso_invalid_response', `The answer of the provider proves nobody${whyNot(cause)}`, {
    cause,
  });
}

/** As far as names that are fixed tell it: which claim, or what the token endpoint calls it. */
function whyNot(cause: unknown): string {
  if (cause instanceof errors.JWTClaimValidationFailed || cause instanceof errors.JWTExpired)
    return `: the claim ${cause.claim} is not as it has to be`;
  if (cause instanceof errors.JWSSignatureVerificationFailed || cause instanceof errors.JWKSNoMatchingKey)
    return ': the ID token is signed by none of its keys';
  if (cause instanceof oidc.ResponseBodyError && ERROR_CODE.test(cause.error))
    return `: its token endpoint answered ${cause.error}`;
  return '';
}
