import { Injectable } from '@nestjs/common';
import { SignJWT } from 'jose';
import { valueAt } from '../../../domain/decision/catalog/answer-map.js';
import type { Exchange } from '../../../domain/decision/catalog/model/connection-model.js';
import { readyRequest } from '../../../domain/decision/catalog/described-request.js';
import {
  fillFrom,
  fillTemplate,
  type Values,
  valueIn,
  withDerived,
} from '../../../domain/decision/catalog/template.js';
import { defaultEnd, endAfter, endOfJwt, tokenAt } from '../../../domain/decision/catalog/token-answer.js';
import { rsaPrivateKey } from '../../../kernel/crypto/rsa-private-key.js';
import { TokenTrade, TradeFailed } from './token-trade.js';

const ASSERTION_SECONDS = 3_600;

/** What credentials of an import came to. */
export interface TradedCredentials {
  readonly values: Record<string, string>;
  /** Null for what does not end. */
  readonly expiresAt: Date | null;
}

/** Trades what a person submitted, once or whenever the token ends, as the catalogue describes it (03 §16). */
@Injectable()
export class ImportExchange {
  constructor(private readonly trade: TokenTrade) {}

  /** Without a request nobody is asked. @throws TradeFailed, UnusableKeyError */
  async run(exchange: Exchange, submitted: Values, milliseconds: number): Promise<TradedCredentials> {
    const values = withDerived(submitted, exchange.values);
    const answer = exchange.request === undefined ? null : await this.ask(exchange, values, milliseconds);
    const stored = fillAll(exchange.store, values, answer);
    return { values: stored, expiresAt: endOf(exchange, stored, answer) };
  }

  private async ask(
    { request, jwt, expires }: Exchange,
    values: Values,
    milliseconds: number,
  ): Promise<unknown> {
    const signed = jwt === undefined ? values : { ...values, jwt: await assertionOf(jwt, values) };
    return this.trade.ask(readyRequest(request!, signed), {
      milliseconds,
      endsInSeconds: expires === 'expires_in',
    });
  }
}

/** The fields as they were submitted, out of what was kept of them. */
export function submittedFields({ store }: Exchange, stored: Values): Values {
  const kept = Object.entries(store).flatMap(([field, template]) => {
    const name = /^\{([^{}:]+)\}$/.exec(template)?.[1];
    return name === undefined ? [] : [[name, valueIn(stored, field)] as const];
  });
  return Object.fromEntries(kept);
}

async function assertionOf(jwt: NonNullable<Exchange['jwt']>, values: Values): Promise<string> {
  const key = rsaPrivateKey(fillFrom(jwt.key, values) ?? '');
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
  return new SignJWT(claims).setProtectedHeader({ alg: 'RS256', typ: 'JWT' }).sign(key);
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
    if (text === null) throw new TradeFailed('tokenless');
    return [field, text] as const;
  });
  return Object.fromEntries(pairs);
}

function endOf({ expires }: Exchange, stored: Values, answer: unknown): Date | null {
  const now = new Date();
  if (expires === 'jwt') return endOfJwt(valueIn(stored, 'access_token') ?? '', now);
  if (expires === undefined) return null;
  return endAfter(valueAt(answer, 'expires_in'), now) ?? defaultEnd(now);
}
