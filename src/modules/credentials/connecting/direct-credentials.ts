import { Injectable } from '@nestjs/common';
import { readAnswer, textOf, valueAt } from '../../../domain/catalog/answer-map.js';
import type { ConnectMethod, Exchange, IdentityCheck } from '../../../domain/catalog/connection-model.js';
import { readyRequest } from '../../../domain/catalog/described-request.js';
import {
  fillFrom,
  fillTemplate,
  type Values,
  valueIn,
  withDerived,
} from '../../../domain/catalog/template.js';
import { ProviderCalls, ProviderUnreachable } from '../../../kernel/egress/provider-calls.js';
import type { NewCredentials } from '../connections/new-credentials.js';
import { ConnectRefused } from './connect-refused.js';
import { IdentityProbes } from './identity-probes.js';
import { defaultEnd, endAfter, endOfJwt, hasSenselessEnd, tokenAt } from './provider-tokens.js';
import { signedJwt } from './signed-jwt.js';

const EXCHANGE_MS = 15_000;
const ASSERTION_SECONDS = 3_600;
/** What is known of a key that nobody could be asked about (03 §5.1). */
const UNKNOWN_KEY = { name: 'API Key' };

type Obtained = Omit<NewCredentials, 'appConfigId'>;

/** Trades or checks what a person typed in (03 §5.1). Throws `ConnectRefused` when the provider says no. */
@Injectable()
export class DirectCredentials {
  constructor(
    private readonly calls: ProviderCalls,
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
    const answer = exchange.request === undefined ? null : await this.exchange(exchange, values);
    const stored = fillAll(exchange.store, { ...values }, answer);
    const known = Object.fromEntries(
      Object.entries(exchange.metadata ?? {}).map(([field, template]) => [field, filled(template, values)]),
    );
    const { identity } = exchange;
    const metadata =
      identity === undefined ? known : await this.probes.run([identity], { ...values, ...stored }, known);
    return {
      kind: 'import',
      values: stored,
      expiresAt: endOf(exchange, stored, answer),
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
    const counts = check.onlyWith === undefined || textOf(told, check.onlyWith) !== '';
    const found = { ...always, ...(counts && told !== undefined ? readAnswer(told, map, values) : {}) };
    return Object.keys(found).length > 0 ? found : UNKNOWN_KEY;
  }

  private async exchange(exchange: Exchange, values: Values): Promise<unknown> {
    const { request, jwt } = exchange;
    const signed = jwt === undefined ? values : { ...values, jwt: assertionOf(jwt, values) };
    const ready = readyRequest(request!, signed);
    if (ready === null) throw new ConnectRefused('The credentials cannot be sent to the provider.');
    const answer = await this.calls.send({ ...ready, milliseconds: EXCHANGE_MS }).catch((error: unknown) => {
      if (error instanceof ProviderUnreachable)
        throw new ConnectRefused('The provider could not be reached.', { cause: error });
      throw error;
    });
    if (answer.status < 200 || answer.status > 299 || answer.json === undefined)
      throw new ConnectRefused('The provider does not accept these credentials.');
    if (exchange.expires === 'expires_in' && hasSenselessEnd(answer.json))
      throw new ConnectRefused('The provider answered with a token that has ended already.');
    return answer.json;
  }
}

function assertionOf(jwt: NonNullable<Exchange['jwt']>, values: Values): string {
  const now = Math.floor(Date.now() / 1000);
  const issuer = fillFrom(jwt.issuer, values) ?? '';
  const claims = {
    iss: issuer,
    sub: issuer,
    aud: jwt.audience,
    scope: jwt.scope,
    iat: now,
    exp: now + ASSERTION_SECONDS,
  };
  return signedJwt(claims, fillFrom(jwt.key, values) ?? '');
}

/** `{answer:…}` is a token of the answer, without which there is no connection. */
function fillAll(
  store: Readonly<Record<string, string>>,
  values: Values,
  answer: unknown,
): Record<string, string> {
  const pairs = Object.entries(store).map(([field, template]) => {
    const text = fillTemplate(template, (name) =>
      name.startsWith('answer:')
        ? (tokenAt(answer, name.slice('answer:'.length)) ?? undefined)
        : valueIn(values, name),
    );
    if (text === null) throw new ConnectRefused('The answer of the provider holds no token.');
    return [field, text] as const;
  });
  return Object.fromEntries(pairs);
}

function filled(template: string | readonly string[], values: Values): string | string[] {
  if (typeof template === 'string') return fillFrom(template, values) ?? '';
  return template.map((one) => fillFrom(one, values) ?? '');
}

function endOf({ expires }: Exchange, stored: Values, answer: unknown): Date | null {
  const now = new Date();
  if (expires === 'jwt') return endOfJwt(valueIn(stored, 'access_token') ?? '', now);
  if (expires === undefined) return null;
  return endAfter(valueAt(answer, 'expires_in'), now) ?? defaultEnd(now);
}
