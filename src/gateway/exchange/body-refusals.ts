/** What is answered when a body cannot be waited for or held any longer (R26); beside those of `exchange/refusals.ts`. */
import type { BodyRefusal } from './body/body-budgets.js';
import type { AdmittedExchange } from './progress.js';
import type { Ended, Step } from './steps.js';
import type { Refusal } from './results/refusals.js';

/** What was waited for meanwhile may have cost the body. */
export const bodyKept: Step<AdmittedExchange> = { name: 'bodyKept', run: ({ body }) => lostBody(body) };

export function lostBody({ refusal }: AdmittedExchange['body']): Ended {
  return refusal === null ? null : bodyRefused(refusal);
}

export function bodyRefused(reason: BodyRefusal): Refusal {
  return reason === 'slow' ? bodyTooSlow() : gatewayBusy();
}

function gatewayBusy(): Refusal {
  return {
    status: 503,
    retryable: true,
    headers: { 'retry-after': '1' },
    body: {
      error: 'gateway_busy',
      message:
        'The gateway holds as many request bodies of this agent or its organization as it may. Send fewer of them at once.',
    },
  };
}

function bodyTooSlow(): Refusal {
  return {
    status: 408,
    retryable: true,
    body: {
      error: 'request_timeout',
      message:
        'The beginning of the request body, which a rule looks at, did not arrive in time. Nothing was sent.',
    },
  };
}
