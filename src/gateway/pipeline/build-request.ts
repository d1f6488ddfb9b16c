import { AddressEcho } from '../../domain/decision/injection/request-edits/address-echo.js';
import { applyInjections } from '../../domain/decision/injection/request-edits/apply.js';
import { isS3, signingScopeOf } from '../../domain/protocols/aws-sigv4/signing-scope.js';
import type { ReadyExchange, Step, Ended, AdmittedExchange } from '../exchange/progress.js';
import type { Exchange } from '../exchange/exchange.js';
import { attribute, mayBeAttributed } from '../signing/attribution.js';
import { AwsSignature, CONTENT_HASH } from '../signing/aws-signature.js';
import type { AwsSigning } from '../exchange/results/request-changes.js';
import { signedPayload } from '../signing/signed-payload.js';
import { tokenRefusal } from '../exchange/agent-token.js';
import { resolutionFailed } from '../exchange/results/refusals.js';
import type { GatewayServices } from '../exchange/services.js';

/** `buildRequest` of 06 §19: writes the credentials. */
export const buildRequest: Step<ReadyExchange> = {
  name: 'buildRequest',
  run(state) {
    const { outbound, produced } = state;
    const { injections, changes } = produced;
    if (changes?.host) outbound.host = changes.host;
    outbound.echo = AddressEcho.of(injections);
    state.injectionCount = applyInjections(outbound, injections).count + (changes?.signing ? 1 : 0);
    if (state.injectionCount > 0) state.written = produced;
    return null;
  },
};

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

/** As often as what was compared may have changed meanwhile; more often nobody's rules change in earnest. */
const MAX_COMPARISONS = 8;

/**
 * Whether a request that waited would still be let through, by the newest state that this process knows (R60): a token
 * was refreshed, a vault or a role asked, a body awaited, and meanwhile a grant ended or a rule was published. Refuses
 * as what is under way is refused. `access` of the request becomes the state by which it passes.
 */
export class StillPassesStep implements Step<AdmittedExchange> {
  readonly name = 'stillPasses';

  constructor(private readonly services: Pick<GatewayServices, 'agents' | 'reauthorization'>) {}

  run(state: AdmittedExchange): Promise<Ended> | Ended {
    return state.waited ? this.compare(state) : null;
  }

  /** Also for a request that is sent once more. */
  async compare(state: AdmittedExchange): Promise<Ended> {
    const { agents, reauthorization } = this.services;
    for (let left = MAX_COMPARISONS; ; left -= 1) {
      const access = await agents.identify(state.tokenHash);
      if (access === null) return tokenRefusal(state.mode);
      if (access === state.access) return null;
      if (left === 0) return resolutionFailed();
      state.access = access;
      const refusal = await reauthorization.refusalOf(state, access);
      if (refusal !== null) return refusal;
    }
  }
}
