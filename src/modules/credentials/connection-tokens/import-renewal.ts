import { Injectable } from '@nestjs/common';
import type { Exchange } from '../../../domain/decision/catalog/model/connection-model.js';
import { UnusableKeyError } from '../../../kernel/crypto/rsa-private-key.js';
import type { StoredCredentials } from '../connections/credential-rows.js';
import { ImportExchange, submittedFields } from './import-exchange.js';
import { REFRESH_TIMEOUT_MS, type Renewal } from './refresh-strategy.js';
import { TradeFailed } from './token-trade.js';

const UNAUTHORIZED = 401;
/** The account's own key, password or client is what is refused, so nothing but another one helps. */
const REFUSED_CREDENTIALS = new Set(['invalid_grant', 'invalid_client', 'unauthorized_client']);

/** Imports have no refresh token: what was submitted is traded again (03 §12.3). */
@Injectable()
export class ImportRenewal {
  constructor(private readonly exchange: ImportExchange) {}

  async renew({ values }: StoredCredentials, exchange: Exchange): Promise<Renewal> {
    try {
      const submitted = submittedFields(exchange, values);
      const traded = await this.exchange.run(exchange, submitted, REFRESH_TIMEOUT_MS);
      return { kind: 'renewed', values: { ...values, ...traded.values }, expiresAt: traded.expiresAt };
    } catch (cause) {
      if (cause instanceof UnusableKeyError) return { kind: 'ended', cause };
      if (!(cause instanceof TradeFailed)) throw cause;
      const ended =
        cause.fault === 'refused' && (cause.status === UNAUTHORIZED || REFUSED_CREDENTIALS.has(cause.code));
      return { kind: ended ? 'ended' : 'failed', cause };
    }
  }
}
