import {
  PLACEHOLDER_CREDENTIAL,
  tokenRequest,
} from '../../../domain/decision/catalog/placeholder-credential.js';
import { TokenEndpoints } from '../../../domain/decision/catalog/token-endpoints.js';
import { Injectable } from '@nestjs/common';
import { AppCatalog } from '../../../modules/foundation/app-catalog/catalog.js';
import { defaultPort, type EvaluatedRequest } from '../../exchange/exchange.js';
import type { Admitted } from '../../exchange/progress.js';
import type { Ended, Step } from '../../exchange/steps.js';
import type { Refusal } from '../../exchange/results/refusals.js';

/** Larger bodies are no refresh of any client (06 §11.7.1). */
const MAX_BYTES = 65_536;
const OPENAI = 'auth.openai.com/oauth/token';
const THIRTY_DAYS = 2_592_000;
const ONE_HOUR = 3_600;

/**
 * `placeholderRefresh` of 06 §19: agents hold files whose secrets are placeholders, and their libraries try to refresh
 * those. The gateway answers with the placeholder again (06 §11.7); nothing real leaves it, whatever grants and rules say.
 */
@Injectable()
export class PlaceholderRefreshStep implements Step<Admitted> {
  readonly name = 'placeholderRefresh';
  private readonly endpoints: TokenEndpoints;

  constructor(private readonly catalog: AppCatalog) {
    this.endpoints = new TokenEndpoints(catalog.all, [OPENAI]);
  }

  run(state: Admitted): Promise<Ended> | Ended {
    const { host, canonicalPath, method, body, isWebSocket, winner } = state;
    if (method !== 'POST' || isWebSocket || !isRead(state)) return null;
    const served = winner !== null && this.catalog.answersTokens(winner.provider, host, canonicalPath);
    return served || this.endpoints.has(host, canonicalPath) ? this.read(body, served) : null;
  }

  /** `served`: an account of the agent's is behind this endpoint, so that it needs no token of its own at all. */
  private async read(body: EvaluatedRequest['body'], served: boolean): Promise<Ended> {
    const { bytes } = await body.peek(MAX_BYTES);
    const asked = tokenRequest(bytes.toString());
    if (asked === 'placeholder-refresh' && !served) return refreshed();
    return served && asked !== 'refresh' ? tokenOfAccount() : null;
  }
}

function isRead({ body: { declaredLength }, port, scheme }: EvaluatedRequest): boolean {
  return (
    declaredLength !== null &&
    declaredLength > 0 &&
    declaredLength <= MAX_BYTES &&
    port === defaultPort(scheme)
  );
}

function refreshed(): Refusal {
  return answered({
    access_token: PLACEHOLDER_CREDENTIAL,
    refresh_token: PLACEHOLDER_CREDENTIAL,
    token_type: 'Bearer',
    expires_in: THIRTY_DAYS,
  });
}

function tokenOfAccount(): Refusal {
  return answered({ access_token: PLACEHOLDER_CREDENTIAL, expires_in: ONE_HOUR, token_type: 'Bearer' });
}

function answered(body: Refusal['body']): Refusal {
  return { status: 200, retryable: true, headers: { 'cache-control': 'no-store' }, body };
}
