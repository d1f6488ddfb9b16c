import { tokenRefusal } from '../exchange/agent-token.js';
import type { AdmittedExchange } from '../exchange/progress.js';
import { resolutionFailed } from '../exchange/results/refusals.js';
import type { GatewayServices } from '../exchange/services.js';
import type { Ended, Step } from '../exchange/steps.js';

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
