import { Injectable } from '@nestjs/common';
import { valueAt } from '../../../domain/decision/catalog/answer-map.js';
import type {
  OAuthDescription,
  RefreshDescription,
} from '../../../domain/decision/catalog/model/connection-model.js';
import { basic, type ReadyRequest } from '../../../domain/decision/catalog/described-request.js';
import { fillFrom, valueIn } from '../../../domain/decision/catalog/template.js';
import { defaultEnd, endAfter, momentAt, tokenAt } from '../../../domain/decision/catalog/token-answer.js';
import { type OAuthClient } from '../app-clients/app-clients.service.js';
import { RefreshClients } from '../app-clients/refresh-clients.js';
import type { StoredCredentials } from '../connections/credential-rows.js';
import { REFRESH_TIMEOUT_MS, type Renewal } from './refresh-strategy.js';
import { TokenTrade, TradeFailed } from './token-trade.js';

/** Refreshing with a refresh token (RFC 6749 §6), as far as the provider follows it. */
@Injectable()
export class RefreshGrant {
  constructor(
    private readonly clients: RefreshClients,
    private readonly trade: TokenTrade,
  ) {}

  async renew(
    stored: StoredCredentials,
    refresh: RefreshDescription,
    oauth: OAuthDescription | undefined,
  ): Promise<Renewal> {
    const client = await this.clients.find(stored, refresh.env);
    if (client === null) return { kind: 'failed', cause: new Error('there is no client to refresh with') };
    try {
      const answer = await this.trade.ask(requestOf(stored, refresh, oauth, client), {
        milliseconds: REFRESH_TIMEOUT_MS,
        okField: oauth?.token?.okField,
        endsInSeconds: true,
      });
      return renewed(stored, answer, oauth);
    } catch (cause) {
      if (!(cause instanceof TradeFailed)) throw cause;
      return { kind: hasEnded(cause, refresh, client, stored) ? 'ended' : 'failed', cause };
    }
  }
}

function requestOf(
  { values }: StoredCredentials,
  { url, body, clientAuth }: RefreshDescription,
  oauth: OAuthDescription | undefined,
  { values: { clientId = '', clientSecret = '' } }: OAuthClient,
): ReadyRequest | null {
  const address = URL.parse(accountServer(oauth, values) ?? url);
  if (address === null) return null;
  const fields = {
    grant_type: 'refresh_token',
    refresh_token: values['refresh_token'] ?? '',
    ...(clientAuth === 'body' && { client_id: clientId, client_secret: clientSecret }),
  };
  return {
    method: 'POST',
    url: address,
    headers: {
      ...oauth?.token?.headers,
      'content-type': body === 'json' ? 'application/json' : 'application/x-www-form-urlencoded',
      ...(clientAuth === 'basic' && { authorization: basic(clientId, clientSecret) }),
    },
    body: body === 'json' ? JSON.stringify(fields) : new URLSearchParams(fields).toString(),
  };
}

/** The token endpoint on the server the account is on, where the provider has several (03 §5.3); null elsewhere. */
function accountServer(
  oauth: OAuthDescription | undefined,
  values: StoredCredentials['values'],
): string | null {
  const { callbackParam, token } = oauth ?? {};
  if (callbackParam === undefined || token == null) return null;
  const origin = valueIn(values, callbackParam.name.replaceAll('-', '_'));
  if (origin === undefined || !new RegExp(callbackParam.allowed).test(origin)) return null;
  return fillFrom(token.url, { [callbackParam.name]: origin });
}

/** What the answer does not replace is kept: few providers give a new refresh token every time. */
function renewed(
  { values }: StoredCredentials,
  answer: unknown,
  oauth: OAuthDescription | undefined,
): Renewal {
  const accessToken = tokenAt(answer, 'access_token');
  if (accessToken === null) return { kind: 'failed', cause: new TradeFailed('tokenless') };
  const refreshToken = tokenAt(answer, 'refresh_token');
  const now = new Date();
  const { expiresAtField } = oauth?.token ?? {};
  const expiresAt =
    endAfter(valueAt(answer, 'expires_in'), now) ??
    (expiresAtField === undefined ? null : momentAt(answer, expiresAtField, now)) ??
    defaultEnd(now);
  const rotated: Record<string, string> = refreshToken === null ? {} : { refresh_token: refreshToken };
  return { kind: 'renewed', values: { ...values, access_token: accessToken, ...rotated }, expiresAt };
}

/**
 * The grant is gone. That the client is not known tells nothing about the account, nor does what a provider says of
 * the grant to another client than the one it was given to.
 */
function hasEnded(
  { fault, code }: TradeFailed,
  { endedBy = [] }: RefreshDescription,
  { id }: OAuthClient,
  { appConfigId }: StoredCredentials,
): boolean {
  return fault === 'refused' && id === appConfigId && (code === 'invalid_grant' || endedBy.includes(code));
}
