import { Injectable } from '@nestjs/common';
import { answerText, valueAt } from '../../../domain/decision/catalog/answer-map.js';
import type { ReadyRequest } from '../../../domain/decision/catalog/described-request.js';
import { hasSenselessEnd } from '../../../domain/decision/catalog/token-answer.js';
import { ProviderCalls, ProviderUnreachable } from '../../../kernel/egress/provider-calls.js';

/** A code as RFC 6749 §5.2 has them; anything else a provider writes there is not repeated. */
const CODE = /^[\w.-]{1,64}$/;

type TradeFault = 'unsendable' | 'unreachable' | 'refused' | 'tokenless' | 'senseless';

/** No token came of it. The text names no credential and nothing free that the provider wrote. */
export class TradeFailed extends Error {
  override readonly name = 'TradeFailed';

  /** `status` and `code`: what the provider answered in JSON; 0 and empty where it did not. */
  constructor(
    readonly fault: TradeFault,
    readonly status = 0,
    readonly code = '',
    options?: ErrorOptions,
  ) {
    super(`no token: ${fault}${status === 0 ? '' : ` with ${status} ${code}`}`, options);
  }
}

export interface TradeTerms {
  milliseconds: number;
  /** Must be true in the answer, whatever its status. */
  okField?: string | undefined;
  /** The answer says in seconds when the token ends. */
  endsInSeconds?: boolean;
}

/** Asks token endpoints. What they answer is a token or a failure; a redirect is no answer of either kind. */
@Injectable()
export class TokenTrade {
  constructor(private readonly calls: ProviderCalls) {}

  /** The answer in JSON. @throws TradeFailed */
  async ask(
    ready: ReadyRequest | null,
    { milliseconds, okField, endsInSeconds }: TradeTerms,
  ): Promise<unknown> {
    if (ready === null) throw new TradeFailed('unsendable');
    const { status, json } = await this.calls.send({ ...ready, milliseconds }).catch((cause: unknown) => {
      if (!(cause instanceof ProviderUnreachable)) throw cause;
      throw new TradeFailed('unreachable', 0, '', { cause });
    });
    const accepted = status >= 200 && status <= 299 && typeof json === 'object' && json !== null;
    const refused = okField !== undefined && valueAt(json, okField) !== true;
    if (!accepted || refused || answerText(json, 'error') !== '')
      throw new TradeFailed('refused', json === undefined ? 0 : status, codeIn(json));
    if (endsInSeconds && hasSenselessEnd(json)) throw new TradeFailed('senseless');
    return json;
  }
}

/** HubSpot has its codes under `status`. */
function codeIn(json: unknown): string {
  const code = answerText(json, 'error') || answerText(json, 'status');
  return CODE.test(code) ? code : '';
}
