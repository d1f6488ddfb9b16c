import { isS3, signingScopeOf } from '../../domain/protocols/aws-sigv4/signing-scope.js';
import type { Exchange } from '../exchange/exchange.js';
import { GOES_ON, type Step } from '../exchange/step.js';
import { attribute, mayBeAttributed } from './attribution.js';
import { AwsSignature, CONTENT_HASH } from './aws-signature.js';
import type { AwsSigning, RequestChanges } from '../exchange/request-changes.js';
import { signedPayload } from './signed-payload.js';

/** `finalise` of 06 §19: the last changes of a request. Waits only for a body that has to be read. */
export function finaliseRequest(
  exchange: Exchange,
  { author, signing }: RequestChanges,
): Promise<Step> | Step {
  if (author !== null && mayBeAttributed(exchange)) return attribute(exchange, author).then(() => GOES_ON);
  return signing === null ? GOES_ON : sign(exchange, signing);
}

function sign(exchange: Exchange, { keys, region }: AwsSigning): Promise<Step> | Step {
  const scope = signingScopeOf(exchange.host, region);
  const s3 = isS3(scope);
  const payload = signedPayload(exchange, exchange.headers.get(CONTENT_HASH), s3);
  const go = (found: Awaited<typeof payload>): Step => {
    if (found.refused) return found;
    exchange.outbound.signature = new AwsSignature(keys, scope, found.found);
    return GOES_ON;
  };
  return payload instanceof Promise ? payload.then(go) : go(payload);
}
