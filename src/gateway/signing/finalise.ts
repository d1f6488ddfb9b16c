import { isS3, signingScopeOf } from '../../domain/protocols/aws-sigv4/signing-scope.js';
import type { Exchange } from '../exchange/exchange.js';
import type { ReadyExchange } from '../exchange/progress.js';
import type { Ended, Step } from '../exchange/steps.js';
import { attribute, mayBeAttributed } from './attribution.js';
import { AwsSignature, CONTENT_HASH } from './aws-signature.js';
import type { AwsSigning } from '../exchange/results/request-changes.js';
import { signedPayload } from './signed-payload.js';

/** `finalise` of 06 §19: the last changes of a request. Waits only for a body that has to be read. */
export const finalise: Step<ReadyExchange> = {
  name: 'finalise',
  run(state) {
    const { changes } = state.produced;
    if (!changes) return null;
    const { author, signing } = changes;
    if (author !== null && mayBeAttributed(state)) return attribute(state, author).then(() => null);
    return signing === null ? null : sign(state, signing);
  },
};

function sign(exchange: Exchange, { keys, region }: AwsSigning): Promise<Ended> | Ended {
  const scope = signingScopeOf(exchange.host, region);
  const s3 = isS3(scope);
  const payload = signedPayload(exchange, exchange.headers.get(CONTENT_HASH), s3);
  const go = (found: Awaited<typeof payload>): Ended => {
    if (found.refused) return found.refusal;
    exchange.outbound.signature = new AwsSignature(keys, scope, found.found);
    return null;
  };
  return payload instanceof Promise ? payload.then(go) : go(payload);
}
