import type { AgentAccess } from '../../modules/policy/agent-snapshot/agent-access.js';
import { thenSync } from '../exchange/maybe-async.js';
import type { Exchange } from '../exchange/exchange.js';
import type { DecisionState } from '../exchange/decision-state.js';
import { tokenRefusal } from './message-token.js';
import { GOES_ON, refused, type Step } from '../exchange/step.js';
import type { AgentSteps } from '../exchange/steps.js';
import { resolutionFailed } from '../exchange/refusals.js';

/** As often as what was compared may have changed meanwhile; more often nobody's rules change in earnest. */
const MAX_COMPARISONS = 8;

/**
 * Whether a request that waited would still be let through, by the newest state that this process knows (R60): a token
 * was refreshed, a vault or a role asked, a body awaited, and meanwhile a grant ended or a rule was published. Refuses
 * as what is under way is refused. `compared` is told by which state it passes.
 */
export function stillPasses(
  steps: Pick<AgentSteps, 'identify' | 'reauthorize'>,
  exchange: Exchange,
  state: DecisionState,
  compared: { access: AgentAccess },
  left = MAX_COMPARISONS,
): Promise<Step> | Step {
  return thenSync<AgentAccess | null, Step>(steps.identify(exchange.tokenHash), (access) => {
    if (access === null) return refused(tokenRefusal(exchange.mode));
    if (access === compared.access) return GOES_ON;
    if (left === 0) return refused(resolutionFailed());
    compared.access = access;
    return thenSync(steps.reauthorize(exchange, state, access), (refusal) =>
      refusal === null ? stillPasses(steps, exchange, state, compared, left - 1) : refused(refusal),
    );
  });
}
