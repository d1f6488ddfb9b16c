import { Injectable } from '@nestjs/common';
import { readAnswer, answerText, valueAt } from '../../../domain/decision/catalog/answer-map.js';
import type {
  OAuthDescription,
  TokenEndpoint,
} from '../../../domain/decision/catalog/model/connection-model.js';
import { basic } from '../../../domain/decision/catalog/described-request.js';
import { fillFrom } from '../../../domain/decision/catalog/template.js';
import { ProviderCalls, ProviderUnreachable } from '../../../kernel/egress/provider-calls.js';
import type { NewCredentials } from '../connections/new-credentials.js';
import { ConnectRefused } from './connect-refused.js';
import { IdentityProbes } from './identity-probes.js';
import {
  endAfter,
  hasSenselessEnd,
  momentAt,
  tokenAt,
} from '../../../domain/decision/catalog/token-answer.js';

const EXCHANGE_MS = 15_000;
const MAX_SCOPES = 200;
const MAX_SCOPE = 500;

/** What came back with the browser, and with which client and proof it is redeemed. */
export interface Redemption {
  parameters: URLSearchParams;
  client: Readonly<Record<string, string>>;
  verifier: string;
  redirectUri: string;
}

type Text = Record<string, string>;

/** Trades the code of a callback for an account (03 §5.3.5), as the catalogue describes it. Throws `ConnectRefused`. */
@Injectable()
export class CodeExchange {
  constructor(
    private readonly calls: ProviderCalls,
    private readonly probes: IdentityProbes,
  ) {}

  async redeem(
    oauth: OAuthDescription,
    redemption: Redemption,
  ): Promise<Omit<NewCredentials, 'appConfigId'>> {
    const origins = originOf(oauth, redemption.parameters);
    const answer =
      oauth.token === null
        ? fragmentAnswer(oauth, redemption.parameters)
        : await this.token(oauth.token, redemption, origins);
    const values = stored(oauth, answer, { ...redemption.client, ...origins });
    const known = readAnswer(answer, oauth.identityFromToken ?? {});
    const token = values['access_token']!;
    const metadata = await this.probes.run(
      oauth.identity,
      { ...redemption.client, ...values, token, access_token: token },
      known,
    );
    return {
      kind: 'oauth',
      values,
      expiresAt: oauth.store.includes('expires_at') ? endOf(oauth, answer) : null,
      scopes: scopesOf(oauth, answer),
      metadata: Object.keys(metadata).length === 0 ? null : metadata,
    };
  }

  private async token(endpoint: TokenEndpoint, redemption: Redemption, origins: Text): Promise<unknown> {
    const code = redemption.parameters.get('code') ?? '';
    if (code === '') throw new ConnectRefused('The provider sent no code.');
    const answer = await this.calls
      .send({ ...tokenRequest(endpoint, code, redemption, origins), milliseconds: EXCHANGE_MS })
      .catch((cause: unknown) => {
        if (!(cause instanceof ProviderUnreachable)) throw cause;
        throw new ConnectRefused('The provider could not be reached.', { cause });
      });
    const { json, status } = answer;
    const refused = status < 200 || status > 299 || answerText(json, 'error') !== '';
    if (refused || (endpoint.okField !== undefined && valueAt(json, endpoint.okField) !== true))
      throw new ConnectRefused('The provider did not accept the code.');
    if (tokenAt(json, 'access_token') === null)
      throw new ConnectRefused('The answer of the provider holds no token.');
    if (hasSenselessEnd(json))
      throw new ConnectRefused('The provider answered with a token that has ended already.');
    return json;
  }
}

/** RFC 6749 §4.1.3, as far as the provider follows it. */
function tokenRequest(endpoint: TokenEndpoint, code: string, redemption: Redemption, origins: Text) {
  const { client, verifier, redirectUri } = redemption;
  const { clientId = '', clientSecret = '' } = client;
  const inBody = endpoint.clientAuth === 'body';
  const fields: Text = {
    ...(endpoint.sendGrantType && { grant_type: 'authorization_code' }),
    code,
    ...(endpoint.sendRedirectUri && { redirect_uri: redirectUri }),
    ...(inBody && { client_id: clientId, client_secret: clientSecret }),
    ...(verifier !== '' && { code_verifier: verifier }),
  };
  const json = endpoint.body === 'json';
  return {
    method: 'POST' as const,
    url: new URL(fillFrom(endpoint.url, origins) ?? endpoint.url),
    headers: {
      ...endpoint.headers,
      'content-type': json ? 'application/json' : 'application/x-www-form-urlencoded',
      ...(!inBody && { authorization: basic(clientId, clientSecret) }),
    },
    body: json ? JSON.stringify(fields) : new URLSearchParams(fields).toString(),
  };
}

/** The account server a callback names: one of the provider's, or nothing is sent anywhere (03 §5.3). */
function originOf({ callbackParam }: OAuthDescription, parameters: URLSearchParams): Text {
  if (callbackParam === undefined) return {};
  const origin = parameters.get(callbackParam.name) ?? callbackParam.default;
  if (!new RegExp(callbackParam.allowed).test(origin))
    throw new ConnectRefused('The provider named an address that is not its own.');
  return { [callbackParam.name]: origin, [callbackParam.name.replaceAll('-', '_')]: origin };
}

/** The provider gave the token to the page (03 §5.3.1). */
function fragmentAnswer({ fragmentToken = '' }: OAuthDescription, parameters: URLSearchParams): unknown {
  const answer = { token: parameters.get(fragmentToken) ?? '' };
  if (tokenAt(answer, 'token') === null) throw new ConnectRefused('The provider sent no token.');
  return answer;
}

/** `name`, `name?`, `name=source`; ends of tokens are kept beside them. */
function stored({ store }: OAuthDescription, answer: unknown, known: Text): Text {
  const pairs = store.flatMap((entry): [string, string][] => {
    const [field = '', source = field] = entry.replace(/\?$/, '').split('=');
    if (field === 'expires_at') return [];
    if (field === 'refresh_token_expires_at') {
      const end = endAfter(valueAt(answer, 'refresh_token_expires_in'), new Date());
      return end === null ? [] : [[field, end.toISOString()]];
    }
    const value = tokenAt(answer, source) ?? known[source] ?? '';
    return value === '' ? [] : [[field, value]];
  });
  return Object.fromEntries(pairs);
}

function endOf({ token }: OAuthDescription, answer: unknown): Date | null {
  const now = new Date();
  const { expiresAtField, defaultExpiresIn } = token ?? {};
  return (
    endAfter(valueAt(answer, 'expires_in'), now) ??
    (expiresAtField === undefined ? null : momentAt(answer, expiresAtField, now)) ??
    endAfter(defaultExpiresIn, now)
  );
}

/** Null when the provider does not say. */
function scopesOf({ grantedScopes }: OAuthDescription, answer: unknown): readonly string[] | null {
  if (!('field' in grantedScopes)) return grantedScopes;
  const { field, split } = grantedScopes;
  const value = valueAt(answer, field);
  const list: unknown[] | null =
    split === null
      ? Array.isArray(value)
        ? (value as unknown[])
        : null
      : typeof value === 'string'
        ? value.slice(0, MAX_SCOPES * MAX_SCOPE).split(new RegExp(split))
        : null;
  if (list === null) return null;
  const scopes = list.filter(
    (scope) => typeof scope === 'string' && scope !== '' && scope.length <= MAX_SCOPE,
  );
  return (scopes as string[])
    .map((scope) => scope.replaceAll('\u0000', '').toWellFormed())
    .slice(0, MAX_SCOPES);
}
