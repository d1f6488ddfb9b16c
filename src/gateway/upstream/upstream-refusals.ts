/** What is answered when an upstream may not or cannot be reached; the rules of `exchange/refusals.ts` hold. */
import type { RefusalReason } from '../../kernel/egress/destination/destination-guard.js';
import { bodyRefused } from '../exchange/responder.js';
import type { Exchange } from '../exchange/exchange.js';
import type { Refusal } from '../exchange/results/refusals.js';
import { detailOf, type FailureDetail, refusalOf } from './channels/upstream-failure.js';

export function destinationNotAllowed(host: string, reason: RefusalReason): Refusal {
  return {
    status: 403,
    retryable: false,
    body: {
      error: 'destination_not_allowed',
      message: `${host} is not a destination this gateway may reach. An operator can change that.`,
      host,
      reason,
    },
  };
}

/** Of a leg that failed before any answer. */
export function failedLeg({ body, host }: Exchange, error: unknown): Refusal {
  if (body.refusal !== null) return bodyRefused(body.refusal);
  const refusal = refusalOf(error);
  if (refusal) return destinationNotAllowed(refusal.host, refusal.reason);
  return badGateway(detailOf(error), host);
}

const FAILURE_TEXT: Readonly<Record<FailureDetail, string>> = {
  dns: 'its name could not be resolved',
  connect: 'no connection could be made',
  tls: 'its TLS certificate or handshake was not acceptable',
  timeout: 'it did not answer in time',
  reset: 'it closed the connection before answering',
  protocol: 'its answer was not valid HTTP',
};

function badGateway(detail: FailureDetail, host: string): Refusal {
  return {
    status: 502,
    retryable: true,
    body: { error: 'bad_gateway', message: `${host} could not be reached: ${FAILURE_TEXT[detail]}.`, detail },
  };
}
