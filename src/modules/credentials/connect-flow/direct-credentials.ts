import { Injectable } from '@nestjs/common';
import { readAnswer, expressionText } from '../../../domain/decision/catalog/answer-map.js';
import type {
  ConnectMethod,
  Exchange,
  IdentityCheck,
} from '../../../domain/decision/catalog/model/connection-model.js';
import { fillFrom, type Values, valueIn, withDerived } from '../../../domain/decision/catalog/template.js';
import { UnusableKeyError } from '../../../kernel/crypto/rsa-private-key.js';
import { ImportExchange } from '../connection-tokens/import-exchange.js';
import { TradeFailed } from '../connection-tokens/token-trade.js';
import type { NewCredentials } from '../connections/new-credentials.js';
import { ConnectRefused } from './connect-refused.js';
import { IdentityProbes } from './identity-probes.js';

const EXCHANGE_MS = 15_000;
/** What is known of a key that nobody could be asked about (03 §5.1). */
const UNKNOWN_KEY = { name: 'API Key' };

type Obtained = Omit<NewCredentials, 'appConfigId'>;

/** Trades or checks what a person typed in (03 §5.1). Throws `ConnectRefused` when the provider says no. */
@Injectable()
export class DirectCredentials {
  constructor(
    private readonly exchange: ImportExchange,
    private readonly probes: IdentityProbes,
  ) {}

  /** A key is kept as it is; the provider is asked whose it is. */
  async ofKey({ tokenField = '', check }: ConnectMethod, values: Values): Promise<Obtained> {
    const token = valueIn(values, tokenField) ?? '';
    return {
      kind: 'fields',
      values: { ...(values as Record<string, string>), access_token: token },
      expiresAt: null,
      scopes: null,
      metadata: check == null ? UNKNOWN_KEY : await this.check(check, values),
    };
  }

  /** An import is exchanged for a token, or only judged by its fields. */
  async ofImport(exchange: Exchange, submitted: Values): Promise<Obtained> {
    const values = withDerived(submitted, exchange.values);
    const { values: stored, expiresAt } = await this.exchange
      .run(exchange, submitted, EXCHANGE_MS)
      .catch(refusedBecause);
    const known = Object.fromEntries(
      Object.entries(exchange.metadata ?? {}).map(([field, template]) => [field, filled(template, values)]),
    );
    const { identity } = exchange;
    const metadata =
      identity === undefined ? known : await this.probes.run([identity], { ...values, ...stored }, known);
    return {
      kind: 'import',
      values: stored,
      expiresAt,
      scopes: exchange.grantedScopes,
      metadata,
    };
  }

  private async check(check: IdentityCheck, submitted: Values): Promise<Record<string, unknown>> {
    const values = withDerived(submitted, check.values);
    const always = Object.fromEntries(
      Object.entries(check.always ?? {}).map(([field, template]) => [field, filled(template, values)]),
    );
    const { url, map } = check;
    if (url === undefined || map === undefined) return Object.keys(always).length > 0 ? always : UNKNOWN_KEY;
    const answer = await this.probes.ask({ ...check, url }, values);
    if (answer !== null && check.rejectOn?.includes(answer.status))
      throw new ConnectRefused('The provider does not accept this key.');
    const told = answer !== null && answer.status >= 200 && answer.status <= 299 ? answer.json : undefined;
    const counts = check.onlyWith === undefined || expressionText(told, check.onlyWith) !== '';
    const found = { ...always, ...(counts && told !== undefined ? readAnswer(told, map, values) : {}) };
    return Object.keys(found).length > 0 ? found : UNKNOWN_KEY;
  }
}

const REASONS: Readonly<Record<TradeFailed['fault'], string>> = {
  unsendable: 'The credentials cannot be sent to the provider.',
  unreachable: 'The provider could not be reached.',
  refused: 'The provider does not accept these credentials.',
  tokenless: 'The answer of the provider holds no token.',
  senseless: 'The provider answered with a token that has ended already.',
};

function refusedBecause(cause: unknown): never {
  if (cause instanceof UnusableKeyError) throw new ConnectRefused(cause.message, { cause });
  if (cause instanceof TradeFailed) throw new ConnectRefused(REASONS[cause.fault], { cause });
  throw cause;
}

function filled(template: string | readonly string[], values: Values): string | string[] {
  if (typeof template === 'string') return fillFrom(template, values) ?? '';
  return template.map((one) => fillFrom(one, values) ?? '');
}
