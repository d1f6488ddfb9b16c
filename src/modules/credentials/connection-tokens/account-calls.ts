import { Injectable } from '@nestjs/common';
import {
  type ProviderAnswer,
  type ProviderCall,
  ProviderCalls,
} from '../../../kernel/egress/provider-calls.js';
import { AccessTokens, type ConnectionHandle, type ConnectionToken } from './access-tokens.js';

const UNAUTHORIZED = 401;

/** Calls the server makes for itself to the provider of an account, with the account's token. */
@Injectable()
export class AccountCalls {
  constructor(
    private readonly tokens: AccessTokens,
    private readonly calls: ProviderCalls,
  ) {}

  /**
   * Null where the account has no token. One that is refused is renewed and the call made once more, as a request of an
   * agent is (06 §11.4.3). @throws ProviderUnreachable
   */
  async send(account: ConnectionHandle, call: ProviderCall): Promise<ProviderAnswer | null> {
    const token = await this.tokens.tokenFor(account);
    const answer = token && (await this.sendWith(token, call));
    if (token === null || answer?.status !== UNAUTHORIZED || !token.renewable) return answer;
    const another = await this.tokens.renew(account, token);
    return another === null ? answer : this.sendWith(another, call);
  }

  private async sendWith({ values }: ConnectionToken, call: ProviderCall): Promise<ProviderAnswer | null> {
    const token = values['access_token'];
    if (!token) return null;
    return this.calls.send({ ...call, headers: { ...call.headers, authorization: `Bearer ${token}` } });
  }
}
