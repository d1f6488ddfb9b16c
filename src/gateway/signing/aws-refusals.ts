/** What is answered when a request cannot be signed (06 §11.5, §12). */
import type { Refusal } from '../exchange/results/refusals.js';

export function payloadTooLarge(limit: number): Refusal {
  return {
    status: 413,
    retryable: false,
    body: {
      error: 'payload_too_large',
      message: `The body is signed as a whole, which is possible up to ${limit} bytes. Send it in parts.`,
      limit,
    },
  };
}

export function roleNotAssumed(): Refusal {
  return {
    status: 502,
    retryable: true,
    body: {
      error: 'bad_gateway',
      message:
        'The AWS role of this connection could not be assumed, so nothing was sent. Its trust policy must name this ' +
        'gateway and the external id of the connection.',
    },
  };
}

/** Its chunks are signed in a way that cannot be repeated here; forwarded as they are they would be stored as content. */
export function unknownStreaming(form: string): Refusal {
  return {
    status: 400,
    retryable: false,
    body: {
      error: 'malformed_request',
      message: `A body that is signed as ${form} cannot be signed again. Send it without signed chunks.`,
    },
  };
}
